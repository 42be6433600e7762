// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cornet/logic"
)

// maxLabel bounds the constraint in an edge label, in bytes.
const maxLabel = 60

// WriteDOT prints g in the language of Graphviz, for people: predicates are
// boxes, cutpoints bold; a clause is an arrow from its body to its head, labelled
// with its number and name, its constraint, and the arguments of body and head;
// clauses with several body atoms meet in a point. Facts come from "true",
// queries lead to "false".
func (g *Graph) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph horn {")
	fmt.Fprintln(b, "\tnode [shape=box, fontname=\"monospace\"];")
	fmt.Fprintln(b, "\tedge [fontname=\"monospace\", fontsize=10];")
	if len(g.facts) > 0 {
		fmt.Fprintln(b, "\ttrue [shape=ellipse];")
	}
	if len(g.queries) > 0 {
		fmt.Fprintln(b, "\tfalse [shape=ellipse];")
	}
	for i, p := range g.sys.Preds {
		style := ""
		if g.cuts[i] {
			style = ", style=bold"
		}
		fmt.Fprintf(b, "\tp%d [label=%s%s];\n", i, quoteDOT(signature(p)), style)
	}
	for k, c := range g.sys.Clauses {
		head := "false"
		if c.Head != nil {
			head = fmt.Sprintf("p%d", g.number[c.Head.Pred])
		}
		label := quoteDOT(clauseLabel(k, c))
		switch len(c.Body) {
		case 0:
			fmt.Fprintf(b, "\ttrue -> %s [label=%s];\n", head, label)
		case 1:
			fmt.Fprintf(b, "\tp%d -> %s [label=%s];\n", g.number[c.Body[0].Pred], head, label)
		default:
			fmt.Fprintf(b, "\tc%d [shape=point];\n", k)
			for i := range c.Body {
				fmt.Fprintf(b, "\tp%d -> c%d [dir=none];\n", g.number[c.Body[i].Pred], k)
			}
			fmt.Fprintf(b, "\tc%d -> %s [label=%s];\n", k, head, label)
		}
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// signature returns p with its parameter sorts.
func signature(p *logic.Func) string {
	var b strings.Builder
	b.WriteString(p.Name())
	if p.Arity() == 0 {
		return b.String()
	}
	b.WriteByte('(')
	for i, s := range p.Params() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.String())
	}
	b.WriteByte(')')
	return b.String()
}

// clauseLabel returns the clause's number and name, its constraint, and how the
// arguments change, in three lines, each cut off where it is long.
func clauseLabel(k int, c *Clause) string {
	label := fmt.Sprintf("%d", k)
	if c.Name != "" {
		label += " " + c.Name
	}
	if !c.Constraint.IsTrue() {
		label += fmt.Sprintf("\n%.*v", maxLabel, c.Constraint)
	}
	var atoms []string
	for i := range c.Body {
		if a := &c.Body[i]; len(a.Args) > 0 {
			atoms = append(atoms, arguments(a))
		}
	}
	change := strings.Join(atoms, ", ")
	if c.Head != nil && len(c.Head.Args) > 0 {
		change = strings.TrimSpace(change + " → " + arguments(c.Head))
	}
	if change != "" {
		label += "\n" + cut(change, maxLabel)
	}
	return label
}

// arguments returns the arguments of a, separated by blanks.
func arguments(a *Atom) string {
	words := make([]string, len(a.Args))
	for i, x := range a.Args {
		words[i] = fmt.Sprintf("%.*v", maxLabel, x)
	}
	return strings.Join(words, " ")
}

// cut returns the first n bytes or so of text.
func cut(text string, n int) string {
	if len(text) > n {
		return strings.ToValidUTF8(text[:n], "") + "…"
	}
	return text
}

func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`).Replace(s) + `"`
}
