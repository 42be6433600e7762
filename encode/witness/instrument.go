// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// A witness is validated on a program that contains it as code. The claims of a correctness witness
// become checks. A violation witness becomes an automaton: its states are the segments, and the
// waypoints lead from one to the next. Inserted text stays on its line, and the expressions of the
// witness are parsed at their places.

// Names in the inserted code. A comment "and X" means that X follows the prefix.
const (
	// All names begin with Prefix.
	Prefix = "__witness_"
	// the number of the current segment, or -1 if the witness does not describe the execution
	SegmentName = "__witness_segment"
	// and the number of a claim: a function that is called if the claim fails
	claimName    = "__witness_claim_"
	identityName = "__witness_thread_" // and the number of a thread: its identity
	valueName    = "__witness_value"
	earlierName  = "__witness_earlier_" // followed by the number of a claim and a variable's name
	ghostName    = "__witness_ghost_"   // and the name of a ghost variable
)

// Instrumented is a program with a witness inserted as code.
type Instrumented struct {
	Texts []string // one for each file, in their order
	// Errors are functions whose calls mean that a claim fails; nil for a violation witness.
	Errors []string
	// Segments is the number of segments, 0 for a witness of claims.
	Segments int
	// Loose means that a ghost variable is updated at a statement of several steps. Then a claim
	// may fail in the instrumented program although it holds in the original one.
	Loose   bool
	witness *Document
	targets []extent
	names   []string
	placed  [][]inserted // for each file, in the order of the text
	lines   [][]int      // the offsets at which the lines of the original files begin
}

// An extent is a part of a file's text, between two offsets.
type extent struct{ file, from, to int }

// An insertion is text to be inserted at an offset, before or after the text that it encloses.
type insertion struct {
	at, span int // span is the length of the enclosed text
	rank     int // outer insertions around the same text have higher ranks
	closes   bool
	text     string
	origin   int // the line of the witness that it comes from
}

// inserted is an insertion at its place: on a line, at a column of the original text.
type inserted struct {
	line, column, length, origin int
}

// The ranks of insertions.
const (
	rankEnter = iota
	rankReturn
	rankStart
	rankCondition
	rankStatement
)

// instrumenter inserts a witness into a program.
type instrumenter struct {
	*Document
	names   []string
	texts   []string
	tokens  []tokens
	lines   [][]int
	edits   [][]insertion
	errors  []string
	threads bool
	loose   bool // see [Instrumented.Loose]
	targets []extent
	started int // number of threads that waypoints have started
	steps   map[spot]*steps
	order   []spot
}

// A spot is a place where waypoints are evaluated: a token, and the kind of evaluation.
type spot struct {
	file, token int
	kind        string
}

// steps are the waypoints of a spot.
type steps struct {
	points   []point
	segments []int
	place    string // place for the identity of the thread that is started
}

// Instrument inserts the witness into a program of files with these names and texts.
func (d *Document) Instrument(names, texts []string) (*Instrumented, error) {
	w := d.instrumenter(names, texts)
	for i, c := range d.claims {
		if err := w.claim(i, c); err != nil {
			return nil, err
		}
	}
	for _, u := range d.updates {
		if err := w.update(u); err != nil {
			return nil, err
		}
	}
	for i, s := range d.segments {
		for j := range s {
			if err := w.waypoint(i, &s[j]); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range w.order {
		if err := w.step(s, w.steps[s]); err != nil {
			return nil, err
		}
	}
	z := &Instrumented{witness: d, Errors: w.errors, Segments: len(d.segments), Loose: w.loose, targets: w.targets, names: names, lines: w.lines}
	tail, err := w.tail()
	if err != nil {
		return nil, err
	}
	for f := range texts {
		text, placed := w.apply(f)
		if f == 0 && tail != "" {
			text += "\n" + tail
		}
		z.Texts, z.placed = append(z.Texts, text), append(z.placed, placed)
	}
	return z, nil
}

// instrumenter returns a instrumenter that has inserted nothing so far.
func (d *Document) instrumenter(names, texts []string) *instrumenter {
	w := &instrumenter{Document: d, names: names, texts: texts, edits: make([][]insertion, len(texts)), steps: map[spot]*steps{}}
	if !d.Violation {
		w.errors = []string{}
	}
	for _, text := range texts {
		w.tokens = append(w.tokens, scan(text))
		w.lines = append(w.lines, lineStarts(text))
		w.threads = w.threads || strings.Contains(text, "pthread_create") || strings.Contains(text, "thrd_create")
	}
	return w
}

func lineStarts(text string) []int {
	z := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			z = append(z, i+1)
		}
	}
	return z
}

// tail defines the variables of the witness.
func (w *instrumenter) tail() (string, error) {
	var b strings.Builder
	if len(w.segments) > 0 {
		fmt.Fprintf(&b, "int %s = 0;\nunsigned long %s0 = 1;\n", SegmentName, identityName)
		for k := range w.started {
			fmt.Fprintf(&b, "unsigned long %s%d = 0;\n", identityName, k+1)
		}
	}
	for _, g := range w.ghosts {
		if g.Scope != "global" {
			return "", w.fault(g.line, errors.ErrUnsupported, "a ghost variable with scope %s", g.Scope)
		}
		initial, err := w.expression(g.line, g.Initial.Value, nil)
		if err != nil {
			return "", err
		}
		if err := w.declarable(g); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "__typeof__(%s) %s%s = (%s);\n", g.Type, ghostName, g.Name, initial)
	}
	return b.String(), nil
}

// declarable refuses ghost variables with the name of something in the program, and types that are
// not words and stars.
func (w *instrumenter) declarable(g ghost) error {
	if !isName(g.Name) || strings.ContainsFunc(g.Type, func(r rune) bool { return r > 127 || !isWordByte(byte(r)) && r != ' ' && r != '*' }) {
		return w.fault(g.line, errors.ErrUnsupported, "a ghost variable %s of type %s", g.Name, g.Type)
	}
	for _, t := range scan(g.Type) {
		if len(w.macros(t.text)) > 0 {
			return w.fault(g.line, errors.ErrUnsupported, "the macro %s in the type of a ghost variable", t.text)
		}
	}
	for _, ts := range w.tokens {
		if slices.ContainsFunc(ts, func(t token) bool { return t.text == g.Name }) {
			return w.fault(g.line, ErrInvalid, "a ghost variable %s, a name of the program", g.Name)
		}
	}
	return nil
}

// isGhost reports whether a name is that of a ghost variable.
func (w *instrumenter) isGhost(name string) bool {
	return slices.ContainsFunc(w.ghosts, func(g ghost) bool { return g.Name == name })
}

// externs declares the ghost variables in a block, so that names of the program do not hide them.
func (w *instrumenter) externs() (text string) {
	for _, g := range w.ghosts {
		text += fmt.Sprintf("extern __typeof__(%s) %s%s; ", g.Type, ghostName, g.Name)
	}
	return text
}

// macros returns the definitions of a name as a macro without parameters in the files.
func (w *instrumenter) macros(name string) (bodies []string) {
	definition := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `(?:[ \t]+((?:[^\n\\]|\\\r?\n|\\.)*)|\r?$)`)
	for _, text := range w.texts {
		for _, m := range definition.FindAllStringSubmatch(text, -1) {
			bodies = append(bodies, strings.NewReplacer("\\\r\n", " ", "\\\n", " ").Replace(m[1]))
		}
	}
	return bodies
}

// offset returns the beginning of token i of a file, and end its end.
func (w *instrumenter) offset(f, i int) int {
	t := w.tokens[f][i]
	return w.lines[f][t.line-1] + t.at - 1
}

func (w *instrumenter) end(f, i int) int { return w.offset(f, i) + len(w.tokens[f][i].text) }

// around inserts text before token i and after token j.
func (w *instrumenter) around(f, i, j, rank, origin int, before, after string) {
	from, to := w.offset(f, i), w.end(f, j)
	w.edits[f] = append(w.edits[f], insertion{from, to - from, rank, false, before, origin})
	if after != "" {
		w.edits[f] = append(w.edits[f], insertion{to, to - from, rank, true, after, origin})
	}
}

// apply inserts the insertions into a text.
func (w *instrumenter) apply(f int) (string, []inserted) {
	es := w.edits[f]
	slices.SortStableFunc(es, func(x, y insertion) int {
		if x.at != y.at {
			return x.at - y.at
		}
		if x.closes != y.closes {
			return map[bool]int{true: -1, false: 1}[x.closes]
		}
		inner := cmp.Or(x.span-y.span, x.rank-y.rank) // at the end, inner insertions come first
		if x.closes {
			return inner
		}
		return -inner
	})
	var b strings.Builder
	var placed []inserted
	last := 0
	for _, e := range es {
		b.WriteString(w.texts[f][last:e.at])
		b.WriteString(e.text)
		last = e.at
		line, _ := slices.BinarySearch(w.lines[f], e.at+1)
		placed = append(placed, inserted{line, e.at - w.lines[f][line-1] + 1, len(e.text), e.origin})
	}
	b.WriteString(w.texts[f][last:])
	return b.String(), placed
}

// Original returns the position in the original program for a position of the instrumented one, and
// the line of the witness inserted there, or 0.
func (w *Instrumented) Original(p cfg.Pos) (cfg.Pos, int) {
	f := slices.Index(w.names, p.File)
	if f < 0 {
		return p, 0
	}
	delta := 0
	for _, e := range w.placed[f] {
		if e.line != p.Line {
			continue
		}
		start := e.column + delta
		if p.Column < start {
			break
		}
		if p.Column < start+e.length {
			p.Column = e.column
			return p, e.origin
		}
		delta += e.length
	}
	p.Column -= delta
	return p, 0
}

// AtTarget reports whether a position of the instrumented program is in a statement that is a
// target.
func (w *Instrumented) AtTarget(p cfg.Pos) bool {
	return slices.ContainsFunc(w.targets, func(t extent) bool { return w.isIn(p, t) })
}

// AtTargets reports whether two accesses are those of the witness: both at its two targets, or one
// of them at the only target.
func (w *Instrumented) AtTargets(x, y cfg.Pos) bool {
	first, second := w.targets[0], w.targets[len(w.targets)-1]
	if len(w.targets) == 1 {
		return w.isIn(x, first) || w.isIn(y, first)
	}
	return w.isIn(x, first) && w.isIn(y, second) || w.isIn(y, first) && w.isIn(x, second)
}

// isIn reports whether a position of the instrumented program is in a part of the original program.
func (w *Instrumented) isIn(p cfg.Pos, t extent) bool {
	p, origin := w.Original(p)
	f := slices.Index(w.names, p.File)
	if f != t.file || origin != 0 || p.Line < 1 || p.Line > len(w.lines[f]) {
		return false
	}
	at := w.lines[f][p.Line-1] + p.Column - 1
	return t.from <= at && at < t.to
}

// Failing returns the number of the claim that fails at a call of a function of Errors, or at a
// line of the witness. It returns -1 if there is no such claim.
func (w *Instrumented) Failing(function string, line int) int {
	return slices.IndexFunc(w.witness.claims, func(c claim) bool { return c.line == line && function == "" || function != "" && c.failure == function })
}

// Claim describes the claim that fails at a call of a function of [Instrumented.Errors], or at a
// line of the witness.
func (w *Instrumented) Claim(function string, line int) string {
	i := w.Failing(function, line)
	if i < 0 {
		return fmt.Sprintf("%s:%d", w.witness.Name, line)
	}
	c := w.witness.claims[i]
	what := c.Value
	if c.Type == "function_contract" {
		what = strings.TrimSuffix("requires "+c.Requires+", ensures "+c.Ensures, ", ensures ")
	}
	return fmt.Sprintf("%s:%d: %s at %s: %s", w.witness.Name, c.line, strings.ReplaceAll(c.Type, "_", " "), c.Location, what)
}

// String returns the place in the form of errors.
func (l location) String() string {
	if l.Column == 0 {
		return fmt.Sprintf("%s:%d", l.File, l.Line)
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
}

// file returns the number of the file of a location: the file with its name or, if there is no such
// file, with the same base name.
func (w *instrumenter) file(line int, l location) (int, error) {
	if l.File == "" && len(w.names) == 1 {
		return 0, nil
	}
	if i := slices.Index(w.names, l.File); i >= 0 {
		return i, nil
	}
	found := -1
	for i, n := range w.names {
		if path.Base(n) == path.Base(l.File) {
			if found >= 0 {
				return 0, w.fault(line, ErrInvalid, "%s may be %s or %s", l.File, w.names[found], n)
			}
			found = i
		}
	}
	if found < 0 {
		return 0, w.fault(line, ErrInvalid, "%s is no file of the program, which is of %s", l.File, strings.Join(w.names, ", "))
	}
	return found, nil
}

// find returns the fitting token at a location: the one at its column or, if it has none, the first
// one on its line.
func (w *instrumenter) find(line int, l location, what string, fits func(ts tokens, i int) bool) (f, i int, err error) {
	if f, err = w.file(line, l); err != nil {
		return 0, 0, err
	}
	for i, t := range w.tokens[f] {
		if t.line == l.Line && (l.Column == 0 || t.column == l.Column) && w.tokens[f].inBody(i) && fits(w.tokens[f], i) {
			return f, i, nil
		}
	}
	return 0, 0, w.fault(line, ErrInvalid, "%s at %v", what, l)
}

// inBody reports whether token i is in the body of a function.
func (ts tokens) inBody(i int) bool {
	for k := 0; k < i; k++ {
		if ts[k].text == "{" && ts[k].match > 0 {
			if i <= ts[k].match {
				return k > 0 && ts[k-1].text == ")" && i < ts[k].match
			}
			k = ts[k].match
		}
	}
	return false
}

// value returns an expression of the witness in the form for statements of the program. The front
// end refuses it if evaluating it has effects.
func (w *instrumenter) value(line int, value string, words map[string]string) (string, error) {
	x, err := w.expression(line, value, words)
	return fmt.Sprintf("(__cornet_no_effects(((%[1]s), 0)), (%[1]s))", x), err
}

// expression returns an expression of the witness in the names of the instrumented program. words
// gives the meanings of names after backslashes.
func (w *instrumenter) expression(line int, value string, words map[string]string) (string, error) {
	flat := strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(value)
	ts := scan(flat)
	if err := w.wellFormed(line, flat, ts, words, nil); err != nil {
		return "", err
	}
	var b strings.Builder
	last := 0
	for i, t := range ts {
		by, end := t.text, t.at-1+len(t.text)
		switch {
		case ts.at(i-1, i) == "\\": // written before, together with the backslash
			last = end
			continue
		case by == "\\":
			by = words[ts.at(i+1, i)]
		case w.isGhost(by) && ts.at(i-1, i) != "." && ts.at(i-1, i) != ">":
			by = ghostName + by
		}
		b.WriteString(flat[last:t.at-1] + by)
		last = end
	}
	return strings.TrimSpace(b.String()), nil
}

// wellFormed refuses incomplete tokens, brackets without partners, and constructs that expressions
// of witnesses must not have. Expansions of macros, except the named ones, are expressions by
// themselves.
func (w *instrumenter) wellFormed(line int, text string, ts tokens, words map[string]string, named []string) error {
	open, last := 0, 0
	for i, t := range ts {
		what := ""
		if ts.at(i-1, i) != "\\" {
			what = ts.forbidden(i)
		}
		if strings.Trim(text[last:t.at-1], " ") != "" {
			what = "a comment or directive"
		}
		switch next := ts.at(i+1, i); t.text {
		case "(", "[":
			open++
		case ")", "]":
			if open--; open < 0 || t.match < 0 {
				return w.fault(line, ErrInvalid, "brackets of the expression %s", text)
			}
		case "\\":
			if _, known := words[next]; !known {
				what = "\\" + next
			}
		}
		if what != "" {
			return w.fault(line, errors.ErrUnsupported, "%s in the expression %s", what, text)
		}
		if isName(t.text) && !slices.Contains(named, t.text) {
			for _, body := range w.macros(t.text) {
				if err := w.wellFormed(line, body, scan(body), nil, append(slices.Clip(named), t.text)); err != nil {
					return err
				}
			}
		}
		last = t.at - 1 + len(t.text)
	}
	switch {
	case open != 0 || len(ts) == 0:
		return w.fault(line, ErrInvalid, "brackets of the expression %q", text)
	case strings.Trim(text[last:], " ") != "" && len(named) == 0:
		return w.fault(line, errors.ErrUnsupported, "a comment or directive in the expression %s", text)
	}
	return nil
}

// at returns token k if it directly follows token i, without space between, or "".
func (ts tokens) at(k, i int) string {
	from, to := min(k, i), max(k, i)
	if from < 0 || to >= len(ts) {
		return ""
	}
	for j := from; j < to; j++ {
		if ts[j].at+len(ts[j].text) != ts[j+1].at {
			return ""
		}
	}
	return ts[k].text
}

// forbidden returns the construct at token i that expressions of witnesses must not have, or "".
// These are statements, assignments and calls.
func (ts tokens) forbidden(i int) string {
	next, prev := ts.at(i+1, i), ts.at(i-1, i)
	switch s := ts[i].text; s {
	case ";", "{", "}", "#", "@":
		return s
	case "+", "-":
		if next == s {
			return s + s
		}
	case "=":
		compares := next == "=" || slices.Contains([]string{"=", "!", "<", ">"}, prev)
		if shifts := (prev == "<" || prev == ">") && ts.at(i-2, i) == prev; !compares || shifts {
			return "an assignment"
		}
	default:
		if isName(s) && i+1 < len(ts) && ts[i+1].text == "(" && !slices.Contains([]string{"sizeof", "_Alignof", "__alignof__"}, s) {
			return "a call of " + s
		}
	}
	return ""
}
