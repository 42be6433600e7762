// SPDX-License-Identifier: Apache-2.0

// Package euf is congruence closure: the theory of equality with uninterpreted functions. It is
// incremental and backtrackable, and it explains its equalities. Arrays and datatypes of the native
// solver use it.
//
// A [Graph] has nodes, which are leaves or applications of functions to nodes. Merged nodes are
// equal. Applications of one function to equal arguments also become equal, as soon as the merge or
// the application is made. [Graph.Explain] returns the merges that made two nodes equal.
//
// # Main types
//
//	Graph    nodes, their classes and the trail of changes
//	Node, Fn dense numbers of nodes and functions; the caller assigns their meaning
//	Reason   the caller's name for a merge
//
// # Terminology
//
//	class      the nodes that are equal; one of them is its root
//	signature  a function and the roots of its arguments
//	canonical  the application that represents its signature in the table
//	uses       the applications that have a member of a class as an argument
//	hub        a leaf for a value that several nodes have; see [Hub]
//	link       an edge of the proof forest: two nodes that one merge, or congruence, made equal
//	way        the links between two nodes; Explain and Links walk it, and those of arguments
//
// Names in the code: g graph, n, m nodes, a, b nodes to be merged, r, q roots, f function, u a use.
//
// # Complexity
//
// Classes are found in O(1). A merge renames the smaller class. So each of n nodes is renamed O(log
// n) times. Every use of the smaller class costs a table access. Backtracking takes as long as the
// work that it undoes. An explanation takes time linear in the links that it visits.
//
// # References
//
//   - G. Nelson, D. Oppen: Fast Decision Procedures Based on Congruence Closure. Journal of the
//     ACM 27(2), 1980, https://doi.org/10.1145/322186.322198.
//   - P. Downey, R. Sethi, R. Tarjan: Variations on the Common Subexpression Problem. Journal of
//     the ACM 27(4), 1980, https://doi.org/10.1145/322217.322228. The table of signatures.
//   - R. Nieuwenhuis, A. Oliveras: Fast Congruence Closure and Extensions. Information and
//     Computation 205(4), 2007, https://doi.org/10.1016/j.ic.2006.08.009. The proof forest.
//
// # Differences from the papers
//
// Applications are not curried: a signature has up to three arguments. Longer lists have nodes for
// their beginnings. Explanations keep no classes of their own. Several consecutive links by
// congruence are explained by the arguments at the two ends, without the nodes in between.
//
// # Limits
//
// Disequalities are not part of the graph: the caller compares the classes.
package euf
