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
