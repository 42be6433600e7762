// SPDX-License-Identifier: Apache-2.0

// Package termination decides whether a Horn system has an infinite execution: it searches for the
// certificates of package horn/termination.
//
//	loop(x, y) ∧ x > 0 → loop(x + y, y - 1)      terminates: (max(y + 1, -1), x)
//	loop(x, y) ∧ x > 0 → loop(x + y, z)          diverges: x > 0 ∧ y ≥ 0, with z = y
//
// # Method
//
// Each strongly connected component of the graph of steps is treated by itself. [Decide] asks the
// searches in this order, until one has an answer:
//
//	ranker.rank        ranking functions for all transitions between cut points, by Farkas' lemma
//	recurrent.loops    closed recurrent sets of cycles that no ranking function decreases
//	decider.support    invariants that exclude the start of such a cycle; then again from the top
//	decider.guess      ranking functions that fit some transitions, and need invariants
//	ranker.piecewise   ranking functions for regions of the states
//	lasso.search       states that recur
//	survivor.search    programs without choices that are never stuck
//
// Engines decide questions about safety (decider.safety) with a bound on their effort.
//
// # Files
//
//	decide.go          options, answers, the order of the searches
//	graph.go           components, cut points
//	relation.go        all paths between cut points as one formula
//	cube.go, words.go  a part of a path in linear arithmetic; bit-vectors in it
//	farkas.go          templates of linear functions, and constraints on their coefficients
//	lexicographic.go   the search for measures
//	piecewise.go       regions of states
//	samples.go         guesses from transitions
//	safety.go          questions for the engines; what is known about predicates
//	moves.go           steps without choices
//	recurrent.go       sets for cycles of such steps
//	lasso.go           finite sets
//	survive.go         sets from models
//
// # Names
//
//	c, n   component or cube; node: a region of a cut point
//	m, f   measure or model; function with unknown coefficients
//	l, b   link: a step within a block; block: the paths from a cut point
//	z      receiver or result
//
// References and differences are in the files, and in docs/termination.md.
package termination
