// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/interval"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// Schedule of widening, in widenings of one predicate.
const (
	thresholdWidenings = 5 // then to infinity
	maxThresholds      = 64
	refineDepth        = 3 // nesting of disjunctions that are looked into
)

// Bounds is a state of [Intervals]: an interval for each argument, full for those of
// sorts other than Int and Real.
type Bounds []interval.Interval

// Intervals is the domain of bounds of arguments.
//
// Reference: P. Cousot, R. Cousot, "Static determination of dynamic properties of
// programs", ISOP 1976. Widening is to numerals of the system first.
type Intervals struct {
	sys        *horn.System
	thresholds []rational.Rat
	refine     *refiner
}

var _ Domain[Bounds] = (*Intervals)(nil)

// NewIntervals returns the domain for the predicates of sys.
//
// Cost: linear in the size of sys.
func NewIntervals(sys *horn.System) *Intervals {
	return &Intervals{sys: sys, thresholds: thresholds(sys), refine: &refiner{store: sys.Store, costs: map[*smtlib.Term]int{}}}
}

// thresholds returns numerals that the constraints compare with, ascending.
func thresholds(sys *horn.System) []rational.Rat {
	var z []rational.Rat
	var roots []*smtlib.Term
	for _, c := range sys.Clauses {
		roots = append(roots, c.Constraint)
	}
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch t.Op() {
		case smtlib.OpLe, smtlib.OpLt, smtlib.OpEq:
			if k := t.Arg(1); k.Op() == smtlib.OpNum {
				z = append(z, k.Num(), k.Num().Neg(), k.Num().Add(rational.Int(1)))
			}
		}
		return true
	}, roots...)
	slices.SortFunc(z, rational.Rat.Cmp)
	z = slices.CompactFunc(z, rational.Rat.Equal)
	if len(z) > maxThresholds { // the small ones
		slices.SortStableFunc(z, func(x, y rational.Rat) int { return x.Abs().Cmp(y.Abs()) })
		z = z[:maxThresholds]
		slices.SortFunc(z, rational.Rat.Cmp)
	}
	return z
}

// Top is [Domain.Top].
func (d *Intervals) Top(p int) Bounds { return make(Bounds, d.sys.Preds[p].Arity()) }

// Post is [Domain.Post].
func (d *Intervals) Post(_ context.Context, c int, body []Bounds, _ *Bounds) (Bounds, bool, error) {
	clause := d.sys.Clauses[c]
	b, ok := d.enter(clause, body)
	if !ok {
		return nil, false, nil
	}
	z := make(Bounds, len(clause.Head.Args))
	for j, t := range clause.Head.Args {
		if t.Sort().IsArith() {
			z[j] = rounded(d.refine.eval(b, t, 8), t.Sort())
		}
	}
	return z, true, nil
}

// Usable reports whether clause c may have an instance whose body atoms are members of
// the states.
func (d *Intervals) Usable(c int, body []Bounds) bool {
	_, ok := d.enter(d.sys.Clauses[c], body)
	return ok
}

// enter returns the box of c's variables under the states of its body and its
// constraint; ok is false when there is none.
func (d *Intervals) enter(c *horn.Clause, body []Bounds) (z *box, ok bool) {
	z = newBox()
	for i, a := range c.Body {
		for j, v := range body[i] {
			if t := a.Args[j]; t.IsVar() && !v.IsFull() {
				z.set(t, z.of[t].Meet(v))
				if z.of[t].IsEmpty() {
					return nil, false
				}
			}
		}
	}
	if !d.refine.refine(z, c.Constraint, true, refineDepth) {
		return nil, false
	}
	return z, true
}

// Join is [Domain.Join].
func (d *Intervals) Join(_ int, x, y Bounds) Bounds {
	z := make(Bounds, len(x))
	for j := range x {
		z[j] = x[j].Join(y[j])
	}
	return z
}

// Leq is [Domain.Leq].
func (d *Intervals) Leq(_ int, x, y Bounds) bool {
	for j := range x {
		if !x[j].In(y[j]) {
			return false
		}
	}
	return true
}

// Widen is [Domain.Widen]: to thresholds at first.
func (d *Intervals) Widen(_ int, x, y Bounds, n int) Bounds {
	at := d.thresholds
	if n >= thresholdWidenings {
		at = nil
	}
	z := make(Bounds, len(x))
	for j := range x {
		z[j] = x[j].Widen(y[j], at)
	}
	return z
}

// Formula is [Domain.Formula].
func (d *Intervals) Formula(_ int, x Bounds, args []*smtlib.Term) *smtlib.Term {
	var conj []*smtlib.Term
	for j, v := range x {
		conj = append(conj, boundsOf(d.sys.Store, v, args[j])...)
	}
	return d.sys.Store.And(conj...)
}

// boundsOf returns formulas that say that t is in v.
func boundsOf(s *smtlib.Store, v interval.Interval, t *smtlib.Term) []*smtlib.Term {
	var z []*smtlib.Term
	v = rounded(v, t.Sort())
	if v.IsPoint() {
		return []*smtlib.Term{s.Eq(t, s.Num(v.Lo.X, t.Sort()))}
	}
	if v.Lo.Finite {
		z = append(z, s.Ge(t, s.Num(v.Lo.X, t.Sort())))
	}
	if v.Hi.Finite {
		z = append(z, s.Le(t, s.Num(v.Hi.X, t.Sort())))
	}
	return z
}

// rounded returns the numbers of a sort that are in v.
func rounded(v interval.Interval, sort *smtlib.Sort) interval.Interval {
	if sort.IsInt() {
		return v.Round()
	}
	return v
}
