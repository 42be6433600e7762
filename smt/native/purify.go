// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/smtlib"
)

// This file prepares partitions for proofs with equations: terms that get nodes of the graph, which all
// partitions share, are to consist of symbols, numerals, sums and applications. What else stands
// in them gets a name that belongs to the partition: conditionals, remainders, formulas.

// purifier gives names in one partition.
type purifier struct {
	store *smtlib.Store
	words bool // bit-vectors have nodes, too
	names []*smtlib.Term
	said  []*smtlib.Term // what defines the names
}

// purified returns a formula that says the same as f, with names.
func purified(s *smtlib.Store, f *smtlib.Term, words bool) (z *smtlib.Term, names []*smtlib.Term) {
	p := &purifier{store: s, words: words}
	z = s.NewRewriter(nil, p.clean).Map(f)
	return s.And(append([]*smtlib.Term{z}, p.said...)...), p.names
}

// clean returns t, whose arguments are clean, with names for arguments of applications, and in the
// place of conditionals of sorts that have nodes only.
func (p *purifier) clean(t *smtlib.Term) *smtlib.Term {
	s := p.store
	if t.Op() == smtlib.OpIte && p.hasNode(t.Sort()) {
		z := p.name(t)
		c := t.Arg(0)
		p.said = append(p.said, s.Or(s.Not(c), s.Eq(z, t.Arg(1))), s.Or(c, s.Eq(z, t.Arg(2))))
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
			args, copied = append([]*smtlib.Term(nil), args...), true
		}
		args[i] = p.name(a)
		p.said = append(p.said, s.Eq(args[i], a))
	}
	if !copied {
		return t
	}
	return s.Rebuild(t, args)
}

// hasNode reports whether all terms of the sort have nodes.
func (p *purifier) hasNode(sort *smtlib.Sort) bool {
	return !isSharedSort(sort) || p.words && sort.IsBitVec()
}

func (p *purifier) name(t *smtlib.Term) *smtlib.Term {
	z := p.store.Fresh("\\p", t.Sort())
	p.names = append(p.names, z)
	return z
}

// hasNodeArguments reports whether the arguments of t get nodes.
func hasNodeArguments(t *smtlib.Term) bool {
	switch t.Op() {
	case smtlib.OpStore, smtlib.OpConstruct, smtlib.OpConstArray:
		return true
	}
	return isOpaque(t)
}

// isPlain reports whether t, an argument whose own arguments are clean, needs no name.
func isPlain(t *smtlib.Term) bool {
	switch {
	case isSymbol(t), isOpaque(t), len(t.Args()) == 0:
		return true
	case !t.Sort().IsArith():
		return false
	}
	plain := true
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch t.Op() {
		case smtlib.OpAdd, smtlib.OpMul, smtlib.OpToReal:
			return plain
		}
		plain = plain && (isSymbol(t) || isOpaque(t) || len(t.Args()) == 0)
		return false
	}, t)
	return plain
}
