// SPDX-License-Identifier: Apache-2.0

// Package unwind decides linear systems with short derivations bit by bit. It unwinds every loop
// until the loop ends.
//
// # Method
//
// The engine makes instances of predicates in a weak topological order, inner loops first. All
// pending edges to a predicate meet in its next instance. Constants rule out some edges. If they do
// not decide whether a loop has another iteration, the engine asks an incremental SAT solver, edge
// by edge.
//
// When no edge is pending, one last query remains: can an edge that was left out, or a query of the
// system, be taken? The solver refutes these claims one by one first, since what it learns about an
// early assertion helps with later ones. If none can be taken, the graph and the solver's proof are
// the witness (package horn/unwinding). Otherwise the solver's model gives the refutation.
//
// Loops without bounds never end. The engine therefore limits its counted effort and the size of
// the formula.
//
// # References
//
//   - E. Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004.
//   - D. Kroening, M. Tautschnig, "CBMC: C Bounded Model Checker", TACAS 2014.
//   - F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993: the order.
//
// # Differences
//
// The user gives no bounds for loops: the engine finds them. CBMC checks unwinding assertions; here
// the last query does the same.
package unwind
