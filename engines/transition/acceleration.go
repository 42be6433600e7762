// SPDX-License-Identifier: Apache-2.0

package transition

import "cornet/logic"

// An Acceleration stands for any number of equal steps: all state variables change by
// constants, and what a step needs of the state before it is convex. Then n steps
// can be made exactly when the first and the last one can.
type Acceleration struct {
	Guard *logic.Term   // over Vars: there is such a step
	Delta []*logic.Term // the changes, by Vars; nil where the value is kept
}

// NewAcceleration returns the acceleration by the changes that m makes, under the conditions of cube,
// over Vars and Next. It reports false when m changes something that is no number.
func NewAcceleration(ts *System, m *logic.Model, cube *logic.Term) (Acceleration, bool) {
	st := ts.Store
	l := Acceleration{Delta: make([]*logic.Term, len(ts.Vars))}
	for i, v := range ts.Vars {
		before, after := m.Value(v), m.Value(ts.Next[i])
		switch {
		case v.Sort().IsArith():
			l.Delta[i] = m.Eval(st.Sub(after, before))
		case before != after:
			return Acceleration{}, false
		}
	}
	l.Guard = convex(st, m, st.Substitute(cube, ts.Next, l.states(ts, l.Delta)))
	return l, m.Holds(l.Guard)
}

// convex replaces disequalities of numbers in a conjunction by the side that m is
// on.
func convex(st *logic.Store, m *logic.Model, cube *logic.Term) *logic.Term {
	z := logic.AppendConjuncts(nil, cube)
	for i, t := range z {
		if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpEq || !t.Arg(0).Arg(0).Sort().IsArith() {
			continue
		}
		x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
		if z[i] = st.Lt(x, y); !m.Holds(z[i]) {
			z[i] = st.Lt(y, x)
		}
	}
	return st.And(z...)
}

// states returns Vars, changed by delta.
func (l Acceleration) states(ts *System, delta []*logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(ts.Vars))
	for i, v := range ts.Vars {
		z[i] = v
		if delta[i] != nil {
			z[i] = ts.Store.Add(v, delta[i])
		}
	}
	return z
}

// After returns the formula over Vars by which the acceleration's step can be made from the
// state that is delta away.
func (l Acceleration) After(ts *System, delta []*logic.Term) *logic.Term {
	return ts.Store.Substitute(l.Guard, ts.Vars, l.states(ts, delta))
}

// Arrives returns the formula by which Next is delta away from Vars.
func (l Acceleration) Arrives(ts *System, delta []*logic.Term) *logic.Term {
	there := l.states(ts, delta)
	z := make([]*logic.Term, len(there))
	for i := range there {
		z[i] = ts.Store.Eq(ts.Next[i], there[i])
	}
	return ts.Store.And(z...)
}

// times returns n times the changes; n is an Int.
func (l Acceleration) times(st *logic.Store, n *logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(l.Delta))
	for i, d := range l.Delta {
		switch {
		case d == nil:
		case d.Sort() == st.Int:
			z[i] = st.Scale(d.Num(), n)
		default:
			z[i] = st.Scale(d.Num(), st.ToReal(n))
		}
	}
	return z
}

// Relation returns the formula over Vars and Next by which n steps of the acceleration lead
// from one to the other.
func (l Acceleration) Relation(ts *System, n *logic.Term) *logic.Term {
	st := ts.Store
	one := st.IntNum(1)
	return st.And(st.Ge(n, one), l.Guard, l.After(ts, l.times(st, st.Sub(n, one))), l.Arrives(ts, l.times(st, n)))
}

// Between returns the states between the given one and the one n steps later, as values.
func (l Acceleration) Between(ts *System, now []*logic.Term, n int64) (z [][]*logic.Term) {
	for range n - 1 {
		next := make([]*logic.Term, len(now))
		for k, v := range now {
			if next[k] = v; l.Delta[k] != nil {
				next[k] = ts.Store.Add(v, l.Delta[k])
			}
		}
		z = append(z, next)
		now = next
	}
	return z
}
