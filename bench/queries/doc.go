// SPDX-License-Identifier: Apache-2.0

// Package queries measures solvers on a corpus of solver queries, as 'cornet --dump-queries' writes
// them and tools/collect-queries.sh samples them: satisfiability, and interpolation of trees.
//
// # Main types
//
//	Options  which corpus, which limits
//	Result   what one solver made of one query
//	Report   all results; totals, disagreements, a scatter plot
//
// Two back ends answer every query in turn, in this process: a solver of its own for each, over a
// store of its own. What is measured is the processor time of the process during the call, reading
// left out, garbage collection included; so nothing else may run in the process. Interpolants of
// the first back end are checked by the second, outside of the measurement: both implications and
// vocabulary of every node.
//
// Options.Method chooses among the ways in which the first interpolates.
//
// The limit is processor time, too: a watchdog cancels a call soon after it.
package queries
