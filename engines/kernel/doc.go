// SPDX-License-Identifier: Apache-2.0

// Package kernel has what the engines share: instances of clauses over state
// variables, and the exchange of facts about predicates.
//
// # Instances of clauses
//
// A state is a tuple of variables, one per parameter of a predicate. [Formals]
// gives the canonical state of a predicate, over which engines keep labels,
// lemmas and models; [State] gives the state at one position of a derivation.
// [Instantiate] turns a clause into the formula that relates the states of its
// body atoms to the state of its head, with fresh names for the clause's other
// variables, and remembers what became of every clause variable, so that a
// model of the formula yields a ground instance of the clause. [Increments] says by how
// much a clause changes each argument.
//
// # Exchange of facts
//
// Engines that run side by side publish facts about the predicates of a system. A
// [Board] is an engine's access to the blackboard (package exchange).
//
// Facts are [horn.Model] values over the engine's system: formulas about some of the
// predicates. A lemma is inductive: all lemmas that one engine publishes hold together in
// all derivable atoms. A candidate is a guess. Nothing that is read is trusted: an engine
// proves what it takes over, or uses it where a wrong formula does no harm.
//
// # Inductive parts
//
// [Inductive] returns what of some candidates is inductive, and [Excludes] says whether a model
// excludes the queries (Houdini). [Assertions] are the candidates that queries suggest, and
// [Violated] says which clause does not preserve one.
package kernel
