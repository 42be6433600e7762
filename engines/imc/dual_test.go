// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/reach"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
	"cornet/test/enginetest"
)

// check returns an error when the frames break the invariant that is stated at the
// type.
func (z *dual) check(ctx context.Context) error {
	ts, st := z.system, z.system.Store
	step := ts.At(ts.Trans, 0)
	impossible := func(what string, i int, assumptions ...*smtlib.Term) error {
		status, err := z.solver.Check(ctx, assumptions...)
		if err == nil && status != smt.Unsat {
			err = fmt.Errorf("%s %d: %v", what, i, status)
		}
		return err
	}
	f, b := z.forward.list, z.backward.list
	if len(f) != len(b) || len(f) != z.runs.Length {
		return fmt.Errorf("%d frames forward, %d backward, runs of %d steps are next", len(f), len(b), z.runs.Length)
	}
	errs := []error{
		impossible("an initial state is not in F", 0, ts.At(ts.Init, 0), st.Not(ts.At(f[0], 0))),
		impossible("a bad state is not in B", 0, ts.At(ts.Bad, 0), st.Not(ts.At(b[0], 0))),
	}
	for i := range f {
		if i > 0 {
			errs = append(errs,
				impossible("a step leaves F", i, ts.At(f[i-1], 0), step, st.Not(ts.At(f[i], 1))),
				impossible("a step enters from outside of B", i, ts.At(b[i-1], 1), step, st.Not(ts.At(b[i], 0))))
		}
		for j := range len(f) - i {
			errs = append(errs, impossible(fmt.Sprintf("F[%d] meets B", i), j, f[i], b[j]))
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestDualInvariant checks the frames after every level, on all systems of the
// corpus.
func TestDualInvariant(t *testing.T) {
	for _, file := range enginetest.Systems(t) {
		t.Run(filepath.Base(file), func(t *testing.T) { checkLevels(t, file) })
	}
}

func checkLevels(t *testing.T, file string) {
	sys, _ := enginetest.Read(t, file)
	tools, err := reach.Setup{Backend: native.Backend{}, Solvers: 2}.Open(sys)
	if err != nil {
		t.Skip(err) // not linear
	}
	defer tools.Close()
	s := &search{
		tools:  tools,
		runs:   reach.Bounded{System: tools.System, Solver: tools.Solvers[0]},
		images: reach.Images{System: tools.System, Solver: tools.Solvers[1], Interpolator: tools.Interpolator},
	}
	if r, err := s.runs.Next(t.Context()); reach.Decided(r, err) {
		t.Skip("decided at once, or not supported")
	}
	z, err := newDual(t.Context(), s)
	require.NoError(t, err)
	for level := 0; level < 5 && z.reason == ""; level++ {
		require.NoError(t, z.check(t.Context()))
		r, err := z.level(t.Context())
		require.NoError(t, err)
		if reach.Decided(r, nil) {
			break
		}
	}
}
