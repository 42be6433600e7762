// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/scalar"
)

// Meta is the metadata of a witness.
type Meta struct {
	Version string // version of Cornet
	UUID    string
	Created string // RFC 3339
	// the specification, such as "CHECK( init(main()), LTL(G ! call(reach_error())) )"
	Property string
	Program  Program
	// Source is the program as it was read. It is nil if the program has threads; then Ghosts has
	// the invariants.
	Source *cfg.Program
}

type entry struct {
	Type     string   `yaml:"entry_type"`
	Metadata metadata `yaml:"metadata"`
	Content  any      `yaml:"content"` // a list of content, or an instrumentation
}

type metadata struct {
	Format   string   `yaml:"format_version"`
	UUID     string   `yaml:"uuid"`
	Created  string   `yaml:"creation_time"`
	Producer producer `yaml:"producer"`
	Task     task     `yaml:"task"`
}

type producer struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
}

type task struct {
	Files    []string          `yaml:"input_files"`
	Hashes   map[string]string `yaml:"input_file_hashes"`
	Property string            `yaml:"specification"`
	Model    string            `yaml:"data_model"`
	Language string            `yaml:"language"`
}

type content struct {
	Invariant *invariant `yaml:"invariant,omitempty"`
	Segment   []segment  `yaml:"segment,omitempty"`
}

type invariant struct {
	Type     string   `yaml:"type"`
	Location location `yaml:"location"`
	Value    string   `yaml:"value"`
	Format   string   `yaml:"format"`
}

type location struct {
	File     string `yaml:"file_name"`
	Line     int    `yaml:"line"`
	Column   int    `yaml:"column,omitempty"`
	Function string `yaml:"function,omitempty"`
}

type segment struct {
	Waypoint waypoint `yaml:"waypoint"`
}

type waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	Thread     *int        `yaml:"thread_id,omitempty"`
	Constraint *constraint `yaml:"constraint,omitempty"`
	Location   location    `yaml:"location"`
}

// isBeside reports whether two waypoints differ only in their constraints.
func (w waypoint) isBeside(v waypoint) bool {
	same := w.Thread == v.Thread || w.Thread != nil && v.Thread != nil && *w.Thread == *v.Thread
	return same && w.Type == v.Type && w.Action == v.Action && w.Location == v.Location
}

type constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

func (m Meta) entry(kind string) entry {
	var names []string
	hashes := map[string]string{}
	for _, f := range m.Program.files() {
		names = append(names, f.Name)
		hashes[f.Name] = fmt.Sprintf("%x", sha256.Sum256([]byte(f.Text)))
	}
	return entry{Type: kind, Metadata: metadata{
		Format: "2.0", UUID: m.UUID, Created: m.Created,
		Producer: producer{"Cornet", m.Version},
		Task: task{
			Files:    names,
			Hashes:   hashes,
			Property: m.Property, Model: m.Program.Model.Resolve().String(), Language: "C",
		},
	}}
}

// Correctness returns the witness of a proof: for each loop, the invariants that C can express
// there, over the variables in scope. Leaving invariants out makes it weaker, not wrong.
func Correctness(m Meta, invs []Invariant) ([]byte, error) {
	z := m.entry("invariant_set")
	list := []content{}
	for _, l := range loopsOf(m, invs) {
		list = append(list, content{Invariant: &invariant{
			Type: l.kind, Location: l.location, Value: l.value, Format: "c_expression",
		}})
	}
	z.Content = list
	return yaml.Marshal([]entry{z})
}

// Violation returns the witness of a path to an error: results of functions, values of variables
// that are read before they are set, and the target. Functions return at the closing parentheses of
// their calls.
func Violation(m Meta, p *chc.Path) ([]byte, error) { return violation(m, p, nil) }

// violation returns the witness of a path. If set is not nil, the path leads to a cycle through
// states of the set.
func violation(m Meta, p *chc.Path, set *States) ([]byte, error) {
	z := m.entry("violation_sequence")
	texts := m.Program.scanned()
	var list []content
	add := func(w waypoint) { list = append(list, content{Segment: []segment{{w}}}) }
	mute := inexpressible(texts, p)
	threads := newOrder(texts, p)
	extended := "acsl_expression"
	if threads != nil || p.Failure.Error == cfg.DataRace {
		z.Metadata.Format, extended = "2.2", "ext_c_expression"
	}
	for i, h := range p.Occurrences {
		for _, w := range threads.moves(i) {
			add(w)
		}
		if w := threads.starts(h); w != nil {
			threads.passed()
			add(*w)
		}
		ts := texts[h.Pos.File]
		at := func(i int) location { return location{File: h.Pos.File, Line: ts[i].line, Column: ts[i].column} }
		switch {
		case h.Kind == chc.Input && !mute[plain(h.Pos)]:
			threads.passed()
			add(waypoint{
				Type: "function_return", Action: "follow", Thread: threads.id(h.Pos.Thread), Location: at(ts.closing(ts.find(h.Pos), h.Name)),
				Constraint: &constraint{Value: "\\result == " + constantOf(h), Format: extended},
			})
		case h.Kind == chc.Reads && h.Open && h.Result != nil && isName(h.Name):
			if i := ts.find(h.Pos); i >= 0 {
				w := waypoint{
					Type: "assumption", Action: "follow", Thread: threads.id(h.Pos.Thread), Location: at(ts.statement(i)),
					Constraint: &constraint{Value: h.Name + " == " + constantOf(h), Format: "c_expression"},
				}
				if last := len(list) - 1; last >= 0 && list[last].Segment[0].Waypoint.isBeside(w) {
					list[last].Segment[0].Waypoint.Constraint.Value += " && " + w.Constraint.Value // evaluated at the same time
				} else if !threads.isPassed(i) {
					threads.passed()
					add(w)
				}
			}
		}
	}
	if set != nil {
		z.Metadata.Format, z.Content = "2.1", append(list, cycleOf(m, texts, *set))
		return yaml.Marshal([]entry{z})
	}
	targets := []segment{{waypoint{Type: "target", Action: "follow", Thread: threads.id(p.Failure.To.Thread), Location: begin(texts, p.Failure.To)}}}
	if at := placesIn(p.Failure.What); len(at) > 0 && p.Failure.Error == cfg.DataRace {
		other := at[len(at)-1]
		targets = append(targets, segment{waypoint{Type: "target", Action: "follow", Location: begin(texts, other)}})
	}
	z.Content = append(list, content{Segment: targets})
	return yaml.Marshal([]entry{z})
}

// begin returns the beginning of the statement at a position.
func begin(texts map[string]tokens, p cfg.Pos) location {
	ts := texts[p.File]
	if i := ts.find(p); i >= 0 {
		first := ts[ts.statement(i)]
		return location{File: p.File, Line: first.line, Column: first.column}
	}
	return location{File: p.File, Line: p.Line}
}

// scanned returns the tokens of the program's files.
func (p *Program) scanned() map[string]tokens {
	z := map[string]tokens{}
	for _, f := range p.files() {
		z[f.Name] = scan(f.Text)
	}
	return z
}

// inexpressible returns the positions at which the witness leaves out inputs, because an input
// there cannot be expressed: a waypoint is about the next call at its location, whichever call that
// is.
func inexpressible(texts map[string]tokens, p *chc.Path) map[cfg.Pos]bool {
	z := map[cfg.Pos]bool{}
	for _, h := range p.Occurrences {
		if h.Kind != chc.Input {
			continue
		}
		ts := texts[h.Pos.File]
		if ts == nil || h.Part || h.Result == nil || constantOf(h) == "" || ts.closing(ts.find(h.Pos), h.Name) < 0 {
			z[plain(h.Pos)] = true
		}
	}
	return z
}

// plain returns a position without its thread.
func plain(p cfg.Pos) cfg.Pos {
	p.Thread = 0
	return p
}

// constantOf returns the value of an event as a constant of C, or "".
func constantOf(h chc.Occurrence) string {
	switch {
	case h.Type.Kind == scalar.Float:
		if f := h.Type.Format(); f.IsNaN(h.Result) || f.IsInf(h.Result) {
			return ""
		}
		return floating(h.Result, h.Type)
	case h.Type.Kind == scalar.Pointer && h.Result.Sign() != 0:
		return ""
	case h.Result.BitLen() > 63 && h.Result.Sign() > 0:
		return h.Result.String() + "ULL"
	case h.Result.BitLen() > 63:
		return "-9223372036854775807LL-1"
	}
	return h.Result.String()
}

// isName reports whether a text is the name of a variable.
func isName(s string) bool {
	return s != "" && (s[0] < '0' || s[0] > '9') && !strings.ContainsFunc(s, func(r rune) bool { return r > 127 || !isWordByte(byte(r)) })
}
