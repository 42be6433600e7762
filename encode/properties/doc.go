// SPDX-License-Identifier: Apache-2.0

// Package properties turns operations that C forbids into errors of the program. Before an
// operation that may violate a property, it inserts a branch to an Error. The rest is reachability.
//
// [Table] describes the kinds of errors: their names for users, the property of the field and the
// clause of the standard to which they belong, and the sanitizer that detects them.
//
// # Instrumentation
//
// [Instrument] walks the operations of a program of package cfg. It visits the expressions of an
// operation in the order in which they are evaluated. The rule of a kind gives the condition under
// which an expression is allowed. Each condition is a separate check, a [Site]:
//
//	n --assume c--> n' --operation-->
//	  --assume not c--> --error-->
//
// Expressions that C does not evaluate are not checked: after &&, || and ?:, the condition is an
// implication. After a check, no execution remains in which it fails, so later checks and the
// operation rely on it. For example, an operation whose result has been checked to fit its type
// does not wrap (cfg.Binary.Fits).
//
// A site can be switched off. If it then fails, the execution ends if the behaviour is undefined in
// C, and continues otherwise. So the sites of a program can be decided one by one. If each of them
// is safe with the others switched off, all are safe, since each execution that fails has a first
// check that fails.
//
// In programs with threads, a check and its operation are one step.
//
// # Limits
//
// Initialisers of static storage are not checked. Models of library functions in C are checked only
// for errors of memory (memory.go).
//
// # Types
//
//	Kind, Table    kinds of errors, one row each
//	Set, Parse     the kinds that a user asks for
//	Site           a check at a place of the program
//	Instrument     the way in
//
// The notion is that of goto-instrument in CBMC: D. Kroening, M. Tautschnig, "CBMC: C Bounded Model
// Checker", TACAS 2014.
package properties
