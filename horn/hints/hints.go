// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"slices"
	"strconv"

	"cornet/logic"
)

// Kind states what interpolants may state about a template.
type Kind uint8

// The kinds, with their words in Eldarica's files. The terms of predicates are
// Boolean, those of inequalities are of sort Int or Real.
const (
	Term               Kind = iota // term: the value, by equations and bounds
	Predicate                      // predicate: that the formula holds
	PredicateBoth                  // predicate-2: that it holds, and that it does not
	InequalityTerm                 // inequality-term: lower bounds
	InequalityTermBoth             // inequality-term-2: lower and upper bounds
)

var kindNames = [...]string{"term", "predicate", "predicate-2", "inequality-term", "inequality-term-2"}

// String returns the word for k in Eldarica's files.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// Template is a term over the arguments of a predicate.
type Template struct {
	Term *logic.Term // canonical, free of quantifiers and uninterpreted functions
	Kind Kind
	Cost int // at least 1; cheap templates are preferred
}

// Hints holds the hints about the predicates of one system. The zero value and nil are empty. Hints
// do not change once they are made. Their terms belong to the store of the system, whose goroutine
// may use them.
type Hints struct {
	store *logic.Store
	preds []*logic.Func // in order of first mention
	about map[*logic.Func]*entry
}

// entry holds the hints for one predicate, over its formals.
type entry struct {
	templates []Template
	initial   []*logic.Term
	threshold int
}

// Formals returns the variables of the hints for p, one for each argument. Their names begin with a
// character that the reader rejects in symbols, so they cannot clash with variables of an input.
// Different predicates have the same variables.
func Formals(s *logic.Store, p *logic.Func) []*logic.Term {
	z := make([]*logic.Term, p.Arity())
	for i, sort := range p.Params() {
		z[i] = s.Var("\\hint."+strconv.Itoa(i), sort)
	}
	return z
}

// IsEmpty reports whether there are no hints.
func (h *Hints) IsEmpty() bool { return h == nil || len(h.preds) == 0 }

// Preds returns the predicates with hints in order of first mention. The caller
// may keep the slice.
func (h *Hints) Preds() []*logic.Func {
	if h == nil {
		return nil
	}
	return slices.Clone(h.preds)
}

// Templates returns the templates of p over [Formals] in order of mention. Each term occurs once
// per kind, with its least cost. The caller must not modify the slice.
func (h *Hints) Templates(p *logic.Func) []Template { return h.entry(p).templates }

// Initial returns the initial predicates of p over [Formals]. The caller must
// not modify the slice.
func (h *Hints) Initial(p *logic.Func) []*logic.Term { return h.entry(p).initial }

// Threshold returns the number of refinements before the templates of p are used; 0, the default,
// means that they are used at once.
func (h *Hints) Threshold(p *logic.Func) int { return h.entry(p).threshold }

// For returns the templates of p with terms substituted for its arguments. The terms must have the
// sorts of the arguments and be in the store of the system. It leaves out constants, and terms that
// equal an earlier one of their kind. The caller owns the slice.
func (h *Hints) For(p *logic.Func, args []*logic.Term) []Template {
	x := h.entry(p)
	if len(x.templates) == 0 {
		return nil
	}
	sub := h.store.NewSubstitution(Formals(h.store, p), args)
	var z entry
	for _, t := range x.templates {
		if t.Term = sub.Apply(t.Term); !t.Term.IsValue() {
			z.template(t)
		}
	}
	return z.templates
}

// InitialFor returns the initial predicates of p with terms substituted for its arguments, as
// [Hints.For] does. The caller owns the slice.
func (h *Hints) InitialFor(p *logic.Func, args []*logic.Term) []*logic.Term {
	x := h.entry(p)
	if len(x.initial) == 0 {
		return nil
	}
	sub := h.store.NewSubstitution(Formals(h.store, p), args)
	var z entry
	for _, f := range x.initial {
		if f = sub.Apply(f); !f.IsValue() {
			z.predicate(f)
		}
	}
	return z.initial
}

// Merge returns all hints of hs, which are about systems of one store. If a term occurs twice in a
// kind, the smaller cost counts; for thresholds, the last nonzero one counts.
//
// Cost: quadratic in the hints for one predicate.
func Merge(hs ...*Hints) *Hints {
	z := &Hints{}
	for _, h := range hs {
		if h.IsEmpty() {
			continue
		}
		if z.store == nil {
			z.store = h.store
		}
		if z.store != h.store {
			panic("hints: merge of hints in different stores")
		}
		for _, p := range h.preds {
			x := h.about[p]
			y := z.add(p)
			for _, t := range x.templates {
				y.template(t)
			}
			for _, f := range x.initial {
				y.predicate(f)
			}
			if x.threshold != 0 {
				y.threshold = x.threshold
			}
		}
	}
	return z
}

// entry returns the hints for p. The caller must not change the result.
func (h *Hints) entry(p *logic.Func) *entry {
	if h != nil {
		if x := h.about[p]; x != nil {
			return x
		}
	}
	return &entry{}
}

// add returns the hints for p, for adding to them.
func (h *Hints) add(p *logic.Func) *entry {
	x := h.about[p]
	if x == nil {
		x = &entry{}
		if h.about == nil {
			h.about = map[*logic.Func]*entry{}
		}
		h.about[p] = x
		h.preds = append(h.preds, p)
	}
	return x
}

func (x *entry) template(t Template) {
	for i, u := range x.templates {
		if u.Term == t.Term && u.Kind == t.Kind {
			x.templates[i].Cost = min(u.Cost, t.Cost)
			return
		}
	}
	x.templates = append(x.templates, t)
}

func (x *entry) predicate(f *logic.Term) {
	if !slices.Contains(x.initial, f) {
		x.initial = append(x.initial, f)
	}
}
