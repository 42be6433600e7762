// SPDX-License-Identifier: Apache-2.0

package linearize_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/linearize"
	"cornet/smt/native"
)

// TestInterpolator has queries that linear arithmetic refutes when products are replaced by names.
func TestInterpolator(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []string
		want  smt.Status
	}{
		{"local product", []string{"(and (= r (* d y)) (<= (* d y) 42) (= h 9))", "(= h 1)"}, smt.Unsat},
		{"shared product", []string{"(and (> (* x y) 7) (= h 9))", "(< (* x y) 7)"}, smt.Unsat},
		{"shared product under a local sum", []string{"(= r (+ (* x y) 1))", "(= s (* x y))", "(not (= r (+ s 1)))"}, smt.Unsat},
		{"variable divisor", []string{"(and (= r (mod d y)) (<= (mod d y) 42) (= h 9))", "(= h 1)"}, smt.Unsat},
		{"a law is needed", []string{"(= r (* x x))", "(< r 0)"}, smt.Unknown},
		{"no product", []string{"(= x 1)", "(= x 2)"}, smt.Unsat},
		{"no product, a model", []string{"(= x 1)", "(< x y)"}, smt.Sat},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "d h m r s x y : Int")
			var parts []*logic.Term
			for _, p := range c.parts {
				parts = append(parts, reader.Term(p))
			}
			q := smt.Sequence(parts...)
			ip := linearize.NewInterpolator(s, native.NewInterpolator(s, native.InterpolatorOptions{}))
			z, err := ip.Interpolate(context.Background(), q)
			require.NoError(t, err)
			require.Equal(t, c.want, z.Status)
			if z.Status == smt.Unsat {
				solver := newSolver(t, s)
				// with mod as a name: a formula that holds for any number holds for remainders
				for i, p := range parts {
					q.Part[i] = s.NewRewriter(nil, func(t *logic.Term) *logic.Term {
						if t.Op() == logic.OpMod {
							return reader.Term("m")
						}
						return t
					}).Map(p)
				}
				require.NoError(t, itp.Check(context.Background(), s, solver, q, z.Formulas))
			}
		})
	}
}
