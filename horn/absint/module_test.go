// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// vectors lists all vectors of n numbers below 8.
func vectors(n int) [][]uint64 {
	z := [][]uint64{{}}
	for range n {
		var next [][]uint64
		for _, v := range z {
			for x := range uint64(8) {
				next = append(next, append(append([]uint64{}, v...), x))
			}
		}
		z = next
	}
	return z
}

// TestModule compares members, and the vectors that are orthogonal to all of them, with sums of
// multiples and products.
func TestModule(t *testing.T) {
	const n = 3
	r := ring{3, new(int)}
	all := vectors(n)
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		m := newModule(r, n)
		var given [][]uint64
		for range 1 + random.IntN(3) {
			v := make([]uint64, n)
			for j := range v {
				v[j] = random.Uint64N(8) << random.IntN(3) & 7
			}
			given = append(given, v)
			m.insert(append([]uint64{}, v...))
		}
		sums := map[[n]uint64]bool{}
		for _, c := range vectors(len(given)) {
			var sum [n]uint64
			for i, v := range given {
				for j := range v {
					sum[j] = (sum[j] + c[i]*v[j]) & 7
				}
			}
			sums[sum] = true
		}
		z := zeros(r, n, m.generators())
		for _, v := range all {
			require.Equal(t, sums[[n]uint64(v)], m.has(v), "seed %d: %v of %v", seed, v, given)
			orthogonal := true
			for _, g := range given {
				orthogonal = orthogonal && (g[0]*v[0]+g[1]*v[1]+g[2]*v[2])&7 == 0
			}
			require.Equal(t, orthogonal, z.has(v), "seed %d: %v against %v", seed, v, given)
		}
		// The solved equations and the rest together have the same solutions as the given ones.
		rows, rest := solve(r, given, func(int) bool { return true })
		again := newModule(r, n)
		for _, e := range rows {
			require.EqualValues(t, 1, e.row[e.column])
			again.insert(append([]uint64{}, e.row...))
		}
		for _, e := range rest {
			again.insert(append([]uint64{}, e...))
		}
		for _, v := range all {
			require.Equal(t, m.has(v), again.has(v), "seed %d: %v", seed, given)
		}
	}
}
