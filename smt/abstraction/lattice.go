// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"fmt"

	"cornet/smtlib"
)

// Lattice is the part of an abstraction lattice that one exploration has looked
// at, for pictures and tests. Its terms belong to the query's store.
type Lattice struct {
	// Base lists the choices that the lattice is the powerset of, the most
	// expensive first; Template gives them as terms over the variables of the
	// last cut of their group.
	Base     []Choice
	Template map[Choice]*smtlib.Term
	Visited  []Visit // in the order of the search, each element once; needs Options.Observe
	Maximal  []Element
	Guided   []Guided // interpolants that were made
}

// Visit is an element that was asked about.
type Visit struct {
	Element  Element
	Feasible bool
}

// newLattice returns the lattice of an exploration, with nothing visited.
func newLattice(x *exploration) *Lattice {
	z := &Lattice{Base: x.choices, Template: map[Choice]*smtlib.Term{}}
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

// visit notes an element.
func (z *Lattice) visit(e Element, feasible bool) {
	key := fmt.Sprint(e.Choices)
	for _, v := range z.Visited {
		if fmt.Sprint(v.Element.Choices) == key {
			return
		}
	}
	z.Visited = append(z.Visited, Visit{e, feasible})
}
