// SPDX-License-Identifier: Apache-2.0

package pdkind_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/enginetest"
	"cornet/engines/pdkind"
	"cornet/horn"
	"cornet/smt"
	"cornet/smt/z3"
)

func backend(t testing.TB) smt.Backend {
	lib, err := z3.Load("")
	if err != nil {
		t.Skipf("install libz3 (Debian: libz3-4): %v", err)
	}
	return z3.NewBackend(lib)
}

func TestConformance(t *testing.T) {
	backend := backend(t)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return pdkind.New(pdkind.Options{Backend: backend}) },
		Backend: backend,
		Linear:  true,
		Answers: func(_ string, verdict horn.Verdict) bool { return verdict == horn.Unsafe },
	})
}

// twoInductive has a property that is 2-inductive but not inductive: y follows x
// by a step.
const twoInductive = `
(declare-fun p (Int Int) Bool)
(assert (p 1 1))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 1)) false)))`

func TestDepth(t *testing.T) {
	backend := backend(t)
	sys := enginetest.Parse(t, twoInductive)
	for k := 1; k <= 3; k++ {
		engine := pdkind.New(pdkind.Options{Backend: backend, MaxK: k})
		got, err := engine.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, horn.Safe, got.Verdict, got.Reason)
		enginetest.Validate(t, sys, got, backend)
	}
}
