// SPDX-License-Identifier: Apache-2.0

package unwind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/logic"
)

// reversal fills the array a with inputs, copies it in reverse order, and compares.
const reversal = `
(declare-fun p ((Array Int Int) Int) Bool) (declare-fun q ((Array Int Int) (Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (p a 0)))
(assert (forall ((a (Array Int Int)) (i Int) (x Int)) (=> (and (p a i) (< i N) (<= 0 x 15)) (p (store a i x) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int)) (=> (and (p a i) (>= i N)) (q a b 0))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int)) (=> (and (q a b i) (< i N)) (q a (store b (- N 1 i) (select a i)) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (j Int)) (=> (and (q a b i) (>= i N) (= j 3)
  (not (= (select a j) (select b (- N 1 j))))) false)))`

// TestConstants: what constants decide needs no clauses, and no questions to the solver.
func TestConstants(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		sys, err := horn.Read("reversal", strings.ReplaceAll(reversal, "N", fmt.Sprint(n)))
		require.NoError(t, err)
		e := unwind.New(unwind.Options{})
		z, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		stats := e.Stats().(unwind.Stats)
		require.EqualValues(t, 2*n+2, stats.Instances)
		require.Less(t, stats.Clauses, int64(20))
		require.Zero(t, stats.Checks)
	}
}

// TestArguments: the effort for an instance counts its arguments, even if all of them are constant.
// Here, each step of a loop without end turns n constants around.
func TestArguments(t *testing.T) {
	const n, ticks = 1_000, 40 * logic.TicksPerMillisecond
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	all := strings.Join(names, " ")
	sys, err := horn.Read("ring", "(declare-fun p ("+strings.Repeat("Int ", n)+") Bool)\n"+
		"(assert (p "+strings.Repeat("0 ", n)+"))\n"+
		"(assert (forall ((y Int) ("+strings.Join(names, " Int) (")+" Int)) (=> (p "+all+") (p "+all[3:]+" x0))))\n"+
		"(assert (forall ((y Int) ("+strings.Join(names, " Int) (")+" Int)) (=> (and (p "+all+") (= x0 1)) false)))")
	require.NoError(t, err)
	e := unwind.New(unwind.Options{Ticks: ticks})
	z, err := e.Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Unknown, z.Verdict)
	require.Less(t, e.Stats().(unwind.Stats).Instances, int64(ticks/n))
}

// TestPrediction: a loop may take longer than the bound for loops if its constants say that it ends
// within the bound for everything. Both loops count i up to N and store an input at each i.
func TestPrediction(t *testing.T) {
	const text = `(declare-fun p ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (p a 0)))
(assert (forall ((a (Array Int Int)) (i Int) (x Int)) (=> (and (p a i) (< i N) (<= 0 x 15)) (p (store a i x) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (>= i N) (> (select a 7) 15)) false)))`
	for n, want := range map[int]string{1_000: "sat", 1_000_000_000: "unknown"} {
		sys, err := horn.Read("loop", strings.ReplaceAll(text, "N", fmt.Sprint(n)))
		require.NoError(t, err)
		e := unwind.New(unwind.Options{LoopTicks: 20_000, Ticks: 30 * logic.TicksPerMillisecond})
		z, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, want, z.Verdict.String(), "%d: %s", n, z.Reason)
		if want == "unknown" {
			require.Less(t, e.Stats().(unwind.Stats).Instances, int64(500))
		}
	}
}

// exits fills n cells of an array until an input says to stop, marks the end, and looks for it.
const exits = `
(declare-fun p ((Array Int Int) Int Int) Bool) (declare-fun q ((Array Int Int) Int Int) Bool)
(assert (forall ((k Int)) (=> (<= 0 k N) (p ((as const (Array Int Int)) 0) k 0))))
(assert (forall ((a (Array Int Int)) (k Int) (i Int)) (=> (and (p a k i) (< i k)) (p (store a i (+ 1 (mod i 7))) k (+ i 1)))))
(assert (forall ((a (Array Int Int)) (k Int) (i Int)) (=> (and (p a k i) (>= i k)) (q (store a k 0) k 0))))
(assert (forall ((a (Array Int Int)) (k Int) (i Int)) (=> (and (q a k i) (> (select a i) 0)) (q a k (+ i 1)))))
(assert (forall ((a (Array Int Int)) (k Int) (i Int)) (=> (and (q a k i) (<= (select a i) 0) (not (= i k))) false)))`

// insertion sorts n inputs and compares the first two.
const insertion = `
(declare-fun fill ((Array Int Int) Int) Bool) (declare-fun p ((Array Int Int) Int) Bool) (declare-fun q ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int))) (fill a 0)))
(assert (forall ((a (Array Int Int)) (i Int) (x Int)) (=> (and (fill a i) (< i N) (<= 0 x 255)) (fill (store a i x) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (fill a i) (>= i N)) (p a 1))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (< i N)) (q a i (select a i) i))))
(assert (forall ((a (Array Int Int)) (i Int) (v Int) (j Int))
  (=> (and (q a i v j) (>= j 1) (> (select a (- j 1)) v)) (q (store a j (select a (- j 1))) i v (- j 1)))))
(assert (forall ((a (Array Int Int)) (i Int) (v Int) (j Int))
  (=> (and (q a i v j) (not (and (>= j 1) (> (select a (- j 1)) v)))) (p (store a j v) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (>= i N) (> (select a 0) (select a 1))) false)))`

// TestGrowth: where many edges meet, the formula grows with the values that differ, not with the
// edges times the cells. Contrary comparisons are one circuit.
func TestGrowth(t *testing.T) {
	for _, test := range []struct {
		name, text string
		n          int
		clauses    int64
	}{
		{"an array with n exits", exits, 100, 6_000},
		{"an array with n exits", exits, 200, 14_000},
		{"sorting by insertion", insertion, 4, 1_000},
		{"sorting by insertion", insertion, 6, 2_500},
	} {
		sys, err := horn.Read(test.name, strings.ReplaceAll(test.text, "N", fmt.Sprint(test.n)))
		require.NoError(t, err)
		e := unwind.New(unwind.Options{})
		z, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		stats := e.Stats().(unwind.Stats)
		require.Less(t, stats.Clauses, test.clauses, "%s, %d", test.name, test.n)
		t.Log(test.name, test.n, stats.Clauses, stats.Conflicts)
	}
}

// TestQuestions: the engine asks ever more seldom whether an inner loop can go on, if it always
// could so far. Here, n rounds have up to three steps each.
func TestQuestions(t *testing.T) {
	const text = `(declare-fun p (Int Int) Bool) (declare-fun q (Int Int Int Int) Bool)
(assert (p 0 0))
(assert (forall ((i Int) (s Int) (k Int)) (=> (and (p i s) (< i N) (<= 0 k 3)) (q i s k 0))))
(assert (forall ((i Int) (s Int) (k Int) (j Int)) (=> (and (q i s k j) (< j k)) (q i (+ s 1) k (+ j 1)))))
(assert (forall ((i Int) (s Int) (k Int) (j Int)) (=> (and (q i s k j) (>= j k)) (p (+ i 1) s))))
(assert (forall ((i Int) (s Int)) (=> (and (p i s) (> s 30)) false)))`
	for n, checks := range map[int]int64{5: 20, 10: 30} {
		sys, err := horn.Read("rounds", strings.ReplaceAll(text, "N", fmt.Sprint(n)))
		require.NoError(t, err)
		e := unwind.New(unwind.Options{})
		z, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		stats := e.Stats().(unwind.Stats)
		require.LessOrEqual(t, stats.Checks, checks, "%d rounds", n)
		require.LessOrEqual(t, stats.Instances, int64(6*n), "%d rounds", n)
	}
}
