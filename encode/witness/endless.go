// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"cornet/encode/chc"
)

// Witnesses of termination have format 2.1: transition invariants for proofs, and segments that an
// execution passes again and again for counterexamples.

// Termination returns the witness of a proof of termination: invariants, and the rankings of loops
// as transition invariants, as far as C can express them.
func Termination(m Meta, invs []Invariant, rankings []Ranking) ([]byte, error) {
	z := m.entry("invariant_set")
	z.Metadata.Format = "2.1"
	list := []content{}
	for _, l := range append(loopsOf(m, invs), transitionsOf(m, rankings)...) {
		list = append(list, content{Invariant: &invariant{
			Type: l.kind, Location: l.location, Value: l.value, Format: formats[strings.Contains(l.kind, "transition")],
		}})
	}
	z.Content = list
	return yaml.Marshal([]entry{z})
}

// formats are the formats of expressions, without and with extensions.
var formats = map[bool]string{false: "c_expression", true: "ext_c_expression"}

// transitionsOf returns the transition invariants of loops that occur once in the program. A
// transition invariant relates two passes of one copy of a loop; it need not hold between passes of
// different copies.
func transitionsOf(m Meta, rankings []Ranking) (z []loop) {
	if m.Source == nil {
		return nil
	}
	texts, copies := m.Program.scanned(), countCopies(m.Source)
	for _, r := range rankings {
		p := plain(r.Pos)
		s := scopes{name: p.File, tokens: texts[p.File], source: m.Source, copies: copies}
		i, f := s.tokens.find(p), s.function(p)
		if f == nil || i < 0 || copies[f] != 1 || r.Kind != chc.LoopHead {
			continue
		}
		kind, i, within := s.tokens.head(i)
		value := r.transition()
		if i < 0 || value == "" || len(s.visible([]Conjunct{{value, r.vars}}, f, within)) == 0 {
			continue
		}
		kind = strings.Replace(kind, "invariant", "transition_invariant", 1)
		z = append(z, loop{kind, location{File: p.File, Line: s.tokens[i].line, Column: s.tokens[i].column, Function: f.Name}, value})
	}
	return z
}

// Endless returns the witness of an execution that does not end: the path to a loop, and a cycle
// through states of a set at its head.
func Endless(m Meta, p *chc.Path, set States) ([]byte, error) { return violation(m, p, &set) }

// cycleOf returns the segment that an execution passes again and again: the first statement in the
// body of a loop. Its constraint is the set, if the loop's condition has no effects.
func cycleOf(m Meta, texts map[string]tokens, set States) content {
	at := plain(set.Pos)
	w := waypoint{Type: "assumption", Action: "cycle", Location: begin(texts, at), Constraint: &constraint{Value: "1", Format: "c_expression"}}
	ts := texts[at.File]
	i := ts.find(at)
	if i < 0 || !beginsLoop(ts, i) {
		return content{Segment: []segment{{w}}}
	}
	first, pure := i+1, true
	if ts[i].text != "do" && ts[first].match > 0 {
		from, to := first+1, ts[first].match
		first = to + 1
		if ts[i].text == "for" {
			from, to = ts.between(from)
		}
		for k := from; k < to; k++ {
			pure = pure && ts.forbidden(k) == ""
		}
	}
	if first < len(ts)-1 && ts[first].text == "{" && beginsStatement(ts, first+1) {
		first++
	}
	w.Location = location{File: at.File, Line: ts[first].line, Column: ts[first].column}
	z := scopes{name: at.File, tokens: ts, source: m.Source}
	if f := z.function(at); f != nil && pure {
		if value := bounded(z.visible(slices.Clone(set.conjuncts), f, first)); value != "" {
			w.Constraint.Value = value
		}
	}
	return content{Segment: []segment{{w}}}
}

// Cyclic reports whether the document describes an execution that does not end.
func (d *Document) Cyclic() bool { return d.Violation && d.cycle >= 0 }

// Passes returns how often an execution of the instrumented program comes to the beginning of the
// witness's cycle.
func (w *Instrumented) Passes(p *chc.Path) (n int) {
	for _, o := range p.Occurrences {
		if o.Kind == chc.Assigns && o.Name == SegmentName && o.Result != nil && o.Result.Cmp(big.NewInt(int64(w.witness.cycle))) == 0 {
			n++
		}
	}
	return n
}

// between returns the tokens between the next two semicolons from token i on.
func (ts tokens) between(i int) (from, to int) {
	next := func(k int) int {
		for ; k < len(ts)-1 && ts[k].text != ";"; k++ {
			k = max(k, ts[k].match)
		}
		return k
	}
	from = next(i) + 1
	return from, next(from)
}

// earlierValues are the values that variables had when an execution passed a place before: the
// program chooses one of the earlier passes, and saves them there. A relation between the current
// and the saved values is a transition invariant if it holds for every choice of the pass.
//
// Reference: A. Podelski, A. Rybalchenko, "Transition Invariants", LICS 2004.
type earlierValues struct {
	prefix string
	names  []string // names of variables
}

// anyPrev matches the value that a variable had in any earlier pass.
var anyPrev = regexp.MustCompile(`\\at\(\s*([A-Za-z_]\w*)\s*,\s*AnyPrev\s*\)`)

// replace replaces earlier values in an expression by variables.
func (z *earlierValues) replace(value string) string {
	return anyPrev.ReplaceAllStringFunc(value, func(at string) string {
		name := anyPrev.FindStringSubmatch(at)[1]
		if !slices.Contains(z.names, name) {
			z.names = append(z.names, name)
		}
		return z.prefix + name
	})
}

// around restricts a check to the passes after the saved one.
func (z *earlierValues) around(check string) string {
	if len(z.names) == 0 {
		return check
	}
	var declare, save strings.Builder
	for _, name := range z.names {
		fmt.Fprintf(&declare, "static __typeof__((%s) + 0) %s%[1]s; ", name, z.prefix)
		fmt.Fprintf(&save, " %s%s = %[2]s;", z.prefix, name)
	}
	return fmt.Sprintf("extern _Bool __cornet_nondet_bool(void); static _Bool %[1]spassed; %[2]sif (%[1]spassed) { %[3]s } else if (__cornet_nondet_bool()) { %[1]spassed = 1;%[4]s }", z.prefix, declare.String(), check, save.String())
}
