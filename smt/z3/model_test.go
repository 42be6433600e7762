// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
)

// TestModels has formulas with one model, or with one value for the term in question.
func TestModels(t *testing.T) {
	for _, c := range []struct{ formula, term, want string }{
		{"p", "p", "true"},
		{"(and (not p) (= q p))", "q", "false"},
		{"(and (< x 5) (< 3 x))", "x", "4"},
		{"(= (* 3 u) 1)", "u", "(/ 1 3)"},
		{"(= (* 3 u) (- 7))", "u", "(- (/ 7 3))"},
		{"(= x (* 4294967296 4294967296 (- 3)))", "x", "(- 55340232221128654848)"},
		{"(= (* 36893488147419103232 u) 1)", "u", "(/ 1 36893488147419103232)"},
		{"(= s (bvnot #x0f))", "s", "#xf0"},
		{"(= w #xffff0000ffff0000ffff)", "w", "#xffff0000ffff0000ffff"},
		{"(= a (store ((as const (Array Int Int)) 7) 3 4))", "a", "(store ((as const (Array Int Int)) 7) 3 4)"},
		{"(and (= aa ((as const (Array Int (Array Int Real))) ((as const (Array Int Real)) (/ 1 2)))))", "(select (select aa 7) 8)", "(/ 1 2)"},
		{"(and (select ab #x07) (not (select ab #x08)))", "(and (select ab #x07) (not (select ab #x08)))", "true"},
		{"(= l (cons 1 (cons 2 nil)))", "l", "(cons 1 (cons 2 nil))"},
		{"(= tr (node 3 (some (node 4 none) none)))", "tr", "(node 3 (some (node 4 none) none))"},
		{"(= pr (pair 1 (store ((as const (Array Int List)) nil) 0 (cons 0 nil))))", "(select (right pr) 0)", "(cons 0 nil)"},
		{"(and (= (f 1) 2) (= (f 2) 3) (= x (f (f 1))))", "x", "3"},
		{"(and (h 1 (store a 0 5)) (not (h 1 a)))", "(= (select a 0) 5)", "false"},
		{"(and (not (= e e2)) (= (g e true) e2) (= (g e2 true) e))", "(= (g (g e true) true) e)", "true"},
		{"(and (= a b) (= (select b 10) 11) (= (store a 10 12) (store b 10 12)))", "(select a 10)", "11"},
		{"(not (= a b))", "(= a b)", "false"},
		{"(forall ((i Int)) (= (f i) 3))", "(f 77)", "3"},
	} {
		s := logic.NewStore()
		z := newSolver(t, s)
		formula, term, want := readTerm(t, s, c.formula), readTerm(t, s, c.term), readTerm(t, s, c.want)
		require.NoError(t, z.Assert(formula))
		require.Equal(t, smt.Sat, check(t, z), c.formula)
		m := needModel(t, z, formula)
		require.Same(t, s.Simplify(want), m.Eval(term), c.formula)
		z.Close()
	}
}

// TestModelIsSilentAboutDivisionByZero: Z3 invents a value for x/0, which SMT-LIB leaves open. Our
// model omits it.
func TestModelIsSilentAboutDivisionByZero(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	f := readTerm(t, s, "(and (= (div x y) 5) (= y 0) (= (/ u v) 1.0) (= v 0.0))")
	require.NoError(t, z.Assert(f))
	require.Equal(t, smt.Sat, check(t, z))
	m := needModel(t, z)
	require.False(t, m.Eval(f).IsValue())
	require.True(t, m.Eval(readTerm(t, s, "(= y 0)")).IsTrue())
}

func TestModelsThatTermsCannotExpress(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	require.NoError(t, z.Assert(readTerm(t, s, "(= (* u u) 2.0)")))
	require.Equal(t, smt.Sat, check(t, z))
	_, err := z.Model()
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "value of u")
}

// TestUninterpretedValues has values of an uninterpreted sort in formulas. They are different
// elements, including those that appear later and under other scopes.
func TestUninterpretedValues(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	u := s.Uninterpreted("U")
	x, y := s.Var("x", u), s.Var("y", u)
	val := func(name string) *logic.Term { return s.UninterpretedValue(name, u) }
	require.NoError(t, z.Assert(s.Or(s.Eq(x, val("a")), s.Eq(x, val("U!val!0")))))
	require.NoError(t, z.Assert(s.Not(s.Eq(x, y))))
	require.Equal(t, smt.Sat, check(t, z, s.Eq(x, val("U!val!0"))))
	m := needModel(t, z, s.Eq(x, val("U!val!0")), s.Not(s.Eq(x, y)))
	require.NotSame(t, val("U!val!0"), m.Value(y))
	z.Push()
	require.NoError(t, z.Assert(s.Eq(x, val("b"))))
	require.Equal(t, smt.Unsat, check(t, z))
	z.Pop(1)
	require.Equal(t, smt.Unsat, check(t, z, s.Eq(x, val("c"))))
	// b is known, although it was asserted only in a closed scope
	require.Equal(t, smt.Unsat, check(t, z, s.Eq(x, val("b"))))
	require.Equal(t, smt.Sat, check(t, z, s.Eq(y, m.Value(y)), s.Eq(x, m.Value(x))))
	needModel(t, z, s.Eq(y, m.Value(y)), s.Eq(x, m.Value(x)))
}

func TestModelAssignsConstantFunctions(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	c := s.Apply(s.Func("c", nil, s.Int))
	require.NoError(t, z.Assert(s.Eq(c, s.IntNum(42))))
	require.Equal(t, smt.Sat, check(t, z))
	require.Same(t, s.IntNum(42), needModel(t, z).Eval(c))
}
