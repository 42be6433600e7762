// SPDX-License-Identifier: Apache-2.0

package predabs_test

import (
	"testing"

	"cornet/engines/predabs"
	"cornet/horn"
	"cornet/smt/z3"
	"cornet/test/enginetest"
)

func TestConformance(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Skipf("install libz3 (Debian: libz3-4): %v", err)
	}
	backend := z3.NewBackend(lib)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return predabs.New(predabs.Options{Backend: backend}) },
		Backend: backend,
		Answers: func(name string, _ horn.Verdict) bool { return name != "two_phases" && name != "deep_bug" },
	})
}
