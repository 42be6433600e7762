// SPDX-License-Identifier: Apache-2.0

package symbolic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/symbolic"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return symbolic.New(symbolic.Options{Limit: 5000}) },
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
	// Expressions over letters, and words that they match, by derivatives.
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
(declare-fun matches (Exp Word Bool) Bool)
(assert (forall ((x Exp) (p Bool)) (=> (accepts x p) (matches x end p))))
(assert (forall ((x Exp) (c Letter) (w Word) (z Exp) (p Bool)) (=> (and (step x c z) (matches z w p)) (matches x (next c w) p))))
`
	// Paths of an infinite graph, and colours of its nodes.
	graphs = `
(declare-datatypes ((Node 0)) (((n0) (n1) (n2) (n3) (n4))))
(declare-datatypes ((Path 0)) (((stop) (go (node Node) (more Path)))))
(declare-fun edge (Node Node) Bool)
(assert (edge n0 n1))
(assert (edge n1 n2))
(assert (edge n2 n3))
(assert (edge n3 n4))
(assert (edge n4 n0))
(assert (edge n1 n4))
(declare-fun path (Path) Bool)
(assert (forall ((x Node)) (path (go x stop))))
(assert (forall ((x Node) (y Node) (p Path)) (=> (and (path (go y p)) (edge x y)) (path (go x (go y p))))))
(declare-fun without (Node Path) Bool)
(assert (forall ((x Node)) (without x stop)))
(assert (forall ((x Node) (y Node) (p Path)) (=> (and (without x p) (not (= x y))) (without x (go y p)))))
(declare-fun simple (Path) Bool)
(assert (simple stop))
(assert (forall ((x Node) (p Path)) (=> (and (simple p) (without x p)) (simple (go x p)))))
(declare-fun long (Int Path) Bool)
(assert (long 0 stop))
(assert (forall ((n Int) (x Node) (p Path)) (=> (long n p) (long (+ n 1) (go x p)))))
`
	// Whole numbers that are counted down, so that predicates represent sums and comparisons.
	counting = `
(declare-fun add (Int Int Int) Bool)
(assert (forall ((y Int)) (add y 0 y)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (add z x y) (add (+ z 1) (+ x 1) y))))
(declare-fun less (Int Int) Bool)
(assert (forall ((y Int)) (less 0 (+ y 1))))
(assert (forall ((x Int) (y Int)) (=> (less x y) (less (+ x 1) (+ y 1)))))
`
)

var problems = []struct {
	name, problem string
	want          horn.Verdict
}{
	{"a list that is not its reverse", lists + `(assert (forall ((x List) (y List)) (=> (and (rev x y) (not (= x y))) false)))`, horn.Unsafe},
	{"append does not commute", lists + `(assert (forall ((x List) (y List) (z List) (w List)) (=> (and (append x y z) (append y x w) (not (= z w))) false)))`, horn.Unsafe},
	{"a list from its parts", lists + `(assert (forall ((x List) (y List)) (=> (and (append x y (cons 1 (cons 2 nil))) (= (head y) 2)) false)))`, horn.Unsafe},
	{"a list of five numbers that is its reverse", lists + `(assert (forall ((p Int) (q Int) (r Int) (x List)) (=> (and (rev (cons p (cons q (cons r x))) (cons p (cons q (cons r x)))) (< p q r) (sum x 9)) false)))`, horn.Unsafe},
	{"a list with a sum", lists + `(assert (forall ((h Int) (k Int) (n Int)) (=> (and (sum (cons h (cons k nil)) n) (> h (* 2 k)) (= n 50) (> k 15)) false)))`, horn.Unsafe},
	{"a list without such a sum", lists + `(assert (forall ((h Int) (k Int) (n Int)) (=> (and (sum (cons h (cons k nil)) n) (> h (* 2 k)) (= n 50) (> k 16)) false)))`, horn.Unknown},
	{"a remainder", lists + `(assert (forall ((h Int) (n Int)) (=> (and (sum (cons h nil) n) (= (mod n 7) 5) (= (div n 7) (- 3))) false)))`, horn.Unsafe},
	{"an equation that looks like a quotient", lists + `(assert (forall ((h Int) (n Int)) (=> (and (sum (cons h nil) n) (= (mod n (- 7)) 5) (= (+ (* 7 (div n 7)) 4) n)) false)))`, horn.Unknown},
	{"a term in itself", lists + `(assert (forall ((h Int) (x List)) (=> (append nil x (cons h x)) false)))`, horn.Unknown},
	{"equal and different", lists + `(assert (forall ((x List) (y List)) (=> (and (append nil x y) (not (= x y))) false)))`, horn.Unknown},
	{"an expression for three words", expressions + `(assert (forall ((x Exp)) (=> (and (matches x (next a (next b end)) true) (matches x (next b (next b (next a end))) true) (matches x (next b end) false)) false)))`, horn.Unsafe},
	{"repetition does not distribute", expressions + `(assert (forall ((x Exp) (y Exp) (w Word) (p Bool) (q Bool)) (=> (and (matches (star (alt x y)) w p) (matches (alt (star x) (star y)) w q) (not (= p q))) false)))`, horn.Unsafe},
	{"a repetition matches nothing", expressions + `(assert (forall ((x Exp)) (=> (matches (star x) end false) false)))`, horn.Unknown},
	{"a path to all nodes", graphs + `(assert (forall ((p Path)) (=> (and (path p) (simple p) (long 5 p) (= (node p) n2)) false)))`, horn.Unsafe},
	{"no path to more nodes than there are", graphs + `(assert (forall ((p Path)) (=> (and (path p) (simple p) (long 6 p)) false)))`, horn.Unknown},
	{"sums by counting", counting + `(assert (forall ((x Int) (y Int)) (=> (and (add 9 x y) (less x y) (less 2 x)) false)))`, horn.Unsafe},
	{"a derivation of itself", `(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun p (Nat) Bool)
(assert (forall ((x Nat)) (=> (p x) (p x))))
(assert (forall ((x Nat)) (=> (p (succ x)) (p x))))
(assert (forall ((x Nat)) (=> (p x) false)))`, horn.Unknown},
}

func TestEngine(t *testing.T) {
	for _, tt := range problems {
		t.Run(tt.name, func(t *testing.T) {
			sys := enginetest.Parse(t, tt.problem)
			e := symbolic.New(symbolic.Options{Limit: 20_000})
			result, err := e.Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, tt.want, result.Verdict, result.Reason)
			require.Zero(t, e.Stats().(symbolic.Stats).Broken)
			enginetest.Validate(t, sys, result, native.Backend{})
		})
	}
}
