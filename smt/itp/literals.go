// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"slices"

	"cornet/logic"
)

// maxAtoms bounds the atoms of the query that literals of a cube are first taken from.
const maxAtoms = 64

// atomsOf returns the atoms of t: its Boolean subterms that are not connectives. This includes
// atoms inside other atoms, such as conditions of ites.
func atomsOf(t *logic.Term) []*logic.Term {
	var z []*logic.Term
	logic.Walk(func(u *logic.Term) bool {
		if u.Sort().IsBool() && !isConnective(u) {
			z = append(z, u)
		}
		return u.Bound() == nil && (u.HasIte() || u.Sort().IsBool())
	}, t)
	return z
}

// isConnective reports whether t of sort Bool is true, false, or a connective
// over formulas.
func isConnective(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpTrue, logic.OpFalse, logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpXor, logic.OpIte:
		return true
	case logic.OpEq:
		return t.Arg(1).Sort().IsBool()
	}
	return false
}

// atomsOf is the function atomsOf with a memo.
func (r *run) atomsOf(t *logic.Term) []*logic.Term {
	z, ok := r.atoms[t]
	if !ok {
		z = atomsOf(t)
		r.atoms[t] = z
	}
	return z
}

// atomsIn returns the distinct atoms of ts in order.
func (r *run) atomsIn(ts []*logic.Term) []*logic.Term {
	var z []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, t := range ts {
		for _, a := range r.atomsOf(t) {
			if !seen[a] {
				seen[a] = true
				z = append(z, a)
			}
		}
	}
	return z
}

// sharedAtoms returns atoms of x and y over the symbols keep, the lightest ones
// if there are many.
func (r *run) sharedAtoms(x, y *block, keep vocabulary) []*logic.Term {
	var z []*logic.Term
next:
	for _, a := range r.atomsIn(slices.Concat(x.parts, y.parts)) {
		if a.HasQuantifiers() {
			continue
		}
		symbols, ok := r.symbols[a]
		if !ok {
			symbols = symbolsOf(a)
			r.symbols[a] = symbols
		}
		for _, s := range symbols {
			if !keep[s] {
				continue next
			}
		}
		z = append(z, a)
	}
	if len(z) > maxAtoms {
		heaviestFirst(z)
		z = z[len(z)-maxAtoms:]
	}
	return z
}

// literals returns for every atom the literal that m satisfies. An arithmetic
// disequality becomes the strict inequality that holds.
func (r *run) literals(m *logic.Model, atoms []*logic.Term) []*logic.Term {
	var z []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, a := range atoms {
		var l *logic.Term
		switch v := m.Eval(a); {
		case v.IsTrue():
			l = a
		case !v.IsFalse():
			continue
		case a.IsEquation():
			l = r.store.Lt(a.Arg(0), a.Arg(1))
			if !m.Holds(l) {
				l = r.store.Gt(a.Arg(0), a.Arg(1))
			}
		default:
			l = r.store.Not(a)
		}
		if !seen[l] {
			seen[l] = true
			z = append(z, l)
		}
	}
	return z
}
