// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
)

// This file prepares partitions for proofs with equations. All partitions share the nodes of the
// graph, so terms with nodes must consist of symbols, numerals, sums and applications. Other terms
// inside them get a name that belongs to the partition: conditionals, remainders, formulas.

// purifier gives names in one partition.
type purifier struct {
	store *logic.Store
	words bool // bit-vectors have nodes, too
	names []*logic.Term
	defs  []*logic.Term // definitions of the names
}

// purified returns a formula with names that is equivalent to f, given the definitions.
func purified(s *logic.Store, f *logic.Term, words bool) (z *logic.Term, names []*logic.Term) {
	p := &purifier{store: s, words: words}
	z = s.NewRewriter(nil, p.clean).Map(f)
	return s.And(append([]*logic.Term{z}, p.defs...)...), p.names
}

// clean returns t with names for arguments of applications, and for conditionals whose sort has
// nodes only. The arguments of t must be clean.
func (p *purifier) clean(t *logic.Term) *logic.Term {
	s := p.store
	if t.Op() == logic.OpIte && p.hasNode(t.Sort()) {
		z := p.name(t)
		c := t.Arg(0)
		p.defs = append(p.defs, s.Or(s.Not(c), s.Eq(z, t.Arg(1))), s.Or(c, s.Eq(z, t.Arg(2))))
		return z
	}
	if !hasNodeArguments(t) {
		return t
	}
	args := t.Args()
	copied := false
	for i, a := range args {
		if p.hasNode(a.Sort()) || isPlain(a) {
			continue
		}
		if !copied {
			args, copied = append([]*logic.Term(nil), args...), true
		}
		args[i] = p.name(a)
		p.defs = append(p.defs, s.Eq(args[i], a))
	}
	if !copied {
		return t
	}
	return s.Rebuild(t, args)
}

// hasNode reports whether all terms of the sort have nodes.
func (p *purifier) hasNode(sort *logic.Sort) bool {
	return !isSharedSort(sort) || p.words && sort.IsBitVec()
}

func (p *purifier) name(t *logic.Term) *logic.Term {
	z := p.store.Fresh("\\p", t.Sort())
	p.names = append(p.names, z)
	return z
}

// hasNodeArguments reports whether the arguments of t get nodes.
func hasNodeArguments(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpStore, logic.OpConstruct, logic.OpConstArray:
		return true
	}
	return isOpaque(t)
}

// isPlain reports whether the argument t needs no name. The arguments of t must be clean.
func isPlain(t *logic.Term) bool {
	switch {
	case t.IsSymbol(), isOpaque(t), len(t.Args()) == 0:
		return true
	case !t.Sort().IsArith():
		return false
	}
	plain := true
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpAdd, logic.OpMul, logic.OpToReal:
			return plain
		}
		plain = plain && (t.IsSymbol() || isOpaque(t) || len(t.Args()) == 0)
		return false
	}, t)
	return plain
}
