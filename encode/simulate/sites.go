// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// Sites returns an input, without a value, for each place of p that takes one, and the constants of
// p.
func Sites(p *cfg.Program) (sites []chc.Occurrence, constants []*big.Int) {
	for _, f := range p.Functions {
		for e := range f.Edges() {
			h, ok := e.Op.(cfg.Havoc)
			if !ok || h.Input == "" || !h.To.Type().IsScalar() {
				continue
			}
			sites = append(sites, chc.Occurrence{Event: chc.Event{Kind: chc.Input, Name: h.Input, Type: scalarType(h.To.Type()), Pos: e.Pos}})
		}
	}
	return sites, newPool(p).ints
}
