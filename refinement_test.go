// SPDX-License-Identifier: Apache-2.0

package cornet_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet"
)

// refinements are constraints of refinement types with their verdicts.
var refinements = []struct {
	name, text string
	want       cornet.Verdict
}{
	{"decrement", "(var $k (Int)) (constraint (and (forall ((x Int) ((> x 0))) (forall ((v Int) ((= v (- x 1)))) ($k v))) (forall ((y Int) ($k y)) ((>= y 0)))))", cornet.Safe},
	{"decrement of 0", "(var $k (Int)) (constraint (and (forall ((x Int) ((>= x 0))) (forall ((v Int) ((= v (- x 1)))) ($k v))) (forall ((y Int) ($k y)) ((>= y 0)))))", cornet.Unsafe},
	{"a qualifier that is not enough", "(qualif Q ((v Int)) (> v 10)) (var $k (Int)) (constraint (and (forall ((v Int) ((= v 1))) ($k v)) (forall ((y Int) ($k y)) (forall ((v Int) ((= v (+ y 1)))) ($k v))) (forall ((z Int) ($k z)) ((> z 0)))))", cornet.Safe},
	{"a function of the outer variable", "(constant f (func 0 (Int) Int)) (var $k (Int)) (constraint (forall ((x Int) (true)) (and (forall ((v Int) ((= v (f x)))) ($k v)) (forall ((z Int) ($k z)) ((= z (f x)))))))", cornet.Safe},
	{"one predicate for all variables", "(constant f (func 0 (Int) Int)) (var $k (Int)) (constraint (and (forall ((x Int) (true)) (forall ((v Int) ((= v (f x)))) ($k v))) (forall ((x Int) (true)) (forall ((z Int) ($k z)) ((= z (f x)))))))", cornet.Unsafe},
	{"congruence", "(constant f (func 0 (Int Int) Int)) (constraint (forall ((x Int) (true)) (forall ((y Int) ((= x y))) ((= ((f x) 1) ((f y) 1))))))", cornet.Safe},
	{"no injectivity", "(constant f (func 0 (Int) Int)) (constraint (forall ((x Int) (true)) (forall ((y Int) ((= (f x) (f y)))) ((= x y)))))", cornet.Unsafe},
	{"a sum by recursion", "(define sum ((n Int)) Int (if (<= n 0) 0 (+ n (sum (- n 1))))) (constraint ((= (sum 5) 15)))", cornet.Safe},
	{"a wrong sum", "(define sum ((n Int)) Int (if (<= n 0) 0 (+ n (sum (- n 1))))) (constraint ((= (sum 5) 16)))", cornet.Unsafe},
	{"distinct constants", "(distinct a Int) (distinct b Int) (constraint ((!= a b)))", cornet.Safe},
	{"constants", "(constant a Int) (constant b Int) (constraint ((!= a b)))", cornet.Unsafe},
	{"a witness", "(constraint (forall ((x Int) (true)) (exists ((y Int) (true)) ((= y (+ x 1))))))", cornet.Safe},
}

// TestRefinements solves constraints, and has the witnesses validated.
func TestRefinements(t *testing.T) {
	for _, tc := range refinements {
		t.Run(tc.name, func(t *testing.T) {
			p, err := cornet.Read("constraint", strings.NewReader(tc.text))
			require.NoError(t, err)
			res, err := cornet.Solve(context.Background(), p.System, cornet.Options{})
			require.NoError(t, err)
			require.Equal(t, tc.want, res.Verdict, res.Reason)
		})
	}
}
