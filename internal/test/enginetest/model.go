// SPDX-License-Identifier: Apache-2.0

package enginetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// Model returns a model that defines one predicate by a formula over a, b, c, ….
func Model(t testing.TB, sys *horn.System, pred, formula string) *horn.Model {
	t.Helper()
	for _, p := range sys.Preds {
		if p.Name() != pred {
			continue
		}
		script := "(define-fun f ("
		for i, sort := range p.Params() {
			script += fmt.Sprintf("(%c %v)", 'a'+i, sort)
		}
		x, err := smtlib.ReadString(sys.Store, "formula", script+") Bool "+formula+")")
		require.NoError(t, err)
		m := horn.NewModel()
		m.Define(p, x.Commands[0].Vars, x.Commands[0].Term)
		return m
	}
	t.Fatalf("there is no predicate %s", pred)
	return nil
}

// RequireImplies fails the test unless got implies want.
func RequireImplies(t testing.TB, sys *horn.System, got, want *horn.Model) {
	t.Helper()
	s, err := native.Backend{}.New(sys.Store, smt.Options{})
	require.NoError(t, err)
	defer s.Close()
	for _, p := range sys.Preds {
		if _, ok := want.Definition(p); !ok {
			continue
		}
		xs := kernel.Formals(sys.Store, p)
		f := got.Instance(sys.Store, p, xs)
		require.NotNil(t, f)
		st, err := s.Check(t.Context(), f, sys.Store.Not(want.Instance(sys.Store, p, xs)))
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st, "%v: %v does not imply %v", p, f, want.Instance(sys.Store, p, xs))
	}
}
