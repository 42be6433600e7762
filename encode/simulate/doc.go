// SPDX-License-Identifier: Apache-2.0

// Package simulate runs programs with chosen and random inputs. [Find] looks for errors, in the
// interpreter of package encode/exec with random schedules of threads. [Validate] tests proofs, in
// the interpreter of package encode/scalar.
//
// Find finds errors that are easy to reach, also after long executions. It also finds errors that
// depend on arithmetic that the clauses of package encode/chc only bound, such as rounding. A run
// that reaches an error is an execution of the program: no operation in it was undefined, no memory
// was misused, and no construct that is not modelled exactly was evaluated.
//
// # Inputs
//
// Each run has a strategy for inputs: always the same number, small ones, numbers at the ends of
// the type, constants of the program and their neighbours, anything, or a mixture. Floating-point
// numbers are chosen in the same way among their ordinals. Pointers are null.
//
// # Types
//
//	Find       looks for a run that reaches an error
//	Follow     a run along a path that was found otherwise, with more detail
//	Validate   tests a model of the clauses on runs
//	Interleave looks for an error in all interleavings of few steps
//	Counts     compares few threads with the counter abstraction of as many
//	Options    limits, in edges
//	Path       (of package chc) the inputs of the run that failed, and its error
//	run        a run and what it has used
//
// # Names
//
//	r run    p program    q request for an input
//
// The order of runs and their inputs depend on the program alone.
package simulate
