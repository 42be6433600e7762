// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/rand/v2"

	"cornet/encode/cfg"
)

// RandomProgram returns the random concurrent program of a seed.
func RandomProgram(seed uint64) *cfg.Program { return randomProgram(rand.New(rand.NewPCG(seed, 1))) }

// Explore runs a sequential program in all ways and reports whether it can fail.
func Explore(p *cfg.Program, limit int) (bool, error) { return explore(p, limit) }
