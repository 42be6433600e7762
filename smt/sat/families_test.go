// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cornet/smt/sat"

	"github.com/stretchr/testify/require"
)

// family is a problem with a known answer.
type family struct {
	name    string
	formula *formula
	want    sat.Status
}

func smallFamilies() []family {
	return []family{
		{"random 3-SAT, few clauses", randomKSAT(200, 700, 3, 1), sat.Sat},
		{"random 3-SAT, many clauses", randomKSAT(100, 500, 3, 1), sat.Unsat},
		{"random 5-SAT, many clauses", randomKSAT(30, 800, 5, 1), sat.Unsat},
		{"pigeonhole 6", pigeonhole(6), sat.Unsat},
		{"parity of degree 3", parity(24, 3, 1), sat.Unsat},
		{"parity of degree 4", parity(16, 4, 1), sat.Unsat},
		{"colouring", coloring(100, 190, 3, 1), sat.Sat},
		{"factoring 13*11", factoring(143, 5), sat.Sat},
		{"factoring the prime 4093", factoring(4093, 9), sat.Unsat},
		{"multipliers of 4 bits", multipliers(4), sat.Unsat},
		{"adders", adders(4, 6), sat.Unsat},
		{"register", register(30, 60, 1), sat.Sat},
	}
}

// requireModel checks the model of the last Solve against the formula.
func requireModel(t *testing.T, s *sat.Solver, f *formula) {
	t.Helper()
	for _, c := range f.Clauses {
		require.True(t, slices.ContainsFunc(c, func(l sat.Lit) bool { return s.Value(l) == sat.True }), "clause %v", c)
	}
}

// requireInputs checks the proof of the last Solve, and that it starts from
// clauses of the formula only.
func requireInputs(t *testing.T, s *sat.Solver, f *formula) {
	t.Helper()
	known := map[string]bool{}
	key := func(c []sat.Lit) string {
		z := slices.Clone(c)
		slices.Sort(z)
		return fmt.Sprint(slices.Compact(z))
	}
	for _, c := range f.Clauses {
		known[key(c)] = true
	}
	require.NoError(t, sat.CheckProof(s.Proof(), func(n sat.Node) error {
		if n.Kind != sat.Input || !known[key(n.Lits)] {
			return fmt.Errorf("%v %v is not in the formula", n.Kind, n.Lits)
		}
		return nil
	}))
}

func TestFamilies(t *testing.T) {
	for _, fam := range smallFamilies() {
		t.Run(fam.name, func(t *testing.T) {
			for _, mode := range []sat.Mode{sat.Alternate, sat.Focused, sat.Stable} {
				for _, solver := range []*sat.Solver{
					sat.New(sat.Options{Mode: mode}),
					sat.New(sat.Options{Mode: mode, Proof: true}),
					sat.NewHurried(sat.Options{Mode: mode, Proof: true}),
				} {
					fam.formula.AddTo(solver)
					require.Equal(t, fam.want, solver.Solve(context.Background()))
					if fam.want == sat.Sat {
						requireModel(t, solver, fam.formula)
					} else if solver.Proof() != nil {
						requireInputs(t, solver, fam.formula)
					}
				}
			}
		})
	}
}

// Proof logging must not change the search.
func TestProofKeepsSearch(t *testing.T) {
	for _, fam := range smallFamilies() {
		plain, logged := sat.New(sat.Options{}), sat.New(sat.Options{Proof: true})
		var stats [2]sat.Stats
		for i, s := range []*sat.Solver{plain, logged} {
			fam.formula.AddTo(s)
			s.Solve(context.Background())
			stats[i] = s.Stats()
			stats[i].ProofClauses, stats[i].ProofSteps, stats[i].ProofCollections = 0, 0, 0
		}
		require.Equal(t, stats[0], stats[1], fam.name)
	}
}

// The same calls give the same run.
func TestDeterminism(t *testing.T) {
	run := func() sat.Stats {
		s := sat.New(sat.Options{Proof: true})
		f := randomKSAT(120, 500, 3, 3)
		f.AddTo(s)
		for v := range sat.Var(20) {
			s.Solve(context.Background(), (v + 1).Pos(), (v + 30).Neg())
		}
		return s.Stats()
	}
	require.Equal(t, run(), run())
}

// The order of clauses and literals must not change the answer.
func TestShuffle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, fam := range smallFamilies() {
		f := &formula{Vars: fam.formula.Vars}
		for _, c := range fam.formula.Clauses {
			f.Clauses = append(f.Clauses, slices.Clone(c))
		}
		for range 3 {
			r.Shuffle(len(f.Clauses), func(i, j int) { f.Clauses[i], f.Clauses[j] = f.Clauses[j], f.Clauses[i] })
			for _, c := range f.Clauses {
				r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
			}
			s := sat.New(sat.Options{})
			f.AddTo(s)
			require.Equal(t, fam.want, s.Solve(context.Background()), fam.name)
		}
	}
}

// Cores of assumptions must suffice, also when they are asked again.
func TestCores(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	f := randomKSAT(150, 560, 3, 5)
	s := sat.New(sat.Options{Proof: true})
	f.AddTo(s)
	unsats := 0
	for range 50 {
		var assumptions []sat.Lit
		for v := range 150 {
			if r.IntN(4) == 0 {
				assumptions = append(assumptions, sat.FromDimacs((v+1)*(1-2*r.IntN(2))))
			}
		}
		if s.Solve(context.Background(), assumptions...) != sat.Unsat {
			continue
		}
		require.NoError(t, sat.CheckProof(s.Proof(), nil))
		unsats++
		core := slices.Clone(s.Core())
		require.Subset(t, assumptions, core)
		require.Equal(t, sat.Unsat, s.Solve(context.Background(), core...))
		fresh := sat.New(sat.Options{})
		f.AddTo(fresh)
		require.Equal(t, sat.Unsat, fresh.Solve(context.Background(), core...))
	}
	require.Greater(t, unsats, 25)
}
