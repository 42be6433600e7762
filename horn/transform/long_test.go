// SPDX-License-Identifier: Apache-2.0

package transform_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestLongNumbers checks that passes that execute clauses give up a loop whose numbers double in
// length at every step. Twenty steps of it would take longer than any run.
func TestLongNumbers(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x (* y y) 1) (+ y x)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (* x x x) (+ 77 (* y y y y)))) false)))`)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	p, err := transform.New(transform.Options{})
	require.NoError(t, err)
	z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
	require.NoError(t, err)
	require.Len(t, z.System.Preds, 1)
}
