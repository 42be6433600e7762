// SPDX-License-Identifier: Apache-2.0

// Package lawi is lazy abstraction with interpolants: it unwinds the control
// flow of a linear Horn system into a tree, labels the nodes by interpolants
// from infeasible error paths, and stops when every leaf is covered by an
// earlier node with a weaker label.
//
// # Method
//
// A location is a predicate, an edge a clause. The engine takes the open node
// of least depth, tries to cover it, then to force a cover, then follows its
// edges. An edge to false is an error path; its formula is either satisfiable,
// and a model of it is a refutation, or unsatisfiable, and a sequence of
// interpolants strengthens the labels along the path. No abstract
// post-condition is ever computed. When no open node is left, the disjunction
// of the labels of a predicate's explored nodes is its interpretation.
//
// Paths are cut to an unsatisfiable core before they are interpolated, so that
// interpolants speak only of what matters (the slicing of the Wolverine paper).
//
// # References
//
//   - K. McMillan, "Lazy Abstraction with Interpolants", CAV 2006: the procedures
//     Close, Refine, Expand, and force-cover.
//   - D. Kroening, G. Weissenbacher, "Interpolation-Based Software Verification
//     with Wolverine", CAV 2011, §2.
//
// # Differences from the papers
//
//   - Edges are clauses after large-block compression instead of statements.
//   - The search is breadth-first, so counterexamples are shortest in clauses;
//     depth-first search, which the papers use, is an option.
//   - An edge whose formula contradicts the label of its source gets no node;
//     labels only get stronger, so it never needs one.
//   - When a cover is forced, the covered node is labelled by the covering label
//     itself rather than by the last interpolant, which implies it: labels
//     repeat, and entailments are answered from a cache.
//
// Complete for neither safe nor unsafe systems, as is inherent; sound for both.
package lawi
