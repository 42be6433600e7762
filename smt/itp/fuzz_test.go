// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"context"
	"errors"
	"testing"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// FuzzInterpolate interpolates random trees and checks the answers.
func FuzzInterpolate(f *testing.F) {
	newSolver := solvers(f)
	theories := []smttest.Fragment{
		smttest.Bool, smttest.Int | smttest.Ite, smttest.Int | smttest.IntCoeffs,
		smttest.Int | smttest.IntDiv, smttest.Real, smttest.Array | smttest.Int, smttest.Datatype,
	}
	names := []string{"single", "binary", "sequence", "star", "tree"}
	for i := range theories {
		for k := range names {
			f.Add(uint64(i*10+k), uint8(i), uint8(k), uint8(i+k))
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, theory, shape, bits uint8) {
		store := logic.NewStore()
		q := randomQuery(store, seed, theories[int(theory)%len(theories)], shapes[names[int(shape)%len(names)]], int(bits>>2)%5)
		q.Strength = smt.Strength(bits % 4)
		factory := func() (smt.Solver, error) { return newSolver(store) }
		p := project.New(store, project.Options{LastResortValues: true, Check: true})
		var ip smt.Interpolator = itp.NewModelBased(store, factory, p, itp.Options{MaxCubes: 16})
		if bits>>5&1 == 1 {
			ip = itp.NewExact(store, factory, p, itp.Options{MaxCubes: 8})
		}
		if _, err := answer(context.Background(), store, newSolver, ip, q); err != nil && !errors.Is(err, itp.ErrUndecided) {
			t.Fatalf("%v:%s", err, describe(q))
		}
	})
}
