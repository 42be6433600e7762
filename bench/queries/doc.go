// SPDX-License-Identifier: Apache-2.0

// Package queries measures solvers on a corpus of solver queries: satisfiability, and interpolation
// of trees. 'cornet --dump-queries' writes the queries, and tools/collect-queries.sh samples them.
//
// # Main types
//
//	Options  which corpus, which limits
//	Result   the answer and time of one solver for one query
//	Report   all results; totals, disagreements, a scatter plot
//
// Two back ends answer every query in turn, in this process. Each has its own solver and its own
// store. The measure is the processor time of the process during the call, without reading, but
// with garbage collection. So nothing else may run in the process. The second back end checks the
// interpolants of the first, outside the measurement: both implications and the vocabulary of every
// node.
//
// Options.Method chooses how the first back end interpolates.
//
// The limit is processor time too: a watchdog cancels a call soon after it.
package queries
