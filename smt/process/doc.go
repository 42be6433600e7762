// SPDX-License-Identifier: Apache-2.0

// Package process is the back end that asks another program. The program can be any solver that
// reads SMT-LIB 2.6 on its standard input, such as z3, cvc5, SMTInterpol, OpenSMT or MathSAT.
//
// # Main types
//
//	Backend       makes the others; implements smt.Backend
//	Solver        an incremental solver; implements smt.Solver
//	Interpolator  interpolants by get-interpolants or get-interpolant; implements smt.Interpolator
//
// # How it works
//
// A solver owns one child process, which the first Check starts. Commands are collected and sent
// with the next question, followed by an echo. Everything up to the echo is the answer. So a child
// may print "success", warnings and errors at any time. The child's name, by (get-info :name),
// selects its dialect (dialect.go). Assumptions are named assertions in a scope of their own,
// because few programs take assumptions other than literals.
//
// The child is killed, with its whole process group, when a context is cancelled or a time limit
// passes. When a solver is closed, its child waits for another solver of the same back end with the
// same options, if its program supports (reset). A Java virtual machine takes longer to start than
// most questions take. If a child has died, a new one is started for the next question and gets the
// assertions again. If a child dies during a question, the question is asked once more. Every child
// is waited for.
//
// Answers of a child are not trusted. Terms are read in the scope of the declared symbols. Values
// must have the sort of their symbol, and a model must not falsify an assertion. Interpolants are
// checked with itp.Check, by a solver of the same kind.
//
// # Interpolation
//
//	SMTInterpol        get-interpolants with trees
//	OpenSMT            get-interpolants, two partitions at a time
//	cvc5               get-interpolant, two partitions at a time, by syntax-guided synthesis, which
//	                   takes long: it gets some seconds, and is skipped for a while after slower queries
//	others, and if these give up: from models; see package itp
//
// # Limits
//
// smt.Options.Ticks is passed on to z3 and cvc5, which have such a limit. Memory is passed on to
// z3. Terms cannot express some values: irrational numbers, and functions given by other functions.
// Model then fails with an error that wraps errors.ErrUnsupported. The dialects of OpenSMT and
// MathSAT follow their manuals and have not been run. On systems other than Linux, children outlive
// a parent that is killed.
//
// # Names
//
//	c  a child           b  a back end
//	d  a dialect         x  an s-expression
//	s  a solver          t  a term
package process
