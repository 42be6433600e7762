// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/project"
)

func TestEliminate(t *testing.T) {
	cases := []struct{ name, vars, formula, want string }{
		{"not there", "x", "(< y 3)", "(< y 3)"},
		{"unsatisfiable", "x", "(and (< x y) (< y x))", "false"},
		{"two disjuncts", "x", "(and (or (= x y) (= x (+ y 5))) (< x 10))", "(< y 10)"},
		{"strongest postcondition", "x y", "(and (= x 0) (<= 0 y) (= z (+ x y 1)))", "(<= 1 z)"},
		{"parity", "x", "(= z (* 2 x))", "(= (mod z 2) 0)"},
		{"grey shadow", "x", "(and (<= y (* 2 x)) (<= (* 2 x) y))", "(= (mod y 2) 0)"},
		{"real", "r s", "(and (< r s) (< s u) (= r 1.0))", "(< 1.0 u)"},
		{"bool", "p", "(and (or p q) (or (not p) (< x 0)))", "(or q (< x 0))"},
	}
	newSolver := solvers(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			store := logic.NewStore()
			r := reader(store)
			s, err := newSolver(store)
			require.NoError(t, err)
			defer s.Close()
			got, err := project.Eliminate(t.Context(), store, s, project.New(store, project.Options{Check: true}), r.Vars(c.vars), r.Term(c.formula), 20)
			require.NoError(t, err)
			st, err := s.Check(t.Context(), store.Xor(got, r.Term(c.want)))
			require.NoError(t, err)
			require.Equal(t, smt.Unsat, st)
		})
	}
}

func TestEliminateLimit(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	s, err := solvers(t)(store)
	require.NoError(t, err)
	defer s.Close()
	f := r.Term("(or (= x y) (= x (+ y 5)) (= x (- z 3)))")
	under, err := project.Eliminate(t.Context(), store, s, project.New(store, project.Options{}), r.Vars("x"), store.And(f, r.Term("(< 0 x)")), 1)
	require.ErrorIs(t, err, project.ErrIncomplete)
	require.NotNil(t, under)
}
