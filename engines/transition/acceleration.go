// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"math/big"

	"cornet/logic"
)

// An Acceleration represents any number of equal steps: all state variables change by constants,
// and the condition of a step on the state before it is convex. Then n steps are possible if and
// only if the first and the last one are.
//
// For bit-vectors, which wrap around, the last step must also come before the first one whose
// comparisons wrap. So an acceleration does not cover all numbers of steps.
type Acceleration struct {
	Guard *logic.Term   // over Vars: such a step is possible
	Delta []*logic.Term // the changes, by Vars; nil if the value stays
}

// NewAcceleration returns the acceleration by the changes in m, under the conditions of cube, over
// Vars and Next. It returns false if m changes something other than numbers, or both numbers and
// bit-vectors. It also returns false if it is unknown for how many steps a comparison of
// bit-vectors holds.
func NewAcceleration(ts *System, m *logic.Model, cube *logic.Term) (Acceleration, bool) {
	st := ts.Store
	l := Acceleration{Delta: make([]*logic.Term, len(ts.Vars))}
	numbers, vectors := false, false
	for i, v := range ts.Vars {
		before, after := m.Value(v), m.Value(ts.Next[i])
		switch {
		case v.Sort().IsArith():
			l.Delta[i] = m.Eval(st.Sub(after, before))
			numbers = true
		case v.Sort().IsBitVec() && before != after:
			l.Delta[i] = m.Eval(st.BVSub(after, before))
			vectors = true
		case before != after:
			return Acceleration{}, false
		}
	}
	l.Guard = convex(st, m, st.Substitute(cube, ts.Next, l.states(ts, l.Delta)))
	if vectors {
		if _, ok := l.rooms(ts); !ok || numbers {
			return Acceleration{}, false
		}
	}
	return l, m.Holds(l.Guard)
}

// convex replaces disequalities of numbers in a conjunction by the side that m is
// on.
func convex(st *logic.Store, m *logic.Model, cube *logic.Term) *logic.Term {
	z := logic.AppendConjuncts(nil, cube)
	for i, t := range z {
		if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpEq {
			continue
		}
		less := st.Lt
		if sort := t.Arg(0).Arg(0).Sort(); sort.IsBitVec() {
			less = func(x, y *logic.Term) *logic.Term { return st.BV(logic.OpBVSlt, x, y) }
		} else if !sort.IsArith() {
			continue
		}
		x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
		if z[i] = less(x, y); !m.Holds(z[i]) {
			z[i] = less(y, x)
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
			z[i] = plus(ts.Store, v, delta[i])
		}
	}
	return z
}

// plus returns the sum of two numbers or vectors.
func plus(st *logic.Store, x, y *logic.Term) *logic.Term {
	if x.Sort().IsBitVec() {
		return st.BV(logic.OpBVAdd, x, y)
	}
	return st.Add(x, y)
}

// After returns the formula over Vars that the acceleration's step is possible after the state has
// changed by delta.
func (l Acceleration) After(ts *System, delta []*logic.Term) *logic.Term {
	return ts.Store.Substitute(l.Guard, ts.Vars, l.states(ts, delta))
}

// Arrives returns the formula that the changes from Vars to Next are delta.
func (l Acceleration) Arrives(ts *System, delta []*logic.Term) *logic.Term {
	there := l.states(ts, delta)
	z := make([]*logic.Term, len(there))
	for i := range there {
		z[i] = ts.Store.Eq(ts.Next[i], there[i])
	}
	return ts.Store.And(z...)
}

// Counter returns the sort of the numbers of steps: a vector as wide as the widest one that
// changes, or Int if no vector changes.
func (l Acceleration) Counter(st *logic.Store) *logic.Sort {
	width := 0
	for _, d := range l.Delta {
		if d != nil && d.Sort().IsBitVec() {
			width = max(width, d.Sort().Width())
		}
	}
	if width == 0 {
		return st.Int
	}
	return st.BitVec(width)
}

// times returns n times the changes.
func (l Acceleration) times(st *logic.Store, n *logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(l.Delta))
	for i, d := range l.Delta {
		switch {
		case d == nil:
		case d.Sort().IsBitVec():
			z[i] = st.BV(logic.OpBVMul, d, st.Extract(d.Sort().Width()-1, 0, n))
		case d.Sort() == st.Int:
			z[i] = st.Scale(d.Num(), n)
		default:
			z[i] = st.Scale(d.Num(), st.ToReal(n))
		}
	}
	return z
}

// Relation returns the formula over Vars and Next which states that n steps of the acceleration
// lead from one to the other. n is of the sort [Acceleration.Counter].
func (l Acceleration) Relation(ts *System, n *logic.Term) *logic.Term {
	st := ts.Store
	var parts []*logic.Term
	var before *logic.Term // n - 1
	if sort := n.Sort(); sort.IsBitVec() {
		before = st.BVSub(n, st.BVNum(big.NewInt(1), sort.Width()))
		parts = append(parts, st.Not(st.Eq(n, st.BVNum(new(big.Int), sort.Width()))))
		rooms, _ := l.rooms(ts)
		for _, room := range rooms {
			parts = append(parts, st.BV(logic.OpBVUle, before, room.extended(st, sort.Width())))
		}
	} else {
		before = st.Sub(n, st.IntNum(1))
		parts = append(parts, st.Ge(before, st.IntNum(0)))
	}
	return st.And(append(parts, l.Guard, l.After(ts, l.times(st, before)), l.Arrives(ts, l.times(st, n)))...)
}

// Between returns the states between the given one and the one n steps later, as values.
func (l Acceleration) Between(ts *System, now []*logic.Term, n int64) (z [][]*logic.Term) {
	for range n - 1 {
		next := make([]*logic.Term, len(now))
		for k, v := range now {
			if next[k] = v; l.Delta[k] != nil {
				next[k] = plus(ts.Store, v, l.Delta[k])
			}
		}
		z = append(z, next)
		now = next
	}
	return z
}
