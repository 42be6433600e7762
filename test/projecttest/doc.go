// SPDX-License-Identifier: Apache-2.0

// Package projecttest is a conformance suite for implementations of
// [smt.Projector], in the manner of testing/fstest, and the random formulas that
// it runs on.
//
//	Run        the properties of projection, on random formulas of a Theory
//	Check      the properties of one projection
//	Generator  random formulas, repeatable from a seed
//	Reader     terms written as text, for tables of cases
//
// A solver is the oracle: any back end with models.
package projecttest
