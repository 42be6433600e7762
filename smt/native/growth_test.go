// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// sumType declares a datatype S of n constructors, c0 and so on, with the given field each.
func sumType(n int, field string) string {
	var z strings.Builder
	z.WriteString("(declare-datatypes ((S 0)) ((")
	for i := range n {
		fmt.Fprintf(&z, "(c%d %s) ", i, strings.ReplaceAll(field, "%", fmt.Sprint(i)))
	}
	z.WriteString("))) (declare-const s S) (declare-const r S) (declare-const x Int) (declare-const k Int)")
	return z.String()
}

// all joins formulas for 0 to n-1; % represents the number.
func all(op, formula string, n int) string {
	z := "(" + op
	for i := range n {
		z += " " + strings.ReplaceAll(formula, "%", fmt.Sprint(i))
	}
	return z + ")"
}

// chainOfN returns n nested if-then-else terms.
func chainOfN(n int) string {
	z := "x"
	for i := range n {
		z = fmt.Sprintf("(ite (= k %d) (+ x %d) %s)", i, i, z)
	}
	return z
}

// TestGrowth checks that costs grow linearly with the query: nodes of the congruence graph,
// variables of the tableau and of the SAT solver.
func TestGrowth(t *testing.T) {
	cost := func(t *testing.T, text string, want smt.Status) int {
		script, err := smtlib.ReadString(logic.NewStore(), "", text)
		require.NoError(t, err)
		s := NewSolver(script.Store, smt.Options{})
		require.NoError(t, s.Assert(script.Store.Simplify(script.Commands[len(script.Commands)-1].Term)))
		st, err := s.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, st, s.Reason())
		nodes := 0
		if s.enc.eq != nil {
			nodes = s.enc.eq.g.Len()
		}
		return nodes + s.arith.lia.Relaxation().NumVars() + s.sat.NumVars()
	}
	for _, family := range []struct {
		name string
		want smt.Status
		text func(n int) string
	}{
		{"one value of an enumeration", smt.Sat, func(n int) string {
			return sumType(n, "") + "(assert " + all("or", "(= s c%)", n) + ")"
		}},
		{"the last value of an enumeration", smt.Sat, func(n int) string {
			return sumType(n, "") + "(assert " + all("and", "(distinct s c%)", n-1) + ")"
		}},
		{"no value of an enumeration", smt.Unsat, func(n int) string {
			return sumType(n, "") + "(assert " + all("and", "(distinct s c%)", n) + ")"
		}},
		{"constructors with fields", smt.Sat, func(n int) string {
			return sumType(n, "(f% Int)") + "(assert " + all("or", "(and (= s (c% x)) (> (f% s) k))", n) + ")"
		}},
		{"testers", smt.Unsat, func(n int) string {
			return sumType(n, "(f% Int)") + "(assert " + all("and", "(not ((_ is c%) s))", n) + ")"
		}},
		{"stores over each other, one read", smt.Unsat, func(n int) string {
			return "(declare-const a (Array Int Int)) (assert (distinct 3 (select " + storesOf(n) + " 3)))"
		}},
		{"equations of stores, one read", smt.Unsat, func(n int) string {
			z := "(declare-const a0 (Array Int Int))"
			for i := range n {
				z += fmt.Sprintf("(declare-const a%d (Array Int Int))", i+1)
			}
			equations := "(and"
			for i := range n {
				equations += fmt.Sprintf(" (= a%d (store a%d %d %d))", i+1, i, i, i)
			}
			return z + fmt.Sprintf("(assert %s (distinct 3 (select a%d 3))))", equations, n)
		}},
		{"an if-then-else of depth n", smt.Sat, func(n int) string {
			return sumType(2, "") + "(assert (> " + chainOfN(n) + " (+ x 3)))"
		}},
	} {
		t.Run(family.name, func(t *testing.T) {
			small, large := cost(t, family.text(250), family.want), cost(t, family.text(500), family.want)
			require.Less(t, float64(large), 2.2*float64(small))
		})
	}
}
