// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// TestCases has formulas, the variable by which each is split, and its values. Further conjuncts
// make the formulas large.
func TestCases(t *testing.T) {
	for _, c := range []struct{ formula, variable, values string }{
		{"(or (and (= x 0) (> y 1)) (and (= x 1) (> y 2)) (= x 0))", "x", "0 1"},
		{"(or (and (= x 0) (= y 1)) (and (= x 0) (= y 2)))", "y", "1 2"},
		{"(or (and (= x 0) (= y 1)) (and (= x 1) (= y 2)) (and (= x 2) (= y 2)))", "x", "0 1 2"},
		{"(or (and p (> y 1)) (and (not p) (> y 2)))", "p", "true false"},
		{"(or (= x 0) (> y 1))", "", ""},
		{"(or (= x 0) (= y 1))", "", ""},
		{"(or (= x y) (= x 1))", "", ""},
		{"(and (= x 0) (> y 1))", "", ""},
		{"(not (and (or (not (= x 0)) (> y 1)) (not (= x 5))))", "x", "0 5"},
		{anyOf(maxCases), "x", numerals(maxCases)},
		{anyOf(maxCases + 1), "", ""},
	} {
		t.Run(c.formula, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "x y z : Int, p : Bool")
			f := reader.Term(c.formula)
			x, _ := cases(s, f)
			require.Nil(t, x, "small")

			x, values := cases(s, s.And(f, reader.Term(large)))
			if c.variable == "" {
				require.Nil(t, x)
				return
			}
			require.Equal(t, c.variable, x.Name())
			var words []string
			for _, v := range values {
				words = append(words, v.String())
			}
			require.ElementsMatch(t, strings.Fields(c.values), words)
		})
	}
}

// TestDecideCases compares the answers with and without cases.
func TestDecideCases(t *testing.T) {
	for formula, want := range map[string]answer{
		"(and (or (and (= x 0) (> y 1)) (and (= x 1) (> y 2))) (< y 1))":             holds,
		"(and (or (and (= x 0) (> y 1)) (and (= x 1) (> y 2))) (> (+ x y) 2))":       fails,
		"(and (or (and (= x 0) (> y 1)) (and (= x 7) (> y 9))) (> x 0) (= y 10))":    fails,
		"(and (or (and (= x 0) (> y 1)) (and (= x 7) (> y 9))) (> x 0) (= y x))":     holds,
		"(and (or (and p (> y 1)) (and (not p) (> y 2))) (= (> y 0) (not (> x 0))))": fails,
	} {
		t.Run(formula, func(t *testing.T) {
			s := logic.NewStore()
			reader := smttest.NewReader(s, "x y z : Int, p : Bool")
			j := newJudge(context.Background(), s, Options{Solver: func() (smt.Solver, error) { return native.NewSolver(s, smt.Options{}), nil }})
			defer j.close()
			f := s.And(reader.Term(formula), reader.Term(large))
			x, _ := cases(s, f)
			require.NotNil(t, x)
			z, err := j.decide(f)
			require.NoError(t, err)
			require.Equal(t, want, z)
			if z == fails {
				require.True(t, j.counter.Holds(f))
			}
		})
	}
}

// large holds for z = 0, and has more than minCasesSize terms.
var large = func() string {
	var b strings.Builder
	b.WriteString("(and")
	for i := range minCasesSize {
		fmt.Fprintf(&b, " (or (< z %d) p)", i+1)
	}
	return b.String() + ")"
}()

// anyOf states that x is one of n numerals.
func anyOf(n int) string {
	return "(or (= x " + strings.Join(strings.Fields(numerals(n)), ") (= x ") + "))"
}

func numerals(n int) string {
	var z []string
	for i := range n {
		z = append(z, fmt.Sprint(i))
	}
	return strings.Join(z, " ")
}
