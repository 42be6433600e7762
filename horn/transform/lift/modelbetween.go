// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// between defines an eliminated predicate that has several definitions or uses. All other
// predicates in these clauses are defined already.
type between struct {
	*modelLifter
	sys *horn.System
	c   *Elimination
}

// defineBetween defines the predicate of c.
func (d *modelLifter) defineBetween(ctx context.Context, sys *horn.System, c *Elimination) error {
	z := &between{modelLifter: d, sys: sys, c: c}
	if z.byUses() || z.byDefinitions() {
		return nil
	}
	xs := d.fresh(c.Pred)
	f, err := z.byInterpolation(ctx, xs)
	if err == nil && f == nil {
		f, err = z.byProjection(ctx, xs)
	}
	if err != nil {
		return err
	}
	d.define(c.Pred, xs, f, logic.Size(f))
	return nil
}

// formula returns the formula that a clause instance contributes. It is the conjunction of the
// instance's constraint, the definitions of its other body atoms, and the negation of its head.
// Atoms of the predicate itself are left out. For a query that need not be satisfied, it returns
// false.
func (z *between) formula(inst *instance) (conj []*logic.Term, base int) {
	conj = []*logic.Term{inst.conj}
	for i := range inst.body {
		if a := &inst.body[i]; a.Pred != z.c.Pred {
			conj = append(conj, z.meaning(a))
			base += z.base[a.Pred]
		}
	}
	if inst.head == nil && z.open() {
		conj = append(conj, z.store.False())
	}
	if h := inst.head; h != nil && h.Pred != z.c.Pred {
		conj = append(conj, z.store.Not(z.meaning(h)))
		base += z.base[h.Pred]
	}
	return conj, base
}

// whole returns clause i unchanged.
func (z *between) whole(i int) *instance {
	c := z.sys.Clauses[i]
	return &instance{body: c.Body, conj: c.Constraint, head: c.Head}
}

// occurrences returns the body atoms of inst with the predicate.
func (z *between) occurrences(inst *instance) []*horn.Atom {
	var atoms []*horn.Atom
	for i := range inst.body {
		if inst.body[i].Pred == z.c.Pred {
			atoms = append(atoms, &inst.body[i])
		}
	}
	return atoms
}

// byUses defines the predicate by the weakest formula that suffices for all
// uses, if substitution finds it.
func (z *between) byUses() bool {
	params := z.fresh(z.c.Pred)
	var parts []*logic.Term
	total := 0
	for _, u := range z.c.Uses {
		inst := z.whole(u)
		atoms := z.occurrences(inst)
		if len(atoms) > 1 {
			return false
		}
		conj, base := z.formula(inst)
		total += base
		xs, eqs := z.ports(atoms[0])
		f := z.exact(xs, z.limit(base), append(conj, eqs...))
		if f == nil {
			return false
		}
		parts = append(parts, z.store.Substitute(z.store.Not(f), xs, params))
	}
	return z.accept(params, z.store.And(parts...), total)
}

// byDefinitions defines the predicate by the disjunction of its definitions, if
// substitution finds it.
func (z *between) byDefinitions() bool {
	params := z.fresh(z.c.Pred)
	var parts []*logic.Term
	total := 0
	for _, i := range z.c.Defs {
		inst := z.whole(i)
		conj, base := z.formula(inst)
		total += base
		for j, t := range inst.head.Args {
			conj = append(conj, z.store.Eq(params[j], t))
		}
		f := z.exact(params, z.limit(base), conj)
		if f == nil {
			return false
		}
		parts = append(parts, f)
	}
	return z.accept(params, z.store.Or(parts...), total)
}

// accept defines the predicate by f, unless f is too large.
func (z *between) accept(params []*logic.Term, f *logic.Term, base int) bool {
	if largerThan(f, z.limit(base)) {
		return false
	}
	z.define(z.c.Pred, params, f, base)
	return true
}

// definitions returns the disjunction of the definitions. The arguments are ys. Other variables are
// not in used, to which it adds them.
func (z *between) definitions(ys []*logic.Term, used map[*logic.Term]bool) *logic.Term {
	var parts []*logic.Term
	for _, i := range z.c.Defs {
		c := z.sys.Clauses[i]
		inst := apart(z.store, c, c.Vars(), used)
		conj, _ := z.formula(&inst)
		for j, t := range inst.head.Args {
			conj = append(conj, z.store.Eq(ys[j], t))
		}
		parts = append(parts, z.store.And(conj...))
	}
	return z.store.Or(parts...)
}

// byInterpolation returns a conjunction of interpolants between the definitions and the uses, over
// xs. It follows from the definitions and suffices for every use. A use with several occurrences of
// the predicate becomes a tree query with a copy of the definitions below every occurrence. Its
// interpolants, one for each occurrence, together suffice if all occurrences get their conjunction.
// The other uses form one query. If there are no interpolants, the result is nil.
func (z *between) byInterpolation(ctx context.Context, xs []*logic.Term) (*logic.Term, error) {
	var single []*logic.Term // uses with one occurrence, over xs
	used := set(xs)
	var conj []*logic.Term
	for _, u := range z.c.Uses {
		inst := z.whole(u)
		atoms := z.occurrences(inst)
		use, _ := z.formula(inst)
		if len(atoms) == 1 {
			for j, t := range atoms[0].Args {
				use = append(use, z.store.Eq(xs[j], t))
			}
			single = append(single, z.store.And(use...))
			for _, v := range z.sys.Clauses[u].Vars() {
				used[v] = true
			}
			continue
		}
		f, err := z.several(ctx, atoms, use, set(z.sys.Clauses[u].Vars()), xs)
		if f == nil || err != nil {
			return nil, err
		}
		conj = append(conj, f)
	}
	if len(single) > 0 {
		q := smt.Sequence(z.definitions(xs, used), z.store.Or(single...))
		formulas, err := z.interpolate(ctx, q)
		if formulas == nil || err != nil || !onlyVars(formulas[0], set(xs)) {
			return nil, err
		}
		conj = append(conj, formulas[0])
	}
	return z.store.And(conj...), nil
}

// several returns the conjunction, over xs, of interpolants for the occurrences in one use.
func (z *between) several(ctx context.Context, atoms []*horn.Atom, use []*logic.Term, used map[*logic.Term]bool, xs []*logic.Term) (*logic.Term, error) {
	q := &smt.Query{}
	ports := make([][]*logic.Term, len(atoms))
	for k, a := range atoms {
		ys, eqs := z.connect(a)
		ports[k] = ys
		use = append(use, eqs...)
		q.Part = append(q.Part, z.definitions(ys, used))
		q.Parent = append(q.Parent, len(atoms))
	}
	q.Part = append(q.Part, z.store.And(use...))
	q.Parent = append(q.Parent, -1)
	formulas, err := z.interpolate(ctx, q)
	if formulas == nil || err != nil {
		return nil, err
	}
	var conj []*logic.Term
	for k, ys := range ports {
		if !onlyVars(formulas[k], set(ys)) {
			return nil, nil
		}
		conj = append(conj, z.store.Substitute(formulas[k], ys, xs))
	}
	return z.store.And(conj...), nil
}

// byProjection defines the predicate by the strongest formula: the projection of its definitions.
func (z *between) byProjection(ctx context.Context, xs []*logic.Term) (*logic.Term, error) {
	var parts []*logic.Term
	for _, i := range z.c.Defs {
		inst := z.whole(i)
		conj, _ := z.formula(inst)
		for j, t := range inst.head.Args {
			conj = append(conj, z.store.Eq(xs[j], t))
		}
		f, err := z.strongest(ctx, xs, z.store.And(conj...))
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	return z.store.Or(parts...), nil
}
