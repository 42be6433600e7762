// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"cmp"
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// Template is a term over the variables of a cut. Cheap templates are preferred.
type Template struct {
	Term *logic.Term
	Cost int // positive
	// Relation states how the values of the term on the two sides of a cut are related.
	Relation Relation
	// Bound lists variables of Term that are universally quantified: the two sides of a cut agree
	// on the term for every value, for example on a[k] for all k. The values that matter are taken
	// from the query; see the package comment.
	Bound []*logic.Term
}

// Relation is how the values of a template on the two sides of a cut are related. It determines
// what interpolants may state about the value.
type Relation uint8

// The relations.
const (
	// Same: interpolants may state anything about the value.
	Same Relation = iota
	// Upward: the value above is at least the value below. For Booleans, this means that it is true
	// if the value below is true. Interpolants may state that the term is true or has a lower
	// bound. For other sorts, Upward is Same.
	Upward
)

// Cut describes the edge from a node of a tree query to its parent.
type Cut struct {
	// State lists the symbols that the node and its parent share. They must
	// occur nowhere else in the query.
	State []*logic.Term
	// Templates are over State. Cuts of one group have the same number of
	// templates, which correspond to each other by position.
	Templates []Template
	Group     int
}

// maxElements bounds the maximal feasible elements that an exploration looks for.
const maxElements = 4

// Options configure an [Explorer]. The zero value is the default.
type Options struct {
	// MaxChecks bounds the solver calls of one exploration; 0 means 200. Past it, the best element
	// so far is used.
	MaxChecks int
	// Families bounds the elements that [Explorer.Interpolate] interpolates with; 0 means 1.
	// Elements without interpolants do not count.
	Families int
	// Observe, if set, is called with each exploration that Interpolate has made.
	Observe func(*Lattice)
}

// Explorer interpolates under the best abstraction that it finds. It is for one goroutine.
type Explorer struct {
	store  *logic.Store
	solver smt.Solver
	inner  smt.Interpolator
	opts   Options
}

// New returns an explorer. It works in its own scopes of the solver, which must have no assertions.
// inner answers the abstract queries.
func New(store *logic.Store, solver smt.Solver, inner smt.Interpolator, o Options) *Explorer {
	o.MaxChecks = cmp.Or(o.MaxChecks, 200)
	o.Families = cmp.Or(o.Families, 1)
	return &Explorer{store: store, solver: solver, inner: inner, opts: o}
}

// Choice is one template of one group.
type Choice struct{ Group, Template int }

// Element is an element of the lattice: the chosen templates, ordered.
type Element struct {
	Choices []Choice
	Cost    int
}

// Explore returns maximal feasible elements of the lattice for an unsatisfiable query, without
// repetitions, in the order in which it finds them. If all templates together are infeasible, there
// are no such elements. cuts[i] belongs to node i; the root has no cut.
func (x *Explorer) Explore(ctx context.Context, q *smt.Query, cuts []Cut) ([]Element, error) {
	z, err := x.explore(ctx, q, x.encode(q, cuts))
	if err != nil {
		return nil, err
	}
	return z.Maximal, nil
}

func (x *Explorer) explore(ctx context.Context, q *smt.Query, e *encoding) (*Lattice, error) {
	x.solver.Push()
	defer x.solver.Pop(1)
	if err := x.solver.Assert(x.store.And(e.parts...)); err != nil {
		return nil, err
	}
	search := &exploration{Explorer: x, encoding: e, query: q, budget: x.opts.MaxChecks}
	return search.run(ctx)
}

// Guided is the result under one abstraction.
type Guided struct {
	Element  Element
	Formulas []*logic.Term // interpolants, one per node of the query
}

// Interpolate returns interpolants of an unsatisfiable query under the cheapest maximal feasible
// abstractions that it finds, ordered by cost. The result is empty if there is no feasible
// abstraction, or if the inner interpolator gives up for all of them.
func (x *Explorer) Interpolate(ctx context.Context, q *smt.Query, cuts []Cut) ([]Guided, error) {
	e := x.encode(q, cuts)
	lattice, err := x.explore(ctx, q, e)
	if err != nil {
		return nil, err
	}
	defer func() {
		if x.opts.Observe != nil {
			x.opts.Observe(lattice)
		}
	}()
	if len(lattice.Maximal) == 0 {
		return nil, nil
	}
	elements := slices.Clone(lattice.Maximal)
	slices.SortStableFunc(elements, func(a, b Element) int { return a.Cost - b.Cost })
	for _, element := range elements {
		if len(lattice.Guided) == x.opts.Families {
			break
		}
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
		lattice.Guided = append(lattice.Guided, Guided{element, z.Formulas})
	}
	return lattice.Guided, nil
}
