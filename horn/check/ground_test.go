// SPDX-License-Identifier: Apache-2.0

package check

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// judgeOf returns a judge that asks the embedded solver, which has no quantifiers.
func judgeOf(t *testing.T, s *logic.Store) *judge {
	j := newJudge(t.Context(), s, Options{Solver: func() (smt.Solver, error) { return native.NewSolver(s, smt.Options{}), nil }})
	t.Cleanup(j.close)
	return j
}

// TestGround has claims about arrays, as they occur in models of loops.
func TestGround(t *testing.T) {
	for name, c := range map[string]struct {
		premise, claim string
		holds          bool
	}{
		"a loop that copies": {
			"(and (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) (select b k)))) (= c (store a i (select b i))))",
			"(forall ((k Int)) (=> (and (<= 0 k) (< k (+ i 1))) (= (select c k) (select b k))))", true},
		"with an offset": {
			"(and (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a (+ k d)) (select b k)))) (= c (store a (+ i d) (select b i))))",
			"(forall ((k Int)) (=> (and (<= 0 k) (< k (+ i 1))) (= (select c (+ k d)) (select b k))))", true},
		"one cell too many": {
			"(forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 0)))",
			"(forall ((k Int)) (=> (and (<= 0 k) (<= k i)) (= (select a k) 0)))", false},
		"a sorted array": {
			"(forall ((k Int) (l Int)) (=> (and (<= 0 k) (<= k l) (< l n)) (<= (select a k) (select a l))))",
			"(=> (< 5 n) (<= (select a 2) (select a 5)))", true},
		"what exists has a name": {
			"(and (exists ((k Int)) (and (<= 0 k) (< k n) (= (select a k) 7))) (< n 9))",
			"(exists ((l Int)) (and (<= 0 l) (< l 9) (= (select a l) 7)))", true},
		"a quantifier in a case": {
			"(or (forall ((k Int)) (= (select a k) 1)) (forall ((k Int)) (= (select a k) 2)))",
			"(<= 1 (select a i))", true},
		"of a quantifier below =, nothing is known": {
			"(= (< i 0) (forall ((k Int)) (= (select a k) 1)))",
			"(=> (< i 0) (= (select a i) 1))", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := logic.NewStore()
			scope, array := smtlib.NewScope(s), s.Array(s.Int, s.Int)
			scope.Declare(nil, []*logic.Term{s.Var("a", array), s.Var("b", array), s.Var("c", array), s.Var("i", s.Int), s.Var("n", s.Int), s.Var("d", s.Int)})
			x, err := scope.ReadTerm("(and " + c.premise + " (not " + c.claim + "))")
			require.NoError(t, err)
			z, err := judgeOf(t, s).ground(s.Simplify(x))
			require.NoError(t, err)
			require.Equal(t, c.holds, z == holds)
		})
	}
}

// TestGroundRandom makes formulas that are true of some array. The judge must not find them
// contradictory. Quantifiers are bounded, so that they can be evaluated.
func TestGroundRandom(t *testing.T) {
	const cells = 3
	rnd := rand.New(rand.NewPCG(5, 6))
	trues, refuted := 0, 0
	for range 1000 {
		s := logic.NewStore()
		array := s.Var("a", s.Array(s.Int, s.Int))
		m := s.NewModel()
		value := s.ConstArray(array.Sort(), s.IntNum(int64(rnd.IntN(3))))
		for i := range int64(cells) {
			value = s.Store(value, s.IntNum(i), s.IntNum(int64(rnd.IntN(3))))
		}
		m.Set(array, value)
		numbers := []*logic.Term{s.Var("x", s.Int), s.Var("y", s.Int)}
		for _, v := range numbers {
			m.Set(v, s.IntNum(int64(rnd.IntN(cells))))
		}
		var formula func(depth int, vars []*logic.Term) *logic.Term
		number := func(vars []*logic.Term) *logic.Term {
			v := vars[rnd.IntN(len(vars))]
			if rnd.IntN(3) == 0 {
				v = s.Add(v, s.IntNum(int64(rnd.IntN(3)-1)))
			}
			if rnd.IntN(2) == 0 {
				return s.Select(array, v)
			}
			return v
		}
		formula = func(depth int, vars []*logic.Term) *logic.Term {
			switch n := rnd.IntN(7); {
			case depth == 0 || n == 0:
				if rnd.IntN(2) == 0 {
					return s.Eq(number(vars), number(vars))
				}
				return s.Le(number(vars), number(vars))
			case n == 1:
				return s.Not(formula(depth-1, vars))
			case n == 2:
				return s.Or(formula(depth-1, vars), formula(depth-1, vars))
			case n == 3:
				return s.And(formula(depth-1, vars), formula(depth-1, vars))
			case n == 4:
				return s.Ite(formula(depth-1, vars), formula(depth-1, vars), formula(depth-1, vars))
			default:
				k := s.Fresh("k", s.Int)
				in := s.And(s.Le(s.IntNum(0), k), s.Lt(k, s.IntNum(cells)))
				body := formula(depth-1, append(vars[:len(vars):len(vars)], k))
				if n == 5 {
					return s.Forall([]*logic.Term{k}, s.Implies(in, body))
				}
				return s.Exists([]*logic.Term{k}, s.And(in, body))
			}
		}
		x := formula(5, numbers)
		z, err := judgeOf(t, s).ground(x)
		require.NoError(t, err)
		if m.Holds(enumerated(s, x, cells)) {
			trues++
			require.NotEqual(t, holds, z, "%v", x)
		} else if z == holds {
			refuted++
		}
	}
	t.Logf("%d true of an array, %d others contradictory", trues, refuted)
	require.Greater(t, trues, 200)
	require.Greater(t, refuted, 20)
}

// enumerated replaces quantifiers over numbers by their instances from 0 to n−1.
func enumerated(s *logic.Store, t *logic.Term, n int64) *logic.Term {
	if !t.HasQuantifiers() {
		return t
	}
	var args []*logic.Term
	if len(t.Bound()) == 0 {
		for _, a := range t.Args() {
			args = append(args, enumerated(s, a, n))
		}
		return s.Rebuild(t, args)
	}
	for i := range n {
		args = append(args, enumerated(s, s.Substitute(t.Arg(0), t.Bound(), []*logic.Term{s.IntNum(i)}), n))
	}
	if t.Op() == logic.OpForall {
		return s.And(args...)
	}
	return s.Or(args...)
}
