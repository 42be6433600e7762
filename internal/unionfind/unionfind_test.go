// SPDX-License-Identifier: Apache-2.0

package unionfind

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSets joins numbers that have the same remainder by 3.
func TestSets(t *testing.T) {
	var s Sets[int]
	for i := range 30 {
		from, to := s.Union(i, (i+3)%33)
		require.Equal(t, s.Find(from), to)
	}
	for i := range 33 {
		for j := range 33 {
			require.Equal(t, i%3 == j%3, s.Find(i) == s.Find(j))
		}
	}
}
