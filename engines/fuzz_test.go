// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/defect"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/z3"
)

// needBackends returns the back ends to compare.
func needBackends(t testing.TB) []smt.Backend {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	return []smt.Backend{z3.NewBackend(lib), native.Backend{}}
}

// configurations are all engines and the portfolio, with and without preprocessing.
func configurations(backend smt.Backend, dir string) []Config {
	var z []Config
	for _, skip := range []bool{false, true} {
		for _, name := range Names() {
			z = append(z, Config{Engine: name, Backend: backend, SkipPasses: skip, Reproducers: dir})
		}
	}
	return z
}

// compare runs all configurations on a problem, each with a time limit, and returns the common
// verdict, or Unknown if none finds one. A disagreement, a panic or a witness that the validator
// rejects is an error.
func compare(ctx context.Context, t testing.TB, text string, configs []Config, limit time.Duration) (horn.Verdict, error) {
	verdict := horn.Unknown
	first := ""
	for _, c := range configs {
		name := fmt.Sprintf("%s over %s, passes %v", c.Engine, c.Backend.Name(), !c.SkipPasses)
		ctx, cancel := context.WithTimeout(ctx, limit)
		z, err := Run(ctx, enginetest.Parse(t, text), c)
		cancel()
		var internal *defect.Error
		switch {
		case errors.As(err, &internal) && !errors.Is(err, errors.ErrUnsupported):
			return verdict, fmt.Errorf("%s: %w", name, err)
		case z.Verdict == horn.Unknown:
		case verdict == horn.Unknown:
			verdict, first = z.Verdict, name
		case verdict != z.Verdict:
			return verdict, fmt.Errorf("%s says %v, %s %v", first, verdict, name, z.Verdict)
		}
	}
	return verdict, nil
}

// TestRandomSystems has all engines decide the same random problems.
func TestRandomSystems(t *testing.T) {
	const limit = 20 * time.Millisecond
	problems := 80
	if testing.Short() {
		problems = 12
	}
	dir := t.TempDir()
	found := map[horn.Verdict]int{}
	backends := needBackends(t)
	for seed := range uint64(problems) {
		text := enginetest.Generate(seed)
		backend := backends[seed%uint64(len(backends))]
		v, err := compare(t.Context(), t, text, configurations(backend, dir), limit)
		require.NoError(t, err, "seed %d:\n%s", seed, text)
		found[v]++
	}
	t.Log(found)
	require.NotZero(t, found[horn.Safe])
	require.NotZero(t, found[horn.Unsafe])
}

// FuzzSystems is TestRandomSystems over seeds that the fuzzer chooses.
func FuzzSystems(f *testing.F) {
	backends := needBackends(f)
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := enginetest.Generate(seed)
		for _, b := range backends {
			_, err := compare(t.Context(), t, text, configurations(b, t.TempDir()), 50*time.Millisecond)
			require.NoError(t, err, text)
		}
	})
}
