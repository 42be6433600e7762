// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"

	"cornet/horn"
	"cornet/internal/interval"
	"cornet/smtlib"
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
	thresholds [][]thresholds // of arguments
	terms      *evaluator
	sizes      []int // of clauses, 0 where not known yet
}

var _ Domain[Bounds] = (*Intervals)(nil)

// NewIntervals returns the domain for the predicates of sys.
//
// Cost: linear in the size of sys.
func NewIntervals(sys *horn.System) *Intervals {
	return &Intervals{
		sys: sys, thresholds: findThresholds(sys), terms: newEvaluator(sys.Store), sizes: make([]int, len(sys.Clauses)),
	}
}

// Top is [Domain.Top].
func (d *Intervals) Top(p int) Bounds { return make(Bounds, d.sys.Preds[p].Arity()) }

// Post is [Domain.Post].
func (d *Intervals) Post(_ context.Context, c int, body []Bounds, _ *Bounds) (Bounds, bool, error) {
	b, ok := d.enter(c, body)
	if !ok {
		return nil, false, nil
	}
	head := d.sys.Clauses[c].Head
	z := make(Bounds, len(head.Args))
	for j, t := range head.Args {
		if t.Sort().IsArith() {
			z[j] = d.terms.eval(b, t)
		}
	}
	return z, true, nil
}

// enter returns what is known in clause c of its terms under the states of its body and its
// constraint; ok is false when there are no such values.
func (d *Intervals) enter(c int, body []Bounds) (z *scope, ok bool) {
	z, ok = d.base(c, body)
	if !ok || !d.terms.refine(z, d.sys.Clauses[c].Constraint, true, maxDisjunctions) {
		return nil, false
	}
	z.refresh()
	return z, true
}

// base returns what is known in clause c under the states of its body.
func (d *Intervals) base(c int, body []Bounds) (z *scope, ok bool) {
	clause := d.sys.Clauses[c]
	if d.sizes[c] == 0 {
		d.sizes[c] = size(clause)
	}
	d.terms.allow(d.sizes[c])
	z = &scope{}
	for i, a := range clause.Body {
		for j, v := range body[i] {
			if !v.IsFull() && !d.terms.narrow(z, a.Args[j], v) {
				return nil, false
			}
		}
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
func (d *Intervals) Widen(p int, x, y Bounds, n int) Bounds {
	z := make(Bounds, len(x))
	for j := range x {
		z[j] = x[j].Widen(y[j], d.thresholds[p][j].at(n))
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
