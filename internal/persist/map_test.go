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

// Maps that differ by one Set differ in few nodes, however many keys they have.
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

// SetAll calls Set for each change.
func TestSetAll(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 0))
		limit := []int{1, 16, 17, 300, 5000}[r.IntN(5)]
		var m persist.Map[int]
		for range r.IntN(30) {
			m = m.Set(r.IntN(limit), r.IntN(9))
		}
		changes := map[int]int{}
		for range r.IntN(40) {
			changes[r.IntN(limit)] = r.IntN(9)
		}
		want, list := m, []persist.Change[int]{}
		for _, k := range slices.Sorted(maps.Keys(changes)) {
			want, list = want.Set(k, changes[k]), append(list, persist.Change[int]{Key: k, Value: changes[k]})
		}
		got := m.SetAll(list)
		for k := range limit {
			v, ok := got.Get(k)
			if w, has := want.Get(k); w != v || has != ok {
				t.Fatalf("seed %d: key %d has %d in place of %d", seed, k, v, w)
			}
		}
	}
}

// Combine takes the maximum of each key and shares what it can. Combining the same maps again costs
// nothing.
func TestCombine(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 0))
		limit := []int{1, 16, 17, 300, 5000}[r.IntN(5)]
		random := func() (m persist.Map[int]) {
			for range r.IntN(60) {
				m = m.Set(r.IntN(limit), r.IntN(9))
			}
			return m
		}
		var memo persist.Memo[int]
		calls := 0
		larger := func(v, w int) int { calls++; return max(v, w) }
		same := func(v, w int) bool { return v == w }
		x, y := random(), random()
		for range 5 {
			z := persist.Combine(&memo, x, y, larger, same)
			for k := range limit {
				v, _ := x.Get(k)
				w, _ := y.Get(k)
				if u, _ := z.Get(k); u != max(v, w) {
					t.Fatalf("seed %d: key %d has %d, not the maximum of %d and %d", seed, k, u, v, w)
				}
			}
			before := calls
			persist.Combine(&memo, x, y, larger, same)
			require.Equal(t, before, calls)
			persist.Differ(persist.Combine(&memo, z, x, larger, same), z, func(int) { t.Error("z has the values of x") })
			if k := r.IntN(limit); r.IntN(2) == 0 {
				x = z.Set(k, r.IntN(20))
			} else {
				y = y.Set(k, r.IntN(20))
			}
		}
	}
}

// If a map has one Set more than another one, Combine needs few steps.
func TestCombineIsLocal(t *testing.T) {
	var x, y persist.Map[int]
	for k := range 10000 {
		x, y = x.Set(k, k), y.Set(k, k%7)
	}
	var memo persist.Memo[int]
	calls := 0
	larger := func(v, w int) int { calls++; return max(v, w) }
	same := func(v, w int) bool { return v == w }
	persist.Combine(&memo, x, y, larger, same)
	require.LessOrEqual(t, calls, 10000)
	calls = 0
	persist.Combine(&memo, x, y.Set(77, 100), larger, same)
	require.LessOrEqual(t, calls, 16)
}
