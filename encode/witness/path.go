// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/scalar"
)

// A Line is a line of the description of a path.
type Line struct {
	Pos   cfg.Pos
	Kind  chc.EventKind
	Depth int // number of calls around it
	Text  string
	// Name is the name of a variable or function, or a condition. Value is the value that a
	// variable has or gets, or that a function takes or returns. They are "" if they do not apply.
	Name, Value string
	Assumed     bool // of a Branch; see [chc.Occurrence]
}

// Lines returns the occurrences on the path, without the error at its end. Values that do not
// change, and steps inside functions of the library, are left out.
func Lines(p *chc.Path) []Line {
	var z []Line
	last := map[string]string{}
	doubts := map[string]bool{}
	for i, h := range p.Occurrences {
		// a model of the library: only once for each call
		if h.Kind == chc.Inexact && strings.HasPrefix(h.Pos.File, "<") {
			h.Pos = callOf(p, i)
			if key := where(h.Pos) + h.Name; doubts[key] {
				continue
			} else {
				doubts[key] = true
			}
		}
		// in a refutation, whole states follow each other
		if h.Kind == chc.Assigns && h.Text == "" {
			v := value(h)
			if last[h.Name] == v || h.Result == nil {
				continue
			}
			last[h.Name] = v
		}
		if say, ok := phrases[h.Kind]; ok && !internal(h) {
			h.Name = withoutCopy(h.Name)
			l := Line{Pos: h.Pos, Kind: h.Kind, Depth: h.Depth, Text: withoutPrefix(say(h)), Name: withoutPrefix(h.Name), Assumed: h.Assumed}
			switch h.Kind {
			case chc.Input, chc.Assigns, chc.Reads:
				l.Value = value(h)
			case chc.Calls, chc.Returns:
				l.Value = h.Text
			}
			z = append(z, l)
		}
	}
	return z
}

// withoutPrefix leaves out the prefix of names that Cornet makes.
func withoutPrefix(text string) string { return strings.ReplaceAll(text, "__cornet_", "") }

// withoutCopy returns the name in the program of a variable that each thread has a copy of.
func withoutCopy(name string) string {
	if i := strings.LastIndexByte(name, '@'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		return name[:i]
	}
	return name
}

// allocationFails is the end of the input that decides whether an allocation fails.
const allocationFails = " fails"

// allocation returns the function of an input that decides whether an allocation fails.
func allocation(input string) (function string, ok bool) {
	return strings.CutSuffix(input, allocationFails)
}

// internal reports whether an occurrence is a step in a model of the library, or the value of
// something that has no name in the program's text.
func internal(h chc.Occurrence) bool {
	if h.Kind == chc.Branch && strings.HasSuffix(h.Name, allocationFails+"()") {
		return true // the input before it tells the same
	}
	if v := h.Var; h.Kind == chc.Assigns && v != nil && v.Func != nil && slices.Contains(v.Func.Results, v) {
		return true
	}
	if h.Kind == chc.Assigns && strings.HasPrefix(h.Name, "…") {
		return true // it records which parts of an object have been assigned
	}
	if h.Kind == chc.Assigns && (strings.HasPrefix(h.Name, "<") || strings.Contains(h.Name, ".__") || strings.Contains(h.Text, "<arguments>")) {
		return true
	}
	return strings.HasPrefix(h.Pos.File, "<") && h.Kind != chc.Inexact && h.Kind != chc.Input && h.Kind != chc.Acts
}

// phrases describe occurrences. Kinds without a phrase are left out.
var phrases = map[chc.EventKind]func(h chc.Occurrence) string{
	chc.Input: func(h chc.Occurrence) string {
		if f, ok := allocation(h.Name); ok {
			return f + map[bool]string{true: " succeeds", false: " fails"}[value(h) == "0"]
		}
		return call(h.Name) + " = " + value(h)
	},
	chc.Assigns: func(h chc.Occurrence) string {
		if lock, ok := strings.CutPrefix(h.Name, "owner("); ok && h.Result != nil {
			return strings.TrimSuffix(lock, ")") + " is " + heldBy(h.Result)
		}
		return h.Name + " = " + value(h)
	},
	chc.Inexact: func(h chc.Occurrence) string { return "not modelled exactly: " + h.Name },
	chc.Undefined: func(h chc.Occurrence) string {
		return h.Name + ", which C leaves undefined, yields " + value(h)
	},
	chc.Reads: func(h chc.Occurrence) string {
		if h.Open {
			return "reads " + h.Name + ": " + value(h) + ", which has not been set"
		}
		return "reads " + h.Name + ": " + value(h)
	},
	chc.Branch: func(h chc.Occurrence) string {
		if h.Assumed {
			return "it is assumed that " + h.Name
		}
		return h.Name + " holds"
	},
	chc.Calls:   func(h chc.Occurrence) string { return "calls " + h.Name + "(" + h.Text + ")" },
	chc.Returns: func(h chc.Occurrence) string { return strings.TrimSuffix(h.Name+" returns "+h.Text, " ") },
	chc.Acts:    func(h chc.Occurrence) string { return h.Name },
}

// Describe returns the path as text, a line for each occurrence: inputs, changed values, branches,
// calls, steps of threads, inexact constructs, and the error. It keeps at most limit lines. Of a
// loop that repeats its steps, it shows the first and the last iteration. If this is not short
// enough, it leaves out lines in the middle. If limit is 0, it keeps all lines.
func Describe(p *chc.Path, limit int) []string {
	var z []string
	where := positions(p)
	lines := Lines(p)
	for _, l := range lines {
		z = append(z, where(l.Pos)+": "+strings.Repeat("  ", min(l.Depth, 20))+l.Text)
	}
	if limit > 0 {
		z = fold(lines, z)
	}
	if head, tail := cutAt(len(z), limit); head+tail < len(z) {
		cut := fmt.Sprintf("… %d more …", len(z)-head-tail)
		z = append(append(append([]string(nil), z[:head]...), cut), z[len(z)-tail:]...)
	}
	z = append(z, fmt.Sprintf("%s: %s", where(p.Failure.To), ErrorText(p.Failure)))
	for _, line := range picture(p) {
		z = append(z, "memory: "+line)
	}
	return z
}

// ErrorText describes what violated the property.
func ErrorText(failure chc.Step) string {
	if failure.Function != "" {
		return failure.Function + "() is called"
	}
	text := cmp.Or(failure.Cause, properties.Of(failure.Error).Message)
	if failure.What != "" {
		text += ": " + failure.What
	}
	return text
}

// heldBy describes the owner of a lock: 0 means that it is not locked, and n stands for thread n-1.
func heldBy(owner *big.Int) string {
	if owner.Sign() == 0 {
		return "not locked"
	}
	return "locked by " + threadName(int(owner.Int64()-1))
}

func call(name string) string {
	if strings.Contains(name, " ") {
		return name
	}
	return name + "()"
}

// positions prints positions, with their threads if p has several.
func positions(p *chc.Path) func(cfg.Pos) string {
	several := p.Failure.To.Thread != 0
	for _, h := range p.Occurrences {
		several = several || h.Pos.Thread != 0 || h.Started > 0
	}
	if !several {
		return where
	}
	return func(at cfg.Pos) string {
		return fmt.Sprintf("%s (%s)", where(at), threadName(at.Thread))
	}
}

func where(p cfg.Pos) string {
	if p.Line == 0 {
		return "start"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// value returns the value of an event as text.
func value(h chc.Occurrence) string {
	switch {
	case h.Text != "":
		return h.Text
	case h.Result == nil:
		return "?"
	case h.Type.Kind == scalar.Float:
		return h.Type.Format().String(h.Result)
	}
	return h.Result.String()
}

// Doubts lists the inexact constructs on the path with their places, each once.
func Doubts(p *chc.Path) []string { return places(p, chc.Inexact) }

// Undefined lists the operations on the path that C leaves undefined and whose results the path
// chooses, with their places, each once. A compiled program may compute other results.
func Undefined(p *chc.Path) []string { return places(p, chc.Undefined) }

// places lists the occurrences of a kind with their places, each once.
func places(p *chc.Path, kind chc.EventKind) []string {
	var z []string
	seen := map[string]bool{}
	for i, h := range p.Occurrences {
		if h.Kind != kind {
			continue
		}
		text := fmt.Sprintf("%s: %s", where(callOf(p, i)), h.Name)
		if !seen[text] {
			seen[text] = true
			z = append(z, text)
		}
	}
	return z
}

// callOf returns the place of an occurrence in the program's own text. An occurrence in a model of
// the library belongs to the last occurrence in the program before it, whose statement calls the
// library.
func callOf(p *chc.Path, i int) cfg.Pos {
	for k := i; k >= 0; k-- {
		if h := p.Occurrences[k]; h.Pos.Line > 0 && !strings.HasPrefix(h.Pos.File, "<") {
			return h.Pos
		}
	}
	return p.Occurrences[i].Pos
}

// Unset reports whether the path uses indeterminate values, which a replay cannot choose.
func Unset(p *chc.Path) bool {
	for _, h := range p.Occurrences {
		if h.Kind == chc.Unset {
			return true
		}
	}
	return false
}
