// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// claim weaves a claim in.
func (w *weaver) claim(k int, c claim) error {
	switch c.Type {
	case "function_contract":
		return w.contract(c)
	case "loop_invariant", "location_invariant":
	default:
		return w.fault(c.line, errors.ErrUnsupported, "an invariant of type %s", c.Type)
	}
	value, err := w.expression(c.line, c.Value, c.Format, nil)
	if err != nil {
		return err
	}
	name := fmt.Sprint(claimName, k)
	w.errors = append(w.errors, name)
	check := w.atomically(fmt.Sprintf("extern void %[1]s(void); if (!(%[2]s)) %[1]s();", name, value))
	if c.Type == "location_invariant" {
		f, i, err := w.find(c.line, c.Location, "no statement or declaration begins", beginsStatement)
		if err != nil {
			return err
		}
		w.before(f, i, c.line, "({ "+check+" });")
		return nil
	}
	f, i, err := w.find(c.line, c.Location, "no loop begins", beginsLoop)
	if err != nil {
		return err
	}
	return w.condition(f, i, c.line, "({ "+check+" (", "); })")
}

// dereferenced is in expressions that read what pointers point to, or elements of arrays.
var dereferenced = regexp.MustCompile(`(^|[^\w)\]\s])\s*\*|->|\[`)

// Dereferences reports whether claims may read what pointers point to.
func (d *Document) Dereferences() bool {
	return slices.ContainsFunc(d.claims, func(c claim) bool {
		return dereferenced.MatchString(c.Value) || dereferenced.MatchString(c.Requires) || dereferenced.MatchString(c.Ensures)
	})
}

// atomically puts statements into an atomic block, if there are threads, behind declarations of the ghost variables.
func (w *weaver) atomically(statements string) string {
	for _, g := range w.ghosts {
		statements = fmt.Sprintf("extern %s %s; ", g.Type, g.Name) + statements
	}
	if w.threads {
		statements = "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); __VERIFIER_atomic_begin(); " + statements + " __VERIFIER_atomic_end();"
	}
	return statements
}

// before puts a statement before the one that begins with token i, which may be the branch of another one.
func (w *weaver) before(f, i, line int, text string) {
	ts := w.tokens[f]
	if prev := ts[i-1].text; prev == ";" || prev == "{" || prev == "}" || prev == ":" {
		w.around(f, i, ts.statementEnd(i), rankStatement, line, text+" ", "")
		return
	}
	w.around(f, i, ts.statementEnd(i), rankStatement, line, "{ "+text+" ", " }")
}

// condition puts text around the condition of the statement that begins with token i; one that is left out is 1.
func (w *weaver) condition(f, i, line int, before, after string) error {
	ts := w.tokens[f]
	if ts[i].text == "do" {
		i = ts.statementEnd(i+1) + 1
	}
	if i+1 >= len(ts) || ts[i+1].text != "(" || ts[i+1].match < 0 {
		return w.fault(line, errors.ErrUnsupported, "a condition that is not in the text")
	}
	from, to := i+2, ts[i+1].match-1
	if ts[i].text == "for" {
		var ends []int
		for k := from; k <= to; k++ {
			switch {
			case ts[k].match > k:
				k = ts[k].match
			case ts[k].text == ";":
				ends = append(ends, k)
			}
		}
		if len(ends) != 2 {
			return w.fault(line, errors.ErrUnsupported, "a loop whose head is not in the text")
		}
		if from, to = ends[0]+1, ends[1]-1; from > to {
			w.around(f, ends[1], ends[1], rankCondition, line, before+"1"+after, "")
			return nil
		}
	}
	w.around(f, from, to, rankCondition, line, before, after)
	return nil
}

// contract puts the contract of a function behind its head.
func (w *weaver) contract(c claim) error {
	f, err := w.file(c.line, c.Location)
	if err != nil {
		return err
	}
	ts, start := w.tokens[f], 0
	for i := 0; i < len(ts); i++ {
		switch {
		case ts[i].text == ";":
			start = i + 1
		case ts[i].text != "{" || ts[i].match < 0:
		case i > 0 && ts[i-1].text == ")" && ts[start].line <= c.Location.Line && c.Location.Line <= ts[i].line && (c.Location.Column == 0 || ts[start].line < c.Location.Line || ts[start].column <= c.Location.Column):
			words := map[string]string{"result": "__CPROVER_return_value"}
			var text strings.Builder
			for _, clause := range []struct{ name, value string }{{"requires", c.Requires}, {"ensures", c.Ensures}} {
				if clause.value == "" {
					continue
				}
				if clause.name == "ensures" {
					words["old"] = "__CPROVER_old"
				}
				value, err := w.expression(c.line, clause.value, c.Format, words)
				if err != nil {
					return err
				}
				fmt.Fprintf(&text, " __CPROVER_%s(%s)", clause.name, value)
			}
			w.around(f, i-1, i-1, rankStatement, c.line, "", text.String())
			return nil
		default:
			i = ts[i].match
			start = i + 1
		}
	}
	return w.fault(c.line, ErrInvalid, "no function is defined at %v", c.Location)
}

// update puts assignments to ghost variables into an atomic block with the statement at their location.
func (w *weaver) update(u ghostUpdate) error {
	f, i, err := w.find(u.line, u.Location, "no statement or declaration begins", beginsStatement)
	if err != nil {
		return err
	}
	ts := w.tokens[f]
	if controls[ts[i].text] {
		return w.fault(u.line, errors.ErrUnsupported, "an update of ghost variables at a statement %s", ts[i].text)
	}
	text := "extern void __VERIFIER_atomic_begin(void); __VERIFIER_atomic_begin();"
	for _, g := range w.ghosts {
		text += fmt.Sprintf(" extern %s %s;", g.Type, g.Name)
	}
	for _, a := range u.Updates {
		value, err := w.expression(u.line, a.Value, a.Format, nil)
		if err != nil {
			return err
		}
		known := false
		for _, g := range w.ghosts {
			known = known || g.Name == a.Variable
		}
		if !known {
			return w.fault(u.line, ErrInvalid, "%s is no ghost variable", a.Variable)
		}
		text += fmt.Sprintf(" %s = (%s);", a.Variable, value)
	}
	end := ts.statementEnd(i)
	brace, close := "", ""
	if prev := ts[i-1].text; prev == ")" || prev == "else" || prev == "do" {
		brace, close = "{ ", " }"
	}
	w.around(f, i, end, rankStatement, u.line, brace+"({ "+text+" }); ", " ({ extern void __VERIFIER_atomic_end(void); __VERIFIER_atomic_end(); });"+close)
	return nil
}

// controls are the words that statements begin with which lead elsewhere, or consist of others.
var controls = map[string]bool{
	"if": true, "while": true, "for": true, "do": true, "switch": true, "return": true, "goto": true, "break": true, "continue": true, "{": true,
	"case": true, "default": true,
}

// beginsStatement reports whether a statement or declaration begins with token i.
func beginsStatement(ts tokens, i int) bool {
	switch ts[i].text {
	case "}", "else", ")", ":", "case", "default":
		return false
	case "while":
		if ts.endsDo(i) {
			return false
		}
	}
	return ts.statement(i) == i
}

// beginsLoop reports whether a loop begins with token i.
func beginsLoop(ts tokens, i int) bool {
	return ts[i].text == "for" || ts[i].text == "do" || ts[i].text == "while" && !ts.endsDo(i)
}

// endsDo reports whether the while at token i is the end of a loop that begins with do.
func (ts tokens) endsDo(i int) bool {
	for k := range i {
		if ts[k].text == "do" && ts.statementEnd(k+1)+1 == i {
			return true
		}
	}
	return false
}

// statementEnd is the last token of the statement that begins with token i.
func (ts tokens) statementEnd(i int) int {
	last := len(ts) - 1
	if i > last {
		return last
	}
	switch ts[i].text {
	case "{":
		if ts[i].match > 0 {
			return ts[i].match
		}
		return last
	case "if", "while", "for", "switch":
		if i+1 > last || ts[i+1].text != "(" || ts[i+1].match < 0 {
			return last
		}
		end := ts.statementEnd(ts[i+1].match + 1)
		if ts[i].text == "if" && end < last && ts[end+1].text == "else" {
			return ts.statementEnd(end + 2)
		}
		return end
	case "do":
		return ts.simpleEnd(ts.statementEnd(i+1) + 1)
	case "case", "default":
		for k := i; k < last; k++ {
			if ts[k].text == ":" {
				return ts.statementEnd(k + 1)
			}
		}
	}
	if i+1 < last && isName(ts[i].text) && ts[i+1].text == ":" {
		return ts.statementEnd(i + 2)
	}
	return ts.simpleEnd(i)
}

// simpleEnd is the semicolon that ends what begins with token i.
func (ts tokens) simpleEnd(i int) int {
	for ; i < len(ts); i++ {
		switch {
		case ts[i].text == ";":
			return i
		case ts[i].match > i:
			i = ts[i].match
		}
	}
	return len(ts) - 1
}
