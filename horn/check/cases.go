// SPDX-License-Identifier: Apache-2.0

package check

import "cornet/logic"

// Bounds on case distinctions.
const (
	minCasesSize = 4000 // distinct terms of a formula from which on its cases are judged one by one
	maxCases     = 32   // values of one variable
)

// cases returns a variable that has one of the given values, two or more, wherever neg holds: a conjunct of neg is a disjunction, each part
// of which gives it a value. Of several such variables it is the first with the most values. x is nil if there is none, or if neg is small.
//
// A loop whose control is data has such an invariant, (or (and (= n 0) …) (and (= n 1) …) …), by the number n of a round or by the place in a
// program. Each case is then about two places of the loop, and small; solvers that are given the whole formula
// decide about everything else before they decide about n.
//
// Cost: linear in the size of neg above its atoms.
func cases(s *logic.Store, neg *logic.Term) (x *logic.Term, values []*logic.Term) {
	size := 0
	logic.Walk(func(*logic.Term) bool { size++; return size < minCasesSize }, neg)
	if size < minCasesSize {
		return nil, nil
	}
	for _, c := range conjuncts(s, neg) {
		y, vs := valuesOf(s, parted(s, c))
		if len(vs) > max(len(values), 1) {
			x, values = y, vs
		}
	}
	return x, values
}

// valuesOf returns the variable that has a value in each of some formulas, and its values; the one with most if there are several,
// and nil if there is none or if all have more than maxCases.
func valuesOf(s *logic.Store, parts []*logic.Term) (x *logic.Term, values []*logic.Term) {
	var order []*logic.Term
	found := map[*logic.Term][]*logic.Term{} // the different values of a variable in the parts so far
	for i, part := range parts {
		here := map[*logic.Term]bool{}
		for _, c := range conjuncts(s, part) {
			y, v := assigned(s, c)
			if y == nil || here[y] || i > 0 && found[y] == nil {
				continue
			}
			here[y] = true
			if i == 0 {
				order = append(order, y)
			}
			found[y] = adjoin(found[y], v)
		}
		for y := range found {
			if !here[y] || len(found[y]) > maxCases {
				delete(found, y)
			}
		}
		if len(found) == 0 {
			return nil, nil
		}
	}
	for _, y := range order {
		if len(found[y]) > len(values) {
			x, values = y, found[y]
		}
	}
	return x, values
}

// adjoin appends v to z unless it is there.
func adjoin(z []*logic.Term, v *logic.Term) []*logic.Term {
	for _, u := range z {
		if u == v {
			return z
		}
	}
	return append(z, v)
}

// parted lists what t is the disjunction of, through negations.
func parted(s *logic.Store, t *logic.Term) []*logic.Term {
	if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpAnd {
		return logic.Disjuncts(t)
	}
	var z []*logic.Term
	for _, u := range t.Arg(0).Args() {
		z = append(z, s.Not(u))
	}
	return z
}
