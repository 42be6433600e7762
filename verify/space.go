// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"

	"cornet/encode/chc"
	"cornet/encode/lower"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/logic"
)

// raceSpaces decides a program that makes objects in loops: with exact memory and, in parallel,
// with invariants of the contents of these objects. For the latter, only proofs count. lowered is
// the scalar program, or nil if it was not made yet.
func (d *driver) raceSpaces(ctx context.Context, lowered *scalar.Program) decided {
	exact := func(ctx context.Context) decided { return d.encoded(ctx, lowered) }
	spaces := lower.Spaces(d.prog.cfg)
	if spaces == nil || !d.config.Hints.IsEmpty() {
		return exact(ctx)
	}
	abstract := func(ctx context.Context) (z decided) {
		defer defect.Recover("encoding of "+d.prog.Name, &z.err)
		if ctx.Err() != nil {
			return decided{}
		}
		sys, err := chc.Encode(logic.NewStore(), spaces, d.clauses())
		if err != nil {
			return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
		}
		d.log.Info("space invariants", "predicates", len(sys.Horn.Preds), "clauses", len(sys.Horn.Clauses))
		z = runEngines(ctx, sys, d.config)
		z.product, z.abstract, z.coarse = spaces, true, true
		return z
	}
	return race(ctx, [2]procedure{exact, abstract}, 0, func(z decided) bool { return z.z.Verdict == horn.Safe })
}
