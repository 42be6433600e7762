// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
)

const stepping = `(declare-fun x () Int)(declare-fun y () Int)(declare-fun i () Bool)
(define-fun s () Int (! x :next y))
(define-fun a () Bool (! (= x 0) :init true))
(define-fun t () Bool (! (= y (ite i (+ x 1) x)) :trans true))
(define-fun p () Bool (! (>= x 0) :invar-property 0))`

func TestTransitionSystem(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one property", stepping, `
			(forall ((x Int) (y Int) (i Bool)) (=> (= x 0) (inv x)))
			(forall ((x Int) (y Int) (i Bool)) (=> (and (inv x) (= y (ite i (+ x 1) x))) (inv y)))
			(forall ((x Int) (y Int) (i Bool)) (=> (inv x) (>= x 0)))`},
		{"several formulas of a kind", stepping + `
			(define-fun a1 () Bool (! i :init true))
			(define-fun t1 () Bool (! (< y 9) :trans true))
			(define-fun p1 () Bool (! (< x 9) :invar-property 1))`, `
			(forall ((x Int) (y Int) (i Bool)) (=> (and (= x 0) i) (inv x)))
			(forall ((x Int) (y Int) (i Bool)) (=> (and (inv x) (= y (ite i (+ x 1) x)) (< y 9)) (inv y)))
			(forall ((x Int) (y Int) (i Bool)) (=> (inv x) (>= x 0)))
			(forall ((x Int) (y Int) (i Bool)) (=> (inv x) (< x 9)))`},
		{"quantifier over a variable of the same name", strings.Replace(stepping, "(= x 0)", "(forall ((y Int) (x Int)) (=> (= x y) (<= x y)))", 1), `
			(forall ((x!0 Int) (y!0 Int) (i Bool)) (=> (forall ((y Int) (x Int)) (=> (= x y) (<= x y))) (inv x!0)))
			(forall ((x!0 Int) (y!0 Int) (i Bool)) (=> (and (inv x!0) (= y!0 (ite i (+ x!0 1) x!0))) (inv y!0)))
			(forall ((x!0 Int) (y!0 Int) (i Bool)) (=> (inv x!0) (>= x!0 0)))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.in)
			sys.Source.Scope.Declare(sys.Preds, nil)
			checkClauses(t, sys, c.want)
		})
	}
}

func TestRefuseTransitionSystem(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"liveness", stepping + "\n(define-fun l () Bool (! (> x 5) :live-property 1))", "test:6:1: :live-property: liveness is not supported; only :invar-property is"},
		{"no property", strings.Replace(stepping, ":invar-property 0", ":named q", 1), "test:2:1: the transition system has no formula with :invar-property"},
		{"initial states that mention next ones", strings.Replace(stepping, "(= x 0)", "(= y 0)", 1), "test:3:1: the formula with :init mentions the next value y"},
		{"two next values", stepping + "\n(define-fun s1 () Int (! x :next y))", "test:6:1: x has the next value y; expected two declared constants that no other :next mentions"},
		{"next value of another sort", stepping + "\n(declare-fun z () Int)(define-fun s1 () Int (! z :next i))", "test:6:23: z has sort Int and its next value i sort Bool"},
		{"assertion", stepping + "\n(assert (> x 0))", "test:6:1: assert in a transition system; say with :init or :trans where the formula holds"},
		{"function", "(declare-fun f (Int) Int)" + stepping, "test:1:1: f is a function; transition systems have constants only"},
		{"levels", stepping + "\n(push 1)", "test:6:1: a transition system consists of declarations and of definitions with annotations; found another command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := horn.FromScript(read(t, c.in))
			require.EqualError(t, err, c.want)
			require.ErrorIs(t, err, errors.ErrUnsupported)
		})
	}
}
