// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"slices"

	"cornet/logic"
)

// Origin describes how ground instances of a new clause consist of ground instances of old clauses.
// All passes translate refutations by it. A clause that is the disjunction of several derivations
// has a case for each. All others have one case.
type Origin []Derivation

// Derivation is a tree of old clauses. Their variables, and those of the new clause, share one
// namespace.
type Derivation struct {
	// Guard reports whether the derivation applies to an instance; nil means always.
	Guard *logic.Term
	// Bind computes variables that are not in the new clause, in order.
	Bind []Binding
	// Parts are the nodes, premises before conclusions. The last one derives the head of the new
	// clause.
	Parts []Part
}

// Part is an instance of an old clause.
type Part struct {
	Clause int // index of the old clause
	// Rename gives the old clause's variables their names in the derivation, ordered by the ID of
	// the old variable. Variables that it does not mention keep their names. If a variable gets no
	// value in this way and is an argument of a body atom, its value comes from the premise.
	// Otherwise it is free.
	Rename []Binding
	// Premises has an entry per body atom of the old clause: k >= 0 is Parts[k], ^i is body atom i
	// of the new clause.
	Premises []int
}

// Same returns the origin of a clause whose instances are instances of old clause i
// with n body atoms.
func Same(i, n int) Origin { return Origin{{Parts: []Part{{Clause: i, Premises: ownAtoms(n)}}}} }

// ownAtoms maps n body atoms to themselves.
func ownAtoms(n int) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = ^i
	}
	return z
}

// name returns the name of the old clause's variable x in the derivation.
func (p *Part) name(x *logic.Term) *logic.Term {
	i, found := slices.BinarySearchFunc(p.Rename, x.ID(), func(b Binding, id uint32) int {
		return int(b.Var.ID()) - int(id)
	})
	if !found {
		return x
	}
	return p.Rename[i].Term
}

// apply translates t from the old clause's variables to those of the derivation.
func (p *Part) apply(s *logic.Store, t *logic.Term) *logic.Term {
	if len(p.Rename) == 0 {
		return t
	}
	from, to := make([]*logic.Term, len(p.Rename)), make([]*logic.Term, len(p.Rename))
	for i, b := range p.Rename {
		from[i], to[i] = b.Var, b.Term
	}
	return s.Substitute(t, from, to)
}
