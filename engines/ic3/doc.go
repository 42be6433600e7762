// SPDX-License-Identifier: Apache-2.0

// Package ic3 decides linear Horn systems over finite sorts as hardware model checkers do: on bits,
// by incremental induction and bounded model checking.
//
// # Method
//
// The system becomes a sequential circuit. Its latches are the bits of the predicates' arguments,
// and a location if there are several predicates. Its gates compute the next values of the latches
// from the latches and from inputs; variables that no equation defines are inputs. An equation
// defines a variable if possible, so that a clause becomes gates rather than a relation.
//
// Incremental induction keeps frames F[0], F[1], …: F[i] contains the states that are reachable in
// at most i steps. A frame is a set of clauses over latches. When a state of the last frame leads
// to a bad state, it becomes an obligation. The solver looks for a predecessor in the previous
// frame. If there is one, it is the next obligation. If not, a new clause excludes the state, and
// as many others as possible. When two frames are equal, they are an inductive invariant.
//
// Two other searches take turns with this one. Bounded model checking unrolls the circuit, and one
// incremental SAT solver looks for longer and longer runs. Random simulation finds errors after
// hundreds of steps.
//
// # Witnesses
//
// A run is simulated on the circuit. The values of its words are the values of the clauses'
// variables. An invariant is written over words: adjacent bits of one word become a comparison of
// an extract.
//
// # Files
//
//	netlist      the circuit as a graph
//	encode.go    clauses become gates
//	machine.go   the sequential circuit; which latches matter, and which act as inputs
//	bmc.go       bounded model checking     simulate.go  random simulation
//	search.go    obligations and frames      generalise.go  smaller cubes
//	solver.go    questions about frames, and lifting of their answers
//	trace.go, invariant.go  witnesses
//
// # Terminology
//
//	latch    a bit of the state
//	cube     a set of states: a conjunction of literals over latches
//	lemma    a cube that has no state of a frame
//	lifting  the step from a state that leads into a cube to a cube of such states
//
// # References
//
//   - A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011.
//   - N. Een, A. Mishchenko, R. Brayton, "Efficient Implementation of Property Directed
//     Reachability", FMCAD 2011.
//   - Z. Hassan, A. Bradley, F. Somenzi, "Better Generalization in IC3", FMCAD 2013.
//   - Y. Su, Q. Yang, Y. Ci, Y. Li, T. Bu, Z. Huang, "Deeply Optimizing the SAT Solver for the IC3
//     Algorithm", CAV 2025: questions about parts of the circuit.
//
// # Differences
//
// The circuit has gates for exclusive or, majority and choice. Lifting walks once from the outputs
// to the latches along least costs. It does not try latch after latch by ternary simulation.
// Latches that act as inputs, which Horn systems often have, are not part of states.
package ic3
