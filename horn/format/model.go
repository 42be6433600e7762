// SPDX-License-Identifier: Apache-2.0

package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"cornet/horn"
	"cornet/logic"
)

// layout is how a solver prints models.
type layout struct {
	name    func(k int) string // name of the k-th parameter
	through bool               // parameters are counted through all definitions
	indent  string
	gap     string // text in front of bodies
}

// letter returns A, B, …, Z, A1, B1, ….
func letter(k int) string {
	z := string(rune('A' + k%26))
	if k >= 26 {
		z += strconv.Itoa(k / 26)
	}
	return z
}

var layouts = map[Form]layout{
	Golem:          {func(k int) string { return "x#" + strconv.Itoa(k+1) }, true, "  ", "\n    "},
	Eldarica:       {letter, false, "    ", " "},
	EldaricaProlog: {letter, false, "    ", " "},
	Z3:             {func(k int) string { return "x!" + strconv.Itoa(k) }, false, "  ", "\n    "},
}

// Model prints a model of sys.
func Model(w io.Writer, sys *horn.System, m *horn.Model, form Form) error {
	l, ok := layouts[form]
	if !ok {
		return horn.WriteModel(w, sys, m)
	}
	b := bufio.NewWriter(w)
	b.WriteString("(\n")
	k := 0
	for _, p := range sys.Preds {
		d, ok := m.Definition(p)
		if !ok {
			return fmt.Errorf("the model does not define predicate %v", p)
		}
		if !l.through {
			k = 0
		}
		taken := namesIn(d.Body)
		params := make([]*logic.Term, len(d.Params))
		fmt.Fprintf(b, "%s(define-fun %v (", l.indent, p)
		for i, x := range d.Params {
			for taken[l.name(k)] {
				k++
			}
			params[i] = sys.Store.Var(l.name(k), x.Sort())
			k++
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(b, "(%s %v)", logic.QuoteSymbol(params[i].Name()), x.Sort())
		}
		b.WriteString(") Bool" + l.gap)
		if err := logic.WriteTerm(b, sys.Store.Substitute(d.Body, d.Params, params)); err != nil {
			return err
		}
		b.WriteString(")\n")
	}
	b.WriteString(")\n")
	return b.Flush()
}

// namesIn returns the names used in t: variables of quantifiers, constructors and selectors.
func namesIn(t *logic.Term) map[string]bool {
	z := map[string]bool{}
	logic.Walk(func(t *logic.Term) bool {
		for _, v := range t.Bound() {
			z[v.Name()] = true
		}
		switch t.Op() {
		case logic.OpConstruct, logic.OpIs:
			z[t.Constructor().Name] = true
		case logic.OpField:
			z[t.Selector().Name] = true
		}
		return true
	}, t)
	return z
}
