// SPDX-License-Identifier: Apache-2.0

package abstraction_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt/abstraction"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDraw draws the lattice of the talk.
func TestDraw(t *testing.T) {
	s := logic.NewStore()
	q, state := slides(s)
	i1, x1, j := state[0], state[1], state[2]
	var z *abstraction.Lattice
	x, _ := explorer(t, s, abstraction.Options{Families: 2, Observe: func(l *abstraction.Lattice) { z = l }})
	_, err := x.Interpolate(t.Context(), q, []abstraction.Cut{{State: state, Templates: []abstraction.Template{
		{Term: s.Sub(x1, i1), Cost: 2}, {Term: i1, Cost: 10}, {Term: j, Cost: 1},
	}}, {}})
	require.NoError(t, err)
	// As in the figure, an element is feasible if it has x1 - i1 and j, or has i1.
	for choices, want := range map[string]abstraction.Status{
		"": abstraction.Infeasible, "0": abstraction.Infeasible, "2": abstraction.Infeasible,
		"1": abstraction.Maximal, "02": abstraction.Maximal,
		"01": abstraction.Feasible, "12": abstraction.Feasible, "012": abstraction.Feasible,
	} {
		var all []abstraction.Choice
		for _, c := range choices {
			all = append(all, abstraction.Choice{Template: int(c - '0')})
		}
		require.Equal(t, want, z.StatusOf(all), "{%s}", choices)
	}
	var dot strings.Builder
	require.NoError(t, abstraction.Picture([]*abstraction.Lattice{z}).WriteDOT(&dot, 0))
	golden := filepath.Join("testdata", "talk.dot")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(dot.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), dot.String())
}
