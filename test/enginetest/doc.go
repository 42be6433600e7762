// SPDX-License-Identifier: Apache-2.0

// Package enginetest is the conformance suite of solving engines, in the manner
// of testing/fstest: an engine's test calls [Run] and thereby solves every
// system of testdata/horn, has every witness validated, is cancelled, is run
// twice, and is given systems that it must refuse. [Generate] makes random
// problems for tests that compare engines, and a [Board] stands in for the others of
// a portfolio.
package enginetest
