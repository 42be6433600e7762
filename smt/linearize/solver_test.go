// SPDX-License-Identifier: Apache-2.0

package linearize_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestIdentities has formulas that follow from polynomial equations, exactly and modulo powers of
// two, and formulas that do not.
func TestIdentities(t *testing.T) {
	for _, c := range []struct {
		name, formula string
		want          smt.Status
	}{
		{"binomial", "(not (= (* (+ x y) (+ x y)) (+ (* x x) (* 2 x y) (* y y))))", smt.Unsat},
		{"multiple of an equation", "(and (= x (+ y 1)) (not (= (* x z) (+ (* y z) z))))", smt.Unsat},
		{"both", "(and (= (* 2 s) (* i (- i 1))) (= n (- i 1)) (not (= (* 2 s) (* n (+ n 1)))))", smt.Unsat},
		{"order to equation", "(and (<= i n) (>= i n) (not (= (* i x) (* n x))))", smt.Unsat},
		{"sum in a wrapping loop", `(and (= (mod (- (* 2 s) (* i i)) 4294967296) 0) (= j (ite (<= i 2147483646) (+ i 1) (- i 4294967295)))
			(= r (ite (<= (+ s i) 2147483647) (+ s i) (- (+ s i) 4294967296))) (not (= (mod (+ (- (* 2 r) (* j j)) 1) 4294967296) 0)))`, smt.Unsat},
		{"wrong by one", `(and (= (mod (- (* 2 s) (* i i)) 4294967296) 0) (= j (+ i 1)) (= r (+ s i)) (= i 0) (= s 0) (not (= (mod (- (* 2 r) (* j j)) 4294967296) 0)))`, smt.Sat},
		{"wraps of wraps", `(and (<= (- 2147483648) x 2147483647) (<= (- 2147483648) y 2147483647) (= (mod (- (* x y) i) 4294967296) 0)
			(= a (ite (< (+ x y) (- 2147483648)) (+ x y 4294967296) (ite (<= (+ x y) 2147483647) (+ x y) (- (+ x y) 4294967296))))
			(= b (ite (< (- a y) (- 2147483648)) (- (+ a 4294967296) y) (ite (<= (- a y) 2147483647) (- a y) (- a y 4294967296))))
			(not (= (mod (- (* b y) i) 4294967296) 0)))`, smt.Unsat},
		{"extended Euclid", `(and (= (mod (- (+ (* q r) 1) (* p s)) 18446744073709551616) 0) (<= (- 9223372036854775808) p 9223372036854775807) (<= (- 9223372036854775808) q 9223372036854775807)
			(<= (- 9223372036854775808) r 9223372036854775807) (<= (- 9223372036854775808) s 9223372036854775807) (or
			(and (< a b) (= i p) (= j (ite (<= p (+ q 9223372036854775808)) (ite (<= (+ p 9223372036854775808) q) (- q p 18446744073709551616) (- q p)) (- (+ q 18446744073709551616) p)))
				(= x r) (= y (ite (<= r (+ s 9223372036854775808)) (ite (<= (+ r 9223372036854775808) s) (- s r 18446744073709551616) (- s r)) (- (+ s 18446744073709551616) r))))
			(and (> a b) (= i (ite (<= (+ p 9223372036854775809) q) (- (+ p 18446744073709551616) q) (ite (<= p (+ q 9223372036854775807)) (- p q) (- p q 18446744073709551616))))
				(= j q) (= x (ite (<= (+ r 9223372036854775809) s) (- (+ r 18446744073709551616) s) (ite (<= r (+ s 9223372036854775807)) (- r s) (- r s 18446744073709551616)))) (= y s)))
			(not (= (mod (- (+ (* j x) 1) (* i y)) 18446744073709551616) 0)))`, smt.Unsat},
		{"product of remainders", "(and (= x (mod a 256)) (= y (mod b 256)) (not (= (mod (* x y) 256) (mod (* a b) 256))))", smt.Unsat},
		{"more bits", "(and (= x (mod a 256)) (not (= (mod (* x x) 1024) (mod (* a a) 1024))) (= a 257))", smt.Sat},
		{"zero divisors", "(and (= (mod (* 2 x) 16) 0) (not (= (mod (* 2 x y) 16) 0)))", smt.Unsat},
		{"no division by two", "(and (= (mod (* 2 x) 16) 0) (not (= (mod x 16) 0)) (= x 8) (= y (* x x)))", smt.Sat},
		{"squares are not negative", "(< (* x x) 0)", smt.Unsat},
		{"product of positive numbers", "(and (> x 0) (> y 0) (<= (* x y) 0))", smt.Unsat},
		{"equal remainders below the modulus", "(and (= (mod (- x (* y z)) 16) 0) (<= 0 x 15) (not (= x (mod (* y z) 16))))", smt.Unsat},
		{"modulo no power of two", "(and (= x (mod a 10)) (= y (mod b 10)) (= a 13) (= b 14) (not (= (* x y) 12)))", smt.Unsat},
		{"quotients", "(and (= q (div (* x y) 2)) (= x 6) (not (= q (* 3 y))))", smt.Unsat},
		{"negative divisor", "(and (= q (div (* x y) (- 2))) (= x 6) (not (= q (* (- 3) y))))", smt.Unsat},
		{"product over a box", "(and (<= 0 x 255) (<= 0 y 255) (> (* x y) 65025))", smt.Unsat},
		{"box through equations", "(and (= i x) (= j y) (<= 0 x 255) (<= 0 y 255) (> (* i j) 65025))", smt.Unsat},
		{"corner of a box", "(and (<= 0 x 255) (<= 0 y 255) (> (* x y) 65024))", smt.Sat},
		{"negative box", "(and (<= (- 7) x 3) (<= (- 2) y 5) (< (* x y) (- 35)))", smt.Unsat},
		{"square over an interval", "(and (< 3 x) (<= x 65535) (or (<= (* x x) 9) (< (* x x) x)))", smt.Unsat},
		{"percentage", "(and (>= x 0) (<= 0 y 100) (= (+ (* 100 q) r) (* x y)) (<= 0 r 99) (> q x))", smt.Unsat},
		{"division is unique", "(and (> b 0) (<= 0 r) (< r b) (<= 0 s) (< s b) (= (+ (* q b) r) a) (= (+ (* n b) s) a) (not (= r s)))", smt.Unsat},
		{"order of multiples", "(and (> x y) (> z 2) (< (* x z) (+ (* y z) z)))", smt.Unsat},
		{"reals over a box", "(and (<= 0.0 u 0.5) (<= 0.0 v 0.5) (> (* u v) 0.25))", smt.Unsat},
		{"reals in order", "(and (> u v) (< v 0.0) (> (* u u) 0.0) (>= (* u v) (* v v)))", smt.Unsat},
		{"reals", "(and (= u (+ v 0.5)) (not (= (* u v) (+ (* v v) (* 0.5 v)))))", smt.Unsat},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := logic.NewStore()
			script, err := smtlib.ReadString(s, "test", declarations+"(assert "+c.formula+")")
			require.NoError(t, err)
			solver := newSolver(t, s)
			f := script.Commands[len(script.Commands)-1].Term
			require.NoError(t, solver.Assert(f))
			st, err := solver.Check(context.Background())
			require.NoError(t, err)
			require.Equal(t, c.want, st)
			if st == smt.Sat {
				m, err := solver.Model()
				require.NoError(t, err)
				require.True(t, m.Holds(f))
			}
		})
	}
}

const declarations = `(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const a Int) (declare-const b Int) (declare-const s Int)
	(declare-const i Int) (declare-const j Int) (declare-const n Int) (declare-const p Int) (declare-const r Int) (declare-const q Int) (declare-const u Real) (declare-const v Real)`

func newSolver(t *testing.T, s *logic.Store) smt.Solver {
	solver, err := native.Backend{Proofs: true}.New(s, smt.Options{Ticks: 20_000})
	require.NoError(t, err)
	return solver
}

// random makes formulas about few small numbers.
type random struct {
	s    *logic.Store
	rnd  *rand.Rand
	vars []*logic.Term
}

func (r *random) term(depth int) *logic.Term {
	if depth == 0 || r.rnd.Intn(5) == 0 {
		if r.rnd.Intn(4) == 0 {
			return r.s.IntNum(int64(r.rnd.Intn(7) - 3))
		}
		return r.vars[r.rnd.Intn(len(r.vars))]
	}
	x, y := r.term(depth-1), r.term(depth-1)
	k := r.s.IntNum([]int64{2, 4, 8, 8, 16, 3, -4}[r.rnd.Intn(7)])
	switch r.rnd.Intn(8) {
	case 0, 1:
		return r.s.Add(x, y)
	case 2:
		return r.s.Sub(x, y)
	case 3:
		return r.s.Mod(x, k)
	case 4:
		return r.s.IntDiv(x, k)
	case 5:
		return r.s.Ite(r.atom(depth-1), x, y)
	}
	return r.s.Mul(x, y)
}

func (r *random) atom(depth int) *logic.Term {
	x, y := r.term(depth), r.term(depth)
	switch r.rnd.Intn(4) {
	case 0:
		return r.s.Le(x, y)
	case 1:
		return r.s.Eq(r.s.Mod(r.s.Sub(x, y), r.s.IntNum(8)), r.s.IntNum(0))
	}
	return r.s.Eq(x, y)
}

func (r *random) formula() *logic.Term {
	var conj []*logic.Term
	for range 1 + r.rnd.Intn(4) {
		t := r.atom(2)
		switch r.rnd.Intn(4) {
		case 0:
			t = r.s.Not(t)
		case 1:
			t = r.s.Or(t, r.atom(2))
		}
		conj = append(conj, t)
	}
	return r.s.And(conj...)
}

// TestAgainstEnumeration: the solver finds no formula unsatisfiable that numbers satisfy, neither
// as an assertion nor as an assumption. Models satisfy the formula. Scopes and earlier checks do
// not matter. The numbers that the test tries are small, but the solver cannot use this.
func TestAgainstEnumeration(t *testing.T) {
	if testing.Short() {
		t.Skip("enumerates")
	}
	rnd := rand.New(rand.NewSource(1))
	count := map[smt.Status]int{}
	for range 25 {
		s := logic.NewStore()
		r := &random{s, rnd, []*logic.Term{s.Var("x", s.Int), s.Var("y", s.Int), s.Var("z", s.Int)}}
		solver := newSolver(t, s)
		asserted := r.formula()
		require.NoError(t, solver.Assert(asserted))
		for range 3 {
			assumed := r.formula()
			pushed := rnd.Intn(2) == 0
			inner := s.True()
			if pushed {
				solver.Push()
				inner = r.formula()
				require.NoError(t, solver.Assert(inner))
			}
			st, err := solver.Check(context.Background(), assumed)
			require.NoError(t, err)
			count[st]++
			all := s.And(asserted, inner, assumed)
			switch st {
			case smt.Sat:
				m, err := solver.Model()
				require.NoError(t, err)
				require.True(t, m.Holds(all), "%v", all)
			case smt.Unsat:
				core := s.And(append(solver.Core(), asserted, inner)...)
				require.False(t, satisfiable(s, r.vars, core), "%v", core)
			}
			if pushed {
				solver.Pop(1)
			}
		}
	}
	t.Log(count)
	require.Greater(t, count[smt.Unsat], 10)
	require.Greater(t, count[smt.Sat], 5)
}

// satisfiable looks for small numbers that satisfy f.
func satisfiable(s *logic.Store, vars []*logic.Term, f *logic.Term) bool {
	m := s.NewModel()
	var try func(k int) bool
	try = func(k int) bool {
		if k == len(vars) {
			return m.Holds(f)
		}
		for n := int64(-3); n <= 4; n++ {
			m.Set(vars[k], s.IntNum(n))
			if try(k + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}
