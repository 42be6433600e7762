// SPDX-License-Identifier: Apache-2.0

// Package verify decides C programs: it reads a program, runs it on some inputs, encodes it into Horn clauses, runs the engines on
// them, and translates the answer back to the program.
//
//	Load        text to program; threads to a product (program.go)
//	Run         text to a Result (verify.go)
//	findError, follow  runs of the interpreter before, and along witnesses (simulate.go)
//	fuzz        runs of the compiled program on many inputs (fuzz.go)
//	decide      one encoding, or two side by side; the product of threads as a whole, or on demand (race.go, unwind.go)
//	proved, refuted  from the witness of the clauses to the answer for the program (verify.go, counterexample.go)
//	certify     that witness with proofs, and in terms of the program, as files (certificate.go)
//
// A proof is tested by runs of the program, a counterexample is followed by the interpreter and replayed by the compiled program,
// where there is a compiler. Options that are fields with help tags are those of the command line.
package verify
