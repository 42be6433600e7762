// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// loopSystem is a loop over n, i, s and t. It begins with start, makes the step to n, j, r and u,
// and must not satisfy wrong. The text may use functions for signed numbers that wrap, by
// remainders (w32, w64) or by cases (c32), and for unsigned ones (u32).
func loopSystem(t *testing.T, start, step, wrong string) *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "test", `(set-logic HORN) (declare-fun loop (Int Int Int Int) Bool)
		(define-fun w32 ((x Int)) Int (- (mod (+ x 2147483648) 4294967296) 2147483648))
		(define-fun w64 ((x Int)) Int (- (mod (+ x 9223372036854775808) 18446744073709551616) 9223372036854775808))
		(define-fun c32 ((x Int)) Int (ite (< x (- 2147483648)) (+ x 4294967296) (ite (<= x 2147483647) x (- x 4294967296))))
		(define-fun u32 ((x Int)) Int (mod x 4294967296))
		(define-fun int ((x Int)) Bool (<= (- 2147483648) x 2147483647))
		(assert (forall ((n Int) (i Int) (s Int) (t Int)) (=> (and `+start+`) (loop n i s t))))
		(assert (forall ((n Int) (i Int) (s Int) (t Int) (j Int) (r Int) (u Int)) (=> (and (loop n i s t) `+step+`) (loop n j r u))))
		(assert (forall ((n Int) (i Int) (s Int) (t Int)) (=> (and (loop n i s t) `+wrong+`) false)))`)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// Loops that compute polynomials. A query that follows from the equations is decided, and the
// equations are a model that the validator accepts. Other queries are left.
func TestPolynomials(t *testing.T) {
	sum := [3]string{"(int n) (= i 0) (= s 0) (= t 0)", "(< i n) (= j (c32 (+ i 1))) (= r (c32 (+ s j))) (= u t)", ""}
	for _, c := range []struct {
		name, start, step, wrong string
		decided                  bool
	}{
		{"sum", sum[0] + "(>= n 0)", sum[1], "(>= i n) (not (= (w32 (* 2 s)) (w32 (* n (+ n 1)))))", true},
		{"sum up to what may be negative", sum[0], sum[1], "(>= i n) (not (= (w32 (* 2 s)) (w32 (* n (+ n 1)))))", false},
		{"half of a sum that may wrap", sum[0] + "(>= n 0)", sum[1], "(>= i n) (not (= s (w32 (* n (+ n 1)))))", false},
		{"sum without wrapping", "(= i 0) (= s 0) (= t 0)", "(< i n) (= j (+ i 1)) (= r (+ s j)) (= u t)", "(not (= (* 2 s) (* i (+ i 1))))", true},
		{"sum without wrapping, wrong", "(= i 0) (= s 0) (= t 0)", "(< i n) (= j (+ i 1)) (= r (+ s j)) (= u t)", "(> i 2) (= (* 2 s) (* i (+ i 1)))", false},
		{"sum of squares", "(int n) (= i 0) (= s 0) (= t 0)", "(= j (c32 (+ i 1))) (= r (w32 (+ s (* j j)))) (= u t)",
			"(not (= (w32 (* 6 s)) (w32 (* (* i (+ i 1)) (+ (* 2 i) 1)))))", true},
		{"squares by differences", "(= n 0) (= i 0) (= s 0) (= t 1)", "(= j (u32 (+ i 1))) (= r (u32 (+ s t))) (= u (u32 (+ t 2)))", "(not (= s (u32 (* i i))))", true},
		{"squares by differences, 64 bits of 32", "(= n 0) (= i 0) (= s 0) (= t 1)", "(= j (u32 (+ i 1))) (= r (u32 (+ s t))) (= u (u32 (+ t 2)))", "(not (= s (w64 (* i i))))", false},
		{"product", "(int n) (int t) (= i 0) (= s 0) (>= n 0)", "(< i n) (= j (c32 (+ i 1))) (= r (c32 (+ s t))) (= u t)", "(>= i n) (not (= s (w32 (* n t))))", true},
		{"product, 64 bits", "(int n) (int t) (= i 0) (= s 0) (>= n 0)", "(< i n) (= j (w64 (+ i 1))) (= r (w64 (+ s t))) (= u t)", "(>= i n) (not (= s (w64 (* n t))))", true},
		{"geometric series", "(int n) (= i n) (= s 1) (= t 1)", "(= j i) (= r (w32 (+ (* s i) 1))) (= u (w32 (* t i)))", "(not (= (w32 (* s (- i 1))) (w32 (- (* t i) 1))))", true},
		{"geometric series, wrong", "(int n) (= i n) (= s 1) (= t 1)", "(= j i) (= r (w32 (+ (* s i) 1))) (= u (w32 (* t i)))", "(not (= (w32 (* s (- i 1))) (w32 (- t 1))))", false},
		{"division", "(int n) (int t) (>= n 0) (> t 0) (= i 0) (= s n)", "(>= s t) (= j (c32 (+ i 1))) (= r (c32 (- s t))) (= u t)", "(not (= n (w32 (+ (* i t) s))))", true},
		{"division, wrong", "(int n) (int t) (>= n 0) (> t 0) (= i 0) (= s n)", "(>= s t) (= j (c32 (+ i 1))) (= r (c32 (- s t))) (= u t)", "(not (= n (w32 (+ (* i t) s 1))))", false},
		{"squares by differences that wrap by cases", "(int n) (= i 0) (= s 1) (= t 1)", "(>= n s) (= j (c32 (+ i 1))) (= u (c32 (+ t 2))) (= r (c32 (+ s u)))", "(not (= s (w32 (* (c32 (+ i 1)) (c32 (+ i 1))))))", true},
		{"doubling up to a limit", "(int n) (int t) (>= t 1) (>= n t) (= i 1) (= s t)", "(<= (* 2 s) n) (= j (c32 (* 2 i))) (= r (c32 (* 2 s))) (= u t)",
			"(or (> s n) (not (= s (w32 (* i t)))))", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := loopSystem(t, c.start, c.step, c.wrong)
			z, m := strengthened(t, sys, Polynomials)
			decided := true
			for _, c := range z.System.Clauses {
				decided = decided && c.Head != nil
			}
			require.Equal(t, c.decided, decided)
			if !decided {
				return
			}
			require.NoError(t, check.Model(context.Background(), sys, m, check.Options{Solver: func() (smt.Solver, error) {
				return native.Backend{Proofs: true}.New(sys.Store, smt.Options{})
			}}))
		})
	}
}

// The equations found for random loops hold in all of their runs, also with large numbers.
func TestPolynomialsHold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(0, 3))
	pick := func(z ...string) string { return z[rnd.IntN(len(z))] }
	equations := 0
	for range 6 {
		wrap := pick("w32", "c32", "u32", "w64")
		value := func() string {
			return "(" + wrap + " " + pick("(+ i 1)", "(+ s i)", "(+ s t)", "(- s t)", "(+ t (* i i))", "(* s n)", "(+ (* 2 i) t)", "(+ t 2)", "(+ s n)") + ")"
		}
		start := pick("(int n)", "(= n 3)", "(<= 0 n 255)") + pick("(= i 0)", "(= i n)", "(= i 1)") + pick("(= s 0)", "(= s n)") + pick("(= t 1)", "(= t s)", "(int t)")
		sys := loopSystem(t, start, pick("", "(< i n)", "(not (= i n))")+"(= j "+value()+") (= r "+value()+") (= u "+value()+")", "(= (* i s) 77)")
		_, m := strengthened(t, sys, Polynomials)
		sim := newSimulator(sys)
		sim.rnd = rand.New(rand.NewPCG(rnd.Uint64(), 0))
		sim.constants = []int64{1 << 31, 1<<31 - 1, -1 << 31, 1 << 16, 1<<32 - 1, 1 << 62, 46341, 0}
		for sim.steps < 1500 {
			sim.run()
		}
		loop := sys.Preds[0]
		for _, args := range sim.derived[0] {
			require.True(t, m.Instance(sys.Store, loop, args).IsTrue(), "%v of %v", m.Instance(sys.Store, loop, horn.Params(sys.Store, loop)), args)
		}
		if logic.HasProducts(m.Instance(sys.Store, loop, horn.Params(sys.Store, loop))) {
			equations++
		}
	}
	require.Positive(t, equations)
}
