// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// Many iterations of a loop are shown as the first one and the last one.
func TestFold(t *testing.T) {
	for name, test := range map[string]struct{ steps, want string }{
		"no step":                    {"", ""},
		"different steps":            {"a=1 b=2 c=3 d=4 e=5", "a=1 b=2 c=3 d=4 e=5"},
		"three iterations":           {"a=1 a=2 a=3 b=1", "a=1 a=2 a=3 b=1"},
		"four iterations":            {"a=1 a=2 a=3 a=4 b=1", "a=1 … 2 more iterations like this (2 steps) … a=4 b=1"},
		"steps before a loop":        {"x=0 a=1 b=1 a=2 b=2 a=3 b=3 a=4 b=4 a=5 b=5", "x=0 a=1 b=1 … 3 more iterations like this (6 steps) … a=5 b=5"},
		"an iteration is not whole":  {"a=1 b=1 a=2 b=2 a=3 b=3 a=4 b=4 a=5", "a=1 b=1 … 2 more iterations like this (4 steps) … a=4 b=4 a=5"},
		"two loops":                  {"a=1 a=2 a=3 a=4 b=1 b=2 b=3 b=4", "a=1 … 2 more iterations like this (2 steps) … a=4 b=1 … 2 more iterations like this (2 steps) … b=4"},
		"an iteration that branches": {"a=1 a=2 a=3 c=1 a=4 a=5 a=6", "a=1 a=2 a=3 c=1 a=4 a=5 a=6"},
	} {
		t.Run(name, func(t *testing.T) {
			texts := strings.Fields(test.steps)
			var lines []Line
			for _, text := range texts {
				lines = append(lines, Line{Pos: cfg.Pos{File: "p.c", Line: int(text[0])}, Kind: chc.Assigns, Text: text})
			}
			require.Equal(t, test.want, strings.Join(fold(lines, texts), " "))
		})
	}
	for _, n := range []int{100, 1000, 10_000} {
		lines := make([]Line, n)
		require.Equal(t, []string{"", fmt.Sprintf("… %d more iterations like this (%[1]d steps) …", n-2), ""}, fold(lines, make([]string, n)))
	}
}
