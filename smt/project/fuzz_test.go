// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"context"
	"errors"
	"testing"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/project"
)

// FuzzProject projects random formulas and checks the result with libz3.
func FuzzProject(f *testing.F) {
	newSolver := solvers(f)
	theories := []smttest.Fragment{
		smttest.Int, smttest.Int | smttest.IntCoeffs, smttest.Int | smttest.IntDiv | smttest.Ite,
		smttest.Real, smttest.Real | smttest.Mixed, smttest.Array | smttest.Int, smttest.Datatype, smttest.Word,
	}
	for i := range theories {
		f.Add(uint64(i), uint8(i), uint8(i), false)
		f.Add(uint64(i+100), uint8(i), uint8(i+2), true)
	}
	f.Fuzz(func(t *testing.T, seed uint64, theory, literals uint8, values bool) {
		ctx := context.Background()
		store := logic.NewStore()
		g := smttest.NewGenerator(store, seed, theories[int(theory)%len(theories)], 3, "")
		fm, vars := g.Formula(2), g.Some()
		for range literals % 6 {
			fm = store.And(fm, g.Atom(true))
		}
		s, err := newSolver(store)
		if err != nil {
			t.Skip(err)
		}
		defer s.Close()
		if err := s.Assert(fm); err != nil {
			t.Skip(err)
		}
		if st, err := s.Check(ctx); err != nil || st != smt.Sat {
			t.Skip("no model")
		}
		m, err := s.Model()
		if err != nil {
			t.Skip(err)
		}
		p := project.New(store, project.Options{LastResortValues: values, Check: true})
		z, err := p.Project(ctx, m, vars, fm)
		if err != nil {
			if !values && errors.Is(err, errors.ErrUnsupported) {
				t.Skip(err)
			}
			t.Fatal(err)
		}
		oracle, err := newSolver(store)
		if err != nil {
			t.Skip(err)
		}
		defer oracle.Close()
		if err := smttest.CheckProjection(ctx, store, oracle, m, vars, fm, z); err != nil {
			t.Fatal(err)
		}
	})
}
