// SPDX-License-Identifier: Apache-2.0

// Package exec runs control-flow automata: an interpreter with concrete values, memory in
// bytes, and an environment that is given to it.
//
// It is the oracle of tests (a run here must agree with encodings of the program
// and with the compiled program), and it replays counterexamples: fed with the values of a
// counterexample's inputs and with its schedule, a run reaches the error or shows that it does not.
//
// # Meaning
//
// A run begins with Program.Init and goes on with Program.Main. Where a node has several edges out
// whose operations do not block, Options.Choose picks one; Assume edges over one condition leave no choice.
// A run ends with an Outcome: the main function returned or the program stopped, the property was
// violated, no thread can go on, the memory was misused, or the limit of steps was met.
//
// Variables and allocated objects are ranges of bytes with addresses that never overlap, little
// endian. What C and the automaton leave open comes from Options.Input: values of
// nondeterministic functions, indeterminate values, and those of Any. Undefined operations on
// values (division by zero, a shift by too much) yield 0, and Result.Undefined counts them.
// Floating-point numbers are IEEE 754's (package encode/ieee), with one NaN.
//
// Explore runs a program in all ways, with every schedule: where it has few states, that is what any
// encoding of it must agree with.
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
