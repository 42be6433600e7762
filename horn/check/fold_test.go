// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/check"
)

const appending = `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(assert (forall ((x List) (y List) (h Int)) (=> (append x y (cons h y)) (not (= x nil)))))
(check-sat)
`

// length is the fold with which the definitions below describe lists.
const length = `(= (select f nil) 0) (forall ((h Int) (t List)) (= (select f (cons h t)) (+ 1 (select f t))))`

const lengths = `sat ((define-fun append ((x List) (y List) (z List)) Bool
  (forall ((f (Array List Int))) (=> (and ` + length + `) (= (select f z) (+ (select f x) (select f y)))))))`

const numbers = `(set-logic HORN)
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun add (Nat Nat Nat) Bool)
(assert (forall ((y Nat)) (add zero y y)))
(assert (forall ((x Nat) (y Nat) (z Nat)) (=> (add x y z) (add (succ x) y (succ z)))))
(assert (forall ((x Nat) (y Nat) (z Nat) (u Nat)) (=> (and (add x y z) (add y x u) (not (= z u))) false)))
(check-sat)
`

const sums = `sat ((define-fun add ((x Nat) (y Nat) (z Nat)) Bool
  (forall ((v (Array Nat Int)))
    (=> (and (forall ((n Nat)) (= (+ 1 (select v n)) (select v (succ n)))) (= 0 (select v zero)))
        (= (select v z) (+ (select v x) (select v y)))))))`

func TestFolds(t *testing.T) {
	tests := []struct {
		name, problem, witness string
		valid                  bool
	}{
		{"lengths", appending, lengths, true},
		{"values that determine a number", numbers, sums, true},
		{"names do not matter", appending, replaced(lengths, "select f", "select g", "((f ", "((g "), true},
		{"too strong", appending, replaced(lengths, "(+ (select f x) (select f y))", "(select f x)"), false},
		{"too weak", appending, replaced(lengths, "= (select f z)", ">= (select f z)"), false},
		{"another length", appending, replaced(lengths, "(+ 1 (select f t))", "(+ 2 (select f t))"), true},
		{"of no growth", appending, replaced(lengths, "(+ 1 (select f t))", "(select f t)"), false},

		{"with a bound", appending, replaced(lengths, "(= (select f nil) 0)", "(= (select f nil) 0) (forall ((x List)) (<= 0 (select f x)))"), true},
		{"with a bound that does not hold", appending,
			replaced(lengths, "(= (select f nil) 0)", "(= (select f nil) 0) (forall ((x List)) (<= 1 (select f x)))"), false},

		{"with a bound of all arrays of its name", appending,
			replaced(lengths, "(= (select f nil) 0)", "(= (select f nil) 0) (forall ((x List)) (forall ((f (Array List Int))) (<= 0 (select f x))))"), false},

		// Definitions that are vacuously true, since no fold satisfies the equations.
		{"two laws", appending, replaced(lengths, "(= (select f nil) 0)", "(= (select f nil) 0) (= (select f nil) 1)"), false},
		{"no law for nil", appending, replaced(lengths, "(= (select f nil) 0)", ""), false},
		{"law for some", appending, replaced(lengths, "(select f (cons h t))", "(select f (cons 0 t))"), false},
		{"law about itself", appending, replaced(lengths, "(+ 1 (select f t))", "(+ 1 (select f (cons 0 t)))"), false},
		{"law about something else", appending, replaced(lengths, "(+ 1 (select f t))", "(+ 1 (select f (tail t)))"), false},
		{"twice the fold", appending, replaced(lengths, "(= (select f (cons", "(= (* 2 (select f (cons", "h t)) (+", "h t))) (+"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := system(t, tt.problem)
			err := judge(t, sys, witness(t, sys, tt.witness))
			if tt.valid {
				require.NoError(t, err)
				return
			}
			var undecided *check.Undecided
			var invalid *check.Invalid
			require.True(t, errors.As(err, &undecided) || errors.As(err, &invalid), "%v", err)
		})
	}
}

func TestNamesOfFields(t *testing.T) {
	// f[cons(h, t)] = y is not a law about h, whatever name the clause gives its y.
	const problem = `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun p (List Int) Bool)
(assert (forall ((x List) (NAME Int)) (=> (and (= NAME 5) (= x (cons 0 nil))) (p x NAME))))
(assert (forall ((x List) (y Int)) (=> (and (p x y) (not (= x nil)) (< y 0)) false)))
(check-sat)`
	const model = `sat ((define-fun p ((x List) (y Int)) Bool
  (forall ((f (Array List Int)))
    (=> (and (= (select f nil) 0) (forall ((h Int) (t List)) (= (select f (cons h t)) y)))
        (= (select f x) 0)))))`
	for _, name := range []string{"y", "field!0", "field", "field!1"} {
		sys := system(t, strings.ReplaceAll(problem, "NAME", name))
		err := judge(t, sys, witness(t, sys, model))
		require.ErrorContains(t, err, "assertion 0", name)
	}
}

func TestNameOfLemmas(t *testing.T) {
	// ∀x. f[x] + y ≥ 0 implies y ≥ 0, whatever name the clause gives its y. p holds of negative
	// numbers, so the system has no model.
	const problem = `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun p (Int) Bool)
(assert (p (- 5)))
(assert (forall ((NAME Int)) (=> (p NAME) false)))
(check-sat)`
	const model = `sat ((define-fun p ((y Int)) Bool
  (forall ((f (Array List Int))) (=> (and ` + length + ` (forall ((x List)) (>= (+ (select f x) y) 0))) false))))`
	for _, name := range []string{"y", "slot!", "slot!0", "slot!1"} {
		sys := system(t, strings.ReplaceAll(problem, "NAME", name))
		require.Error(t, judge(t, sys, witness(t, sys, model)), name)
	}
}

func TestFoldsShare(t *testing.T) {
	// The height of trees does not need their size, nor the size the height. Both definitions name
	// the same fold.
	sys := system(t, `(set-logic HORN)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-fun p (Tree Int) Bool)
(declare-fun q (Tree) Bool)
(assert (p leaf 0))
(assert (forall ((x Tree) (y Tree) (n Int) (m Int)) (=> (and (p x n) (p y m)) (p (node x y) (+ n m 1)))))
(assert (forall ((x Tree) (n Int)) (=> (p x n) (q x))))
(assert (forall ((x Tree) (n Int)) (=> (and (q x) (p x n)) (>= n 0))))
(check-sat)`)
	size := `(= 0 (select s leaf)) (forall ((x Tree) (y Tree)) (= (select s (node x y)) (+ 1 (select s x) (select s y))))`
	w := `sat (
(define-fun p ((x Tree) (n Int)) Bool (forall ((s (Array Tree Int))) (=> (and ` + size + `) (= n (select s x)))))
(define-fun q ((x Tree)) Bool
  (forall ((s (Array Tree Int)) (h (Array Tree Int)))
    (=> (and ` + size + ` (= 1 (select h leaf))
         (forall ((x Tree) (y Tree)) (= (select h (node x y))
           (+ 1 (select s x) (ite (<= (select h x) (select h y)) (select h y) (select h x))))))
      (>= (select h x) 1)))))`
	require.NoError(t, judge(t, sys, witness(t, sys, w)))
	require.Error(t, judge(t, sys, witness(t, sys, strings.Replace(w, "(>= (select h x) 1)", "(>= (select h x) 2)", 1))))
}

// occurrences counts the occurrences of x0 in a list.
const occurrences = `(= (select f nil) 0) (forall ((h Int) (t List)) (= (select f (cons h t)) (+ (select f t) (ite (= h k) 1 0))))`

func TestFoldsWithParameters(t *testing.T) {
	sys := system(t, `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun in (Int List) Bool)
(declare-fun append (List List List) Bool)
(assert (forall ((h Int) (t List)) (in h (cons h t))))
(assert (forall ((h Int) (i Int) (t List)) (=> (in h t) (in h (cons i t)))))
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(assert (forall ((h Int) (x List) (z List)) (=> (and (append x nil z) (in h z) (= x nil)) false)))
(check-sat)`)
	w := `sat (
(define-fun in ((x Int) (y List)) Bool
  (forall ((k Int)) (forall ((f (Array List Int))) (=> (and ` + occurrences + ` (forall ((x List)) (>= (select f x) 0))) (=> (= k x) (>= (select f y) 1))))))
(define-fun append ((x List) (y List) (z List)) Bool
  (forall ((k Int)) (forall ((f (Array List Int))) (=> (and ` + occurrences + `) (= (select f z) (+ (select f x) (select f y))))))))`
	require.NoError(t, judge(t, sys, witness(t, sys, w)))
	require.Error(t, judge(t, sys, witness(t, sys, strings.Replace(w, "(>= (select f y) 1)", "(>= (select f y) 0)", 1))))
	require.Error(t, judge(t, sys, witness(t, sys, strings.Replace(w, "(>= (select f y) 1)", "(>= (select f y) 2)", 1))))
}

// TestParametersOfElements has a claim about all elements. It matters for an element that only the
// claim compares with anything.
func TestParametersOfElements(t *testing.T) {
	sys := system(t, `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun small (List) Bool)
(assert (small nil))
(assert (forall ((h Int) (x List)) (=> (and (small x) (<= h 10)) (small (cons h x)))))
(assert (forall ((g Int) (h Int) (x List)) (=> (and (small (cons g (cons h x))) (> h 10)) false)))
(check-sat)`)
	claim := `(=> (>= (select f y) 1) (<= k 10))`
	w := `sat ((define-fun small ((y List)) Bool
  (forall ((k Int)) (forall ((f (Array List Int))) (=> (and ` + occurrences + `) ` + claim + `)))))`
	require.NoError(t, judge(t, sys, witness(t, sys, w)))
	for _, wrong := range []string{
		`(=> (>= (select f y) 1) (<= k 9))`,
		`(=> (>= (select f y) 1) (<= k 11))`,
		`(=> (>= (select f y) 2) (<= k 10))`,
		`(=> (>= (select f y) 0) (<= k 10))`,
	} {
		require.Error(t, judge(t, sys, witness(t, sys, strings.Replace(w, claim, wrong, 1))), wrong)
	}
}
