// SPDX-License-Identifier: Apache-2.0

package bmc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/bmc"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/smt/native"
	"cornet/smt/z3"
)

func TestConformance(t *testing.T) {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	backend := z3.NewBackend(lib)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return bmc.New(bmc.Options{Backend: backend}) },
		Backend: backend,
		Answers: func(_ string, verdict horn.Verdict) bool { return verdict == horn.Unsafe },
	})
}

// deep counts to 10000 and then reaches the error.
const deep = `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 10000)) false)))`

// choices moves x by one or two. The error comes late, and needs moves by two in almost all steps.
// The two loops are joined by a step of their own.
const choices = `
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (p x y) (<= 1 e) (<= e 2)) (p (+ x e) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= y 100)) (q x 0))))
(assert (forall ((x Int) (y Int)) (=> (q x y) (q (- x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> y 150) (< x 0)) false)))`

// oneWay needs the same one of two choices at each of 10000 steps, which no simulation makes.
const oneWay = `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (p x y) (< x 10000)) (p (+ x 1) (ite b (+ y 1) (- y 1))))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 10000) (= y 10000)) false)))`

// twoWays needs 4000 steps of one kind and 4000 of another. It may begin again at any time. It must
// not be at 2000 before the first step of the second kind.
const twoWays = `
(declare-fun p (Int Real) Bool)
(assert (p 0 0.0))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (< x 4000) (not (= x 2000))) (p (+ x 1) y))))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (= x 2000)) (p 2001 (+ y 1.0)))))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (< y (to_real x))) (p x (+ y 0.5)))))
(assert (forall ((x Int) (y Real)) (=> (p x y) (p 0 0.0))))
(assert (forall ((x Int) (y Real)) (=> (and (p x y) (= x 4000) (= y 2500.5)) false)))`

func TestLongRuns(t *testing.T) {
	backend := native.Backend{}
	for _, test := range []struct {
		name, text string
		height     int // of the shallowest derivation
	}{
		{"deep", deep, 10_002},
		{"choices", choices, 254},
		{"one way", oneWay, 10_002},
		{"two ways", twoWays, 7_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := enginetest.Parse(t, test.text)
			engine := bmc.New(bmc.Options{Backend: backend})
			got, err := engine.Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, horn.Unsafe, got.Verdict, got.Reason)
			require.GreaterOrEqual(t, len(got.Refutation.Steps), test.height)
			enginetest.Validate(t, sys, got, backend)
			require.Less(t, engine.Stats().(bmc.Stats).Depth, int64(test.height), "a simulation found it")
		})
	}
}

// TestLoops has counterexamples that are too long to be listed.
func TestLoops(t *testing.T) {
	for _, test := range []struct {
		name, text string
		loops      int
	}{
		{"integers", `
(declare-fun p (Int Int) Bool)
(assert (p 0 7))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 1000000000000)) (p (+ x 1) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 1000000000000) (= y 3000000000007)) false)))`, 1},
		{"one after the other, with inputs", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (p x y) (< x 10000000) (<= 0 e 2)) (p (+ x 1) (+ y e)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 10000000) (< x 90000000)) (p (+ x 2) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 90000000) (< y (- 35000000))) false)))`, 2},
		{"a signed vector that overflows", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((n (_ BitVec 32))) (p #x00000001 n)))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (p i n) (bvsle (bvadd i (bvneg n)) #x00000000) (bvsge n #x00000001)) (p (bvadd i #x00000001) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (p i n) (bvslt i #x00000000)) false)))`, 1},
		{"unsigned vectors, by other numbers", `
(declare-fun p ((_ BitVec 32) (_ BitVec 64)) Bool)
(assert (p #xfffffff0 #x0000000000000001))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 64))) (=> (and (p i n) (bvuge i #x00000003)) (p (bvsub i #x00000003) (bvadd n #x0000000000000005)))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 64))) (=> (and (p i n) (bvult i #x00000003) (= ((_ extract 2 0) n) #b001)) false)))`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := enginetest.Parse(t, test.text)
			got, err := bmc.New(bmc.Options{Backend: native.Backend{}}).Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, horn.Unsafe, got.Verdict, got.Reason)
			require.Len(t, got.Refutation.Loops, test.loops)
			enginetest.Validate(t, sys, got, native.Backend{})
		})
	}
}

// TestComplete checks the models of unfoldings that are complete.
func TestComplete(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"no state reaches the query in two steps", `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 7)) false)))`},
		{"two predicates", `
(declare-fun p (Int Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0 1))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (<= 0 x 1)) (p (+ x 1) (* 2 y)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 2)) (q y))))
(assert (forall ((x Int)) (=> (and (q x) (> x 4)) false)))`},
		{"an input at each step", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (p x y) (<= 0 x 1) (<= 0 e 1)) (p (+ x 1) (+ y e)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 2) (> y 2)) false)))`},
		{"words", `
(declare-fun p ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (p #x00 x)))
(assert (forall ((i (_ BitVec 8)) (x (_ BitVec 8))) (=> (and (p i x) (bvult i #x03)) (p (bvadd i #x01) (bvlshr x #x03)))))
(assert (forall ((i (_ BitVec 8)) (x (_ BitVec 8))) (=> (and (p i x) (= i #x03) (distinct x #x00)) false)))`},
		{"derivations that branch", `
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x) (p y) (= z (+ x y)) (<= z 2)) (p z))))
(assert (forall ((x Int)) (=> (and (p x) (> x 2)) false)))`},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := enginetest.Parse(t, test.text)
			got, err := bmc.New(bmc.Options{Backend: native.Backend{}}).Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, horn.Safe, got.Verdict, got.Reason)
			enginetest.Validate(t, sys, got, native.Backend{})
		})
	}
}

// TestHeights checks for which heights the engine reports that no derivation exists: those below
// the height of the shallowest derivation.
func TestHeights(t *testing.T) {
	const system = `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (p x y) (<= 0 e) (<= e 1)) (p (+ x 1) (+ y e)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 5) (= y 3)) false)))`
	var heights []int
	engine := bmc.New(bmc.Options{Backend: native.Backend{}, Reached: func(height int) { heights = append(heights, height) }})
	got, err := engine.Solve(t.Context(), enginetest.Parse(t, system))
	require.NoError(t, err)
	require.Equal(t, horn.Unsafe, got.Verdict)
	require.Len(t, got.Refutation.Steps, 7)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, heights)
}
