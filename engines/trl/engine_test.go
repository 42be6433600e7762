// SPDX-License-Identifier: Apache-2.0

package trl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/trl"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return trl.New(trl.Options{Backend: native.Backend{}}) },
		Backend: native.Backend{},
		Linear:  true,
		// div_mod halves a number. Without preprocessing, each remainder of each half is a case.
		Answers: func(name string, _ horn.Verdict) bool { return name != "div_mod" },
	})
}

// TestLoops solves systems that depend on their loops. The safe systems have no invariant among the
// conditions of their clauses, and the unsafe ones have no short refutation.
func TestLoops(t *testing.T) {
	for _, test := range []struct {
		name, text string
		steps      int // length of the shortest refutation; 0 if the system is safe
	}{
		{"the remainder of two counters", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 1000000)) (p (+ x 2) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 1000000) (distinct y 1500000)) false)))`, 0},
		{"up to 2^32", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 4294967296)) (p (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 4294967296) (distinct y 4294967296)) false)))`, 0},
		{"integers and reals", `
(declare-fun p (Int Real) Bool)
(assert (p 0 0.0))
(assert (forall ((n Int) (x Real)) (=> (p n x) (p (+ n 1) (+ x 0.5)))))
(assert (forall ((n Int) (x Real)) (=> (and (p n x) (= n 3) (= x 1.5)) false)))`, 5},
		{"a period of two steps", `
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (b Int)) (=> (p x y b) (p (+ x 1) (ite (= b 0) (+ y 3) y) (- 1 b)))))
(assert (forall ((x Int) (y Int) (b Int)) (=> (and (p x y b) (= x 2000) (= y 3000)) false)))`, 2002},
		{"every third step", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (ite (= (mod x 3) 0) (+ y 1) y)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 700) (= x 2100)) false)))`, 2102},
		{"phases", `
(declare-fun p (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 3000) (p 0 n n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (< x n)) (p (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (>= x n) (> y 0)) (p (+ x 1) (- y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (<= y 0)) false)))`, 9005},
		{"a loop in a loop", `
(declare-fun p (Int Int Int) Bool)
(declare-fun q (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (p i j s) (< i 50)) (q i 0 s))))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (q i j s) (< j 50)) (q i (+ j 1) (+ s 1)))))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (q i j s) (>= j 50)) (p (+ i 1) j s))))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (p i j s) (>= i 50) (>= s 2500)) false)))`, 2602},
		{"begins again at any time", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 5000)) (p (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 5000)) (p (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p 0 0))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 5000) (= x 10000)) false)))`, 10_002},
		{"of reals", `
(declare-fun p (Int Real) Bool)
(assert (p 0 0.0))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (< y 1000.0)) (p (+ x 1) (+ y 0.5)))))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (>= y 1000.0) (>= x 2000)) false)))`, 2002},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := enginetest.Parse(t, test.text)
			engine := trl.New(trl.Options{Backend: native.Backend{}})
			got, err := engine.Solve(t.Context(), sys)
			require.NoError(t, err)
			enginetest.Validate(t, sys, got, native.Backend{})
			require.NotZero(t, engine.Stats().(trl.Stats).Relations)
			if test.steps == 0 {
				require.Equal(t, horn.Safe, got.Verdict, got.Reason)
				return
			}
			require.Equal(t, horn.Unsafe, got.Verdict, got.Reason)
			require.GreaterOrEqual(t, len(got.Refutation.Steps), test.steps)
		})
	}
}

// TestTooLong checks that the engine gives up if a refutation is too long to be written.
func TestTooLong(t *testing.T) {
	got, err := trl.New(trl.Options{Backend: native.Backend{}}).Solve(t.Context(), enginetest.Parse(t, `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (< x 4294967296)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 4294967295)) false)))`))
	require.NoError(t, err)
	require.Equal(t, horn.Unknown, got.Verdict)
	require.Contains(t, got.Reason, "200000 steps")
}
