// SPDX-License-Identifier: Apache-2.0

// Package session answers the commands of an SMT-LIB conversation about Horn clauses, each before
// the next is read.
//
// The commands are those of SMT-LIB 2.6, section 4.2, that make sense for systems of clauses, and
// z3's rule and query. A check-sat asks about the clauses on the assertion stack; its answer is
// validated as always. A wrong command is answered by (error "line L column C: …") on the output.
// It changes nothing, and the conversation continues.
//
// # A store for every question
//
// The stack holds texts of commands. A question reads them into a store of its own, into which
// further commands are read until the next question. So only texts of a question survive it,
// however many questions there are.
//
// # What is reused
//
// The last model and refutation are kept as texts. If one is valid for the system of the next
// question, it is the answer. Otherwise the conjuncts of the last model, and what was proved
// without a verdict, are candidates for the engines; see package horn/hints.
//
// Reference: C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6, sections 3.9
// and 4.2.
package session
