// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// Shared returns, for every node of q, the variables and functions that occur both in its subtree
// and outside of it. They are the vocabulary of the node's interpolant. q must be well-formed.
//
// Cost: O(n · w) for n nodes and w symbols that are live at a node.
func Shared(q *smt.Query) (vars [][]*logic.Term, funcs [][]*logic.Func) {
	for _, voc := range shared(q) {
		var vs []*logic.Term
		var fs []*logic.Func
		for x := range voc {
			if x.v != nil {
				vs = append(vs, x.v)
			} else {
				fs = append(fs, x.f)
			}
		}
		slices.SortFunc(vs, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
		slices.SortFunc(fs, func(a, b *logic.Func) int { return int(a.ID()) - int(b.ID()) })
		vars, funcs = append(vars, vs), append(funcs, fs)
	}
	return vars, funcs
}
