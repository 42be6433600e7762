// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// This file separates two inconsistent blocks x and y: it finds a formula over shared symbols that
// x implies and that is inconsistent with y. It enumerates models of x. Each model yields a cube:
// shared literals that the model satisfies and that are inconsistent with y. The cube is
// generalised. When the cubes cover x, their disjunction is the answer. (Chockler, Ivrii and
// Matsliah, HVC 2012, call the negations of the cubes the clauses of an interpolant of (y, x).)

// maxSimple is the weight up to which a formula counts as simple, so that no simpler one is looked
// for. An inequality between two variables weighs less.
const maxSimple = 6

// block is one side of a binary query.
type block struct {
	parts    []*logic.Term
	solver   smt.Solver
	asserted bool // the solver has the parts already
}

// open asserts the parts in a new scope. A part that is false ends it early.
func (b *block) open() error {
	b.solver.Push()
	if b.asserted {
		return nil
	}
	for _, t := range b.parts {
		if err := b.solver.Assert(t); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) close() { b.solver.Pop(1) }

// separate returns a formula over symbols of voc that x implies and that is inconsistent with y. x
// is the small side, which is covered. If that fails, y is covered. outer means that the
// interpolant will be the negation of the formula.
func (r *run) separate(x, y *block, voc vocabulary, outer bool) (*logic.Term, error) {
	if slices.ContainsFunc(x.parts, (*logic.Term).IsFalse) {
		return r.store.False(), nil
	}
	defer x.close()
	if err := x.open(); err != nil {
		return nil, err
	}
	defer y.close()
	if err := y.open(); err != nil {
		return nil, err
	}
	small := vocabularyOf(x.parts...)
	keep := vocabulary{}
	for v := range small {
		if voc[v] {
			keep[v] = true
		}
	}
	z, err := r.separateFrom(x, y, keep, outer)
	if err == nil || isFatal(err) {
		return z, err
	}
	r.opts.Log.Debug("covering the other side", "reason", err)
	if z, err := r.separateFrom(y, x, keep, !outer); err == nil {
		return r.tidy(r.store.Not(z)), nil
	}
	return nil, err
}

// separateFrom covers x with projected literals. If the result is neither simple nor equal to a
// neighbour's formula up to names, it also covers x with literals of the given parts. It returns
// the simpler result.
func (r *run) separateFrom(x, y *block, keep vocabulary, outer bool) (*logic.Term, error) {
	var best *logic.Term
	var cubes [][]*logic.Term
	var failure error
	sources := []source{projected, written}
	if r.exact {
		sources = []source{eliminated}
	}
	for _, from := range sources {
		c := &covering{run: r, x: x, y: y, outer: outer}
		found, err := c.cover(keep, from)
		if err != nil {
			if isFatal(err) {
				return nil, err
			}
			failure = err
			continue
		}
		f := r.disjunction(found)
		if best == nil || weight(f) < weight(best) {
			best, cubes = f, found
		}
		if weight(best) <= maxSimple || r.remembered[signature(best)] {
			break
		}
	}
	if best == nil {
		return nil, failure
	}
	r.remember(best, cubes)
	return best, nil
}

// disjunction returns the tidied disjunction of cubes.
func (r *run) disjunction(cubes [][]*logic.Term) *logic.Term {
	z := slice.Map(cubes, func(c []*logic.Term) *logic.Term { return r.store.And(c...) })
	return r.tidy(r.store.Or(z...))
}

// source states where the literals of a cube come from.
type source uint8

const (
	projected  source = iota // the projection of the model, generalised
	written                  // atoms of the parts over shared symbols, if they suffice
	eliminated               // the projection of the model, not generalised
)

// cover returns cubes over the symbols keep such that x implies their
// disjunction and each is inconsistent with y. x ∧ y is unsatisfiable.
//
// Invariant: the cubes cover every model of x that has been enumerated; the
// solver of x has their negations asserted.
func (c *covering) cover(keep vocabulary, from source) ([][]*logic.Term, error) {
	r, x, y := c.run, c.x, c.y
	vars, funcs := keep.local(x.parts)
	c.locals = vars
	if from == written {
		c.atoms = r.sharedAtoms(x, y, keep)
	}
	if len(funcs) > 0 {
		if from != written {
			return nil, unsupportedFunc(funcs[0])
		}
		c.stuck = funcs[0]
	}
	c.all = r.store.And(x.parts...)
	x.solver.Push()
	defer x.solver.Pop(1)
	var cubes [][]*logic.Term
	for {
		st, err := r.check(x.solver)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return r.irredundant(x, cubes)
		case st == smt.Unknown:
			return nil, undecided("models of one side not enumerated", x.solver)
		case len(cubes) == r.opts.MaxCubes:
			return nil, &giveUp{reason: fmt.Sprintf("more than %d cubes", r.opts.MaxCubes)}
		}
		m, err := x.solver.Model()
		if err != nil {
			return nil, err
		}
		cube, err := c.cube(m)
		if err != nil {
			return nil, err
		}
		cubes = append(cubes, cube)
		if err := x.solver.Assert(r.store.Not(r.store.And(cube...))); err != nil {
			return nil, err
		}
	}
}

// covering has the data that the cubes of one call of cover share.
type covering struct {
	*run
	x, y   *block
	all    *logic.Term    // conjunction of the parts of x
	locals []*logic.Term  // variables to project away
	atoms  []*logic.Term  // atoms to try first
	stuck  *logic.Func    // a function that cannot be projected away, or nil
	outer  bool           // cubes end up negated, as clauses
	points []*logic.Model // models of y found so far, for halfspace
}

// cube returns a generalised conjunction of shared literals that m satisfies and that is
// inconsistent with y.
func (c *covering) cube(m *logic.Model) ([]*logic.Term, error) {
	if len(c.atoms) > 0 {
		st, err := c.check(c.y.solver, c.literals(m, c.atoms)...)
		if err != nil {
			return nil, err
		}
		if st == smt.Unsat {
			return c.generalise(c.y.solver.Core(), nil)
		}
	}
	if c.stuck != nil {
		return nil, unsupportedFunc(c.stuck)
	}
	g, err := c.projector.Project(c.ctx, m, c.locals, c.all)
	if err != nil {
		return nil, err
	}
	if c.exact {
		return []*logic.Term{g}, nil
	}
	lits := conjuncts(c.tidy(g))
	st, err := c.check(c.y.solver, lits...)
	switch {
	case err != nil:
		return nil, err
	case st == smt.Unknown:
		return nil, undecided("a projected cube is not decided", c.y.solver)
	case st == smt.Sat:
		return nil, &giveUp{reason: "a projected cube is consistent with the other side: the projector or a solver is wrong"}
	}
	return c.generalise(c.y.solver.Core(), lits)
}

// conjuncts returns the conjuncts of f. The caller owns the slice.
func conjuncts(f *logic.Term) []*logic.Term {
	if f.Op() == logic.OpAnd {
		return slices.Clone(f.Args())
	}
	return []*logic.Term{f}
}

// irredundant drops cubes that the others make unnecessary, heaviest first. The
// solver of x has all of them blocked in its innermost scope.
func (r *run) irredundant(x *block, cubes [][]*logic.Term) ([][]*logic.Term, error) {
	if len(cubes) < 2 {
		return cubes, nil
	}
	x.solver.Pop(1)
	x.solver.Push()
	negated := slice.Map(cubes, func(c []*logic.Term) *logic.Term { return r.store.Not(r.store.And(c...)) })
	kept := slices.Clone(negated)
	heaviestFirst(kept)
	kept, err := smt.Minimise(kept, smt.Unbounded, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		st, err := r.check(x.solver, rest...)
		return rest, st == smt.Unsat, err
	})
	if err != nil {
		return nil, err
	}
	var z [][]*logic.Term
	for i, c := range cubes {
		if k := slices.Index(kept, negated[i]); k >= 0 {
			kept = slices.Delete(kept, k, k+1)
			z = append(z, c)
		}
	}
	return z, nil
}
