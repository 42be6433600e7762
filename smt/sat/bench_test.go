// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"context"
	"testing"

	"cornet/smt/sat"
)

// benchFamilies take up to a few seconds each.
func benchFamilies() []family {
	return []family{
		{"random3/225", randomKSAT(225, 959, 3, 2), sat.Unsat},
		{"pigeonhole/8", pigeonhole(8), sat.Unsat},
		{"parity/40", parity(60, 3, 3), sat.Unsat},
		{"factoring/14", factoring(16769023, 14), sat.Unsat},
		{"multipliers/6", multipliers(6), sat.Unsat},
		{"adders/4x32", adders(4, 32), sat.Unsat},
		{"register/80", register(80, 200, 3), sat.Sat},
	}
}

func benchmarkFamilies(b *testing.B, opts sat.Options) {
	for _, fam := range benchFamilies() {
		b.Run(fam.name, func(b *testing.B) {
			var stats sat.Stats
			for b.Loop() {
				s := sat.New(opts)
				fam.formula.AddTo(s)
				if got := s.Solve(context.Background()); got != fam.want {
					b.Fatalf("%v, want %v", got, fam.want)
				}
				stats.Conflicts += s.Stats().Conflicts
				stats.Propagations += s.Stats().Propagations
				stats.Ticks += s.Stats().Ticks
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(stats.Conflicts)/seconds, "conflicts/s")
			b.ReportMetric(float64(stats.Propagations)/seconds, "propagations/s")
			b.ReportMetric(float64(stats.Ticks)/seconds, "ticks/s")
		})
	}
}

// BenchmarkFamilies measures the search.
func BenchmarkFamilies(b *testing.B) { benchmarkFamilies(b, sat.Options{}) }

// BenchmarkProof measures the same searches with proofs logged.
func BenchmarkProof(b *testing.B) { benchmarkFamilies(b, sat.Options{Proof: true}) }

// BenchmarkPropagate measures only propagation: back and forth along a long implication chain,
// through clauses of the given number of literals.
func BenchmarkPropagate(b *testing.B) {
	for _, width := range []int{2, 3, 8} {
		b.Run(map[int]string{2: "binary", 3: "ternary", 8: "long"}[width], func(b *testing.B) {
			const n = 20000
			s := sat.New(sat.Options{})
			for range n + width {
				s.NewVar()
			}
			for v := sat.Var(1); v <= n; v++ {
				clause := []sat.Lit{(v + 1).Pos()}
				for k := range sat.Var(width - 1) {
					clause = append(clause, (v - min(v-1, k)).Neg())
				}
				s.AddClause(clause...)
			}
			ctx := context.Background()
			before := s.Stats().Propagations
			for b.Loop() {
				s.Solve(ctx, sat.Var(1).Pos())
			}
			b.ReportMetric(float64(s.Stats().Propagations-before)/b.Elapsed().Seconds(), "propagations/s")
		})
	}
}

// BenchmarkIncremental measures many small questions to one solver, as engines ask them: a scope is
// opened, with a few clauses and two questions, and closed again.
func BenchmarkIncremental(b *testing.B) {
	s := sat.New(sat.Options{})
	multipliers(5).AddTo(s)
	n := sat.Var(s.NumVars())
	ctx := context.Background()
	v := sat.Var(0)
	for b.Loop() {
		v = v%(n-3) + 1
		s.Push()
		s.AddClause(v.Pos(), (v + 1).Neg(), (v + 2).Pos())
		s.AddClause(v.Neg(), (v + 3).Pos())
		s.SetLimits(sat.Limits{Conflicts: 50})
		s.Solve(ctx, v.Pos())
		s.Solve(ctx, v.Neg())
		s.Pop()
	}
}
