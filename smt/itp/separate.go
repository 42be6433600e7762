// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"fmt"

	"cornet/smt"
	"cornet/smtlib"
)

// maxSimple is the weight up to which an interpolant is taken without looking
// for a simpler one: an inequality between two variables weighs less.
const maxSimple = 6

// block is one side of a binary query.
type block struct {
	parts  []*smtlib.Term
	voc    vocabulary
	solver smt.Solver // has the parts asserted
}

// separate returns a formula that a implies, that is inconsistent with b, and
// whose symbols occur in both. It covers b when dual is set, and else a; the
// other way is tried when that fails.
func (r *run) separate(a, b []*smtlib.Term, dual bool) (*smtlib.Term, error) {
	r.side[0].Push()
	defer r.side[0].Pop(1)
	r.side[1].Push()
	defer r.side[1].Pop(1)
	x := &block{parts: a, voc: vocabularyOf(a...), solver: r.side[0]}
	y := &block{parts: b, voc: vocabularyOf(b...), solver: r.side[1]}
	for _, s := range []*block{x, y} {
		for _, t := range s.parts {
			if t.IsFalse() {
				return r.store.BoolValue(s == y), nil
			}
			if err := s.solver.Assert(t); err != nil {
				return nil, err
			}
		}
	}
	// The constant true is weaker than false: prefer it when b alone is
	// inconsistent.
	for _, s := range []*block{y, x} {
		st, err := r.check(s.solver)
		if err != nil {
			return nil, err
		}
		if st == smt.Unsat {
			return r.store.BoolValue(s == y), nil
		}
	}
	best, err := r.separateFrom(x, y, dual)
	if err == nil || isFatal(err) {
		return best, err
	}
	if other, err2 := r.separateFrom(x, y, !dual); err2 == nil {
		return other, nil
	}
	return nil, err
}

// separateFrom covers one side, with projected literals and with literals of
// the given formulas, and returns the simpler result.
func (r *run) separateFrom(x, y *block, dual bool) (*smtlib.Term, error) {
	if dual {
		x, y = y, x
	}
	var best *smtlib.Term
	var failure error
	for _, from := range []source{projected, written} {
		cubes, err := r.cover(x, y, from)
		if err != nil {
			if isFatal(err) {
				return nil, err
			}
			failure = err
			continue
		}
		f := r.disjunction(cubes)
		if dual {
			f = r.store.Not(f)
		}
		f = r.tidy(f)
		if best == nil || weight(f) < weight(best) {
			best = f
		}
		if weight(best) <= maxSimple {
			break
		}
	}
	if best == nil {
		return nil, failure
	}
	r.notePool(best)
	return best, nil
}

func (r *run) disjunction(cubes [][]*smtlib.Term) *smtlib.Term {
	z := make([]*smtlib.Term, len(cubes))
	for i, c := range cubes {
		z[i] = r.store.And(c...)
	}
	return r.store.Or(z...)
}

// source says where the literals of a cube come from.
type source uint8

const (
	projected source = iota // the projection of the model
	written                 // atoms of the parts over shared symbols, first
)

// cover returns cubes over the symbols that x and y share such that x implies
// their disjunction and each is inconsistent with y. x ∧ y is unsatisfiable and
// each alone is not.
//
// Invariant: the disjunction of the cubes covers every model of x that has been
// enumerated; the solver of x has the negations of the cubes asserted.
func (r *run) cover(x, y *block, from source) ([][]*smtlib.Term, error) {
	locals, funcs := y.voc.local(x.parts)
	var atoms []*smtlib.Term
	if from == written {
		atoms = r.sharedAtoms(x, y)
	}
	if len(funcs) > 0 && from == projected {
		return nil, unsupportedFunc(funcs[0])
	}
	x.solver.Push()
	defer x.solver.Pop(1)
	all := r.store.And(x.parts...)
	var cubes [][]*smtlib.Term
	for {
		st, err := r.check(x.solver)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return r.irredundant(x, cubes)
		case st == smt.Unknown:
			return nil, &giveUp{"models of one side not enumerated: " + x.solver.Reason()}
		case len(cubes) == r.opts.MaxCubes:
			return nil, &giveUp{fmt.Sprintf("more than %d cubes", r.opts.MaxCubes)}
		}
		m, err := x.solver.Model()
		if err != nil {
			return nil, err
		}
		r.stats.Models++
		cube, err := r.cube(x, y, m, atoms, locals, all)
		if err != nil {
			return nil, err
		}
		r.stats.Cubes++
		cubes = append(cubes, cube)
		if err := x.solver.Assert(r.store.Not(r.store.And(cube...))); err != nil {
			return nil, err
		}
	}
}

// cube returns a conjunction of shared literals that m satisfies and that is
// inconsistent with y, generalised.
func (r *run) cube(x, y *block, m *smtlib.Model, atoms, locals []*smtlib.Term, all *smtlib.Term) ([]*smtlib.Term, error) {
	if len(atoms) > 0 {
		lits := r.literals(m, atoms)
		st, err := r.check(y.solver, lits...)
		if err != nil {
			return nil, err
		}
		if st == smt.Unsat {
			return r.generalise(y, y.solver.Core(), x)
		}
	}
	if _, funcs := y.voc.local(x.parts); len(funcs) > 0 {
		return nil, unsupportedFunc(funcs[0])
	}
	r.stats.Projections++
	g, err := r.projector.Project(r.ctx, m, locals, all)
	if err != nil {
		return nil, err
	}
	lits := conjuncts(g)
	st, err := r.check(y.solver, lits...)
	switch {
	case err != nil:
		return nil, err
	case st == smt.Unknown:
		return nil, &giveUp{"a projected cube is not decided: " + y.solver.Reason()}
	case st == smt.Sat:
		return nil, &giveUp{"a projected cube is consistent with the other side: the projector or a solver is wrong"}
	}
	return r.generalise(y, y.solver.Core(), x)
}

// conjuncts returns the conjuncts of f; the slice is the caller's.
func conjuncts(f *smtlib.Term) []*smtlib.Term {
	if f.Op() == smtlib.OpAnd {
		return append([]*smtlib.Term(nil), f.Args()...)
	}
	return []*smtlib.Term{f}
}

// irredundant drops cubes that the others make unnecessary, heaviest first. The
// solver of x has all of them blocked.
func (r *run) irredundant(x *block, cubes [][]*smtlib.Term) ([][]*smtlib.Term, error) {
	if len(cubes) < 2 {
		return cubes, nil
	}
	x.solver.Pop(1) // the blocked cubes
	x.solver.Push()
	negated := make([]*smtlib.Term, len(cubes))
	for i, c := range cubes {
		negated[i] = r.store.Not(r.store.And(c...))
	}
	kept := append([]*smtlib.Term(nil), negated...)
	heaviestFirst(kept)
	for i := 0; i < len(kept); {
		rest := append(append([]*smtlib.Term(nil), kept[:i]...), kept[i+1:]...)
		st, err := r.check(x.solver, rest...)
		if err != nil {
			return nil, err
		}
		if st != smt.Unsat {
			i++
			continue
		}
		kept = rest
	}
	in := map[*smtlib.Term]bool{}
	for _, k := range kept {
		in[k] = true
	}
	var z [][]*smtlib.Term
	for i, c := range cubes {
		if in[negated[i]] {
			in[negated[i]] = false
			z = append(z, c)
		}
	}
	return z, nil
}
