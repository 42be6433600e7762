// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"context"
	"slices"
	"strconv"

	"cornet/smt"
	"cornet/smtlib"
)

// Template is a term over the variables of a cut. Cheap templates are preferred.
type Template struct {
	Term *smtlib.Term
	Cost int // positive
}

// Cut describes the edge from a node of a tree query to its parent.
type Cut struct {
	// State lists the symbols that the node and its parent share. They must
	// occur nowhere else in the query.
	State []*smtlib.Term
	// Templates are over State. Cuts of one group have the same number of
	// templates, which correspond to each other by position.
	Templates []Template
	Group     int
}

// Options configure an [Explorer]. The zero value is the default.
type Options struct {
	// MaxElements bounds the maximal feasible elements looked for; 0 means 4.
	MaxElements int
	// MaxChecks bounds the solver calls of one exploration; 0 means 200. Past
	// it the best element so far is used.
	MaxChecks int
}

// Explorer interpolates under the best abstraction that it finds. One goroutine.
type Explorer struct {
	store  *smtlib.Store
	solver smt.Solver
	inner  smt.Interpolator
	opts   Options
	stats  Stats
}

// Stats counts the work of an explorer.
type Stats struct {
	Queries  int64 `json:"queries"`  // tree queries
	Feasible int64 `json:"feasible"` // of those, with a feasible abstraction
	Elements int64 `json:"elements"` // maximal feasible elements found
	Checks   int64 `json:"checks"`   // feasibility checks
}

// New returns an explorer. It works in scopes of its own of the solver, which
// must have nothing asserted; inner answers the abstract queries.
func New(store *smtlib.Store, solver smt.Solver, inner smt.Interpolator, o Options) *Explorer {
	if o.MaxElements == 0 {
		o.MaxElements = 4
	}
	if o.MaxChecks == 0 {
		o.MaxChecks = 200
	}
	return &Explorer{store: store, solver: solver, inner: inner, opts: o}
}

// Stats returns the counters so far.
func (x *Explorer) Stats() Stats { return x.stats }

// Choice is one template of one group.
type Choice struct{ Group, Template int }

// Element is an element of the lattice: the picked templates, ordered.
type Element struct {
	Choices []Choice
	Cost    int
}

// Explore returns maximal feasible elements of the lattice for an unsatisfiable
// query, each once, in the order in which they are found; none when not even
// all templates together are feasible. cuts[i] belongs to node i; the root has
// none.
func (x *Explorer) Explore(ctx context.Context, q *smt.Query, cuts []Cut) ([]Element, error) {
	e := x.encode(q, cuts)
	x.solver.Push()
	defer x.solver.Pop(1)
	if err := x.solver.Assert(x.store.And(e.parts...)); err != nil {
		return nil, err
	}
	search := &exploration{Explorer: x, encoding: e, query: q, budget: x.opts.MaxChecks}
	return search.run(ctx)
}

// Guided is what one abstraction leads to.
type Guided struct {
	Element  Element
	Formulas []*smtlib.Term // interpolants, one per node of the query
}

// Interpolate returns interpolants of an unsatisfiable query under each of the
// maximal feasible abstractions that it finds, the cheapest first; none when
// there is no feasible one or the inner interpolator gives up on all.
func (x *Explorer) Interpolate(ctx context.Context, q *smt.Query, cuts []Cut) ([]Guided, error) {
	x.stats.Queries++
	elements, err := x.Explore(ctx, q, cuts)
	if err != nil || len(elements) == 0 {
		return nil, err
	}
	x.stats.Feasible++
	x.stats.Elements += int64(len(elements))
	slices.SortStableFunc(elements, func(a, b Element) int { return a.Cost - b.Cost })
	e := x.encode(q, cuts)
	var all []Guided
	for _, element := range elements {
		abstract, concrete := e.query(x.store, q, element)
		z, err := x.inner.Interpolate(ctx, abstract)
		if err != nil {
			return nil, err
		}
		if z.Status != smt.Unsat {
			continue
		}
		for i, f := range z.Formulas {
			z.Formulas[i] = concrete[i].Apply(f)
		}
		all = append(all, Guided{element, z.Formulas})
	}
	return all, nil
}

// encoding is a query with the two sides of every cut renamed apart.
type encoding struct {
	parts []*smtlib.Term
	cuts  []Cut
	// below and above rename the state of a cut to the copy of the node and to
	// that of its parent.
	below, above []*smtlib.Substitution
}

func (x *Explorer) encode(q *smt.Query, cuts []Cut) *encoding {
	e := &encoding{cuts: cuts}
	images := make([][2][]*smtlib.Term, len(q.Part)) // variables and terms per part
	rename := func(part int, cut Cut, side string, i int) *smtlib.Substitution {
		copies := make([]*smtlib.Term, len(cut.State))
		for k, v := range cut.State {
			copies[k] = x.store.Var(v.Name()+"\\"+side+strconv.Itoa(i), v.Sort())
		}
		images[part][0] = append(images[part][0], cut.State...)
		images[part][1] = append(images[part][1], copies...)
		return x.store.NewSubstitution(cut.State, copies)
	}
	for i, parent := range q.Parent {
		if parent < 0 {
			e.below, e.above = append(e.below, nil), append(e.above, nil)
			continue
		}
		e.below = append(e.below, rename(i, cuts[i], "below", i))
		e.above = append(e.above, rename(parent, cuts[i], "above", i))
	}
	for i, t := range q.Part {
		e.parts = append(e.parts, x.store.Substitute(t, images[i][0], images[i][1]))
	}
	return e
}

// equations returns for a choice that the template agrees on the two sides of
// every cut of the group.
func (e *encoding) equations(s *smtlib.Store, q *smt.Query, c Choice) *smtlib.Term {
	var z []*smtlib.Term
	for i, parent := range q.Parent {
		if parent >= 0 && e.cuts[i].Group == c.Group {
			t := e.cuts[i].Templates[c.Template].Term
			z = append(z, s.Eq(e.below[i].Apply(t), e.above[i].Apply(t)))
		}
	}
	return s.And(z...)
}

// query returns the abstract query of an element and, for every node, the
// substitution of templates for their symbols.
func (e *encoding) query(s *smtlib.Store, q *smt.Query, element Element) (*smt.Query, []*smtlib.Substitution) {
	conjuncts := make([][]*smtlib.Term, len(q.Part))
	for i, t := range e.parts {
		conjuncts[i] = []*smtlib.Term{t}
	}
	concrete := make([]*smtlib.Substitution, len(q.Part))
	for i, parent := range q.Parent {
		var symbols, terms []*smtlib.Term
		for k, c := range element.Choices {
			if parent < 0 || e.cuts[i].Group != c.Group {
				continue
			}
			t := e.cuts[i].Templates[c.Template].Term
			y := s.Var("\\template"+strconv.Itoa(k)+"@"+strconv.Itoa(i), t.Sort())
			symbols, terms = append(symbols, y), append(terms, t)
			conjuncts[i] = append(conjuncts[i], s.Eq(y, e.below[i].Apply(t)))
			conjuncts[parent] = append(conjuncts[parent], s.Eq(y, e.above[i].Apply(t)))
		}
		concrete[i] = s.NewSubstitution(symbols, terms)
	}
	z := &smt.Query{Parent: q.Parent, Strength: q.Strength}
	for _, c := range conjuncts {
		z.Part = append(z.Part, s.And(c...))
	}
	return z, concrete
}
