// SPDX-License-Identifier: Apache-2.0

// Package session answers the commands of an SMT-LIB conversation about Horn clauses, each before
// the next is read.
//
// The commands are those of SMT-LIB 2.6, section 4.2, that make sense for systems of clauses, and
// z3's rule and query. A check-sat asks about the clauses on the assertion stack; its answer is
// validated as always. The answer to a wrong command is (error "line L column C: …") on the output.
// Such a command has no effect, and the conversation continues.
//
// # A store for every question
//
// The stack has the texts of commands. Each question reads them into a new store, and later
// commands are read into the same store until the next question. So memory for terms is freed after
// each question; only texts are kept.
//
// # What is reused
//
// The last model and refutation are kept as texts. If one is valid for the system of the next
// question, it is the answer. Otherwise the conjuncts of the last model, and lemmas that were
// proved without a verdict, are candidates for the engines; see package horn/hints.
//
// Reference: C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6, sections 3.9
// and 4.2.
package session
