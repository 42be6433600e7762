// SPDX-License-Identifier: Apache-2.0

package check

import "cornet/logic"

// Bounds on case distinctions.
const (
	minCasesSize = 4000 // distinct terms of a formula; larger formulas are validated case by case
	maxCases     = 32   // values of one variable
)

// cases returns a variable x and two or more values. If neg holds, x has one of these values. The
// values come from a disjunction among the conjuncts of neg: each of its disjuncts gives x a value.
// Among several such variables, cases returns the first with the most values. x is nil if there is
// no such variable or if neg is small.
//
// Loops that are controlled by data have such invariants: (or (and (= n 0) …) (and (= n 1) …) …).
// Here n counts iterations, or is a location in a program. Each case is about two locations of the
// loop, and is therefore small. Given the whole formula, a solver tends to decide n last.
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

// valuesOf returns a variable that has a value in each of the parts, and its values. Among several
// such variables, it returns the one with the most values. The variable is nil if no variable
// qualifies or all have more than maxCases values.
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

// adjoin appends v to z unless z has it already.
func adjoin(z []*logic.Term, v *logic.Term) []*logic.Term {
	for _, u := range z {
		if u == v {
			return z
		}
	}
	return append(z, v)
}

// parted lists the disjuncts of t, through negations.
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
