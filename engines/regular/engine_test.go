// SPDX-License-Identifier: Apache-2.0

package regular_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/regular"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
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
	stacks = `
(declare-datatypes ((Letter 0)) (((a) (b))))
(declare-datatypes ((Stack 0)) (((empty) (push (top Letter) (below Stack)))))
(declare-fun run (Stack Stack) Bool)
(assert (run empty empty))
(assert (forall ((x Stack) (y Stack)) (=> (run x y) (run (push a x) (push b y)))))
(assert (forall ((x Stack) (y Stack)) (=> (run x y) (run (push b x) (push a y)))))
(assert (forall ((x Stack) (y Stack) (c Letter) (d Letter)) (=> (run (push c x) (push d y)) (run x y))))
`
	rewriting = `
(declare-datatypes ((Colour 0)) (((red) (black))))
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (colour Colour) (right Tree)))))
(declare-fun step (Tree Tree) Bool)
(declare-fun steps (Tree Tree) Bool)
(assert (forall ((x Tree) (y Tree)) (step (node x red y) (node x black y))))
(assert (forall ((x Tree) (y Tree) (z Tree) (c Colour)) (=> (step x y) (step (node x c z) (node y c z)))))
(assert (forall ((x Tree) (y Tree) (z Tree) (c Colour)) (=> (step x y) (step (node z c x) (node z c y)))))
(assert (forall ((x Tree) (y Tree)) (=> (step x y) (steps x y))))
(assert (forall ((x Tree) (y Tree) (z Tree)) (=> (and (steps x y) (step y z)) (steps x z))))
`
	orders = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun less (Nat Nat) Bool)
(assert (forall ((y Nat)) (less zero (succ y))))
(assert (forall ((x Nat) (y Nat)) (=> (less x y) (less (succ x) (succ y)))))
(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (and (less x y) (less y z)) (less x z))))
`
	depths = `
(declare-datatypes ((Nat 0) (List 0)) (((zero) (succ (pred Nat))) ((nil) (cons (head Int) (tail List)))))
(declare-fun depth (List Nat) Bool)
(assert (depth nil zero))
(assert (forall ((x List) (n Nat) (e Int)) (=> (depth x n) (depth (cons e x) (succ n)))))
(assert (forall ((x List) (n Nat) (e Int)) (=> (depth (cons e x) (succ n)) (depth x n))))
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
		{"two stacks differ everywhere", stacks + `(assert (forall ((x Stack) (y Stack) (c Letter)) (=> (run (push c x) (push c y)) false)))`, horn.Safe},
		{"two stacks have one height", stacks + `(assert (forall ((x Stack) (c Letter)) (=> (or (run (push c x) empty) (run empty (push c x))) false)))`, horn.Safe},
		{"no stack is the other one", stacks + `(assert (forall ((x Stack) (y Stack)) (=> (and (run x y) (= x y)) (= x empty))))`, horn.Safe},
		{"steps keep the left subtree or the colour", rewriting + `(assert (forall ((x Tree) (y Tree) (u Tree) (v Tree)) (=> (steps (node x black y) (node u red v)) false)))`, horn.Safe},
		{"an order", orders + `(assert (forall ((x Nat) (y Nat)) (=> (and (less x y) (less y x)) false)))`, horn.Safe},
		{"less is different", orders + `(declare-fun differ (Nat Nat) Bool) (assert (forall ((x Nat) (y Nat)) (=> (less x y) (differ x y))))
			(assert (forall ((x Nat) (y Nat)) (=> (and (differ x y) (= x y)) false)))`, horn.Safe},
		{"different is less or greater", orders + `(declare-fun more (Nat Nat) Bool) (assert (forall ((x Nat) (y Nat)) (=> (not (= x y)) (more x y))))
			(assert (forall ((x Nat)) (=> (more x x) false)))`, horn.Safe},
		{"a depth for each length", depths + `(assert (forall ((x List) (n Nat) (e Int)) (=> (or (depth nil (succ n)) (depth (cons e x) zero)) false)))`, horn.Safe},
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
