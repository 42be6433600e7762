// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// This file weakens the bounds of inequalities to numerals that are likely to survive another
// iteration of a loop. In this order, it tries numerals that neighbouring formulas of the same
// query use for a sum of the same shape, numerals that bound the same sum in the query, and
// numerals near zero.

// inequality is a literal read as sum <= bound, or < when strict.
type inequality struct {
	sum    *logic.Term // without constant
	bound  rational.Rat
	strict bool
}

// asInequality reads a bound on a linear sum.
func (r *run) asInequality(l *logic.Term) (inequality, bool) {
	atom, negated := l, false
	if l.Op() == logic.OpNot {
		atom, negated = l.Arg(0), true
	}
	if atom.Op() != logic.OpLe && atom.Op() != logic.OpLt || atom.Arg(1).Op() != logic.OpNum {
		return inequality{}, false
	}
	z := inequality{atom.Arg(0), atom.Arg(1).Num(), atom.Op() == logic.OpLt}
	if !negated {
		return z, true
	}
	z = inequality{r.store.Neg(z.sum), z.bound.Neg(), !z.strict}
	if z.sum.Sort().IsInt() {
		z.bound, z.strict = z.bound.Sub(rational.Int(1)), false
	}
	return z, true
}

// term returns the literal for q.
func (r *run) term(q inequality) *logic.Term {
	b := r.store.Num(q.bound, q.sum.Sort())
	if q.strict {
		return r.store.Lt(q.sum, b)
	}
	return r.store.Le(q.sum, b)
}

// candidate is a bound with its rank; rank 0 is the best.
type candidate struct {
	bound rational.Rat
	rank  int
}

// The ranks of bounds, best first.
const (
	rankPool    = iota // a sum of this shape had this bound in an earlier cube
	rankWritten        // the query bounds this sum by it
	rankSmall          // 0, -1 or 1
	rankOther
)

// relax weakens cube[i] in place to a bound of better rank, if cube[i] is a bound.
func (r *run) relax(y *block, cube []*logic.Term, i int) error {
	q, ok := r.asInequality(cube[i])
	if !ok {
		return nil
	}
	candidates := r.bounds(q)
	rank := rankOther
	for _, c := range candidates {
		if c.bound.Equal(q.bound) {
			rank = min(rank, c.rank)
		}
	}
	if rank == rankPool {
		return nil
	}
	// A model of y and the other literals shows how far the bound can be weakened.
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
	if limit.Op() != logic.OpNum {
		return nil
	}
	tries := 0
	for _, c := range candidates {
		if c.rank >= rank || tries == maxRelax {
			return nil
		}
		if !q.bound.Less(c.bound) || limit.Num().Less(c.bound) {
			continue
		}
		tries++
		weaker := r.term(inequality{q.sum, c.bound, q.strict})
		st, err := r.check(y.solver, append(slices.Clone(others), weaker)...)
		if err != nil {
			return err
		}
		if st == smt.Unsat {
			cube[i] = weaker
			return nil
		}
	}
	return nil
}

// bounds lists bounds for the sum of q, best rank first.
func (r *run) bounds(q inequality) []candidate {
	var z []candidate
	shape := shapeOf(r.store.Linear(q.sum))
	for _, p := range r.pool {
		if p.shape == shape {
			z = append(z, candidate{p.bound, rankPool})
		}
	}
	one := rational.Int(1)
	add := func(k rational.Rat) { z = append(z, candidate{k, rankWritten}) }
	for _, a := range r.atomsOver(q.sum) {
		k := a.Arg(1).Num()
		add(k)
		if a.Op() == logic.OpEq && q.sum.Sort().IsInt() {
			add(k.Sub(one))
		}
	}
	for _, a := range r.atomsOver(r.store.Neg(q.sum)) {
		k := a.Arg(1).Num().Neg()
		if a.Op() == logic.OpEq || !q.sum.Sort().IsInt() {
			add(k)
		}
		if q.sum.Sort().IsInt() {
			add(k.Sub(one))
		}
	}
	for _, k := range []int64{0, -1, 1} {
		z = append(z, candidate{rational.Int(k), rankSmall})
	}
	return z
}

// atomsOver returns the atoms of the query that compare the sum with a numeral.
func (r *run) atomsOver(sum *logic.Term) []*logic.Term {
	if r.written == nil {
		r.written = map[*logic.Term][]*logic.Term{}
		for _, a := range r.atomsIn(r.q.Part) {
			switch a.Op() {
			case logic.OpLe, logic.OpLt, logic.OpEq:
				if a.Arg(1).Op() == logic.OpNum {
					r.written[a.Arg(0)] = append(r.written[a.Arg(0)], a)
				}
			}
		}
	}
	return r.written[sum]
}

// pooled is a bound on a sum of some shape.
type pooled struct {
	shape uint64
	bound rational.Rat
}

// maxPool bounds the bounds remembered.
const maxPool = 16

// remember records the shape of a chosen formula and the bounds in its cubes.
func (r *run) remember(f *logic.Term, cubes [][]*logic.Term) {
	r.remembered[signature(f)] = true
	for _, c := range cubes {
		for _, l := range c {
			q, ok := r.asInequality(l)
			if !ok {
				continue
			}
			p := pooled{shapeOf(r.store.Linear(q.sum)), q.bound}
			r.pool = slices.DeleteFunc(r.pool, func(o pooled) bool { return o.shape == p.shape && o.bound.Equal(p.bound) })
			r.pool = slices.Insert(r.pool, 0, p)
			r.pool = r.pool[:min(len(r.pool), maxPool)]
		}
	}
}

// shapeOf hashes a sum. Of the names of variables, only the stems matter.
func shapeOf(l logic.Linear) uint64 {
	var z uint64
	for _, m := range l.Monomials {
		z += mix(m.Coeff.Hash() ^ mix(signature(m.Term)))
	}
	return z
}

// mix scrambles a hash (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
