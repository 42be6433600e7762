// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A Document is a witness that was read from a file, of format 2.0, 2.1 or 2.2.
type Document struct {
	Name string
	// Violation means that the witness describes executions that violate the property. Otherwise it
	// makes claims about all executions.
	Violation bool
	// Property is the specification that it names. Model is the data model, or "".
	Property, Model string
	// Hashes are the SHA-256 sums of the files that it is about.
	Hashes map[string]string

	claims   []claim
	ghosts   []ghost
	updates  []ghostUpdate
	segments []part
	cycle    int // the first segment that is passed again and again, or -1
}

// A claim is an invariant, or the contract of a function.
type claim struct {
	origin            `yaml:"-"`
	Type              string
	Location          location
	Value             string
	Requires, Ensures string
	Format            string
	failure           string // the function that is called if the claim fails; "" for a contract
}

// A ghost is a variable of the witness alone.
type ghost struct {
	origin        `yaml:"-"`
	ghostVariable `yaml:",inline"`
}

// A ghostUpdate assigns to ghost variables together with the statement at its location.
type ghostUpdate struct {
	origin       `yaml:"-"`
	ghostUpdates `yaml:",inline"`
}

// A part is a segment: its waypoints. The last one is followed.
type part []point

// A point is a waypoint.
type point struct {
	origin     `yaml:"-"`
	Type       string
	Action     string
	Constraint constraint
	Location   location
	Thread     *int `yaml:"thread_id"` // the thread that it is evaluated by; nil means any
	creates    int  // the number of the thread that it starts, or 0
}

// isTarget reports whether the point is where the property is violated.
func (p point) isTarget() bool { return p.Type == "target" }

// An origin is the line of the witness at which a part of it begins.
type origin struct{ line int }

func (o *origin) at(line int) { o.line = line }

// noted reads a part of the witness together with its line.
type noted[T any] struct{ part T }

// UnmarshalYAML notes the line.
func (z *noted[T]) UnmarshalYAML(n *yaml.Node) error {
	any(&z.part).(interface{ at(line int) }).at(n.Line)
	return n.Decode(&z.part)
}

// ErrInvalid is wrapped by errors about witnesses that violate the format or do not fit their
// program.
var ErrInvalid = errors.New("not a valid witness")

// fault returns an error about a line of the witness.
func (d *Document) fault(line int, kind error, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s: %w", d.Name, line, fmt.Sprintf(format, args...), kind)
}

// Read reads a witness.
func Read(name string, text []byte) (*Document, error) {
	d := &Document{Name: name, Hashes: map[string]string{}, cycle: -1}
	var root yaml.Node
	in := yaml.NewDecoder(bytes.NewReader(text))
	if err := in.Decode(&root); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, d.fault(1, ErrInvalid, "the file is empty")
		}
		return nil, fmt.Errorf("%s: %w: %w", name, err, ErrInvalid)
	}
	if err := listOf(anything)(d, root.Content[0]); err != nil {
		return nil, err
	}
	for _, n := range root.Content[0].Content {
		if err := d.entry(n); err != nil {
			return nil, err
		}
	}
	if len(root.Content[0].Content) == 0 {
		return nil, d.fault(1, ErrInvalid, "there is no entry")
	}
	return d, nil
}

// entry reads an entry of the file.
func (d *Document) entry(n *yaml.Node) error {
	if err := record(map[string]shape{"entry_type": oneOf("invariant_set", "violation_sequence", "ghost_instrumentation"), "metadata": metadataShape, "content": anything})(d, n); err != nil {
		return err
	}
	var e struct {
		Type     string `yaml:"entry_type"`
		Metadata struct {
			Format string `yaml:"format_version"`
			Task   task
		}
		Content yaml.Node
	}
	if err := n.Decode(&e); err != nil {
		return fmt.Errorf("%s: %w: %w", d.Name, err, ErrInvalid)
	}
	d.Property, d.Model = e.Metadata.Task.Property, e.Metadata.Task.Model
	for f, sum := range e.Metadata.Task.Hashes {
		d.Hashes[f] = sum
	}
	d.Violation = d.Violation || e.Type == "violation_sequence"
	if d.Violation && (e.Type != "violation_sequence" || len(d.claims)+len(d.ghosts) > 0) {
		return d.fault(n.Line, ErrInvalid, "an entry about violations together with one about invariants")
	}
	if err := contents[e.Type](d, &e.Content); err != nil {
		return err
	}
	switch e.Type {
	case "violation_sequence":
		if d.segments != nil {
			return d.fault(n.Line, errors.ErrUnsupported, "several entries violation_sequence")
		}
		var content []struct {
			Segment []struct{ Waypoint noted[point] }
		}
		if err := e.Content.Decode(&content); err != nil {
			return fmt.Errorf("%s: %w: %w", d.Name, err, ErrInvalid)
		}
		for _, c := range content {
			var z part
			for _, s := range c.Segment {
				z = append(z, s.Waypoint.part)
			}
			d.segments = append(d.segments, z)
		}
		return d.sequence(n.Line)
	case "invariant_set":
		var content []struct{ Invariant noted[claim] }
		if err := e.Content.Decode(&content); err != nil {
			return fmt.Errorf("%s: %w: %w", d.Name, err, ErrInvalid)
		}
		for _, c := range content {
			d.claims = append(d.claims, c.Invariant.part)
		}
	default:
		var content struct {
			Ghosts  []noted[ghost]       `yaml:"ghost_variables"`
			Updates []noted[ghostUpdate] `yaml:"ghost_updates"`
		}
		if err := e.Content.Decode(&content); err != nil {
			return fmt.Errorf("%s: %w: %w", d.Name, err, ErrInvalid)
		}
		for _, g := range content.Ghosts {
			d.ghosts = append(d.ghosts, g.part)
		}
		for _, u := range content.Updates {
			d.updates = append(d.updates, u.part)
		}
	}
	return nil
}

// sequence checks the order of waypoints. Each segment ends with the one to follow. The last
// segment ends with the target, or with the two accesses of a data race. The last segments of an
// execution that does not end have waypoints of a cycle instead, and there is no target.
func (d *Document) sequence(line int) error {
	if len(d.segments) == 0 {
		return d.fault(line, ErrInvalid, "there is no segment")
	}
	d.cycle = slices.IndexFunc(d.segments, func(s part) bool {
		return slices.ContainsFunc(s, func(w point) bool { return w.Action == "cycle" })
	})
	for i, s := range d.segments {
		for j, w := range s {
			last := j == len(s)-1
			ends, cycles := "follow", d.cycle >= 0 && i >= d.cycle
			if cycles {
				ends = "cycle"
			}
			race := w.isTarget() && j == len(s)-2 && i == len(d.segments)-1 && s[j+1].isTarget()
			switch {
			case (w.Action == ends) != (last || race) || !last && w.Action == "cycle":
				return d.fault(w.line, ErrInvalid, "the last waypoint of a segment, and no other, has action follow, or cycle in the last segments")
			case w.isTarget() && d.cycle >= 0:
				return d.fault(w.line, ErrInvalid, "a target in an execution that does not end")
			case w.isTarget() && !(last && i == len(d.segments)-1 || race):
				return d.fault(w.line, ErrInvalid, "a target that is not the last waypoint")
			case !w.isTarget() && !cycles && last && i == len(d.segments)-1:
				return d.fault(w.line, ErrInvalid, "the last waypoint is no target")
			}
		}
	}
	return nil
}

// A shape checks the structure of a piece of the file.
type shape func(d *Document, n *yaml.Node) error

// resolved returns the node that an alias represents.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func anything(*Document, *yaml.Node) error { return nil }

// anyText accepts a string, or a number, a time or a truth value of YAML without quotes.
func anyText(d *Document, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return d.fault(n.Line, ErrInvalid, "expected a string")
	}
	return nil
}

// number accepts an integer of at least least.
func number(least int) shape {
	return func(d *Document, n *yaml.Node) error {
		var k int
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || n.Decode(&k) != nil || k < least {
			return d.fault(n.Line, ErrInvalid, "expected a number from %d on, not %q", least, n.Value)
		}
		return nil
	}
}

func oneOf(words ...string) shape {
	return func(d *Document, n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || !slices.Contains(words, n.Value) {
			return d.fault(n.Line, ErrInvalid, "%q is not one of %s", n.Value, strings.Join(words, ", "))
		}
		return nil
	}
}

func listOf(of shape) shape {
	return func(d *Document, n *yaml.Node) error {
		if n.Kind != yaml.SequenceNode {
			return d.fault(n.Line, ErrInvalid, "expected a list")
		}
		for _, c := range n.Content {
			if err := of(d, resolved(c)); err != nil {
				return err
			}
		}
		return nil
	}
}

// record accepts fields with exactly these names. Those whose names begin with ? may be missing.
func record(fields map[string]shape) shape {
	return func(d *Document, n *yaml.Node) error {
		if n.Kind != yaml.MappingNode {
			return d.fault(n.Line, ErrInvalid, "expected keys and values")
		}
		seen := map[string]bool{}
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			of := fields[key]
			if of == nil {
				of = fields["?"+key]
			}
			switch {
			case of == nil:
				return d.fault(n.Content[i].Line, ErrInvalid, "unknown key %q", key)
			case seen[key]:
				return d.fault(n.Content[i].Line, ErrInvalid, "key %q for the second time", key)
			}
			seen[key] = true
			if err := of(d, resolved(n.Content[i+1])); err != nil {
				return err
			}
		}
		for _, key := range sortedKeys(fields) {
			if key[0] != '?' && !seen[key] {
				return d.fault(n.Line, ErrInvalid, "no key %q", key)
			}
		}
		return nil
	}
}

func sortedKeys(fields map[string]shape) (z []string) {
	for key := range fields {
		z = append(z, key)
	}
	slices.Sort(z)
	return z
}

// The shapes of the parts of a file. Keys that a reader does not need may be missing.
var (
	locationShape   = record(map[string]shape{"?file_name": anyText, "?file_hash": anyText, "line": number(1), "?column": number(0), "?function": anyText})
	formatShape     = oneOf("c_expression", "ext_c_expression", "acsl_expression")
	constraintShape = record(map[string]shape{"value": anyText, "?format": formatShape})
	metadataShape   = record(map[string]shape{
		"format_version": oneOf("2.0", "2.1", "2.2"), "uuid": anyText, "creation_time": anyText,
		"producer": record(map[string]shape{"name": anyText, "?version": anyText, "?configuration": anyText, "?command_line": anyText, "?description": anyText}),
		"task": record(map[string]shape{
			"input_files": listOf(anyText), "?input_file_hashes": anything, "?specification": anyText, "?data_model": oneOf("ILP32", "LP64"), "language": oneOf("C"),
		}),
	})
	contents = map[string]shape{
		"invariant_set": listOf(record(map[string]shape{"invariant": record(map[string]shape{
			"type":     oneOf("loop_invariant", "location_invariant", "function_contract", "loop_transition_invariant", "location_transition_invariant"),
			"location": locationShape, "?value": anyText, "?requires": anyText, "?ensures": anyText, "format": formatShape,
		})})),
		"ghost_instrumentation": record(map[string]shape{
			"ghost_variables": listOf(record(map[string]shape{"name": anyText, "type": anyText, "scope": anyText, "initial": constraintShape})),
			"?ghost_updates": listOf(record(map[string]shape{
				"location": locationShape,
				"updates":  listOf(record(map[string]shape{"variable": anyText, "value": anyText, "?format": formatShape})),
			})),
		}),
		"violation_sequence": listOf(record(map[string]shape{"segment": listOf(record(map[string]shape{"waypoint": record(map[string]shape{
			"type":     oneOf("assumption", "target", "function_enter", "function_return", "branching"),
			"action":   oneOf("follow", "avoid", "cycle"),
			"location": locationShape, "?constraint": constraintShape, "?thread_id": number(0),
		})}))})),
	}
)
