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
	w.claims[k].failure = name
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
		statements = "extern void __cornet_step_begin(void); extern void __cornet_step_end(void); __cornet_step_begin(); " + statements + " __cornet_step_end();"
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

// update puts assignments to ghost variables before the statement at their location. Where it is one step, they are in an atomic block with it. Else a block around
// it would hide what other threads do meanwhile; then the assignments are a step of their own, behind which others may move: every
// execution of the program is still one of the woven one, but a claim that fails there need not fail in the program.
func (w *weaver) update(u ghostUpdate) error {
	f, i, err := w.find(u.line, u.Location, "no statement or declaration begins", beginsStatement)
	if err != nil {
		return err
	}
	ts := w.tokens[f]
	if controls[ts[i].text] {
		return w.fault(u.line, errors.ErrUnsupported, "an update of ghost variables at a statement %s", ts[i].text)
	}
	text := ""
	for _, a := range u.Updates {
		value, err := w.expression(u.line, a.Value, a.Format, nil)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(w.ghosts, func(g ghost) bool { return g.Name == a.Variable }) {
			return w.fault(u.line, ErrInvalid, "%s is no ghost variable", a.Variable)
		}
		text += fmt.Sprintf("%s = (%s); ", a.Variable, value)
	}
	if !w.threads || !w.isStep(ts, i) {
		w.loose = w.loose || w.threads
		w.before(f, i, u.line, "({ "+w.atomically(text)+" });")
		return nil
	}
	for _, g := range w.ghosts {
		text = fmt.Sprintf("extern %s %s; ", g.Type, g.Name) + text
	}
	brace, close := "", ""
	if prev := ts[i-1].text; prev == ")" || prev == "else" || prev == "do" {
		brace, close = "{ ", " }"
	}
	w.around(f, i, ts.statementEnd(i), rankStatement, u.line, brace+"({ extern void __cornet_step_begin(void); __cornet_step_begin(); "+text+"}); ",
		" ({ extern void __cornet_step_end(void); __cornet_step_end(); });"+close)
	return nil
}

// stepping are functions a call of which is one step, if its arguments are addresses and constants.
var stepping = regexp.MustCompile(`^(__(VERIFIER|CPROVER|ESBMC)_atomic_(begin|end)|pthread_(create|(mutex|rwlock|spin)_(un|try|rd|wr|tryrd|trywr)?lock|mutex_(init|destroy))|mtx_(un)?lock|thrd_create|sem_(wait|post))$`)

// isStep reports whether the statement that begins with token i is one step of its thread: a store of a constant, a call of a function that is a step, or
// anything in an atomic block.
func (w *weaver) isStep(ts tokens, i int) bool {
	end := ts.statementEnd(i)
	switch {
	case w.isAtomic(ts, i):
		return true
	case end < i+3 || !isName(ts[i].text) || w.isReplaced(ts[i].text):
		return false
	case ts[i+1].text == "(":
		return ts[i+1].match == end-1 && stepping.MatchString(ts[i].text) && w.isFixed(ts, i+2, end-1)
	}
	to := i + 1
	if ts[to].text == "[" && ts[to].match > 0 {
		to = ts[to].match + 1
	}
	return ts[to].text == "=" && ts[to+1].text != "=" && w.isFixed(ts, i+1, to) && w.isFixed(ts, to+1, end)
}

// isReplaced reports whether a name is one of a macro, or of a function that has a body, in a file of the program.
func (w *weaver) isReplaced(name string) bool {
	macro := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `\b`)
	return slices.ContainsFunc(w.texts, macro.MatchString) || w.declares(name, func(ts tokens, i int) bool { return ts[ts[i+1].match+1].text == "{" })
}

// isFixed reports whether what is between two tokens reads no variable: names are those of constants and functions, or variables whose addresses are
// taken.
func (w *weaver) isFixed(ts tokens, from, to int) bool {
	for k := from; k < to; k++ {
		s := ts[k].text
		switch {
		case s == "*" || s == "." || s == "=" || s == ">" && ts[k-1].text == "-" || s == "+" && ts[k-1].text == s || s == "-" && ts[k-1].text == s:
			return false
		case !isName(s) || s == "NULL":
		case k+1 < len(ts) && ts[k+1].text == "[":
			return false
		case ts[k-1].text != "&" && !w.declares(s, func(tokens, int) bool { return true }) || k+1 < to && ts[k+1].text == "(":
			return false
		}
	}
	return true
}

// isAtomic reports whether an atomic block has begun before token i in the same block of the text, and nothing behind that may end it.
func (w *weaver) isAtomic(ts tokens, i int) bool {
	nested := 0
	for k := i - 1; k > 0; k-- {
		switch s := ts[k].text; {
		case s == "}":
			nested++
		case s == "{":
			if nested--; nested < 0 {
				return false
			}
		case s == ":":
			return false
		case s == "__VERIFIER_atomic_begin" && nested == 0 && strings.Contains(";{}", ts[k-1].text):
			return true
		case isName(s) && (ts[k+1].text == "(" && !parenthesized[s] || w.isReplaced(s)):
			return false
		}
	}
	return false
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
