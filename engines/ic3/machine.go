// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"cornet/engines/ic3/netlist"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// machine is a sequential circuit: a Horn system in bits. A run begins in a state that agrees with
// the initial values. Each step chooses inputs under which the constraint holds. A state is bad if
// there are inputs under which the literal bad is true.
type machine struct {
	sys     *horn.System
	graph   *netlist.Graph
	circuit *bits.Circuit

	latches    []latch
	at         map[sat.Var]int // the latch of a variable
	constraint sat.Lit
	bad        sat.Lit

	slots   []slot // the parts of the state, as words of latches
	slotsOf map[*logic.Func][]int
	// the location, as a part of the state; empty if there is only one predicate with a simple fact
	location bits.Word
	preds    map[*logic.Func]int

	steps, queries []*clause // steps lead from a state to a state, queries from a state to false
	choice         bits.Word // the number of the step that the run takes
	fact           *clause   // the only fact, if there is no location; nil otherwise
	// first has the latch whose initial value is an input of fact.
	first map[sat.Var]sat.Var
}

// latch is a bit of the state.
type latch struct {
	v    sat.Var
	next sat.Lit
	init sat.LBool
	// free means that the value is arbitrary in each state, so that the latch acts as an input.
	// Then next is an input that is used nowhere else.
	free bool
	// used means that the bad states depend on the latch.
	used bool
}

// slot is a part of the state: an argument of one or more predicates.
type slot struct {
	sort *logic.Sort
	word bits.Word
}

// clause is a clause of the system in bits.
type clause struct {
	*horn.Clause
	number     int
	guard      sat.Lit
	head       []bits.Word // bits of the head by argument
	words      map[*logic.Term]bits.Word
	from, into int             // codes of locations; 0 is the start and false
	bitsOf     map[int]sat.Lit // bits of the head by latch, made when needed
}

// nextOf returns the literal of a latch's next value, or of its negation.
func (m *machine) nextOf(l sat.Lit) sat.Lit {
	z := m.latches[m.at[l.Var()]].next
	if l.IsNeg() {
		return z.Not()
	}
	return z
}

// reduce finds the latches that matter, and those that act as inputs.
//
// Cost: linear in the circuit.
func (m *machine) reduce() {
	walker := m.graph.Walker()
	roots := []sat.Lit{m.bad, m.constraint}
	for again := true; again; {
		again = false
		for _, v := range walker.Cone(roots...) {
			if i, ok := m.at[v]; ok && !m.latches[i].used {
				m.latches[i].used = true
				roots = append(roots, m.latches[i].next)
				again = true
			}
		}
	}
	uses := make([]int, len(m.graph.Nodes))
	for _, v := range walker.Cone(roots...) {
		for _, l := range m.graph.Nodes[v].In {
			uses[l.Var()]++
		}
	}
	for _, l := range roots {
		uses[l.Var()]++
	}
	for i := range m.latches {
		l := &m.latches[i]
		n := l.next.Var()
		_, isLatch := m.at[n]
		l.free = l.used && l.init == sat.Undef && !isLatch && m.graph.Nodes[n].IsInput() &&
			n != m.graph.True.Var() && uses[n] == 1
	}
}

// state returns the latches that are part of the state.
func (m *machine) state() (z []*latch) {
	for i := range m.latches {
		if l := &m.latches[i]; l.used && !l.free {
			z = append(z, l)
		}
	}
	return z
}
