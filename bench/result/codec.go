// SPDX-License-Identifier: Apache-2.0

package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Encode writes the file as JSON: settings first, then lists with one element per line, for
// line-based tools and diffs. Equal files give equal bytes.
func (f *File) Encode() ([]byte, error) {
	var e encoder
	e.value("schema", Schema)
	e.value("date", f.Date)
	e.value("version", f.Version)
	e.value("complete", f.Complete)
	e.value("machine", f.Machine)
	e.value("limits", f.Limits)
	e.value("jobs", f.Jobs)
	e.value("property", f.Property)
	list(&e, "validated", f.Validated)
	list(&e, "solvers", f.Solvers)
	list(&e, "tasks", f.Tasks)
	list(&e, "runs", f.Runs)
	list(&e, "disagreements", f.Disagreements)
	return e.finish()
}

// encoder writes one JSON object key by key and remembers the first error.
type encoder struct {
	b   bytes.Buffer
	err error
}

func (e *encoder) key(name string) {
	if e.b.Len() == 0 {
		e.b.WriteString("{\n")
	} else {
		e.b.WriteString(",\n")
	}
	fmt.Fprintf(&e.b, "  %q: ", name)
}

func (e *encoder) json(v any) {
	j := json.NewEncoder(&e.b)
	j.SetEscapeHTML(false)
	if err := j.Encode(v); err != nil && e.err == nil {
		e.err = err
	}
	e.b.Truncate(len(bytes.TrimRight(e.b.Bytes(), "\n")))
}

func (e *encoder) value(name string, v any) {
	e.key(name)
	e.json(v)
}

func list[T any](e *encoder, name string, elements []T) {
	e.key(name)
	e.b.WriteByte('[')
	for i, v := range elements {
		if i > 0 {
			e.b.WriteByte(',')
		}
		e.b.WriteString("\n    ")
		e.json(v)
	}
	if len(elements) > 0 {
		e.b.WriteString("\n  ")
	}
	e.b.WriteByte(']')
}

func (e *encoder) finish() ([]byte, error) {
	if e.err != nil {
		return nil, fmt.Errorf("encoding results: %w", e.err)
	}
	e.b.WriteString("\n}\n")
	return e.b.Bytes(), nil
}

// Decode reads the output of Encode and normalises it: statuses are judged again, from the
// observations.
func Decode(text []byte) (*File, error) {
	f := new(File)
	if err := json.Unmarshal(text, f); err != nil {
		return nil, fmt.Errorf("not a results file: %w", err)
	}
	if f.Schema != Schema {
		return nil, fmt.Errorf("schema %q: expected %q", f.Schema, Schema)
	}
	f.Normalise()
	return f, nil
}

// ReadFile reads a results file.
func ReadFile(path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
