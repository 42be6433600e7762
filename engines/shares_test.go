// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/schedule"
	"cornet/horn"
	"cornet/smt/native"
	"cornet/test/enginetest"
)

// By rounds, the same engine wins in every run.
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

func TestArrange(t *testing.T) {
	table := []Entry{{Name: "bmc"}, {Name: "new"}, {Name: "imc"}}
	sorted, shares := arrange(table, horn.Features{Linear: true, Theories: horn.Ints})
	require.Equal(t, []string{"imc", "bmc", "new"}, names(sorted))
	require.Equal(t, []schedule.Share{{Weight: 3}, {Weight: 1, Early: 4, Until: 800}, {Weight: 1}}, shares)
	table[2].Name = "predabs"
	sorted, shares = arrange(table, horn.Features{Linear: true, Theories: horn.Arrays})
	require.Equal(t, []string{"predabs", "bmc", "new"}, names(sorted))
	require.Equal(t, []schedule.Share{{Weight: 3}, {Weight: 3}, {Weight: 1}}, shares)
}
