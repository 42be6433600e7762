// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// associating asks whether append is associative.
const associating = `(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(assert (forall ((x List) (y List) (z List) (u List) (v List) (w List) (r List))
  (=> (and (append x y u) (append u z v) (append y z w) (append x w r) (not (= v r))) false)))
(check-sat)
`

const (
	appendLaw  = `(forall ((x List) (y List)) (= (select (select f x) y) (ite ((_ is nil) x) y (cons (head x) (select (select f (tail x)) y)))))`
	associates = `(forall ((x List) (y List) (z List)) (= (select (select f (select (select f x) y)) z) (select (select f x) (select (select f y) z))))`
)

func appended(laws string) string {
	return `sat ((define-fun append ((a List) (b List) (c List)) Bool
  (forall ((f (Array List (Array List List)))) (=> (and ` + laws + `) (= c (select (select f a) b))))))`
}

func TestFunctionsOfModels(t *testing.T) {
	tests := []struct {
		name, witness string
		valid         bool
	}{
		{"a function with a lemma", appended(appendLaw + associates), true},
		{"the lemma first", appended(associates + appendLaw), true},
		{"names do not matter", appended(replaced(appendLaw+associates, "((x List)", "((u List)", "(_ is nil) x", "(_ is nil) u", "head x", "head u", "tail x", "tail u", "f x)", "f u)")), true},
		{"without the lemma", appended(appendLaw + `(forall ((x List)) (= (select (select f nil) x) x))`), false},
		{"a lemma that does not hold", appended(appendLaw + associates + `(forall ((x List) (y List)) (= (select (select f x) y) (select (select f y) x)))`), false},
		{"another function", appended(replaced(appendLaw, "y (cons", "nil (cons") + associates), false},
		{"its law alone is a contradiction", appended(replaced(appendLaw, "(select (select f (tail x)) y)", "(select (select f x) y)") + associates), false},
		{"no function by the law of something larger",
			appended(replaced(appendLaw, "(cons (head x) (select (select f (tail x)) y))", "(select (select f (cons 0 x)) y)") + associates), false},
		{"two laws", appended(appendLaw + replaced(appendLaw, "y (cons", "nil (cons") + associates), false},
		{"a law for some values", appended(replaced(appendLaw, "(select (select f x) y) (ite", "(select (select f x) x) (ite") + associates), false},
		{"no law", appended(associates), false},
		{"a law that is false", appended("false " + appendLaw), false},
		{"a lemma about all arrays of the name",
			appended(appendLaw + `(forall ((f (Array List (Array List List))) (x List)) (= (select (select f x) x) (select (select f x) x) nil))`), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := system(t, associating)
			err := judge(t, sys, witness(t, sys, tt.witness))
			if tt.valid {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
		})
	}
}

// TestRefusedFunctions: a solver without induction is not asked about functions that were not shown
// to exist.
func TestRefusedFunctions(t *testing.T) {
	sys := system(t, associating)
	err := judge(t, sys, witness(t, sys, appended(replaced(appendLaw, "(select (select f (tail x)) y)", "(select (select f (cons 0 x)) y)")+associates)))
	require.ErrorContains(t, err, "were not shown to exist")
}

// TestFunctionsOfAllValues: after the functions, a definition may quantify over all values.
func TestFunctionsOfAllValues(t *testing.T) {
	sys := system(t, replaced(associating, "(assert (forall ((x List) (y List) (z List) (u List) (v List) (w List) (r List))\n  (=> (and (append x y u) (append u z v) (append y z w) (append x w r) (not (= v r))) false)))",
		`(declare-fun same (List List) Bool)
(assert (forall ((x List)) (same x x)))
(assert (forall ((h Int) (x List) (y List)) (=> (same x y) (same (cons h y) (cons h x)))))
(assert (forall ((x List) (y List) (z List) (u List) (v List)) (=> (and (same x y) (append x z u) (append y z v) (not (= u v))) false)))`))
	const all = "(forall ((z List)) (= (select (select f p) z) (select (select f q) z)))"
	tests := []struct {
		name, same string
		valid      bool
	}{
		{"all lists behind", all, true},
		{"two claims", "(and " + all + " (forall ((w List)) (= (select (select f (cons 1 p)) w) (select (select f (cons 1 q)) w))))", true},
		{"one of two is false", "(and " + all + " (forall ((w List)) (= (select (select f (cons 1 p)) w) (select (select f q) w))))", false},
		{"one list behind", "(= (select (select f p) nil) (select (select f q) nil))", false},
		{"all lists in front, which is too much", replaced(all, "(select (select f q) z)", "(select (select f z) q)"), false},
		{"a list that has the name of the function", "(forall ((f (Array List (Array List List))) (z List)) (= (select (select f p) z) (select (select f q) z)))", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			append := appended(appendLaw)
			model := append[:len(append)-1] + `
(define-fun same ((p List) (q List)) Bool (forall ((f (Array List (Array List List)))) (=> (and ` + appendLaw + `) ` + tt.same + `))))`
			err := judge(t, sys, witness(t, sys, model))
			if tt.valid {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
		})
	}
}

// TestLemmaNames rejects a lemma that looks like an instance of the one before it: both have a
// variable of the same name.
func TestLemmaNames(t *testing.T) {
	sys := system(t, `(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-fun p (L L) Bool)
(assert (forall ((x L) (y L)) (=> (and (p x y) (= x nil) (= y (cons 1 nil))) false)))`)
	const copied = `(forall ((a L)) (= (select i a) (ite ((_ is nil) a) nil (cons (hd a) (select i (tl a))))))`
	const drop = `(forall ((a L) (b L)) (= (select (select g a) b) (ite ((_ is nil) a) b (ite ((_ is nil) b) nil (select (select g (tl a)) (tl b))))))`
	const all = `(forall ((a L)) (= (select (select g a) (select i a)) nil))`
	model := func(lemma string) string {
		return `sat ((define-fun p ((x L) (y L)) Bool (forall ((g (Array L (Array L L))) (i (Array L L)))
			(=> (and ` + copied + drop + all + lemma + `) (= (select (select g x) (select i y)) nil)))))`
	}
	require.NoError(t, judge(t, sys, witness(t, sys, model(""))))
	require.Error(t, judge(t, sys, witness(t, sys, model(`(forall ((a L) (c L)) (= (select (select g c) (select i a)) nil))`))))
}
