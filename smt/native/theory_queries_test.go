// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/native"
)

// TestWordQueries: interpolants of bit-vector formulas come from proofs over bits.
func TestWordQueries(t *testing.T) {
	answered := 0
	for seed := range seeds(80) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := logic.NewStore()
			if testQuery(t, s, smttest.New(s, seed, s.BitVec(3), s.Bool).Query()) != nil {
				answered++
			}
		})
	}
	t.Logf("%d queries interpolated", answered)
}

// TestGroundQueries: interpolants of formulas with equations come from proofs if the proofs can be
// split.
func TestGroundQueries(t *testing.T) {
	for _, theory := range theories() {
		t.Run(theory.Name, func(t *testing.T) {
			count := map[string]int{}
			for seed := range seeds(25) {
				s := logic.NewStore()
				g := theory.New(s, seed)
				q := g.Query()
				ip := native.NewInterpolator(s, native.InterpolatorOptions{Solver: smt.Options{Ticks: 200_000}})
				z, err := ip.Interpolate(t.Context(), q)
				require.NoError(t, err)
				count[z.Status.String()]++
				if z.Status == smt.Unknown {
					count[z.Reason]++
				}
				checkInterpolation(t, s, q, z)
			}
			t.Log(count)
		})
	}
}

// TestWordRules: rules about words give interpolants of bit-vectors where they suffice.
func TestWordRules(t *testing.T) {
	kinds := []struct {
		name string
		make func(s *logic.Store, seed uint64) *smttest.Terms
	}{
		{"words", func(s *logic.Store, seed uint64) *smttest.Terms { return smttest.New(s, seed, s.BitVec(4), s.Bool) }},
		{"simple words", func(s *logic.Store, seed uint64) *smttest.Terms {
			g := smttest.New(s, seed, s.BitVec(3))
			g.Plain = true
			return g
		}},
		{"functions of words", func(s *logic.Store, seed uint64) *smttest.Terms {
			g := smttest.New(s, seed, s.BitVec(3), s.Uninterpreted("U"), s.Int)
			g.Functions, g.Plain = true, true
			return g
		}},
		{"arrays of words", func(s *logic.Store, seed uint64) *smttest.Terms {
			g := smttest.New(s, seed, s.Array(s.BitVec(3), s.BitVec(4)), s.BitVec(3), s.BitVec(4))
			g.Plain = true
			return g
		}},
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			count := map[string]int{}
			for seed := range seeds(50) {
				s := logic.NewStore()
				q := k.make(s, seed).Query()
				ip := native.NewInterpolator(s, native.InterpolatorOptions{Solver: smt.Options{Ticks: 200_000}, Words: true})
				z, err := ip.Interpolate(t.Context(), q)
				if err != nil {
					require.ErrorIs(t, err, errors.ErrUnsupported)
					count["refused"]++
					continue
				}
				count[z.Status.String()]++
				checkInterpolation(t, s, q, z)
			}
			t.Log(count)
			if !testing.Short() { // a few queries may all need more than the rules
				require.NotZero(t, count["unsat"])
			}
		})
	}
}

// checkInterpolation fails if z is a wrong answer to q.
func checkInterpolation(t *testing.T, s *logic.Store, q *smt.Query, z smt.Interpolation) {
	t.Helper()
	switch z.Status {
	case smt.Sat:
		for _, part := range q.Part {
			require.False(t, z.Model.Eval(part).IsFalse(), "%v is false", part)
		}
	case smt.Unsat:
		checker := native.NewSolver(s, smt.Options{Ticks: 300_000})
		if err := itp.Check(t.Context(), s, checker, q, z.Formulas); err != nil {
			require.ErrorIs(t, err, itp.ErrUndecided, "%v\n%v", q.Part, z.Formulas)
		}
	}
}

// TestTheoryQueries: the back end interpolates in all theories, from proofs or from models.
func TestTheoryQueries(t *testing.T) {
	for _, theory := range theories() {
		t.Run(theory.Name, func(t *testing.T) {
			answered, refused := 0, 0
			for seed := range seeds(20) {
				s := logic.NewStore()
				g := theory.New(s, seed)
				q := smt.Sequence(s.And(g.Atom(2), g.Atom(2), g.Atom(1)), s.And(g.Atom(2), g.Atom(1)), s.And(g.Atom(2), g.Atom(1)))
				ip, err := native.Backend{}.Interpolator(s, smt.Options{Ticks: 300_000})
				require.NoError(t, err)
				z, err := ip.Interpolate(t.Context(), q)
				if err != nil {
					require.ErrorContains(t, err, "unsupported")
					refused++
					continue
				}
				if z.Status != smt.Unsat {
					continue
				}
				answered++
				checker := native.NewSolver(s, smt.Options{Ticks: 300_000})
				if err := itp.Check(t.Context(), s, checker, q, z.Formulas); err != nil {
					require.ErrorIs(t, err, itp.ErrUndecided, "%v\n%v", q.Part, z.Formulas)
				}
			}
			t.Logf("%d interpolated, %d refused", answered, refused)
		})
	}
}
