// SPDX-License-Identifier: Apache-2.0

// Package gen makes propositional problems of known families, to test and to
// measure the solver with. All are determined by their parameters.
//
//	RandomKSAT   random clauses; hardest at about 4.26 clauses a variable for k=3
//	Pigeonhole   n+1 pigeons in n holes: unsatisfiable, exponential for resolution
//	Parity       odd parity on a random regular graph (Tseitin, Urquhart): unsatisfiable,
//	             exponential in the degree of expansion
//	Coloring     k-colouring of a random graph
//	Factoring    the two factors of a number
//	Multipliers  two multipliers of different shape: equal, so unsatisfiable
//	Adders       two ways to sum numbers: equal, so unsatisfiable
//	Register     the initial state of a shift register with nonlinear feedback
//
// Random3SAT, Coloring and the parity problems of Urquhart are classics of the
// SAT competitions; the circuits resemble what bounded model checking yields.
package gen
