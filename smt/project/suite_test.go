// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"testing"

	"cornet/internal/test/need"
	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/project"
	"cornet/smt/z3"
)

// solvers returns a maker of oracles, or skips the test. Their effort is limited, so a test never
// hangs at a hard query.
func solvers(t testing.TB) smttest.NewSolver {
	t.Helper()
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	b := z3.NewBackend(lib)
	return func(s *logic.Store) (smt.Solver, error) { return b.New(s, smt.Options{Ticks: 300_000}) }
}

func TestConformance(t *testing.T) {
	cases := []struct {
		name string
		c    smttest.ProjectionCase
		o    project.Options
	}{
		{"bool", smttest.ProjectionCase{Theory: smttest.Bool, Seeds: 40, Vars: 5, Depth: 4}, project.Options{}},
		{"real", smttest.ProjectionCase{Theory: smttest.Real | smttest.Ite, Seeds: 60, Depth: 3, Literals: 2}, project.Options{}},
		{"int", smttest.ProjectionCase{Theory: smttest.Int | smttest.Ite, Seeds: 60, Depth: 3, Literals: 2, MaxModels: 100}, project.Options{}},
		{"int exact", smttest.ProjectionCase{Theory: smttest.Int, Seeds: 30, Literals: 4, MaxModels: 100}, project.Options{Divisibility: project.ExactDivisibility}},
		{"coefficients", smttest.ProjectionCase{Theory: smttest.Int | smttest.IntCoeffs, Seeds: 40, Literals: 4, MaxModels: 10, Infinite: true}, project.Options{}},
		{"coefficients exact", smttest.ProjectionCase{Theory: smttest.Int | smttest.IntCoeffs, Seeds: 40, Literals: 4, MaxModels: 10, Infinite: true}, project.Options{Divisibility: project.ExactDivisibility}},
		{"div", smttest.ProjectionCase{Theory: smttest.Int | smttest.IntDiv, Seeds: 15, Literals: 2, MaxModels: 10, Infinite: true}, project.Options{}},
		{"mixed", smttest.ProjectionCase{Theory: smttest.Real | smttest.Mixed, Seeds: 40, Literals: 2, MaxModels: 10, Infinite: true, Partial: true}, project.Options{}},
		{"mixed values", smttest.ProjectionCase{Theory: smttest.Real | smttest.Mixed, Seeds: 20, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{LastResortValues: true}},
		{"array", smttest.ProjectionCase{Theory: smttest.Array | smttest.Int, Seeds: 60, Literals: 2, MaxModels: 5, Infinite: true, Partial: true}, project.Options{}},
		{"array values", smttest.ProjectionCase{Theory: smttest.Array | smttest.Int, Seeds: 60, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{LastResortValues: true}},
		{"array only", smttest.ProjectionCase{Theory: smttest.Array | smttest.Int, Seeds: 60, Literals: 4, Of: (*logic.Sort).IsArray, MaxModels: 5, Infinite: true}, project.Options{}},
		{"words", smttest.ProjectionCase{Theory: smttest.Word, Seeds: 60, Depth: 2, Literals: 3, MaxModels: 600}, project.Options{}},
		{"datatype", smttest.ProjectionCase{Theory: smttest.Datatype, Seeds: 40, Literals: 2, MaxModels: 5, Infinite: true}, project.Options{}},
	}
	for _, c := range cases {
		if testing.Short() {
			c.c.Seeds /= 5
		}
		t.Run(c.name, func(t *testing.T) {
			c.o.Check = true
			smttest.CheckProjector(t, c.c, solvers(t), func(s *logic.Store) smt.Projector { return project.New(s, c.o) })
		})
	}
}
