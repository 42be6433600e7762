// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"context"
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/exec"
)

// Interleave runs p, a program with threads, in all ways up to Options.Steps states: every interleaving of the threads' steps,
// without reduction, and with the inputs 0 and 1. The result is the error that an execution has reached, or nil. Like a path of Find, it
// has passed nothing undefined, and nothing that is not modelled exactly; programs with such places are left out altogether.
func Interleave(ctx context.Context, p *cfg.Program, o Options) (*cfg.Edge, error) {
	o = o.orElse(Options{Steps: 10_000})
	if len(doubtful(p)) > 0 {
		return nil, nil
	}
	doubt := false
	z, err := exec.Explore(ctx, p, exec.ExploreOptions{MaxStates: o.Steps, Values: func(q exec.Request) []*big.Int {
		doubt = doubt || q.Note != ""
		return []*big.Int{new(big.Int), one}
	}})
	if err != nil || z.Outcome != exec.Failed || z.Undefined || doubt {
		return nil, err
	}
	return z.Edge, nil
}
