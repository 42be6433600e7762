// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// Program is a linear Horn system whose clauses are made when the search needs them. [FromSystem]
// makes one from a complete system. The product of the threads of a concurrent program is too large
// to be enumerated, and is another example. Methods must return the same results in each call. A
// program is used by one goroutine.
type Program interface {
	// Store is where the terms live.
	Store() *logic.Store
	// Entries returns the clauses without body atoms, facts and queries.
	Entries() ([]Transition, error)
	// Successors returns the clauses whose only body atom is p's, queries
	// included, in the order in which they should be explored.
	Successors(p *logic.Func) ([]Transition, error)
}

// Transition is a clause of a program. Refutations refer to clauses by Number.
type Transition struct {
	Number int
	Clause *horn.Clause
}

// Finite is implemented by programs whose predicates are all known. Their clauses are loaded before
// the search begins.
type Finite interface {
	Preds() []*logic.Func
}

// FromSystem returns a system as a program. It returns an error if a clause has several body atoms.
func FromSystem(sys *horn.System) (Program, error) {
	z := &systemProgram{sys: sys, after: map[*logic.Func][]Transition{}}
	for i, c := range sys.Clauses {
		switch len(c.Body) {
		case 0:
			z.entries = append(z.entries, Transition{i, c})
		case 1:
			p := c.Body[0].Pred
			z.after[p] = append(z.after[p], Transition{i, c})
		default:
			return nil, fmt.Errorf("clause %d has %d body atoms: lawi takes linear systems", i, len(c.Body))
		}
	}
	return z, nil
}

// Unfolding makes the clauses of a system on demand, and identifies them by their numbers.
type Unfolding interface {
	// Entries returns the clauses without body atoms.
	Entries() []int
	// Successors returns the clauses whose only body atom is p's.
	Successors(p *logic.Func) []int
}

// OnDemand returns the system sys as a program. u makes its clauses.
func OnDemand(sys *horn.System, u Unfolding) Program { return onDemand{sys, u} }

type onDemand struct {
	sys       *horn.System
	unfolding Unfolding
}

func (z onDemand) Store() *logic.Store { return z.sys.Store }

func (z onDemand) Entries() ([]Transition, error) {
	return z.transitions(z.unfolding.Entries()), nil
}

func (z onDemand) Successors(p *logic.Func) ([]Transition, error) {
	return z.transitions(z.unfolding.Successors(p)), nil
}

func (z onDemand) transitions(numbers []int) []Transition {
	return slice.Map(numbers, func(n int) Transition { return Transition{n, z.sys.Clauses[n]} })
}

type systemProgram struct {
	sys     *horn.System
	entries []Transition
	after   map[*logic.Func][]Transition
}

func (p *systemProgram) Store() *logic.Store            { return p.sys.Store }
func (p *systemProgram) Entries() ([]Transition, error) { return p.entries, nil }
func (p *systemProgram) Preds() []*logic.Func           { return p.sys.Preds }
func (p *systemProgram) Successors(f *logic.Func) ([]Transition, error) {
	return p.after[f], nil
}
