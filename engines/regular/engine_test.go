// SPDX-License-Identifier: Apache-2.0

package regular_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/regular"
	"cornet/horn"
	"cornet/smt/native"
	"cornet/test/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return regular.New(regular.Options{}) },
		Backend: native.Backend{},
	})
}

const (
	numbers = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun even (Nat) Bool)
(declare-fun odd (Nat) Bool)
(assert (even zero))
(assert (forall ((n Nat)) (=> (even n) (odd (succ n)))))
(assert (forall ((n Nat)) (=> (and ((_ is succ) n) (odd (pred n))) (even n))))
(assert (forall ((n Nat)) (=> (odd n) (even (succ n)))))
(declare-fun plus (Nat Nat Nat) Bool)
(assert (forall ((y Nat)) (plus zero y y)))
(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (plus x y z) (plus (succ x) y (succ z)))))
`
	words = `
(declare-datatypes ((Letter 0)) (((a) (b) (c))))
(declare-datatypes ((Word 0)) (((end) (next (first Letter) (rest Word)))))
(declare-fun sorted (Word) Bool)
(declare-fun bs (Word) Bool)
(assert (forall ((w Word)) (=> (or (= w end) (and ((_ is next) w) (not (= (first w) a)) (bs (rest w)))) (bs w))))
(assert (forall ((w Word)) (=> (bs w) (sorted w))))
(assert (forall ((w Word)) (=> (sorted w) (sorted (next a w)))))
`
	formulas = `
(declare-datatypes ((Formula 0)) (((constant (value Bool)) (not_ (arg Formula)) (and_ (left Formula) (right Formula)))))
(declare-fun eval (Formula Bool) Bool)
(assert (forall ((b Bool)) (eval (constant b) b)))
(assert (forall ((x Formula) (b Bool)) (=> (eval x b) (eval (not_ x) (not b)))))
(assert (forall ((x Formula) (y Formula) (b Bool)) (=> (and (eval x true) (eval y b)) (eval (and_ x y) b))))
(assert (forall ((x Formula) (y Formula) (b Bool)) (=> (eval x false) (eval (and_ x y) false))))
(assert (forall ((x Formula) (y Formula) (b Bool)) (=> (eval y false) (eval (and_ x y) false))))
`
	trees = `
(declare-datatypes ((Tree 0) (Forest 0)) (((node (label Int) (below Forest))) ((none) (plant (tree Tree) (others Forest)))))
(declare-fun thin (Tree) Bool)
(assert (forall ((n Int)) (thin (node n none))))
(assert (forall ((n Int) (t Tree)) (=> (thin t) (thin (node n (plant t none))))))
`
)

func TestEngine(t *testing.T) {
	tests := []struct {
		name, problem string
		want          horn.Verdict
	}{
		{"even and odd", numbers + `(assert (forall ((n Nat)) (=> (and (even n) (odd n)) false)))`, horn.Safe},
		{"sums of even numbers", numbers + `(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (and (even x) (even y) (plus x y z) (odd z)) false)))`, horn.Safe},
		{"twice a number", numbers + `(assert (forall ((x Nat) (z Nat)) (=> (and (plus x x z) (odd z)) false)))`, horn.Safe},
		{"a query that is violated", words + `(declare-fun p (Letter) Bool) (assert (p a)) (assert (forall ((x Letter)) (=> (p x) (= x b))))`, horn.Unknown},
		{"different numbers", numbers + `(assert (forall ((n Nat)) (=> (and (plus n n zero) (not (= n zero))) false)))`, horn.Safe},
		{"words in order", words + `(assert (forall ((w Word)) (=> (and (sorted (next b w)) (or (= w (next a end)) (= w (next c (next a end))))) false)))`, horn.Safe},
		{"formulas have one value", formulas + `(assert (forall ((x Formula)) (=> (and (eval x true) (eval x false)) false)))`, horn.Safe},
		{"datatypes that contain each other", trees + `(assert (forall ((n Int) (x Tree) (y Tree) (f Forest)) (=> (thin (node n (plant x (plant y f)))) false)))`, horn.Safe},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := enginetest.Parse(t, tt.problem)
			result, err := regular.New(regular.Options{}).Solve(context.Background(), sys)
			require.NoError(t, err)
			require.Equal(t, tt.want, result.Verdict)
			if tt.want == horn.Safe {
				enginetest.Validate(t, sys, result, native.Backend{})
			}
		})
	}
}
