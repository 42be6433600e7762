// SPDX-License-Identifier: Apache-2.0

package passtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smt"
)

// Text returns sys as SMT-LIB, for messages.
func Text(sys *horn.System) string {
	var b bytes.Buffer
	if err := horn.Write(&b, sys); err != nil {
		return err.Error()
	}
	return b.String()
}

// RoundTrip applies a pass to a system, decides input and output, and translates
// the witness of the output back. It reports whether the pass changed anything.
func RoundTrip(t testing.TB, b smt.Backend, name string, env *pass.Env, sys *horn.System, run pass.Func) bool {
	ctx := context.Background()
	before := Text(sys)
	z, err := run(ctx, env, sys)
	require.NoError(t, err, before)
	require.Equal(t, before, Text(sys), "%s changes its input", name)
	require.NoError(t, z.System.Check(), before)
	if z.System == sys {
		require.Nil(t, z.Back)
		return false
	}
	say := func() string { return fmt.Sprintf("%s\n%s\n=>\n%s", name, before, Text(z.System)) }
	r0, _, err := Saturate(b, sys, 40)
	if errors.Is(err, ErrMany) {
		return true
	}
	require.NoError(t, err, before)
	r, m, err := Saturate(b, z.System, 100)
	if errors.Is(err, ErrMany) {
		return true
	}
	require.NoError(t, err, say())
	require.Equal(t, r0 != nil, r != nil, say())
	if r != nil {
		require.NoError(t, check.Refutation(ctx, z.System, r, CheckOptions(b, sys)), say())
		r, err = z.Back.Refutation(ctx, r)
		require.NoError(t, err, say())
		require.NoError(t, check.Refutation(ctx, sys, r, CheckOptions(b, sys)), say())
		return true
	}
	for _, m := range []*horn.Model{m, weakened(t, b, z.System, m)} {
		require.NoError(t, check.Model(ctx, z.System, m, CheckOptions(b, sys)), say())
		m, err = z.Back.Model(ctx, m)
		require.NoError(t, err, say())
		err = check.Model(ctx, sys, m, CheckOptions(b, sys))
		var undecided *check.Undecided
		if !errors.As(err, &undecided) { // the solver's limits do not matter here
			require.NoError(t, err, say())
		}
	}
	return true
}

// After returns the pass that runs after first, for example after normal, as in the pipeline.
func After(first, run pass.Func) pass.Func {
	return func(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
		a, err := first(ctx, env, sys)
		if err != nil {
			return a, err
		}
		b, err := run(ctx, env, a.System)
		if err != nil || b.Back == nil {
			return a, err
		}
		if a.Back == nil {
			return b, nil
		}
		return pass.Outcome{System: b.System, Back: pass.Sequence{a.Back, b.Back}, Effect: a.Effect.Then(b.Effect)}, nil
	}
}

// Bytes returns random choices for [System].
func Bytes(r *rand.Rand) []byte {
	z := make([]byte, 30+r.IntN(300))
	for i := range z {
		z[i] = byte(r.Uint32())
	}
	return z
}

// Environments returns two environments for a seed: one without a back end, and one with it. In the
// latter, predicates are defined by substitution or, depending on the seed, preferably by
// interpolation, by projection, or by quantifiers.
func Environments(b smt.Backend, seed int) []*pass.Env {
	with := &pass.Env{Backend: b}
	switch seed % 4 {
	case 1:
		with.Limits.DefinitionSize = 1
	case 2:
		with.Limits.DefinitionSize = 1
		with.Backend = Limited{Backend: b, Projects: true}
	case 3:
		with.Limits.DefinitionSize = 1
		with.Backend = Limited{Backend: b}
	}
	return []*pass.Env{{}, with}
}

// Run runs a pass on n random systems, as they are and after normal, with and without a back end
// (see [Environments]). It fails if no system is changed.
func Run(t *testing.T, name string, normal, run pass.Func, n int) {
	store := logic.NewStore()
	sorts := NewRecords(store)
	b := WithZ3(t, store)
	changed := 0
	for seed := range n {
		data := Bytes(rand.New(rand.NewPCG(uint64(seed), 7)))
		for _, env := range Environments(b, seed) {
			for _, f := range []pass.Func{run, After(normal, run)} {
				sys := System(store, sorts, horntest.NewChoices(data))
				if RoundTrip(t, b, fmt.Sprintf("%s, seed %d, solver %v", name, seed, env.Backend), env, sys, f) {
					changed++
				}
			}
		}
	}
	t.Logf("%d of %d systems changed", changed, 4*n)
	require.NotZero(t, changed)
}
