// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"

	"cornet/engines"
	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/logic"
)

// Options configure a search. Run.Backend is required.
type Options struct {
	// Run configures the engines that decide safety, and the validator.
	Run engines.Config
	// Ticks bounds the effort of each question about safety. Other parts of the search have bounds
	// in proportion. 0 means a few seconds.
	Ticks int64
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

// Answer is the answer to a question.
type Answer struct {
	Verdict termination.Verdict
	// Certificate has been validated; nil if the verdict is Unknown.
	Certificate *termination.Certificate
	// Reason says why the verdict is Unknown.
	Reason string
}

// Limits of single queries, in ticks.
const (
	queryTicks = 20_000_000
	lpTicks    = 30_000_000
	maxDepth   = 3
	// maxDivisions bounds how often the states of cut points are divided.
	maxDivisions = 2
)

// Decide answers the question. The certificate of its answer has been validated. A run that is
// cancelled or gives up returns Unknown with a reason and no error. An error means a malformed
// question, a wrong configuration, or a defect.
func Decide(ctx context.Context, q termination.Question, o Options) (Answer, error) {
	if err := q.Check(); err != nil {
		return Answer{Reason: err.Error()}, err
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Run.Log = cmp.Or(o.Run.Log, o.Log)
	d := &decider{o: o, program: newProgram(q)}
	z, err := d.decide(ctx)
	if ctx.Err() != nil && z.Verdict == termination.Unknown {
		return Answer{Reason: budget.Why(ctx)}, nil
	}
	return z, err
}

type decider struct {
	*program
	o Options
	// facts hold for derivable atoms, by predicate. They are inductive together.
	facts []*logic.Term
}

func (d *decider) decide(ctx context.Context) (Answer, error) {
	if err := d.invariants(ctx); err != nil {
		return Answer{}, err
	}
	tuples := make([][]*logic.Term, len(d.q.System.Preds))
	reason := ""
	for i := range d.components {
		c := &d.components[i]
		found, r, err := d.component(ctx, c)
		switch {
		case err != nil:
			return Answer{}, err
		case r != nil:
			return d.validated(ctx, &termination.Certificate{Recurrence: r})
		case found == nil:
			reason = cmp.Or(reason, fmt.Sprintf("no ranking function was found for the cycles through %v", d.q.System.Preds[c.cuts[0]]))
		}
		for cut, tuple := range found {
			tuples[cut] = tuple
		}
	}
	if reason != "" {
		return Answer{Reason: reason}, nil
	}
	return d.certify(ctx, tuples)
}

// maxInvariants bounds the repetitions of the search for tuples with more invariants.
const maxInvariants = 12

// component returns the tuples of the cut points of a component, or a recurrence in it, or neither.
func (d *decider) component(ctx context.Context, c *component) (map[int][]*logic.Term, *termination.Recurrence, error) {
	asked := map[*logic.Term]bool{}
	for n := 0; ; n++ {
		r, err := newRanker(d.program, c, d.facts, &d.o)
		if err != nil {
			return nil, nil, err
		}
		ok, err := r.rank(ctx, r.all())
		if ok || err != nil {
			r.close()
			return r.tuples(), nil, err
		}
		search := &recurrent{ranker: r, d: d}
		last := n == maxInvariants
		z, err := search.loops(ctx)
		if z == nil && err == nil && !last {
			learned := false
			learned, err = d.support(ctx, r.stuck, asked)
			if learned {
				r.close()
				continue
			}
		}
		if z == nil && err == nil && len(r.stuck) > 0 {
			if ok, err = d.guess(ctx, r); ok || err != nil {
				r.close()
				return r.tuples(), nil, err
			}
		}
		for depth := 1; z == nil && err == nil && len(r.stuck) > 0 && depth <= maxDivisions; depth++ {
			if ok, err = r.piecewise(ctx, depth); ok || err != nil {
				r.close()
				return r.tuples(), nil, err
			}
			if depth == 1 {
				z, err = search.others(ctx)
			}
		}
		r.close()
		return nil, z, err
	}
}

// certify finds a model of the conditions of tuples, and validates it.
func (d *decider) certify(ctx context.Context, tuples [][]*logic.Term) (Answer, error) {
	r := &termination.Ranking{Tuples: tuples}
	sys, err := r.Conditions(d.q)
	if err != nil {
		return Answer{}, err
	}
	verdict, model, _, reason, err := d.safety(ctx, sys)
	if err != nil {
		return Answer{}, err
	}
	if verdict != horn.Safe {
		return Answer{Reason: "the conditions of the ranking functions were not proved: " + reason}, nil
	}
	r.Model = model
	c := &termination.Certificate{Ranking: r}
	return d.validated(ctx, c)
}

// validated returns the answer that a certificate proves.
func (d *decider) validated(ctx context.Context, c *termination.Certificate) (Answer, error) {
	if err := termination.Validate(ctx, d.q, c, d.o.Run.Judges(d.s, d.o.Run.SMT)); err != nil {
		if ctx.Err() != nil {
			return Answer{Reason: budget.Why(ctx)}, nil
		}
		return Answer{Reason: err.Error()}, &defect.Error{Engine: "termination", Err: err}
	}
	return Answer{Verdict: c.Verdict(), Certificate: c}, nil
}
