// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
	"cornet/logic"
)

// TestBounded states what bounds leave of a conjunction.
func TestBounded(t *testing.T) {
	for _, c := range []struct{ formula, rest string }{
		{"(and (>= x 0) (<= x 9) (> (ite p (+ x 1) (+ x 2)) 11))", "false"},
		{"(and (>= x 0) (<= x 9) (> (ite p (+ x 1) (+ x 2)) 10))", "same"},
		{"(and (>= x 0) (<= x 9) (= y (ite (<= x 9) x (- x 10))))", "(and (>= x 0) (<= x 9) (= y x))"},
		{"(and (>= x 0) (<= x 9) (or p (> x 9)))", "(and (>= x 0) (<= x 9) p)"},
		{"(and (>= x 0) (<= x 9) (> (ite (<= x 8) (+ x 1) (- x 9)) 9))", "false"}, // a wrap
		{"(and (= (+ x y) 5) (>= x 3) (>= y 3))", "false"},
		{"(and (>= x y) (>= y z) (>= z 2) (or p (< x 2)))", "(and (>= x y) (>= y z) (>= z 2) p)"},
		{"(and (>= x 3) (> (mod y 3) x))", "false"},
		{"(> (* x x) x)", "same"},
		{"(and (>= x 16) (<= x 31) (= y (mod x 16)))", "(and (>= x 16) (<= x 31) (= y (- x 16)))"},
		{"(and (>= x 16) (<= x 32) (= y (mod x 16)))", "same"},
		{"(and (>= x 0) (<= x 3) (= y (mod (* x (mod (* x x) 16)) 32)))", "(and (>= x 0) (<= x 3) (= y (* x x x)))"},
		{"(and (>= x (- 12)) (<= x 18) (= (mod x 16) 3))", "(and (>= x (- 12)) (<= x 18) (= x 3))"},
		{"(and (>= x (- 13)) (<= x 18) (= (mod x 16) 3))", "same"},
		{"(and (>= x 4) (<= x 18) (= (mod x 16) 3))", "false"},
		{"(and (>= x 0) (<= x 15) (not (= (mod x (- 16)) 3)))", "(and (>= x 0) (<= x 15) (not (= x 3)))"},
		{"(and (>= x 2) (>= y 3) (< (* x y) 6))", "false"},
		{"(and (>= x 1) (< (div y 0) x))", "same"}, // any value
		{"(and (> (select m 0) 3) (or p (< (select m 0) 3)))", "(and (> (select m 0) 3) p)"},
		{"(and (> x 0) (forall ((x Int)) (or p (> x 0))))", "same"}, // another x
		{"(and (< r 1.0) (> r 2.0))", "false"},
		{"(and (< r 1.0) (>= r 1.0))", "same"}, // bounds are closed
		{"(and (>= r 1.0) p (not (and p (> r 1.0))))", "same"},
		{"(and (<= r 1.0) p (not (and p (< r 1.0))))", "same"},
		{"(and (>= r 1.0) p (not (and p (>= r 1.0))))", "false"},
		{"(and (<= r 1.0) p (not (and p (<= r 1.0))))", "false"},
		{"(and (>= x 0) (<= x 2) (not (= x 2)) (not (= x 0)) (not (= x 1)))", "false"},
		{"(and (>= x 0) (<= x 3) (not (= x 0)) (not (= x 3)) (not (= x 2)) (or p (not (= x 1))))", "(and (>= x 0) (<= x 3) (not (= x 0)) (not (= x 3)) (not (= x 2)) p)"},
		{"(and (>= x 0) (<= x 2) (not (= x 1)))", "same"},
		{"(and (>= r 0.0) (<= r 1.0) (not (= r 0.0)) (not (= r 1.0)))", "same"},
		{"(or p q)", "same"},
	} {
		t.Run(c.formula, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "x y z : Int, r : Real, p q : Bool, m : (Array Int Int)")
			f := reader.Term(c.formula)
			want := f
			if c.rest != "same" {
				want = reader.Term(c.rest)
			}
			require.Same(t, want, bounded(s, f))
		})
	}
}

// TestBoundedKeepsValues: the simplified formula has the same value as the original, for all values
// of the variables.
func TestBoundedKeepsValues(t *testing.T) {
	changed := 0
	for seed := range uint64(2000) {
		s := logic.NewStore()
		g := randomFormula{Rand: rand.New(rand.NewPCG(seed, 1)), s: s, sort: []*logic.Sort{s.Int, s.Real}[seed%2]}
		f := g.make()
		rest := bounded(s, f)
		if rest != f {
			changed++
		}
		m := s.NewModel()
		step := rational.New(1, 1+int64(seed%2)) // halves of real numbers
		for at := range 7 * 7 * 7 {
			for i, x := range g.terms[:3] {
				m.Set(x, s.Num(rational.Int(int64(at/[]int{1, 7, 49}[i]%7-3)).Mul(step), g.sort))
			}
			m.Set(g.p, s.BoolValue(at%2 == 0))
			v := m.Eval(f)
			if !v.IsTrue() && !v.IsFalse() {
				continue // a division by zero
			}
			require.Same(t, v, m.Eval(rest), "seed %d: %v becomes %v at %v", seed, f, rest, m)
		}
	}
	require.Greater(t, changed, 500)
}

// randomFormula makes conjunctions of bounds and comparisons. The comparisons are of a DAG of
// conditional terms, over integers or real numbers.
type randomFormula struct {
	*rand.Rand
	s     *logic.Store
	sort  *logic.Sort
	terms []*logic.Term
	bools []*logic.Term
	p     *logic.Term
}

func (g *randomFormula) make() *logic.Term {
	s := g.s
	for _, name := range []string{"x", "y", "z"} {
		g.terms = append(g.terms, s.Var(name, g.sort))
	}
	g.p = s.Var("p", s.Bool)
	number := func() *logic.Term { return s.Num(rational.Int(int64(g.IntN(9)-4)), g.sort) }
	some := func() *logic.Term { return g.terms[g.IntN(len(g.terms))] }
	compare := func(x, y *logic.Term) *logic.Term {
		return []func(x, y *logic.Term) *logic.Term{s.Le, s.Lt, s.Ge, s.Gt, s.Eq}[g.IntN(5)](x, y)
	}
	for range 8 {
		b := compare(some(), s.Add(some(), number()))
		if k := len(g.bools); k > 0 && g.IntN(3) == 0 {
			other := g.bools[g.IntN(k)]
			b = []*logic.Term{s.And(b, other), s.Or(b, s.Not(other)), s.Eq(b, other), s.Ite(other, b, g.p), s.Not(s.And(b, g.p))}[g.IntN(5)]
		}
		g.bools = append(g.bools, b, compare(some(), number()))
		g.terms = append(g.terms, g.term(some, number))
	}
	var z []*logic.Term
	for _, x := range g.terms[:3] {
		if g.IntN(4) > 0 {
			z = append(z, s.Ge(x, number()), s.Le(x, number()))
			continue
		}
		z = append(z, compare(x, number()))
	}
	for range 2 {
		z = append(z, s.Or(compare(some(), number()), s.Not(g.bools[g.IntN(len(g.bools))])))
	}
	return s.And(append(z, s.Not(g.bools[g.IntN(len(g.bools))]))...)
}

// term combines terms.
func (g *randomFormula) term(some, number func() *logic.Term) *logic.Term {
	s := g.s
	c := g.bools[g.IntN(len(g.bools))]
	z := []*logic.Term{
		s.Add(some(), some(), number()), s.Mul(some(), some()), s.Ite(c, some(), some()), s.Ite(c, some(), s.Add(some(), number())),
		s.Scale(rational.Int(-2), some()),
	}
	if g.sort.IsInt() {
		z = append(z, s.Mod(some(), number()), s.IntDiv(some(), number()), s.Mod(some(), some()), s.IntDiv(some(), some()))
	} else {
		z = append(z, s.ToReal(s.ToInt(some())))
	}
	return z[g.IntN(len(z))]
}

// TestManyBranches settles a block of n branches in a row without looking at its 2^n paths. Each
// branch may change x.
func TestManyBranches(t *testing.T) {
	const n = 2000
	s := logic.NewStore()
	var text strings.Builder
	text.WriteString("x : Int")
	for i := range n {
		fmt.Fprintf(&text, ", c%d : Bool", i)
	}
	reader := smttest.NewReader(s, text.String())
	x := s.IntNum(0)
	for i := range n {
		x = s.Ite(reader.Term(fmt.Sprintf("c%d", i)), s.Add(x, s.IntNum(int64(i%5))), x)
	}
	require.True(t, bounded(s, s.Lt(x, s.IntNum(0))).IsFalse())
	require.True(t, bounded(s, s.Gt(x, s.IntNum(n*2))).IsFalse())
	require.False(t, bounded(s, s.Gt(x, s.IntNum(n*2-1))).IsFalse())
}
