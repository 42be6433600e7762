// SPDX-License-Identifier: Apache-2.0

package induction_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/induction"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/enginetest"
	"cornet/smt"
	"cornet/smt/native"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return induction.New(induction.Options{Backend: native.Backend{}}) },
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
(declare-fun qrev (List List List) Bool)
(assert (forall ((a List)) (qrev nil a a)))
(assert (forall ((h Int) (x List) (a List) (z List)) (=> (qrev x (cons h a) z) (qrev (cons h x) a z))))
`
	numbers = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun differ (Nat Nat) Bool)
(assert (forall ((x Nat)) (differ zero (succ x))))
(assert (forall ((x Nat)) (differ (succ x) zero)))
(assert (forall ((x Nat) (y Nat)) (=> (differ x y) (differ (succ x) (succ y)))))
(declare-fun plus (Nat Nat Nat) Bool)
(assert (forall ((y Nat)) (plus y zero y)))
(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (plus z x y) (plus (succ z) (succ x) y))))
`
	counted = `
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun times (Int Int Int) Bool)
(assert (forall ((y Int)) (times 0 0 y)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (times z x y) (times (+ z y) (+ x 1) y))))
(declare-fun weight (List Int Int) Bool)
(assert (forall ((k Int)) (weight nil k 0)))
(assert (forall ((h Int) (t List) (k Int) (n Int)) (=> (weight t k n) (weight (cons h t) k (+ n k)))))
`
	// In a search tree, no value on the left exceeds the root, and all values on the right do.
	trees = `
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (value Int) (right Tree)))))
(declare-fun below (Tree Int) Bool)
(assert (forall ((n Int)) (below leaf n)))
(assert (forall ((l Tree) (v Int) (r Tree) (n Int)) (=> (and (below l n) (<= v n) (below r n)) (below (node l v r) n))))
(declare-fun above (Tree Int) Bool)
(assert (forall ((n Int)) (above leaf n)))
(assert (forall ((l Tree) (v Int) (r Tree) (n Int)) (=> (and (above l n) (> v n) (above r n)) (above (node l v r) n))))
(declare-fun search (Tree) Bool)
(assert (search leaf))
(assert (forall ((l Tree) (v Int) (r Tree)) (=> (and (search l) (below l v) (search r) (above r v)) (search (node l v r)))))
(declare-fun member (Int Tree Bool) Bool)
(assert (forall ((n Int)) (member n leaf false)))
(assert (forall ((n Int) (l Tree) (v Int) (r Tree) (a Bool) (b Bool)) (=> (and (member n l a) (member n r b)) (member n (node l v r) (or a b (= n v))))))
(declare-fun find (Int Tree Bool) Bool)
(assert (forall ((n Int)) (find n leaf false)))
(assert (forall ((n Int) (l Tree) (r Tree)) (find n (node l n r) true)))
(assert (forall ((n Int) (l Tree) (v Int) (r Tree) (b Bool)) (=> (and (< n v) (find n l b)) (find n (node l v r) b))))
(assert (forall ((n Int) (l Tree) (v Int) (r Tree) (b Bool)) (=> (and (> n v) (find n r b)) (find n (node l v r) b))))
`
	// le compares, and returns a datatype of two values.
	inserting = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-datatypes ((Truth 0)) (((no) (yes))))
(declare-datatypes ((Nats 0)) (((empty) (add (first Nat) (rest Nats)))))
(declare-fun le (Nat Nat Truth) Bool)
(assert (forall ((y Nat)) (le zero y yes)))
(assert (forall ((x Nat)) (le (succ x) zero no)))
(assert (forall ((x Nat) (y Nat) (t Truth)) (=> (le x y t) (le (succ x) (succ y) t))))
(declare-fun insert (Nat Nats Nats) Bool)
(assert (forall ((n Nat)) (insert n empty (add n empty))))
(assert (forall ((n Nat) (h Nat) (x Nats)) (=> (le n h yes) (insert n (add h x) (add n (add h x))))))
(assert (forall ((n Nat) (h Nat) (x Nats) (y Nats)) (=> (and (le n h no) (insert n x y)) (insert n (add h x) (add h y)))))
(declare-fun sort (Nats Nats) Bool)
(assert (sort empty empty))
(assert (forall ((h Nat) (x Nats) (y Nats) (z Nats)) (=> (and (sort x y) (insert h y z)) (sort (add h x) z))))
`
	// shuffle calls itself with a list reversed, bubble returns two results.
	shuffled = lists + numbers + `
(declare-fun count (Int List Nat) Bool)
(assert (forall ((e Int)) (count e nil zero)))
(assert (forall ((e Int) (t List) (n Nat)) (=> (count e t n) (count e (cons e t) (succ n)))))
(assert (forall ((e Int) (h Int) (t List) (n Nat)) (=> (and (count e t n) (not (= e h))) (count e (cons h t) n))))
(declare-fun shuffle (List List) Bool)
(assert (shuffle nil nil))
(assert (forall ((h Int) (t List) (r List) (s List)) (=> (and (rev t r) (shuffle r s)) (shuffle (cons h t) (cons h s)))))
`
	// drop removes as many elements as the number says, whatever its sign.
	zipped = lists + `
(declare-datatypes ((Pairs 0)) (((none) (both (one Int) (other Int) (more Pairs)))))
(declare-fun link (Pairs Pairs Pairs) Bool)
(assert (forall ((y Pairs)) (link none y y)))
(assert (forall ((a Int) (b Int) (x Pairs) (y Pairs) (z Pairs)) (=> (link x y z) (link (both a b x) y (both a b z)))))
(declare-fun back (Pairs Pairs) Bool)
(assert (back none none))
(assert (forall ((a Int) (b Int) (x Pairs) (y Pairs) (z Pairs)) (=> (and (back x y) (link y (both a b none) z)) (back (both a b x) z))))
(declare-fun zip (List List Pairs) Bool)
(assert (forall ((y List)) (zip nil y none)))
(assert (forall ((h Int) (x List)) (zip (cons h x) nil none)))
(assert (forall ((a Int) (b Int) (x List) (y List) (z Pairs)) (=> (zip x y z) (zip (cons a x) (cons b y) (both a b z)))))
(declare-fun length (List Int) Bool)
(assert (length nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (length x n) (length (cons h x) (+ n 1)))))
(declare-fun drop (Int List List) Bool)
(assert (forall ((x List)) (drop 0 x x)))
(assert (forall ((n Int)) (=> (not (= n 0)) (drop n nil nil))))
(assert (forall ((n Int) (h Int) (x List) (z List)) (=> (and (not (= n 0)) (drop (- n 1) x z)) (drop n (cons h x) z))))
`
	bubbled = lists + `
(declare-datatypes ((Pass 0)) (((pass (changed Bool) (to List)))))
(declare-fun bubble (List Pass) Bool)
(assert (bubble nil (pass false nil)))
(assert (forall ((h Int)) (bubble (cons h nil) (pass false (cons h nil)))))
(assert (forall ((g Int) (h Int) (t List) (c Bool) (z List)) (=> (and (<= g h) (bubble (cons h t) (pass c z))) (bubble (cons g (cons h t)) (pass c (cons g z))))))
(assert (forall ((g Int) (h Int) (t List) (c Bool) (z List)) (=> (and (> g h) (bubble (cons g t) (pass c z))) (bubble (cons g (cons h t)) (pass true (cons h z))))))
(declare-fun sort (List List) Bool)
(assert (forall ((x List) (y List)) (=> (bubble x (pass false y)) (sort x x))))
(assert (forall ((x List) (y List) (z List)) (=> (and (bubble x (pass true y)) (sort y z)) (sort x z))))
(declare-fun ordered (List Bool) Bool)
(assert (ordered nil true))
(assert (forall ((h Int)) (ordered (cons h nil) true)))
(assert (forall ((g Int) (h Int) (t List) (b Bool)) (=> (and (<= g h) (ordered (cons h t) b)) (ordered (cons g (cons h t)) b))))
(assert (forall ((g Int) (h Int) (t List)) (=> (> g h) (ordered (cons g (cons h t)) false))))
`
)

func TestEngine(t *testing.T) {
	tests := []struct {
		name, problem string
		want          horn.Verdict
	}{
		{"append is associative", lists + `(assert (forall ((x List) (y List) (z List) (a List) (b List) (c List) (d List))
			(=> (and (append x y a) (append a z b) (append y z c) (append x c d) (not (= b d))) false)))`, horn.Safe},
		{"a list reversed twice", lists + `(assert (forall ((x List) (y List) (z List)) (=> (and (rev x y) (rev y z) (not (= x z))) false)))`, horn.Safe},
		{"reversal with an accumulator", lists + `(assert (forall ((x List) (y List) (z List)) (=> (and (rev x y) (qrev x nil z) (not (= y z))) false)))`, horn.Safe},
		{"a list reversed once", lists + `(assert (forall ((x List) (y List)) (=> (and (rev x y) (not (= x y))) false)))`, horn.Unknown},
		{"all of a list but the last element, and the last", lists + `(declare-fun butlast (List List) Bool) (declare-fun last (List Int) Bool)
			(assert (butlast nil nil)) (assert (forall ((h Int)) (butlast (cons h nil) nil))) (assert (last nil 0)) (assert (forall ((h Int)) (last (cons h nil) h)))
			(assert (forall ((g Int) (h Int) (x List) (z List)) (=> (butlast (cons h x) z) (butlast (cons g (cons h x)) (cons g z)))))
			(assert (forall ((g Int) (h Int) (x List) (n Int)) (=> (last (cons h x) n) (last (cons g (cons h x)) n))))
			(assert (forall ((h Int) (x List) (b List) (n Int) (z List)) (=> (and (butlast (cons h x) b) (last (cons h x) n) (append b (cons n nil) z)
				(not (= z (cons h x)))) false)))`, horn.Safe},
		{"a rotation by the length", lists + `(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
			(declare-fun length (List Nat) Bool) (declare-fun rotate (Nat List List) Bool)
			(assert (length nil zero)) (assert (forall ((h Int) (x List) (n Nat)) (=> (length x n) (length (cons h x) (succ n)))))
			(assert (forall ((x List)) (rotate zero x x))) (assert (forall ((n Nat)) (rotate (succ n) nil nil)))
			(assert (forall ((n Nat) (h Int) (x List) (y List) (z List)) (=> (and (append x (cons h nil) y) (rotate n y z)) (rotate (succ n) (cons h x) z))))
			(assert (forall ((n Nat) (x List) (y List)) (=> (and (length x n) (rotate n x y) (not (= x y))) false)))`, horn.Safe},
		{"addition commutes", numbers + `(assert (forall ((x Nat) (y Nat) (a Nat) (b Nat)) (=> (and (plus a x y) (plus b y x) (differ a b)) false)))`, horn.Safe},
		{"addition is no projection", numbers + `(assert (forall ((x Nat) (y Nat) (a Nat)) (=> (and (plus a x y) (differ a x)) false)))`, horn.Unknown},
		{"recursion over integers", counted + `(assert (forall ((x Int) (a Int) (b Int)) (=> (and (times a x 0) (not (= a 0))) false)))`, horn.Safe},
		{"a recursion whose end is not seen, and all elements", shuffled + `(assert (forall ((e Int) (x List) (y List) (n Nat) (m Nat))
			(=> (and (shuffle x y) (count e x n) (count e y m) (differ n m)) false)))`, horn.Safe},
		{"a recursion whose end is not seen, and a wrong claim", shuffled + `(assert (forall ((x List) (y List)) (=> (and (shuffle x y) (not (= x y))) false)))`, horn.Unknown},
		{"a list sorted by bubbling is ordered", bubbled + `(assert (forall ((x List) (y List)) (=> (and (sort x y) (ordered y false)) false)))`, horn.Safe},
		{"a search tree has what is found in it", trees + `(assert (forall ((n Int) (t Tree) (a Bool) (b Bool))
			(=> (and (search t) (member n t a) (find n t b) (not (= a b))) false)))`, horn.Safe},
		{"any tree has what is found in it", trees + `(assert (forall ((n Int) (t Tree) (a Bool) (b Bool))
			(=> (and (member n t a) (find n t b) (not (= a b))) false)))`, horn.Unknown},
		{"an element inserted before sorting or after it", inserting + `(assert (forall ((n Nat) (x Nats) (a Nats) (b Nats) (c Nats) (d Nats))
			(=> (and (insert n x a) (sort a b) (sort x c) (insert n c d) (not (= b d))) false)))`, horn.Safe},
		{"pairs of lists reversed, which are of one length", zipped + `(assert (forall ((x List) (y List) (n Int) (p Pairs) (q Pairs) (a List) (b List) (r Pairs))
			(=> (and (length x n) (length y n) (zip x y p) (back p q) (rev x a) (rev y b) (zip a b r) (not (= q r))) false)))`, horn.Safe},
		{"pairs of lists reversed, which are of any length", zipped + `(assert (forall ((x List) (y List) (p Pairs) (q Pairs) (a List) (b List) (r Pairs))
			(=> (and (zip x y p) (back p q) (rev x a) (rev y b) (zip a b r) (not (= q r))) false)))`, horn.Unknown},
		{"elements dropped twice, in any order", zipped + `(assert (forall ((n Int) (m Int) (x List) (a List) (b List) (c List) (d List))
			(=> (and (drop n x a) (drop m a b) (drop m x c) (drop n c d) (not (= b d))) false)))`, horn.Safe},
		{"a rotation by the length without append", `(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
			(declare-fun snoc (Int List List) Bool) (declare-fun length (List Int) Bool) (declare-fun rotate (Int List List) Bool)
			(assert (forall ((e Int)) (snoc e nil (cons e nil))))
			(assert (forall ((e Int) (h Int) (x List) (z List)) (=> (snoc e x z) (snoc e (cons h x) (cons h z)))))
			(assert (length nil 0)) (assert (forall ((h Int) (x List) (n Int)) (=> (length x n) (length (cons h x) (+ 1 n)))))
			(assert (forall ((x List)) (rotate 0 x x))) (assert (forall ((n Int)) (rotate (+ 1 n) nil nil)))
			(assert (forall ((n Int) (h Int) (x List) (y List) (z List)) (=> (and (snoc h x y) (rotate n y z)) (rotate (+ 1 n) (cons h x) z))))
			(assert (forall ((n Int) (x List) (y List)) (=> (and (length x n) (rotate n x y) (not (= x y))) false)))`, horn.Safe},
		{"the union of a list with itself", `(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
			(declare-fun member (Int List Bool) Bool) (declare-fun union (List List List) Bool)
			(assert (forall ((e Int)) (member e nil false)))
			(assert (forall ((e Int) (h Int) (x List) (b Bool)) (=> (member e x b) (member e (cons h x) (or b (= e h))))))
			(assert (forall ((y List)) (union nil y y)))
			(assert (forall ((h Int) (x List) (y List) (z List)) (=> (and (member h y true) (union x y z)) (union (cons h x) y z))))
			(assert (forall ((h Int) (x List) (y List) (z List)) (=> (and (member h y false) (union x y z)) (union (cons h x) y (cons h z)))))
			(assert (forall ((x List) (y List)) (=> (and (union x x y) (not (= x y))) false)))`, horn.Safe},
		{"two facts for one input", lists + `(declare-fun some (List Int) Bool)
			(assert (some nil 0)) (assert (some nil 1)) (assert (forall ((n Int)) (=> (and (some nil n) (= n 1)) false)))`, horn.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := enginetest.Parse(t, tt.problem)
			result, err := induction.New(induction.Options{Backend: native.Backend{}}).Solve(context.Background(), sys)
			require.NoError(t, err)
			require.Equal(t, tt.want, result.Verdict)
			if tt.want == horn.Safe {
				o := check.Judges(sys.Store, native.Backend{}, nil, smt.Options{})
				require.NoError(t, check.Model(t.Context(), sys, result.Model, o))
			}
		})
	}
}
