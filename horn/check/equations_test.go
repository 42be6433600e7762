// SPDX-License-Identifier: Apache-2.0

package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
)

// TestSolveEquations has conjunctions, what is left of them, and the definitions.
func TestSolveEquations(t *testing.T) {
	for _, c := range []struct {
		formula, rest string
		defined       string
	}{
		{"(and (= x (+ y 1)) (> x z))", "(> (+ y 1) z)", "x"},
		{"(and (= x y) (= y z) (= z 3) (> x 4))", "false", "x y z"},
		{"(and (= (* 2 x) y) (> y 3))", "(> x 1)", "y"},
		{"(and (= (* 2 x) (* 3 y)) (> x 0))", "(and (= (* 2 x) (* 3 y)) (> x 0))", ""},
		{"(and (= p (> x 0)) (not p) (= x 1))", "false", "p x"},
		{"(and (not (= p q)) q (or p (< x 0)))", "(< x 0)", "p q"},
		{"(and (= m (store n x y)) (= (select m x) z) (> z y))", "false", "m z"},
		{"(= m (store m x y))", "(= m (store m x y))", ""},
		{"(and (= x (ite (> x 0) y z)) (> y 0) (= z 1))", "(and (= x (ite (> x 0) y 1)) (> y 0))", "z"},
		{"(and (> x 0) (not (and (> x 0) (> y 0))))", "(and (> x 0) (<= y 0))", ""},
		{"(and (> x 0) (or (<= x 0) (and (= y 3) (> z y))))", "(and (> x 0) (> z 3))", "y"},
		{"(and (> z x) (or (not (> z x)) (= x 1)) (= y (div x 2)) (> y 0))", "false", "x y"},
		{"(and p (forall ((z Int)) (or p (> z x))) (= x y))", "true", "p x"},
	} {
		t.Run(c.formula, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "x y z : Int, p q : Bool, m n : (Array Int Int)")
			f, want := reader.Term(c.formula), reader.Term(c.rest)
			rest, defs := solveEquations(s, f)
			require.Same(t, want, rest)
			var names []string
			for _, d := range defs {
				names = append(names, d.v.Name())
			}
			require.ElementsMatch(t, strings.Fields(c.defined), names)

			m := s.NewModel()
			if complete(m, defs) && m.Holds(rest) {
				require.True(t, m.Holds(f))
			}
		})
	}
}
