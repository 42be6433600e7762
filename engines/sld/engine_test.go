// SPDX-License-Identifier: Apache-2.0

package sld_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/sld"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return sld.New(sld.Options{Backend: native.Backend{}}) },
		Backend: native.Backend{},
	})
}

const (
	lists = `
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(declare-fun rev (List List) Bool)
(assert (rev nil nil))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (and (rev x y) (append y (cons h nil) z)) (rev (cons h x) z))))
(declare-fun sum (List Int) Bool)
(assert (forall ((l List) (n Int)) (=> (sum (tail l) n) (or (not ((_ is cons) l)) (sum l (+ n (head l)))))))
(assert (sum nil 0))
`
	numbers = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun plus (Nat Nat Nat) Bool)
(assert (forall ((y Nat)) (plus zero y y)))
(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (plus x y z) (plus (succ x) y (succ z)))))
(declare-fun times (Nat Nat Nat) Bool)
(assert (forall ((y Nat)) (times zero y zero)))
(assert (forall ((x Nat) (y Nat) (z Nat) (p Nat)) (=> (and (times x y p) (plus y p z)) (times (succ x) y z))))
`
	expressions = `
(declare-datatypes ((Letter 0)) (((a) (b))))
(declare-datatypes ((Word 0)) (((end) (next (first Letter) (rest Word)))))
(declare-datatypes ((Exp 0)) (((none) (empty) (one (letter Letter)) (alt (left Exp) (right Exp)) (seq (before Exp) (after Exp)) (star (body Exp)))))
(declare-fun accepts (Exp Bool) Bool)
(assert (forall ((x Exp)) (=> (or (= x none) ((_ is one) x)) (accepts x false))))
(assert (forall ((x Exp)) (=> (or (= x empty) ((_ is star) x)) (accepts x true))))
(assert (forall ((x Exp) (y Exp) (p Bool) (q Bool)) (=> (and (accepts x p) (accepts y q)) (accepts (alt x y) (or p q)))))
(assert (forall ((x Exp) (y Exp) (p Bool) (q Bool)) (=> (and (accepts x p) (accepts y q)) (accepts (seq x y) (and p q)))))
(declare-fun step (Exp Letter Exp) Bool)
(assert (forall ((c Letter)) (step none c none)))
(assert (forall ((c Letter)) (step empty c none)))
(assert (forall ((c Letter) (d Letter)) (step (one d) c (ite (= c d) empty none))))
(assert (forall ((c Letter) (x Exp) (y Exp) (z Exp) (w Exp)) (=> (and (step x c z) (step y c w)) (step (alt x y) c (alt z w)))))
(assert (forall ((c Letter) (x Exp) (y Exp) (z Exp) (w Exp)) (=> (and (accepts x true) (step x c z) (step y c w)) (step (seq x y) c (alt (seq z y) w)))))
(assert (forall ((c Letter) (x Exp) (y Exp) (z Exp)) (=> (and (accepts x false) (step x c z)) (step (seq x y) c (seq z y)))))
(assert (forall ((c Letter) (x Exp) (z Exp)) (=> (step x c z) (step (star x) c (seq z (star x))))))
(declare-fun matches (Exp Word) Bool)
(assert (forall ((x Exp)) (=> (accepts x true) (matches x end))))
(assert (forall ((x Exp) (c Letter) (w Word) (z Exp)) (=> (and (step x c z) (matches z w)) (matches x (next c w)))))
`
)

func TestEngine(t *testing.T) {
	tests := []struct {
		name, problem string
		want          horn.Verdict
	}{
		{"a list that is not its reverse", lists + `(assert (forall ((x List) (y List)) (=> (and (rev x y) (not (= x y))) false)))`, horn.Unsafe},
		{"append does not commute", lists + `(assert (forall ((x List) (y List) (z List) (w List)) (=> (and (append x y z) (append y x w) (not (= z w))) false)))`, horn.Unsafe},
		{"a list from its parts", lists + `(assert (forall ((x List) (z List)) (=> (and (= z (cons 1 (cons 2 (cons 3 nil)))) (append x x z)) false)
			)) (assert (forall ((x List) (y List)) (=> (and (append x y (cons 1 (cons 2 nil))) (= (head y) 2)) false)))`, horn.Unsafe},
		{"a list with a sum", lists + `(assert (forall ((h Int) (k Int) (n Int)) (=> (and (sum (cons h (cons k nil)) n) (> h (* 2 k)) (= n 100) (> k 30)) false)))`, horn.Unsafe},
		{"a list without such a sum", lists + `(assert (forall ((h Int) (k Int) (n Int)) (=> (and (sum (cons h (cons k nil)) n) (> h (* 2 k)) (= n 100) (> k 33)) false)))`, horn.Unknown},
		{"numbers without a unit coefficient", lists + `(assert (forall ((h Int) (n Int)) (=> (and (sum (cons (* 2 h) nil) n) (= (* 3 n) (+ 30 (* 6 h) (- n)))) false)))`, horn.Unsafe},
		{"a remainder", lists + `(assert (forall ((h Int) (n Int)) (=> (and (sum (cons h nil) n) (= (mod n 7) 5) (> n 100)) false)))`, horn.Unsafe},
		{"a product of successors", numbers + `(assert (forall ((x Nat) (y Nat)) (=> (and (times (succ (succ x)) (succ (succ y)) (succ (succ (succ (succ (succ (succ zero))))))) ((_ is succ) y)) false)))`, horn.Unsafe},
		{"a term in itself", numbers + `(assert (forall ((x Nat)) (=> (plus zero x (succ x)) false)))`, horn.Unknown},
		{"an expression for two words", expressions + `(assert (forall ((x Exp)) (=> (and (matches x (next a (next b end))) (matches x (next b end))) false)))`, horn.Unsafe},
		{"the only rules contradict", numbers + `(assert (forall ((x Nat) (y Nat)) (=> (plus (succ x) y zero) false)))`, horn.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := enginetest.Parse(t, tt.problem)
			ctx := context.Background()
			if tt.want == horn.Unknown {
				var cancel context.CancelFunc
				ctx, cancel = context.WithCancel(ctx)
				defer cancel()
			}
			result, err := sld.New(sld.Options{Backend: native.Backend{}}).Solve(ctx, sys)
			require.NoError(t, err)
			require.Equal(t, tt.want, result.Verdict)
			if tt.want == horn.Unsafe {
				enginetest.Validate(t, sys, result, native.Backend{})
			}
		})
	}
}
