// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/project"
)

// move is a step in which each variable of the clause has a value. Its guard and its new state are
// functions of the current state, over horn.Params of the predicate that it leaves.
type move struct {
	termination.Move
	from, to int
	guard    []*logic.Term
	next     []*logic.Term
}

// choice determines the value of a variable that a clause leaves undetermined.
type choice uint8

// The choices. Each one falls back to the next ones.
const (
	keep  choice = iota // the argument at the same position in the head
	least               // the greatest lower bound in the model
	most                // the least upper bound in the model
	value               // its value in the model
	choices
)

// stepSolver solves one clause: it has literals over the variables, and the values found so far.
type stepSolver struct {
	s        *logic.Store
	m        *logic.Model
	literals []*logic.Term
	open     map[*logic.Term]bool // variables without a value
	vars     []*logic.Term        // those with a value, in the order in which they got it
	values   []*logic.Term
}

// moveOf returns a move for a link that agrees with a model of its block. It takes the cases of the
// constraint that hold in the model. With sides, x ≠ y becomes x < y or x > y.
func (p *program) moveOf(ctx context.Context, l link, m *logic.Model, order choice, sides bool) (*move, error) {
	s := p.s
	f := p.q.System.Preds[l.source]
	params := horn.Params(s, f)
	z := &stepSolver{s: s, m: m, open: map[*logic.Term]bool{}}
	for _, v := range l.vars {
		z.open[v] = true
	}
	parts := []*logic.Term{l.guard}
	for i, x := range l.args {
		switch {
		case x.IsVar() && z.open[x]:
			z.assign(x, params[i])
		default:
			parts = append(parts, s.Eq(params[i], x))
		}
		m.Set(params[i], m.Eval(x))
	}
	t, err := project.New(s, project.Options{}).Project(ctx, m, nil, s.Substitute(s.And(parts...), z.vars, z.values))
	if err != nil {
		return nil, err
	}
	z.literals = logic.AppendConjuncts(nil, t)
	if sides {
		z.takeSides()
	}
	z.equations()
	for _, v := range l.vars {
		if z.open[v] {
			z.assign(v, z.pick(v, l.head, params, order))
		}
	}
	at := s.NewSubstitution(z.vars, z.values)
	out := &move{from: l.source, to: l.target, next: at.ApplyAll(l.head)}
	out.Step = l.Step
	for _, v := range l.vars {
		out.Values = append(out.Values, at.Apply(v))
	}
	for _, g := range z.literals {
		if !g.IsTrue() {
			out.guard = append(out.guard, g)
		}
	}
	return out, nil
}

// assign substitutes a value for a variable everywhere.
func (z *stepSolver) assign(v, t *logic.Term) {
	delete(z.open, v)
	at := z.s.NewSubstitution([]*logic.Term{v}, []*logic.Term{t})
	z.literals, z.values = at.ApplyAll(z.literals), at.ApplyAll(z.values)
	z.vars, z.values = append(z.vars, v), append(z.values, t)
}

// takeSides replaces each x ≠ y between numbers by x < y or by x > y, which holds in the model.
func (z *stepSolver) takeSides() {
	for i, l := range z.literals {
		if l.Op() == logic.OpNot && l.Arg(0).IsEquation() {
			x, y := l.Arg(0).Arg(0), l.Arg(0).Arg(1)
			if less := z.s.Lt(x, y); z.m.Holds(less) {
				z.literals[i] = less
			} else {
				z.literals[i] = z.s.Gt(x, y)
			}
		}
	}
}

// equations solves equations for open variables.
func (z *stepSolver) equations() {
	for again := true; again; {
		again = false
		for _, l := range z.literals {
			if v, t := z.solved(l); v != nil {
				z.assign(v, t)
				again = true
				break
			}
		}
	}
}

// solved returns an open variable that a literal determines, and its value.
func (z *stepSolver) solved(l *logic.Term) (v, t *logic.Term) {
	switch {
	case z.open[l]:
		return l, z.s.True()
	case l.Op() == logic.OpNot && z.open[l.Arg(0)]:
		return l.Arg(0), z.s.False()
	case l.Op() != logic.OpEq:
		return nil, nil
	}
	if !l.Arg(0).Sort().IsArith() {
		for i := range 2 {
			if x, y := l.Arg(i), l.Arg(1-i); z.open[x] && !slices.Contains(logic.FreeVars(y), x) {
				return x, y
			}
		}
		return nil, nil
	}
	d := z.s.Linear(l.Arg(0)).Sub(z.s.Linear(l.Arg(1)))
	for _, m := range d.Monomials {
		if z.open[m.Term] {
			if t := z.isolated(m, d); t != nil {
				return m.Term, t
			}
		}
	}
	return nil, nil
}

// isolated returns the term t such that d = 0 means that the variable of a monomial of d equals t,
// or nil.
func (z *stepSolver) isolated(m logic.Monomial, d logic.Linear) *logic.Term {
	if m.Term.Sort().IsInt() && !m.Coeff.Abs().IsOne() {
		return nil
	}
	rest := d.AddMul(m.Coeff.Neg(), logic.Linear{Monomials: []logic.Monomial{{Coeff: rational.Int(1), Term: m.Term}}})
	t := z.s.Sum(rest.Scale(m.Coeff.Inv().Neg()), m.Term.Sort())
	if slices.Contains(logic.FreeVars(t), m.Term) {
		return nil
	}
	return t
}

// pick returns a value for an open variable.
func (z *stepSolver) pick(v *logic.Term, head, params []*logic.Term, order choice) *logic.Term {
	for k := range choices {
		switch (order + k) % choices {
		case keep:
			i := slices.Index(head, v)
			if i >= 0 && i < len(params) && params[i].Sort() == v.Sort() && z.possible(v, params[i]) {
				return params[i]
			}
		case least:
			if t := z.bound(v, -1); t != nil {
				return t
			}
		case most:
			if t := z.bound(v, 1); t != nil {
				return t
			}
		case value:
			if t := z.m.Value(v); t != nil && t.IsValue() {
				return t
			}
		}
	}
	return z.s.DefaultValue(v.Sort())
}

// possible reports whether a value of a variable makes no literal false.
func (z *stepSolver) possible(v, t *logic.Term) bool {
	at := z.s.NewSubstitution([]*logic.Term{v}, []*logic.Term{t})
	for _, l := range z.literals {
		if at.Apply(l).IsFalse() {
			return false
		}
	}
	return true
}

// bound returns the tightest bound of v in the model, among the bounds with coefficient 1: the
// greatest lower bound for side -1, and the least upper bound for side 1.
func (z *stepSolver) bound(v *logic.Term, side int) (best *logic.Term) {
	if !v.Sort().IsArith() {
		return nil
	}
	for _, l := range z.literals {
		positive := l.Op() != logic.OpNot
		if !positive {
			l = l.Arg(0)
		}
		if l.Op() != logic.OpLe && l.Op() != logic.OpLt {
			continue
		}
		d := z.s.Linear(l.Arg(0)).Sub(z.s.Linear(l.Arg(1)))
		c := d.Coeff(v)
		if c.IsZero() || (c.Sign() > 0) != (positive == (side > 0)) {
			continue
		}
		strict := positive == (l.Op() == logic.OpLt)
		if strict && v.Sort().IsReal() {
			continue
		}
		if strict { // the sum is at most -1, or at least 1
			d = d.Add(constant(1 - 2*truth(!positive)))
		}
		t := z.isolated(logic.Monomial{Coeff: c, Term: v}, d)
		if t == nil {
			continue
		}
		if best == nil || z.m.Holds(z.s.Le(t, best)) == (side > 0) {
			best = t
		}
	}
	return best
}
