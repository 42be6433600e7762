// SPDX-License-Identifier: Apache-2.0

// Package unwind decides linear systems whose derivations are short, by bits: it unwinds all loops to their ends.
//
// # Method
//
// Instances of predicates are made in a weak topological order, inner loops first. All edges that are pending for a predicate meet in its next
// instance. Constants rule out some edges. Whether a loop is entered once more is asked of an incremental SAT solver, edge by edge, where
// constants do not decide it. When nothing is pending, one more query decides whether an edge that was left out can be taken, or a query of the system. If not,
// the graph and the solver's proof are the witness (package horn/unwinding); otherwise a model gives the refutation.
//
// The engine gives up by counted effort, and by the size of the formula: loops without bounds go on for ever.
//
// # References
//
//   - E. Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004.
//   - D. Kroening, M. Tautschnig, "CBMC: C Bounded Model Checker", TACAS 2014.
//   - F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993: the order.
//
// # Differences
//
// The bounds of loops are found, not given. What CBMC checks by unwinding assertions is part of the last query.
package unwind
