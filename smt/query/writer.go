// SPDX-License-Identifier: Apache-2.0

package query

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// Info is the information in the head of a script.
type Info struct {
	Status smt.Status // the answer, or Unknown
	Source string     // where the query comes from, on one line
}

// WriteCheck writes a script that asks whether the assertions and assumptions are satisfiable
// together. They are terms of store. Assumptions are named assertions. No term is made in store.
//
// Cost: O(size of the terms).
func WriteCheck(w io.Writer, store *logic.Store, asserted, assumptions []*logic.Term, info Info) error {
	s := newScript(store, asserted, assumptions)
	s.head(info, len(assumptions) > 0, false)
	s.assert(s.parts[:len(asserted)], "")
	s.assert(s.parts[len(asserted):], "assumption")
	s.text.WriteString("(check-sat)\n")
	if len(assumptions) > 0 && info.Status == smt.Unsat {
		s.text.WriteString("(get-unsat-core)\n")
	}
	_, err := w.Write(s.text.Bytes())
	return err
}

// WriteTree writes a script with the query q, after [Narrow]. Each node has a partition called p0,
// p1, …. No term is made in store.
func WriteTree(w io.Writer, store *logic.Store, q *smt.Query, info Info) error {
	q, _ = Narrow(store, q)
	s := newScript(store, q.Part, nil)
	s.head(info, false, true)
	if q.Strength != smt.StrengthDefault {
		fmt.Fprintf(&s.text, "(set-info %s %s)\n", strengthInfo, q.Strength)
	}
	s.assert(s.parts, "p")
	names := make([]string, len(q.Part))
	for i := range names {
		names[i] = fmt.Sprint("p", i)
	}
	_, text := TreeText(q.Parent, names)
	fmt.Fprintf(&s.text, "(check-sat)\n(get-interpolants %s)\n", text)
	_, err := w.Write(s.text.Bytes())
	return err
}

// strengthInfo is the :keyword of the set-info command for the strength of the interpolants.
const strengthInfo = ":interpolation-strength"

// script is a text under construction.
type script struct {
	text  bytes.Buffer
	table *SymbolTable
	parts []*logic.Term
}

// newScript prepares to write the terms of xs and ys. If symbols must be renamed, it moves them to
// another store.
func newScript(store *logic.Store, xs, ys []*logic.Term) *script {
	s := &script{parts: append(append([]*logic.Term(nil), xs...), ys...)}
	if clash(s.parts) {
		store = logic.NewStore()
		m := store.NewImporter()
		for i, t := range s.parts {
			s.parts[i] = m.Term(t)
		}
	}
	s.table = NewSymbolTable(store)
	return s
}

// clash reports whether terms have symbols that need other names.
func clash(ts []*logic.Term) bool {
	v := SymbolTable{names: map[string]any{}}
	for _, x := range logic.FreeVars(ts...) {
		if v.free(x.Name(), x) != x.Name() {
			return true
		}
	}
	for _, f := range logic.Funcs(ts...) {
		if v.free(f.Name(), f) != f.Name() {
			return true
		}
	}
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.Op() == logic.OpFresh
		return !found
	}, ts...)
	return found
}

// head writes everything before the assertions.
func (s *script) head(info Info, cores, interpolants bool) {
	if info.Source != "" {
		source := strings.NewReplacer("|", "_", `\`, "_", "\n", " ").Replace(info.Source)
		fmt.Fprintf(&s.text, "(set-info :source |%s|)\n", source)
	}
	fmt.Fprintf(&s.text, "(set-info :status %v)\n", info.Status)
	if cores {
		s.text.WriteString("(set-option :produce-unsat-cores true)\n")
	}
	if interpolants {
		s.text.WriteString("(set-option :produce-interpolants true)\n")
	}
	s.text.WriteString("(set-logic ALL)\n")
	s.table.Declare(&s.text, s.parts...)
}

// assert writes assertions, named prefix0, prefix1, … if there is a prefix.
func (s *script) assert(ts []*logic.Term, prefix string) {
	for i, t := range ts {
		c := smtlib.Command{Kind: smtlib.CmdAssert, Term: s.table.Out(t)}
		if prefix != "" {
			c.Name = fmt.Sprint(prefix, i)
		}
		s.text.WriteString(c.String())
		s.text.WriteByte('\n')
	}
}
