// SPDX-License-Identifier: Apache-2.0

// Package verify decides C programs. It reads a program, runs it on some inputs, encodes it into
// Horn clauses, runs the engines on them, and translates the answer back to the program.
//
//	Load               text to program; threads to a product (program.go)
//	Run                text to a Result (verify.go)
//	findError, follow  runs of the interpreter: before proving, and along witnesses (simulate.go)
//	fuzz               runs of the compiled program on many inputs (fuzz.go)
//	decide             one encoding, or two side by side; the product of threads as a whole, or
//	                   unwound on demand (race.go, unwind.go)
//	proved, refuted    from the witness of the clauses to the answer for the program (verify.go,
//	                   counterexample.go)
//	certify            the witness with proofs, and in terms of the program, as files
//	                   (certificate.go)
//
// Runs of the program test a proof. The interpreter follows a counterexample, and if a compiler is
// installed, the compiled program replays it. Fields with help tags are options of the command
// line.
package verify
