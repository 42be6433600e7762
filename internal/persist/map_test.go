// SPDX-License-Identifier: Apache-2.0

package persist_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/persist"
)

// A map behaves as a Go map that is copied before each change, and Differ finds all differences.
func TestMap(t *testing.T) {
	type pair struct {
		m    persist.Map[int]
		want map[int]int
	}
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		limit := []int{1, 5, 16, 17, 300, 70000}[r.IntN(6)]
		all := []pair{{want: map[int]int{}}}
		for range 60 {
			p := all[r.IntN(len(all))]
			k, v := r.IntN(limit), r.IntN(5)
			next := pair{p.m.Set(k, v), maps.Clone(p.want)}
			next.want[k] = v
			all = append(all, next)
		}
		for range 60 {
			x, y := all[r.IntN(len(all))], all[r.IntN(len(all))]
			var visited []int
			persist.Differ(x.m, y.m, func(k int) { visited = append(visited, k) })
			require.True(t, slices.IsSorted(visited))
			keys := slices.Collect(maps.Keys(x.want))
			for k := range y.want {
				keys = append(keys, k)
			}
			for _, k := range append(keys, 0, limit-1, r.IntN(limit)) {
				v, ok := x.m.Get(k)
				want, has := x.want[k]
				require.Equal(t, has, ok)
				require.Equal(t, want, v)
				other, has2 := y.want[k]
				if has != has2 || want != other {
					require.Contains(t, visited, k)
				}
				if !has && !has2 {
					require.NotContains(t, visited, k)
				}
			}
		}
	}
}

// Maps that have one Set between them differ in few keys, however many they have.
func TestDifferIsLocal(t *testing.T) {
	var m persist.Map[string]
	for k := range 10000 {
		m = m.Set(k, "old")
	}
	n := 0
	persist.Differ(m, m.Set(5000, "new"), func(int) { n++ })
	require.LessOrEqual(t, n, 16)
	persist.Differ(m, m, func(int) { n = -1 })
	require.GreaterOrEqual(t, n, 0)
}
