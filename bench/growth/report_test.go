// SPDX-License-Identifier: Apache-2.0

package growth_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cornet/bench/growth"
	"cornet/bench/result"
	"cornet/bench/task"

	"github.com/stretchr/testify/require"
)

// sample is a report of one family: time grows with the square of the size, and effort with the
// size.
func sample() *growth.Report {
	points := []growth.Point{
		{Size: 10, Status: result.Correct, CPU: 0.2, Memory: 20_000_000, Effort: 1000, Validation: 250},
		{Size: 20, Status: result.Correct, CPU: 0.8, Memory: 40_000_000, Effort: 2000, Validation: 500},
		{Size: 50, Status: result.Timeout, Reason: "over cpu time", CPU: 5},
	}
	return &growth.Report{
		Schema: growth.Schema, Limits: result.Limits{Wall: 60, CPU: 5}, Solvers: []result.Solver{{Name: "own"}, {Name: "peer"}},
		Families: []growth.Measured{{Name: "toy", Group: "toys", Language: task.C, Grows: "bricks", Curves: []growth.Curve{
			{Solver: "own", Points: points}, {Solver: "peer", Points: points[2:]},
		}}},
	}
}

// TestReport: the table has the largest size decided, the reason why the next one is not, and
// exponents. The file can be read again.
func TestReport(t *testing.T) {
	r := sample()
	require.Contains(t, r.Summary(), "| toy | bricks | 20 | 50: over cpu time | 0.80 | 40 | 2000 | 2.0 | 1.0 | 25 % | – |\n")
	require.Contains(t, r.Markdown(), "each run with 5 s of CPU time;")
	file := filepath.Join(t.TempDir(), "r.json")
	var text bytes.Buffer
	require.NoError(t, r.WriteJSON(&text))
	require.NoError(t, os.WriteFile(file, text.Bytes(), 0o644))
	again, err := growth.Read(file)
	require.NoError(t, err)
	require.Equal(t, r, again)
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o644))
	_, err = growth.Read(file)
	require.ErrorContains(t, err, "expected cornet-growth/1")
}

// TestPlot: the drawing has a title for each decided point, and colours for light and dark
// backgrounds.
func TestPlot(t *testing.T) {
	svg := sample().Plot("toys")
	require.Equal(t, 2, strings.Count(svg, "<title>toy"))
	require.Contains(t, svg, "<title>toy 20\nown: 0.80 s</title>")
	require.Contains(t, svg, "@media (prefers-color-scheme: dark)")
	require.Contains(t, svg, "var(--plot-s0)")
}
