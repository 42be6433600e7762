// SPDX-License-Identifier: Apache-2.0

// Package witness presents the answer to an encoded program in terms of C: the path to an error
// with its inputs, a harness that replays it, the invariants of a proof, and both as verification
// witnesses.
//
//	Describe      the path as text
//	Page          the path next to the source, for browsers
//	Outline       a proof or a path, with the conditions of its certificate
//	Harness       a C file that feeds a program the inputs of a path
//	Replay        compiles and runs it
//	Fuzz          runs the program on many inputs
//	Invariants    loop invariants as expressions of C, from a model
//	Witness       YAML in the format of SV-COMP witnesses, version 2.0, or 2.1 and 2.2 of threads
//	Ghosts        candidates for the invariants of a program with threads, over ghost variables
//	ReadCandidates  guesses of invariants and contracts
//	Read, Instrument   witnesses of versions 2.0 to 2.2, and programs instrumented with one
//
// # Replay
//
// The program is compiled unchanged, together with a harness that defines the functions without a
// body. Nondeterministic functions return the inputs of the path, in order. Functions that signal
// an error end the run with a status of their own. If the program itself defines an error function,
// gcc's -finstrument-functions notices its calls. After labels spelt ERROR, a call is inserted. The
// program runs in an empty directory, without input, for a limited time.
//
// Reference: P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček, "Software
// Verification Witnesses 2.0", SPIN 2024.
package witness
