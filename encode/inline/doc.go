// SPDX-License-Identifier: Apache-2.0

// Package inline brings calls of a program into a form that encodings can do without
// thinking of calls: [Program] makes one function, Root, that runs Init and then Main, resolves
// calls through pointers to a choice between the functions they may mean, and
// replaces calls by copies of their callees. What remains are calls of recursive
// functions, and of those whose copies would be too many.
//
// Copies have variables of their own, so that analyses of the result
// distinguish calling contexts. Positions are those of the source.
//
// The input is left as it is; types and expressions are shared.
//
// # Names
//
//	f, g  functions, caller and callee     w  worker     size  number of edges
package inline
