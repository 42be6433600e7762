// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"fmt"

	"cornet/horn"
	"cornet/logic"
)

// Step names a body atom of a clause: an execution goes from this atom to the head.
type Step struct{ Clause, Atom int }

// Question asks whether all executions of a system are finite. Queries of the system do not matter.
type Question struct {
	System *horn.System
	// Steps are the steps of executions; nil means all body atoms of clauses with a head. An
	// encoder of procedures leaves out the atoms for summaries of calls in the bodies of callers,
	// since these describe calls that return.
	Steps []Step
}

// All returns the steps of the question, explicitly, in their order.
func (q Question) All() []Step {
	if q.Steps != nil {
		return q.Steps
	}
	var z []Step
	for k, c := range q.System.Clauses {
		if c.Head == nil {
			continue
		}
		for i := range c.Body {
			z = append(z, Step{k, i})
		}
	}
	return z
}

// Check returns an error if the system or a step is malformed.
func (q Question) Check() error {
	for _, e := range q.Steps {
		if e.Clause < 0 || e.Clause >= len(q.System.Clauses) || e.Atom < 0 || e.Atom >= len(q.System.Clauses[e.Clause].Body) {
			return fmt.Errorf("termination: clause %d has no body atom %d", e.Clause, e.Atom)
		}
		if q.System.Clauses[e.Clause].Head == nil {
			return fmt.Errorf("termination: clause %d is a query, which no execution uses", e.Clause)
		}
	}
	return q.System.Check()
}

// Derivations returns the clauses of the system that derive atoms.
func (q Question) Derivations() []*horn.Clause {
	var z []*horn.Clause
	for _, c := range q.System.Clauses {
		if c.Head != nil {
			z = append(z, c)
		}
	}
	return z
}

// Verdict is the answer to a question.
type Verdict uint8

// The verdicts. Unknown is the zero value.
const (
	Unknown    Verdict = iota
	Terminates         // every execution is finite
	Diverges           // there is an infinite execution
)

// String returns the word of the termination competition for v: YES, NO or MAYBE.
func (v Verdict) String() string {
	switch v {
	case Terminates:
		return "YES"
	case Diverges:
		return "NO"
	}
	return "MAYBE"
}

// Certificate justifies a verdict: a ranking if all executions are finite, and a recurrence if
// there is an infinite one. The other field is nil.
type Certificate struct {
	Ranking    *Ranking
	Recurrence *Recurrence
}

// Verdict returns the verdict that the certificate claims.
func (c *Certificate) Verdict() Verdict {
	switch {
	case c == nil:
		return Unknown
	case c.Ranking != nil:
		return Terminates
	case c.Recurrence != nil:
		return Diverges
	}
	return Unknown
}

// Ranking is the certificate of Terminates.
type Ranking struct {
	// Tuples has for each predicate of the system, in their order, the components of its tuple,
	// terms over [horn.Params], of a sort that [Ranking.Conditions] accepts. The entry is nil for
	// other predicates than cut points.
	Tuples [][]*logic.Term
	// Model is a model of the conditions.
	Model *horn.Model
}

// Recurrence is the certificate of Diverges.
type Recurrence struct {
	// Sets has for each predicate of the system a formula over [horn.Params], or nil for the empty
	// set.
	Sets []*logic.Term
	// Moves leave the states of the sets.
	Moves []Move
	// Proof refutes the system of [Recurrence.Reach]: it derives a state of a set.
	Proof *horn.Proof
}

// Move is an instance of a clause for each state of the predicate of a body atom.
type Move struct {
	Step
	// Values has a term for each variable of the clause, in the order of [horn.Clause.Vars]. The
	// free variables are the [horn.Params] of the predicate of the body atom.
	Values []*logic.Term
}
