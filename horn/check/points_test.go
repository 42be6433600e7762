// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPointsWithoutVariables: disjuncts without variables are left to a solver, since evaluation
// cannot use them.
func TestPointsWithoutVariables(t *testing.T) {
	var some []string
	for i := range 20 {
		some = append(some, fmt.Sprintf("(= (div %d 0) %d)", i+1, i))
	}
	s := system(t, "(declare-fun p () Bool)\n(assert p)\n(assert (=> p false))")
	w := witness(t, s, "sat\n((define-fun p () Bool (or "+strings.Join(some, " ")+")))")
	require.ErrorContains(t, judge(t, s, w), "witness")
}

// TestPoints has models that list the facts of a predicate. Evaluation judges them point by point;
// a solver answers what evaluation leaves open.
func TestPoints(t *testing.T) {
	const n = 40
	points := func(more string, leave int) string {
		var z []string
		for i := range n {
			if i != leave {
				z = append(z, fmt.Sprintf("(and (= x %d) (= y %d) %s)", i, i*i, more))
			}
		}
		return strings.Join(z, " ")
	}
	sys := func(step string) string {
		return fmt.Sprintf(`(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (free Bool) (other Int)) (=> (and (p x y) (< x %d) (or free (> other x))) (p (+ x 1) %s))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 30) (not (= y 900))) false)))`, n-1, step)
	}
	for _, test := range []struct{ name, step, model, fault string }{
		{"all points", "(+ y x x 1)", "(or " + points("", -1) + ")", ""},
		{"bounds beside them", "(+ y x x 1)", "(and (or " + points("", -1) + ") (>= y x))", ""},
		{"other cases beside them", "(+ y x x 1)", "(or " + points("", -1) + " (and (> x 100) (< y 0) (> y (+ x 1))))", ""},
		{"a point is missing", "(+ y x x 1)", "(or " + points("", 7) + ")", "does not hold"},
		{"the first point is missing", "(+ y x x 1)", "(or " + points("", 0) + ")", "does not hold"},
		{"a point too many", "(+ y x x 1)", "(or " + points("", -1) + " (and (= x 30) (= y 5)))", "does not hold"},
		{"another step", "(+ y x x)", "(or " + points("", -1) + ")", "does not hold"},
		{"division by zero may be anything", "(ite (= (div y 0) 5) 7 (+ y x x 1))", "(or " + points("", -1) + ")", "undecided"},
		{"a variable without a value", "(ite (= other (- 1)) 77 (+ y x x 1))", "(or " + points("", -1) + ")", "does not hold"},
		{"a variable that does not matter", "(+ y x x (ite (= other (- 1)) 1 1))", "(or " + points("", -1) + ")", ""},
		{"cases that are no points", "(+ y x x 1)", "(or " + points("(> y (- 1))", -1) + ")", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := system(t, sys(test.step))
			w := witness(t, s, "sat\n((define-fun p ((x Int) (y Int)) Bool "+test.model+"))")
			err := judge(t, s, w)
			if test.fault == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.fault)
		})
	}
}

// TestPointsInSeveralForms: a value with several forms cannot be a key of a table. Arrays over a
// finite sort can be written at every index, whatever they were before.
func TestPointsInSeveralForms(t *testing.T) {
	everywhere := func(array, element string) string {
		return fmt.Sprintf("(store (store ((as const %s) 99) %s) %s)", array, "true "+element, "false "+element)
	}
	for _, test := range []struct{ name, sort, term, one, other string }{
		{"arrays over Bool", "(Array Bool Int)", "x", "((as const (Array Bool Int)) %[2]d)", everywhere("(Array Bool Int)", "%[2]d")},
		{"arrays in datatypes", "D", "x", "(d ((as const (Array Bool Int)) %[2]d))", "(d " + everywhere("(Array Bool Int)", "%[2]d") + ")"},
		{"parts of arguments", "D", "(inside x)", "((as const (Array Bool Int)) %[2]d)", everywhere("(Array Bool Int)", "%[2]d")},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := func(form string) string {
				var z []string
				for i := range 20 {
					z = append(z, fmt.Sprintf("(= %[1]s "+form+")", test.term, i))
				}
				return "(or " + strings.Join(z, " ") + ")"
			}
			s := system(t, fmt.Sprintf(`(declare-datatype D ((d (inside (Array Bool Int)))))
(declare-fun p (%[1]s) Bool)
(declare-fun q (%[1]s) Bool)
(assert (forall ((x %[1]s)) (=> (and (p x) (q x)) false)))`, test.sort))
			w := witness(t, s, fmt.Sprintf("sat\n((define-fun p ((x %[1]s)) Bool %[2]s) (define-fun q ((x %[1]s)) Bool %[3]s))", test.sort, list(test.one), list(test.other)))
			require.ErrorContains(t, judge(t, s, w), "does not hold")
		})
	}
}
