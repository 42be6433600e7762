// SPDX-License-Identifier: Apache-2.0

package verdict

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// Meta is what a witness says about the run that made it.
type Meta struct {
	Version  string // of this program
	UUID     string
	Created  string // RFC 3339
	Property string // the specification, such as "CHECK( init(main()), LTL(G ! call(reach_error())) )"
	Program  Program
}

type entry struct {
	Type     string    `yaml:"entry_type"`
	Metadata metadata  `yaml:"metadata"`
	Content  []content `yaml:"content"`
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
	Constraint *constraint `yaml:"constraint,omitempty"`
	Location   location    `yaml:"location"`
}

type constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

func (m Meta) entry(kind string) entry {
	model := "ILP32"
	if m.Program.Model == cfg.LP64 {
		model = "LP64"
	}
	return entry{Type: kind, Metadata: metadata{
		Format: "2.0", UUID: m.UUID, Created: m.Created,
		Producer: producer{"Cornet", m.Version},
		Task: task{
			Files:    []string{m.Program.Name},
			Hashes:   map[string]string{m.Program.Name: fmt.Sprintf("%x", sha256.Sum256([]byte(m.Program.Text)))},
			Property: m.Property, Model: model, Language: "C",
		},
	}}
}

// Correctness is the witness of a proof. Invariants that cannot be said in C are left out.
func Correctness(m Meta, invs []Invariant) ([]byte, error) {
	z := m.entry("invariant_set")
	z.Content = []content{}
	for _, inv := range invs {
		if inv.Text == "" || inv.Text == "1" || inv.Pos.Line == 0 || len(inv.Text) > 10000 {
			continue
		}
		z.Content = append(z.Content, content{Invariant: &invariant{
			Type: "loop_invariant", Location: location{File: m.Program.Name, Line: inv.Pos.Line, Column: inv.Pos.Column, Function: inv.Func},
			Value: inv.Text, Format: "c_expression",
		}})
	}
	return yaml.Marshal([]entry{z})
}

// Violation is the witness of a path to an error: the inputs as what functions return, and the target.
func Violation(m Meta, p *chc.Path) ([]byte, error) {
	z := m.entry("violation_sequence")
	for _, h := range p.Happenings {
		if h.Kind != chc.Input || h.Result == nil || strings.Contains(h.Name, " ") || h.Pos.Line == 0 {
			continue
		}
		z.Content = append(z.Content, content{Segment: []segment{{waypoint{
			Type: "function_return", Action: "follow",
			Constraint: &constraint{Value: "\\result == " + value(h), Format: "ext_c_expression"},
			Location:   location{File: m.Program.Name, Line: h.Pos.Line, Column: h.Pos.Column},
		}}}})
	}
	z.Content = append(z.Content, content{Segment: []segment{{waypoint{
		Type: "target", Action: "follow",
		Location: location{File: m.Program.Name, Line: p.Failure.To.Line, Column: p.Failure.To.Column},
	}}}})
	return yaml.Marshal([]entry{z})
}
