// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// testPrelude declares the symbols of the tables below, in this order.
const testPrelude = `
(declare-sort U 0)
(declare-datatypes ((Nat 0) (Pair 0) (Colour 0))
  (((zero) (succ (pred Nat))) ((pair (left Int) (right Nat))) ((red) (green))))
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const a Real) (declare-const b Real) (declare-const c Real)
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(declare-const u (_ BitVec 8)) (declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 4))
(declare-const m (Array Int Int)) (declare-const n (Array Int Int))
(declare-const o (Array Bool Int))
(declare-const s U) (declare-const t U)
(declare-const e Nat) (declare-const d Pair) (declare-const k Colour)
(declare-fun f (Int) Int) (declare-fun g (Int Bool) Bool)
(declare-datatypes ((Unit 0) (Few 0)) (((unit)) ((none) (all (units (Array Int Unit))))))
(declare-const few Few)
`

// testScope returns a scope with the prelude.
func testScope(t testing.TB) *smtlib.Scope {
	script, err := smtlib.ReadString(logic.NewStore(), "prelude", testPrelude)
	require.NoError(t, err)
	return script.Scope
}

func mustRead(t testing.TB, sc *smtlib.Scope, text string) *logic.Term {
	t.Helper()
	z, err := sc.ReadTerm(text)
	require.NoError(t, err, text)
	return z
}

// raw writes a term in its internal form, without the printer's improvements.
func raw(t *logic.Term) string {
	if len(t.Args()) == 0 {
		return t.String()
	}
	head := t.Op().String()
	switch t.Op() {
	case logic.OpApp:
		head = t.Func().String()
	case logic.OpConstruct, logic.OpIs:
		head = strings.TrimPrefix(t.Op().String(), "<constructor>") + t.Constructor().Name
	case logic.OpField:
		head = t.Selector().Name
	case logic.OpConstArray:
		head = "const"
	}
	if i, j := t.Indices(); i != 0 || j != 0 {
		head = fmt.Sprintf("%s %d %d", head, i, j)
	}
	parts := []string{head}
	if b := t.Bound(); b != nil {
		parts = append(parts, "("+logic.BoundList(b)+")")
	}
	for _, a := range t.Args() {
		parts = append(parts, raw(a))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// canonicalForms lists "term => internal form" and, if the printed form differs, " | print".
const canonicalForms = `
; sums
(+ y x 1 y) => (+ x (* 2 y) 1)
(+ x (- x)) => 0
(- x) => (* (- 1) x) | (- x)
(- 5) => (- 5)
(- (- x)) => x
(- x y z) => (+ x (* (- 1) y) (* (- 1) z)) | (- x y z)
(- y x) => (+ (* (- 1) x) y) | (- y x)
(- 5 x) => (+ (* (- 1) x) 5) | (- 5 x)
(- (- x) y 1) => (+ (* (- 1) x) (* (- 1) y) (- 1)) | (- (- x) y 1)
(- (* (- 2) x) y) => (+ (* (- 2) x) (* (- 1) y)) | (- (* (- 2) x) y)
(+ x (* (- 3) y) (- 7)) => (+ x (* (- 3) y) (- 7)) | (- x (* 3 y) 7)
(* 2 (+ x 3)) => (+ (* 2 x) 6)
(* (+ x 1) 0) => 0
(* x y 2 3) => (* 6 (* x y))
(* (* 2 y) (* 3 x)) => (* 6 (* x y))
(* (- 1) x y) => (* (- 1) (* x y)) | (- (* x y))
(* (+ x y) 2 z) => (* 2 (* z (+ x y)))
(+ (* x y) (* y x)) => (* 2 (* x y))
(+ 9223372036854775807 x 1) => (+ x 9223372036854775808)
(* 0.5 (+ a (* 4 b))) => (+ (* (/ 1.0 2.0) a) (* 2.0 b))
(/ a 4.0) => (* (/ 1.0 4.0) a)
(/ 1 3) => (/ 1.0 3.0)
(/ (- 1) 3) => (- (/ 1.0 3.0))
(/ a 0) => (/ a 0.0)
(/ a b) => (/ a b)
(/ a 2 b) => (/ (* (/ 1.0 2.0) a) b)
(to_real (+ x 2)) => (+ (to_real x) 2.0)
(to_real 3) => 3.0
(to_real a) => a
(+ x a) => (+ a (to_real x))
(abs (- 7)) => 7

; atoms over Int
(<= x 5) => (<= x 5)
(< x 5) => (<= x 4)
(>= x 5) => (not (<= x 4)) | (>= x 5)
(> x 5) => (not (<= x 5)) | (>= x 6)
(<= 5 x) => (not (<= x 4)) | (>= x 5)
(not (<= x 5)) => (not (<= x 5)) | (>= x 6)
(< (+ x x) 5) => (<= x 2)
(<= (* 2 x) (* 4 y)) => (<= (+ x (* (- 2) y)) 0) | (<= x (* 2 y))
(<= (+ (* 6 x) (* 9 y)) 5) => (<= (+ (* 2 x) (* 3 y)) 1)
(<= (- (* (- 6) x) (* 9 y)) 5) => (not (<= (+ (* 2 x) (* 3 y)) (- 2))) | (>= (+ (* 2 x) (* 3 y)) (- 1))
(< y x) => (not (<= (+ x (* (- 1) y)) 0)) | (>= x (+ y 1))
(< x y) => (<= (+ x (* (- 1) y)) (- 1)) | (<= (+ x 1) y)
(<= x (+ x 1)) => true
(< x x) => false
(< 1 2 3) => true
(< x 3 y) => (and (<= x 2) (not (<= y 3))) | (and (<= x 2) (>= y 4))
(= x y) => (= (+ x (* (- 1) y)) 0) | (= x y)
(= y x) => (= (+ x (* (- 1) y)) 0) | (= x y)
(= (- x) 3) => (= x (- 3))
(= (* 2 x) 3) => false
(= (* 2 x) (+ y y 3)) => false
(= (* 3 x) (- 6 (* 3 y))) => (= (+ x y) 2)
(= x (- 0 y)) => (= (+ x y) 0)
(= 5 5 5) => true
(distinct x y) => (not (= (+ x (* (- 1) y)) 0)) | (not (= x y))
(distinct 1 2 3) => true
(distinct 1 2 1) => false

; atoms over Real
(<= a 5) => (<= a 5.0)
(< a 5) => (< a 5.0)
(>= a 5) => (not (< a 5.0)) | (>= a 5.0)
(> a b) => (not (<= (+ a (* (- 1.0) b)) 0.0)) | (> a b)
(< (* 2 a) 5) => (< a (/ 5.0 2.0))
(<= (* 0.5 a) (* 0.25 b)) => (<= (+ (* 2.0 a) (* (- 1.0) b)) 0.0) | (<= (* 2.0 a) b)
(= (* 2 a) 3) => (= a (/ 3.0 2.0))
(<= (- a) (- 1)) => (not (< a 1.0)) | (>= a 1.0)
(is_int (to_real x)) => true
(is_int (+ a 1)) => (= (+ a (* (- 1.0) (to_real (to_int a)))) 0.0) | (= a (to_real (to_int a)))

; division and rounding
(div 7 2) => 3
(div (- 7) 2) => (- 4)
(div 7 (- 2)) => (- 3)
(div (- 7) (- 2)) => 4
(mod (- 7) 2) => 1
(mod 7 (- 2)) => 1
(rem 7 (- 2)) => (- 1)
(div x 1) => x
(div x (- 1)) => (* (- 1) x) | (- x)
(div x (- 3)) => (* (- 1) (div x 3)) | (- (div x 3))
(mod x (- 3)) => (mod x 3)
(mod x 1) => 0
(div x 0) => (div x 0)
(mod x 0) => (mod x 0)
(div x y) => (div x y)
(div x 2 3) => (div (div x 2) 3)
(div (+ (* 5 x) y) 2) => (+ (* 2 x) (div (+ x y) 2))
(mod (- (* 7 x) 1) 4) => (mod (+ (* (- 1) x) (- 1)) 4) | (mod (- (- x) 1) 4)
(mod (+ (* 4 x) 9) 4) => 1
(mod (mod x 4) 4) => (mod x 4)
(div (* 4 x) 4) => x
((_ divisible 3) (* 3 x)) => true
((_ divisible 3) (+ x 1)) => (= (mod (+ x 1) 3) 0)
(to_int 2.5) => 2
(to_int (- 2.5)) => (- 3)
(to_int (+ (to_real x) 0.5)) => x
(to_int (+ a (* 2 (to_real x)) 1.5)) => (+ (* 2 x) (to_int (+ a (/ 1.0 2.0))) 1)
(to_int (to_real x)) => x

; Boolean structure
(not (not p)) => p
(and q (and p q) true) => (and p q)
(and p false) => false
(and p (not p) q) => false
(and (<= x 4) (>= x 5)) => false
(and p p) => p
(and p) => p
(or) => false
(and) => true
(or p (or q r)) => (or p q r)
(or q (not q)) => true
(=> p q) => (or q (not p))
(=> p q r) => (or r (not p) (not q))
(=> p p) => true
(implies p q) => (or q (not p))
(iff p (not q)) => (not (= p q))
(xor p q) => (not (= p q))
(xor p true) => (not p)
(xor p q p) => (= p (= p q))
(= p true) => p
(= p (not q)) => (not (= p q))
(= (not p) (not q)) => (= p q)
(= p p) => true
(= p (not p)) => false
(ite p true q) => (or p q)
(ite p false q) => (and q (not p))
(ite p q true) => (or q (not p))
(ite p q false) => (and p q)
(ite p q (not q)) => (= p q)
(ite p (not q) q) => (not (= p q))
(ite (not (not p)) q r) => (ite p q r)
(ite p q q) => q
(ite (not p) x y) => (ite p y x)
(ite (< x y) x x) => x
(ite true x y) => x
(forall ((i Int)) (and true true)) => true
(exists ((i Int)) (not true)) => false
(forall ((i Int)) (> i x)) => (forall ((i Int)) (<= (+ x (* (- 1) i)) (- 1))) | (forall ((i Int)) (<= (+ x 1) i))

; arrays
(select (store m x 1) x) => 1
(select (store m 1 x) 2) => (select m 2)
(select (store m x 1) y) => (select (store m x 1) y)
(select (store (store m x 1) 2 3) x) => (select (store (store m x 1) 2 3) x)
(select ((as const (Array Int Int)) 7) x) => 7
(select (store ((as const (Array Int Int)) 7) 1 2) 3) => 7
(store (store m 2 y) 1 x) => (store (store m 2 y) 1 x)
(store (store m 1 x) 2 y) => (store (store m 1 x) 2 y)
(store (store (store m 2 y) 1 x) 2 z) => (store (store m 2 z) 1 x)
(store (store m 2 y) 2 x) => (store m 2 x)
(store (store (store m 2 y) 1 z) 2 x) => (store (store m 2 x) 1 z)
(store (store m x 1) x 2) => (store m x 2)
(store m x (select m x)) => m
(store m 1 (select m 1)) => m
(store ((as const (Array Int Int)) 7) 1 7) => (const 7) | ((as const (Array Int Int)) 7)
(store (store ((as const (Array Int Int)) 7) 1 8) 1 7) => (const 7) | ((as const (Array Int Int)) 7)
(= ((as const (Array Int Int)) 7) ((as const (Array Int Int)) 8)) => false
(= (store ((as const (Array Int Int)) 7) 1 8) ((as const (Array Int Int)) 7)) => false
(= ((as const (Array Bool Int)) 7) (store (store ((as const (Array Bool Int)) 8) true 7) false 7)) => true
(= ((as const (Array Bool Int)) 7) (store ((as const (Array Bool Int)) 8) true 7)) => false
(= ((as const (Array Colour Int)) 7) (store (store ((as const (Array Colour Int)) 8) red 7) green 7)) => true
(= ((as const (Array Nat Int)) 7) (store (store ((as const (Array Nat Int)) 8) zero 7) (succ zero) 7)) => false
(= ((as const (Array U Int)) 7) ((as const (Array U Int)) 7)) => true
(= ((as const (Array Few Int)) 7) (store ((as const (Array Few Int)) 8) none 7)) => false
(= ((as const (Array Few Int)) 7) (store (store ((as const (Array Few Int)) 8) none 7) (all ((as const (Array Int Unit)) unit)) 6)) => false
(= ((as const (Array Few Int)) 7) (store (store ((as const (Array Few Int)) 8) none 7) (all ((as const (Array Int Unit)) unit)) 7)) => true
(= ((as const (Array (Array Bool Colour) Int)) 7) (store ((as const (Array (Array Bool Colour) Int)) 8) ((as const (Array Bool Colour)) red) 7)) => false
(= (store (store ((as const (Array (Array Unit Colour) Int)) 8) ((as const (Array Unit Colour)) red) 7) (store ((as const (Array Unit Colour)) red) unit green) 7) ((as const (Array (Array Unit Colour) Int)) 7)) => true
(= n m) => (= m n)

; datatypes
(pred (succ e)) => e
(pred zero) => (pred zero)
((_ is succ) (succ e)) => true
((_ is zero) (succ e)) => false
((_ is pair) d) => true
((_ is succ) e) => (issucc e) | ((_ is succ) e)
(is-succ e) => (issucc e) | ((_ is succ) e)
(= zero (succ e)) => false
(= (succ zero) (succ (succ e))) => false
(= (succ e) (succ (pred e))) => (= e (pred e))
(= (pair x zero) (pair 1 e)) => (and (= x 1) (= zero e)) | (and (= x 1) (= e zero))
(= (pair x e) (pair (+ x 1) zero)) => false
(match e ((zero 1) ((succ h) 2))) => (ite (iszero e) 1 2) | (ite ((_ is zero) e) 1 2)
(match e ((h 1))) => 1
(match (succ e) ((zero e) ((succ h) h))) => e
(match k ((green x) (_ y))) => (ite (isgreen k) x y) | (ite ((_ is green) k) x y)
(match e (((succ zero1) zero1) (zero e))) => (ite (issucc e) (pred e) e) | (ite ((_ is succ) e) (pred e) e)
(left (pair x e)) => x

; bit-vectors
(bvadd u v) => (bvadd u v)
(bvadd v u) => (bvadd u v)
(bvadd u #x01) => (bvadd #x01 u)
(bvadd #x01 u #xff) => u
(bvadd #x01 (bvadd #x02 u)) => (bvadd #x03 u)
(bvsub u #x01) => (bvadd #xff u) | (bvsub u #x01)
(bvsub u v) => (bvadd u (bvneg v)) | (bvsub u v)
(bvsub v u) => (bvadd v (bvneg u)) | (bvsub v u)
(bvneg (bvneg u)) => u
(bvnot (bvnot u)) => u
(bvand u #x00) => #x00
(bvand u #xff u) => u
(bvor u #x00) => u
(bvor u #xff) => #xff
(bvxor u u) => #x00
(bvmul u #x01) => u
(bvmul #x02 #x03) => #x06
(bvmul u #xff) => (bvneg u)
(bvmul (bvmul u #x02) #x80) => #x00
(bvule u v) => (bvule u v)
(bvult u v) => (not (bvule v u)) | (bvult u v)
(bvuge u v) => (bvule v u)
(bvugt u v) => (not (bvule u v)) | (bvult v u)
(bvsgt u #x05) => (not (bvsle u #x05)) | (bvsgt u #x05)
(bvuge u #x05) => (bvule #x05 u) | (bvuge u #x05)
(bvult u u) => false
(bvsle u u) => true
(bvslt #x80 #x7f) => true
(bvudiv #x05 #x00) => #xff
(bvurem #x05 #x00) => #x05
(bvsdiv #xfb #x00) => #x01
(bvsrem #xfb #x02) => #xff
(bvsmod #xfb #x02) => #x01
(bvashr #x80 #x01) => #xc0
(bvlshr #x80 #x09) => #x00
(bvshl #x81 #x01) => #x02
(bvcomp u u) => #b1
(bvnand #xf0 #xff) => #x0f
(concat #xa #b1) => #b10101
((_ extract 7 0) u) => u
((_ extract 3 0) ((_ extract 6 2) u)) => (extract 5 2 u) | ((_ extract 5 2) u)
((_ extract 5 2) (concat u v)) => (extract 5 2 v) | ((_ extract 5 2) v)
((_ extract 15 8) (concat u v)) => u
((_ extract 11 4) (concat u v)) => (extract 11 4 (concat u v)) | ((_ extract 11 4) (concat u v))
((_ zero_extend 4) w) => (concat #x0 w) | ((_ zero_extend 4) w)
((_ zero_extend 0) w) => w
((_ sign_extend 4) w) => (sign_extend 4 0 w) | ((_ sign_extend 4) w)
((_ sign_extend 4) #x8) => #xf8
((_ rotate_left 4) #x12) => #x21
((_ rotate_left 8) u) => u
((_ rotate_right 4) u) => (concat (extract 3 0 u) (extract 7 4 u)) | (concat ((_ extract 3 0) u) ((_ extract 7 4) u))
((_ repeat 3) #b01) => #b010101
(bv2nat #xff) => 255
(sbv_to_int #xff) => (- 1)
((_ int2bv 4) (- 1)) => #xf
(_ bv5 8) => #x05
(_ bv5 3) => #b101
(= #x05 #x06) => false
(= v u) => (= u v)

; uninterpreted sorts and functions
(= t s) => (= s t)
(= (as @1 U) (as @2 U)) => false
(= (as @1 U) (as @1 U)) => true
(f (+ x 0)) => (f x)
(g 1 (and true p)) => (g 1 p)
(f (let ((x y) (y x)) (- x y))) => (f (+ (* (- 1) x) y)) | (f (- y x))
`

func TestCanonicalForms(t *testing.T) {
	for line := range strings.Lines(canonicalForms) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ';' {
			continue
		}
		t.Run(line, func(t *testing.T) {
			in, out, _ := strings.Cut(line, " => ")
			inside, print, ok := strings.Cut(out, " | ")
			if !ok {
				print = inside
			}
			sc := testScope(t)
			z := sc.Store().Simplify(mustRead(t, sc, in))
			require.Equal(t, inside, raw(z), "form of %s", in)
			require.Equal(t, print, z.String(), "print of %s", in)
			require.Same(t, z, sc.Store().Simplify(mustRead(t, sc, z.String())), "print of %s, read again", in)
			require.Same(t, z, sc.Store().Simplify(z))
		})
	}
}

// TestFaithful keeps Boolean structure as written; atoms are canonical.
func TestFaithful(t *testing.T) {
	sc := testScope(t)
	for _, text := range []string{
		"(and q p)", "(and p p)", "(and (and p) q)", "(or true p)", "(=> p q r)", "(not (not p))",
		"(= true p)", "(= p p)", "(xor p p)", "(ite true p q)", "(ite (not p) q r)",
		"(and p (not p))", "(forall ((i Int)) true)", "(and (>= x 5) (not (>= x 5)))",
		"(not (not (>= x 5)))", "(ite (and true p) x y)", "(g x (not (not p)))",
	} {
		require.Equal(t, text, mustRead(t, sc, text).String())
	}
	for in, out := range map[string]string{
		"(and (< y x) (= 1 x))":   "(and (>= x (+ y 1)) (= x 1))",
		"(= p q r)":               "(and (= p q) (= q r))",
		"(distinct p q)":          "(not (= p q))",
		"(distinct x y z)":        "(and (not (= x y)) (not (= x z)) (not (= y z)))",
		"(xor p q r)":             "(xor (xor p q) r)",
		"(and)":                   "true",
		"(let ((h (or p q))) h)":  "(or p q)",
		"(! (or p q) :named pq)":  "(or p q)",
		"(ite (not (not p)) x y)": "(ite p x y)",
	} {
		require.Equal(t, out, mustRead(t, sc, in).String(), in)
	}
}

// TestHasCanonicalValues lists sorts whose values all have only one form, and others.
func TestHasCanonicalValues(t *testing.T) {
	scope := testScope(t)
	for sort, want := range map[string]bool{
		"Int": true, "Bool": true, "U": true, "Nat": true, "Colour": true, "Few": true,
		"(Array Int Int)": true, "(Array Real (Array Int Bool))": true, "(Array (_ BitVec 32) (_ BitVec 8))": true,
		"(Array Bool Int)": false, "(Array (_ BitVec 8) Int)": false, "(Array Colour Int)": false, "(Array Nat Int)": false,
		"(Array Int (Array Bool Int))": false,
	} {
		all := mustRead(t, scope, "(forall ((x "+sort+") (y "+sort+")) (= x y))")
		require.Equal(t, want, all.Bound()[0].Sort().HasCanonicalValues(), sort)
	}
}
