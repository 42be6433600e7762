// SPDX-License-Identifier: Apache-2.0

package predabs_test

import (
	"testing"

	"cornet/engines/predabs"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/smt/z3"
)

func TestConformance(t *testing.T) {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	backend := z3.NewBackend(lib)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return predabs.New(predabs.Options{Backend: backend}) },
		Backend: backend,
		Answers: func(name string, _ horn.Verdict) bool { return name != "two_phases" && name != "deep_bug" },
	})
}
