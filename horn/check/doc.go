// SPDX-License-Identifier: Apache-2.0

// Package check validates the answers to Horn systems: no verdict leaves Cornet
// before its witness has passed here.
//
//	Model       every assertion holds under the definitions of a model
//	Refutation  every step follows from its premises, and the last one is false
//	Proof       the same for a refutation in the words of the input
//
// A nil error means valid. An [*Invalid] says what is wrong with the witness, an
// [*Undecided] why it could not be judged; no verdict must be given then.
//
// The validator works on the assertions as they were read ([horn.Source]), not
// on the clauses made from them, and shares no code with clausification,
// preprocessing and engines: it rests on the terms of package logic, and on
// solvers that the caller hands in. The exception is the prover of package
// horn/recursion, which judges models that define predicates by recursive
// functions, and which engine induction uses, too. So a bug in the way from the assertions to
// the witness shows here, whatever made it. Systems without a Source are judged
// by their clauses.
//
// # Models
//
// A model must define every predicate of the system over parameters of its
// sorts, by a formula without predicates and without other free variables. With
// the definitions put in for the atoms, each assertion must be valid: its
// negation is unsatisfiable. Quantifiers of universal force are dropped first,
// so that solvers without quantifiers can answer; the others are replaced by instances
// where the cells of arrays meet, and kept only if these do not suffice: see ground.go. Definitions that speak of folds
// over datatypes are judged without quantifiers, too: see fold.go. Large negations
// are judged case by case where a variable has one of a few values: see cases.go.
// What interval arithmetic settles, as it does in long blocks of programs, needs no solver: see bounds.go.
//
// # Refutations
//
// Let an assertion A, values for its quantified variables, and premises be
// given, each a set of ground atoms that are known to be derivable. The step is
// right when A, instantiated, is false as soon as atoms of the premises are true
// and one other atom h is false, whatever the remaining atoms are; then A and
// the premises entail h, and h is what the step derives. When A is false even
// without an h, the step derives false. This is three-valued evaluation, by
// structure and in the order of the text (see matcher): the i-th premise must be
// used for the i-th atom, as the printed form demands, and none may be left
// over. What the values do not determine, division by zero and fields of another
// constructor, is neither true nor false, and so are equalities between
// different elements of an uninterpreted sort.
package check
