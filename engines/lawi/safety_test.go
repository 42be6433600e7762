// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
)

// TestFullOnALoop: at a loop head, the least fixpoint of "a location is full if its successors are
// full" is false. The greatest fixpoint is true.
func TestFullOnALoop(t *testing.T) {
	sys := enginetest.Parse(t, `
(declare-fun loop (Int) Bool)
(assert (loop 0))
(assert (forall ((x Int)) (=> (loop x) (loop (+ x 1)))))
(assert (forall ((x Int)) (=> (and (loop x) (< x 0)) false)))`)
	s := searched(t, sys, paperMode(t, "rs"), horn.Safe)
	require.True(t, s.at("loop").safety.full)
	equivalent(t, s, s.at("loop"), s.at("loop").safety.formula, "x", "(>= x 0)")
	require.EqualValues(t, 1, s.statistics().PrunedSafety)
	require.EqualValues(t, 1, s.statistics().Explored)
}

// Two locations of one loop are full together or not at all.
func TestFullTogether(t *testing.T) {
	for _, c := range []struct {
		back string // the effect of the way back on x
		full bool
	}{{"(+ x 1)", true}, {"(- x 1)", false}} {
		sys := enginetest.Parse(t, `
(declare-fun head (Int) Bool)
(declare-fun body (Int) Bool)
(assert (head 0))
(assert (forall ((x Int)) (=> (head x) (body x))))
(assert (forall ((x Int)) (=> (and (body x) (< x 0)) false)))
(assert (forall ((x Int)) (=> (body x) (head `+c.back+`))))`)
		want := horn.Unsafe
		if c.full {
			want = horn.Safe
		}
		s := searched(t, sys, paperMode(t, "rs"), want)
		require.Equal(t, c.full, s.at("head").safety.full, c.back)
		require.Equal(t, c.full, s.at("body").safety.full, c.back)
	}
}

// The paper's rule makes the last reachable location of a refuted path full, whatever other
// branches it has. Here this would be fork, with x ≤ 0, and the error after the other branch would
// be missed.
func TestOtherBranchesOfTheLastReachableLocation(t *testing.T) {
	const text = `
(declare-fun fork (Int) Bool)
(declare-fun other (Int) Bool)
(assert (fork 0))
(assert (forall ((x Int)) (=> (and (fork x) (> x 0)) false)))
(assert (forall ((x Int)) (=> (fork x) (other x))))
(assert (forall ((x Int)) (=> (and (other x) (= x 0)) false)))`
	for mode := range modes {
		searched(t, enginetest.Parse(t, text), mode, horn.Unsafe)
	}
}

// A conditional interpolant cuts off a branch at one node. The branch must not be lost for the
// nodes that this node covers: the second way to head leads to the error.
func TestCutBranchesAndCovers(t *testing.T) {
	const text = `
(declare-fun start (Int) Bool)
(declare-fun head (Int) Bool)
(declare-fun middle (Int) Bool)
(assert (start 0))
(assert (forall ((x Int)) (=> (start x) (head x))))
(assert (forall ((x Int)) (=> (start x) (head (+ x 9)))))
(assert (forall ((x Int)) (=> (head x) (middle (+ x 1)))))
(assert (forall ((x Int)) (=> (and (middle x) (< x 5)) (start 0))))
(assert (forall ((x Int)) (=> (and (middle x) (> x 5)) false)))`
	for mode := range modes {
		searched(t, enginetest.Parse(t, text), mode, horn.Unsafe)
	}
}
