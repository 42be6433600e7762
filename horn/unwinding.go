// SPDX-License-Identifier: Apache-2.0

package horn

// Unwinding justifies Safe for a linear system whose derivations end: it is an acyclic graph of
// instances of predicates, with a proof that no derivation leaves it or reaches a query. Package
// horn/unwinding defines the formula that the proof refutes, and checks the proof.
type Unwinding struct {
	// Instances are in an order in which edges lead from earlier to later ones.
	Instances []Instance
	// Proof refutes, in LRAT, the clauses that the instances make.
	Proof []byte
}

// Instance is a predicate at a place of an [Unwinding]: the states that one of its edges leads to.
type Instance struct {
	Pred  int // its number in the system
	Edges []Edge
}

// Edge is a clause whose body is derived at the instance Source. If Source is Start, the clause is
// a fact.
type Edge struct{ Clause, Source int }

// Start is the source of facts.
const Start = -1
