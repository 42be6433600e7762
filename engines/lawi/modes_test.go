// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/enginetest"
	"cornet/smt"
	"cornet/smt/native"
)

// agree runs modes on the random problem of a seed, each for a while, validates
// every witness and returns the verdict that they agree on.
func agree(t testing.TB, seed uint64, among []Mode, limit time.Duration) horn.Verdict {
	verdict, first := horn.Unknown, Mode{}
	text := enginetest.Generate(seed)
	if !enginetest.Parse(t, text).IsLinear() {
		return verdict
	}
	for _, m := range among {
		sys := enginetest.Parse(t, text)
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		// Theories that the embedded solver does not support end the run.
		z, err := New(Options{Backend: native.Backend{}, Solver: smt.Options{Ticks: 2_000_000}, Mode: m, CheckTree: true}).Solve(ctx, sys)
		cancel()
		if err != nil || z.Verdict == horn.Unknown {
			continue
		}
		if isOpen(t, sys, z) {
			continue
		}
		enginetest.Validate(t, sys, z, native.Backend{})
		if verdict == horn.Unknown {
			verdict, first = z.Verdict, m
		}
		require.Equal(t, verdict, z.Verdict, "seed %d: %+v and %+v differ\n%s", seed, first, m, text)
	}
	return verdict
}

// isOpen reports whether a refutation rests on a value that SMT-LIB leaves open,
// such as the head of an empty list; the runner answers unknown then.
func isOpen(t testing.TB, sys *horn.System, z horn.Result) bool {
	if z.Verdict != horn.Unsafe {
		return false
	}
	err := check.Refutation(t.Context(), sys, z.Refutation, check.Options{
		Solver: func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) },
	})
	var invalid *check.Invalid
	return errors.As(err, &invalid) && invalid.Open
}

// The random problems of TestRandomSystems.
var (
	seeds = flag.Uint64("seeds", 100, "random systems for TestRandomSystems")
	first = flag.Uint64("first", 0, "seed of the first of them")
)

// TestRandomSystems has the modes decide the same random problems.
func TestRandomSystems(t *testing.T) {
	var all []Mode
	for m := range modes {
		all = append(all, m)
	}
	found := map[horn.Verdict]int{}
	for seed := *first; seed < *first+*seeds; seed++ {
		// Every problem is given to plain lawi and to six of the modes.
		among := []Mode{{}}
		for k := range 6 {
			among = append(among, all[(int(seed)*6+k)*7%len(all)])
		}
		found[agree(t, seed, among, 20*time.Millisecond)]++
	}
	t.Log(found)
	require.NotZero(t, found[horn.Safe])
	require.NotZero(t, found[horn.Unsafe])
}

// FuzzModes is TestRandomSystems over seeds that the fuzzer chooses, with all
// modes.
func FuzzModes(f *testing.F) {
	var all []Mode
	for m := range modes {
		all = append(all, m)
	}
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { agree(t, seed, all, 100*time.Millisecond) })
}

func TestParseInterpolants(t *testing.T) {
	for text, want := range map[string]string{
		"r": "r", "rs": "rs", "re": "re", "rse": "rse", "res": "rse", "rc": "rc", "rsec": "rsec",
		"":   `"" leaves out r`,
		"s":  `"s" leaves out r`,
		"rx": `"rx" does not name interpolants`,
		"rr": `"rr" does not name interpolants`,
	} {
		z, err := ParseInterpolants(text)
		if err != nil {
			require.ErrorContains(t, err, want)
			continue
		}
		require.Equal(t, want, z.String())
	}
	require.Equal(t, "r", fmt.Sprint(Interpolants(0)))
}
