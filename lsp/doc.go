// SPDX-License-Identifier: Apache-2.0

// Package lsp is a server of the Language Server Protocol 3.17 (Microsoft, microsoft.github.io/language-server-protocol) for C programs and
// for Horn files in SMT-LIB.
//
// An editor opens a file: after each edit the text is read, and errors are shown as diagnostics. When the file is saved, or a code lens
// is chosen, it is decided in the background, with progress that can be cancelled; an edit cancels it, too.
//
//	server.go    messages: life cycle, synchronisation of documents, requests
//	document.go  a document and what is known about it; places in its text
//	work.go      what runs in the background, and its progress
//	program.go   C: counterexamples as diagnostics, invariants as inlay hints, lenses at functions, code actions
//	system.go    SMT-LIB: symbols, definitions, the model's definition of a predicate
//	protocol.go  the messages of the protocol that are used
//
// Answers are those of package cornet: nothing is decided here. What is shown about a text is dropped as soon as the text changes.
package lsp
