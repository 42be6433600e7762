// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"strings"

	"cornet/bench/report"
	"cornet/bench/result"
)

// Summary is the result of Run.
type Summary struct {
	File        *result.File        // normalised results
	Comparisons []result.Comparison // with Options.Compare, one for each solver that both files have
	Resumed     int                 // runs taken from the journal
	Measured    int                 // runs done in this call
	Skipped     []string            // tasks left out, and why
	Duplicates  int                 // tasks that were named twice and measured once
	Interrupted bool                // runs are missing because the context ended
	Journal     string              // the file from which the same call continues, when interrupted
	JSON        string              // files written; empty if Run failed before
	Markdown    string
	HTML        string
	Note        string // for people, if nothing was measured

	old     *result.File
	against string
	part    string   // description of Options.Part, at the end
	journal *journal // open while Run is working; nil if nothing is measured
}

// Wrong returns the number of wrong answers of the solver under test.
func (s Summary) Wrong() int {
	if s.File == nil || len(s.File.Solvers) == 0 {
		return 0
	}
	n := 0
	for _, r := range s.File.Runs {
		if r.Status == result.Wrong && r.Solver == s.File.Solvers[0].Name {
			n++
		}
	}
	return n
}

// Contradicted returns the number of tasks without an expected verdict on which a peer contradicts
// the solver under test. One of the two is wrong, but it is not known which.
func (s Summary) Contradicted() int {
	if s.File == nil || len(s.File.Solvers) == 0 {
		return 0
	}
	own := s.File.Solvers[0].Name
	unverified := map[string]bool{}
	for _, r := range s.File.Runs {
		if r.Status == result.Unverified && r.Solver == own {
			unverified[r.Task] = true
		}
	}
	n := 0
	for _, d := range s.File.Disagreements {
		if unverified[d.Task] {
			n++
		}
	}
	return n
}

// Alarm reports whether the solver under test gave a wrong answer or is contradicted. The command
// exits with a status other than zero then.
func (s Summary) Alarm() bool { return s.Wrong() > 0 || s.Contradicted() > 0 }

// String returns the summary for a terminal: counts, alarms, changes, files, and how to continue
// after an interrupt.
func (s Summary) String() string {
	if s.File == nil {
		return s.Note
	}
	var b strings.Builder
	b.WriteString(report.Summary(s.File, report.Options{Comparisons: s.Comparisons, Against: s.against}))
	if len(s.Skipped) > 0 {
		fmt.Fprintf(&b, "%d tasks were left out, the first: %s\n", len(s.Skipped), s.Skipped[0])
	}
	if s.Duplicates > 0 {
		fmt.Fprintf(&b, "%d tasks were named more than once and measured once.\n", s.Duplicates)
	}
	if s.Resumed > 0 {
		fmt.Fprintf(&b, "%d runs were taken from the journal of an interrupted run, %d measured now.\n", s.Resumed, s.Measured)
	}
	if s.JSON != "" {
		fmt.Fprintf(&b, "Results: %s, %s, %s\n", s.JSON, s.Markdown, s.HTML)
	}
	if s.Interrupted && s.part != "" {
		fmt.Fprintf(&b, "Part %s is done. The journals of all parts, as one, give the whole: see docs/cluster.md. Journal: %s\n", s.part, s.Journal)
	} else if s.Interrupted {
		missing := len(s.File.Tasks)*len(s.File.Solvers) - len(s.File.Runs)
		fmt.Fprintf(&b, "Interrupted with %d runs to go. The same command continues; --restart begins anew. Journal: %s\n", missing, s.Journal)
	}
	return b.String()
}
