// SPDX-License-Identifier: Apache-2.0

package horn

// Unwinding justifies Safe for a linear system whose derivations end: it is an acyclic graph of
// instances of predicates, with a proof that no derivation leaves it and none reaches a query.
// Package horn/unwinding says what the proof is about, and checks it.
type Unwinding struct {
	// Instances in an order in which edges lead from earlier to later ones.
	Instances []Instance
	// Proof refutes, in LRAT, the clauses that the instances make.
	Proof []byte
}

// Instance is a predicate at a place of an [Unwinding]: the states that one of its edges leads to.
type Instance struct {
	Pred  int // its number in the system
	Edges []Edge
}

// Edge is a clause whose body is derived at the instance Source, or a fact where Source is Start.
type Edge struct{ Clause, Source int }

// Start is the source of facts.
const Start = -1
