// SPDX-License-Identifier: Apache-2.0

package lawi_test

import (
	"testing"

	"cornet/engines/enginetest"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/smt/z3"
)

func TestConformance(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Skipf("install libz3 (Debian: libz3-4): %v", err)
	}
	backend := z3.NewBackend(lib)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return lawi.New(lawi.Options{Backend: backend, CheckTree: true}) },
		Backend: backend,
		Linear:  true,
		// The relation of two_phases is found only after preprocessing.
		Answers: func(name string, _ horn.Verdict) bool { return name != "two_phases" },
	})
}
