// SPDX-License-Identifier: Apache-2.0

// Package process is the back end that asks another program: any solver that reads SMT-LIB 2.6 on its
// standard input, such as z3, cvc5, SMTInterpol, OpenSMT or MathSAT.
//
// # Main types
//
//	Backend       makes the others; implements smt.Backend
//	Solver        an incremental solver; implements smt.Solver
//	Interpolator  interpolants by get-interpolants or get-interpolant; implements smt.Interpolator
//
// # How it works
//
// A solver owns one child process, started by the first Check. Commands are collected and sent with the
// next question, followed by an echo; everything up to the echo is the answer. So a child may print
// "success", warnings and errors as it likes. What it is called, by (get-info :name), selects its
// dialect (dialect.go). Assumptions are named assertions in a scope of their own, because few programs
// acquire other assumptions than literals.
//
// The child is killed, with all of its process group, when a context is cancelled or a time limit
// passes. One whose solver is closed waits for another solver of the same back end with the same options, if
// its program knows (reset): a Java virtual machine takes longer to start than most questions acquire. A
// child that has died is started anew for the next question and sent again what is asserted; it
// gets a second chance when it dies of a question. Every child is waited for.
//
// Nothing that a child says is believed as it stands. Terms are read in the scope of the symbols that
// were declared, values must have the sort of their symbol, a model must not falsify an assertion, and
// interpolants are checked, by a solver of the same kind, with itp.Check.
//
// # Interpolation
//
//	SMTInterpol        get-interpolants with trees
//	OpenSMT            get-interpolants, two partitions at a time
//	cvc5               get-interpolant, two partitions at a time, by syntax-guided synthesis, which
//	                   takes long: it gets some seconds, and rests after queries that took longer
//	others, and where these give up: from models; see package itp
//
// # Limits
//
// smt.Options.Ticks is passed on to z3 and cvc5, which have such a limit, Memory to z3. Values that terms
// cannot express (irrational numbers, functions given by other functions) make Model fail with an error
// that wraps errors.ErrUnsupported. The dialects of OpenSMT and MathSAT follow their manuals; they have not
// been run. On systems other than Linux, children outlive a parent that is killed.
//
// # Names
//
//	c  a child           b  a back end
//	d  a dialect         x  an s-expression
//	s  a solver          t  a term
package process
