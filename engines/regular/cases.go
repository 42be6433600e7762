// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"slices"

	"cornet/logic"
)

// maxCases bounds the clauses that are made from one clause.
const maxCases = 64

// literal is an atom of a constraint, or its negation.
type literal struct {
	atom *logic.Term
	neg  bool
}

// cases returns the disjunctive normal form of t, or of its negation. It replaces formulas that do
// not mention datatypes, or have too many cases, by true.
func cases(s *logic.Store, t *logic.Term, neg bool) [][]literal {
	all := [][]literal{nil}
	switch t.Op() {
	case logic.OpTrue, logic.OpFalse:
		if t.IsTrue() == neg {
			return nil
		}
		return all
	case logic.OpNot:
		return cases(s, t.Arg(0), !neg)
	case logic.OpAnd, logic.OpOr:
		if (t.Op() == logic.OpOr) != neg {
			return either(s, t.Args(), neg)
		}
		for _, a := range t.Args() {
			if y := product(all, cases(s, a, neg)); len(y) <= maxCases {
				all = y
			}
		}
		return all
	case logic.OpIte:
		c, x, y := t.Arg(0), t.Arg(1), t.Arg(2)
		return either(s, []*logic.Term{s.And(c, x), s.And(s.Not(c), y)}, neg)
	case logic.OpEq:
		x, y := t.Arg(0), t.Arg(1)
		if x.Sort().IsBool() {
			return slices.Concat(product(cases(s, x, false), cases(s, y, neg)), product(cases(s, x, true), cases(s, y, !neg)))
		}
		if x.Sort().IsDatatype() {
			return [][]literal{{{t, neg}}}
		}
	case logic.OpIs:
		if !neg {
			return [][]literal{{{t, false}}}
		}
		all = nil
		for _, c := range t.Arg(0).Sort().Datatype().Constructors {
			if c != t.Constructor() {
				all = append(all, []literal{{s.Is(c, t.Arg(0)), false}})
			}
		}
	case logic.OpVar, logic.OpField:
		return [][]literal{{{t, neg}}}
	}
	return all
}

// either returns the cases of a disjunction of terms, or of their negations.
func either(s *logic.Store, terms []*logic.Term, neg bool) (z [][]literal) {
	for _, a := range terms {
		z = append(z, cases(s, a, neg)...)
	}
	if len(z) > maxCases || slices.ContainsFunc(z, func(c []literal) bool { return len(c) == 0 }) {
		return [][]literal{nil}
	}
	return z
}

func product(x, y [][]literal) (z [][]literal) {
	for _, a := range x {
		for _, b := range y {
			z = append(z, slices.Concat(a, b))
		}
	}
	return z
}
