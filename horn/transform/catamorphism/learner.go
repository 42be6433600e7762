// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// Learner finds measures that exclude the derivations that earlier measures allow. It belongs to
// one goroutine.
type Learner struct {
	backend     smt.Backend
	solver      smt.Options
	sys         *horn.System
	derivations []*Derivation
	mentioned   []*logic.Term // numerals of the clauses
	// groups of sketches: defined by the system, others, and several at once
	sets    [][]*sketch
	folds   []*learned // in the order in which they were found
	next    int        // position in sets, for Another
	names   int
	queries int // queries made since the call of Learn
}

// learned is a sketch with its numbers.
type learned struct {
	sketch *sketch
	name   string
	values map[string]int64 // values of the numbers by label; missing ones are zero
}

// Limits of the search: queries in a call of Learn; ticks of a query; guesses of the numbers of a
// sketch; measures found in a row for one derivation; and, from the first attempt to the last, the
// total distance of the numbers from zero.
const (
	maxQueries  = 1500
	queryTicks  = 3_000_000
	maxGuesses  = 60
	maxFolds    = 6
	maxDistance = 1000
	maxTries    = 6 // attempts to make variables differ
)

var distances = []int64{1, 2, 3, 4, 6, 10, maxDistance}

// NewLearner returns a learner of measures for sys.
func NewLearner(sys *horn.System, b smt.Backend, o smt.Options) *Learner {
	z := &Learner{backend: b, solver: o.Within(queryTicks), sys: sys, mentioned: mentioned(sys)}
	defined := definitions(sys)
	all := slices.Clone(defined)
	for i := range sketches {
		if sketches[i].general {
			all = append([]*sketch{&sketches[i]}, all...)
		}
	}
	for _, k := range defined {
		z.sets = append(z.sets, []*sketch{k})
	}
	if len(defined) > 1 {
		z.sets = append(z.sets, defined)
	}
	for i := range sketches {
		if i == simple {
			z.sets = append(z.sets, all)
		}
		z.sets = append(z.sets, []*sketch{&sketches[i]})
	}
	return z
}

// Verdict decides a derivation. It is Unsafe, with the refutation, if the derivation is a
// refutation for some values, and Safe if it is a refutation for no values.
func (l *Learner) Verdict(ctx context.Context, d *Derivation) (horn.Result, error) {
	m, status, err := l.model(ctx, d.Formula)
	switch {
	case err != nil || status == smt.Unknown:
		return horn.GiveUp("a derivation is not decided"), err
	case status == smt.Unsat:
		return horn.Result{Verdict: horn.Safe}, nil
	}
	return horn.Result{Verdict: horn.Unsafe, Refutation: d.Refutation(m)}, nil
}

// Add makes the learner exclude d, which is not a refutation for any values. It reports whether d
// is new.
func (l *Learner) Add(d *Derivation) bool {
	if slices.ContainsFunc(l.derivations, func(e *Derivation) bool { return e.Key == d.Key }) {
		return false
	}
	l.derivations = append(l.derivations, d)
	return true
}

// Learn returns a template whose measures exclude all derivations that were added, and reports
// whether it found one that is not among the first templates.
//
// First the sketches of the current measures get other numbers. If that does not suffice, single
// sketches are tried. Then measures are added one by one, for the first derivation that is not
// excluded yet: the first sketch, in the order of the table, with numbers that exclude it and, if
// possible, all others. Measures that are no longer needed are dropped.
func (l *Learner) Learn(ctx context.Context) (Template, bool, error) {
	l.queries = 0
	var sets [][]*sketch
	if len(l.folds) > 0 {
		sets = append(sets, slice.Map(l.folds, func(f *learned) *sketch { return f.sketch }))
	}
	for _, set := range append(sets, l.sets...) {
		if l.queries > maxQueries {
			break
		}
		folds, err := l.complete(ctx, nil, set, l.derivations)
		if err != nil {
			return Template{}, false, err
		}
		if folds != nil {
			l.folds = folds
			return l.minimised(ctx)
		}
	}
	for range maxFolds {
		open, err := l.allowed(ctx, l.folds, l.derivations)
		if err != nil {
			return Template{}, false, err
		}
		if len(open) == 0 {
			return l.minimised(ctx)
		}
		folds, err := l.extend(ctx, open)
		if folds == nil || err != nil {
			return Template{}, false, err
		}
		l.folds = folds
	}
	return Template{}, false, nil
}

// minimised leaves out measures that are not needed.
func (l *Learner) minimised(ctx context.Context) (Template, bool, error) {
	folds, err := smt.Minimise(l.folds, smt.Unbounded, func(rest []*learned) ([]*learned, bool, error) {
		open, err := l.allowed(ctx, rest, l.derivations)
		return rest, len(open) == 0, err
	})
	if err != nil {
		return Template{}, false, err
	}
	l.folds = folds
	return l.template(folds), len(folds) > 0, nil
}

// Another returns a template that excludes all derivations and has further measures, even if these
// are not needed. It reports whether there is one. The reason is that a system over numbers of
// constructors may have no invariant that engines find, while one over other measures has. Each
// call continues where the last one ended.
func (l *Learner) Another(ctx context.Context) (Template, bool, error) {
	l.queries = 0
	for l.next < len(l.sets) && l.queries <= maxQueries {
		set := l.sets[l.next]
		l.next++
		folds, err := l.complete(ctx, nil, set, l.derivations)
		if err != nil {
			return Template{}, false, err
		}
		if len(folds) > 0 && !(set[0].vanishes && len(folds[0].values) == 0) {
			return l.template(folds), true, nil
		}
	}
	return Template{}, false, nil
}

func (l *Learner) template(folds []*learned) Template {
	z := Template{Name: "learned: count", kinds: []kind{count}}
	for _, f := range folds {
		z.Name += ", " + f.sketch.name
		z.kinds = append(z.kinds, f.kind)
	}
	return z
}

// kind makes the measures of f. It makes none if all numbers of f are zero and f vanishes then.
func (f *learned) kind(v *catamorphisms, d *logic.Sort) []*measure {
	if f.sketch.vanishes && !slices.ContainsFunc(v.component(d), f.hasNumbers) {
		return nil
	}
	return f.sketch.make(v, d, f.name, func(c *logic.Constructor, label string, _, _ int64) *logic.Term {
		return v.store.IntNum(f.values[f.name+place(c)+label])
	})
}

// hasNumbers reports whether a number of a step for d is not zero.
func (f *learned) hasNumbers(d *logic.Sort) bool {
	for _, c := range d.Datatype().Constructors {
		for label := range f.values {
			if strings.HasPrefix(label, f.name+place(c)) {
				return true
			}
		}
	}
	return false
}

// place returns the common prefix of the labels of the numbers in steps at c.
func place(c *logic.Constructor) string { return fmt.Sprintf(" %d %s ", c.Sort.ID(), c.Name) }

// allowed returns the derivations that the measures of folds do not exclude.
func (l *Learner) allowed(ctx context.Context, folds []*learned, among []*Derivation) (z []*Derivation, err error) {
	formulas, err := l.measured(l.template(folds), among)
	if err != nil {
		return nil, err
	}
	for i, d := range among {
		_, status, err := l.model(ctx, formulas[i])
		if err != nil {
			return nil, err
		}
		if status != smt.Unsat {
			z = append(z, d)
		}
	}
	return z, nil
}

// measured returns the consequences of the derivations for the measures of t.
func (l *Learner) measured(t Template, among []*Derivation) ([]*logic.Term, error) {
	z := make([]*logic.Term, len(among))
	for i, d := range among {
		v := newCatamorphisms(l.sys, t)
		v.prepare(l.sys)
		var err error
		if z[i], err = d.measured(v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// model returns a model of t if it is satisfiable.
func (l *Learner) model(ctx context.Context, t *logic.Term) (*logic.Model, smt.Status, error) {
	l.queries++
	if t.IsFalse() {
		return nil, smt.Unsat, nil
	}
	s, err := l.backend.New(l.sys.Store, l.solver)
	if err != nil {
		return nil, smt.Unknown, err
	}
	defer s.Close()
	s.Assert(t)
	status, err := s.Check(ctx)
	if err != nil || status != smt.Sat {
		return nil, status, err
	}
	m, err := s.Model()
	return m, status, err
}

// extend returns the existing folds with a further one that exclude all of open, or else the first
// of open. It returns nil if it finds none.
func (l *Learner) extend(ctx context.Context, open []*Derivation) ([]*learned, error) {
	for n := len(open); n > 0; n = min(n-1, 1) {
		for _, set := range l.sets {
			if l.queries > maxQueries {
				return nil, nil
			}
			folds, err := l.complete(ctx, l.folds, set, open[:n])
			if folds != nil || err != nil {
				return folds, err
			}
		}
	}
	return nil, nil
}

// complete adds folds from further sketches to fixed, such that the derivations are excluded. It
// finds the numbers of the sketches by examples: it guesses numbers that exclude the examples. If
// measures with these numbers allow a derivation, this is a further example. Numbers near zero are
// guessed first.
func (l *Learner) complete(ctx context.Context, fixed []*learned, set []*sketch, open []*Derivation) ([]*learned, error) {
	st := l.sys.Store
	t := l.template(fixed)
	h := newHoles(st)
	var names []string
	for _, k := range set {
		l.names++
		name := fmt.Sprintf("fold%d", l.names)
		names = append(names, name)
		t.kinds = append(t.kinds, func(v *catamorphisms, d *logic.Sort) []*measure {
			return k.make(v, d, name, func(c *logic.Constructor, label string, low, high int64) *logic.Term {
				return h.hole(name+place(c)+label, low, high)
			})
		})
	}
	formulas, err := l.measured(t, open)
	if err != nil {
		return nil, err
	}
	guesser, err := l.backend.New(st, l.solver)
	if err != nil {
		return nil, err
	}
	defer guesser.Close()
	guesser.Assert(st.And(h.ranges...))
	distance := h.distance(l.mentioned)
	for guess, n := 0, 0; guess < maxGuesses && n < len(distances); {
		status, err := guesser.Check(ctx, st.Le(distance, st.IntNum(distances[n])))
		if err != nil {
			return nil, err
		}
		if status != smt.Sat {
			n++
			continue
		}
		guess++
		m, err := guesser.Model()
		if err != nil {
			return nil, err
		}
		values := make([]*logic.Term, len(h.vars))
		for i, x := range h.vars {
			values[i] = m.Value(x)
		}
		examples, err := l.examples(ctx, h, values, formulas)
		if err != nil {
			return nil, err
		}
		if len(examples) == 0 {
			folds := slices.Clone(fixed)
			for i, k := range set {
				folds = append(folds, &learned{sketch: k, name: names[i], values: h.numbers(values)})
			}
			return folds, nil
		}
		guesser.Assert(st.Not(st.Or(examples...)))
	}
	return nil, nil
}

// examples takes the satisfiable formulas and values for the holes. For each formula, it fixes the
// other variables to values that satisfy it, and returns the remaining condition on the holes.
func (l *Learner) examples(ctx context.Context, h *holes, values, formulas []*logic.Term) (z []*logic.Term, err error) {
	st := l.sys.Store
	for _, f := range formulas {
		m, status, err := l.generic(ctx, st.Substitute(f, h.vars, values))
		if err != nil {
			return nil, err
		}
		switch status {
		case smt.Sat:
			var from, to []*logic.Term
			for _, x := range logic.FreeVars(f) {
				if !slices.Contains(h.vars, x) {
					from, to = append(from, x), append(to, m.Value(x))
				}
			}
			z = append(z, st.Substitute(f, from, to))
		case smt.Unknown:
			z = append(z, h.equal(values))
		}
	}
	return z, nil
}

// generic returns a model of t if it is satisfiable, if possible with different values for all
// numbers, since values such as 0 are poor examples for sums.
func (l *Learner) generic(ctx context.Context, t *logic.Term) (*logic.Model, smt.Status, error) {
	l.queries++
	if t.IsFalse() {
		return nil, smt.Unsat, nil
	}
	st := l.sys.Store
	s, err := l.backend.New(st, l.solver)
	if err != nil {
		return nil, smt.Unknown, err
	}
	defer s.Close()
	s.Assert(t)
	var wishes []*logic.Term
	for i, x := range logic.FreeVars(t) {
		if x.Sort().IsInt() {
			wishes = append(wishes, st.Eq(x, st.IntNum(int64(2+(i+1)*37%101))))
		}
	}
	for tries := 0; ; tries++ {
		if tries == maxTries {
			wishes = nil
		}
		status, err := s.Check(ctx, wishes...)
		if err != nil {
			return nil, status, err
		}
		switch {
		case status == smt.Sat:
			m, err := s.Model()
			return m, status, err
		case status == smt.Unsat && len(wishes) > 0:
			core := s.Core()
			if len(core) == 0 {
				return nil, status, nil
			}
			wishes = slice.Filter(wishes, func(w *logic.Term) bool { return !slices.Contains(core, w) })
		case len(wishes) > 0:
			wishes = nil
		default:
			return nil, status, nil
		}
	}
}
