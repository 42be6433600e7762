// SPDX-License-Identifier: Apache-2.0

// Package exec runs control-flow automata: an interpreter with concrete values, memory in bytes,
// and a given environment.
//
// It is the oracle of tests: its runs must agree with encodings of the program and with the
// compiled program. It also replays counterexamples: with the inputs and the schedule of a
// counterexample, a run reaches the error or shows that it does not.
//
// # Meaning
//
// A run begins with Program.Init and continues with Program.Main. If a node has several edges with
// operations that do not block, Options.Choose picks one; Assume edges over one condition leave no
// choice. A run ends with an Outcome: the main function returned or the program stopped, the
// property was violated, no thread can continue, memory was misused, or the limit of steps was
// reached.
//
// Variables and allocated objects are ranges of bytes with addresses that never overlap, little
// endian. Options.Input supplies what C and the automaton leave open: values of nondeterministic
// functions, indeterminate values, and values of Any. Undefined operations on values (division by
// zero, a shift by too much) yield 0, and Result.Undefined counts them. Floating-point numbers are
// IEEE 754's (package encode/ieee), with one NaN.
//
// Explore runs a program in all ways, with every schedule. If the program has few states, any
// encoding of it must agree with the result.
//
// # Types
//
//	Options   environment and limits
//	Result    how a run ended
//	Exploration  what all runs together do
//	Request   a value that the environment must give
//	machine   the state of a run: memory, threads, locks
//	thread    a stack of frames
//
// # Names
//
//	m machine    th thread    fr frame    e edge    v value    a address
package exec
