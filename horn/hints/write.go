// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"cornet/logic"
)

// Write prints h in Eldarica's format, with the arguments called x0, x1, …. Reading the result
// gives equal hints, except for the order of predicates without templates.
func (h *Hints) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, p := range h.Preds() {
		x := h.about[p]
		names := make([]*logic.Term, p.Arity())
		for i, s := range p.Params() {
			names[i] = h.store.Var("x"+strconv.Itoa(i), s)
		}
		sub := h.store.NewSubstitution(Formals(h.store, p), names)
		if len(x.templates) > 0 || x.threshold > 0 || len(x.initial) == 0 {
			writeHead(b, "templates", p)
			for _, t := range x.templates {
				fmt.Fprintf(b, "\n  (%v %v %d)", t.Kind, sub.Apply(t.Term), t.Cost)
			}
			if x.threshold > 0 {
				fmt.Fprintf(b, "\n  (iterationThreshold %d)", x.threshold)
			}
			b.WriteString(")\n")
		}
		if len(x.initial) > 0 {
			writeHead(b, "initial-predicates", p)
			for _, f := range x.initial {
				fmt.Fprintf(b, "\n  %v", sub.Apply(f))
			}
			b.WriteString(")\n")
		}
	}
	return b.Flush()
}

func writeHead(b *bufio.Writer, form string, p *logic.Func) {
	fmt.Fprintf(b, "(%s %v (", form, p)
	for i, s := range p.Params() {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(b, "(x%d %v)", i, s)
	}
	b.WriteString(")")
}
