// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// tree returns a picture of a tree with n nodes, in two steps. The second step closes the last node
// and removes the first one.
func tree(n int) *Picture {
	p := &Picture{Title: "a < b", Verdict: "sat", Nodes: []Look{{Meaning: "open", Colour: "plain"}, {Meaning: "closed", Colour: "green", Bold: true}, {Meaning: "unused", Colour: "red"}},
		Edges: []Look{{Colour: "plain"}, {Meaning: "cover", Colour: "purple", Dashed: true}}}
	var nodes []Node
	for i := range n {
		x := Node{ID: i, Lines: []string{fmt.Sprint("node ", i), "</script> \"quoted\" " + strings.Repeat("x", 100)}, Detail: [][2]string{{"Number", fmt.Sprint(i)}}}
		if i > 0 {
			x.From = []Edge{{From: (i - 1) / 2}}
		}
		nodes = append(nodes, x)
	}
	later := append([]Node(nil), nodes[1:]...)
	later[len(later)-1].Look = 1
	later[0].From = []Edge{{From: n - 1, Look: 1, Weak: true}}
	p.Steps = []Step{{"first", nodes}, {"second", later}}
	return p
}

// The page holds the changes of every step and the looks that occur. It holds nothing that could
// end the script early, and fetches nothing.
func TestWriteHTML(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, tree(2000).WriteHTML(&b))
	require.Less(t, b.Len(), len(viz)*4/3+800_000, "2000 nodes")
	require.Contains(t, b.String(), "<title>a &lt; b</title>")
	_, rest, ok := strings.Cut(b.String(), `id="data">`)
	require.True(t, ok)
	text, page, ok := strings.Cut(rest, "</script>")
	require.True(t, ok)
	var p looked
	require.NoError(t, json.Unmarshal([]byte(text), &p))
	require.Equal(t, []legend{{"open", "plain", false, false, false}, {"closed", "green", false, false, true}, {"cover", "purple", true, true, false}}, p.Legend)
	require.Len(t, p.Steps, 2)
	require.Len(t, p.Steps[0].Nodes, 2000)
	require.Equal(t, []int{0}, p.Steps[1].Gone)
	require.Len(t, p.Steps[1].Nodes, 2, "what has changed")
	require.NotRegexp(t, `(src|href)=|fetch\(`, page)
}

func TestWriteSVG(t *testing.T) {
	need.Of(t, "dot")
	var b bytes.Buffer
	require.NoError(t, tree(5).WriteSVG(t.Context(), &b, 1))
	require.Contains(t, b.String(), "prefers-color-scheme")
	require.Equal(t, 4+2, strings.Count(b.String(), `class="node plain"`)+strings.Count(b.String(), `class="node green"`), "with the legend")
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			require.NoError(t, err)
		}
	}
}

// Long lines are wrapped. Long nodes and words are cut.
func TestLines(t *testing.T) {
	long, word := strings.TrimSpace(strings.Repeat("(<= x 10) ", 6)), strings.Repeat("w", 60)
	for name, test := range map[string]struct{ lines, want []string }{
		"short": {[]string{"p", "(<= x 10)"}, []string{"p", "(<= x 10)"}},
		"long":  {[]string{"p", long}, []string{"p", "(<= x 10) (<= x 10) (<= x 10) (<= x 10)", "(<= x 10) (<= x 10)"}},
		"word":  {[]string{word}, []string{word[:maxLine-1] + "…"}},
		"many":  {strings.Split("0123456789", ""), []string{"0", "1", "2", "3", "4", "5", "6", "… 3 more"}},
		"just":  {strings.Split("01234567", ""), strings.Split("01234567", "")},
		"empty": {[]string{""}, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, (&Look{Colour: "plain"}).node(&Node{Lines: test.lines}), "label="+quote(strings.Join(test.want, "\n"))+",")
		})
	}
	huge := (&Look{Colour: "plain"}).node(&Node{Lines: []string{"p", strings.Repeat("(<= x 10) ", 1000)}})
	require.Equal(t, maxLines-1, strings.Count(huge, `\n`))
	require.Contains(t, huge, `\n… 1 more"`)
}

// TestEmpty: a picture without steps says why.
func TestEmpty(t *testing.T) {
	var b strings.Builder
	p := &Picture{Title: "Model", Verdict: "unsat", Empty: "No model: the system is unsat."}
	require.NoError(t, p.WriteDOT(&b, 0))
	require.Contains(t, b.String(), `label="Model\nunsat\nNo model: the system is unsat."`)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	for _, write := range []func(io.Writer) error{
		tree(3).WriteHTML, tree(3).WriteJSON,
		func(w io.Writer) error { return tree(3).WriteDOT(w, 0) },
	} {
		require.ErrorContains(t, write(full{}), "disk full")
	}
}
