// SPDX-License-Identifier: Apache-2.0

// Package kernel has what the engines share: instances of clauses over state variables, and the
// exchange of facts about predicates.
//
// # Instances of clauses
//
// A state is a tuple of variables, one per parameter of a predicate. [Formals] gives the canonical
// state of a predicate, over which engines keep labels, lemmas and models; [State] gives the state
// at one position of a derivation. [Instantiate] turns a clause into the formula that relates the
// states of its body atoms to the state of its head. The clause's other variables get fresh names.
// An [Instance] records what each variable of the clause has become, so that a model of the formula
// yields a ground instance of the clause. [Increments] returns by how much a clause changes each
// argument.
//
// # Exchange of facts
//
// Engines that run side by side publish facts about the predicates of a system. A [Board] is an
// engine's access to the blackboard (package exchange).
//
// Facts are [horn.Model] values over the engine's system: formulas about some of the predicates. A
// lemma is inductive: all lemmas that one engine publishes hold together in all derivable atoms. A
// candidate is a guess. Readers do not trust facts: an engine proves those that it takes over, or
// uses them where a wrong formula does no harm.
//
// # Inductive parts
//
// [Inductive] returns the inductive part of some candidates (Houdini). [Excludes] reports whether a
// model excludes the queries. [Assertions] returns the candidates that queries suggest, and
// [Violated] returns a clause that does not preserve a formula.
package kernel
