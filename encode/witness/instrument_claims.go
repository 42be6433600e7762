// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// logical is the format of expressions in which a < b < c is a < b && b < c, and no sum overflows.
const logical = "acsl_expression"

// claim inserts a claim.
func (w *instrumenter) claim(k int, c claim) error {
	switch {
	case c.Format == logical:
		return w.fault(c.line, errors.ErrUnsupported, "an invariant as an %s", c.Format)
	case c.Type == "function_contract":
		return w.contract(c)
	case !strings.HasSuffix(c.Type, "_invariant"):
		return w.fault(c.line, errors.ErrUnsupported, "an invariant of type %s", c.Type)
	}
	earlier := &earlierValues{prefix: fmt.Sprint(earlierName, k, "_")}
	if strings.HasSuffix(c.Type, "_transition_invariant") {
		c.Value = earlier.replace(c.Value)
	}
	value, err := w.value(c.line, c.Value, nil)
	if err != nil {
		return err
	}
	name := fmt.Sprint(claimName, k)
	w.claims[k].failure = name
	w.errors = append(w.errors, name)
	check := w.atomically(earlier.around(fmt.Sprintf("extern void %[1]s(void); if (!%[2]s) %[1]s();", name, value)))
	kind := c.Type
	if kind == somewhere {
		if _, _, err := w.find(c.line, c.Location, "", beginsLoop); err != nil {
			kind = "location_invariant"
		}
	}
	if strings.HasPrefix(kind, "location_") {
		f, i, err := w.find(c.line, c.Location, "no statement or declaration begins", beginsStatement)
		if err != nil {
			return err
		}
		return w.before(f, i, c.line, "({ "+check+" });")
	}
	f, i, err := w.find(c.line, c.Location, "no loop begins", beginsLoop)
	if err != nil {
		return err
	}
	return w.condition(f, i, c.line, "({ "+check+" (", "); })")
}

// dereferenced matches expressions that read targets of pointers, or elements of arrays.
var dereferenced = regexp.MustCompile(`(^|[^\w)\]\s])\s*\*|->|\[`)

// Dereferences reports whether claims, or updates of ghost variables, may read targets of pointers.
func (d *Document) Dereferences() bool {
	return slices.ContainsFunc(d.claims, func(c claim) bool {
		return dereferenced.MatchString(c.Value) || dereferenced.MatchString(c.Requires) || dereferenced.MatchString(c.Ensures)
	}) || slices.ContainsFunc(d.updates, func(u ghostUpdate) bool {
		return slices.ContainsFunc(u.Updates, func(a ghostAssign) bool { return dereferenced.MatchString(a.Value) })
	})
}

// atomically puts statements into an atomic block, if there are threads. Declarations of the ghost
// variables come first.
func (w *instrumenter) atomically(statements string) string {
	statements = w.externs() + statements
	if w.threads {
		statements = "extern void __cornet_step_begin(void); extern void __cornet_step_end(void); __cornet_step_begin(); " + statements + " __cornet_step_end();"
	}
	return statements
}

// before inserts a statement before the one that begins with token i. The latter may be the branch
// of another statement.
func (w *instrumenter) before(f, i, line int, text string) error {
	open, end, err := w.braces(f, i, line)
	w.around(f, i, w.tokens[f].statementEnd(i), rankStatement, line, open+text+" ", end)
	return err
}

// braces returns the braces that are needed around the statement that begins with token i and the
// one inserted before it. An item of a block needs none. For other statements, the end must be
// known.
func (w *instrumenter) braces(f, i, line int) (open, end string, err error) {
	ts := w.tokens[f]
	if ts.isItem(i) {
		return "", "", nil
	}
	for _, t := range ts[i : ts.statementEnd(i)+1] {
		if isName(t.text) && slices.ContainsFunc(w.macros(t.text), func(body string) bool { return slices.ContainsFunc(scan(body), endsStatement) }) {
			err = w.fault(line, errors.ErrUnsupported, "something before a statement with the macro %s", t.text)
		}
	}
	return "{ ", " }", err
}

// endsStatement reports whether a token may end a statement, or contain statements, because it is a
// macro.
func endsStatement(t token) bool {
	return t.text == ";" || t.text == "}" || t.text == "else" || controls[t.text]
}

// isItem reports whether the statement that begins with token i is an item of a block, perhaps with
// labels.
func (ts tokens) isItem(i int) bool {
	for i > 1 && ts[i-1].text == ":" {
		i = ts.labelBegin(i - 1)
	}
	return strings.Contains(";{}", ts[i-1].text)
}

// labelBegin returns the first token of the label that the colon at token i ends: case, or a name.
func (ts tokens) labelBegin(i int) int {
	for k := i - 1; k > 0; k-- {
		switch s := ts[k].text; {
		case s == "case":
			return k
		case s == ":" || s != "default" && endsStatement(ts[k]):
			return i - 1
		case s == ")" && ts[k].match > 0:
			k = ts[k].match
		}
	}
	return i - 1
}

// condition puts text around the condition of the statement that begins with token i. A missing
// condition counts as 1.
func (w *instrumenter) condition(f, i, line int, before, after string) error {
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

// contract inserts the contract of a function after its head.
func (w *instrumenter) contract(c claim) error {
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
				value, err := w.value(c.line, clause.value, words)
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

// update inserts assignments to ghost variables before the statement at their location. If the
// statement is one step, they are in an atomic block with it. If it has several steps, such a block
// would hide steps of other threads in between. Then the assignments are a separate step, after
// which others may move. Every execution of the program is still one of the instrumented program,
// but a claim may fail there that holds in the program.
func (w *instrumenter) update(u ghostUpdate) error {
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
		value, err := w.value(u.line, a.Value, nil)
		if err != nil {
			return err
		}
		if a.Format == logical {
			return w.fault(u.line, errors.ErrUnsupported, "a value as an %s", a.Format)
		}
		if !w.isGhost(a.Variable) {
			return w.fault(u.line, ErrInvalid, "%s is no ghost variable", a.Variable)
		}
		text += fmt.Sprintf("%s%s = %s; ", ghostName, a.Variable, value)
	}
	if !w.threads || !w.isStep(f, i) {
		w.loose = w.loose || w.threads
		return w.before(f, i, u.line, "({ "+w.atomically(text)+" });")
	}
	open, end, err := w.braces(f, i, u.line)
	w.around(f, i, ts.statementEnd(i), rankStatement, u.line, open+"({ extern void __cornet_step_begin(void); __cornet_step_begin(); "+w.externs()+text+"}); ",
		" ({ extern void __cornet_step_end(void); __cornet_step_end(); });"+end)
	return err
}

// stepping are functions whose calls are one step if their arguments are addresses and constants.
var stepping = regexp.MustCompile(`^(__(VERIFIER|CPROVER|ESBMC)_atomic_(begin|end)|pthread_(create|(mutex|rwlock|spin)_(un|try|rd|wr|tryrd|trywr)?lock|mutex_(init|destroy))|mtx_(un)?lock|thrd_create|sem_(wait|post))$`)

// isStep reports whether the statement that begins with token i is one step of its thread: a store
// of a constant, a call of a function in stepping, or anything in an atomic block.
func (w *instrumenter) isStep(f, i int) bool {
	ts := w.tokens[f]
	end := ts.statementEnd(i)
	switch {
	// a header of the program may define any name as a macro
	case slices.ContainsFunc(w.texts, included.MatchString):
		return false
	case w.isAtomic(f, i):
		return true
	case end < i+3 || !isName(ts[i].text) || w.isReplaced(ts[i].text):
		return false
	case ts[i+1].text == "(":
		return ts[i+1].match == end-1 && stepping.MatchString(ts[i].text) && w.isFunction(ts[i].text) && w.isFixed(ts, i+2, end-1)
	}
	return ts[i+1].text == "=" && ts[i+2].text != "=" && w.isFixed(ts, i+2, end)
}

// included matches the inclusion of a file of the program.
var included = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[^< \t]`)

// isReplaced reports whether a name is a macro, or a function with a body, in a file of the
// program.
func (w *instrumenter) isReplaced(name string) bool {
	macro := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `\b`)
	return slices.ContainsFunc(w.texts, macro.MatchString) || w.declares(name, func(ts tokens, i int) bool { return ts[ts[i+1].match+1].text == "{" })
}

// isFunction reports whether a name denotes a function wherever it occurs in the program:
// parentheses follow it.
func (w *instrumenter) isFunction(name string) bool {
	return !slices.ContainsFunc(w.tokens, func(ts tokens) bool {
		for i, t := range ts {
			if t.text == name && (i+1 == len(ts) || ts[i+1].text != "(") {
				return true
			}
		}
		return false
	})
}

// isFixed reports whether the text between two tokens is a list of sums of numbers, or of addresses
// of variables and functions.
func (w *instrumenter) isFixed(ts tokens, from, to int) bool {
	for k := from; k < to; k++ {
		prev := ts[k-1].text
		switch s := ts[k].text; {
		case s == "(" && prev != ")" || s == ")" || s == "," || s == "-" && prev != s || s == "NULL":
		case s[0] >= '0' && s[0] <= '9' || s[0] == '"' || s[0] == '\'':
		case s == "&":
			if prev != "=" && prev != "(" && prev != "," || !isName(ts[k+1].text) {
				return false
			}
		case !isName(s) || len(w.macros(s)) > 0:
			return false
		case prev != "&" && !w.declares(s, func(tokens, int) bool { return true }) || k+1 < to && ts[k+1].text != "," && ts[k+1].text != ")":
			return false
		}
	}
	return true
}

// isAtomic reports whether an atomic block has begun before token i in the same block of the text,
// and nothing after it may end it.
func (w *instrumenter) isAtomic(f, i int) bool {
	const begin = "__VERIFIER_atomic_begin"
	ts, nested := w.tokens[f], 0
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
		case s == begin && nested == 0 && strings.Contains(";{}", ts[k-1].text):
			called := ts[k+1].text == "(" && ts[k+2].text == ")" && ts[k+3].text == ";"
			return called && !w.isReplaced(begin) && !directive.MatchString(w.texts[f][w.offset(f, k):w.offset(f, i)])
		case isName(s) && (ts[k+1].text == "(" && !parenthesized[s] || w.isReplaced(s)):
			return false
		}
	}
	return false
}

// directive matches a line that may have a directive. With directives, the program may differ from
// its text.
var directive = regexp.MustCompile(`(?m)^[^\n]*#`)

// controls are the words that begin statements which lead elsewhere or contain others.
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

// statementEnd returns the last token of the statement that begins with token i.
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

// simpleEnd returns the semicolon that ends the statement at token i.
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
