// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"

	"cornet/horn"
	"cornet/internal/persist"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// Bounds is a state of [Intervals]. It has an interval for each argument and for each template of
// the predicate. The interval is full for arguments of sorts other than Int and Real. States share
// common parts, so the cost of an operation depends on the parts that differ.
type Bounds struct {
	of persist.Map[rational.Interval]
}

// at returns the interval of argument or template j.
func (b Bounds) at(j int) rational.Interval {
	v, _ := b.of.Get(j)
	return v
}

// differ calls visit for all positions at which b and c differ, and perhaps for others.
func (b Bounds) differ(c Bounds, visit func(j int)) { persist.Differ(b.of, c.of, visit) }

// Intervals is the domain of bounds on arguments.
//
// Reference: P. Cousot, R. Cousot, "Static determination of dynamic properties of programs",
// ISOP 1976. Widening first goes to numerals of the system.
type Intervals struct {
	sys        *horn.System
	index      map[*logic.Func]int
	thresholds [][]thresholds // by predicate and argument
	terms      *evaluator
	sizes      []int        // by clause; 0 if not computed yet
	templates  [][]template // by predicate; nil if it has no templates
	moves      [][]int      // by predicate and argument: how often it was widened
	divisions  []*division  // by clause; nil if not computed yet
	worked     int          // subterms that the last Post visited
	joins      persist.Memo[rational.Interval]
}

var (
	_ Domain[Bounds] = (*Intervals)(nil)
	_ Sparse         = (*Intervals)(nil)
)

// NewIntervals returns the domain for the predicates of sys.
//
// Cost: linear in the size of sys.
func NewIntervals(sys *horn.System) *Intervals {
	index := sys.Index()
	moves := slice.Map(sys.Preds, func(p *logic.Func) []int { return make([]int, p.Arity()) })
	return &Intervals{
		sys: sys, index: index, moves: moves, thresholds: findThresholds(sys), terms: newEvaluator(sys.Store), sizes: make([]int, len(sys.Clauses)),
		divisions: make([]*division, len(sys.Clauses)),
	}
}

// Top is [Domain.Top].
func (d *Intervals) Top(int) Bounds { return Bounds{} }

// templatesOf returns the templates of predicate p.
func (d *Intervals) templatesOf(p int) []template {
	if d.templates == nil {
		return nil
	}
	return d.templates[p]
}

// Post is [Domain.Post].
func (d *Intervals) Post(_ context.Context, c int, body []Bounds, _ *Bounds) (Bounds, bool, error) {
	if d.hasTemplates(c) {
		return d.postWhole(c, body)
	}
	z, ok := d.post(c, body)
	return z, ok, nil
}

// postWhole interprets clause c with its templates, without parts.
func (d *Intervals) postWhole(c int, body []Bounds) (Bounds, bool, error) {
	b, ok := d.enter(c, body)
	d.worked = d.sizes[c]
	if !ok {
		return Bounds{}, false, nil
	}
	head := d.sys.Clauses[c].Head
	var z []persist.Change[rational.Interval]
	for j, t := range head.Args {
		if t.Sort().IsArith() {
			z = append(z, persist.Change[rational.Interval]{Key: j, Value: d.terms.eval(b, t)})
		}
	}
	for k, t := range d.templatesOf(d.index[head.Pred]) {
		splits := maxTemplateSplit
		v := d.terms.related(b, t.linear(d.sys.Store, head.Args), &splits).Round()
		z = append(z, persist.Change[rational.Interval]{Key: len(head.Args) + k, Value: v})
	}
	return Bounds{persist.Map[rational.Interval]{}.SetAll(z)}, true, nil
}

// hasTemplates reports whether a predicate of clause c has templates.
func (d *Intervals) hasTemplates(c int) bool {
	clause := d.sys.Clauses[c]
	for i := range clause.Body {
		if len(d.templatesOf(d.index[clause.Body[i].Pred])) > 0 {
			return true
		}
	}
	return len(d.templatesOf(d.index[clause.Head.Pred])) > 0
}

// Worked is [Sparse.Worked].
func (d *Intervals) Worked() int { return d.worked }

// enter returns a scope for clause c with everything that its constraint and the states of its body
// imply for its terms. ok is false if there are no such values.
func (d *Intervals) enter(c int, body []Bounds) (z *scope, ok bool) {
	z, ok = d.base(c, body)
	if !ok || !d.terms.refine(z, d.sys.Clauses[c].Constraint, true, maxDisjunctions) {
		return nil, false
	}
	z.refresh()
	d.terms.allow(d.sizes[c]) // the budget for evaluation in this scope
	return z, true
}

// base returns a scope with the facts that the states of its body imply in clause c.
func (d *Intervals) base(c int, body []Bounds) (z *scope, ok bool) {
	clause := d.sys.Clauses[c]
	if d.sizes[c] == 0 {
		d.sizes[c] = size(clause)
	}
	d.terms.allow(d.sizes[c])
	d.terms.relations = nil
	z = &scope{}
	for i, a := range clause.Body {
		for j, t := range a.Args {
			if v := body[i].at(j); !v.IsFull() && !d.terms.narrow(z, t, v) {
				return nil, false
			}
		}
		for k, t := range d.templatesOf(d.index[a.Pred]) {
			v, sum := body[i].at(len(a.Args)+k), t.sum(d.sys.Store, a.Args)
			if !v.IsFull() && len(d.sys.Store.Linear(sum).Monomials) > 1 {
				d.terms.relations = append(d.terms.relations, relation{sum, v})
			}
		}
	}
	return z, d.terms.relate(z)
}

// Join is [Domain.Join].
func (d *Intervals) Join(_ int, x, y Bounds) Bounds {
	return Bounds{persist.Combine(&d.joins, x.of, y.of, rational.Interval.Join, rational.Interval.Equal)}
}

// Leq is [Domain.Leq].
func (d *Intervals) Leq(_ int, x, y Bounds) bool {
	z := true
	x.differ(y, func(j int) { z = z && x.at(j).In(y.at(j)) })
	return z
}

// Widen is [Domain.Widen]. It widens to thresholds at first.
func (d *Intervals) Widen(p int, x, y Bounds, _ int) Bounds {
	var z []persist.Change[rational.Interval]
	x.differ(y, func(j int) {
		v, w := x.at(j), y.at(j)
		var at []rational.Rat
		if j < len(d.thresholds[p]) && !w.In(v) {
			at = d.thresholds[p][j].at(d.moves[p][j])
			d.moves[p][j]++
		}
		if u := v.Widen(w, at); !u.Equal(v) {
			z = append(z, persist.Change[rational.Interval]{Key: j, Value: u})
		}
	})
	return Bounds{x.of.SetAll(z)}
}

// Formula is [Domain.Formula].
func (d *Intervals) Formula(p int, x Bounds, args []*logic.Term) *logic.Term {
	var conj []*logic.Term
	for j, t := range args {
		conj = append(conj, boundsOf(d.sys.Store, x.at(j), t)...)
	}
	for k, t := range d.templatesOf(p) {
		conj = append(conj, boundsOf(d.sys.Store, x.at(len(args)+k), t.sum(d.sys.Store, args))...)
	}
	return d.sys.Store.And(conj...)
}

// boundsOf returns formulas which state that t is in v.
func boundsOf(s *logic.Store, v rational.Interval, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	v = rounded(v, t.Sort())
	if v.IsPoint() {
		return []*logic.Term{s.Eq(t, s.Num(v.Lo.X, t.Sort()))}
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
func rounded(v rational.Interval, sort *logic.Sort) rational.Interval {
	if sort.IsInt() {
		return v.Round()
	}
	return v
}
