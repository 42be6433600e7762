// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
	"cornet/logic"
)

// TestPaths states what the paths through a conditional term decide.
func TestPaths(t *testing.T) {
	const nested = "(ite (<= x 0) 0 (ite (<= x 1) x (ite (<= x 2) (+ x y) 7)))"
	for _, c := range []struct {
		formula string
		refuted bool
	}{
		{"(and (not (= " + nested + " 0)) (<= x 0))", true},
		{"(and (>= y 0) (< " + nested + " x) (<= x 7))", true},
		{"(and (>= y 0) (< " + nested + " x) (<= x 8))", false},
		{"(and (>= y (- 1)) (< " + nested + " x) (<= x 7))", false},
		{"(and (> x y) (<= (ite (> x y) 1 2) 1))", false},
		{"(< (ite (and (<= x 3) p) x 3) (ite p x 3))", false}, // one term is looked at, and p is not a bound
		{"(> (ite (and (<= x 3) p) x 3) 3)", true},
		{"(and (not (= (ite (< r 1.0) r 1.0) 1.0)) (>= r 1.0))", true},
		{"(and (< (ite (< r 1.0) 1.0 r) r) p)", true},
		{"(and (<= (ite (> r 1.0) r 2.0) 1.0) p)", false}, // bounds are closed
	} {
		t.Run(c.formula, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "x y : Int, r : Real, p : Bool")
			require.Equal(t, c.refuted, bounded(s, reader.Term(c.formula)).IsFalse())
		})
	}
}

// TestPathsAreAll: a formula that paths refute has no model among values from -6 to 6. The paths
// must refute many formulas.
func TestPathsAreAll(t *testing.T) {
	refuted := 0
	for seed := range uint64(1500) {
		s := logic.NewStore()
		r := rand.New(rand.NewPCG(seed, 2))
		sort := []*logic.Sort{s.Int, s.Real}[seed%2]
		x, y := s.Var("x", sort), s.Var("y", sort)
		number := func() *logic.Term { return s.Num(rational.Int(int64(r.IntN(9)-4)), sort) }
		compare := func(a, b *logic.Term) *logic.Term {
			return []func(a, b *logic.Term) *logic.Term{s.Le, s.Lt, s.Ge, s.Gt, s.Eq}[r.IntN(5)](a, b)
		}
		side := func() *logic.Term { return []*logic.Term{x, y, number()}[r.IntN(3)] }
		leaf := func() *logic.Term {
			return []*logic.Term{number(), s.Add(x, number()), s.Add(side(), side()), s.Sub(y, x)}[r.IntN(4)]
		}
		z := leaf()
		for range 1 + r.IntN(6) {
			c := compare(side(), number())
			if r.IntN(3) == 0 {
				c = []func(...*logic.Term) *logic.Term{s.And, s.Or}[r.IntN(2)](c, compare(side(), number()))
			}
			if r.IntN(2) == 0 {
				z = s.Ite(c, leaf(), z)
			} else {
				z = s.Ite(c, z, leaf())
			}
		}
		goal := func() *logic.Term { return compare(s.Sub(z, side()), number()) }
		f := s.And(s.Or(goal(), s.Not(goal())), goal(), compare(x, number()), compare(y, number()), s.Ite(goal(), goal(), s.Not(goal())))
		b := &bounds{store: s, facts: map[*logic.Term]rational.Interval{}, values: map[*logic.Term]rational.Interval{}}
		if !b.refutes(conjuncts(s, f)) {
			continue
		}
		refuted++
		step := rational.New(1, 1+int64(seed%2)) // halves of real numbers
		m := s.NewModel()
		for i := range 25 * 25 {
			m.Set(x, s.Num(rational.Int(int64(i%25-12)).Mul(step), sort))
			m.Set(y, s.Num(rational.Int(int64(i/25-12)).Mul(step), sort))
			require.False(t, m.Eval(f).IsTrue(), "seed %d: %v at %v", seed, f, m)
		}
		for _, in := range b.facts {
			require.True(t, in.IsFull(), "seed %d: a path has left a fact", seed)
		}
	}
	require.Greater(t, refuted, 100)
}

// TestManyPaths: deeply nested conditions are settled in linear time. A term with too many paths is
// left alone.
func TestManyPaths(t *testing.T) {
	const n = 5000
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.IntNum(n)
	for i := range n {
		k := s.IntNum(int64(n - i - 1))
		y = s.Ite(s.Le(x, k), s.Sub(k, s.IntNum(1)), y)
	}
	require.True(t, bounded(s, s.And(s.Le(x, y), s.Ge(x, s.IntNum(0)), s.Lt(x, s.IntNum(n)))).IsFalse())
	require.False(t, bounded(s, s.And(s.Le(x, y), s.Lt(x, s.IntNum(n)))).IsFalse())

	reader := smttest.NewReader(s, "a : Int")
	z := reader.Term("a")
	for i := range 200 {
		c := smttest.NewReader(s, fmt.Sprintf("a c%d : Int", i)).Term(fmt.Sprintf("(< a c%d)", i))
		z = s.Ite(c, s.Add(z, s.IntNum(1)), z)
	}
	f := s.Lt(z, reader.Term("a"))
	require.Same(t, f, bounded(s, f))
}
