// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
)

// TestFoldsAsFunctions prints models with functions for folds. They are valid after they are read,
// for the stand-alone validator too.
func TestFoldsAsFunctions(t *testing.T) {
	bounded := replaced(lengths, "(= (select f nil) 0)", "(= (select f nil) 0) (forall ((x List)) (<= 0 (select f x)))", "(= (select f z)", "(= (- 1) (- 1)) (= (select f z)")
	for _, c := range []struct{ name, problem, model, want string }{
		{"lengths", appending, lengths, "(= (f z) (+ (f x) (f y)))"},
		{"values of numbers", numbers, sums, "(= (v z) (+ (v x) (v y)))"},
		{"with a bound", appending, bounded, "(ite (<= (f (tail x!1)) (- 2)) 0 (+ (f (tail x!1)) 1))"},
		{"with a parameter", replaced(appending, "(not (= x nil))", "true"), `sat ((define-fun append ((x List) (y List) (z List)) Bool
			(forall ((k Int)) (forall ((f (Array List Int))) (=> (and ` + occurrences + `) (= (select f z) (+ (select f x) (select f y))))))))`, "(= (f k z) (+ (f k x) (f k y)))"},
		{"of folds that use each other", appending, `sat ((define-fun append ((x List) (y List) (z List)) Bool
			(forall ((f (Array List Int)) (g (Array List Int))) (=> (and (= (select f nil) 0) (forall ((h Int) (t List)) (= (select f (cons h t)) (+ 1 (select g t))))
				(= (select g nil) 0) (forall ((h Int) (t List)) (= (select g (cons h t)) (+ 1 (select f t)))))
				(and (= (select f z) (select g z)) (= (select f z) (+ (select f x) (select f y))))))))`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.problem)
			m, err := horn.WithFunctions(sys, witness(t, sys, c.model).Model)
			require.NoError(t, err)
			var text strings.Builder
			text.WriteString("sat\n")
			require.NoError(t, horn.WriteModel(&text, sys, m))
			require.NotContains(t, text.String(), "Array")
			require.Contains(t, text.String(), "define-funs-rec")
			if c.want == "" {
				return // equality of the two needs induction
			}
			require.Contains(t, text.String(), c.want)
			for range 2 { // definitions of an earlier reading do not matter
				require.NoError(t, judge(t, sys, witness(t, sys, text.String())), text.String())
			}
		})
	}
}

// TestRecursiveFunctions reads models with recursive functions. Functions that cannot exist prove
// nothing, and others are not accepted instead of them.
func TestRecursiveFunctions(t *testing.T) {
	const model = `sat ((define-fun-rec len ((l List)) Int BODY)
(define-fun append ((x List) (y List) (z List)) Bool (= (len z) (+ (len x) (len y)))))`
	for _, c := range []struct{ name, body, want string }{
		{"match", "(match l ((nil 0) ((cons h t) (+ 1 (len t)))))", ""},
		{"ite", "(ite ((_ is cons) l) (+ (len (tail l)) 2) 0)", ""},
		{"let", "(let ((n (+ (len (tail l)) 2))) (ite ((_ is nil) l) 0 n))", ""},
		{"of no growth", "(match l ((nil 0) ((cons h t) (len t))))", "undecided"},
		{"without an end", "(+ 1 (len l))", "not for a part"},
		{"field of another constructor", "(+ 1 (len (tail l)))", "not for a part"},
		{"of nil by itself", "(match l ((nil (+ 1 (len nil))) ((cons h t) (+ 1 (len t)))))", "not for a part"},
		{"of a larger list", "(match l ((nil 0) ((cons h t) (+ 1 (len (cons h (cons h t)))))))", "not for a part"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, appending)
			w, err := horn.ReadWitness(sys, "out", strings.NewReader(strings.ReplaceAll(model, "BODY", c.body)))
			if err == nil {
				err = judge(t, sys, w)
			}
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
	for _, c := range []struct{ name, model, want string }{
		{"predicate", "sat ((define-fun-rec append ((x List) (y List) (z List)) Bool (append x y z)))", "the definition of predicate append is recursive"},
		{"over numbers", "sat ((define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (- n 1)))) (define-fun append ((x List) (y List) (z List)) Bool (= (f 1) 0)))",
			"function f is no fold over a datatype"},
		{"with an accumulator", `sat ((define-fun-rec f ((n Int) (l List)) Int (match l ((nil n) ((cons h t) (f (+ n h) t)))))
			(define-fun append ((x List) (y List) (z List)) Bool (= (f 1 x) 0)))`, "a call of f has other arguments than its caller"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := horn.ReadWitness(system(t, appending), "out", strings.NewReader(c.model))
			require.ErrorContains(t, err, c.want)
		})
	}
}
