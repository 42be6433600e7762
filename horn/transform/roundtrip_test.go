// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smt"
)

// text returns sys as SMT-LIB, for messages.
func text(sys *horn.System) string {
	var b bytes.Buffer
	if err := horn.Write(&b, sys); err != nil {
		return err.Error()
	}
	return b.String()
}

// roundTrip applies a pass to a system, decides input and output, and translates
// the witness of the output back. It reports whether the pass changed anything.
func roundTrip(t testing.TB, b smt.Backend, name string, env *pass.Env, sys *horn.System, run pass.Func) bool {
	ctx := context.Background()
	before := text(sys)
	z, err := run(ctx, env, sys)
	require.NoError(t, err, before)
	require.Equal(t, before, text(sys), "%s changes its input", name)
	require.NoError(t, z.System.Check(), before)
	if z.System == sys {
		require.Nil(t, z.Back)
		return false
	}
	say := func() string { return fmt.Sprintf("%s\n%s\n=>\n%s", name, before, text(z.System)) }
	r0, _, err := saturate(b, sys, 40)
	if errors.Is(err, errMany) {
		return true
	}
	require.NoError(t, err, before)
	r, m, err := saturate(b, z.System, 100)
	if errors.Is(err, errMany) {
		return true
	}
	require.NoError(t, err, say())
	require.Equal(t, r0 != nil, r != nil, say())
	if r != nil {
		require.NoError(t, check.Refutation(ctx, z.System, r, checkOptions(b, sys)), say())
		r, err = z.Back.Refutation(ctx, r)
		require.NoError(t, err, say())
		require.NoError(t, check.Refutation(ctx, sys, r, checkOptions(b, sys)), say())
		return true
	}
	for _, m := range []*horn.Model{m, weakened(t, b, z.System, m)} {
		require.NoError(t, check.Model(ctx, z.System, m, checkOptions(b, sys)), say())
		m, err = z.Back.Model(ctx, m)
		require.NoError(t, err, say())
		err = check.Model(ctx, sys, m, checkOptions(b, sys))
		var undecided *check.Undecided
		if !errors.As(err, &undecided) { // the solver's limits do not matter here
			require.NoError(t, err, say())
		}
	}
	return true
}

// afterNormal returns the pass that runs after normal, as in the pipeline.
func afterNormal(run pass.Func) pass.Func {
	return func(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
		a, err := passes.Normal(ctx, env, sys)
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

// pipelinePass is the whole pipeline with all passes on.
func pipelinePass(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	p, err := New(Options{On: []string{"ite"}})
	if err != nil {
		return pass.Outcome{}, err
	}
	z, err := p.Run(ctx, env, sys)
	if z.System == sys {
		z.Back = nil
	}
	return z, err
}

func allPasses() []Entry {
	return append(Table(), Entry{Name: "pipeline", Pass: pipelinePass})
}

func randomBytes(r *rand.Rand) []byte {
	z := make([]byte, 30+r.IntN(300))
	for i := range z {
		z[i] = byte(r.Uint32())
	}
	return z
}

var systems = flag.Int("systems", 4, "random systems per pass in TestRoundTrip")

// environments returns two environments for a seed: one without a back end, and one with it. In the
// latter, predicates are defined by substitution or, depending on the seed, preferably by
// interpolation, by projection, or by quantifiers.
func environments(b smt.Backend, seed int) []*pass.Env {
	with := &pass.Env{Backend: b}
	switch seed % 4 {
	case 1:
		with.Limits.DefinitionSize = 1
	case 2:
		with.Limits.DefinitionSize = 1
		with.Backend = limited{Backend: b, projects: true}
	case 3:
		with.Limits.DefinitionSize = 1
		with.Backend = limited{Backend: b}
	}
	return []*pass.Env{{}, with}
}

// TestRoundTrip runs every pass on random systems, as they are and in normal
// form, with and without a back end.
func TestRoundTrip(t *testing.T) {
	n := *systems
	if testing.Short() {
		n = 3
	}
	for _, e := range allPasses() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			store := logic.NewStore()
			sorts := newRecords(store)
			b := withZ3(t, store)
			changed := 0
			for seed := range n {
				r := rand.New(rand.NewPCG(uint64(seed), 7))
				data := randomBytes(r)
				for _, env := range environments(b, seed) {
					for _, pass := range []pass.Func{e.Pass, afterNormal(e.Pass)} {
						sys := randomSystem(store, sorts, horntest.NewChoices(data))
						if roundTrip(t, b, fmt.Sprintf("%s, seed %d, solver %v", e.Name, seed, env.Backend), env, sys, pass) {
							changed++
						}
					}
				}
			}
			t.Logf("%d of %d systems changed", changed, 4*n)
			require.NotZero(t, changed)
		})
	}
}
