// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"testing"

	"cornet/internal/test/need"
	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/z3"
)

// solvers returns a maker of solvers, or skips the test.
func solvers(t testing.TB) smttest.NewSolver {
	t.Helper()
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	b := z3.NewBackend(lib)
	return func(s *logic.Store) (smt.Solver, error) { return b.New(s, smt.Options{Ticks: 200_000}) }
}
