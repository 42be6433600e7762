// SPDX-License-Identifier: Apache-2.0

// Package predabs is predicate abstraction with counterexample-guided refinement
// for linear and nonlinear Horn systems.
//
// # Method
//
// Each predicate of the system has a precision: a set of formulas over its
// formal arguments. The abstraction of a set of states is the conjunction of
// the formulas of the precision that all of them satisfy (Cartesian
// abstraction). From the facts on, clauses are applied to abstract states, each
// a predicate with a conjunction, until nothing new arises: then the disjunction
// of the abstract states is a model. When a query applies, the applications that led
// to it form a DAG, which unfolds to a tree. If the tree's formula is satisfiable, it
// is a refutation. If not, tree interpolants explain why, their conjuncts go into the
// precisions, and reachability is computed again.
//
// # Large counterexamples
//
// A tree may be exponentially larger than its DAG. Past Options.WholeTree clauses it
// is unfolded from the query on, as far as is needed: a state that is not unfolded
// stands for its abstraction and for lemmas, each learned where values that a model
// suggests for it cannot be derived. A lemma counts for all uses of its state, so a
// shared part is refuted once; atoms are derived once, too.
//
// # Interpolants
//
// Interpolants are made simpler before they are tracked. Literals over their atoms
// that hold take the place of deep combinations where they suffice, and conjuncts
// that the parent's step does without are dropped.
//
// # Guidance
//
// Interpolants may count the rounds of a loop for ever. Where a predicate has been
// refined often, every second refinement interpolates under an abstraction (package
// smt/abstraction): the interpolants are about templates, terms that the analysis
// of the loops around a predicate and the comparisons in its clauses suggest, or
// that hints give. docs/abstraction.md says which, at what costs, and why those.
//
// # Other engines
//
// Formulas that other engines of a portfolio have found join the precisions, and those
// from interpolants are published (share.go).
//
// # Terms
//
//	precision    formulas tracked for a predicate of the system
//	state        a predicate with a conjunction over its formals
//	application  a clause with a state for each body atom
//	lemma        a formula that all derivations of a state keep to
//	round        one way around a loop: a clause from a predicate to itself
//	kind         what a template or an atom of a model is like; has a cost
//
// # References
//
//   - P. Rümmer, H. Hojjat, V. Kuncak, "Disjunctive Interpolants for Horn-Clause
//     Verification", CAV 2013: the abstract reachability of §4 and refinement by
//     tree interpolants.
//   - J. Leroux, P. Rümmer, P. Subotić, "Guiding Craig interpolation with
//     domain-specific abstractions", Acta Informatica 53, 2016: templates.
//   - S. Graf, H. Saïdi, "Construction of Abstract State Graphs with PVS",
//     CAV 1997: predicate abstraction.
//
// # Differences from the paper
//
// Reachability starts anew after a refinement, but entailments are remembered
// by the terms that they are about, so that only what a new formula touches is
// asked of the solver again. A model that refutes one entailment is tried on all
// others of the same application. DAGs are refuted by tree interpolants and lemmas
// where the paper has one disjunctive interpolation query. An interpolant's
// conjuncts are tracked one by one, its disjunctions as they are.
package predabs
