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
	// Run configures the engines that are asked about safety, and who validates.
	Run engines.Config
	// Ticks bounds the effort of each question about safety; 0 means a few seconds.
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

// Limits of single queries, in ticks of what they ask.
const (
	queryTicks = 20_000_000
	lpTicks    = 30_000_000
	maxDepth   = 3
)

// Decide answers the question. The certificate of the answer has been validated. A run that is
// cancelled or gives up is Unknown with a reason and no error. Errors mean a malformed question or
// a wrong configuration, or are about a defect.
func Decide(ctx context.Context, q termination.Question, o Options) (Answer, error) {
	if err := q.Check(); err != nil {
		return Answer{Reason: err.Error()}, err
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Run.Log = cmp.Or(o.Run.Log, o.Log)
	d := &decider{q: q, o: o, program: newProgram(q)}
	z, err := d.decide(ctx)
	if ctx.Err() != nil && z.Verdict == termination.Unknown {
		return Answer{Reason: budget.Why(ctx)}, nil
	}
	return z, err
}

type decider struct {
	*program
	q termination.Question
	o Options
	// facts hold of derivable atoms, by predicate.
	facts []*logic.Term
}

func (d *decider) decide(ctx context.Context) (Answer, error) {
	if err := d.invariants(ctx); err != nil {
		return Answer{}, err
	}
	tuples := make([][]*logic.Term, len(d.q.System.Preds))
	for i := range d.components {
		c := &d.components[i]
		r, err := newRanker(d.program, c, d.facts, &d.o)
		if err != nil {
			return Answer{}, err
		}
		ok, err := r.rank(ctx, c.cuts)
		if err == nil && !ok {
			search := &recurrent{ranker: r, d: d}
			var z *termination.Recurrence
			if z, err = search.search(ctx); z != nil {
				r.close()
				return d.validated(ctx, &termination.Certificate{Recurrence: z})
			}
		}
		r.close()
		if err != nil {
			return Answer{}, err
		}
		if !ok {
			return Answer{Reason: fmt.Sprintf("no ranking function was found for the cycles through %v", d.q.System.Preds[c.cuts[0]])}, nil
		}
		for cut, tuple := range r.tuples() {
			tuples[cut] = tuple
		}
	}
	return d.certify(ctx, tuples)
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
