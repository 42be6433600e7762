// SPDX-License-Identifier: Apache-2.0

// Package unroll instantiates clauses over state variables: the step from a
// Horn clause to a formula about one point of a derivation.
//
// A state is a tuple of variables, one per parameter of a predicate. [Formals]
// gives the canonical state of a predicate, over which engines keep labels,
// lemmas and models; [State] gives the state at one position of a derivation.
// [Instantiate] turns a clause into the formula that relates the states of its
// body atoms to the state of its head, with fresh names for the clause's other
// variables, and remembers what became of every clause variable, so that a
// model of the formula yields a ground instance of the clause.
package unroll
