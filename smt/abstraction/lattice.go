// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// Lattice is the part of an abstraction lattice that one exploration has visited, for pictures and
// tests. Its terms belong to the query's store.
type Lattice struct {
	// Base lists the choices whose subsets are the elements, the most expensive first. Template
	// gives them as terms over the variables of the last cut of their group.
	Base     []Choice
	Template map[Choice]*logic.Term
	Visited  []Visit // in the order of the search, each element once; needs Options.Observe
	Maximal  []Element
	Guided   []Guided // interpolants that were made
	// Groups and Nodes name groups and the nodes of the query in pictures; an
	// engine fills them in.
	Groups map[int]string
	Nodes  []string
}

// Visit is an element that the exploration has decided or tried.
type Visit struct {
	Element  Element
	Feasible bool
}

// newLattice returns the lattice of an exploration, with nothing visited.
func newLattice(x *exploration) *Lattice {
	z := &Lattice{Base: x.choices, Template: map[Choice]*logic.Term{}}
	for i, parent := range x.query.Parent {
		if parent < 0 {
			continue
		}
		for k, t := range x.encoding.cuts[i].Templates {
			z.Template[Choice{x.encoding.cuts[i].Group, k}] = t.Term
		}
	}
	return z
}

// visit records an element.
func (z *Lattice) visit(e Element, feasible bool) {
	if !slices.ContainsFunc(z.Visited, func(v Visit) bool { return slices.Equal(v.Element.Choices, e.Choices) }) {
		z.Visited = append(z.Visited, Visit{e, feasible})
	}
}

// Status is the known status of an element.
type Status uint8

// The possible statuses.
const (
	Open Status = iota
	Infeasible
	Feasible
	Maximal
)

var statusNames = [...]string{"open", "infeasible", "feasible", "maximal"}

// String returns a word for st.
func (st Status) String() string {
	if int(st) < len(statusNames) {
		return statusNames[st]
	}
	return fmt.Sprintf("status(%d)", st)
}

// StatusOf returns what the visits imply for the element with the given choices. An element with
// more templates than a feasible one is feasible. An element with fewer than an infeasible one is
// infeasible.
//
// Cost: linear in the visited elements.
func (z *Lattice) StatusOf(choices []Choice) Status {
	for _, e := range z.Maximal {
		if len(e.Choices) == len(choices) && isSubset(e.Choices, choices) {
			return Maximal
		}
	}
	for _, v := range z.Visited {
		switch {
		case v.Feasible && isSubset(v.Element.Choices, choices):
			return Feasible
		case !v.Feasible && isSubset(choices, v.Element.Choices):
			return Infeasible
		}
	}
	return Open
}
