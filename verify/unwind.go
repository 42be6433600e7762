// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"
	"slices"

	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/logic"
)

// unwindingMode is the mode of lazy abstraction for products that are unwound on demand, unless the
// user chose another. Conditional interpolants avoid impossible states, and depth-first search
// leads to errors after many interleavings.
var unwindingMode = lawi.Mode{Interpolants: lawi.Reachability | lawi.Conditional, DepthFirst: true}

// raceProducts decides a program with a large product: as a whole and, in parallel, unwound on
// demand.
func (d *driver) raceProducts(ctx context.Context) decided {
	return race(ctx, [2]procedure{d.exact, d.unwind}, 0, func(z decided) bool {
		if z.z.Verdict == horn.Unsafe && z.sys.CallsLeftOut {
			if path, err := z.sys.Trace(z.z.Proof); err != nil || len(witness.Doubts(path)) > 0 {
				return false // the whole product models the calls
			}
		}
		d.log.Info("decided on demand")
		return true
	})
}

// unwind decides a program whose product of threads is unwound on demand. It begins over integers.
// If a counterexample may come from bit operations without an exact counterpart, it continues over
// bit-vectors.
func (d *driver) unwind(ctx context.Context) (z decided) {
	defer defect.Recover("encoding of "+d.prog.Name, &z.err)
	config := d.config
	if !slices.ContainsFunc(config.Engines, func(o any) bool { m, ok := o.(*lawi.Mode); return ok && *m != lawi.Mode{} }) {
		mode := unwindingMode
		config.Engines = append([]any{&mode}, config.Engines...)
	}
	options := d.clauses()
	options.BlockSize = d.BlockSize
	z = d.unwindWith(ctx, config, options)
	if options.Ints == chc.Auto && z.err == nil && z.z.Verdict == horn.Unsafe && z.sys.Inexact {
		options.Ints = chc.BV
		return d.unwindWith(ctx, config, options)
	}
	return z
}

func (d *driver) unwindWith(ctx context.Context, config engines.Config, o chc.Options) decided {
	product, err := threads.New(d.prog.source, d.prog.threads)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	u, err := chc.Unwind(logic.NewStore(), product, o)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	z, err := engines.RunProgram(ctx, u, u.System().Horn, config)
	return decided{sys: u.System(), z: z, err: err}
}
