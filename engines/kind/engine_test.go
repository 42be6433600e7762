// SPDX-License-Identifier: Apache-2.0

package kind_test

import (
	"testing"

	"cornet/engines/enginetest"
	"cornet/engines/kind"
	"cornet/horn"
	"cornet/smt"
	"cornet/smt/z3"
)

func backend(t testing.TB) smt.Backend {
	lib, err := z3.Load("")
	if err != nil {
		t.Skipf("install libz3 (Debian: libz3-4): %v", err)
	}
	return z3.NewBackend(lib)
}

func TestConformance(t *testing.T) {
	backend := backend(t)
	for _, name := range []string{"plain", "simple"} {
		o := kind.Options{Backend: backend, SimplePaths: name == "simple"}
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, enginetest.Subject{
				New:     func() enginetest.Engine { return kind.New(o) },
				Backend: backend,
				Linear:  true,
				Answers: func(_ string, verdict horn.Verdict) bool { return verdict == horn.Unsafe },
			})
		})
	}
}
