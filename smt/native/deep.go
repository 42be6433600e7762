// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/logic"
)

// This file encodes terms that are nested deeply. The encoder recurses into alien terms, arrays,
// words and constructors. To bound the recursion, the parts of a deep term are encoded before it,
// from the inside out.

// maxNesting is the depth from which on terms are encoded from the inside out.
const maxNesting = 200

// encodeInside encodes the parts of t if t is deep, each after its own parts. It leaves out
// formulas. The parts are in the fragment. Inner links of a chain of if-then-else terms do not
// count as parts, unless another term has them too.
func (e *encoder) encodeInside(t *logic.Term) error {
	if t.Depth() <= maxNesting {
		return nil
	}
	var parts []*logic.Term
	met := map[*logic.Term]bool{}
	for work := []*logic.Term{t}; len(work) > 0; {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if met[u] || u.Depth() == 1 || e.isEncoded(u) {
			continue
		}
		met[u] = true
		if u != t && !isSum(u) && (!u.Sort().IsBool() || isOpaque(u)) {
			parts = append(parts, u)
		}
		if u.Op() != logic.OpIte || !u.Sort().IsArith() {
			work = append(work, u.Args()...)
			continue
		}
		links, _ := e.links(u)
		for _, x := range links {
			work = append(work, x.unless, x.value)
		}
	}
	slices.SortFunc(parts, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
	for _, u := range parts {
		if err := e.encodePart(u); err != nil {
			return err
		}
	}
	return nil
}

// isSum reports whether t is arithmetic that the tableau decomposes.
func isSum(t *logic.Term) bool {
	return t.Op() == logic.OpAdd || t.Op() == logic.OpMul || t.Op() == logic.OpToReal
}

// isEncoded reports whether t has been encoded in an open scope.
func (e *encoder) isEncoded(t *logic.Term) bool {
	if e.eq != nil {
		if _, ok := e.eq.nodes[t]; ok {
			return true
		}
	}
	if _, ok := e.defined[t]; ok {
		return true
	}
	return e.words.ready[t] || e.words.solid[t] || e.gates[t] != nil
}

func (e *encoder) encodePart(t *logic.Term) error {
	var err error
	switch sort := t.Sort(); {
	case sort.IsArith():
		_, err = e.tableauVar(t)
	case sort.IsBitVec() && !e.wordLevel():
		_, err = e.word(t)
	default:
		_, err = e.node(t)
	}
	return err
}
