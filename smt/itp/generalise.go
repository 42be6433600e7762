// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"errors"
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smtlib"
)

func unsupportedFunc(f *smtlib.Func) error {
	return fmt.Errorf("itp: the function %v occurs on one side only and cannot be projected away: %w", f, errors.ErrUnsupported)
}

// generalise weakens a cube that is inconsistent with y, keeping it so: it drops
// literals, splits equalities into the half that matters, and relaxes bounds to
// numerals that are likely to survive in a loop.
func (r *run) generalise(y *block, cube []*smtlib.Term, x *block) ([]*smtlib.Term, error) {
	cube, err := r.shrink(y, cube)
	if err != nil {
		return nil, err
	}
	if halves, split := r.halves(cube); split {
		if cube, err = r.shrink(y, halves); err != nil {
			return nil, err
		}
	}
	for i := range cube {
		if err := r.relax(y, x, cube, i); err != nil {
			return nil, err
		}
	}
	return cube, nil
}

// shrink drops literals of an inconsistent cube, heaviest first, until none can
// go or the budget is used up.
func (r *run) shrink(y *block, cube []*smtlib.Term) ([]*smtlib.Term, error) {
	cube = slices.Clone(cube)
	heaviestFirst(cube)
	tries := 0
	for i := 0; i < len(cube) && tries < r.opts.MaxShrink; tries++ {
		rest := slices.Delete(slices.Clone(cube), i, i+1)
		st, err := r.check(y.solver, rest...)
		if err != nil {
			return nil, err
		}
		if st != smt.Unsat {
			i++
			continue
		}
		core := map[*smtlib.Term]bool{}
		for _, l := range y.solver.Core() {
			core[l] = true
		}
		// What was tried before i is needed and stays; keep the core of the rest.
		next := slices.DeleteFunc(rest, func(l *smtlib.Term) bool { return !core[l] })
		r.stats.Dropped += int64(len(cube) - len(next))
		i = min(i, len(next))
		cube = next
	}
	return cube, nil
}

// halves replaces arithmetic equalities by two inequalities and reports
// whether there were any.
func (r *run) halves(cube []*smtlib.Term) ([]*smtlib.Term, bool) {
	var z []*smtlib.Term
	split := false
	for _, l := range cube {
		if l.Op() == smtlib.OpEq && l.Arg(0).Sort().IsArith() {
			z = append(z, r.store.Le(l.Arg(0), l.Arg(1)), r.store.Ge(l.Arg(0), l.Arg(1)))
			split = true
		} else {
			z = append(z, l)
		}
	}
	return z, split
}

// inequality is a literal read as sum <= bound, or < when strict.
type inequality struct {
	sum    *smtlib.Term // without constant
	bound  rational.Rat
	strict bool
}

// asInequality reads a bound on a linear sum.
func (r *run) asInequality(l *smtlib.Term) (inequality, bool) {
	atom, negated := l, false
	if l.Op() == smtlib.OpNot {
		atom, negated = l.Arg(0), true
	}
	if atom.Op() != smtlib.OpLe && atom.Op() != smtlib.OpLt || atom.Arg(1).Op() != smtlib.OpNum {
		return inequality{}, false
	}
	z := inequality{atom.Arg(0), atom.Arg(1).Num(), atom.Op() == smtlib.OpLt}
	if !negated {
		return z, true
	}
	z = inequality{r.store.Neg(z.sum), z.bound.Neg(), !z.strict}
	if z.sum.Sort().IsInt() {
		z.bound, z.strict = z.bound.Sub(rational.Int(1)), false
	}
	return z, true
}

func (r *run) term(q inequality) *smtlib.Term {
	b := r.store.Num(q.bound, q.sum.Sort())
	if q.strict {
		return r.store.Lt(q.sum, b)
	}
	return r.store.Le(q.sum, b)
}

// relax weakens the bound of cube[i] in place, when it is one, to a numeral that
// an earlier formula of the query has settled on, or that stands in the parts,
// or is near zero.
func (r *run) relax(y, x *block, cube []*smtlib.Term, i int) error {
	q, ok := r.asInequality(cube[i])
	if !ok {
		return nil
	}
	// A model of y and the other literals says how far the bound can go.
	others := slices.Delete(slices.Clone(cube), i, i+1)
	st, err := r.check(y.solver, others...)
	if err != nil || st != smt.Sat {
		return err
	}
	m, err := y.solver.Model()
	if err != nil {
		return err
	}
	limit := m.Eval(q.sum)
	if limit.Op() != smtlib.OpNum {
		return nil
	}
	tries := 0
	for _, k := range r.bounds(q, y, x) {
		if !q.bound.Less(k) || !k.Less(limit.Num()) || tries == r.opts.MaxRelax {
			continue
		}
		tries++
		weaker := r.term(inequality{q.sum, k, q.strict})
		st, err := r.check(y.solver, append(slices.Clone(others), weaker)...)
		if err != nil {
			return err
		}
		if st == smt.Unsat {
			cube[i] = weaker
			r.stats.Relaxed++
			return nil
		}
	}
	return nil
}

// bounds lists numerals to relax the bound of q to, in order of preference.
func (r *run) bounds(q inequality, y, x *block) []rational.Rat {
	one := rational.Int(1)
	z := slices.Clone(r.pool)
	negated := r.store.Neg(q.sum)
	for _, b := range []*block{y, x} {
		for _, a := range r.atomsIn(b.parts) {
			if a.Op() != smtlib.OpLe && a.Op() != smtlib.OpLt && a.Op() != smtlib.OpEq || a.Arg(1).Op() != smtlib.OpNum {
				continue
			}
			k := a.Arg(1).Num()
			switch a.Arg(0) {
			case q.sum:
				z = append(z, k)
				if a.Op() == smtlib.OpEq {
					z = append(z, k.Sub(one))
				}
			case negated:
				if a.Op() == smtlib.OpEq || a.Op() == smtlib.OpLt {
					z = append(z, k.Neg())
				}
				z = append(z, k.Neg().Sub(one))
			}
		}
	}
	return append(z, rational.Int(0), rational.Int(-1), one)
}

// notePool remembers the bounds of a settled formula.
func (r *run) notePool(f *smtlib.Term) {
	for _, a := range r.atomsIn([]*smtlib.Term{f}) {
		for _, l := range []*smtlib.Term{a, r.store.Not(a)} {
			q, ok := r.asInequality(l)
			if !ok || slices.ContainsFunc(r.pool, q.bound.Equal) {
				continue
			}
			r.pool = slices.Insert(r.pool, 0, q.bound)
			r.pool = r.pool[:min(len(r.pool), 8)]
		}
	}
}
