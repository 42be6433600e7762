// SPDX-License-Identifier: Apache-2.0

package task

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Definition is a task-definition file as written, before paths are resolved and a property is
// chosen.
type Definition struct {
	Inputs     []string // input files, relative to the definition; at least one, each non-empty
	Properties []Property
	Language   string // options.language, such as "C"; empty when absent
	DataModel  string // options.data_model, empty when absent
}

// Property is one entry under "properties".
type Property struct {
	File     string  // property file, relative to the definition; empty when absent
	Expected Verdict // Unknown when the entry has no expected_verdict
}

// Name returns the base name of the property file without its extension. It is empty only if there
// is no property file.
func (p Property) Name() string {
	base := filepath.Base(filepath.FromSlash(p.File))
	if p.File == "" {
		return ""
	}
	return cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), base)
}

// errNoTask marks YAML files that are not task definitions. A search of a directory skips them, but
// naming one directly is an error.
var errNoTask = errors.New("not a task definition: no key input_files")

// definitionFile mirrors the YAML. It has nodes where the format allows several shapes.
type definitionFile struct {
	Format     yaml.Node `yaml:"format_version"`
	Inputs     yaml.Node `yaml:"input_files"`
	Properties []struct {
		File     string    `yaml:"property_file"`
		Expected yaml.Node `yaml:"expected_verdict"`
	} `yaml:"properties"`
	Options map[string]yaml.Node `yaml:"options"`
}

// ParseDefinition reads a task definition. Unknown keys are ignored, as in BenchExec; known keys
// must have the right shape.
func ParseDefinition(text []byte) (Definition, error) {
	var f definitionFile
	if err := yaml.Unmarshal(text, &f); err != nil {
		var shape *yaml.TypeError
		if errors.As(err, &shape) && !strings.Contains(string(text), "input_files") {
			return Definition{}, errNoTask
		}
		return Definition{}, fmt.Errorf("task definition: %w", err)
	}
	if f.Inputs.IsZero() {
		return Definition{}, errNoTask
	}
	if err := checkFormat(f.Format); err != nil {
		return Definition{}, err
	}
	var d Definition
	var err error
	if d.Inputs, err = inputs(f.Inputs); err != nil {
		return Definition{}, err
	}
	for _, p := range f.Properties {
		v, err := expected(p.Expected)
		if err != nil {
			return Definition{}, err
		}
		if strings.IndexByte(p.File, 0) >= 0 {
			return Definition{}, fmt.Errorf("property_file: a zero byte in %q", p.File)
		}
		d.Properties = append(d.Properties, Property{p.File, v})
	}
	d.Language = scalar(f.Options["language"])
	d.DataModel = scalar(f.Options["data_model"])
	return d, nil
}

// checkFormat accepts the major versions 1 and 2, quoted or not.
func checkFormat(n yaml.Node) error {
	v := scalar(n)
	major, _, _ := strings.Cut(v, ".")
	if major == "1" || major == "2" {
		return nil
	}
	if v == "" {
		return errors.New("format_version is missing: expected '2.0'")
	}
	return fmt.Errorf("line %d: format_version %q is not supported: expected '2.0'", n.Line, v)
}

// inputs reads input_files: a string or a list of strings.
func inputs(n yaml.Node) ([]string, error) {
	nodes := []*yaml.Node{&n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	var out []string
	for _, m := range nodes {
		if m.Kind == yaml.AliasNode {
			m = m.Alias
		}
		if m.Kind != yaml.ScalarNode || m.Value == "" || m.Tag == "!!null" {
			return nil, fmt.Errorf("line %d: input_files: expected a file name or a list of file names", m.Line)
		}
		if strings.IndexByte(m.Value, 0) >= 0 {
			return nil, fmt.Errorf("line %d: input_files: a zero byte in %q", m.Line, m.Value)
		}
		out = append(out, m.Value)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("line %d: input_files is an empty list: expected at least one file", n.Line)
	}
	return out, nil
}

// expected reads expected_verdict: true, false, or nothing.
func expected(n yaml.Node) (Verdict, error) {
	if n.IsZero() || n.Tag == "!!null" {
		return Unknown, nil
	}
	if n.Kind == yaml.ScalarNode {
		if v, err := ParseVerdict(n.Value); err == nil {
			return v, nil
		}
	}
	return Unknown, fmt.Errorf("line %d: expected_verdict %q: expected true or false", n.Line, n.Value)
}

// scalar returns the text of a scalar node and "" for anything else.
func scalar(n yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}
