// SPDX-License-Identifier: Apache-2.0

package cornet_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/horn"
)

const cornetLists = "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))\n"

// counter is a transition system in VMT-LIB, with an input i.
const counter = `(declare-fun x () Int)
(declare-fun x1 () Int)
(declare-fun b () Bool)
(declare-fun bn () Bool)
(declare-fun i () Int)
(define-fun .sv0 () Int (! x :next x1))
(define-fun .sv1 () Bool (! b :next bn))
(define-fun .init () Bool (! (and (= x 0) (not b)) :init true))
(define-fun .trans () Bool (! (and (= x1 (ite (> i 0) (+ x i) x)) (= bn (not b))) :trans true))
(define-fun .p0 () Bool (! (>= x 0) :invar-property 0))
(assert true)
`

// halves halves a number again and again.
const halves = `(declare-fun p ((_ FloatingPoint 5 11)) Bool)
(assert (p ((_ to_fp 5 11) RNE 1.0)))
(assert (forall ((x Float16) (y Float16)) (=> (and (p x) (= y (fp.div RNE x ((_ to_fp 5 11) RNE 2.0)))) (p y))))
(assert (forall ((x Float16)) (=> (p x) (fp.geq x ((_ to_fp 5 11) RNE 0.1)))))
`

// cells declares a heap of integers and addresses.
const cells = "(declare-heap Heap Addr Range Obj none ((Obj 0)) (((num (n Int)) (ref (to Addr)) (none))))\n"

// inputs are systems in the forms that other programs print, with their verdicts.
var inputs = []struct {
	name, text string
	want       cornet.Verdict
}{
	{"borrowed integer", `(set-logic HORN)
(declare-datatypes ((~Mut<Int> 0)) ((par () ((~mut<Int> (~cur<Int> Int) (~ret<Int> Int))))))
(declare-fun %inc (~Mut<Int>) Bool)
(declare-fun %main (Bool) Bool)
(assert (forall ((_1 ~Mut<Int>)) (=> (= (~ret<Int> _1) (+ (~cur<Int> _1) 1)) (%inc _1))))
(assert (forall ((_! Bool) (_@.1 Int) (_*.3 Int)) (=> (and (%inc (~mut<Int> _@.1 _*.3)) (= _! (not (= _*.3 (+ _@.1 1))))) (%main _!))))
(assert (forall ((_% Int)) (=> (%main true) false)))`, cornet.Safe},
	{"heap that grows", cells + `(declare-fun p (Heap Addr Int) Bool)
(assert (p (as heap.empty Heap) 0 0))
(assert (forall ((h Heap) (a Addr) (i Int)) (=> (p h a i) (p (heap.heapAddrPair_1 (heap.alloc h (num i))) (heap.heapAddrPair_2 (heap.alloc h (num i))) (+ i 1)))))
(assert (forall ((h Heap) (a Addr) (i Int)) (=> (and (p h a i) (> i 0)) (= (heap.read h a) (num (- i 1))))))`, cornet.Safe},
	{"heap with an alias", cells + `(declare-fun p (Heap Addr Addr) Bool)
(assert (forall ((a Addr)) (p (allocHeap (as heap.empty Heap) (num 1)) 1 a)))
(assert (forall ((h Heap) (a Addr) (b Addr)) (=> (p h a b) (= (heap.read (heap.write h b (num 2)) a) (num 1)))))`, cornet.Unsafe},
	{"heap with an address that is never valid", cells + `(declare-fun p (Heap Addr) Bool)
(assert (forall ((a Addr)) (=> (not (heap.valid (as heap.empty Heap) a)) (p (as heap.empty Heap) a))))
(assert (forall ((h Heap) (a Addr)) (=> (p h a) (= (heap.read h a) none))))`, cornet.Safe},
	{"heap of any contents", cells + `(declare-fun p (Heap) Bool)
(assert (forall ((h Heap)) (=> (not (heap.valid h 1)) (p h))))
(assert (forall ((h Heap)) (=> (and (p h) (heap.valid h 2)) false)))
(assert (forall ((h Heap) (g Heap)) (=> (and (p h) (= g (allocHeap h none))) (= (heap.nextAddr g 0) 2))))`, cornet.Safe},
	{"size of a list", `(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-fun p (L Int) Bool)
(assert (p nil 1))
(assert (forall ((x L) (n Int)) (=> (p x n) (p (cons n x) (+ n 1)))))
(assert (forall ((x L) (n Int)) (=> (p x n) (= (_size x) n))))`, cornet.Safe},
	{"list of a parameter", cornetLists + `
(declare-fun last ((List Int) Int) Bool)
(assert (forall ((x Int)) (last (cons x (as nil (List Int))) x)))
(assert (forall ((x Int) (y Int) (l (List Int))) (=> (and (last l y) (< x y)) (last (cons x l) y))))
(assert (forall ((l (List Int)) (x Int)) (=> (last l x) (<= (head l) x))))`, cornet.Safe},
	{"list of lists", cornetLists + `
(declare-fun p ((List (List Int))) Bool)
(assert (p (as nil (List (List Int)))))
(assert (forall ((l (List (List Int)))) (=> (p l) (p (cons (cons 1 (as nil (List Int))) l)))))
(assert (forall ((l (List (List Int)))) (=> (p l) (match l ((nil true) ((cons h t) (is-nil h)))))))`, cornet.Unsafe},
	{"length by recursion", cornetLists + `
(define-fun-rec len ((l (List Int))) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))
(declare-fun grow ((List Int) Int) Bool)
(assert (grow (as nil (List Int)) 0))
(assert (forall ((l (List Int)) (n Int)) (=> (grow l n) (grow (cons n l) (+ n 1)))))
(assert (forall ((l (List Int)) (n Int)) (=> (grow l n) (= (len l) n))))`, cornet.Safe},
	{"length by recursion, wrong", cornetLists + `
(define-fun-rec len ((l (List Int))) Int (ite (is-nil l) 0 (+ 1 (len (tail l)))))
(declare-fun grow ((List Int) Int) Bool)
(assert (grow (as nil (List Int)) 0))
(assert (forall ((l (List Int)) (n Int)) (=> (grow l n) (grow (cons n l) (+ n 1)))))
(assert (forall ((l (List Int)) (n Int)) (=> (grow l n) (not (= (len l) 2)))))`, cornet.Unsafe},
	{"parity by mutual recursion", `
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (<= n 0) (odd (- n 1))) (and (> n 0) (even (- n 1)))))
(assert (not (even 5)))
(assert (odd 3))
(assert (not (odd 0)))`, cornet.Safe},
	{"parity by mutual recursion, wrong", `
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (<= n 0) (odd (- n 1))) (and (> n 0) (even (- n 1)))))
(assert (not (even 4)))`, cornet.Unsafe},
	{"equation without a solution", `
(define-fun-rec f ((x Int)) Int (+ 1 (f x)))
(assert (forall ((x Int)) (=> (= x (f x)) (< x 0))))`, cornet.Unknown},
	{"transition system", counter, cornet.Safe},
	{"transition system, wrong", strings.Replace(counter, "(>= x 0)", "(or b (<= x 7))", 1), cornet.Unsafe},
	{"transition system with two properties", counter + "(define-fun .p1 () Bool (! (not b) :invar-property 1))", cornet.Unsafe},
	{"halved number", halves, cornet.Unsafe},
	{"number that stays", strings.Replace(halves, "2.0", "1.0", 1), cornet.Safe},
	{"one NaN", `
(declare-fun p (Float32) Bool)
(assert (forall ((x Float32)) (=> (fp.isNaN x) (p x))))
(assert (forall ((x Float32) (y Float32)) (=> (and (p x) (p y)) (= x y))))`, cornet.Safe},
	{"two zeros", `
(declare-fun p (Float16) Bool)
(assert (forall ((x Float16)) (=> (fp.isZero x) (p x))))
(assert (forall ((x Float16) (y Float16)) (=> (and (p x) (p y)) (= x y))))`, cornet.Unsafe},
	{"transition system of numbers", `(declare-const x Float16)(declare-const y Float16)
(define-fun s () Float16 (! x :next y))
(define-fun i () Bool (! (fp.isNaN x) :init true))
(define-fun t () Bool (! (= y (fp.add RNE x x)) :trans true))
(define-fun p () Bool (! (= x (_ NaN 5 11)) :invar-property 0))`, cornet.Safe},
	{"overflow predicates", `
(declare-fun p ((_ BitVec 8)) Bool)
(assert (p #x00))
(assert (forall ((x (_ BitVec 8))) (=> (and (p x) (not (bvuaddo x #x30))) (p (bvadd x #x30)))))
(assert (forall ((x (_ BitVec 8))) (=> (p x) (<= (ubv_to_int x) 240))))`, cornet.Safe},
	// If an array over Bool has been written at every index, its former values do not matter.
	{"arrays in two forms that meet", `
(declare-fun p ((Array Bool Int)) Bool)
(declare-fun q ((Array Bool Int)) Bool)
(assert (p ((as const (Array Bool Int)) 0)))
(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (p a) (= n (+ (select a true) 1)) (<= n 30)) (p (store (store a true n) false n)))))
(assert (q ((as const (Array Bool Int)) 7)))
(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (q a) (= n (+ (select a true) 1)) (<= n 30)) (q ((as const (Array Bool Int)) n)))))
(assert (forall ((a (Array Bool Int))) (=> (and (p a) (q a)) false)))`, cornet.Unsafe},
	// There is one array of units, so few has two values, and an array over few has two elements.
	{"arrays of units", `
(declare-datatypes ((unit 0) (few 0)) (((unit)) ((none) (all (units (Array Int unit))))))
(declare-fun p ((Array few Int)) Bool)
(assert (p (store (store ((as const (Array few Int)) 0) none 1) (all ((as const (Array Int unit)) unit)) 1)))
(assert (=> (p ((as const (Array few Int)) 1)) false))`, cornet.Unsafe},
}

// TestInputs solves the systems and validates the printed witnesses.
func TestInputs(t *testing.T) {
	for _, tc := range inputs {
		t.Run(tc.name, func(t *testing.T) {
			var o cornet.Options
			o.Timeout, o.Solver = 60*time.Second, "native"
			if tc.want == cornet.Unknown {
				o.Timeout = time.Second
			}
			p, err := cornet.Read("in", strings.NewReader(tc.text))
			require.NoError(t, err)
			z, err := cornet.Solve(context.Background(), p.System, o)
			require.Equal(t, tc.want, z.Verdict, "%s %v", z.Reason, err)
			if tc.want == cornet.Unknown {
				return
			}
			require.NoError(t, err)
			var text bytes.Buffer
			if z.Verdict == cornet.Safe {
				require.NoError(t, horn.WriteModel(&text, p.System, z.Model))
			} else {
				require.NoError(t, horn.WriteProof(&text, z.Proof))
			}
			again, err := cornet.Read("in", strings.NewReader(tc.text))
			require.NoError(t, err)
			w, err := horn.ReadWitness(again.System, "out", &text)
			require.NoError(t, err)
			require.NoError(t, cornet.Check(context.Background(), again.System, w, o))
		})
	}
}
