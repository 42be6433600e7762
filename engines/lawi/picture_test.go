// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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

func TestWriteDOT(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteDOT(&b, steps()[1]))
	for _, want := range []string{
		`label="the end"`, `n2 [label="inv\n(<= x 3)"`, `n0 -> n2 [label="0", color="#b03030"`,
		`n4 -> n2 [style=dashed`, looks[stateConditional].fill,
	} {
		require.Contains(t, b.String(), want)
	}
}

// The page holds the changes of every step and nothing that could end the script.
func TestWriteHTML(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteHTML(&b, "a < b", steps()))
	require.Contains(t, b.String(), "<title>a &lt; b</title>")
	_, rest, ok := strings.Cut(b.String(), `id="data">`)
	require.True(t, ok)
	text, _, ok := strings.Cut(rest, "</script>")
	require.True(t, ok)
	var p page
	require.NoError(t, json.Unmarshal([]byte(text), &p))
	require.Len(t, p.Legend, len(looks))
	require.Len(t, p.Steps, 2)
	require.Len(t, p.Steps[0].Nodes, 4)
	require.Equal(t, []pageNode{{ID: 4, Parent: 2, Location: "inv", Clause: "1", Label: "</script>", State: int(stateCovered), CoveredBy: 2}}, p.Steps[1].Nodes)
	require.NotContains(t, strings.ReplaceAll(b.String(), "http://www.w3.org/2000/svg", ""), "http", "nothing is fetched")
}

func TestEveryStateHasALook(t *testing.T) {
	for k, l := range looks {
		require.NotEmpty(t, l.meaning, "%d", k)
		require.NotEmpty(t, NodeState(k).String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	var w io.Writer = full{}
	require.Error(t, WriteDOT(w, steps()[0]))
	require.Error(t, WriteHTML(w, "", steps()))
}
