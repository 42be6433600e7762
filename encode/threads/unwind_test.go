// SPDX-License-Identifier: Apache-2.0

package threads_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/engines"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// seeds is the number of random programs that TestUnwindRandom decides.
var seeds = flag.Uint64("seeds", 40, "random programs for TestUnwindRandom")

// first is the first seed.
var first = flag.Uint64("first", 0, "seed of the first random program for TestUnwindRandom")

// A way is one of the ways to explore a product on demand.
type way struct {
	reduction threads.Reduction
	block     int // most steps, 0 for as many as there are
	mode      lawi.Mode
}

// ways combines reductions, blocks, interpolants and regions.
func ways(t testing.TB) []way {
	var z []way
	for _, kinds := range []string{"r", "rc", "rse", "rsec"} {
		interpolants, err := lawi.ParseInterpolants(kinds)
		require.NoError(t, err)
		for _, regions := range []lawi.Regions{lawi.Labels, lawi.Cartesian, lawi.Boolean} {
			for _, reduction := range []threads.Reduction{threads.Full, threads.Persistent, threads.Sleep} {
				for _, block := range []int{0, 1, 3} {
					z = append(z, way{reduction, block, lawi.Mode{
						Interpolants: interpolants, Regions: regions, DepthFirst: regions != lawi.Labels,
						Weights: kinds == "rse" && block == 1, Rebuild: block != 3,
					}})
				}
			}
		}
	}
	return z
}

// Random programs, unwound on demand in random ways, fail exactly if the whole product does. Every
// verdict has a witness that has been validated.
func TestUnwindRandom(t *testing.T) {
	all := ways(t)
	decided, runs := map[horn.Verdict]int{}, 0
	if testing.Short() {
		*seeds = min(*seeds, 8)
	}
	for seed := *first; seed < *first+*seeds; seed++ {
		whole, err := threads.New(threads.RandomProgram(seed), threads.Options{})
		require.NoError(t, err)
		sequential, err := whole.Program(100_000)
		require.NoError(t, err)
		fails, err := threads.Explore(sequential, 200_000)
		if err != nil {
			continue
		}
		want := horn.Safe
		if fails {
			want = horn.Unsafe
		}
		for k := range uint64(3) {
			w := all[(seed*3+k)*11%uint64(len(all))]
			p, err := threads.New(threads.RandomProgram(seed), threads.Options{Reduction: w.reduction})
			require.NoError(t, err)
			u, err := chc.Unwind(logic.NewStore(), p, chc.Options{BlockSize: w.block})
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			z, err := engines.RunProgram(ctx, u, u.System().Horn, engines.Config{
				Backend: native.Backend{}, SMT: smt.Options{Ticks: 2_000_000}, Engines: []any{&w.mode}, Reproducers: t.TempDir(),
			})
			cancel()
			require.NoError(t, err, "seed %d, %+v", seed, w)
			runs++
			decided[z.Verdict]++
			if z.Verdict != horn.Unknown {
				require.Equal(t, want, z.Verdict, "seed %d, %+v", seed, w)
			}
		}
	}
	t.Logf("%d runs: %v", runs, decided)
	require.NotZero(t, decided[horn.Safe]) // their number depends on the machine
	require.NotZero(t, decided[horn.Unsafe])
}
