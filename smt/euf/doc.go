// SPDX-License-Identifier: Apache-2.0

// Package euf is congruence closure: the theory of equality with uninterpreted
// functions, incremental, backtrackable, and with explanations. Arrays and
// datatypes of the native solver stand on it.
//
// A [Graph] has nodes, which are leaves or applications of functions to nodes. What is
// merged is equal, and so are applications of one function to equal arguments, as
// soon as the merge or the application is made. [Graph.Explain] says which merges made
// two nodes equal.
//
// # Main types
//
//	Graph    nodes, their classes and what is undone
//	Node, Fn dense numbers of nodes and functions; what they mean is the caller's business
//	Reason   a merge, as the caller calls it
//
// # Terminology
//
//	class      the nodes that are equal; one of them is its root
//	signature  a function and the roots of its arguments
//	canonical  the application that stands for its signature in the table
//	uses       the applications that have a class among their arguments
//	hub        a leaf for a value that several nodes have; see [Hub]
//	link       an edge of the proof forest: two nodes that one merge, or congruence, made equal
//	way        the links between two nodes; Explain and Links walk it, and those of arguments
//
// Names in the code: g graph, n, m nodes, a, b nodes to be merged, r, q roots, f function, u a use.
//
// # Complexity
//
// Classes are found in O(1). A merge renames the smaller class, so that a node is
// renamed O(log n) times for n nodes; every use of the smaller class costs a table
// access. Backtracking takes as long as what it undoes took. An explanation takes time linear in the
// links that it visits.
//
// # References
//
//   - G. Nelson, D. Oppen: Fast Decision Procedures Based on Congruence Closure. Journal of the
//     ACM 27(2), 1980, https://doi.org/10.1145/322186.322198.
//   - P. Downey, R. Sethi, R. Tarjan: Variations on the Common Subexpression Problem. Journal of the
//     ACM 27(4), 1980, https://doi.org/10.1145/322217.322228. The table of signatures.
//   - R. Nieuwenhuis, A. Oliveras: Fast Congruence Closure and Extensions. Information and
//     Computation 205(4), 2007, https://doi.org/10.1016/j.ic.2006.08.009. The proof forest.
//
// # Differences from the papers
//
// Applications are not curried: a signature has up to three arguments, and longer lists
// are made of nodes for their beginnings. Explanations keep no classes of their own. Links by
// congruence in a row are explained by the arguments at the ends, which leaves out what
// happens to lie in between.
//
// # Limits
//
// Disequalities are not known here: the caller looks at the classes.
package euf
