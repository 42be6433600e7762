// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// instantiation replaces the atoms of assertions by the definitions of a model.
type instantiation struct {
	store *logic.Store
	model *horn.Model
	// faithful keeps the Boolean structure of assertions and definitions as it is written.
	faithful bool
	used     map[*logic.Term]bool // variables that replace those of dropped quantifiers
	// results for atoms: an atom of a body occurs in many assertions
	instances map[*logic.Term]*logic.Term
}

func newInstantiation(s *logic.Store, m *horn.Model) *instantiation {
	return &instantiation{store: s, model: m, instances: map[*logic.Term]*logic.Term{}}
}

// force is the sign of a position. It determines what replaces a quantifier there.
type force int8

const (
	mixed    force = 0 // below =, xor, conditions, kept quantifiers and terms
	positive force = 1
	negative force = -1
)

// region maps the bound variables that are in scope at a position to their images. Each dropped or
// kept quantifier opens a region of its own.
type region struct {
	image map[*logic.Term]*logic.Term
	apply *logic.Substitution // nil if all variables keep their names, which is the usual case
}

// mapped returns t with the variables of the region. t has no atoms and no quantifiers.
func (r *region) mapped(t *logic.Term) *logic.Term {
	if r.apply == nil {
		return t
	}
	return r.apply.Apply(t)
}

// position is a subformula with its sign and region.
type position struct {
	term *logic.Term
	sign force
	in   *region
}

// instantiate returns a formula that is valid if and only if t is valid under the model. It
// replaces atoms by their definitions, and quantifiers of universal force by variables.
//
// Dropping ∀x of F[∀x.G] is sound for a positive occurrence, since F grows with each positive
// occurrence. If ∀x.G holds, all its instances hold. Otherwise some value of x makes G false, and
// then F[G] has the same value as F[∀x.G]. Two occurrences of one subformula with the same sign and
// region may share the value. So each (term, sign, region) is mapped once.
//
// Cost: linear in the DAG of t for each quantifier above the subterm, plus the instances of the
// definitions. Each instance is made once.
func (z *instantiation) instantiate(t *logic.Term) (*logic.Term, *Invalid) {
	z.used = map[*logic.Term]bool{}
	for _, v := range logic.FreeVars(t) {
		z.used[v] = true
	}
	root := position{t, positive, &region{}}
	memo := map[position]*logic.Term{}
	below := map[position]position{} // by position of a quantifier: the position of its body
	stack := []position{root}
	var args []*logic.Term
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		if memo[p] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		t := p.term
		if !t.HasApps() && !t.HasQuantifiers() {
			memo[p] = p.in.mapped(t)
			continue
		}
		if len(t.Bound()) > 0 {
			body, seen := below[p]
			if !seen {
				body = z.enter(p)
				below[p] = body
				stack = append(stack, body)
				continue
			}
			memo[p] = z.leave(p, body, memo[body])
			continue
		}
		args = args[:0]
		for i, a := range t.Args() {
			q := position{a, argSign(t, i, p.sign), p.in}
			if x := memo[q]; x != nil {
				args = append(args, x)
			} else {
				stack = append(stack, q)
			}
		}
		if len(args) < len(t.Args()) {
			continue
		}
		if t.Op() != logic.OpApp {
			memo[p] = z.rebuild(t, args)
			continue
		}
		x := z.instance(t, args)
		if x == nil {
			return nil, &Invalid{Assert: -1, Step: -1, Msg: fmt.Sprintf("symbol %v has no definition", t.Func())}
		}
		memo[p] = x
	}
	return memo[root], nil
}

func (z *instantiation) substitution(image map[*logic.Term]*logic.Term) *logic.Substitution {
	return substitution(z.store, image, z.faithful)
}

func (z *instantiation) rebuild(t *logic.Term, args []*logic.Term) *logic.Term {
	if z.faithful {
		return z.store.RebuildFaithful(t, args)
	}
	return z.store.Rebuild(t, args)
}

// instance returns the definition of the atom's predicate at args, or nil if it has no definition.
func (z *instantiation) instance(atom *logic.Term, args []*logic.Term) *logic.Term {
	d, ok := z.model.Definition(atom.Func())
	if !ok {
		return nil
	}
	if !slices.Equal(args, atom.Args()) {
		atom = z.store.Apply(atom.Func(), args...)
	}
	x := z.instances[atom]
	switch {
	case x != nil:
		return x
	case z.faithful:
		x = z.store.SubstituteFaithful(d.Body, d.Params, args)
	default:
		x = z.store.Substitute(d.Body, d.Params, args)
	}
	z.instances[atom] = x
	return x
}

// argSign returns the sign of the i-th argument of t at a position of the given sign.
func argSign(t *logic.Term, i int, sign force) force {
	switch t.Op() {
	case logic.OpAnd, logic.OpOr:
		return sign
	case logic.OpNot:
		return -sign
	case logic.OpImplies:
		if i < len(t.Args())-1 {
			return -sign
		}
		return sign
	case logic.OpIte:
		if i > 0 && t.Sort().IsBool() {
			return sign
		}
	}
	return mixed
}

func universal(t *logic.Term, sign force) bool {
	return t.Op() == logic.OpForall && sign == positive || t.Op() == logic.OpExists && sign == negative
}

// enter returns the body of a quantifier in a region with new variables, so that no variable is
// captured.
func (z *instantiation) enter(p position) position {
	image := make(map[*logic.Term]*logic.Term, len(p.in.image)+len(p.term.Bound()))
	for v, x := range p.in.image {
		image[v] = x
	}
	for _, v := range p.term.Bound() {
		x := v
		if z.used[v] {
			x = z.store.Fresh(v.Name(), v.Sort())
		}
		z.used[x] = true
		image[v] = x
	}
	sign := mixed
	if universal(p.term, p.sign) {
		sign = p.sign
	}
	in := &region{image: image}
	for v, x := range image {
		if v != x {
			in.apply = z.substitution(image)
			break
		}
	}
	return position{p.term.Arg(0), sign, in}
}

// leave returns the formula for a quantifier whose body has been mapped.
func (z *instantiation) leave(p, body position, mapped *logic.Term) *logic.Term {
	if universal(p.term, p.sign) || mapped.IsTrue() || mapped.IsFalse() {
		return mapped
	}
	vars := slice.Map(p.term.Bound(), body.in.mapped)
	if p.term.Op() == logic.OpForall {
		return z.store.Forall(vars, mapped)
	}
	return z.store.Exists(vars, mapped)
}
