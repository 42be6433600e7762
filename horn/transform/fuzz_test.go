// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cornet/horn/transform/passes"
	"cornet/internal/test/horntest"
	"cornet/internal/test/passtest"
	"cornet/logic"
	"cornet/smt/native"
)

// FuzzRoundTrip runs a pass, chosen by the first byte, on the random system that the other bytes
// determine. It validates the witness that comes back. An input takes milliseconds, but minimising
// it takes seconds, so -fuzzminimizetime=10x helps.
func FuzzRoundTrip(f *testing.F) {
	for seed := range 4 * len(allPasses()) {
		f.Add(append([]byte{byte(seed)}, passtest.Bytes(rand.New(rand.NewPCG(uint64(seed), 3)))...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		table := allPasses()
		which := int(data[0])
		e := table[which%len(table)]
		store := logic.NewStore()
		sorts := passtest.NewRecords(store)
		b := native.Backend{}
		for _, env := range passtest.Environments(b, which/len(table)) {
			sys := passtest.System(store, sorts, horntest.NewChoices(data[1:]))
			passtest.RoundTrip(t, b, fmt.Sprintf("%s, environment %d", e.Name, which/len(table)%4), env, sys, passtest.After(passes.Normal, e.Pass))
		}
	})
}
