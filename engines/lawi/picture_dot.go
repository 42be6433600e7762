// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxLabel bounds the regions in a drawing, in bytes.
const maxLabel = 80

// WriteDOT prints x in the language of Graphviz.
//
// Cost: linear in the number of nodes.
func WriteDOT(w io.Writer, x Snapshot) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph art {")
	fmt.Fprintf(b, "\tlabel=%s;\n", quote(x.Title))
	fmt.Fprintln(b, "\tnode [shape=box, style=filled, fontname=\"monospace\", fontsize=10];")
	fmt.Fprintln(b, "\tedge [fontname=\"monospace\", fontsize=9];")
	for _, n := range x.Nodes {
		look := looks[n.State]
		style := ""
		if n.Spurious {
			style = ", penwidth=2"
			if n.State == stateExplored {
				look.border = "#b03030"
			}
		}
		if n.State == stateInfeasible {
			style = ", style=dashed"
		}
		fmt.Fprintf(b, "\tn%d [label=%s, fillcolor=%q, color=%q, tooltip=%q%s];\n",
			n.ID, quote(caption(n)), look.fill, look.border, look.meaning, style)
	}
	for _, n := range x.Nodes {
		if n.Parent >= 0 {
			style := ""
			if n.OnPath {
				style = ", color=\"#b03030\", penwidth=2"
			}
			fmt.Fprintf(b, "\tn%d -> n%d [label=%s%s];\n", n.Parent, n.ID, quote(n.Clause), style)
		}
		if n.CoveredBy >= 0 {
			fmt.Fprintf(b, "\tn%d -> n%d [style=dashed, constraint=false, color=%q];\n", n.ID, n.CoveredBy, looks[stateCovered].border)
		}
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// caption returns the lines in a node.
func caption(n SnapshotNode) string {
	z := n.Location
	if n.Label != "" && n.Label != "true" {
		z += "\n" + shorten(n.Label)
	}
	return z
}

func shorten(text string) string {
	if len(text) > maxLabel {
		return strings.ToValidUTF8(text[:maxLabel], "") + "…"
	}
	return text
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`).Replace(s) + `"`
}
