// SPDX-License-Identifier: Apache-2.0

// Package dump writes down what is asked of a solver: every satisfiability and every
// interpolation query becomes an SMT-LIB script of its own, which any solver answers
// without the queries before it.
//
// # Main types
//
//	Folder   where queries are written
//	Backend  a back end whose queries are written
//
// Files are called 000017-check.smt2 and 000018-interpolate.smt2, numbered in the order in which
// queries are answered. Interpolation queries are in SMTInterpol's dialect; see package
// query. Answers of the back end are in the file as (set-info :status …). Interpolators make
// queries of their own; those that go through the back end's own solvers rather than this one
// are not written.
//
// # Limits
//
// A query is written in full, so a run whose solver lives long writes much: as much as the square
// of the number of its assertions. Limit bounds the number of files. What is not SMT-LIB, or
// cannot be written, is left out with a warning in the log; it never disturbs the solver. Terms
// are made in the store by nobody but the solver, so a run is the same with and without a dump.
package dump
