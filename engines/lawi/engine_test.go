// SPDX-License-Identifier: Apache-2.0

package lawi_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/smt/native"
	"cornet/smt/z3"
)

func TestConformance(t *testing.T) {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	backend := z3.NewBackend(lib)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return lawi.New(lawi.Options{Backend: backend, CheckTree: true}) },
		Backend: backend,
		Linear:  true,
		// The relation of two_phases is found only after preprocessing.
		Answers: func(name string, _ horn.Verdict) bool { return name != "two_phases" },
	})
}

// embedded are the systems of the conformance suite that every mode can decide with the embedded
// solver.
var embedded = map[string]bool{
	"bounded_loop": true, "counter_up": true, "counter_up_bug": true, "disjunctive_body": true,
	"flip": true, "ite_max": true, "no_fact": true, "no_predicate": true, "no_query": true,
	"propositional": true, "quoted_names": true, "real_clock": true, "real_clock_bug": true, "rules": true,
}

// TestConformanceOfModes runs the suite over the embedded solver for every set of
// interpolants and every kind of regions.
func TestConformanceOfModes(t *testing.T) {
	for _, kinds := range []string{"r", "rs", "re", "rse", "rc", "rsec"} {
		for _, regions := range []lawi.Regions{lawi.Labels, lawi.Cartesian, lawi.Boolean} {
			t.Run(kinds+" "+regions.String(), func(t *testing.T) {
				if testing.Short() && regions != lawi.Cartesian {
					t.Skip("asks about all systems again")
				}
				t.Parallel()
				interpolants, err := lawi.ParseInterpolants(kinds)
				require.NoError(t, err)
				enginetest.Run(t, enginetest.Subject{
					New: func() enginetest.Engine {
						return lawi.New(lawi.Options{Backend: native.Backend{}, CheckTree: true, Mode: lawi.Mode{
							Interpolants: interpolants, Regions: regions,
							Weights: kinds == "rse", Prune: kinds == "rse" || kinds == "rsec",
						}})
					},
					Backend: native.Backend{},
					Linear:  true,
					Answers: func(name string, _ horn.Verdict) bool { return embedded[name] },
					Limit:   3 * time.Second,
				})
			})
		}
	}
}
