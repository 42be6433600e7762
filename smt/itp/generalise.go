// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"errors"
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// This file weakens a cube that is inconsistent with a block y and keeps it inconsistent. A lazy
// abstraction repeats its query for every iteration of a loop. It stops only if it finds a formula
// that does not depend on the number of iterations. So simple cubes are preferred: few literals,
// few variables, small numerals.

func unsupportedFunc(f *logic.Func) error {
	return fmt.Errorf("itp: the function %v occurs on one side only and cannot be projected away: %w", f, errors.ErrUnsupported)
}

// maxHeavier bounds how much heavier an inequality may be than the cube that it replaces.
const maxHeavier = 2

// generalise drops literals, splits equalities into the half that matters, combines inequalities,
// and relaxes bounds. The cube is inconsistent with the block y of c. If all is given, the cube is
// a core of these literals.
func (c *covering) generalise(cube, all []*logic.Term) ([]*logic.Term, error) {
	if c.spentMoreThan(c.opts.MaxEffort / generalFraction) {
		return cube, nil
	}
	cube, err := c.shrink(c.y, cube)
	if err != nil || c.spentMoreThan(c.opts.MaxEffort/generalFraction) {
		return cube, err
	}
	if 1 < len(all) && len(all) <= maxDelete && c.cubeWeight(cube) > minDelete {
		// The solver chose the core. Deletion from all literals, heaviest first, may find a lighter
		// one.
		other, err := c.delete(c.y, all)
		if err != nil {
			return nil, err
		}
		if c.cubeWeight(other) < c.cubeWeight(cube) {
			cube = other
		}
	}
	if halves, split := c.halves(cube); split {
		if cube, err = c.shrink(c.y, halves); err != nil {
			return nil, err
		}
	}
	if cube, err = c.combine(c.y, cube); err != nil {
		return nil, err
	}
	if c.outer && len(cube) > 1 && len(all) > 1 {
		l, err := c.halfspace(all, c.cubeWeight(cube)+maxHeavier)
		if err != nil {
			return nil, err
		}
		if l != nil {
			cube = []*logic.Term{l}
		}
	}
	for i := range cube {
		if err := c.relax(c.y, cube, i); err != nil {
			return nil, err
		}
	}
	return cube, nil
}

// A cube of up to maxDelete literals is minimised a second time if the core weighs more than
// minDelete.
const (
	maxDelete = 12
	minDelete = 2
)

// delete drops literals of an inconsistent cube one by one, heaviest first. Unlike shrink, it does
// not use cores to choose the literals that stay.
func (r *run) delete(y *block, cube []*logic.Term) ([]*logic.Term, error) {
	cube = slices.Clone(cube)
	heaviestFirst(cube)
	return smt.Minimise(cube, smt.Unbounded, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		st, err := r.check(y.solver, rest...)
		return rest, st == smt.Unsat, err
	})
}

// shrink drops literals of an inconsistent cube, heaviest first, until no more can be dropped or
// the budget is used up.
func (r *run) shrink(y *block, cube []*logic.Term) ([]*logic.Term, error) {
	cube = slices.Clone(cube)
	heaviestFirst(cube)
	z, err := smt.Minimise(cube, maxShrink, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		st, err := r.check(y.solver, rest...)
		if err != nil || st != smt.Unsat {
			return nil, false, err
		}
		return smt.Needed(y.solver, rest), true, nil
	})
	return z, err
}

// halves replaces arithmetic equalities by two inequalities and reports
// whether there were any.
func (r *run) halves(cube []*logic.Term) ([]*logic.Term, bool) {
	var z []*logic.Term
	split := false
	for _, l := range cube {
		z = append(z, r.store.Halves(l)...)
		split = split || l.IsEquation()
	}
	return z, split
}

// maxCombine bounds the inequalities of a cube whose sums are formed.
const maxCombine = 6

// combine looks for a simpler cube among sums of pairs of inequalities: x = 0 ∧ y = 0 may be
// stronger than needed if x = y would suffice. Sums follow from the cube, so an inconsistent set of
// them is a weakening.
func (r *run) combine(y *block, cube []*logic.Term) ([]*logic.Term, error) {
	if r.cubeWeight(cube) <= 2 || len(cube) < 2 {
		return cube, nil
	}
	var ineqs []inequality
	var others []*logic.Term
	for _, l := range cube {
		if q, ok := r.asInequality(l); ok {
			ineqs = append(ineqs, q)
		} else {
			others = append(others, l)
		}
	}
	if len(ineqs) < 2 || len(ineqs) > maxCombine {
		return cube, nil
	}
	sums, lighter := r.sums(ineqs)
	var candidates [][]*logic.Term
	if len(sums) > 0 {
		candidates = append(candidates, slices.Concat(others, sums))
	}
	if len(lighter) > 0 {
		candidates = append(candidates, slices.Concat(cube, lighter))
	}
	best := cube
	for _, candidate := range candidates {
		st, err := r.check(y.solver, candidate...)
		if err != nil {
			return nil, err
		}
		if st != smt.Unsat {
			continue
		}
		next, err := r.shrink(y, candidate) // a core might lack the sums
		if err != nil {
			return nil, err
		}
		if r.cubeWeight(next) < r.cubeWeight(best) {
			best = next
		}
	}
	return best, nil
}

func (r *run) cubeWeight(cube []*logic.Term) int { return weight(r.tidy(r.store.And(cube...))) }

// sums returns the sums of pairs of inequalities, once unscaled and once scaled so that a common
// variable cancels. lighter contains the sums that weigh less than their heavier summand.
func (r *run) sums(ineqs []inequality) (all, lighter []*logic.Term) {
	seen := map[*logic.Term]bool{}
	for i, p := range ineqs {
		for _, q := range ineqs[:i] {
			if p.sum.Sort() != q.sum.Sort() {
				continue
			}
			x, y := r.store.Linear(p.sum), r.store.Linear(q.sum)
			for _, f := range factors(x, y) {
				z := inequality{
					sum:    r.store.Sum(x.Scale(f[0]).Add(y.Scale(f[1])), p.sum.Sort()),
					bound:  p.bound.Mul(f[0]).AddMul(f[1], q.bound),
					strict: p.strict || q.strict,
				}
				l := r.term(z)
				if seen[l] || l.IsTrue() || l.IsFalse() {
					continue
				}
				seen[l] = true
				all = append(all, l)
				if weight(l) < max(weight(r.term(p)), weight(r.term(q))) {
					lighter = append(lighter, l)
				}
			}
		}
	}
	return all, lighter
}

// factors returns the pairs of positive factors by which two sums are multiplied before they are
// added.
func factors(x, y logic.Linear) [][2]rational.Rat {
	one := rational.Int(1)
	z := [][2]rational.Rat{{one, one}}
	for _, m := range x.Monomials {
		a, b := m.Coeff, y.Coeff(m.Term)
		if a.Sign()*b.Sign() < 0 && !a.Neg().Equal(b) {
			return append(z, [2]rational.Rat{b.Abs(), a.Abs()})
		}
	}
	return z
}
