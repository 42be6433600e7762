// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt/sat"
)

// TestEliminationInSteps adds the clauses of problems in steps, some in scopes that are closed
// again. It asks under assumptions in between. A solver that eliminates early and often must agree
// with new ones. Its models must satisfy all clauses, and its proofs must hold.
func TestEliminationInSteps(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 41))
	total := sat.Stats{}
	for _, fam := range append(smallFamilies(), family{"queue", register(20, 40, 2), sat.Sat}) {
		f := &formula{Vars: fam.formula.Vars}
		s := sat.NewHurried(sat.Options{Proof: true})
		f.AddTo(s)
		clauses := fam.formula.Clauses
		for step := 0; len(clauses) > 0; step++ {
			n := min(len(clauses), 1+len(fam.formula.Clauses)/6)
			scoped := step%3 == 1
			known := len(f.Clauses)
			if scoped {
				s.Push()
			}
			status := sat.Unknown
			for _, c := range clauses[:n] {
				s.AddClause(c...)
				f.Clauses = append(f.Clauses, c)
			}
			for range 2 {
				var assumed []sat.Lit
				for range r.IntN(3) {
					assumed = append(assumed, sat.FromDimacs((1+r.IntN(f.Vars))*(1-2*r.IntN(2))))
				}
				fresh := sat.New(sat.Options{})
				f.AddTo(fresh)
				want := fresh.Solve(ctx, assumed...)
				require.Equal(t, want, s.Solve(ctx, assumed...), "%s, step %d", fam.name, step)
				status = want
				if want == sat.Sat {
					if r.IntN(2) == 0 { // brings variables back, which does not change the model
						s.SetDecision(sat.Var(1 + r.IntN(f.Vars)))
					}
					if r.IntN(2) == 0 {
						requireModel(t, s, f)
					}
					require.False(t, slices.ContainsFunc(assumed, func(l sat.Lit) bool { return s.Value(l) != sat.True }))
				} else {
					require.NoError(t, sat.CheckProof(s.Proof(), nil))
					cnf, proof := lratOf(t, s)
					require.NoError(t, checkLRAT(cnf, proof))
				}
			}
			if scoped {
				s.Pop()
				if status == sat.Sat {
					requireModel(t, s, f)
				}
				f.Clauses = f.Clauses[:known]
			}
			clauses = clauses[n:]
			if scoped && r.IntN(2) == 0 { // the clauses of the scope are added again, for good
				clauses = append(slices.Clone(fam.formula.Clauses[known:known+n]), clauses...)
				step++
			}
		}
		total.Eliminated += s.Stats().Eliminated
		total.Restored += s.Stats().Restored
	}
	require.Greater(t, total.Eliminated, int64(1000))
	require.Greater(t, total.Restored, int64(100))
}
