// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/logic"
)

// cutter removes arguments from predicates.
type cutter struct {
	store *logic.Store
	any   bool // some argument is removed
	preds []*logic.Func
	slim  map[*logic.Func]slimmed
}

// slimmed is a predicate without some of its arguments.
type slimmed struct {
	pred *logic.Func
	kept []int // positions of the arguments that remain
}

// newCutter returns a cutter that keeps argument j of preds[i] if keep says so. A predicate that
// loses arguments keeps its name if no other predicate has it.
func newCutter(s *logic.Store, preds []*logic.Func, keep func(i, j int) bool) *cutter {
	z := &cutter{store: s, slim: map[*logic.Func]slimmed{}}
	names := newPredicateNames(s, preds)
	for i, p := range preds {
		var kept []int
		var sorts []*logic.Sort
		for j, sort := range p.Params() {
			if keep(i, j) {
				kept = append(kept, j)
				sorts = append(sorts, sort)
			}
		}
		if len(kept) < p.Arity() {
			z.any = true
			q := names.like(p, sorts)
			z.slim[p] = slimmed{q, kept}
			p = q
		}
		z.preds = append(z.preds, p)
	}
	return z
}

// predicateNames makes predicates that replace others, with the same names if these are free.
type predicateNames struct {
	store *logic.Store
	taken map[*logic.Func]bool
}

func newPredicateNames(s *logic.Store, preds []*logic.Func) *predicateNames {
	z := &predicateNames{s, map[*logic.Func]bool{}}
	for _, p := range preds {
		z.taken[p] = true
	}
	return z
}

// like returns a predicate over sorts instead of p.
func (n *predicateNames) like(p *logic.Func, sorts []*logic.Sort) *logic.Func {
	q := n.store.Func(p.Name(), sorts, n.store.Bool)
	if n.taken[q] {
		q = n.store.FreshFunc(p.Name(), sorts, n.store.Bool)
	}
	n.taken[q] = true
	return q
}

// cuts reports whether p loses arguments.
func (z *cutter) cuts(p *logic.Func) bool {
	_, ok := z.slim[p]
	return ok
}

func (z *cutter) atom(a horn.Atom) horn.Atom {
	slim, ok := z.slim[a.Pred]
	if !ok {
		return a
	}
	args := slice.Map(slim.kept, func(j int) *logic.Term { return a.Args[j] })
	return horn.Atom{Pred: slim.pred, Args: args}
}

// clause returns c without the removed arguments.
func (z *cutter) clause(c *horn.Clause) *horn.Clause {
	return c.Map(z.atom)
}

// outcome returns the system without the removed arguments. Models allow all values for these.
func (z *cutter) outcome(env *pass.Env, sys *horn.System) pass.Outcome {
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		b.Add(z.clause(c), lift.Same(i, len(c.Body)))
	}
	o := b.Outcome(z.preds, lift.ModelWith(sys, func(to, from *horn.Model, p *logic.Func) bool {
		return z.restore(to, from, p, nil)
	}))
	o.Moves = z.moves(sys.Preds, nil)
	return o
}

// moves describes the new arguments for preds. known gives the known value of a removed argument
// over the remaining arguments xs of the old predicate, or nil.
func (z *cutter) moves(preds []*logic.Func, known func(i, j int, xs []*logic.Term) *logic.Term) []hints.Move {
	var all []hints.Move
	for i, p := range preds {
		slim, ok := z.slim[p]
		if !ok {
			continue
		}
		m := hints.Keep(z.store, p, slim.pred, slim.kept)
		for j, t := range m.Args {
			if t == nil && known != nil {
				m.Args[j] = known(i, j, m.Args)
			}
		}
		all = append(all, m)
	}
	return all
}

// restore defines p in m from the definition of its remainder in from. add, if not nil, gives
// further conjuncts for p's parameters. It returns false if p has lost no arguments.
func (z *cutter) restore(m, from *horn.Model, p *logic.Func, add func(xs []*logic.Term) *logic.Term) bool {
	slim, ok := z.slim[p]
	if !ok {
		return false
	}
	xs := horn.Params(z.store, p)
	args := slice.Map(slim.kept, func(j int) *logic.Term { return xs[j] })
	body := from.Instance(z.store, slim.pred, args)
	if add != nil {
		body = z.store.And(body, add(xs))
	}
	m.Define(p, xs, body)
	return true
}
