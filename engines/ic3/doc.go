// SPDX-License-Identifier: Apache-2.0

// Package ic3 decides linear Horn systems over finite sorts as hardware model checkers do: on bits,
// by incremental induction and bounded model checking.
//
// # Method
//
// The system becomes a sequential circuit. Its latches are the bits of the predicates' arguments,
// and a location if there are several predicates. Its gates compute the next values of the latches
// from the latches and from inputs; variables that nothing determines are inputs. Equations define
// variables, so that a clause becomes gates and not a relation.
//
// Incremental induction keeps frames F[0], F[1], …: F[i] contains the states that are reachable in
// at most i steps. A frame is a set of clauses over latches. When a state of the last frame leads
// to a bad state, it becomes an obligation: a question to the solver shows that no step from the
// frame before leads there, or finds a predecessor. In the first case, a small part of the state is
// excluded by a new clause; in the second, the predecessor is the next obligation. When two frames
// are equal, they are an inductive invariant.
//
// Bounded model checking takes turns with this search. It unrolls the circuit, and one incremental
// SAT solver looks for longer and longer runs. Random simulation takes turns, too: it finds errors
// after hundreds of steps.
//
// # Witnesses
//
// A run is simulated on the circuit, and the values of the words are those of the clauses'
// variables. An invariant is written over words: bits of one word that stand side by side become a
// comparison of an extract.
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
//	cube     a set of states: a conjunction of literals of latches
//	lemma    a cube without states of a frame
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
// The circuit has gates for exclusive or, majority and choice. Lifting walks from the outputs to
// the latches along least costs, instead of trying latch after latch by ternary simulation. Latches
// that act as inputs, which Horn systems often have, are not part of states.
package ic3
