// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/passes"
	"cornet/smt"
	"cornet/smt/native"
)

// The clauses of systems whose loops end at a number. The number becomes a parameter. A property
// proved for all parameters holds for the number.
func TestParameters(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // parts of the printed system
	}{
		{"a loop up to a number", `(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 100)) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 100) (not (= y 200))) false)))`,
			[]string{"(<= n!0 99)", "(p!0 0 0 n!0)", "(>= x (+ n!2 1))"}},
		{"down from a number, and its neighbour", `(declare-fun p (Int) Bool)
(assert (p 100))
(assert (forall ((x Int)) (=> (and (p x) (> x 0)) (p (- x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 101)) false)))`, nil}, // it is only compared with 0
		{"a step in a branch", `(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (<= x 49)) (p (ite (<= x 2147483646) (+ x 1) 0)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 50)) false)))`, []string{"(<= n!0 49)", "2147483646", "(>= x (+ n!2 2))"}},
		{"no loop", `(declare-fun p (Int) Bool)
(assert (p 100))
(assert (forall ((x Int)) (=> (and (p x) (> x 100)) false)))`, nil},
		{"few steps", `(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))`, nil},
		{"coefficients and divisors stay", `(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 30)) (p (+ x 1) (+ (* 30 y) (mod x 30))))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (or (> x 30) (< y 0))) false)))`, []string{"(* 30 ", "(mod x 30)", "(<= n!0 29)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			sys := readSystem(t, tt.text)
			out := passes.Parameters(sys)
			if tt.want == nil {
				require.Same(t, sys, out.System)
				return
			}
			require.NoError(t, out.System.Check())
			var text strings.Builder
			require.NoError(t, horn.Write(&text, out.System))
			for _, part := range tt.want {
				require.Contains(t, text.String(), part)
			}
			back := native.Backend{}
			z, err := pdr.New(pdr.Options{Backend: back}).Solve(ctx, out.System)
			require.NoError(t, err)
			if z.Verdict != horn.Safe { // it derives more
				return
			}
			z, err = out.Carry(ctx, z)
			require.NoError(t, err)
			require.NoError(t, check.Model(ctx, sys, z.Model, check.Judges(sys.Store, back, nil, smt.Options{})))
		})
	}
}
