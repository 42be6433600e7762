// SPDX-License-Identifier: Apache-2.0

// Package report turns benchmark results into pages: a Markdown page with tables, and one
// self-contained HTML page with plots and a sortable table of all runs.
//
// # Main functions
//
//	Markdown  the whole page as Markdown, for issues and notes
//	Summary   its first tables only, for a terminal
//	HTML      the page with plots, as one file without references to anything outside
//	Cactus    the cactus plot as SVG, in fixed colours, for use elsewhere
//
// Everything here is a pure function of normalised results (see result.File.Normalise): equal
// results give equal bytes.
//
// # The plots
//
// The quantile plot ("cactus plot") has one line for each solver: the point (n, t) says that n
// tasks were solved within t seconds each. Further right is more solved, lower is faster. The
// scatter plots have one mark for each task: the solver under test on the horizontal axis, another
// solver on the vertical one, both logarithmic; a mark above the diagonal is a task on which the
// solver under test was faster. What a solver did not solve lies on the edge beyond the time limit.
//
// Package plot draws them with CSS variables for colours, which the HTML page sets for light and
// dark displays. Files that stand alone have fixed colours.
//
// # Limits
//
// Times are wall times. Beyond eight solvers colours repeat with other dashes.
package report
