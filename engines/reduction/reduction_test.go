// SPDX-License-Identifier: Apache-2.0

package reduction

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/intblast"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestWordViews decides systems over bit-vectors by the abstract system that suffices, with valid
// witnesses. The verdicts of earlier abstract systems on the others are wrong.
func TestWordViews(t *testing.T) {
	tests := []struct {
		name, text, view string
		verdict          horn.Verdict
	}{
		{"nothing leaves the range", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000000 #x00000000))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p x y) (bvslt x #x00000064)) (p (bvadd x #x00000001) (bvadd y #x00000002)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (p x y) (not (= y (bvadd x x)))) false)))`,
			"within", horn.Safe},
		{"small values suffice", `
(declare-fun p ((_ BitVec 32)) Bool)
(assert (p #x00000000))
(assert (forall ((x (_ BitVec 32))) (=> (p x) (p (bvadd x #x00000003)))))
(assert (forall ((x (_ BitVec 32))) (=> (and (p x) (bvsgt x #x00000007)) false)))`,
			"within", horn.Unsafe},
		{"a sum wraps around before it is compared", `
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x5))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvslt x #x7)) (p (bvadd x #x1)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvslt (bvadd x #x1) #x0)) false)))`,
			"values", horn.Unsafe},
		{"sums wrap around alike", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((d (_ BitVec 32))) (p #x00000000 d (bvadd d d))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p i x y) (bvslt i #x00000064)) (p (bvadd i #x00000001) (bvadd x i) (bvadd y i i)))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p i x y) (not (= y (bvmul #x00000002 x)))) false)))`,
			"within", horn.Safe}, // y is gone
		{"what wraps around stays even", `
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x6))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x2)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvsgt x #x6)) false)))`,
			"values", horn.Safe},
		{"a difference that never leaves its range is compared", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((n (_ BitVec 32))) (p n #x00000000 #x00000000)))
(assert (forall ((n (_ BitVec 32)) (i (_ BitVec 32)) (half (_ BitVec 32)) (next (_ BitVec 32)))
  (=> (and (p n i half) (bvsge (bvsub n i) #x00000001)
       (= next (ite (= (bvsmod (bvadd i #x00000001) #x00000002) #x00000000) (bvadd half #x00000001) half)))
      (p n (bvadd i #x00000001) next))))
(assert (forall ((n (_ BitVec 32)) (i (_ BitVec 32)) (half (_ BitVec 32)))
  (=> (and (p n i half) (= i #x0000000a) (bvsle (bvsub n i) #x00000000) (not (= half #x00000005))) false)))`,
			"values", horn.Safe}, // by a guess of within and what that supposes
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+tt.text+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			e := Intblast(Options{Backend: native.Backend{}, Log: slog.New(slog.DiscardHandler)})
			r, err := e.Solve(ctx, sys)
			require.NoError(t, err)
			require.Equal(t, tt.verdict, r.Verdict)
			require.Equal(t, tt.view, e.stats.System)
			o := check.Options{Solver: func() (smt.Solver, error) {
				return intblast.Backend{Backend: native.Backend{}}.New(sys.Store, smt.Options{})
			}}
			if tt.verdict == horn.Safe {
				require.NoError(t, check.Model(ctx, sys, r.Model, o))
				return
			}
			require.NoError(t, check.Refutation(ctx, sys, r.Refutation, o))
		})
	}
}

// TestGuessesAreJudgedOverIntegers has an invariant. A proof of it over bits would have to show
// that the sum of six numbers does not depend on their order.
func TestGuessesAreJudgedOverIntegers(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	const text = `(set-logic HORN)
(define-fun sum ((a (_ BitVec 32)) (b (_ BitVec 32)) (c (_ BitVec 32)) (d (_ BitVec 32)) (e (_ BitVec 32)) (f (_ BitVec 32))) (_ BitVec 36)
  (bvadd ((_ sign_extend 4) a) ((_ sign_extend 4) b) ((_ sign_extend 4) c) ((_ sign_extend 4) d) ((_ sign_extend 4) e) ((_ sign_extend 4) f)))
(declare-fun p ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000000 #x00000000 #x00000000 #x00000000 #x00000000 #x00000000))
(assert (forall ((a (_ BitVec 32)) (b (_ BitVec 32)) (c (_ BitVec 32)) (d (_ BitVec 32)) (e (_ BitVec 32)) (f (_ BitVec 32)))
  (=> (and (p a b c d e f) (bvslt c #x00000064) (bvsgt a #x00000000)) (p (bvadd c #x00000001) f (bvadd a #xffffffff) e b d))))
(assert (forall ((a (_ BitVec 32)) (b (_ BitVec 32)) (c (_ BitVec 32)) (d (_ BitVec 32)) (e (_ BitVec 32)) (f (_ BitVec 32)))
  (=> (and (p a b c d e f) (bvslt (sum d f b a e c) #x000000000)) false)))
(check-sat)`
	script, err := smtlib.ReadString(logic.NewStore(), "in", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	s, p := sys.Store, sys.Preds[0]
	params := horn.Params(s, p)
	var wide []*logic.Term
	for _, x := range params {
		wide = append(wide, s.SignExtend(4, x))
	}
	m := horn.NewModel()
	m.Define(p, params, s.Eq(s.BV(logic.OpBVAdd, wide...), s.BVNum(new(big.Int), 36)))
	o := Options{Backend: native.Backend{}, Log: slog.New(slog.DiscardHandler)}
	require.NoError(t, validate(ctx, o, sys, horn.Result{Verdict: horn.Safe, Model: m}))
}

// TestWordViewOfIntegers checks the reason for giving up on a system without bit-vectors.
func TestWordViewOfIntegers(t *testing.T) {
	sys, err := horn.Read("integers", "(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))")
	require.NoError(t, err)
	_, err = Intblast(Options{Backend: native.Backend{}, Log: slog.New(slog.DiscardHandler)}).Solve(t.Context(), sys)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "a system without bit-vectors")
}
