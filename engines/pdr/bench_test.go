// SPDX-License-Identifier: Apache-2.0

package pdr_test

import (
	"testing"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/internal/test/enginetest"
)

// BenchmarkProblems solves the systems of TestProblems. Checks per second measure the solvers,
// checks per run the search.
func BenchmarkProblems(b *testing.B) {
	backend := pdrBackends(b)["embedded"]
	for _, p := range problems {
		b.Run(p.name, func(b *testing.B) {
			checks := int64(0)
			for b.Loop() {
				e := pdr.New(pdr.Options{Backend: backend})
				got, err := e.Solve(b.Context(), enginetest.Parse(b, p.text))
				if err != nil || got.Verdict == horn.Unknown {
					b.Fatal(err, got.Reason)
				}
				checks += e.Stats().(pdr.Stats).Checks
			}
			b.ReportMetric(float64(checks)/float64(b.N), "checks/op")
			b.ReportMetric(float64(checks)/b.Elapsed().Seconds(), "checks/s")
		})
	}
}
