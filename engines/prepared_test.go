// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

// A loop whose modes all have bad states. Single loops have one predicate, with the mode as an
// argument; the answer is still about the input.
func TestPrepareLoop(t *testing.T) {
	const text = `
(declare-fun p (Bool Bool Int Int) Bool)
(assert (p false false 0 0))
(assert (forall ((a Bool) (b Bool) (x Int) (y Int)) (=> (p a b x y) (p (ite (> x 5) (not a) a) (ite (> y 9) a b) (ite b (+ x 2) (+ x 1)) (+ y 1)))))
(assert (forall ((a Bool) (b Bool) (x Int) (y Int)) (=> (and (p a b x y) (< x y)) false)))`
	sys := enginetest.Parse(t, text)
	z, err := Run(t.Context(), sys, Config{Engine: "imc", Backend: native.Backend{}})
	require.NoError(t, err)
	require.Equal(t, horn.Safe, z.Verdict, z.Reason)
	require.Greater(t, z.Stats.Simplified.Queries, 1, "control flow for the others")
	var phases []string
	for _, p := range z.Stats.Phases {
		phases = append(phases, p.Name)
	}
	require.Contains(t, phases, "preprocess for a single loop")
}
