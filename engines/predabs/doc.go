// SPDX-License-Identifier: Apache-2.0

// Package predabs is predicate abstraction with counterexample-guided refinement for linear and
// nonlinear Horn systems.
//
// # Method
//
// Each predicate of the system has a precision: a set of formulas over its formal arguments. The
// abstraction of a set of states is the conjunction of the formulas of the precision that all of
// them satisfy (Cartesian abstraction). An abstract state is a predicate with such a conjunction.
// From the facts on, clauses are applied to abstract states until there are no new ones. Then the
// disjunction of the abstract states is a model. When a query applies, the applications that led to
// it form a DAG, which unfolds to a tree. If the tree's formula is satisfiable, it is a refutation.
// If not, tree interpolants explain why, their conjuncts go into the precisions, and reachability
// is computed again.
//
// # Large counterexamples
//
// A tree may be exponentially larger than its DAG. If it has more than Options.WholeTree clauses,
// it is unfolded from the query on, as far as necessary. A state that is not unfolded is
// represented by its abstraction and by lemmas. The engine learns a lemma when the values that a
// model suggests for the state cannot be derived. A lemma holds for all uses of its state, so a
// shared part is refuted once. Atoms are derived once, too.
//
// # Interpolants
//
// Interpolants are made simpler before they are tracked. If literals over the atoms of an
// interpolant suffice, they replace it. Conjuncts that the parent's step does not need are dropped.
//
// # Guidance
//
// Interpolants may count the rounds of a loop forever. So if a predicate has been refined often,
// every second refinement interpolates under an abstraction (package smt/abstraction). The
// interpolants then use templates. These are terms from an analysis of the loops around the
// predicate, from the comparisons in its clauses, or from hints. docs/abstraction.md describes the
// templates, their costs, and the reasons for them.
//
// # Other engines
//
// Formulas of other engines in the portfolio are added to the precisions, and those from
// interpolants are published (share.go).
//
// # Terms
//
//	precision    formulas tracked for a predicate of the system
//	state        a predicate with a conjunction over its formals
//	application  a clause with a state for each body atom
//	lemma        a formula that all derivations of a state satisfy
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
// Reachability starts again after a refinement. Entailments are cached by their terms, so only
// entailments of new formulas need the solver. A model that refutes one entailment is tried on all
// others of the same application. Tree interpolants and lemmas refute a DAG; the paper uses one
// disjunctive interpolation query. The conjuncts of an interpolant are tracked separately; its
// disjunctions are not split.
package predabs
