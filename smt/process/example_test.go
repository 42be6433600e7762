// SPDX-License-Identifier: Apache-2.0

package process_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/process"
)

// tutorial shows how to use the package. It is not an Example, because it needs z3.
func tutorial() (string, error) {
	command, err := process.Command("z3") // z3 -in
	if err != nil {
		return "", err
	}
	store := logic.NewStore()
	x := store.Var("x", store.Int)
	solver, err := process.New(command, process.Options{}).New(store, smt.Options{})
	if err != nil {
		return "", err
	}
	defer solver.Close() // ends the child
	if err := solver.Assert(store.Gt(x, store.IntNum(3))); err != nil {
		return "", err
	}
	small := store.Lt(x, store.IntNum(4))
	st, err := solver.Check(context.Background(), small)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(st, solver.Core()), nil
}

func TestTutorial(t *testing.T) {
	need.Of(t, "z3")
	z, err := tutorial()
	require.NoError(t, err)
	require.Equal(t, "unsat [(<= x 3)]", z)
}
