// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// loops test whether interpolants generalise. A loop is unrolled further and further. It is proved
// as soon as the interpolants of one unrolling close: one of them implies the disjunction of the
// earlier ones, which is then an inductive invariant. Symbols x, y, … of the current state have
// primes in the step, written X, Y, ….
var loops = []struct {
	name, vars      string
	init, step, bad string
	depth           int // the unrolling that must close by default
	strong, weak    int // the same for these strengths; 0 if it need not close
}{
	{name: "counter", vars: "x : Int", init: "(= x 0)", step: "(= X (+ x 1))", bad: "(< x 0)", depth: 2, strong: 2, weak: 2},
	{name: "counter to ten", vars: "x : Int", init: "(= x 0)", step: "(and (< x 10) (= X (+ x 1)))", bad: "(> x 10)", depth: 2, strong: 2, weak: 2},
	{name: "counter to ten, exact", vars: "x : Int", init: "(= x 0)", step: "(and (< x 10) (= X (+ x 1)))", bad: "(and (>= x 10) (not (= x 10)))", depth: 3, strong: 3, weak: 3},
	{name: "two counters", vars: "x y : Int", init: "(and (= x 0) (= y 0))", step: "(and (= X (+ x 1)) (= Y (+ y 1)))", bad: "(not (= x y))", depth: 2, strong: 2, weak: 2},
	{name: "two speeds", vars: "x y : Int", init: "(and (= x 0) (= y 0))", step: "(and (= X (+ x 1)) (= Y (+ y 2)))", bad: "(< y x)", depth: 2, strong: 2, weak: 2},
	{name: "drain", vars: "x y i j : Int", init: "(and (= x i) (= y j))", step: "(and (not (= x 0)) (= X (- x 1)) (= Y (- y 1)) (= I i) (= J j))", bad: "(and (= x 0) (= i j) (not (= y 0)))", depth: 2, strong: 2, weak: 3},
	{name: "sum", vars: "i s n : Int", init: "(and (= i 0) (= s 0) (>= n 0))", step: "(and (< i n) (= S (+ s i)) (= I (+ i 1)) (= N n))", bad: "(and (>= i n) (< s 0))", depth: 2, strong: 2},
	{name: "bounded by n", vars: "i n : Int", init: "(and (= i 0) (>= n 0))", step: "(and (< i n) (= I (+ i 1)) (= N n))", bad: "(> i n)", depth: 2, strong: 2, weak: 2},
	{name: "parity", vars: "x k : Int", init: "(= x 0)", step: "(= X (+ x 2))", bad: "(= x (+ (* 2 k) 1))", depth: 3, weak: 2},
	{name: "toggle", vars: "p q : Bool", init: "(and p (not q))", step: "(and (= P (not p)) (= Q (not q)))", bad: "(= p q)", depth: 3, strong: 3, weak: 3},
	{name: "branches", vars: "x : Int", init: "(= x 0)", step: "(or (= X (+ x 1)) (= X (+ x 3)))", bad: "(< x 0)", depth: 2, strong: 2, weak: 2},
	{name: "saturating", vars: "x : Int", init: "(= x 0)", step: "(= X (ite (< x 100) (+ x 1) x))", bad: "(> x 100)", depth: 2, strong: 4, weak: 2},
	{name: "lock", vars: "l o n : Int", init: "(and (= l 0) (= o n))", step: "(or (and (= L 1) (= O n) (= N n)) (and (= l 1) (= L 0) (= O o) (= N (+ n 1))))", bad: "(and (= l 1) (not (= o n)))", depth: 3, strong: 3, weak: 3},
	{name: "real", vars: "r s : Real", init: "(and (= r 0.0) (= s 1.0))", step: "(and (= R (+ r 0.5)) (= S (+ s 1.0)))", bad: "(< s r)", depth: 2, strong: 2, weak: 2},
	{name: "bouncy counters", vars: "x y z d : Int", init: "(and (= x 0) (= y 0) (= z 0) (= d 0))", step: "(and (= X (+ x 1)) (or (and (= Y y) (= Z (+ z 1)) (= D (+ d 2))) (and (= Y (+ y 1)) (= Z z) (= D d))))", bad: "(and (= x y) (= y z) (not (= d z)))", depth: 2, weak: 2},
	{name: "convex", vars: "x y n : Int", init: "(and (= x 0) (= y n) (>= n 0))", step: "(and (< x n) (= X (+ x 1)) (= Y (- y 1)) (= N n))", bad: "(and (= x n) (not (= y 0)))", depth: 3, weak: 3},
	{name: "array", vars: "i n : Int, a : (Array Int Int)", init: "(and (= i 0) (= (select a n) 7))", step: "(and (< i n) (= A (store a i 0)) (= I (+ i 1)) (= N n))", bad: "(and (= i n) (not (= (select a n) 7)))", depth: 2, strong: 2, weak: 2},
}

// loop is a transition system read from a line of the table.
type loop struct {
	store           *logic.Store
	now, next       []*logic.Term
	init, step, bad *logic.Term
}

func readLoop(store *logic.Store, vars, init, step, bad string) *loop {
	upper := vars
	var names []string
	for d := range strings.SplitSeq(vars, ",") {
		ns, _, _ := strings.Cut(d, ":")
		names = append(names, strings.Fields(ns)...)
		upper = strings.Replace(upper, ns, strings.ToUpper(ns), 1)
	}
	r := smttest.NewReader(store, vars+","+upper)
	all := strings.Join(names, " ")
	return &loop{store, r.Vars(all), r.Vars(strings.ToUpper(all)), r.Term(init), r.Term(step), r.Term(bad)}
}

// at returns the state variables after k steps.
func (l *loop) at(k int) []*logic.Term {
	z := make([]*logic.Term, len(l.now))
	for i, v := range l.now {
		z[i] = l.store.Var(fmt.Sprintf("%s%d", v.Name(), k), v.Sort())
	}
	return z
}

// unroll returns init, depth steps, and bad.
func (l *loop) unroll(depth int) *smt.Query {
	parts := []*logic.Term{l.store.Substitute(l.init, l.now, l.at(0))}
	both := append(append([]*logic.Term(nil), l.now...), l.next...)
	for k := range depth {
		parts = append(parts, l.store.Substitute(l.step, both, append(l.at(k), l.at(k+1)...)))
	}
	return smt.Sequence(append(parts, l.store.Substitute(l.bad, l.now, l.at(depth)))...)
}

// closed reports whether an interpolant of the unrolling implies the
// disjunction of the earlier ones.
func (l *loop) closed(ctx context.Context, solver smt.Solver, itps []*logic.Term) (bool, error) {
	reached := l.store.False()
	for k, f := range itps[:len(itps)-1] {
		f = l.store.Substitute(f, l.at(k), l.now)
		st, err := solver.Check(ctx, l.store.And(f, l.store.Not(reached)))
		if err != nil {
			return false, err
		}
		if st == smt.Unsat {
			return true, nil
		}
		reached = l.store.Or(reached, f)
	}
	return false, nil
}

// prove unrolls until the interpolants close and returns the depth, or 0.
func (l *loop) prove(t *testing.T, newSolver smttest.NewSolver, strength smt.Strength, limit int) int {
	solver, err := newSolver(l.store)
	require.NoError(t, err)
	defer solver.Close()
	factory := func() (smt.Solver, error) { return newSolver(l.store) }
	p := project.New(l.store, project.Options{Check: true, LastResortValues: true})
	ip := itp.NewModelBased(l.store, factory, p, itp.Options{})
	for depth := 1; depth <= limit; depth++ {
		q := l.unroll(depth)
		q.Strength = strength
		z, err := ip.Interpolate(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, z.Status, z.Reason)
		require.NoError(t, itp.Check(t.Context(), l.store, solver, q, z.Formulas))
		for k, f := range z.Formulas[:depth+1] {
			t.Logf("depth %d, strength %d, after %d steps: %s", depth, strength, k, smttest.Text(f))
		}
		closed, err := l.closed(t.Context(), solver, z.Formulas)
		require.NoError(t, err)
		if closed {
			return depth
		}
	}
	return 0
}

func TestLoops(t *testing.T) {
	newSolver := solvers(t)
	for _, c := range loops {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range []struct {
				strength smt.Strength
				depth    int
			}{{smt.StrengthDefault, c.depth}, {smt.Strong, c.strong}, {smt.Weak, c.weak}} {
				if s.depth == 0 {
					continue
				}
				l := readLoop(logic.NewStore(), c.vars, c.init, c.step, c.bad)
				if l.prove(t, newSolver, s.strength, s.depth) == 0 {
					t.Errorf("strength %d: the interpolants of %d steps do not close", s.strength, s.depth)
				}
			}
		})
	}
}
