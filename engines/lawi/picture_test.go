// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// steps is a search in two snapshots: a root with a node and a branch, then the
// node covered.
func steps() []Snapshot {
	first := Snapshot{Title: "refinement", Nodes: []SnapshotNode{
		{ID: 0, Parent: -1, CoveredBy: -1, Location: "entry", State: stateExplored},
		{ID: 2, Parent: 0, CoveredBy: -1, Location: "inv", Clause: "0", Label: "(<= x 3)", State: stateExplored, Spurious: true, OnPath: true},
		{ID: 4, Parent: 2, CoveredBy: -1, Location: "inv", Clause: "1", Label: "</script>", State: stateOpen},
		{ID: 1, Parent: 2, CoveredBy: -1, Location: "bad", Clause: "2", State: stateConditional},
	}}
	second := Snapshot{Title: "the end", Nodes: append([]SnapshotNode(nil), first.Nodes...)}
	second.Nodes[2].State, second.Nodes[2].CoveredBy = stateCovered, 2
	return []Snapshot{first, second}
}

func TestPicture(t *testing.T) {
	p := Picture(steps())
	var b strings.Builder
	require.NoError(t, p.WriteDOT(&b, 1))
	for _, want := range []string{
		`label="Abstract reachability tree\nthe end"`, `n2 [label="inv\n(<= x 3)"`, `n0 -> n2 [color="#b03030", class="red", penwidth=2]`,
		`n4 -> n2 [color="#6b3fa0", class="purple", style=dashed, constraint=false]`, "cut off by a conditional interpolant",
	} {
		require.Contains(t, b.String(), want)
	}
}

func TestEveryStateHasALook(t *testing.T) {
	for k := range looks {
		require.NotEmpty(t, NodeState(k).String())
	}
}
