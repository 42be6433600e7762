// SPDX-License-Identifier: Apache-2.0

// Package test is the folder of what the tests of several packages share, apart from
// the product, which imports none of it:
//
//	enginetest   conformance suite of engines, and random Horn systems
//	horntest     random systems, finite ones solved by enumeration
//	smttest      terms and queries for back ends
//	projecttest  suite of projectors, and a short notation for terms
//	lratest      a small language for systems of linear constraints
//	processtest  which external solvers are installed
//	difftest     random questions to solvers, compared and shrunk
package test
