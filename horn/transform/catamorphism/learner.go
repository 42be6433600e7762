// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// Learner finds measures that exclude derivations which measures so far allow. One goroutine.
type Learner struct {
	Backend smt.Backend
	Solver  smt.Options
	Log     *slog.Logger

	sys         *horn.System
	derivations []*Derivation
	folds       []*learned // in the order in which they were found
	names       int
	queries     int // since the call to Learn
}

// learned is a sketch with its numbers.
type learned struct {
	sketch *sketch
	name   string
	values map[string]int64 // by label; others are zero
}

// Limits of the search: queries in a call of Learn, ticks of a query, guesses of the numbers of a sketch, measures found for a derivation in a row, and
// how far numbers are from zero in all, from the first attempt to the last.
const (
	maxQueries  = 1500
	queryTicks  = 3_000_000
	maxGuesses  = 30
	maxFolds    = 6
	maxDistance = 1000
)

var distances = []int64{1, 3, 10, maxDistance}

// NewLearner returns a learner of measures for sys.
func NewLearner(sys *horn.System, b smt.Backend, o smt.Options, log *slog.Logger) *Learner {
	return &Learner{Backend: b, Solver: o.Within(queryTicks), Log: log, sys: sys}
}

// Verdict says of a derivation whether it is Unsafe: a refutation for some values; or Safe: none for any values.
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

// Add has d, which is no refutation for any values, excluded from now on. It reports whether d is new.
func (l *Learner) Add(d *Derivation) bool {
	if slices.ContainsFunc(l.derivations, func(e *Derivation) bool { return e.Key == d.Key }) {
		return false
	}
	l.derivations = append(l.derivations, d)
	return true
}

// Learn returns a template whose measures exclude all derivations that were added, and reports whether it found one.
//
// Measures are found one by one, for the first derivation that is not excluded yet: the first sketch, in the order of the table, for which there are
// numbers that exclude it and, if that is possible, all others. Measures that are not needed any more are given up.
func (l *Learner) Learn(ctx context.Context) (Template, bool, error) {
	l.queries = 0
	for range maxFolds {
		open, err := l.allowed(ctx, l.folds, l.derivations)
		if err != nil {
			return Template{}, false, err
		}
		if len(open) == 0 {
			l.folds, err = smt.Minimise(l.folds, smt.Unbounded, func(rest []*learned) ([]*learned, bool, error) {
				open, err := l.allowed(ctx, rest, l.derivations)
				return rest, len(open) == 0, err
			})
			return l.template(l.folds), err == nil, err
		}
		f, err := l.extend(ctx, open)
		if f == nil || err != nil {
			return Template{}, false, err
		}
		l.folds = append(l.folds, f)
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

// kind makes the measures of f, and none where its numbers are all zero and it says nothing then.
func (f *learned) kind(v *catamorphisms, d *logic.Sort) []*measure {
	if f.sketch.vanishes && !slices.ContainsFunc(v.component(d), func(e *logic.Sort) bool {
		return slices.ContainsFunc(e.Datatype().Constructors, func(c *logic.Constructor) bool {
			for label := range f.values {
				if strings.HasPrefix(label, place(c)) {
					return true
				}
			}
			return false
		})
	}) {
		return nil
	}
	return f.sketch.make(v, d, f.name, func(c *logic.Constructor, label string, _, _ int64) *logic.Term {
		return v.store.IntNum(f.values[place(c)+label])
	})
}

// place is the first part of the labels of the numbers in steps at c.
func place(c *logic.Constructor) string { return fmt.Sprintf("%d %s ", c.Sort.ID(), c.Name) }

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

// measured returns what derivations say of the measures of t.
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
	s, err := l.Backend.New(l.sys.Store, l.Solver)
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

// extend returns a fold that excludes all of open with those that there are, or else the first of open; nil if there is none.
func (l *Learner) extend(ctx context.Context, open []*Derivation) (*learned, error) {
	for n := len(open); n > 0; n = min(n-1, 1) {
		for i := range sketches {
			if l.queries > maxQueries {
				return nil, nil
			}
			f, err := l.complete(ctx, &sketches[i], open[:n])
			if f != nil || err != nil {
				return f, err
			}
		}
	}
	return nil, nil
}

// complete finds numbers for the holes of k such that the derivations are excluded, by examples: numbers are guessed which exclude the examples, and for
// guesses that do not suffice, what the measures allow is a further example. Numbers near zero are guessed first.
func (l *Learner) complete(ctx context.Context, k *sketch, open []*Derivation) (*learned, error) {
	st := l.sys.Store
	l.names++
	h := newHoles(st)
	name := fmt.Sprintf("fold%d", l.names)
	t := l.template(l.folds)
	t.kinds = append(t.kinds, func(v *catamorphisms, d *logic.Sort) []*measure { return k.make(v, d, name, h.hole) })
	formulas, err := l.measured(t, open)
	if err != nil {
		return nil, err
	}
	guesser, err := l.Backend.New(st, l.Solver)
	if err != nil {
		return nil, err
	}
	defer guesser.Close()
	guesser.Assert(st.And(h.ranges...))
	for guess, n := 0, 0; guess < maxGuesses && n < len(distances); {
		status, err := guesser.Check(ctx, st.Le(h.distance(), st.IntNum(distances[n])))
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
		example, err := l.example(ctx, h, values, formulas)
		if err != nil {
			return nil, err
		}
		if example == nil {
			return &learned{sketch: k, name: name, values: h.numbers(values)}, nil
		}
		guesser.Assert(st.Not(example))
	}
	return nil, nil
}

// example returns what some formula says of the holes for values of its other variables that it allows with values for the holes; nil if it allows none.
func (l *Learner) example(ctx context.Context, h *holes, values, formulas []*logic.Term) (*logic.Term, error) {
	st := l.sys.Store
	for _, f := range formulas {
		m, status, err := l.model(ctx, st.Substitute(f, h.vars, values))
		if err != nil {
			return nil, err
		}
		if status == smt.Unsat {
			continue
		}
		if status == smt.Unknown {
			return h.equal(values), nil
		}
		var from, to []*logic.Term
		for _, x := range logic.FreeVars(f) {
			if !slices.Contains(h.vars, x) {
				from, to = append(from, x), append(to, m.Value(x))
			}
		}
		return st.Substitute(f, from, to), nil
	}
	return nil, nil
}

// holes has the unknown numbers of a sketch in the order in which they are met.
type holes struct {
	store   *logic.Store
	vars    []*logic.Term
	labels  []string
	byLabel map[string]*logic.Term
	ranges  []*logic.Term
}

func newHoles(s *logic.Store) *holes { return &holes{store: s, byLabel: map[string]*logic.Term{}} }

func (h *holes) hole(c *logic.Constructor, label string, low, high int64) *logic.Term {
	s := h.store
	label = place(c) + label
	if h.byLabel[label] == nil {
		x := s.Fresh("number", s.Int)
		h.byLabel[label] = x
		h.vars, h.labels = append(h.vars, x), append(h.labels, label)
		h.ranges = append(h.ranges, s.Le(s.IntNum(low), x), s.Le(x, s.IntNum(high)))
	}
	return h.byLabel[label]
}

// distance is the sum of the absolute values of all numbers.
func (h *holes) distance() *logic.Term {
	s := h.store
	z := []*logic.Term{s.IntNum(0)}
	for _, x := range h.vars {
		z = append(z, s.Abs(x))
	}
	return s.Add(z...)
}

func (h *holes) equal(values []*logic.Term) *logic.Term {
	var z []*logic.Term
	for i, x := range h.vars {
		z = append(z, h.store.Eq(x, values[i]))
	}
	return h.store.And(z...)
}

// numbers returns the values that are not zero, by label.
func (h *holes) numbers(values []*logic.Term) map[string]int64 {
	z := map[string]int64{}
	for i, x := range values {
		if n, ok := x.Num().Int64(); ok && n != 0 {
			z[h.labels[i]] = n
		}
	}
	return z
}
