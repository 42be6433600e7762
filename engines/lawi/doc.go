// SPDX-License-Identifier: Apache-2.0

// Package lawi is lazy abstraction with interpolants: it unwinds the control flow of a linear Horn
// system into a tree, labels the nodes by interpolants from infeasible error paths, and stops when
// every leaf is covered by an earlier node with a weaker label.
//
// # Method
//
// A location is a predicate, and an edge is a clause. The engine takes the open node of least
// depth. It tries to cover it, then to force a cover, and otherwise follows its edges. An edge to
// false is an error path; its formula is either satisfiable, and a model of it is a refutation, or
// unsatisfiable, and a sequence of interpolants strengthens the labels along the path. No abstract
// post-condition is ever computed. When no open node is left, the disjunction of the labels of a
// predicate's explored nodes is its interpretation.
//
// Paths are cut to an unsatisfiable core before they are interpolated, so that interpolants leave
// out the rest of the path (the slicing of the Wolverine paper). If a location is refined many
// times, templates guide every second interpolation (guide.go).
//
// [Mode] adds the methods of two papers, in any combination: universal safety interpolants, which
// prune nodes from which no error can be reached (safety.go); existential error interpolants, which
// announce errors (suffix.go); conditional interpolants, which cut branches off before they are
// explored (conditional.go); predicate abstraction of regions (region.go); weights (weight.go) and
// pruning (graph.go). Each of these files lists its differences from the paper. Most of them are
// needed for soundness; docs/lawi.md gives the reasons.
//
// In all modes, formulas of other engines in the portfolio are tracked like predicates of regions,
// and interpolants are published (share.go).
//
// # Main types
//
//	Engine, Options, Mode   what to search, and how
//	Program, Transition     a system whose clauses come on demand
//	graph, location, edge   its control flow, as far as it is known
//	tree, node              the reachability tree with its covers
//	search                  one run
//	safety, safeSet         safety interpolants and full sets of them
//	suffix                  a way to an error, with the states that it may start from
//	oracle                  entailments between labels
//	Named, sharedPredicates predicates that locations share
//
//	link, derivation        formulas of a path, and those that affect its end (chain.go)
//	Snapshot                the tree at one moment, drawn by Graphviz or as a page of HTML (picture.go)
//
// # Names
//
//	n, w    node, covering node    l    location
//	e       edge                   x    refuted path, suffix
//	s       search                 z    result
//	steps   nodes on a path        parts   their formulas, one part for each step
//
// # References
//
//   - K. McMillan, "Lazy Abstraction with Interpolants", CAV 2006: the procedures
//     Close, Refine, Expand, and force-cover.
//   - D. Kroening, G. Weissenbacher, "Interpolation-Based Software Verification
//     with Wolverine", CAV 2011, §2, §3.
//   - C. Tian, Zhao Duan, Zhenhua Duan, C.-H. L. Ong, "More Effective Interpolations
//     in Software Model Checking", ASE 2017, §III, §IV.
//   - J. Su, C. Tian, Z. Duan, "Conditional Interpolation: Making Concurrent Program
//     Verification More Effective", ESEC/FSE 2021, §3.
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
// The engine is sound. Like every sound method for such systems, it is incomplete for safe and for
// unsafe ones.
package lawi
