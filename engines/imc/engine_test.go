// SPDX-License-Identifier: Apache-2.0

package imc_test

import (
	"testing"

	"cornet/encode/loop"
	"cornet/engines/enginetest"
	"cornet/engines/imc"
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
	for name, o := range map[string]imc.Options{
		"default":  {},
		"backward": {Derivation: imc.Backward, PlainImages: true},
		"forward":  {Derivation: imc.Forward},
		"one-hot":  {Encoding: loop.Options{Locations: loop.OneHot}},
	} {
		o.Backend = backend
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, enginetest.Subject{
				New:     func() enginetest.Engine { return imc.New(o) },
				Backend: backend,
				Linear:  true,
				Answers: func(string, horn.Verdict) bool { return name == "default" },
			})
		})
	}
}
