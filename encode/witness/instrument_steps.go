// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// waypoint finds the place where a waypoint of a segment is evaluated.
func (w *instrumenter) waypoint(segment int, p *point) error {
	var f, i int
	var err error
	kind := p.Type
	switch p.Type {
	case "target":
		return w.aim(*p)
	case "assumption":
		f, i, err = w.find(p.line, p.Location, "no statement or declaration begins", beginsStatement)
	case "branching":
		f, i, err = w.find(p.line, p.Location, "there is no branching", branches)
	default:
		kind = "call"
		f, i, err = w.find(p.line, p.Location, "no call ends", tokens.endsCall)
	}
	if err != nil {
		return err
	}
	if p.Type == "function_enter" && p.Action == "follow" && w.tokens[f].creates(i) {
		w.started++
		p.creates = w.started
	}
	if p.Thread != nil && *p.Thread > w.started {
		return w.fault(p.line, ErrInvalid, "thread_id %d, when %d threads have been started", *p.Thread, w.started)
	}
	at := spot{f, i, kind}
	if w.steps[at] == nil {
		w.steps[at] = &steps{}
		w.order = append(w.order, at)
	}
	s := w.steps[at]
	s.points, s.segments = append(s.points, *p), append(s.segments, segment)
	return nil
}

// aim makes the statement at a location a target.
func (w *instrumenter) aim(p point) error {
	f, err := w.file(p.line, p.Location)
	if err != nil {
		return err
	}
	ts := w.tokens[f]
	from, to := -1, -1
	for i, t := range ts {
		if t.line != p.Location.Line || p.Location.Column > t.column && p.Location.Column != 0 || !ts.inBody(i) {
			continue
		}
		if from < 0 {
			from = i
		}
		if to = max(to, i); p.Location.Column != 0 {
			break
		}
	}
	if from < 0 {
		return w.fault(p.line, ErrInvalid, "no statement at %v", p.Location)
	}
	// a statement that begins on an earlier line also counts
	if p.Location.Column == 0 && from > 0 {
		if begin := ts.statement(from); begin < from && !controls[ts[begin].text] {
			from = begin
		}
	}
	w.targets = append(w.targets, extent{f, w.offset(f, from), w.end(f, max(to, w.headEnd(f, to)))})
	return nil
}

// headEnd returns the last token of the statement with token i, without its inner statements.
func (w *instrumenter) headEnd(f, i int) int {
	ts := w.tokens[f]
	begin := ts.statement(i)
	switch ts[begin].text {
	case "if", "while", "switch", "for":
		if begin+1 < len(ts) && ts[begin+1].match > 0 {
			return ts[begin+1].match
		}
	case "{", "}":
		return i
	}
	return ts.simpleEnd(i)
}

// branches reports whether there is a branching at token i.
func branches(ts tokens, i int) bool {
	switch ts[i].text {
	case "if", "switch", "?":
		return true
	}
	return beginsLoop(ts, i) || ts[i].text == "while"
}

// keywords precede parentheses, but are not functions.
var keywords = map[string]bool{
	"if": true, "while": true, "for": true, "switch": true, "return": true, "sizeof": true, "_Alignof": true, "__attribute__": true, "__typeof__": true,
	"typeof": true, "_Static_assert": true, "else": true, "do": true, "case": true, "goto": true,
}

// endsCall reports whether token i is the parenthesis that ends a call.
func (ts tokens) endsCall(i int) bool {
	return ts[i].text == ")" && ts[i].match > 0 && ts.callBegin(i) >= 0
}

// creates reports whether token i is the parenthesis that ends a call which starts a thread.
func (ts tokens) creates(i int) bool {
	name := ts[ts[i].match-1].text
	return name == "pthread_create" || name == "thrd_create"
}

// callBegin returns the first token of the call that token i ends, or -1. This is a name, a member
// of something, or a pointer in parentheses.
func (ts tokens) callBegin(i int) int {
	k := ts[i].match - 1
	if k < 1 {
		return -1
	}
	if ts[k].text == ")" && ts[k].match > 0 && ts[ts[k].match+1].text == "*" {
		return ts[k].match
	}
	if !isName(ts[k].text) || keywords[ts[k].text] {
		return -1
	}
	for k > 2 {
		switch {
		case ts[k-1].text == "." && isName(ts[k-2].text):
			k -= 2
		case ts[k-1].text == ">" && ts[k-2].text == "-" && isName(ts[k-3].text):
			k -= 3
		default:
			return k
		}
	}
	return k
}

// step inserts the waypoints that are evaluated at a spot.
func (w *instrumenter) step(at spot, s *steps) error {
	ts, line := w.tokens[at.file], s.points[0].line
	switch {
	case at.kind == "assumption":
		text, err := w.chain(s, "", nil)
		if err != nil {
			return err
		}
		return w.before(at.file, at.token, line, "({ "+text+" });")
	case at.kind == "call":
		return w.call(at, s)
	case ts[at.token].text == "switch":
		return w.choice(at, s)
	}
	text, err := w.chain(s, "", func(p point) (string, error) {
		switch p.Constraint.Value {
		case "true":
			return valueName, nil
		case "false":
			return "!" + valueName, nil
		}
		return "", w.fault(p.line, ErrInvalid, "a constraint %q of a branching, which is true or false", p.Constraint.Value)
	})
	if err != nil {
		return err
	}
	before, after := "({ int "+valueName+" = !!(", "); "+text+" "+valueName+"; })"
	if ts[at.token].text != "?" {
		return w.condition(at.file, at.token, line, before, after)
	}
	from := ts.conditionBegin(at.token)
	w.around(at.file, from, at.token-1, rankCondition, line, before, after)
	return nil
}

// conditionBegin returns the first token of the condition before the question mark at token i.
func (ts tokens) conditionBegin(i int) int {
	for i--; i >= 0; i-- {
		switch s := ts[i].text; {
		case (s == ")" || s == "]") && ts[i].match >= 0:
			i = ts[i].match
		case s == "(" || s == "[" || s == "{" || s == "}" || s == "," || s == ";" || s == "?" || s == ":" || s == "return" || s == "else" || s == "do":
			return i + 1
		case s == "=":
			compares := ts[i+1].text == "=" || strings.ContainsAny(ts[i-1].text, "=!<>")
			shifts := i > 1 && ts[i-1].text == ts[i-2].text && strings.ContainsAny(ts[i-1].text, "<>")
			if !compares || shifts {
				return i + 1
			}
		}
	}
	return 0
}

// chain writes code that moves an execution from segment to segment by the waypoints at a spot. The
// waypoint to follow must be passed the first time that it is evaluated in its segment. Those to
// avoid must never be passed. condition gives the meaning of a constraint; result replaces \result.
func (w *instrumenter) chain(s *steps, result string, condition func(point) (string, error)) (string, error) {
	var words map[string]string
	if result != "" {
		words = map[string]string{"result": result}
	}
	if condition == nil {
		condition = func(p point) (string, error) {
			if p.Constraint.Value == "" {
				return "1", nil
			}
			if p.Type == "function_enter" {
				return "", w.fault(p.line, ErrInvalid, "a constraint where a function is entered")
			}
			return w.value(p.line, p.Constraint.Value, words)
		}
	}
	text, last := fmt.Sprintf("extern int %[1]s; %[2]sswitch (%[1]s) {", SegmentName, self(s)), -1
	for i, p := range s.points {
		c, err := condition(p)
		if err != nil {
			return "", err
		}
		switch {
		case s.segments[i] == last:
			text += " else"
		case last >= 0:
			text += " break;"
		}
		if s.segments[i] != last {
			text += fmt.Sprintf(" case %d:", s.segments[i])
		}
		started := ""
		if p.creates > 0 {
			started = fmt.Sprintf("%s%d = (unsigned long)*(%s), ", identityName, p.creates, s.place)
		}
		if p.Action == "avoid" {
			text += fmt.Sprintf(" if (%s && (%s)) %s", byThread(p), c, w.leave())
		} else {
			text += fmt.Sprintf(" if (%s) { if (%s) %s%s = %d; else %s }", byThread(p), c, started, SegmentName, w.after(s.segments[i]), w.leave())
		}
		last = s.segments[i]
	}
	return w.atomically(text + " }"), nil
}

// after returns the segment after a segment. The first one of a cycle follows the last one.
func (w *instrumenter) after(segment int) int {
	if segment++; segment == len(w.segments) && w.cycle >= 0 {
		return w.cycle
	}
	return segment
}

// leave writes code for an execution that the witness does not describe. If the witness is about an
// execution that does not end, others must end.
func (w *instrumenter) leave() string {
	if w.cycle >= 0 {
		return "__builtin_trap();"
	}
	return SegmentName + " = -1;"
}

// self declares the variables that identify threads in chains over these waypoints.
func self(s *steps) (text string) {
	var known []int
	for _, p := range s.points {
		if p.Thread != nil && text == "" {
			text = "extern unsigned long __cornet_self(void); unsigned long " + identityName + " = __cornet_self(); "
		}
		if p.Thread != nil {
			known = append(known, *p.Thread)
		}
		if p.creates > 0 {
			known = append(known, p.creates)
		}
	}
	slices.Sort(known)
	for _, k := range slices.Compact(known) {
		text += fmt.Sprintf("extern unsigned long %s%d; ", identityName, k)
	}
	return text
}

// byThread returns the condition that the thread of a waypoint evaluates it.
func byThread(p point) string {
	if p.Thread == nil {
		return "1"
	}
	return fmt.Sprintf("%s == %[1]s%d", identityName, *p.Thread)
}

// call inserts the evaluation of waypoints at the entry of a function, after its arguments, and at
// its return.
func (w *instrumenter) call(at spot, s *steps) error {
	ts, line := w.tokens[at.file], s.points[0].line
	begin := ts.callBegin(at.token)
	var enter, leave, start steps
	result := false
	for i, p := range s.points {
		to := &leave
		switch {
		case p.creates > 0:
			to = &start
		case p.Type == "function_enter":
			to = &enter
		}
		to.points, to.segments = append(to.points, p), append(to.segments, s.segments[i])
		result = result || strings.Contains(p.Constraint.Value, "\\result")
	}
	if len(start.points) > 0 {
		var err error
		if start.place, err = w.placeOfThread(at, start.points[0]); err != nil {
			return err
		}
		text, err := w.chain(&start, "", nil)
		if err != nil {
			return err
		}
		w.around(at.file, begin, at.token, rankStart, line, "({ int "+valueName+" = ", "; "+text+" "+valueName+"; })")
	}
	statement := begin > 0 && ts.statement(begin) == begin && at.token+1 < len(ts) && ts[at.token+1].text == ";"
	if len(leave.points) > 0 {
		text, err := w.chain(&leave, valueName, nil)
		if err != nil {
			return err
		}
		if result || !statement && !w.isVoid(ts[begin].text) {
			text = w.choose(ts[begin].text, &leave) + text
			w.around(at.file, begin, at.token, rankReturn, line, "({ __auto_type "+valueName+" = ", "; "+text+" "+valueName+"; })")
		} else {
			w.around(at.file, begin, at.token, rankReturn, line, "({ ", "; "+text+" })")
		}
	}
	if len(enter.points) == 0 {
		return nil
	}
	text, err := w.chain(&enter, "", nil)
	if err != nil {
		return err
	}
	for k := ts[at.token].match + 1; k < at.token; k++ {
		if ts.endsCall(k) {
			return w.fault(enter.points[0].line, errors.ErrUnsupported, "function_enter at a call whose arguments have calls")
		}
	}
	w.around(at.file, begin, at.token, rankEnter, line, "({ "+text+" ", "; })")
	return nil
}

// placeOfThread returns the place for the thread's identity in a call that starts a thread. It is
// evaluated a second time after the thread has started. This makes no difference, since the new
// thread may have waited until then.
func (w *instrumenter) placeOfThread(at spot, p point) (string, error) {
	ts := w.tokens[at.file]
	from := ts[at.token].match + 1
	to := from
	for to < at.token && ts[to].text != "," {
		to = max(to, ts[to].match) + 1
	}
	text := w.texts[at.file][w.offset(at.file, from):w.end(at.file, to-1)]
	if to == at.token || text == "0" || text == "NULL" {
		return "", w.fault(p.line, errors.ErrUnsupported, "a thread whose identity is not kept")
	}
	return w.expression(p.line, text, nil)
}

// chosen matches a constraint that gives the result of a function.
var chosen = regexp.MustCompile(`^\\result == (-?[0-9][0-9a-fA-FxX.eEuUlL+-]*)$`)

// choose gives inputs the values in the witness, so that no engine must find them.
func (w *instrumenter) choose(name string, s *steps) (text string) {
	if !w.isInput(name) {
		return ""
	}
	for i, p := range s.points {
		if m := chosen.FindStringSubmatch(p.Constraint.Value); m != nil && p.Action == "follow" {
			text += fmt.Sprintf("case %d: if (%s) %s = %s; break; ", s.segments[i], byThread(p), valueName, m[1])
		}
	}
	if text == "" {
		return ""
	}
	return fmt.Sprintf("{ extern int %[1]s; %[2]sswitch (%[1]s) { ", SegmentName, self(s)) + text + "} } "
}

// isInput reports whether a function has no body and a name for which it returns any value of its
// type, as in SV-COMP's programs or by CBMC's convention.
func (w *instrumenter) isInput(name string) bool {
	if w.declares(name, func(ts tokens, i int) bool { return ts[ts[i+1].match+1].text == "{" }) {
		return false
	}
	return strings.HasPrefix(name, "__VERIFIER_nondet_") ||
		strings.HasPrefix(name, "nondet") && w.declares(name, func(tokens, int) bool { return true }) // not a pointer to a function
}

// isVoid reports whether a function of this name is declared that returns nothing.
func (w *instrumenter) isVoid(name string) bool {
	return w.declares(name, func(ts tokens, i int) bool { return ts[i-1].text == "void" })
}

// declares reports whether a function of this name is declared, at a token that fits accepts.
func (w *instrumenter) declares(name string, fits func(ts tokens, i int) bool) bool {
	for _, ts := range w.tokens {
		for i := 1; i+1 < len(ts); i++ {
			if m := ts[i+1].match; ts[i].text == name && ts[i+1].text == "(" && m > 0 && m+1 < len(ts) && !ts.inBody(i) && fits(ts, i) {
				return true
			}
		}
	}
	return false
}

// choice inserts the evaluation of waypoints at a switch. The constraint is the constant of a
// label, or default.
func (w *instrumenter) choice(at spot, s *steps) error {
	labels, err := w.labels(at, s.points[0].line)
	if err != nil {
		return err
	}
	text, err := w.chain(s, "", func(p point) (string, error) {
		if p.Constraint.Value != "default" {
			value, err := w.value(p.line, p.Constraint.Value, nil)
			return valueName + " == (" + value + ")", err
		}
		c := "1"
		for _, l := range labels {
			c += " && " + valueName + " != (" + l + ")"
		}
		return c, nil
	})
	if err != nil {
		return err
	}
	return w.condition(at.file, at.token, s.points[0].line, "({ __auto_type "+valueName+" = ", "; "+text+" "+valueName+"; })")
}

// labels returns the constants of the labels of a switch.
func (w *instrumenter) labels(at spot, line int) (z []string, err error) {
	ts := w.tokens[at.file]
	head := ts[at.token+1].match
	if head < 0 {
		return nil, nil
	}
	end := ts.statementEnd(head + 1)
	for k := head + 1; k < end; k++ {
		switch ts[k].text {
		case "switch": // an inner switch has its own labels
			k = ts.statementEnd(k)
		case "case":
			from := k + 1
			for k++; k < end && ts[k].text != ":"; k++ {
			}
			label := w.texts[at.file][w.offset(at.file, from):w.end(at.file, k-1)]
			if strings.Contains(label, "...") || strings.Contains(label, "?") || strings.ContainsAny(label, "\n") {
				return nil, w.fault(line, errors.ErrUnsupported, "branching at a switch with a label case %s", label)
			}
			z = append(z, label)
		}
	}
	return z, nil
}
