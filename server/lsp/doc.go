// SPDX-License-Identifier: Apache-2.0

// Package lsp is a server of the Language Server Protocol 3.17 (Microsoft,
// microsoft.github.io/language-server-protocol) for C programs and for Horn files in SMT-LIB.
//
// After each edit of an open file, the text is read and errors are shown as diagnostics. When the
// file is saved, or a code lens is chosen, it is decided in the background, with progress that can
// be cancelled; an edit also cancels the decision.
//
//	server.go    messages: life cycle, synchronisation of documents, requests
//	document.go  a document and its diagnostics, symbols and hints; places in its text
//	work.go      what runs in the background, and its progress
//	program.go   C: counterexamples as diagnostics, invariants as inlay hints, lenses at functions, code actions
//	system.go    SMT-LIB: symbols, definitions, the model's definition of a predicate
//	protocol.go  the messages of the protocol that are used
//
// Package cornet finds the answers. Results about a text are dropped as soon as the text changes.
package lsp
