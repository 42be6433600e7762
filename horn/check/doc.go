// SPDX-License-Identifier: Apache-2.0

// Package check validates the answers to Horn systems. Cornet reports a verdict only after this
// package has accepted its witness.
//
//	Model       every assertion holds under the definitions of a model
//	Refutation  every step follows from its premises, and the last one is false
//	Proof       the same for a refutation in terms of the input
//
// A nil error means that the witness is valid. An [*Invalid] describes what is wrong with it. An
// [*Undecided] explains why it could not be decided; then the caller must not give a verdict.
//
// The validator works on the assertions as they were read ([horn.Source]), not on the clauses made
// from them. It shares no code with clausification, preprocessing and engines. It depends on the
// terms of package logic, and on the solvers that the caller provides. So it finds every defect on
// the way from the assertions to the witness. There is one exception: for models that define
// predicates by recursive functions, it uses the prover of package horn/recursion, which engine
// induction uses too. Systems without a Source are judged by their clauses.
//
// # Models
//
// A model must define every predicate of the system by a formula over parameters of its sorts. The
// formula must have no predicates and no other free variables. After the definitions replace the
// atoms, each assertion must be valid: its negation must be unsatisfiable.
//
// Solvers without quantifiers should be able to answer. So the validator first drops quantifiers of
// universal force. It replaces the others by instances for the indices that occur, and keeps them
// only if the instances do not suffice: see ground.go. It also judges folds over datatypes without
// quantifiers: see fold.go. If a variable has one of a few values, it judges a large negation case
// by case: see cases.go. Interval arithmetic settles many long blocks of programs without a solver:
// see bounds.go.
//
// # Refutations
//
// A step has an assertion A, values for its quantified variables, and premises. Each premise is a
// set of ground atoms that are known to be derivable. A step that derives h is right if the
// instance of A is false whenever the atoms of the premises are true and h is false. Then A and the
// premises entail h. If the instance is false even without this condition on h, the step derives
// false.
//
// The validator checks this by three-valued evaluation, by structure and in the order of the text
// (see matcher). The i-th premise must be used for the i-th atom, as the printed form requires.
// Every premise must be used. Some terms are neither true nor false, because the values do not
// determine them: division by zero, and fields of another constructor. Equalities between different
// elements of an uninterpreted sort are also neither true nor false.
package check
