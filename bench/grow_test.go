// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cornet/bench/growth"
	"cornet/bench/task"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// answerBySize is the beginning of a solver script. It sets n to the size of the input.
const answerBySize = `n=$(echo "$1" | sed 's/.*-\([0-9]*\)\..*/\1/')
`

// TestGrow: sizes ascend until a solver does not decide one. A wrong verdict is reported and ends a
// curve as well. The effort is read from statistics.
func TestGrow(t *testing.T) {
	need.Of(t, "sh", "sed")
	w := newWorkshop(t, "unused true exit 0")
	toy := growth.Family{Name: "toy", Group: "toys", Grows: "lines", Expected: task.True, Sizes: []int{1, 2, 4, 8},
		Text: func(n int) string { return strings.Repeat("\n", n) }}
	for _, c := range []struct {
		name, solver string
		want         string // size status effort validation
		alarm        bool
	}{
		{"decides all", `echo sat`, "1 correct 0 0, 2 correct 0 0, 4 correct 0 0, 8 correct 0 0", false},
		{"gives up", `[ $n -lt 4 ] && echo sat || echo unknown`, "1 correct 0 0, 2 correct 0 0, 4 unknown 0 0", false},
		{"is wrong", `[ $n -lt 2 ] && echo sat || echo unsat`, "1 correct 0 0, 2 wrong 0 0", true},
		{"does not know the language", `exit 3`, "1 crash 0 0", false},
		{"counts", `echo sat; printf '{\n  "effort": %d\n}\n{\n  "phases": [\n   {\n    "name": "check",\n    "seconds": 0.1,\n    "ticks": 7\n   }\n  ],\n  "effort": 1\n}\n' $n >&2`,
			"1 correct 2 7, 2 correct 3 7, 4 correct 5 7, 8 correct 9 7", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			solver := w.script("solver", answerBySize+c.solver)
			r, err := Grow(t.Context(), Options{Solver: "it=" + solver + " {}", Timeout: 10 * time.Second}, []growth.Family{toy})
			require.NoError(t, err)
			var got []string
			for _, p := range r.Families[0].Curves[0].Points {
				require.Equal(t, p.Size, p.Bytes)
				got = append(got, fmt.Sprint(p.Size, " ", p.Status, " ", p.Effort, " ", p.Validation))
			}
			require.Equal(t, c.want, strings.Join(got, ", "))
			require.Equal(t, c.alarm, r.Alarm())
		})
	}
}

// TestGrowOverLimit: a run over its limit ends a curve, and the table says so.
func TestGrowOverLimit(t *testing.T) {
	w := newWorkshop(t, "unused true exit 0")
	toy := growth.Family{Name: "toy", Language: task.C, Grows: "lines", Expected: task.False, Sizes: []int{1, 2, 4}, Text: func(n int) string { return strings.Repeat("\n", n) }}
	slow := w.script("slow", answerBySize+`[ $n -lt 2 ] || exec sleep 30; echo "VERIFICATION FAILED"`)
	fast := w.script("fast", "echo FALSE")
	r, err := Grow(t.Context(), Options{Solver: "slow=" + slow + " {}", Against: []string{"fast=" + fast + " {}"}, Timeout: 500 * time.Millisecond}, []growth.Family{toy})
	require.NoError(t, err)
	require.Regexp(t, `\| toy \| lines \| 1 \| 2: over wall time \| 0\.\d+ \| \d+ \| +\| +\| +\| +\| 4 in \d\.\d+ s \|`, r.Summary())
	require.False(t, r.Alarm())
}
