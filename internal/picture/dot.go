// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io"
	"os/exec"
	"strings"
	"unicode/utf8"
)

// Colour is a name in the table of colours.
type Colour string

// colours has a line and a filling for light and for dark screens.
var colours = []struct {
	Name                           Colour
	line, fill, darkLine, darkFill string
}{
	{"plain", "#5f6b7a", "#ffffff", "#8b98a9", "#1c232d"},
	{"blue", "#33588a", "#dce9f7", "#7aa7dd", "#1d3350"},
	{"green", "#2f7d32", "#d3efd3", "#6cc070", "#173a1b"},
	{"yellow", "#8f6f00", "#ffefa8", "#d9b23c", "#463a0c"},
	{"red", "#b03030", "#f9d5d5", "#ea8080", "#4d1f1f"},
	{"purple", "#6b3fa0", "#e8dcf5", "#b592e0", "#35224d"},
	{"grey", "#555555", "#d9d9d9", "#a5a5a5", "#3a3a3a"},
	{"faint", "#9a9a9a", "#f5f5f5", "#6d6d6d", "#22262b"},
}

//go:embed viewer.css
var viewerStyle string

// style returns the style sheet of pictures.
func style() string {
	var b, dark strings.Builder
	for _, c := range colours {
		const rule = ".picture .%s{--line:%s;--fill:%s}\n"
		fmt.Fprintf(&b, rule, c.Name, c.line, c.fill)
		fmt.Fprintf(&dark, rule, c.Name, c.darkLine, c.darkFill)
	}
	return viewerStyle + b.String() + "@media (prefers-color-scheme: dark){\n" + dark.String() + "}\n"
}

// light returns the light colours of c.
func (c Colour) light() (line, fill string) {
	for _, x := range colours {
		if x.Name == c {
			return x.line, x.fill
		}
	}
	panic("picture: no colour " + string(c))
}

// maxLine and maxLines bound the text in a node.
const (
	maxLine  = 44 // characters
	maxLines = 8
)

// MaxDetail bounds each text beside the picture, in characters.
const MaxDetail = 10_000

// node returns the attributes of a node. Names of classes let the colours depend on the screen.
func (l *Look) node(n *Node) string {
	line, fill := l.Colour.light()
	kind := "filled"
	if l.Dashed {
		kind += ",dashed"
	}
	shape := ""
	switch l.Shape {
	case "":
		kind += ",rounded"
	default:
		shape = ", shape=" + l.Shape
	}
	if l.Bold {
		shape += ", penwidth=2"
	}
	var lines []string
	for i, x := range n.Lines {
		if lines = append(lines, wrapped(x)...); len(lines) > maxLines || len(lines) == maxLines && i < len(n.Lines)-1 {
			lines = append(lines[:maxLines-1], fmt.Sprintf("… %d more", len(n.Lines)-i))
			break
		}
	}
	text := quote(strings.Join(lines, "\n"))
	return fmt.Sprintf("label=%s, style=%q, color=%q, fillcolor=%q, class=%q%s", text, kind, line, fill, l.Colour, shape)
}

// wrapped returns text in lines that end at blanks, before a parenthesis if there is one in the
// later half. Longer words are cut.
func wrapped(text string) (z []string) {
	line := ""
	for _, w := range strings.Fields(cut(text, maxLine*maxLines)) {
		w = cut(w, maxLine)
		for line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > maxLine {
			k := strings.LastIndex(line, " (")
			if k < len(line)/2 {
				z, line = append(z, line), ""
			} else {
				z, line = append(z, line[:k]), line[k+1:]
			}
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(z, line)
}

// edge returns the attributes of e.
func (p *Picture) edge(e Edge) string {
	l := p.Edges[e.Look]
	line, _ := l.Colour.light()
	z := fmt.Sprintf("color=%q, class=%q", line, l.Colour)
	for _, x := range []struct {
		holds bool
		text  string
	}{{l.Dashed, ", style=dashed"}, {l.Bold, ", penwidth=2"}, {l.Plain, ", dir=none"}, {e.Weak, ", constraint=false"}, {p.Up && !l.Plain, ", dir=back"}} {
		if x.holds {
			z += x.text
		}
	}
	return z
}

// defaults returns the attributes of the graph, and those that all nodes and edges have.
func (p *Picture) defaults() string {
	direction := "TB"
	if p.Up {
		direction = "BT"
	}
	return "rankdir=" + direction + "; bgcolor=transparent; nodesep=0.3; ranksep=0.45;\n" +
		"node [shape=box, fontname=Courier, fontsize=11, height=0.3, margin=\"0.12,0.06\"];\n" +
		"edge [fontname=Courier, fontsize=10, arrowsize=0.7];\n"
}

// WriteDOT prints step k in the language of Graphviz, with title and legend.
func (p *Picture) WriteDOT(w io.Writer, k int) error {
	b := bufio.NewWriter(w)
	s := &Step{}
	if k < len(p.Steps) {
		s = &p.Steps[k]
	}
	title := p.Title
	for _, x := range []string{p.Verdict, s.Title, p.Empty} {
		if x != "" {
			title += "\n" + x
		}
	}
	fmt.Fprintf(b, "digraph picture {\n%slabel=%s; labelloc=t; fontname=\"Helvetica\"; fontsize=14; class=picture;\n", p.defaults(), quote(title))
	for i := range s.Nodes {
		fmt.Fprintf(b, "n%d [%s];\n", s.Nodes[i].ID, p.Nodes[s.Nodes[i].Look].node(&s.Nodes[i]))
	}
	for _, n := range s.Nodes {
		for _, e := range n.From {
			fmt.Fprintf(b, "n%d -> n%d [%s];\n", e.From, n.ID, p.edge(e))
		}
	}
	p.writeLegend(b)
	b.WriteString("}\n")
	return b.Flush()
}

// writeLegend prints the legend as a column of nodes.
func (p *Picture) writeLegend(b *bufio.Writer) {
	shown := Picture{Up: p.Up, Edges: p.Edges}
	fmt.Fprintf(b, "subgraph cluster_legend {\nlabel=\"\"; color=\"#9a9a9a\"; class=faint;\n")
	last := ""
	for _, k := range p.used(p.Nodes, false) {
		fmt.Fprintf(b, "l%d [%s];\n", k, p.Nodes[k].node(&Node{Lines: []string{p.Nodes[k].Meaning}}))
		if last != "" {
			fmt.Fprintf(b, "%s -> l%d [style=invis];\n", last, k)
		}
		last = fmt.Sprint("l", k)
	}
	for _, k := range p.used(p.Edges, true) {
		fmt.Fprintf(b, "e%d [shape=plain, class=text, label=%s];\n", k, quote(p.Edges[k].Meaning))
		if last != "" {
			fmt.Fprintf(b, "%s -> e%d [%s];\n", last, k, shown.edge(Edge{Look: k}))
		}
		last = fmt.Sprint("e", k)
	}
	b.WriteString("}\n")
}

// WriteSVG writes step k as a picture, which Graphviz's dot lays out.
func (p *Picture) WriteSVG(ctx context.Context, w io.Writer, k int) error {
	var in, out, complaint bytes.Buffer
	if err := p.WriteDOT(&in, k); err != nil {
		return err
	}
	dot := exec.CommandContext(ctx, "dot", "-Tsvg")
	dot.Stdin, dot.Stdout, dot.Stderr = &in, &out, &complaint
	if err := dot.Run(); errors.Is(err, exec.ErrNotFound) {
		return errors.New("no Graphviz: install it (Debian: graphviz) for --format svg, or take --format html or dot")
	} else if err != nil {
		return fmt.Errorf("dot -Tsvg: %w\n%s", err, complaint.Bytes())
	}
	// The style sheet comes before the graph, whose group has the class picture.
	head, graph, ok := strings.Cut(out.String(), "<g id=")
	if !ok {
		return errors.New("dot -Tsvg: no graph in the output")
	}
	const background = "svg{background:#fff}@media (prefers-color-scheme: dark){svg{background:#12171e}}\n"
	_, err := fmt.Fprintf(w, "%s<style>%s%s</style>\n<g id=%s", head, background, html.EscapeString(style()), graph)
	return err
}

// cut returns the first characters of text.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`).Replace(s) + `"`
}
