// SPDX-License-Identifier: Apache-2.0

// Command growth makes docs/growth.md and its plots from results of 'cornet bench --growth'.
//
//	growth DIR HORN.json C.json
//
// writes DIR/growth.md and a plot DIR/growth-GROUP.svg for each group of families. 'make growth'
// measures, and then runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cornet/bench/growth"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "growth: expected a folder and two files of results, of Horn systems and of C programs")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

const head = `# Growth

How does the cost of an answer grow with the size of the input? ` + "`make growth`" + ` writes this page. It contains only the measurements of its last run.
Each family of inputs makes one part of a system or program larger; package ` + "`bench/growth`" + ` has them.
[benchmarking.md](benchmarking.md#growth) says how to measure some of them. A cross in a plot, and *then* in a table, is the first size that was not decided within the limits.
*Exponent* is *e* if cost is proportional to size^*e* between the last two sizes; for CPU times below 0.1 s it is left out. *Ticks* are counted effort; they are left out if the
program was decided without an engine. *Validation* is the share of the effort for checking the witness. The machine had other work: compare only within a table.
A solver named *before* is an earlier version of Cornet, in the same run.

`

// write writes the page and its plots to folder.
func write(folder string, horn, c string) error {
	var page strings.Builder
	page.WriteString(head)
	for _, part := range []struct{ title, file string }{
		{"Horn systems", horn},
		{"C programs", c},
	} {
		r, err := growth.Read(part.file)
		if err != nil {
			return err
		}
		fmt.Fprintf(&page, "## %s\n\n%s\n\n%s\n%s\n", part.title, r.Facts(), r.Summary(), legend(r))
		for _, group := range r.Groups() {
			plot := "growth-" + group + ".svg"
			if err := os.WriteFile(filepath.Join(folder, plot), []byte(r.Plot(group)), 0o644); err != nil {
				return err
			}
			fmt.Fprintf(&page, "![%s: CPU time by size](%s)\n\n", group, plot)
		}
	}
	text := strings.TrimRight(page.String(), "\n") + "\n"
	return os.WriteFile(filepath.Join(folder, "growth.md"), []byte(text), 0o644)
}

// legend explains whose lines are which.
func legend(r *growth.Report) string {
	z := "Both axes of a plot are logarithmic. Along the faint dotted lines, cost is proportional to size. Full lines are those of " + r.Solvers[0].Name
	for i, s := range r.Solvers[1:] {
		z += fmt.Sprintf(", %s lines those of %s", []string{"dashed", "dotted", "dash-dotted"}[i%3], s.Name)
	}
	return z + ".\n"
}
