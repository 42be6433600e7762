// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"errors"
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// withoutCalls replaces the remaining calls in the main function: the results, and everything that
// the callees may write, get arbitrary values. These callees are recursive, so lowering could not
// inline them, and they access nothing that threads share. Calls must be replaced since each would
// be a clause with two body atoms, and the engine for products that are unwound on demand supports
// only one. withoutCalls fails with errors.ErrUnsupported if such a callee may reach an error.
func withoutCalls(p *scalar.Program) error {
	fx := findEffects(p)
	for e := range p.Edges() {
		if _, isError := e.Op.(scalar.Error); isError && e.From.Func != p.Main {
			return fmt.Errorf("%v: an error in the recursive function %s, in a product that is unwound on demand: %w", e.Pos, e.From.Func.Name, errors.ErrUnsupported)
		}
	}
	for _, n := range p.Main.Nodes { // the new edges contain no calls
		for _, e := range append([]*scalar.Edge(nil), n.Out...) {
			c, ok := e.Op.(scalar.Call)
			if !ok {
				continue
			}
			what := fmt.Sprintf("a call of the recursive function %s, in a product that is unwound on demand", c.Callee.Name)
			p.Notes = append(p.Notes, cfg.Note{Pos: e.Pos, What: what, Inexact: true})
			e.Disconnect()
			at := n
			for _, v := range append(append([]*scalar.Var(nil), c.Results...), fx[c.Callee].written...) {
				if v != nil {
					next := p.Main.NewNode(e.Pos)
					at.Connect(next, scalar.Havoc{To: v, Note: what}, e.Pos)
					at = next
				}
			}
			at.Connect(e.To, scalar.Skip{}, e.Pos)
		}
	}
	p.Functions = []*scalar.Function{p.Main}
	return nil
}
