// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"testing"

	"cornet/smt"
	"cornet/smt/project"
	"cornet/smt/z3"
	"cornet/smtlib"
	"cornet/test/projecttest"
)

// solvers returns a maker of oracles, or skips the test. Their effort is
// bounded, so that a test never hangs on a hard query.
func solvers(t testing.TB) projecttest.NewSolver {
	t.Helper()
	lib, err := z3.Load("")
	if err != nil {
		t.Skipf("needs libz3 as an oracle (Debian: apt install libz3-4): %v", err)
	}
	b := z3.NewBackend(lib)
	return func(s *smtlib.Store) (smt.Solver, error) { return b.New(s, smt.Options{Ticks: 300_000}) }
}

func TestConformance(t *testing.T) {
	cases := []struct {
		name string
		c    projecttest.Case
		o    project.Options
	}{
		{"bool", projecttest.Case{Theory: projecttest.Bool, Seeds: 40, Vars: 5, Depth: 4}, project.Options{}},
		{"real", projecttest.Case{Theory: projecttest.Real | projecttest.Ite, Seeds: 60, Depth: 3, Literals: 2}, project.Options{}},
		{"int", projecttest.Case{Theory: projecttest.Int | projecttest.Ite, Seeds: 60, Depth: 3, Literals: 2, MaxModels: 100}, project.Options{}},
		{"int exact", projecttest.Case{Theory: projecttest.Int, Seeds: 30, Literals: 4, MaxModels: 100}, project.Options{Divisibility: project.ExactDivisibility}},
		{"coefficients", projecttest.Case{Theory: projecttest.Int | projecttest.IntCoeffs, Seeds: 40, Literals: 4, MaxModels: 10, Infinite: true}, project.Options{}},
		{"coefficients exact", projecttest.Case{Theory: projecttest.Int | projecttest.IntCoeffs, Seeds: 40, Literals: 4, MaxModels: 10, Infinite: true}, project.Options{Divisibility: project.ExactDivisibility}},
		{"div", projecttest.Case{Theory: projecttest.Int | projecttest.IntDiv, Seeds: 15, Literals: 2, MaxModels: 10, Infinite: true}, project.Options{}},
		{"mixed", projecttest.Case{Theory: projecttest.Real | projecttest.Mixed, Seeds: 40, Literals: 2, MaxModels: 10, Infinite: true, Partial: true}, project.Options{}},
		{"mixed values", projecttest.Case{Theory: projecttest.Real | projecttest.Mixed, Seeds: 20, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{LastResortValues: true}},
		{"array", projecttest.Case{Theory: projecttest.Array | projecttest.Int, Seeds: 60, Literals: 2, MaxModels: 5, Infinite: true, Partial: true}, project.Options{}},
		{"array values", projecttest.Case{Theory: projecttest.Array | projecttest.Int, Seeds: 60, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{LastResortValues: true}},
		{"array only", projecttest.Case{Theory: projecttest.Array | projecttest.Int, Seeds: 60, Literals: 4, Of: (*smtlib.Sort).IsArray, MaxModels: 5, Infinite: true}, project.Options{}},
		{"words", projecttest.Case{Theory: projecttest.Word, Seeds: 60, Depth: 2, Literals: 3, MaxModels: 600}, project.Options{}},
		{"datatype", projecttest.Case{Theory: projecttest.Datatype, Seeds: 40, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.o.Check = true
			projecttest.Run(t, c.c, solvers(t), func(s *smtlib.Store) smt.Projector { return project.New(s, c.o) })
		})
	}
}
