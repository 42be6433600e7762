// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"context"
	"math/rand/v2"
	"testing"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
)

// satisfiable changes every atom so that a random point satisfies it with little room. Check then
// has work to do.
func satisfiable(rng *rand.Rand, s *smttest.LinearSystem) *smttest.LinearSystem {
	point := make([]rational.Rat, len(s.Names))
	for v := range point {
		point[v] = rational.Int(rng.Int64N(200) - 100)
	}
	for i := range s.Atoms {
		a := &s.Atoms[i]
		a.Right = rational.Rat{}
		for _, t := range a.Sum {
			a.Right = a.Right.AddMul(t.Coeff, point[t.Var])
		}
		if room := rational.Int(rng.Int64N(3)); a.Relation == "<=" {
			a.Right = a.Right.Add(room)
		} else if a.Relation == ">=" {
			a.Right = a.Right.Sub(room)
		}
	}
	return s
}

// BenchmarkCheck solves one system from scratch.
func BenchmarkCheck(b *testing.B) {
	for _, bench := range []struct {
		name  string
		shape smttest.LinearShape
	}{
		{"tiny", smttest.LinearShape{Vars: 6, Atoms: 12, Length: 3, Coeff: 3, Relations: "<= >="}},
		{"differences", smttest.LinearShape{Vars: 60, Atoms: 150, Length: 2, Coeff: 1, Relations: "<= >="}},
		{"sparse", smttest.LinearShape{Vars: 100, Atoms: 150, Length: 3, Coeff: 3, Relations: "<= >="}},
		{"dense", smttest.LinearShape{Vars: 20, Atoms: 40, Length: 20, Coeff: 9, Relations: "<= >="}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			var systems []*smttest.LinearSystem
			for range 10 {
				systems = append(systems, satisfiable(rng, smttest.RandomLinear(rng, bench.shape)))
			}
			var stats Stats
			for b.Loop() {
				for _, s := range systems {
					b.StopTimer()
					in := load(b, s, Options{})
					for i := range s.Atoms {
						in.sum(i)
					}
					b.StartTimer()
					for i := range s.Atoms {
						a := &s.Atoms[i]
						v := in.sum(i)
						if a.Relation == "<=" {
							in.solver.AssertUpper(v, a.Right, false, Reason(i))
						} else {
							in.solver.AssertLower(v, a.Right, false, Reason(i))
						}
					}
					status, _ := in.solver.Check(context.Background())
					if status != Feasible {
						b.Fatal(status)
					}
					stats.Add(in.solver.Stats())
				}
			}
			report(b, stats)
		})
	}
}

func report(b *testing.B, stats Stats) {
	b.ReportMetric(float64(stats.Pivots)/b.Elapsed().Seconds(), "pivots/s")
	b.ReportMetric(float64(stats.Ticks)/b.Elapsed().Seconds()/1e6, "Mticks/s")
	b.ReportMetric(float64(stats.Pivots)/float64(b.N), "pivots/op")
	b.ReportMetric(float64(stats.Conflicts)/float64(b.N), "conflicts/op")
}

// BenchmarkSearch behaves like a SAT solver. It asserts random atoms or their negations, each on
// its own level, and checks after each. After a conflict, it jumps back over the latest premise and
// asserts the opposite.
func BenchmarkSearch(b *testing.B) {
	for _, bench := range []struct {
		name  string
		shape smttest.LinearShape
	}{
		{"tiny", smttest.LinearShape{Vars: 6, Atoms: 30, Length: 3, Coeff: 3, Right: 10, Relations: "<="}},
		{"differences", smttest.LinearShape{Vars: 30, Atoms: 200, Length: 2, Coeff: 1, Right: 50, Relations: "<="}},
		{"sparse", smttest.LinearShape{Vars: 60, Atoms: 200, Length: 3, Coeff: 3, Right: 50, Relations: "<="}},
		{"dense", smttest.LinearShape{Vars: 15, Atoms: 60, Length: 15, Coeff: 9, Right: 50, Relations: "<="}},
	} {
		for _, propagate := range []bool{false, true} {
			name := bench.name
			if propagate {
				name += "+implied"
			}
			b.Run(name, func(b *testing.B) {
				s := smttest.RandomLinear(rand.New(rand.NewPCG(5, 6)), bench.shape)
				var stats Stats
				for b.Loop() {
					stats.Add(search(b, s, 2000, propagate))
				}
				report(b, stats)
			})
		}
	}
}

// search makes the given number of steps and returns the counts.
func search(b *testing.B, s *smttest.LinearSystem, steps int, propagate bool) Stats {
	rng := rand.New(rand.NewPCG(7, 8))
	in := load(b, s, Options{})
	solver := in.solver
	for i := range s.Atoms {
		solver.Watch(in.sum(i), propagate)
	}
	level := make([]int, len(s.Atoms)) // at which an atom was asserted
	assert := func(i int, positive bool) []Premise {
		a := &s.Atoms[i]
		level[i] = solver.Level()
		if positive {
			return solver.AssertUpper(in.sum(i), a.Right, false, Reason(i))
		}
		return solver.AssertLower(in.sum(i), a.Right, true, Reason(i))
	}
	for range steps {
		if solver.Level() >= len(s.Atoms)/2 {
			solver.Backtrack(0)
		}
		solver.Push()
		conflict := assert(rng.IntN(len(s.Atoms)), rng.IntN(2) == 0)
		if conflict == nil {
			status, _ := solver.Check(context.Background())
			if status == Infeasible {
				conflict = solver.Conflict()
			}
		}
		if conflict == nil {
			if propagate {
				solver.Implied()
			}
			continue
		}
		latest, second := conflict[0], 0
		for _, p := range conflict {
			if level[p.Reason] > level[latest.Reason] {
				latest, second = p, max(second, level[latest.Reason])
			} else if p.Reason != latest.Reason {
				second = max(second, level[p.Reason])
			}
		}
		solver.Backtrack(max(second-1, 0))
		solver.Push()
		if assert(int(latest.Reason), latest.Side == Lower) == nil {
			solver.Check(context.Background())
		}
	}
	return solver.Stats()
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Checks += t.Checks
	s.Pivots += t.Pivots
	s.Conflicts += t.Conflicts
	s.Implied += t.Implied
	s.Ticks += t.Ticks
}
