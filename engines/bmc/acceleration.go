// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"

	"cornet/engines/transition"
	"cornet/logic"
	"cornet/smt"
)

// An acceleration stands for any number of equal steps: all state variables change by
// constants, and what a step needs of the state before it is convex. Then n steps
// can be made exactly when the first and the last one can.
type acceleration struct {
	guard *logic.Term   // over Vars: there is such a step
	delta []*logic.Term // the changes, by Vars; nil where the value is kept
}

const (
	maxAccelerations   = 16 // that are learned
	accelerationModels = 48 // steps looked at to learn them
	perCube            = 2  // accelerations from one conjunction of conditions
)

// learn finds accelerations: the conditions under which a step of a model is made, without
// the auxiliary variables, with the changes of the model put in. What could not be
// made twice in a row is no acceleration. The solver has nothing asserted, and has again
// after the call.
func learn(ctx context.Context, ts *transition.System, solver smt.Solver, p smt.Projector) ([]acceleration, error) {
	st := ts.Store
	solver.Push()
	defer solver.Pop(1)
	same := make([]*logic.Term, len(ts.Vars))
	for i, v := range ts.Vars {
		same[i] = st.Eq(v, ts.Next[i])
	}
	if err := solver.Assert(st.And(ts.Trans, st.Not(st.And(same...)))); err != nil {
		return nil, err
	}
	var accelerations []acceleration
	from := map[*logic.Term]int{} // accelerations by their cube
	for n := 0; n < accelerationModels && len(accelerations) < maxAccelerations; n++ {
		status, err := solver.Check(ctx)
		if err != nil || status != smt.Sat {
			return accelerations, err
		}
		m, err := solver.Model()
		if err != nil {
			return nil, err
		}
		cube, err := p.Project(ctx, m, ts.Locals, ts.Trans)
		if err != nil {
			return nil, err
		}
		found := st.Not(cube)
		l, ok := newAcceleration(ts, m, cube)
		if ok {
			if status, err = solver.Check(ctx, l.guard, l.after(ts, l.delta)); err != nil {
				return nil, err
			}
		}
		if ok && status == smt.Sat {
			accelerations = append(accelerations, l)
			if from[cube]++; from[cube] < perCube {
				found = st.Not(st.And(l.guard, l.arrives(ts, l.delta)))
			}
		}
		if err := solver.Assert(found); err != nil {
			return nil, err
		}
	}
	return accelerations, nil
}

// newAcceleration returns the acceleration by the changes that m makes, under the conditions of cube,
// over Vars and Next. It reports false when m changes something that is no number.
func newAcceleration(ts *transition.System, m *logic.Model, cube *logic.Term) (acceleration, bool) {
	st := ts.Store
	l := acceleration{delta: make([]*logic.Term, len(ts.Vars))}
	for i, v := range ts.Vars {
		before, after := m.Value(v), m.Value(ts.Next[i])
		switch {
		case v.Sort().IsArith():
			l.delta[i] = m.Eval(st.Sub(after, before))
		case before != after:
			return acceleration{}, false
		}
	}
	l.guard = convex(st, m, st.Substitute(cube, ts.Next, l.states(ts, l.delta)))
	return l, m.Holds(l.guard)
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
func (l acceleration) states(ts *transition.System, delta []*logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(ts.Vars))
	for i, v := range ts.Vars {
		z[i] = v
		if delta[i] != nil {
			z[i] = ts.Store.Add(v, delta[i])
		}
	}
	return z
}

// after returns the formula over Vars by which the acceleration's step can be made from the
// state that is delta away.
func (l acceleration) after(ts *transition.System, delta []*logic.Term) *logic.Term {
	return ts.Store.Substitute(l.guard, ts.Vars, l.states(ts, delta))
}

// arrives returns the formula by which Next is delta away from Vars.
func (l acceleration) arrives(ts *transition.System, delta []*logic.Term) *logic.Term {
	there := l.states(ts, delta)
	z := make([]*logic.Term, len(there))
	for i := range there {
		z[i] = ts.Store.Eq(ts.Next[i], there[i])
	}
	return ts.Store.And(z...)
}

// times returns n times the changes; n is an Int.
func (l acceleration) times(st *logic.Store, n *logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(l.delta))
	for i, d := range l.delta {
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

// relation returns the formula over Vars and Next by which n steps of the acceleration lead
// from one to the other.
func (l acceleration) relation(ts *transition.System, n *logic.Term) *logic.Term {
	st := ts.Store
	one := st.IntNum(1)
	return st.And(st.Ge(n, one), l.guard, l.after(ts, l.times(st, st.Sub(n, one))), l.arrives(ts, l.times(st, n)))
}
