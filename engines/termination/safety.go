// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"cmp"
	"context"
	"errors"

	"cornet/engines"
	"cornet/horn"
	"cornet/horn/absint"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/project"
)

// Limits of effort for questions about safety. defaultTicks limits questions that an answer depends
// on, unless the options set a limit. guessTicks limits questions that only test a guess.
const (
	defaultTicks = 4000 * logic.TicksPerMillisecond
	guessTicks   = 600 * logic.TicksPerMillisecond
)

// errEffort ends a question about safety.
var errEffort = errors.New("the effort for a question about safety is used up")

// safety asks the engines about a system whose clauses include those of the question. Known facts
// about its predicates strengthen the clauses first, and the model afterwards.
func (d *decider) safety(ctx context.Context, sys *horn.System) (horn.Verdict, *horn.Model, *horn.Proof, string, error) {
	return d.within(ctx, sys, cmp.Or(d.o.Ticks, defaultTicks))
}

// within is like safety, with a given effort.
func (d *decider) within(ctx context.Context, sys *horn.System, ticks int64) (horn.Verdict, *horn.Model, *horn.Proof, string, error) {
	within, stop := turn.Limit(ctx, ticks, errEffort)
	defer stop()
	strong := d.strengthened(sys)
	out, err := engines.Run(within, strong, d.o.Run)
	var internal *defect.Error
	if errors.As(err, &internal) && out.Verdict == horn.Unknown {
		d.o.Log.Warn("a defect", "err", err)
		err = nil
	}
	if err != nil && out.Verdict == horn.Unknown {
		return horn.Unknown, nil, nil, "", err
	}
	if out.Verdict == horn.Safe {
		return out.Verdict, d.weakened(sys, out.Model), nil, "", nil
	}
	return out.Verdict, nil, out.Proof, out.Reason, nil
}

// strengthened returns sys with known facts about the predicates of the question in the bodies of
// clauses.
func (d *decider) strengthened(sys *horn.System) *horn.System {
	z := &horn.System{Store: sys.Store, Preds: sys.Preds}
	for _, c := range sys.Clauses {
		parts := []*logic.Term{c.Constraint}
		for i := range c.Body {
			parts = append(parts, d.fact(&c.Body[i]))
		}
		c = c.Clone()
		c.Constraint = d.s.And(parts...)
		z.Clauses = append(z.Clauses, c)
	}
	return z
}

// fact returns the known fact about an atom of the question, or true.
func (d *decider) fact(a *horn.Atom) *logic.Term {
	if k, ok := d.index[a.Pred]; ok {
		return d.s.Substitute(d.facts[k], horn.Params(d.s, a.Pred), a.Args)
	}
	return d.s.True()
}

// weakened turns a model of the strengthened system into a model of sys.
func (d *decider) weakened(sys *horn.System, m *horn.Model) *horn.Model {
	z := horn.NewModel()
	for _, p := range sys.Preds {
		params := horn.Params(d.s, p)
		a := horn.Atom{Pred: p, Args: params}
		z.Define(p, params, d.s.And(m.Instance(d.s, p, params), d.fact(&a)))
	}
	return z
}

// invariants finds bounds of the arguments of all predicates.
func (d *decider) invariants(ctx context.Context) error {
	d.facts = make([]*logic.Term, len(d.q.System.Preds))
	sys := &horn.System{Store: d.s, Preds: d.q.System.Preds, Clauses: d.q.Derivations()}
	domain := absint.NewIntervals(sys)
	r, err := absint.Run(ctx, sys, domain, absint.Options{Delay: 2, Descents: 2, Budget: 2_000_000})
	if err != nil {
		return err
	}
	for i, p := range sys.Preds {
		d.facts[i] = r.Atom(&horn.Atom{Pred: p, Args: horn.Params(d.s, p)})
	}
	return nil
}

// support asks the engines whether the states in which cubes begin are reachable. It reports
// whether some are known to be unreachable now.
func (d *decider) support(ctx context.Context, cubes []*cube, asked map[*logic.Term]bool) (bool, error) {
	for _, c := range cubes {
		region, ok := d.begin(ctx, c)
		if !ok || asked[region] {
			continue
		}
		asked[region] = true
		p := d.q.System.Preds[c.from]
		reached := &horn.Clause{Body: []horn.Atom{{Pred: p, Args: horn.Params(d.s, p)}}, Constraint: region}
		sys := &horn.System{Store: d.s, Preds: d.q.System.Preds, Clauses: append(d.q.Derivations(), reached)}
		verdict, model, _, _, err := d.safety(ctx, sys)
		if err != nil {
			return false, err
		}
		if verdict == horn.Safe {
			d.learn(model)
			return true, nil
		}
	}
	return false, nil
}

// learn adds a model of the question's clauses to the known facts.
func (d *decider) learn(m *horn.Model) {
	for i, p := range d.q.System.Preds {
		d.facts[i] = d.s.And(d.facts[i], m.Instance(d.s, p, horn.Params(d.s, p)))
	}
}

// begin returns states in which a cube begins, over horn.Params of its predicate.
func (d *decider) begin(ctx context.Context, c *cube) (*logic.Term, bool) {
	inside := map[*logic.Term]bool{}
	for _, v := range c.state {
		inside[v] = true
	}
	var others []*logic.Term
	for _, v := range logic.FreeVars(c.literals...) {
		if !inside[v] {
			others = append(others, v)
		}
	}
	t, err := project.New(d.s, project.Options{LastResortValues: true}).Project(ctx, c.model, others, d.s.And(c.literals...))
	if err != nil {
		return nil, false
	}
	return d.s.Substitute(t, c.state, horn.Params(d.s, d.q.System.Preds[c.from])), true
}
