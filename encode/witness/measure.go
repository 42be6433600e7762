// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// This file writes terms for people: over unbounded integers, in the notation of C where possible.
// Invariants of witnesses, which programs evaluate, have another writer.

// notation has the names of variables.
type notation map[*logic.Term]string

// at returns a term over the parameters of a place as a term over its variables. It records the
// names of these.
func (z notation) at(s *logic.Store, p chc.Place, params []*logic.Term, t *logic.Term) (*logic.Term, map[*logic.Term]*scalar.Var) {
	w := writer{names: map[*logic.Term]*scalar.Var{}}
	named := w.instance(s, p, horn.Definition{Params: params, Body: t})
	for x, v := range w.names {
		if z[x] = v.Name; v.Source != "" {
			z[x] = v.Source
		}
	}
	return named, w.names
}

// measure writes a number.
func (z notation) measure(t *logic.Term) string {
	var all sum
	if !all.add(t, 1, z) {
		return z.lisp(t)
	}
	return all.text()
}

// states writes a formula, without parts that hold for all values of a variable's type.
func (z notation) states(t *logic.Term, types map[*logic.Term]*scalar.Var) string {
	vacuous := func(c *logic.Term) bool {
		w := writer{names: types, budget: 100}
		text, ok := w.formula(c, logic.OpAnd)
		return ok && text == "1"
	}
	// the conjunct is about something without a name in the program
	hidden := func(c *logic.Term) bool {
		return slices.ContainsFunc(logic.FreeVars(c), func(v *logic.Term) bool { return types[v] != nil && types[v].Source == "" })
	}
	all := slices.DeleteFunc(logic.AppendConjuncts(nil, t), vacuous)
	if named := slices.DeleteFunc(slices.Clone(all), hidden); len(named) > 0 {
		all = named
	}
	switch len(all) {
	case 0:
		return "any values"
	case 1:
		return z.formula(all[0], all[0].Op())
	}
	var parts []string
	for _, c := range all {
		parts = append(parts, z.formula(c, logic.OpAnd))
	}
	return strings.Join(parts, " && ")
}

// lisp writes a term in SMT-LIB's notation.
func (z notation) lisp(t *logic.Term) string {
	return strings.ReplaceAll(fmt.Sprintf("%.400v", t), "|", "")
}

// formula writes a formula. A formula that is too large is written in SMT-LIB's notation.
func (z notation) formula(t *logic.Term, in logic.Op) string {
	budget := maxAtoms
	text, ok := connectives(t, false, in, func(t *logic.Term, negated bool) (string, bool) {
		budget--
		return z.atom(t, negated), budget >= 0
	})
	if !ok {
		return z.lisp(t)
	}
	return text
}

// maxAtoms bounds the atoms of a formula for people.
const maxAtoms = 200

// atom writes an atom, or its negation.
func (z notation) atom(t *logic.Term, negated bool) string {
	if op, ok := comparison(t, negated); ok {
		if text, ok := z.compare(t, op); ok {
			return text
		}
	}
	if negated {
		return "!" + z.lisp(t)
	}
	return z.lisp(t)
}

// compare writes an atom, with the negative summands on the other side.
func (z notation) compare(t *logic.Term, op string) (string, bool) {
	var all sum
	if !all.add(t.Arg(0), 1, z) || !all.add(t.Arg(1), -1, z) {
		return "", false
	}
	var left, right sum
	for _, x := range all.parts {
		if x.factor < 0 {
			right.parts = append(right.parts, summand{factor: -x.factor, text: x.text})
		} else {
			left.parts = append(left.parts, x)
		}
	}
	right.constant = -all.constant
	if len(left.parts) == 0 {
		left, right, op = right, left, flipped[op]
		left.constant, right.constant = 0, all.constant
	}
	if n := right.constant; op == ">" && n < 1<<60 && len(right.parts) == 0 {
		op, right.constant = ">=", n+1
	}
	return left.text() + " " + op + " " + right.text(), true
}

// sum is a linear sum.
type sum struct {
	parts    []summand
	constant int64
}

// add adds factor times a term, and reports whether the term is linear.
func (z *sum) add(t *logic.Term, factor int64, names notation) bool {
	switch t.Op() {
	case logic.OpVar:
		text := names[t]
		if text == "" {
			text = t.Name()
		}
		z.parts = append(z.parts, summand{factor: factor, text: text})
		return true
	case logic.OpNum:
		n, ok := t.Num().Int64()
		z.constant += factor * n
		return ok
	case logic.OpAdd:
		return !slices.ContainsFunc(t.Args(), func(a *logic.Term) bool { return !z.add(a, factor, names) })
	case logic.OpMul:
		n, ok := int64(0), t.Arg(0).Op() == logic.OpNum && len(t.Args()) == 2
		if ok {
			n, ok = t.Arg(0).Num().Int64()
		}
		return ok && z.add(t.Arg(1), factor*n, names)
	}
	return false
}

// text writes the sum, with the positive summands first.
func (z *sum) text() string {
	var b strings.Builder
	write := func(factor int64, text string) {
		switch {
		case b.Len() == 0 && factor < 0:
			b.WriteString("-")
		case b.Len() > 0 && factor < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		switch f := max(factor, -factor); {
		case text == "":
			fmt.Fprint(&b, f)
		case f == 1:
			b.WriteString(text)
		default:
			fmt.Fprintf(&b, "%d * %s", f, text)
		}
	}
	for _, negative := range []bool{false, true} {
		for _, x := range z.parts {
			if x.factor < 0 == negative {
				write(x.factor, x.text)
			}
		}
	}
	if z.constant != 0 || b.Len() == 0 {
		write(z.constant, "")
	}
	return b.String()
}
