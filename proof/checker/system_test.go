// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smtlib"
)

func sexpr(t *testing.T, text string) smtlib.Sexpr {
	list, err := smtlib.ReadSexprs("text", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}

// TestCondition compares the formulas of conditions with the expected ones, written as the
// assumption of a proof, or expects the error.
func TestCondition(t *testing.T) {
	const p = "(declare-fun p (Int) Bool) "
	const m = "sat ((define-fun p ((y Int)) Bool (<= 0 y)))"
	for _, test := range []struct{ name, system, model, want, err string }{
		{"a step", p + "(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))", m, "(not (=> (<= 0 x) (<= 0 (+ x 1))))", ""},
		{"the same in another form", p + "(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))", m, "(not (=> (not (< x 0)) (>= (* 2 x) (- 3))))", ""},
		{"let", p + "(assert (forall ((x Int)) (let ((y (+ x 1)) (x 2) (z (+ x 2))) (=> (p x) (p y) (p z)))))", m, "(not (=> (<= 0 (+ x 1)) (<= 0 (+ x 2))))", ""},
		{"a definition", p + "(define-fun f ((x Int)) Int (- x)) (assert (forall ((x Int)) (p (f (f x)))))", m, "(< x 0)", ""},
		{"a variable with the name of another", p + "(assert (forall ((x Int)) (=> (p x) (forall ((x Int)) (p x)))))", m, "(not (=> (<= 0 x) (<= 0 x!1)))", ""},
		{"an existential body", p + "(assert (=> (exists ((x Int)) (p x)) (p 0)))", m, "false", ""},
		{"a chain", p + "(assert (forall ((x Int) (z Int)) (< x z (+ x 2))))", m, "(not (and (< x z) (< z (+ x 2))))", ""},
		{"distinct", p + "(assert (forall ((x Int) (z Int)) (distinct x z 3)))", m, "(not (and (not (= x z)) (not (= x 3)) (not (= z 3))))", ""},
		{"implications", p + "(assert (forall ((a Bool) (b Bool) (x Int)) (=> a b (p x))))", m, "(not (=> a (=> b (<= 0 x))))", ""},
		{"a quotient", p + "(assert (forall ((x Int)) (p (div x (- 3)))))", m, "(and (not (<= 0 d)) (<= 0 (+ x (* 3 d))) (<= (+ x (* 3 d)) 2))", ""},
		{"a remainder", p + "(assert (forall ((x Int)) (p (mod x 3))))", m, "(and (not (<= 0 (- x (* 3 d)))) (<= 0 (- x (* 3 d))) (<= (- x (* 3 d)) 2))", ""},
		{"quotients of numbers", p + "(assert (= (+ (div (- 7) 2) (* 10 (mod (- 7) 2)) (* 100 (div (- 7) (- 2)))) 406))", m, "false", ""},
		{"a conditional term", p + "(assert (forall ((x Int) (b Bool)) (p (ite b x 2))))", m, "(and (not (<= 0 d)) (or (not b) (= x d)) (or b (= d 2)))", ""},
		{"numerals of sort Real", "(assert (forall ((x Real)) (< (/ x 2) (/ 1 3))))", "", "(not (< x (/ 2.0 3.0)))", ""},
		{"no definition", p + "(assert (p 0))", "()", "", "predicate p has no definition"},
		{"other arguments", p + "(assert (p 0))", "((define-fun p ((y Int) (z Int)) Bool true))", "", "has 2 parameters instead of 1"},
		{"other sorts", p + "(assert (p 0))", "((define-fun p ((y Real)) Bool true))", "", "other sorts"},
		{"a definition by itself", p + "(assert (p 0))", "((define-fun p ((y Int)) Bool (p y)))", "", "not a known symbol"},
		{"a definition by a function of the system", p + "(define-fun f () Bool true) (assert (p 0))", "((define-fun p ((y Int)) Bool f))", "", "not a known symbol"},
		{"a variable of the assertion in a definition", p + "(assert (forall ((x Int)) (p x)))", "((define-fun p ((y Int)) Bool (= x x)))", "", "not a known symbol"},
		{"a quantifier of the other kind", p + "(assert (exists ((x Int)) (p x)))", m, "", "not universal"},
		{"a quantifier on both sides", p + "(assert (= true (forall ((x Int)) (p x))))", m, "", "not universal"},
		{"a quantifier in let", p + "(assert (let ((b (forall ((x Int)) (p x)))) (not b)))", m, "", "not universal"},
		{"division by zero", p + "(assert (p (div 1 0)))", m, "", "by 0"},
		{"a product", p + "(assert (forall ((x Int)) (p (* x x))))", m, "", "a product of unknowns"},
		{"an integer expected", "(declare-fun q (Int) Bool) (assert (q 1.5))", "((define-fun q ((x Int)) Bool true))", "", "not of a known sort"},
		{"a variable bound twice", "(assert (forall ((x Int) (x Int)) (= x x)))", "", "", "two bindings"},
		{"another sort", "(assert (forall ((x (_ BitVec 4))) (= x x)))", "", "", "not of a known sort"},
		{"two declarations", p + p, m, "", "not a new symbol"},
		{"a declaration after the use", "(assert (p 0)) " + p, m, "", "not a new symbol"},
		{"recursion", "(define-fun f () Bool (not f)) (assert f)", "", "", "not a new symbol"},
		{"a reserved word", "(declare-fun |let| () Bool) (assert |let|)", "", "", "not a new symbol"},
		{"a constant in parentheses", "(assert (=> (true) true))", "", "", "true is no function"},
		{"a variable with the name of an operator", "(assert (forall ((<= Bool)) (<= 1 2)))", "", "", "not a binding"},
		{"a declaration after the end", "(assert (p 0)) (exit) " + p, m, "", "not a predicate: p"},
		{"levels", p + "(push) (assert (p 0))", m, "", "not a known command"},
		{"an assertion after the question", p + "(check-sat) (assert (p 0))", m, "", "not an assertion"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := condition(t, test.system, test.model)
			if test.err != "" {
				require.ErrorContains(t, err, test.err)
				return
			}
			require.NoError(t, err)
			err = c.Check("proof", strings.NewReader("(assume h "+test.want+")"))
			if c.Holds() {
				require.Equal(t, "false", test.want)
			} else {
				require.ErrorContains(t, err, "the last step")
			}
		})
	}
}

// TestCheckDefinitions has models of a system with a predicate that no assertion mentions.
func TestCheckDefinitions(t *testing.T) {
	const system = "(declare-fun p (Int) Bool) (declare-fun q (Int Bool) Bool) (assert (p 0))"
	const p = "(define-fun p ((y Int)) Bool (<= 0 y)) "
	for _, test := range []struct{ name, model, err string }{
		{"both", p + "(define-fun q ((x Int) (b Bool)) Bool (and b (< x 0)))", ""},
		{"a quantifier", p + "(define-fun q ((x Int) (b Bool)) Bool (forall ((y Int)) (< x y)))", ""},
		{"no definition", p, "predicate q has no definition"},
		{"a parameter too few", p + "(define-fun q ((x Int)) Bool true)", "has 1 parameters instead of 2"},
		{"another sort", p + "(define-fun q ((x Int) (b Int)) Bool true)", "other sorts"},
		{"a definition by another one", p + "(define-fun q ((x Int) (b Bool)) Bool (p x))", "not a known symbol: p"},
		{"an unknown symbol", p + "(define-fun q ((x Int) (b Bool)) Bool (< x y))", "not a known symbol: y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := ReadSystem("system", strings.NewReader(system))
			require.NoError(t, err)
			m, err := ReadModel("model", strings.NewReader("sat ("+test.model+")"))
			require.NoError(t, err)
			if err = s.CheckDefinitions(m); test.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.err)
			}
		})
	}
}

// TestCheckRefutation has lists of instances of a counter that goes up from 0 in steps of 2.
func TestCheckRefutation(t *testing.T) {
	const system = `(declare-fun p (Int) Bool) (declare-fun |p 1| (Int) Bool)
		(assert (p 0))
		(assert (forall ((x Int)) (=> (and (p x) (< x 4)) (p (+ x 2)))))
		(assert (forall ((x Int)) (=> (p x) (>= x 2) false)))
		(assert (forall ((x Int)) (= (p x) (> x 0))))`
	const start = "unsat (refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0)) (premises 0)) "
	for _, test := range []struct{ name, text, err string }{
		{"a refutation", start + "(step 2 (clause 2) (values (x 2)) (premises 1)))", ""},
		{"a premise too many", start + "(step 2 (clause 2) (values (x 2)) (premises 0 1)))", ""},
		{"a fact by an equivalence", "(refutation (step 0 (clause 3) (values (x 5)) (premises)) (step 1 (clause 2) (values (x 5)) (premises 0)))", ""},
		{"another value", start + "(step 2 (clause 2) (values (x 3)) (premises 1)))", "does not derive false"},
		{"a constraint that fails", start + "(step 2 (clause 2) (values (x 0)) (premises 0)))", "does not derive false"},
		{"premises that derive other atoms", start + "(step 2 (clause 2) (values (x 4)) (premises 0 1)))", "does not derive false"},
		{"no premise", start + "(step 2 (clause 2) (values (x 2)) (premises)))", "does not derive false"},
		{"a later premise", start + "(step 2 (clause 2) (values (x 2)) (premises 2)))", "no earlier step"},
		{"no last step", start + ")", "does not derive false"},
		{"another number", start + "(step 3 (clause 2) (values (x 2)) (premises 1)))", "not step 2"},
		{"no assertion", start + "(step 2 (clause 4) (values (x 2)) (premises 1)))", "no assertion"},
		{"no value", start + "(step 2 (clause 2) (values) (premises 1)))", "no value"},
		{"the value of another variable", start + "(step 2 (clause 2) (values (y 2)) (premises 1)))", "no value"},
		{"a value of another sort", start + "(step 2 (clause 2) (values (x 2.5)) (premises 1)))", "not of a known sort"},
		{"two values", start + "(step 2 (clause 2) (values (x 2) (x 2)) (premises 1)))", "more values"},
		{"nothing derived", "(refutation (step 0 (clause 2) (values (x 0)) (premises)) (step 1 (clause 2) (values (x 5)) (premises 0)))", "derives no atom"},
		{"nothing", "unsat", "no refutation"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := ReadSystem("system", strings.NewReader(system))
			require.NoError(t, err)
			err = s.CheckRefutation("refutation", strings.NewReader(test.text))
			if test.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.err)
			}
		})
	}
}
