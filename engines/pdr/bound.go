// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"iter"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file handles literals of a cube that bound linear sums.

// bound is a literal sum <= limit, or sum < limit if strict. For a lower bound, the relations are
// >= and >.
type bound struct {
	sum    *logic.Term // without a constant; the first coefficient is positive
	lower  bool
	limit  rational.Rat
	strict bool // only for Real
}

// asBound returns a literal in canonical form as a bound.
func asBound(t *logic.Term) (bound, bool) {
	atom, negated := t, false
	if t.Op() == logic.OpNot {
		atom, negated = t.Arg(0), true
	}
	if atom.Op() != logic.OpLe && atom.Op() != logic.OpLt || atom.Arg(1).Op() != logic.OpNum {
		return bound{}, false
	}
	z := bound{atom.Arg(0), negated, atom.Arg(1).Num(), (atom.Op() == logic.OpLt) != negated}
	if negated && z.sum.Sort().IsInt() {
		z.limit, z.strict = z.limit.Add(rational.Int(1)), false
	}
	return z, true
}

// term returns the literal of b.
func (s *search) boundTerm(b bound) *logic.Term {
	limit := s.store.Num(b.limit, b.sum.Sort())
	switch {
	case b.lower && b.strict:
		return s.store.Gt(b.sum, limit)
	case b.lower:
		return s.store.Ge(b.sum, limit)
	case b.strict:
		return s.store.Lt(b.sum, limit)
	}
	return s.store.Le(b.sum, limit)
}

// implies reports whether b implies c. Both must bound the same sum on the same side.
func (b bound) implies(c bound) bool {
	order := b.limit.Cmp(c.limit)
	if b.lower {
		order = -order
	}
	return order < 0 || order == 0 && (b.strict || !c.strict)
}

// nonpositive returns the sum d such that b is equivalent to d <= 0, or to d < 0 if strict.
func (s *search) nonpositive(b bound) logic.Linear {
	z := s.store.Linear(b.sum)
	z.Const = z.Const.Sub(b.limit)
	if b.lower {
		z = z.Scale(rational.Int(-1))
	}
	return z
}

// tidy drops bounds of a cube that another bound of the same sum implies.
func tidy(cube []*logic.Term) []*logic.Term {
	type side struct {
		sum   *logic.Term
		lower bool
	}
	best := map[side]int{} // index in z
	var z []*logic.Term
	for _, t := range cube {
		b, ok := asBound(t)
		if !ok {
			z = append(z, t)
			continue
		}
		k := side{b.sum, b.lower}
		i, found := best[k]
		if !found {
			best[k] = len(z)
			z = append(z, t)
			continue
		}
		if c, _ := asBound(z[i]); !c.implies(b) {
			z[i] = t
		}
	}
	return z
}

const (
	// maxCombine limits the inequalities of a cube for which sums are tried.
	maxCombine = 8
	// maxExchanges limits the bounds of a lemma that are replaced by a sum, while the other bound
	// of the sum stays.
	maxExchanges = 4
)

// combine strengthens a lemma by sums of bounds. For example, x <= k ∧ x >= y + k + 1, for one of
// many k, becomes y <= -1. If a term cancels in the sum of two bounds, the sum replaces both or one
// of them, as long as the lemma stays inductive. Two bounds imply their sum, so the lemma gets
// stronger.
func (s *search) combine(ctx context.Context, l *location, cube []*logic.Term, level int) ([]*logic.Term, error) {
	exchanges := 0
	tried := map[*logic.Term]bool{}
again:
	for {
		var at []int
		for i, t := range cube {
			if _, ok := asBound(t); ok {
				at = append(at, i)
			}
		}
		if len(at) < 2 || len(at) > maxCombine {
			return cube, nil
		}
		for _, keep := range []bool{false, true} {
			if keep && exchanges == maxExchanges {
				break
			}
			for rest := range s.combinations(cube, at, keep) {
				key := s.store.And(rest...)
				if tried[key] {
					continue
				}
				tried[key] = true
				ok, core, err := s.inductive(ctx, l, rest, level)
				if err != nil {
					return nil, err
				}
				if ok {
					s.stats.Combined++
					if keep {
						exchanges++
					}
					cube = core
					continue again
				}
			}
		}
		return cube, nil
	}
}

// combinations returns the cubes in which a sum of two of the bounds at the given indices replaces
// both of them, or only one if keep is set.
func (s *search) combinations(cube []*logic.Term, at []int, keep bool) iter.Seq[[]*logic.Term] {
	return func(yield func([]*logic.Term) bool) {
		for x, i := range at {
			for _, j := range at[:x] {
				if !s.combinationsOf(cube, i, j, keep, yield) {
					return
				}
			}
		}
	}
}

// combinationsOf yields the cubes for the bounds at i and j until yield returns false.
func (s *search) combinationsOf(cube []*logic.Term, i, j int, keep bool, yield func([]*logic.Term) bool) bool {
	for _, t := range s.sums(cube[i], cube[j]) {
		for _, out := range outs(keep, i, j) {
			if rest := replace(cube, out, t); rest != nil && !yield(rest) {
				return false
			}
		}
	}
	return true
}

// outs returns the sets of bounds to leave out: i and j, or one of them.
func outs(keep bool, i, j int) [][]int {
	if keep {
		return [][]int{{i}, {j}}
	}
	return [][]int{{i, j}}
}

// replace returns the cube with t instead of the literals at the indices out. It returns nil if t
// adds nothing.
func replace(cube []*logic.Term, out []int, t *logic.Term) []*logic.Term {
	if t.IsTrue() || t.IsFalse() || slices.Contains(cube, t) {
		return nil
	}
	var z []*logic.Term
	for k, u := range cube {
		if !slices.Contains(out, k) {
			z = append(z, u)
		}
	}
	return append(z, t)
}

// sums returns the sums of two bounds, with positive factors, in which a term
// cancels.
func (s *search) sums(t, u *logic.Term) []*logic.Term {
	b, _ := asBound(t)
	c, _ := asBound(u)
	if b.sum.Sort() != c.sum.Sort() || b.sum == c.sum {
		return nil
	}
	x, y := s.nonpositive(b), s.nonpositive(c)
	var z []*logic.Term
	for _, m := range x.Monomials {
		p, q := m.Coeff, y.Coeff(m.Term)
		if p.Sign()*q.Sign() >= 0 {
			continue
		}
		sum := x.Scale(q.Abs()).Add(y.Scale(p.Abs()))
		z = append(z, s.store.Nonpositive(sum, b.strict || c.strict, b.sum.Sort()))
	}
	return z
}
