// SPDX-License-Identifier: Apache-2.0

// Package properties makes what C forbids an error of the program: before an operation that may violate a property, it
// puts a branch to an Error. What is left then is reachability.
//
// [Table] describes the kinds of errors: by which names users ask for them, to which property of the field and which clause of the
// standard they belong, and which sanitizer sees them.
//
// # Instrumentation
//
// [Instrument] walks the operations of a program of package cfg. The expressions of an operation are looked at in the order in
// which they are evaluated. A rule of a kind says under which condition an expression is in order. Each condition is a check
// of its own, a [Site]:
//
//	n --assume c--> n' --operation-->
//	  --assume not c--> --error-->
//
// What C does not evaluate is not checked: behind &&, || and ?: the condition is an implication. Behind a check executions in which it fails
// are gone, so that later checks, and the operation, rely on it: an operation whose result has been checked to fit its type does not wrap
// (cfg.Binary.Fits).
//
// A site can be switched off. Then executions end where it fails, if C leaves open what happens there, and go on otherwise. So the
// sites of a program can be decided one by one: if each of them is safe with the others switched off, all are, since each execution
// that fails has a first check that fails.
//
// In programs with threads, a check and its operation are one step.
//
// # Limits
//
// Initialisers of static storage are not checked, and models of library functions in C are for errors of memory alone (memory.go).
//
// # Types
//
//	Kind, Table    kinds of errors, one row each
//	Set, Parse     the kinds that a user asks for
//	Site           a check at a place of the program
//	Instrument     the way in
//
// The notion is that of goto-instrument in CBMC: D. Kroening, M. Tautschnig, "CBMC: C Bounded Model Checker", TACAS 2014.
package properties
