// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"maps"
	"math/big"
	"sync"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// Limits of cutting.
const (
	initialPieces = 32   // pieces of a range that has not been cut before
	refinedPieces = 8    // pieces of a piece that is cut again
	maxPieces     = 4000 // when a range has so many pieces, it is not cut more finely
)

// Intervals has intervals that are likely to contain the values of floating-point variables on some
// paths. They select the constraints on rounded results; soundness does not depend on them.
//
// For example, the interval of x·x is coarse over a whole range of x and precise over small parts
// of it. If a range is cut into pieces, there is a case for each piece, and a solver can
// distinguish them.
type Intervals struct {
	ranges  ranges // without a box
	overall box
	cases   []box // nil for a case that is impossible
	cut     *cut
}

// Cuts are the ranges that a translation has cut into pieces, in order.
type Cuts []*cut

type cut []piece

// piece is a part of a range. reachesError is false if intervals show that executions with values
// in it cannot reach an error.
type piece struct {
	rational.Interval
	reachesError bool
}

// Finer reports whether another translation with these cuts would make finer ones.
func (cs Cuts) Finer() bool {
	for _, c := range cs {
		for _, p := range *c {
			if p.reachesError && !p.IsPoint() && len(*c) < maxPieces {
				return true
			}
		}
	}
	return false
}

// NewIntervals returns intervals without bounds.
func (m *Translator) NewIntervals() *Intervals { return &Intervals{ranges: m.ranges, overall: box{}} }

// each calls f for the overall box and for the boxes of all cases. f returns false if a case is
// impossible.
func (g *Intervals) each(f func(box) bool) {
	f(g.overall)
	for i, b := range g.cases {
		if b != nil && !f(b) {
			g.cases[i] = nil
		}
	}
}

func (g *Intervals) over(b box) ranges { return ranges{unbounded: g.ranges.unbounded, box: b} }

// Assume refines the intervals by the condition that x differs from 0 or, with negate, that x is 0.
func (g *Intervals) Assume(x *scalar.Expr, negate bool) {
	g.each(func(b box) bool { return g.over(b).refine(x, negate) })
}

// Assign gives v the interval of x.
func (g *Intervals) Assign(v *scalar.Var, x *scalar.Expr) {
	if v.Type.Kind == scalar.Float {
		g.each(func(b box) bool { b[v] = g.over(b).value(x); return true })
	}
}

// Havoc drops the intervals of vs.
func (g *Intervals) Havoc(vs ...*scalar.Var) {
	g.each(func(b box) bool {
		for _, v := range vs {
			delete(b, v)
		}
		return true
	})
}

// Clone returns a copy.
func (g *Intervals) Clone() *Intervals {
	z := *g
	z.overall, z.cases = maps.Clone(g.overall), make([]box, len(g.cases))
	for i, b := range g.cases {
		z.cases[i] = maps.Clone(b)
	}
	return &z
}

// Join returns the intervals on the paths of g and h.
func (g *Intervals) Join(h *Intervals) *Intervals {
	z := &Intervals{ranges: g.ranges, overall: g.join(g.overall, h.overall)}
	if g.cut != h.cut {
		return z
	}
	z.cut = g.cut
	for i := range g.cases {
		z.cases = append(z.cases, g.join(g.cases[i], h.cases[i]))
	}
	return z
}

func (g *Intervals) join(a, b box) box {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	z := box{}
	for v, x := range a {
		if y, ok := b[v]; ok && !x.Join(y).Equal(g.ranges.typeRange(v.Type)) {
			z[v] = x.Join(y)
		}
	}
	return z
}

// MarkError records that paths of g may reach an error.
func (g *Intervals) MarkError() {
	for i, b := range g.cases {
		if b != nil {
			(*g.cut)[i].reachesError = true
		}
	}
}

// Cut cuts the range of a floating-point variable in cond, which has just been assumed. It does so
// if the range is bounded and products of such variables follow. Over bit-vectors, operations are
// exact, so no pieces are needed.
func (m *Translator) Cut(c Context, cond *scalar.Expr) {
	g := c.Intervals()
	if g.cut != nil || m.o.Vectors || !m.products() {
		return
	}
	cond.Walk(func(x *scalar.Expr) {
		if g.cut == nil && x.Operator == scalar.Read && x.Type.Kind == scalar.Float && !x.Type.Array && c.Read(x.Var).Op() == logic.OpVar {
			m.cutVariable(g, x.Var)
		}
	})
}

func (m *Translator) cutVariable(g *Intervals, v *scalar.Var) {
	in, inf := g.over(g.overall).of(v), infinity(v.Type)
	if !in.Hi.X.Less(inf) || !negative(inf).Less(in.Lo.X) || in.IsPoint() {
		return
	}
	parts := []rational.Interval{in}
	switch k := len(m.Cuts); {
	case k >= len(m.o.Cuts):
		parts = split(v.Type, in, initialPieces)
	case len(*m.o.Cuts[k]) < maxPieces:
		parts = nil
		for _, p := range *m.o.Cuts[k] {
			if q := p.Meet(in); p.reachesError && !q.IsEmpty() {
				parts = append(parts, split(v.Type, q, refinedPieces)...)
			} else if !q.IsEmpty() {
				parts = append(parts, q)
			}
		}
	}
	z := make(cut, len(parts))
	m.Cuts = append(m.Cuts, &z)
	if len(parts) == 0 {
		return
	}
	g.cut = &z
	for i, p := range parts {
		z[i].Interval = p
		b := maps.Clone(g.overall)
		b[v] = p
		g.cases = append(g.cases, b)
	}
}

// split cuts an interval of numbers of t into at most n intervals of similar width.
func split(t scalar.Type, x rational.Interval, n int64) []rational.Interval {
	f := t.Format()
	lo, hi := f.Rat(integer(x.Lo.X)), f.Rat(integer(x.Hi.X))
	width := new(big.Rat).Sub(hi, lo)
	var z []rational.Interval
	from := x.Lo.X
	for i := int64(1); i <= n && !x.Hi.X.Less(from); i++ {
		to := x.Hi.X
		if i < n {
			to = round(new(big.Rat).Add(lo, new(big.Rat).Mul(width, big.NewRat(i, n))), t)
		}
		if !to.Less(from) && !x.Hi.X.Less(to) {
			z = append(z, rational.Between(from, to))
			from = to.Add(rational.Int(1))
		}
	}
	return z
}

// productsOf returns a function that reports whether p multiplies or divides two floating-point
// numbers that are not constant.
func productsOf(p *scalar.Program) func() bool {
	return sync.OnceValue(func() bool {
		z := false
		p.Expressions(func(x *scalar.Expr) {
			z = z || x.Operator == scalar.Apply && len(x.Args) == 2 && !x.Fn.IsCompare() && !x.Args[0].IsConst() && !x.Args[1].IsConst()
		})
		return z
	})
}
