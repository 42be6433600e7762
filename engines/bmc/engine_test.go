// SPDX-License-Identifier: Apache-2.0

package bmc_test

import (
	"testing"

	"cornet/engines/bmc"
	"cornet/engines/enginetest"
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
		New:     func() enginetest.Engine { return bmc.New(bmc.Options{Backend: backend}) },
		Backend: backend,
		Answers: func(_ string, verdict horn.Verdict) bool { return verdict == horn.Unsafe },
	})
}
