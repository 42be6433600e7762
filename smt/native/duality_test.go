// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/sat"
)

// TestDuality: a system and its dual, on the two sides of one cut of one proof, give formulas that
// are each other's negation:
//
//	McMillan(A, B) ≡ ¬ inverse McMillan(B, A)
//
// D'Silva, Kroening, Purandare, Weissenbacher: Interpolant Strength. VMCAI 2010, for the labels,
// and Blicha et al., TACAS 2019, for sums of Farkas and dual sums. The test needs one proof for
// both, so it cannot be asked from outside. Pudlák's system is its own dual except for arithmetic.
// There, Medium has a sum of A's bounds, which implies the negation of the sum of B's.
func TestDuality(t *testing.T) {
	tests := []struct {
		name       string
		ints, both bool // Int instead of Real; Boolean variables as well
	}{{"bool", false, true}, {"lra", false, false}, {"lia", true, false}, {"lia and bool", true, true}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answered := 0
			for seed := range uint64(120) {
				s := logic.NewStore()
				q := twoParts(rand.New(rand.NewPCG(seed, 7)), s, tt.ints, tt.both)
				r, err := newRefuter(s, q, false)
				require.NoError(t, err)
				r.sat.SetLimits(sat.Limits{Ticks: 300_000})
				if r.sat.Solve(t.Context()) != sat.Unsat {
					continue
				}
				answered++
				x := newExtraction(r, r.sat.Proof())
				cuts := make([]partitions, 2)
				for i := range cuts {
					cuts[i].add(i)
				}
				of := func(side int, st smt.Strength) *logic.Term {
					f, err := x.interpolant(cuts[side], systemOf(st, true))
					require.NoError(t, err)
					return f
				}
				entails := func(f, g *logic.Term) {
					t.Helper()
					st, err := NewSolver(s, smt.Options{Ticks: 300_000}).Check(t.Context(), f, s.Not(g))
					require.NoError(t, err)
					require.NotEqual(t, smt.Sat, st, "seed %d: %v does not imply %v\n%v", seed, f, g, q.Part)
				}
				strong, weakOther := of(0, smt.Strong), of(1, smt.Weak)
				entails(strong, s.Not(weakOther))
				entails(s.Not(weakOther), strong)
				weak, strongOther := of(0, smt.Weak), of(1, smt.Strong)
				entails(weak, s.Not(strongOther))
				entails(s.Not(strongOther), weak)
				entails(of(0, smt.Medium), s.Not(of(1, smt.Medium)))
				if tt.name == "bool" {
					entails(s.Not(of(1, smt.Medium)), of(0, smt.Medium))
				}
			}
			t.Logf("%d pairs", answered)
			require.Greater(t, answered, 20)
		})
	}
}

// twoParts returns two conjunctions of clauses over shared symbols and one of their own each.
func twoParts(g *rand.Rand, s *logic.Store, ints, both bool) *smt.Query {
	sort := s.Real
	if ints {
		sort = s.Int
	}
	literal := func(side string) *logic.Term {
		names := []string{"x", "y", "z", side}
		z := s.Var("p"+names[g.IntN(4)], s.Bool)
		if !both || ints && g.IntN(2) == 0 {
			sum := []*logic.Term{s.Num(rational.Int(int64(g.IntN(9)-4)), sort)}
			for range 1 + g.IntN(3) {
				sum = append(sum, s.Scale(rational.Int(int64(g.IntN(7)-3)), s.Var(names[g.IntN(4)], sort)))
			}
			z = s.Le(s.Add(sum...), s.Num(rational.Rat{}, sort))
		}
		if g.IntN(2) == 0 {
			z = s.Not(z)
		}
		return z
	}
	part := func(side string) *logic.Term {
		var clauses []*logic.Term
		for range 4 + g.IntN(6) {
			clauses = append(clauses, s.Or(literal(side), literal(side)))
		}
		return s.And(append(clauses, literal(side))...)
	}
	return smt.Sequence(part("a"), part("b"))
}
