// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Bounds on the conditions and phases.
const (
	maxGuards      = 5   // conditions of one predicate
	maxPhases      = 10  // phases of one predicate
	maxPhasesPreds = 4   // predicates with conditions
	maxPhasesSize  = 300 // size of the system; larger ones are harder with twice the clauses
)

// Phases replaces the predicate of a loop by one for each phase: a valuation of the conditions on
// its arguments that distinguish cases in the loop's steps. In a
//
//	x' = x + 1, y' = ite(x >= 5000, y + 1, y)
//
// the loop with x <= 4999 and the loop with x >= 5000 each have an affine invariant, but the whole
// loop has no affine invariant.
//
// Each condition becomes a Boolean argument, and these are split like those of control: a solver
// determines the phases that exist and the steps between them. So models and refutations are also
// translated back as in control.
//
// Reference: R. Sharma, I. Dillig, T. Dillig, A. Aiken, "Simplifying loop invariant generation
// using splitter predicates", CAV 2011. There a loop is split if the condition changes once; here
// it may change back.
//
// Cost: one check per step between phases, within the limits of control.
func Phases(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if sys.Size() > maxPhasesSize {
		return pass.Unchanged(sys), nil
	}
	m := newMarking(sys)
	for m.some() {
		marked := m.mark(env)
		graph := newControlGraph(env, marked.System)
		defer graph.close()
		ok, err := graph.choose(ctx, m.args())
		if err != nil || !ok || slices.ContainsFunc(graph.locations, func(vs [][]*logic.Term) bool { return len(vs) > maxPhases }) {
			return pass.Unchanged(sys), err
		}
		if m.keep(graph.args) { // drop the arguments for conditions that do not deserve a phase
			continue
		}
		z := graph.system()
		if z.System == marked.System {
			return pass.Unchanged(sys), nil
		}
		z.Back = pass.Chain(marked.Back, z.Back)
		for i := range z.Moves {
			mv := &z.Moves[i]
			mv.From = m.unmarked[mv.From]
			mv.Args = mv.Args[:mv.From.Arity()]
		}
		return z, nil
	}
	return pass.Unchanged(sys), nil
}

// marking is a choice of conditions for the predicates of a system.
type marking struct {
	sys    *horn.System
	index  map[*logic.Func]int
	guards [][]*logic.Term // conditions over the parameters, by predicate
	// unmarked maps predicates with marks to the predicates of the system.
	unmarked map[*logic.Func]*logic.Func
}

// newMarking collects the conditions that distinguish cases in steps from a predicate to itself. If
// a predicate has too many, none is chosen.
func newMarking(sys *horn.System) *marking {
	m := &marking{sys: sys, index: sys.Index(), guards: make([][]*logic.Term, len(sys.Preds))}
	for _, c := range sys.Clauses {
		if c.Head == nil || !lift.IsNormal(c) {
			continue
		}
		for _, a := range c.Body {
			if a.Pred != c.Head.Pred {
				continue
			}
			i := m.index[a.Pred]
			for _, g := range conditions(c, a.Args) {
				g = sys.Store.Substitute(g, a.Args, horn.Params(sys.Store, a.Pred))
				if !slices.Contains(m.guards[i], g) {
					m.guards[i] = append(m.guards[i], g)
				}
			}
		}
	}
	preds := 0
	for i, gs := range m.guards {
		if len(gs) > maxGuards {
			m.guards[i] = nil
		} else if len(gs) > 0 {
			preds++
		}
	}
	if preds > maxPhasesPreds {
		clear(m.guards)
	}
	return m
}

// conditions returns the arithmetic atoms over vars that occur in c, except conjuncts.
func conditions(c *horn.Clause, vars []*logic.Term) []*logic.Term {
	roots := slices.Clone(c.Head.Args)
	for _, t := range logic.AppendConjuncts(nil, c.Constraint) {
		if t.Op() == logic.OpNot {
			t = t.Arg(0)
		}
		if !isComparison(t) {
			roots = append(roots, t)
			continue
		}
		roots = append(roots, t.Args()...)
	}
	var z []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		if isComparison(t) && !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return !slices.Contains(vars, v) }) {
			z = append(z, t)
		}
		return true
	}, roots...)
	return z
}

func isComparison(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpLe, logic.OpLt, logic.OpEq:
		return t.Arg(0).Sort().IsArith()
	}
	return false
}

func (m *marking) some() bool {
	return slices.ContainsFunc(m.guards, func(gs []*logic.Term) bool { return len(gs) > 0 })
}

// args returns the positions of the marks among the arguments of marked predicates.
func (m *marking) args() [][]int {
	z := make([][]int, len(m.guards))
	for i, gs := range m.guards {
		for k := range gs {
			z[i] = append(z[i], m.sys.Preds[i].Arity()+k)
		}
	}
	return z
}

// keep drops the conditions whose marks are not in args. It reports whether it has dropped any.
func (m *marking) keep(args [][]int) (dropped bool) {
	for i, gs := range m.guards {
		var kept []*logic.Term
		for k, g := range gs {
			if slices.Contains(args[i], m.sys.Preds[i].Arity()+k) {
				kept = append(kept, g)
			}
		}
		dropped = dropped || len(kept) < len(gs)
		m.guards[i] = kept
	}
	return dropped
}

// mark returns the system in which predicates have their conditions as further arguments. Steps
// read these arguments instead of the conditions.
func (m *marking) mark(env *pass.Env) pass.Outcome {
	s := m.sys.Store
	preds := make([]*logic.Func, len(m.sys.Preds))
	m.unmarked = map[*logic.Func]*logic.Func{}
	for i, p := range m.sys.Preds {
		preds[i] = p
		if len(m.guards[i]) > 0 {
			sorts := slices.Clone(p.Params())
			for range m.guards[i] {
				sorts = append(sorts, s.Bool)
			}
			preds[i] = s.FreshFunc(p.Name(), sorts, s.Bool)
		}
		m.unmarked[preds[i]] = p
	}
	b := lift.NewSystemBuilder(env, m.sys)
	for k, c := range m.sys.Clauses {
		d := &lift.ClauseBuilder{From: c}
		known := map[*logic.Term]*logic.Term{} // condition → its mark
		for _, a := range c.Body {
			z := m.atom(preds, a)
			for n := a.Pred.Arity(); n < len(z.Args); n++ {
				mark := s.Fresh("phase", s.Bool)
				d.Conj = append(d.Conj, s.Eq(mark, z.Args[n]))
				known[z.Args[n]], z.Args[n] = mark, mark
			}
			d.Body = append(d.Body, z)
		}
		if c.Head != nil {
			h := m.atom(preds, *c.Head)
			d.Head = &h
		}
		if len(known) > 0 {
			rw := s.NewRewriter(func(t *logic.Term) *logic.Term { return known[t] }, nil)
			d.Conj = append(d.Conj, rw.Map(c.Constraint))
			if d.Head != nil {
				rw.MapAll(d.Head.Args)
			}
		} else {
			d.Conj = append(d.Conj, c.Constraint)
		}
		if z := d.Build(s); z.Clause != nil {
			b.Add(z.Clause, z.Origin(k))
		}
	}
	return b.Outcome(preds, lift.ModelWith(m.sys, func(z, model *horn.Model, p *logic.Func) bool {
		i := m.index[p]
		if len(m.guards[i]) == 0 {
			return false
		}
		xs := horn.Params(s, p)
		a := m.atom(preds, horn.Atom{Pred: p, Args: xs})
		z.Define(p, xs, model.Instance(s, a.Pred, a.Args))
		return true
	}))
}

// atom returns a with its conditions as arguments.
func (m *marking) atom(preds []*logic.Func, a horn.Atom) horn.Atom {
	i := m.index[a.Pred]
	args := slices.Clone(a.Args)
	xs := horn.Params(m.sys.Store, a.Pred)
	for _, g := range m.guards[i] {
		args = append(args, m.sys.Store.Substitute(g, xs, a.Args))
	}
	return horn.Atom{Pred: preds[i], Args: args}
}
