// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smt/native"
)

// FuzzRoundTrip runs a pass, chosen by the first byte, on the random system that the other bytes
// determine. It validates the witness that comes back. An input takes milliseconds, but minimising
// it takes seconds, so -fuzzminimizetime=10x helps.
func FuzzRoundTrip(f *testing.F) {
	for seed := range 4 * len(allPasses()) {
		f.Add(append([]byte{byte(seed)}, randomBytes(rand.New(rand.NewPCG(uint64(seed), 3)))...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		passes := allPasses()
		which := int(data[0])
		e := passes[which%len(passes)]
		store := logic.NewStore()
		sorts := newRecords(store)
		b := native.Backend{}
		for _, env := range environments(b, which/len(passes)) {
			sys := randomSystem(store, sorts, horntest.NewChoices(data[1:]))
			roundTrip(t, b, fmt.Sprintf("%s, environment %d", e.Name, which/len(passes)%4), env, sys, afterNormal(e.Pass))
		}
	})
}
