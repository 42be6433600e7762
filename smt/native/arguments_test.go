// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestIndexOfFormerCheck: an integer term was equal to an index in one check, and was read at
// because of partitions. From then on it is an index. Otherwise two reads of one array at one index
// have different values.
func TestIndexOfFormerCheck(t *testing.T) {
	text, err := os.ReadFile("testdata/index_of_former_check.smt2")
	require.NoError(t, err)
	s := logic.NewStore()
	script, err := smtlib.ReadString(s, "index_of_former_check.smt2", string(text))
	require.NoError(t, err)
	var parts []*logic.Term
	for _, x := range script.Named {
		parts = append(parts, x.Term)
	}
	require.Len(t, parts, 2)
	ip := native.NewInterpolator(s, native.InterpolatorOptions{Solver: smt.Options{Ticks: 300_000}})
	z, err := ip.Interpolate(t.Context(), smt.Sequence(parts...))
	require.NoError(t, err)
	require.Equal(t, smt.Sat, z.Status, z.Reason)
	for _, part := range parts {
		require.True(t, z.Model.Holds(part), "%v", part)
	}
}
