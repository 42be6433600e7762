// SPDX-License-Identifier: Apache-2.0

// Package session answers the commands of an SMT-LIB conversation about Horn clauses, each before the next is read.
//
// The commands are those of SMT-LIB 2.6, section 4.2, as far as they make sense for systems of clauses, and z3's rule and query. A
// check-sat asks a question about the clauses on the assertion stack; its answer is validated as always. What is wrong with a command is
// said by (error "line L column C: …") on the output; the command changes nothing then, and the conversation goes on.
//
// # A store for every question
//
// The stack holds texts of commands. A question reads them into a store of its own, in which further commands are read until the next
// question. So nothing of a question but texts outlives it, however many there are.
//
// # What is reused
//
// A model and a refutation are kept as texts. If they are valid for the system of the next question they are its answer. Otherwise
// what the last model said, and what has been proved without a verdict, are candidates for the engines; see package horn/hints.
//
// Reference: C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6, sections 3.9 and 4.2.
package session
