// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smtlib"
)

// library returns libz3, or skips the test.
func library(t testing.TB) *Library {
	t.Helper()
	l, err := Load("")
	if err != nil {
		t.Skipf("needs libz3 (Debian: apt install libz3-4): %v", err)
	}
	return l
}

// newSolver returns a solver of its own context that the test closes.
func newSolver(t testing.TB, s *smtlib.Store) *Solver {
	t.Helper()
	z, err := NewBackend(library(t)).New(s, smt.Options{Ticks: 2_000_000})
	require.NoError(t, err)
	t.Cleanup(z.Close)
	return z.(*Solver)
}

// check returns the answer of z, Unknown when it takes too long: nonlinear
// queries may spend any time between two ticks.
func check(t testing.TB, z smt.Checker, assumptions ...*smtlib.Term) smt.Status {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	st, err := z.Check(ctx, assumptions...)
	if !errors.Is(err, context.DeadlineExceeded) {
		require.NoError(t, err)
	}
	return st
}

// needModel requires that the solver's model satisfies fs, as the store's own
// evaluator sees it.
func needModel(t testing.TB, z smt.Modeler, fs ...*smtlib.Term) *smtlib.Model {
	t.Helper()
	m, err := z.Model()
	require.NoError(t, err)
	for _, f := range fs {
		// A formula without a value depends on a division by zero or on a selector
		// of another constructor, which the model need not tell.
		if v := m.Eval(f); !v.IsTrue() && v.IsValue() {
			require.Failf(t, "wrong model", "term %d is %v", f.ID(), v.Op())
		}
	}
	return m
}

func TestModelsAndCoresOfRandomFormulas(t *testing.T) {
	for _, name := range theoryNames {
		t.Run(name, func(t *testing.T) {
			counts := map[smt.Status]int{}
			for seed := range uint64(25) {
				s := smtlib.NewStore()
				g := theories[name](s, seed)
				z := newSolver(t, s)
				f := g.formula(3)
				require.NoError(t, z.Assert(f))
				assumptions := []*smtlib.Term{g.formula(2), g.formula(1), g.atom(2), g.atom(1), g.atom(1)}
				st := check(t, z, assumptions...)
				counts[st]++
				switch st {
				case smt.Sat:
					needModel(t, z, append(assumptions, f)...)
				case smt.Unsat:
					core := z.Core()
					require.Subset(t, assumptions, core)
					fresh := newSolver(t, s)
					for _, a := range append(core, f) {
						require.NoError(t, fresh.Assert(a))
					}
					require.NotEqual(t, smt.Sat, check(t, fresh))
				}
				z.Close()
			}
			t.Logf("%v", counts)
		})
	}
}
