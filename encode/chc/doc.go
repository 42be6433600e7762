// SPDX-License-Identifier: Apache-2.0

// Package chc turns programs into constrained Horn clauses: the system is safe if and only
// if no execution of the program reaches an error, as far as its constructs are modelled
// exactly.
//
// # From program to clauses
//
//	cfg.Program → encode/lower → blocks → horn.System
//
// The encoding is plain: it translates and does not reason. Loop heads, functions that are called, and the places behind such calls get a predicate
// over the variables that are live there. A block, the acyclic graph from one such place to the next ones,
// becomes one clause for each pair of places, or a few: states are merged by ite where paths meet.
//
// Facts about the program (ranges, equations, what does not matter) are found by passes over the clauses
// (package horn/transform), and are part of the model that is checked.
//
// A function f that is called has three kinds of predicates,
//
//	f.entry(in)           it is called with parameters and globals in
//	f.N(in, x)            called with in, it reaches node N with live variables x
//	f.exit(in, out)       called with in, it returns results and globals out
//
// so that errors inside it are derived for contexts that exist only. Functions that add values to a set, and yield them (scalar.Function), have one
// predicate for that set.
//
// A product of threads need not be made as a whole: an [Unwinding] makes the clauses of a state on demand.
// Its liveness comes from the threads' steps, whatever their order.
//
// Package encode/expr translates expressions into terms. Integers are mathematical with explicit wrapping (Wrap),
// mathematical without (Math; that is not C), or bit-vectors (BV). Auto is Wrap, and BV where a bit operation has no exact counterpart.
//
// # Inexact constructs
//
// Whatever is over-approximated is an [Event] of the clause in which it is evaluated. A model proves the
// program in any case; a refutation that passes such an event may be spurious. [System.Trace] lists
// the events that a refutation passes.
//
// # Names
//
//	st  state       b  builder       n  node       v  variable
//
// References: D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu, R. Sebastiani, "Software
// Model Checking via Large-Block Encoding", FMCAD 2009; N. Bjørner, A. Gurfinkel, K. McMillan,
// A. Rybalchenko, "Horn Clause Solvers for Program Verification", 2015, §3, for calls.
// Differences: blocks end at every call that remains; a few paths stay separate clauses.
package chc
