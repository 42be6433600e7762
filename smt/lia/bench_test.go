// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"
	"math/rand/v2"
	"testing"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 77)) }

// plantedInequalities returns a random system that an integer point satisfies with little room.
func plantedInequalities(rng *rand.Rand, shape smttest.LinearShape) *smttest.LinearSystem {
	s := smttest.RandomLinear(rng, shape)
	plant(rng, s)
	for i := range s.Atoms {
		a := &s.Atoms[i]
		if room := rational.Int(rng.Int64N(20)); a.Relation == "<=" {
			a.Right = a.Right.Add(room)
		} else if a.Relation == ">=" {
			a.Right = a.Right.Sub(room)
		}
	}
	return s
}

// BenchmarkSearch decides systems that have an integer solution and systems that may have none,
// with a plain search that branches.
func BenchmarkSearch(b *testing.B) {
	for _, bench := range []struct {
		name    string
		planted bool
		shape   smttest.LinearShape
	}{
		{"tiny", false, smttest.LinearShape{Vars: 5, Atoms: 6, Length: 3, Coeff: 4, Right: 20, Relations: "<= >= =", Box: 20}},
		{"boxed", false, smttest.LinearShape{Vars: 10, Atoms: 8, Length: 5, Coeff: 9, Right: 50, Relations: "= <= >=", Box: 30}},
		{"differences", true, smttest.LinearShape{Vars: 40, Atoms: 80, Length: 2, Coeff: 1, Relations: "<= >="}},
		{"equations", true, smttest.LinearShape{Vars: 30, Atoms: 20, Length: 4, Coeff: 9, Relations: "="}},
		{"sparse", true, smttest.LinearShape{Vars: 40, Atoms: 60, Length: 3, Coeff: 3, Relations: "<= >= ="}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			rng := newRand(3)
			var systems []*smttest.LinearSystem
			for range 10 {
				if bench.planted {
					systems = append(systems, plantedInequalities(rng, bench.shape))
				} else {
					systems = append(systems, smttest.RandomLinear(rng, bench.shape))
				}
			}
			var stats Stats
			unknown := 0
			for b.Loop() {
				for _, s := range systems {
					b.StopTimer()
					in := load(b, s, Options{MaxDepth: 50})
					b.StartTimer()
					conflict := false
					for i := 0; i < len(s.Atoms) && !conflict; i++ {
						conflict = in.assert(i) != nil
					}
					if conflict {
						continue
					}
					if outcome, _ := in.search(context.Background()); outcome == Unknown {
						unknown++
					}
					stats.Add(in.solver.Stats())
				}
			}
			n := float64(b.N)
			b.ReportMetric(float64(stats.Checks)/b.Elapsed().Seconds(), "checks/s")
			b.ReportMetric(float64(stats.Branches)/n, "branches/op")
			b.ReportMetric(float64(stats.Cubes+stats.Patched)/n, "repairs/op")
			b.ReportMetric(float64(unknown)/n, "unknown/op")
		})
	}
}
