// SPDX-License-Identifier: Apache-2.0

// Command report makes docs/performance.md and its plots from results of 'cornet bench'.
//
//	report DIR HORN.json C.json
//
// writes DIR/performance.md, DIR/performance-horn.svg and DIR/performance-c.svg. 'make report'
// measures, and then runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cornet/bench/report"
	"cornet/bench/result"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "report: expected a folder and two files of results, of Horn systems and of C programs")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

const head = `# Performance

` + "`make report`" + ` writes this page. It contains only the measurements of its last run. Earlier measurements, and lessons from them, are in the
[log](log/index.md). A solver named *before* is an earlier version of Cornet, in the same run. [benchmarking.md](benchmarking.md#how-to-read-the-pages) says what the columns mean. Compare only within a table.
An answer that contradicts the label of a task counts as wrong, unless the label is [disputed](benchmarking.md#disputed-labels).

`

// write writes the page and its plots to folder.
func write(folder string, horn, c string) error {
	var page strings.Builder
	page.WriteString(head)
	for _, part := range []struct{ title, name, file string }{
		{"Horn systems", "horn", horn},
		{"C programs", "c", c},
	} {
		f, err := result.ReadFile(part.file)
		if err != nil {
			return err
		}
		plot := "performance-" + part.name + ".svg"
		if err := os.WriteFile(filepath.Join(folder, plot), []byte(report.Cactus(f)), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&page, "## %s\n\n%s, %g s of wall time for each task, %d at a time.\n\n%s\n![%s: tasks solved, by time](%s)\n\n",
			part.title, f.Date.UTC().Format("2006-01-02"), f.Limits.Wall, f.Jobs, strings.ReplaceAll(report.Summary(f, report.Options{}), "## ", "### "), part.title, plot)
	}
	text := strings.TrimRight(page.String(), "\n") + "\n"
	return os.WriteFile(filepath.Join(folder, "performance.md"), []byte(text), 0o644)
}
