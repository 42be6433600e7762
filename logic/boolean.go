// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"slices"
)

// maxFlatten limits the conjunctions that are merged into a larger one, so that a long chain of
// nested conjunctions does not cost quadratic space.
const maxFlatten = 64

func needBool(op Op, args ...*Term) {
	for _, a := range args {
		if a.sort.kind != KindBool {
			panic(fmt.Sprintf("logic: %v over a term of sort %v", op, a.sort))
		}
	}
}

// Not returns the negation of x, without double negation.
func (s *Store) Not(x *Term) *Term {
	needBool(OpNot, x)
	switch x.op {
	case OpTrue:
		return s.falseTerm
	case OpFalse:
		return s.trueTerm
	case OpNot:
		return x.args[0]
	}
	return s.intern(OpNot, s.Bool, []*Term{x}, nil)
}

// And returns the conjunction of xs in canonical form: nested conjunctions
// merged, sorted by ID, without duplicates or constants; false when x and not x
// both occur.
//
// Cost: O(n log n) for n conjuncts after merging.
func (s *Store) And(xs ...*Term) *Term { return s.junction(OpAnd, s.trueTerm, s.falseTerm, xs) }

// Or returns the disjunction of xs in the canonical form described at [Store.And].
func (s *Store) Or(xs ...*Term) *Term { return s.junction(OpOr, s.falseTerm, s.trueTerm, xs) }

// junction implements And and Or. It drops the neutral constant, and returns the absorbing one if
// it occurs.
func (s *Store) junction(op Op, neutral, absorbing *Term, xs []*Term) *Term {
	needBool(op, xs...)
	flat := make([]*Term, 0, len(xs)+8)
	for _, x := range xs {
		switch {
		case x == neutral:
		case x == absorbing:
			return absorbing
		case x.op == op && len(x.args) <= maxFlatten:
			flat = append(flat, x.args...)
		default:
			flat = append(flat, x)
		}
	}
	slices.SortFunc(flat, byID)
	flat = slices.Compact(flat)
	for _, x := range flat {
		if x == absorbing {
			return absorbing
		}
		if x.op == OpNot {
			if _, found := slices.BinarySearchFunc(flat, x.args[0], byID); found {
				return absorbing
			}
		}
	}
	// Faithful conjunctions, merged above, may contain constants.
	flat = slices.DeleteFunc(flat, func(x *Term) bool { return x == neutral })
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	return s.intern(op, s.Bool, flat, nil)
}

func byID(x, y *Term) int { return int(x.id) - int(y.id) }

// Implies returns (or (not x) y).
func (s *Store) Implies(x, y *Term) *Term { return s.Or(s.Not(x), y) }

// Xor returns the negation of the equality of two Boolean terms.
func (s *Store) Xor(x, y *Term) *Term { return s.Not(s.Eq(x, y)) }

// Ite returns if c then x else y; x and y have the same sort.
func (s *Store) Ite(c, x, y *Term) *Term {
	needBool(OpIte, c)
	if x.sort != y.sort {
		panic(fmt.Sprintf("logic: ite over sorts %v and %v", x.sort, y.sort))
	}
	for c.op == OpNot {
		c, x, y = c.args[0], y, x
	}
	switch {
	case c.op == OpTrue || x == y:
		return x
	case c.op == OpFalse:
		return y
	}
	if x.sort.kind == KindBool {
		switch {
		case x.op == OpTrue || x == c:
			return s.Or(c, y)
		case x.op == OpFalse:
			return s.And(s.Not(c), y)
		case y.op == OpTrue:
			return s.Or(s.Not(c), x)
		case y.op == OpFalse || y == c:
			return s.And(c, x)
		case y.op == OpNot && y.args[0] == x || x.op == OpNot && x.args[0] == y:
			return s.Eq(c, x)
		}
	}
	if a, b := s.residues(x, y); a != nil {
		return s.IntToBV(x.sort.width, s.Ite(c, a, b))
	}
	return s.intern(OpIte, x.sort, []*Term{c, x, y}, nil)
}

func (s *Store) boolEq(x, y *Term) *Term {
	switch {
	case x.op == OpTrue:
		return y
	case y.op == OpTrue:
		return x
	case x.op == OpFalse:
		return s.Not(y)
	case y.op == OpFalse:
		return s.Not(x)
	}
	negate := false
	if x.op == OpNot {
		x, negate = x.args[0], true
	}
	if y.op == OpNot {
		y, negate = y.args[0], !negate
	}
	if x.id > y.id {
		x, y = y, x
	}
	z := s.trueTerm
	if x != y {
		z = s.intern(OpEq, s.Bool, []*Term{x, y}, nil)
	}
	if negate {
		return s.Not(z)
	}
	return z
}

// Distinct returns the conjunction of the pairwise disequalities of xs.
//
// Cost: O(n²) terms.
func (s *Store) Distinct(xs ...*Term) *Term {
	var z []*Term
	for i, x := range xs {
		for _, y := range xs[:i] {
			z = append(z, s.Not(s.Eq(x, y)))
		}
	}
	return s.And(z...)
}

// Forall returns (forall vars body); without variables, the body. The
// variables must be distinct.
func (s *Store) Forall(vars []*Term, body *Term) *Term { return s.Quantify(OpForall, vars, body) }

// Exists returns (exists vars body); without variables, the body.
func (s *Store) Exists(vars []*Term, body *Term) *Term { return s.Quantify(OpExists, vars, body) }

// Quantify returns (op vars body), where op is [OpForall] or [OpExists]; without variables, the
// body.
func (s *Store) Quantify(op Op, vars []*Term, body *Term) *Term {
	needBool(op, body)
	if len(vars) == 0 {
		return body
	}
	return s.intern(op, s.Bool, []*Term{body}, &binder{vars: slices.Clone(vars)})
}
