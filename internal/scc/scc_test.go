// SPDX-License-Identifier: Apache-2.0

package scc

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFind compares the components of random graphs with reachability.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + r.IntN(8)
		next := make([][]int, n)
		for range r.IntN(2 * n) {
			v := r.IntN(n)
			next[v] = append(next[v], r.IntN(n))
		}
		reach := make([][]bool, n) // by at least one edge
		for v := range reach {
			reach[v] = make([]bool, n)
			for work := append([]int(nil), next[v]...); len(work) > 0; work = work[1:] {
				if w := work[0]; !reach[v][w] {
					reach[v][w] = true
					work = append(work, next[w]...)
				}
			}
		}
		g := Find(n, func(v int) []int { return next[v] })
		for v := range n {
			require.Contains(t, g.Components[g.Of[v]], v)
			require.Equal(t, reach[v][v], g.OnCycle(v))
			for w := range n {
				require.Equal(t, v == w || reach[v][w] && reach[w][v], g.Of[v] == g.Of[w], "%v", next)
				require.False(t, reach[v][w] && g.Of[v] > g.Of[w], "%v", next)
			}
		}
	}
}

// TestDeep has a path longer than any stack.
func TestDeep(t *testing.T) {
	const n = 300_000
	g := Find(n, func(v int) []int { return []int{(v + 1) % n} })
	require.Len(t, g.Components, 1)
}
