// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// This file looks for lemmas that differ only in numerals, such as
//
//	¬(x <= 3 ∧ y >= 4), ¬(x <= 4 ∧ y >= 5), ¬(x <= 5 ∧ y >= 6), …
//
// A search that learns these one by one does not end. If the numerals of several such lemmas are on
// a line, the union of their cubes over the whole line is conjectured to be unreachable too: here y
// >= x + 1. If all literals but one are the same, it is the cube without that literal.
//
// A conjecture is an obligation that may fail. If facts meet it, or if it takes too much effort, it
// is dropped together with the obligations that it led to. Lemmas that were learned on the way
// stay.

const (
	// clusterWindow is the number of recent lemmas that are compared with a new lemma. Two of them
	// on a line with it make a conjecture.
	clusterWindow = 8
	// conjectureBudget limits the expansions for a conjecture.
	conjectureBudget = 40
	// maxVarying limits the bounds that vary in a cluster.
	maxVarying = 4
)

// conjecture is the data shared by the obligations that come from one conjecture.
type conjecture struct {
	budget int
	dead   bool
}

// cluster is a list of lemmas of one shape, oldest first.
type cluster struct {
	limits [][]rational.Rat // numerals by lemma and by bound of the shape
}

// shape returns the literals of a cube in an order that does not depend on the
// numerals of bounds, a key that cubes of one shape share, and the limits of the
// bounds, which come first.
func shape(cube []*logic.Term) (lits []*logic.Term, key string, limits []rational.Rat) {
	type bounded struct {
		bound
		lit *logic.Term
	}
	var bs []bounded
	var rest []*logic.Term
	for _, t := range cube {
		if b, ok := asBound(t); ok {
			bs = append(bs, bounded{b, t})
		} else {
			rest = append(rest, t)
		}
	}
	slices.SortStableFunc(bs, func(x, y bounded) int {
		if d := int(x.sum.ID()) - int(y.sum.ID()); d != 0 {
			return d
		}
		if x.lower != y.lower {
			if x.lower {
				return -1
			}
			return 1
		}
		return 0
	})
	var k strings.Builder
	for _, b := range bs {
		fmt.Fprintf(&k, "%d %v %v,", b.sum.ID(), b.lower, b.strict)
		lits = append(lits, b.lit)
		limits = append(limits, b.limit)
	}
	for _, t := range rest {
		fmt.Fprintf(&k, "%d,", t.ID())
	}
	return append(lits, rest...), k.String(), limits
}

// watch records a lemma that was learned for o. It makes a conjecture if the lemma continues a line
// of lemmas.
func (s *search) watch(ctx context.Context, o *pob, x *lemma) error {
	lits, key, limits := shape(x.cube)
	if len(limits) == 0 {
		return nil
	}
	l := x.loc
	c := l.clusters[key]
	if c == nil {
		c = &cluster{}
		l.clusters[key] = c
	}
	if slices.ContainsFunc(c.limits, func(y []rational.Rat) bool {
		return slices.EqualFunc(y, limits, rational.Rat.Equal)
	}) {
		return nil
	}
	c.limits = append(c.limits, limits)
	for _, points := range c.lines() {
		for _, cube := range s.unions(lits, points) {
			done, err := s.conjecture(ctx, l, cube, min(x.level, s.bound), o.depth)
			if done || err != nil {
				return err
			}
		}
	}
	return nil
}

// lines returns pairs of earlier points to try with the last one, the latest first; unions decides
// whether the three are on a line. It does not stop at the last two points, since two series of
// lemmas with the same shape often alternate.
func (c *cluster) lines() [][][]rational.Rat {
	last := len(c.limits) - 1
	var z [][][]rational.Rat
	for j := last - 1; j > max(0, last-clusterWindow); j-- {
		for i := j - 1; i >= max(0, last-clusterWindow); i-- {
			z = append(z, [][]rational.Rat{c.limits[i], c.limits[j], c.limits[last]})
		}
	}
	return z
}

// unions returns unions of cubes: those of the literals with limits on the line through the given
// points. One union is over the whole line, and two are over the rays that contain the points. The
// result is empty if the points are not on a line.
func (s *search) unions(lits []*logic.Term, points [][]rational.Rat) [][]*logic.Term {
	direction := make([]rational.Rat, len(points[0]))
	pivot := -1
	for i := range direction {
		direction[i] = points[1][i].Sub(points[0][i])
		if !direction[i].IsZero() && pivot < 0 {
			pivot = i
		}
	}
	if pivot < 0 {
		return nil
	}
	least, most := rational.Int(0), rational.Int(1)
	for _, p := range points[2:] {
		t := p[pivot].Sub(points[0][pivot]).Div(direction[pivot])
		for i := range direction {
			if !p[i].Sub(points[0][i]).Equal(t.Mul(direction[i])) {
				return nil
			}
		}
		least, most = rational.Min(least, t), rational.Max(most, t)
	}
	var z [][]*logic.Term
	for _, r := range []struct {
		base rational.Rat
		sign int // of the side; 0 for both sides
	}{{least, 0}, {least, 1}, {most, -1}} {
		base := make([]rational.Rat, len(direction))
		for i := range base {
			base[i] = points[0][i].AddMul(r.base, direction[i])
		}
		if cube := s.unionOver(lits, base, direction, r.sign); cube != nil {
			z = append(z, cube)
		}
	}
	return z
}

// unionOver returns the union of the cubes that the literals make with the limits base +
// t·direction. t ranges over all numbers if sign is 0, and otherwise over those of the sign. It
// returns nil if too much varies.
func (s *search) unionOver(lits []*logic.Term, base, direction []rational.Rat, sign int) []*logic.Term {
	// A bound is e·(sum - limit) <= 0 with e = ±1 and limit = point + t·d. So t has the coefficient
	// -e·d in it. Adding two bounds with opposite signs of t eliminates t. If t ranges over one
	// sign only, t can be dropped from bounds in which its coefficient has that sign.
	type line struct {
		sum    logic.Linear
		strict bool
		t      rational.Rat
		sort   *logic.Sort
	}
	var varying []line
	cube := []*logic.Term{}
	for i, lit := range lits {
		if i >= len(direction) || direction[i].IsZero() {
			cube = append(cube, lit)
			continue
		}
		b, _ := asBound(lit)
		d := direction[i].Neg()
		if b.lower {
			d = d.Neg()
		}
		b.limit = base[i]
		if d.Sign()*sign > 0 {
			cube = append(cube, s.boundTerm(b))
		}
		varying = append(varying, line{s.nonpositive(b), b.strict, d, b.sum.Sort()})
	}
	if len(varying) > maxVarying {
		return nil
	}
	for i, x := range varying {
		for _, y := range varying[:i] {
			if x.t.Sign()*y.t.Sign() >= 0 || x.sort != y.sort {
				continue
			}
			sum := x.sum.Scale(y.t.Abs()).Add(y.sum.Scale(x.t.Abs()))
			cube = append(cube, s.store.Nonpositive(sum, x.strict || y.strict, x.sort))
		}
	}
	return cube
}

// conjecture makes the obligation of a cube that may fail. It returns false, and makes no
// obligation, if facts meet the cube or if the obligation existed before.
func (s *search) conjecture(ctx context.Context, l *location, cube []*logic.Term, level, depth int) (bool, error) {
	cube = tidy(distinct(cube))
	cube = slices.DeleteFunc(cube, (*logic.Term).IsTrue)
	term := s.store.And(cube...)
	if term.IsFalse() || l.pobs[term] != nil {
		return false, nil
	}
	if len(l.facts) > 0 {
		st, err := l.self.check(ctx, l.self.mustOf(l.self.occurrences[0]), cube)
		if err != nil || st != smt.Unsat {
			return false, err
		}
	}
	s.stats.Guided++
	s.opts.Log.Debug("conjecture", "pred", name(l), "level", level, "cube", term)
	s.assume(l, cube, level, depth, &conjecture{budget: conjectureBudget})
	return true, nil
}

// assume queues an obligation that belongs to a conjecture.
func (s *search) assume(l *location, cube []*logic.Term, level, depth int, c *conjecture) {
	term := s.store.And(cube...)
	o := l.pobs[term]
	if o == nil {
		s.stats.Obligations++
		o = &pob{loc: l, cube: cube, id: int(s.stats.Obligations)}
		l.pobs[term] = o
	}
	if o.queued > 0 {
		return
	}
	o.level, o.depth, o.conjecture = level, depth, c
	s.enqueue(o)
}
