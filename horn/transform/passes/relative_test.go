// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/passes"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// readSystem reads the declarations and assertions of a system.
func readSystem(t *testing.T, text string) *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+text+"(check-sat)")
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// TestRelative has systems over small vectors. They are decided in their relative form, and
// witnesses are checked on the systems themselves.
func TestRelative(t *testing.T) {
	tests := []struct {
		name, text string
		arity      []int // of the resulting predicates
		verdict    horn.Verdict
	}{
		{"points in an order that rotates", `
(declare-fun p ((_ BitVec 3) (_ BitVec 3) (_ BitVec 3)) Bool)
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3)))
  (=> (and (bvsle #b001 (bvsub y x)) (= z (bvadd y #b001))) (p x y z))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3))) (=> (p x y z) (p y z x))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3))) (=> (and (p x y z) (= y x)) false)))`,
			[]int{2}, horn.Safe},
		{"one step is needed at two places", `
(declare-fun p ((_ BitVec 3) (_ BitVec 3)) Bool)
(assert (forall ((x (_ BitVec 3))) (p x (bvadd x #b010))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3))) (=> (and (p x y) (p y z)) (p x z))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (and (p x y) (= x y)) false)))`,
			[]int{1}, horn.Unsafe},
		{"two kinds of points, and a flag", `
(declare-fun p ((_ BitVec 2) (_ BitVec 3) Bool (_ BitVec 2) (_ BitVec 3)) Bool)
(assert (forall ((a (_ BitVec 2)) (x (_ BitVec 3)) (y (_ BitVec 3)) (f Bool)) (=> (= f (bvult (bvsub x y) #b011)) (p a x f (bvadd a #b01) y))))
(assert (forall ((a (_ BitVec 2)) (b (_ BitVec 2)) (x (_ BitVec 3)) (y (_ BitVec 3)) (f Bool))
  (=> (and (p a x f b y) (not (= b a))) (p b (bvadd x #b010) f a (bvadd y #b010)))))
(assert (forall ((a (_ BitVec 2)) (b (_ BitVec 2)) (x (_ BitVec 3)) (f Bool)) (=> (and (p a x f b x) (not f)) false)))`,
			[]int{3}, horn.Safe},
		{"a number that is compared with a numeral", `
(declare-fun p ((_ BitVec 3) (_ BitVec 3)) Bool)
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (bvslt x #b000) (p x y))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (p x y) (p x (bvadd y x)))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (and (p x y) (= x y) (bvsle #b000 x)) false)))`,
			[]int{2}, horn.Safe},
		{"sums, parts and numerals are not translated", `
(declare-fun p ((_ BitVec 3)) Bool)
(declare-fun q ((_ BitVec 3)) Bool)
(declare-fun r ((_ BitVec 3)) Bool)
(assert (p #b001))
(assert (forall ((x (_ BitVec 3))) (=> (= ((_ extract 0 0) x) #b1) (q x))))
(assert (forall ((x (_ BitVec 3))) (r (bvadd x x))))
(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3))) (=> (and (p x) (q y) (r z) (not (= x #b001))) false)))`,
			[]int{1, 1, 1}, horn.Safe},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			sys := readSystem(t, tt.text)
			z := passes.Relative(sys)
			require.NoError(t, z.System.Check())
			var arity []int
			for _, p := range z.System.Preds {
				arity = append(arity, p.Arity())
			}
			require.Equal(t, tt.arity, arity)
			r, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Solve(ctx, z.System)
			require.NoError(t, err)
			require.Equal(t, tt.verdict, r.Verdict)
			r, err = z.Carry(ctx, r)
			require.NoError(t, err)
			o := check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil }}
			if tt.verdict == horn.Safe {
				require.NoError(t, check.Model(ctx, sys, r.Model, o))
				return
			}
			require.NoError(t, check.Refutation(ctx, sys, r.Refutation, o))
		})
	}
}
