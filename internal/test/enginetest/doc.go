// SPDX-License-Identifier: Apache-2.0

// Package enginetest is the conformance suite of solving engines, in the manner of testing/fstest.
// An engine's test calls [Run], which solves every system of testdata/horn, validates every
// witness, cancels runs, runs twice, and tries systems that the engine must refuse. [Generate]
// makes random problems for tests that compare engines, and a [Board] simulates the other engines
// of a portfolio.
package enginetest
