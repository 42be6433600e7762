// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestWordQueries: interpolants of bit-vector formulas come from proofs over bits.
func TestWordQueries(t *testing.T) {
	for _, path := range []bool{true, false} {
		answered := 0
		for seed := range seeds(40) {
			t.Run(fmt.Sprint(path, seed), func(t *testing.T) {
				s := smtlib.NewStore()
				g := newMixture(s, seed, s.BitVec(3), s.Bool)
				q := &smt.Query{}
				n := 2 + g.IntN(3)
				for i := range n {
					q.Part = append(q.Part, s.And(g.formula(1), g.formula(2), g.atom(2)))
					switch {
					case i == n-1:
						q.Parent = append(q.Parent, -1)
					case path:
						q.Parent = append(q.Parent, i+1)
					default:
						q.Parent = append(q.Parent, i+1+g.IntN(n-i-1))
					}
				}
				if testQuery(t, s, q) != nil {
					answered++
				}
			})
		}
		t.Logf("%d queries interpolated", answered)
	}
}

// TestTheoryQueries: the back end interpolates in all theories, from proofs or from models.
func TestTheoryQueries(t *testing.T) {
	for _, theory := range theories {
		t.Run(theory.name, func(t *testing.T) {
			answered, refused := 0, 0
			for seed := range seeds(20) {
				s := smtlib.NewStore()
				g := theory.make(s, seed)
				q := smt.Sequence(s.And(g.atom(2), g.atom(2), g.atom(1)), s.And(g.atom(2), g.atom(1)), s.And(g.atom(2), g.atom(1)))
				ip, err := native.Backend{}.Interpolator(s, smt.Options{Ticks: 300_000})
				require.NoError(t, err)
				z, err := ip.Interpolate(t.Context(), q)
				if err != nil {
					require.ErrorContains(t, err, "unsupported")
					refused++
					continue
				}
				if z.Status != smt.Unsat {
					continue
				}
				answered++
				checker := native.NewSolver(s, smt.Options{Ticks: 300_000})
				if err := itp.Check(t.Context(), s, checker, q, z.Formulas); err != nil {
					require.ErrorIs(t, err, itp.ErrUndecided, "%v\n%v", q.Part, z.Formulas)
				}
			}
			t.Logf("%d interpolated, %d refused", answered, refused)
		})
	}
}
