// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// Models of programs with arrays have the form ∀k. F(a[k+d], k). This file decides questions about
// them by instances, at the indices where arrays are read and written, and at the bounds of k. If
// the instances are contradictory, the quantified formulas are contradictory.
//
// The instances suffice for array properties in the sense of Bradley, Manna and Sipma ("What's
// decidable about arrays?", VMCAI 2006). Here k may also be shifted, and questions that the
// instances do not settle remain open.

// Bounds on instances.
const (
	instanceRounds = 2  // rounds in which instances give new indices
	maxInstances   = 40 // instances of one quantifier
)

// grounding replaces quantifiers in a formula that is to be refuted.
type grounding struct {
	store *logic.Store
	names map[position]*logic.Term // formulas with fresh constants for existential variables
	bound map[*logic.Term]bool     // variables of the quantifiers that are left
	// places has the indices at which arrays are read and written, and terms that are compared with
	// numbers.
	places []*logic.Term
}

// ground calls decide with quantifier-free formulas that follow from neg. It adds instances until
// one formula is contradictory.
func (j *judge) ground(neg *logic.Term) (answer, error) {
	z := &grounding{store: j.store, names: map[position]*logic.Term{}, bound: map[*logic.Term]bool{}}
	named := z.named(neg, positive)
	z.find(named)
	for range instanceRounds {
		weak := z.expanded(named, positive)
		if weak.HasQuantifiers() {
			break // the operator = or another one whose arguments have no sign
		}
		if answer, err := j.consult(weak); answer == holds || j.ctx.Err() != nil {
			return answer, err
		}
		if before := len(z.places); z.find(weak) == before {
			break
		}
	}
	return unknown, nil
}

// quantified reports whether t is a quantifier, and whether it has universal force under the sign.
func quantified(t *logic.Term, sign force) (universal, ok bool) {
	switch t.Op() {
	case logic.OpForall:
		return sign == positive, true
	case logic.OpExists:
		return sign == negative, true
	}
	return false, false
}

// named replaces variables of existential quantifiers by fresh constants. It stops at universal
// quantifiers: constants below them would depend on their variables.
func (z *grounding) named(t *logic.Term, sign force) *logic.Term {
	if !t.HasQuantifiers() {
		return t
	}
	key := position{term: t, sign: sign}
	if x := z.names[key]; x != nil {
		return x
	}
	s, x := z.store, t
	if universal, ok := quantified(t, sign); ok && universal {
		for _, v := range t.Bound() {
			z.bound[v] = true
		}
	} else if ok {
		fresh := make([]*logic.Term, len(t.Bound()))
		for i, v := range t.Bound() {
			fresh[i] = s.Fresh(v.Name(), v.Sort())
		}
		x = z.named(s.Substitute(t.Arg(0), t.Bound(), fresh), sign)
	} else {
		x = z.inside(t, sign, z.named)
	}
	z.names[key] = x
	return x
}

// inside maps the operands of a connective, with their signs. Other terms stay as they are.
func (z *grounding) inside(t *logic.Term, sign force, f func(*logic.Term, force) *logic.Term) *logic.Term {
	args := make([]*logic.Term, len(t.Args()))
	for i, a := range t.Args() {
		switch {
		case t.Op() == logic.OpAnd || t.Op() == logic.OpOr || t.Op() == logic.OpImplies && i == len(args)-1 || t.Op() == logic.OpIte && i > 0:
			args[i] = f(a, sign)
		case t.Op() == logic.OpNot || t.Op() == logic.OpImplies:
			args[i] = f(a, -sign)
		default:
			args[i] = a
		}
	}
	return z.store.Rebuild(t, args)
}

// expanded replaces the quantifiers that named leaves by instances.
func (z *grounding) expanded(t *logic.Term, sign force) *logic.Term {
	if !t.HasQuantifiers() {
		return t
	}
	universal, ok := quantified(t, sign)
	if !ok || !universal {
		return z.inside(t, sign, z.expanded)
	}
	instances := []*logic.Term{t.Arg(0)}
	for _, v := range t.Bound() {
		values := z.values(t.Arg(0), v)
		var next []*logic.Term
		for _, x := range instances {
			for _, value := range values {
				if len(next) < maxInstances {
					next = append(next, z.store.Substitute(x, []*logic.Term{v}, []*logic.Term{value}))
				}
			}
		}
		instances = next
	}
	for i, x := range instances {
		instances[i] = z.expanded(z.named(x, sign), sign)
	}
	if sign == positive {
		return z.store.And(instances...)
	}
	return z.store.Or(instances...)
}

// find adds to places the indices in t that depend on no quantified variable. It returns the number
// of places.
func (z *grounding) find(t *logic.Term) int {
	known := map[*logic.Term]bool{}
	for _, x := range z.places {
		known[x] = true
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpSelect || t.Op() == logic.OpStore {
			if i := t.Arg(1); !known[i] && z.isGround(i) {
				known[i] = true
				z.places = append(z.places, i)
			}
		}
		return true
	}, t)
	return len(z.places)
}

// isGround reports whether t has no quantified variable.
func (z *grounding) isGround(t *logic.Term) bool {
	return !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return z.bound[v] })
}

// values returns the values of v for which t reads or writes arrays at the places, or for which the
// two sides of a comparison are equal.
func (z *grounding) values(t, v *logic.Term) (values []*logic.Term) {
	s := z.store
	add := func(x *logic.Term) {
		if x != nil && z.isGround(x) && !slices.Contains(values, x) {
			values = append(values, x)
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpSelect, logic.OpStore:
			for _, p := range z.places {
				add(solution(s, v, t.Arg(1), p))
			}
		case logic.OpLe, logic.OpEq:
			add(solution(s, v, t.Arg(0), t.Arg(1)))
		}
		return true
	}, t)
	return values
}

// solution returns the value of v for which x = y, if v has the coefficient 1 or −1 in x − y, or
// nil.
func solution(s *logic.Store, v, x, y *logic.Term) *logic.Term {
	switch {
	case x.Sort() != y.Sort() || x.Sort() != v.Sort():
		return nil
	case x == v:
		return y
	case y == v:
		return x
	case !x.Sort().IsArith():
		return nil
	}
	d := s.Linear(x).Sub(s.Linear(y))
	c := d.Coeff(v)
	if !c.Mul(c).Equal(rational.Int(1)) {
		return nil
	}
	return s.Sum(s.Linear(v).Sub(d.Scale(c)), v.Sort())
}
