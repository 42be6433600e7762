// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/smt/native"
)

// mixed are small systems over theories and shapes that engines meet rarely.
var mixed = []struct {
	name string
	want horn.Verdict
	text string
}{
	{"reals in a constraint over integers", horn.Safe, `(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))
(assert (forall ((x Int)) (=> (and (p x) (= (* (to_real x) 0.5) 3.5)) false)))`},
	{"reals in a constraint over lists", horn.Unsafe, `(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))
(declare-fun len (L Int) Bool)
(assert (len nil 0))
(assert (forall ((x Int) (l L) (n Int)) (=> (len l n) (len (cons x l) (+ n 1)))))
(assert (forall ((l L) (n Int)) (=> (and (len l n) (= (* (to_real n) 0.5) 1.5)) false)))`},
	{"an enumeration in constraints alone", horn.Safe, `(declare-datatype C ((red) (green)))
(declare-fun p () Bool)
(declare-fun q (Bool) Bool)
(assert (forall ((b Bool)) (=> p (q b))))
(assert (forall ((b Bool) (c C)) (=> (and (q b) ((_ is red) c)) (q (not b)))))
(assert (forall ((b Bool)) (=> (and (q b) b) false)))`},
	{"a list in constraints alone", horn.Unsafe, `(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))
(declare-fun q (Bool) Bool)
(assert (q false))
(assert (forall ((b Bool) (l L)) (=> (and (q b) (not (= l nil)) (= (h l) 3)) (q (not b)))))
(assert (forall ((b Bool)) (=> (and (q b) b) false)))`},
	{"datatypes nested three deep", horn.Unsafe, `(declare-datatypes ((A 0)) (((a (a1 Int) (a2 Int)))))
(declare-datatypes ((B 0)) (((b (b1 A) (b2 A) (b3 Int)))))
(declare-datatypes ((D 0)) (((d (d1 B) (d2 B) (d3 Int)))))
(declare-datatypes ((L 0)) (((nil) (cons (head D) (tail L)))))
(declare-fun app (L L L) Bool)
(assert (forall ((y L)) (app nil y y)))
(assert (forall ((x D) (l L) (y L) (z L)) (=> (app l y z) (app (cons x l) y (cons x z)))))
(declare-fun sum (L Int) Bool)
(assert (sum nil 0))
(assert (forall ((x D) (l L) (n Int)) (=> (sum l n) (sum (cons x l) (+ n (d3 x) (a1 (b2 (d1 x))))))))
(assert (forall ((x L) (y L) (z L) (n Int)) (=> (and (app x y z) (sum z n) (= n 7)) false)))`},
	{"bare constructors", horn.Safe, `(declare-datatypes ((Opt 1)) ((par (T) ((none) (some (val T))))))
(declare-fun p ((Opt Int)) Bool)
(assert (p none))
(assert (forall ((x (Opt Int))) (=> (and (p x) (not (= x none))) false)))`},
	{"mutual recursion", horn.Safe, `(declare-datatypes ((Tree 0) (Forest 0)) (((leaf) (node (kids Forest))) ((none) (some (first Tree) (rest Forest)))))
(declare-fun t (Tree Int) Bool)
(declare-fun f (Forest Int) Bool)
(assert (t leaf 1))
(assert (forall ((x Forest) (n Int)) (=> (f x n) (t (node x) (+ n 1)))))
(assert (f none 0))
(assert (forall ((x Tree) (y Forest) (n Int) (m Int)) (=> (and (t x n) (f y m)) (f (some x y) (+ n m)))))
(assert (forall ((x Tree) (n Int)) (=> (and (t x n) (< n 1)) false)))`},
	{"arrays of datatypes", horn.Safe, `(declare-datatypes ((P 0)) (((p (x Int) (y Bool)))))
(declare-fun q ((Array Int P) Int) Bool)
(assert (q ((as const (Array Int P)) (p 0 false)) 0))
(assert (forall ((m (Array Int P)) (i Int)) (=> (q m i) (q (store m i (p i true)) (+ i 1)))))
(assert (forall ((m (Array Int P)) (i Int)) (=> (and (q m i) (< i 0)) false)))`},
	{"arrays indexed by bit-vectors", horn.Unsafe, `(declare-fun q ((Array (_ BitVec 2) Bool) (_ BitVec 2)) Bool)
(assert (q ((as const (Array (_ BitVec 2) Bool)) false) #b00))
(assert (forall ((m (Array (_ BitVec 2) Bool)) (i (_ BitVec 2))) (=> (q m i) (q (store m i true) (bvadd i #b01)))))
(assert (forall ((m (Array (_ BitVec 2) Bool)) (i (_ BitVec 2))) (=> (and (q m i) (= m ((as const (Array (_ BitVec 2) Bool)) true))) false)))`},
	{"an uninterpreted sort", horn.Safe, `(declare-sort U 0)
(declare-fun p (U U) Bool)
(assert (forall ((x U)) (p x x)))
(assert (forall ((x U) (y U) (z U)) (=> (and (p x y) (p y z)) (p x z))))
(assert (forall ((x U) (y U)) (=> (and (p x y) (distinct x y)) false)))`},
	{"bit-vectors beside integers", horn.Unsafe, `(declare-fun p ((_ BitVec 4) Int) Bool)
(assert (p #x0 0))
(assert (forall ((b (_ BitVec 4)) (i Int)) (=> (p b i) (p (bvadd b #x1) (+ i 1)))))
(assert (forall ((b (_ BitVec 4)) (i Int)) (=> (and (p b i) (= b #x0) (> i 0)) false)))`},
	{"numbers that explode", horn.Safe, `(declare-fun p (Int) Bool)
(assert (p 3))
(assert (forall ((x Int)) (=> (p x) (p (* x x)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 0)) false)))`},
	{"products that explode", horn.Safe, `(declare-fun p (Int Int) Bool)
(assert (forall ((x Int)) (=> (> x 2) (p x 0))))
(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< n 40)) (p (* x x) (+ n 1)))))
(assert (forall ((x Int) (n Int)) (=> (and (p x n) (= n 40) (< x 0)) false)))`},
	{"predicates without arguments", horn.Unsafe, `(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun r (Real) Bool)
(assert (forall ((x Real)) (=> (> x 0.5) (r x))))
(assert (forall ((x Real) (y Real)) (=> (and (r x) (r y) (< x y)) p)))
(assert (=> (and p p) q))
(assert (=> (and p q) false))`},
	{"a predicate without arguments calls one of lists", horn.Safe, `(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))
(declare-fun p (L) Bool)
(declare-fun q () Bool)
(assert (forall ((x L)) (=> (and (p (cons 1 x)) q) q)))
(assert (forall ((x L)) (=> (p (cons 0 x)) q)))
(assert (forall ((x L)) (=> (and q (p x)) (p nil))))
(assert (forall ((x L)) (=> (and q (p (cons 0 nil))) false)))`},
	{"no facts", horn.Safe, `(declare-datatype C ((red) (green)))
(declare-fun p (C Int) Bool)
(assert (forall ((c C) (x Int)) (=> (p c x) (p green (+ x 1)))))
(assert (forall ((c C) (x Int)) (=> (p c x) false)))`},
	{"no queries", horn.Safe, `(declare-fun p ((Array Int Real) (_ BitVec 8)) Bool)
(assert (forall ((a (Array Int Real)) (b (_ BitVec 8))) (p a b)))
(assert (forall ((a (Array Int Real)) (b (_ BitVec 8))) (=> (p a b) (p (store a 1 0.5) (bvnot b)))))`},
	{"nothing", horn.Safe, ``},
}

// TestMixedSystems has every engine decide systems over mixed theories: the verdict is right or
// unknown, and nothing crashes.
func TestMixedSystems(t *testing.T) {
	for _, test := range mixed {
		t.Run(test.name, func(t *testing.T) {
			v, err := compare(t.Context(), t, test.text, configurations(native.Backend{}, t.TempDir()), 15*time.Millisecond)
			require.NoError(t, err)
			if v != horn.Unknown {
				require.Equal(t, test.want, v)
			}
		})
	}
}
