// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/abstraction"
	"cornet/smt/native"
)

// TestAdoption gives the invariant among formulas that are wrong, whatever the regions. The search
// uses the invariant, and the wrong formulas do no harm. Without the invariant, it counts rounds.
func TestAdoption(t *testing.T) {
	for name, m := range map[string]Mode{
		"labels": {}, "cartesian": {Regions: Cartesian}, "boolean": {Regions: Boolean}, "safety": {Interpolants: Safety | Error},
	} {
		for query, verdict := range map[string]horn.Verdict{"(not (= y (+ x x)))": horn.Safe, "(> y 5)": horn.Unsafe} {
			t.Run(name+" "+verdict.String(), func(t *testing.T) {
				sys, b := enginetest.Doubling(t, query)
				e := New(Options{Backend: native.Backend{}, Mode: m, Guidance: abstraction.Off, Board: b, CheckTree: true, maxRefinements: 10})
				z, err := e.Solve(t.Context(), sys)
				require.NoError(t, err)
				require.Equal(t, verdict, z.Verdict, z.Reason)
				enginetest.Validate(t, sys, z, native.Backend{})
				require.NotZero(t, e.Stats().(Stats).Adopted)
			})
		}
	}
}

// TestTell demands that interpolants are published, over the parameters.
func TestTell(t *testing.T) {
	sys := enginetest.Parse(t, `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 9)) (p (+ x 1) (+ y 1)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y x)) false)))`)
	b := &enginetest.Board{}
	z, err := New(Options{Backend: native.Backend{}, Board: b}).Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, z.Verdict)
	enginetest.RequireFormulas(t, sys.Preds[0], b.ToldCandidates)
}
