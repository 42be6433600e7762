// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/transform/pass"
	"cornet/smt/native"
)

// If a predicate has too many arguments for the domain, nothing is assumed about the facts that
// follow from it.
func TestAffineManyArguments(t *testing.T) {
	n := 61 // more than the domain handles
	sorts, xs := strings.Repeat("Int ", n), ""
	for i := range n {
		xs += fmt.Sprintf("x%d ", i)
	}
	vars := strings.ReplaceAll(xs, " ", " Int) (")
	vars = "(" + vars[:len(vars)-2]
	sys := parse(t, fmt.Sprintf(`
(declare-fun p (%[1]s) Bool)
(declare-fun q (Int) Bool)
(assert (forall (%[2]s) (p %[3]s)))
(assert (forall (%[2]s) (=> (p %[3]s) (q x0))))
(assert (forall ((x0 Int)) (=> (and (q x0) (> x0 5)) false)))`, sorts, vars, xs))
	z, err := passNamed(t, "affine")(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
	require.NoError(t, err)
	require.Same(t, sys, z.System)
}

// Equations of large numbers are left out, and equations of small ones may follow later.
// Definitions that had the former set of states are then visited again.
func TestAffineLargeThenSmall(t *testing.T) {
	sys := parse(t, `
(declare-fun p (Int Int Int) Bool)
(assert (p 1073741824 1073741824 0))
(assert (p 7 5 0))
(assert (p 1073741825 1073741825 1))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (not (= x y))) false)))`)
	z, err := passNamed(t, "affine")(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
	require.NoError(t, err)
	require.Len(t, z.System.Clauses, 4)
	query := z.System.Clauses[3]
	m := sys.Store.NewModel()
	for i, x := range []int64{7, 5, 0} {
		m.Set(query.Body[0].Args[i], sys.Store.IntNum(x))
	}
	require.True(t, m.Holds(query.Constraint), query)
}
