// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// This file defines eliminated predicates, given a model of the predicates that remain. A formula
// for p must follow from the definitions of p and must suffice for its uses. There are these ways
// to find one, cheapest first:
//
//   - the weakest one that suffices, ∀ȳ (φ ∧ bodies → head) for a use of p, when
//     equations eliminate the variables ȳ that are not arguments of p. Program
//     steps are functions of the previous state, so they usually do;
//   - the strongest one that follows, ∃ȳ (φ ∧ bodies), in the same way;
//   - an interpolant between the two;
//   - the strongest one by projection, and at last by quantifiers.

// modelLifter extends a model by eliminated predicates.
type modelLifter struct {
	env   *pass.Env
	store *logic.Store
	model *horn.Model // the definitions so far
	// base is the size of the definitions of remaining predicates that a new definition uses.
	base map[*logic.Func]int
	itp  smt.Interpolator
}

// newModelLifter returns a modelLifter whose model has the definitions in m of preds.
func newModelLifter(env *pass.Env, s *logic.Store, preds []*logic.Func, m *horn.Model) (*modelLifter, error) {
	d := &modelLifter{env: env, store: s, model: horn.NewModel(), base: map[*logic.Func]int{}}
	for _, p := range preds {
		def, ok := m.Definition(p)
		if !ok {
			return nil, fmt.Errorf("transform: the model has no definition of predicate %v", p)
		}
		d.model.Define(p, def.Params, def.Body)
		d.base[p] = logic.Size(def.Body)
	}
	return d, nil
}

// open reports whether models need not satisfy queries.
func (d *modelLifter) open() bool { return d.env.Run != nil && d.env.Run.Open }

// Resolved returns the translation of models of a system in which predicates were eliminated by
// resolution, in this order, to models of sys. preds are the predicates that remain.
func Resolved(env *pass.Env, sys *horn.System, preds []*logic.Func, gone []*Elimination) ModelFunc {
	return lifted(env, sys, preds, gone, (*modelLifter).defineBetween)
}

// Contracted returns the translation of models of a system in which trees of clauses were resolved
// into one clause each to models of sys. preds are the predicates that remain.
func Contracted(env *pass.Env, sys *horn.System, preds []*logic.Func, trees []Tree) ModelFunc {
	return lifted(env, sys, preds, trees, (*modelLifter).defineTree)
}

// lifted returns the translation of models over preds to models of sys. For each element of gone,
// it defines the predicates that were eliminated.
func lifted[T any](env *pass.Env, sys *horn.System, preds []*logic.Func, gone []T, define func(*modelLifter, context.Context, *horn.System, T) error) ModelFunc {
	return func(ctx context.Context, m *horn.Model) (*horn.Model, error) {
		d, err := newModelLifter(env, sys.Store, preds, m)
		if err != nil {
			return nil, err
		}
		for _, x := range gone {
			if err := define(d, ctx, sys, x); err != nil {
				return nil, err
			}
		}
		return d.model, nil
	}
}

// known reports whether p has a definition.
func (d *modelLifter) known(p *logic.Func) bool {
	_, ok := d.model.Definition(p)
	return ok
}

// meaning returns the definition of a's predicate at a's arguments. The predicate must have one.
func (d *modelLifter) meaning(a *horn.Atom) *logic.Term {
	return d.model.Instance(d.store, a.Pred, a.Args)
}

// define defines p by f over xs.
func (d *modelLifter) define(p *logic.Func, xs []*logic.Term, f *logic.Term, base int) {
	d.model.Define(p, xs, f)
	d.base[p] = base
}

// ports returns distinct variables for the arguments of a. If the arguments are not distinct
// variables themselves, it also returns the equations that connect them.
func (d *modelLifter) ports(a *horn.Atom) (xs, eqs []*logic.Term) {
	if a.HasDistinctVars() {
		return a.Args, nil
	}
	return d.connect(a)
}

// connect returns fresh variables for the arguments of a, and the equations that
// connect them.
func (d *modelLifter) connect(a *horn.Atom) (xs, eqs []*logic.Term) {
	xs = d.fresh(a.Pred)
	for i, x := range xs {
		eqs = append(eqs, d.store.Eq(x, a.Args[i]))
	}
	return xs, eqs
}

// fresh returns fresh variables for the parameters of p.
func (d *modelLifter) fresh(p *logic.Func) []*logic.Term {
	z := make([]*logic.Term, p.Arity())
	for i, sort := range p.Params() {
		z[i] = d.store.Fresh("z", sort)
	}
	return z
}

// exact quantifies all variables except xs existentially in the conjunction, and returns an
// equivalent formula without quantifiers. It returns nil if equations, by cases, do not eliminate
// the variables, or if the result is larger than limit.
func (d *modelLifter) exact(xs []*logic.Term, limit int, conj []*logic.Term) *logic.Term {
	e := &elimination{store: d.store, keep: set(xs), limit: limit}
	return e.eliminate(conj)
}

func set(xs []*logic.Term) map[*logic.Term]bool {
	z := make(map[*logic.Term]bool, len(xs))
	for _, x := range xs {
		z[x] = true
	}
	return z
}

// onlyVars reports whether the free variables of f are in the set.
func onlyVars(f *logic.Term, set map[*logic.Term]bool) bool {
	for _, v := range logic.FreeVars(f) {
		if !set[v] {
			return false
		}
	}
	return true
}

// UseDefines reports whether substitution finds the weakest formula that suffices for clause c, for
// every meaning of its head. c must have one body atom, and the formula defines the predicate of
// this atom.
func UseDefines(sys *horn.System, c *horn.Clause) bool {
	if len(c.Body) != 1 || !c.Body[0].HasDistinctVars() {
		return false
	}
	var args []*logic.Term
	if c.Head != nil {
		args = c.Head.Args
	}
	return eliminates(sys.Store, c.Body[0].Args, []*logic.Term{c.Constraint}, args)
}

// DefinitionDefines reports whether substitution finds the strongest formula that clause c gives
// the predicate of its head, for every meaning of its body.
func DefinitionDefines(sys *horn.System, c *horn.Clause) bool {
	d := &modelLifter{store: sys.Store}
	xs, conj := d.connect(c.Head)
	var args []*logic.Term
	for _, a := range c.Body {
		args = append(args, a.Args...)
	}
	return eliminates(sys.Store, xs, append(conj, c.Constraint), args)
}

// eliminates reports whether equations eliminate all variables except xs from the conjunction and
// from also.
func eliminates(s *logic.Store, xs, conj, also []*logic.Term) bool {
	q := &equations{store: s, keep: set(xs), invert: true, conj: conj, also: slices.Clone(also)}
	q.solve()
	return onlyVars(q.constraint(), q.keep) && !slices.ContainsFunc(q.also, func(t *logic.Term) bool {
		return !onlyVars(t, q.keep)
	})
}

// limit returns the maximal size of a definition made of others of the given size.
func (d *modelLifter) limit(base int) int {
	if d.env.Backend == nil {
		return 1 << 30
	}
	return base + cmp.Or(d.env.Limits.DefinitionSize, 2000)
}

// interpolate returns one formula per part of the query except the root, or nil if the back end
// finds none.
func (d *modelLifter) interpolate(ctx context.Context, q *smt.Query) ([]*logic.Term, error) {
	if i := slices.IndexFunc(q.Part, (*logic.Term).IsFalse); i >= 0 {
		return d.contradiction(q, i), nil
	}
	if d.env.Backend == nil {
		return nil, nil
	}
	if d.itp == nil {
		itp, err := d.env.Backend.Interpolator(d.store, d.env.Solver)
		if err != nil {
			d.env.Logger().Debug("transform: no interpolator", "backend", d.env.Backend.Name(), "err", err)
			return nil, nil
		}
		d.itp = itp
	}
	if !q.HasWords() { // all interpolants are right, and the cost of models is not limited
		q.Method = smt.FromProofs
	}
	z, err := d.itp.Interpolate(ctx, q)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil && z.Status == smt.Sat:
		return nil, errors.New("transform: the model does not satisfy a clause")
	case err != nil || z.Status == smt.Unknown:
		d.env.Logger().Debug("transform: no interpolant", "reason", z.Reason, "err", err)
		return nil, nil
	}
	return z.Formulas, nil
}

// contradiction returns the interpolants of a query whose part i is false: false from there to the
// root, and true elsewhere.
func (d *modelLifter) contradiction(q *smt.Query, i int) []*logic.Term {
	z := make([]*logic.Term, len(q.Part))
	for k := range z {
		z[k] = d.store.True()
	}
	for ; i >= 0; i = q.Parent[i] {
		z[i] = d.store.False()
	}
	return z
}

// strongest returns ∃ȳ. f, where ȳ are the variables of f that are not in xs. It has no quantifiers
// if a projector can eliminate them.
func (d *modelLifter) strongest(ctx context.Context, xs []*logic.Term, f *logic.Term) (*logic.Term, error) {
	keep := set(xs)
	q := &equations{store: d.store, keep: keep, invert: true, conj: []*logic.Term{f}}
	q.solve()
	f = q.constraint()
	ys := slice.Filter(logic.FreeVars(f), func(v *logic.Term) bool { return !keep[v] })
	if len(ys) == 0 {
		return f, nil
	}
	g, err := d.project(ctx, ys, f)
	if err != nil {
		return nil, err
	}
	if g == nil {
		g = d.store.Exists(ys, f)
	}
	return g, nil
}

// maxProjections bounds the disjuncts of a projected formula.
const maxProjections = 64

// project eliminates ys from f model by model. It returns nil if the back end cannot, or exceeds
// its limits.
func (d *modelLifter) project(ctx context.Context, ys []*logic.Term, f *logic.Term) (*logic.Term, error) {
	solver := d.env.NewSolver(d.store, d.env.Solver.Ticks)
	if solver == nil {
		return nil, nil
	}
	defer solver.Close()
	projector, err := d.env.Backend.Projector(d.store, d.env.Solver)
	if err != nil || solver.Assert(f) != nil {
		return nil, nil
	}
	var z []*logic.Term
	for range maxProjections {
		st, err := solver.Check(ctx)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil || st == smt.Unknown:
			return nil, nil
		case st == smt.Unsat:
			return d.store.Or(z...), nil
		}
		m, err := solver.Model()
		if err != nil {
			return nil, nil
		}
		g, err := projector.Project(ctx, m, ys, f)
		if err != nil {
			if turn.Yield(ctx) != nil {
				return nil, context.Cause(ctx)
			}
			return nil, nil
		}
		z = append(z, g)
		if solver.Assert(d.store.Not(g)) != nil {
			return nil, nil
		}
	}
	return nil, nil
}
