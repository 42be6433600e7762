// SPDX-License-Identifier: Apache-2.0

// Package chc turns programs into constrained Horn clauses. If all constructs of a program are
// modelled exactly, the system is safe if and only if no execution reaches an error.
//
// # From program to clauses
//
//	cfg.Program → encode/lower → blocks → horn.System
//
// The encoding only translates; it does not analyse the program. Three kinds of places get a
// predicate over their live variables: loop heads, functions that are called, and the places after
// such calls. A block is the acyclic graph from one such place to the next ones. It becomes one or
// a few clauses for each pair of places, with ite terms where paths meet.
//
// Passes over the clauses (package horn/transform) find facts about the program, such as ranges,
// equations and irrelevant variables. These facts are part of the model that is validated.
//
// A function f that is called has three kinds of predicates:
//
//	f.entry(in)           it is called with parameters and globals in
//	f.N(in, x)            called with in, it reaches node N with live variables x
//	f.exit(in, out)       called with in, it returns results and globals out
//
// in has the parameters, and the globals that are live at the entry: f may read their values, or
// return without writing them. out has the results, and the globals that f writes and a caller may
// read. x does not repeat the variables of in that f never assigns.
//
// So errors inside f are derived only for inputs that occur. Functions that add values to a set,
// and functions that yield them (scalar.Function), have one predicate for that set.
//
// A product of threads need not be made as a whole: an [Unwinding] makes the clauses of a state on
// demand. Its liveness comes from the threads' steps, without regard to their order.
//
// Package encode/expr translates expressions into terms. Integers have three encodings:
// mathematical with explicit wrapping (Wrap), mathematical without wrapping (Math; this is not C),
// and bit-vectors (BV). Auto is Wrap, or BV if a bit operation has no exact counterpart over
// integers.
//
// # Inexact constructs
//
// Each over-approximation is an [Event] of the clause that evaluates it. A model proves the program
// in any case. A refutation that passes such an event may be spurious. [System.Trace] lists the
// events that a refutation passes.
//
// # Names
//
//	st  state       b  builder       n  node       v  variable
//
// References: D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu, R. Sebastiani, "Software Model
// Checking via Large-Block Encoding", FMCAD 2009; N. Bjørner, A. Gurfinkel, K. McMillan, A.
// Rybalchenko, "Horn Clause Solvers for Program Verification", 2015, §3, for calls. Differences:
// blocks end at every call that has not been inlined, and a few paths remain separate clauses.
package chc
