// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/schedule"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

// In rounds, the same engine wins in every run.
func TestDeterministic(t *testing.T) {
	const text = `
(declare-fun p (Int Int) Bool)
(assert (p 0 10))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 10) (not (= y 0))) false)))`
	winners := map[string]bool{}
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		z, err := Run(ctx, enginetest.Parse(t, text), Config{Backend: native.Backend{}})
		cancel()
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		winners[z.Stats.Engine] = true
	}
	require.Len(t, winners, 1)
}

// A class puts its strategies in order, with their shares. Other strategies come last.
func TestMembers(t *testing.T) {
	const ints = "(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))"
	const array = "(declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int))) (=> (p a) false)))"
	const query = "(assert (forall ((x Int)) (=> (< x (* 2 x)) false)))"
	const quotient = "(assert (forall ((x Int)) (=> (< x (div x 2)) false)))"
	for _, test := range []struct {
		text       string
		strategies []string
		want       []string
		shares     []schedule.Share
	}{
		{ints, []string{"bmc", "new", "imc"}, []string{"imc", "bmc", "new"}, []schedule.Share{{Weight: 3}, {Weight: 1, Early: 4, Until: 800}, {Weight: 1}}},
		{array, []string{"bmc", "new", "predabs"}, []string{"predabs", "bmc", "new"}, []schedule.Share{{Weight: 3}, {Weight: 3}, {Weight: 1}}},
		{query, []string{"bmc", "new", "imc", "unwind"}, []string{"imc"}, []schedule.Share{{Weight: 3}}},
		{quotient, []string{"bmc", "new", "imc", "unwind"}, []string{"unwind", "imc"}, []schedule.Share{{Weight: 1, Early: 3, Until: 300}, {Weight: 3}}},
		{query, []string{"bmc", "new"}, []string{"bmc", "new"}, []schedule.Share{{Weight: 1}, {Weight: 1}}},
	} {
		sys := enginetest.Parse(t, test.text)
		r := newRunner(sys, Config{Backend: native.Backend{}})
		r.strategies = nil
		for _, name := range test.strategies {
			r.strategies = append(r.strategies, Strategy{Name: name, Fits: Always})
		}
		members, err := r.members(sys, horn.Describe(sys))
		require.NoError(t, err)
		var names []string
		var shares []schedule.Share
		for _, m := range members {
			names, shares = append(names, m.Name), append(shares, m.share)
		}
		require.Equal(t, test.want, names, test.text)
		require.Equal(t, test.shares, shares, test.text)
	}
}
