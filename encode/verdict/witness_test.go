// SPDX-License-Identifier: Apache-2.0

package verdict_test

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cornet/encode/cfg"
	"cornet/encode/verdict"
)

// A shape says what a part of a witness looks like; its error names what is wrong.
type shape func(v any) error

// record is a mapping with exactly these keys; those that begin with ? may be absent.
func record(keys map[string]shape) shape {
	return func(v any) error {
		m, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%v is no mapping", v)
		}
		known := map[string]bool{}
		for key, s := range keys {
			optional := key[0] == '?'
			if optional {
				key = key[1:]
			}
			known[key] = true
			x, ok := m[key]
			if !ok && !optional {
				return fmt.Errorf("%s is missing", key)
			}
			if ok {
				if err := s(x); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
			}
		}
		for key := range m {
			if !known[key] {
				return fmt.Errorf("unknown key %s", key)
			}
		}
		return nil
	}
}

func list(s shape) shape {
	return func(v any) error {
		xs, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%v is no list", v)
		}
		for i, x := range xs {
			if err := s(x); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
}

func oneOf(words ...string) shape {
	return func(v any) error {
		if s, ok := v.(string); !ok || !slices.Contains(words, s) {
			return fmt.Errorf("%v is none of %v", v, words)
		}
		return nil
	}
}

func matching(pattern string) shape {
	re := regexp.MustCompile("^(?:" + pattern + ")$")
	return func(v any) error {
		if s, ok := v.(string); !ok || !re.MatchString(s) {
			return fmt.Errorf("%v does not match %s", v, pattern)
		}
		return nil
	}
}

func moment(v any) error {
	switch t := v.(type) {
	case time.Time:
		return nil
	case string:
		_, err := time.Parse(time.RFC3339, t)
		return err
	}
	return fmt.Errorf("%v is no time", v)
}

func positive(v any) error {
	if n, ok := v.(int); !ok || n < 1 {
		return fmt.Errorf("%v is not positive", v)
	}
	return nil
}

func hashes(v any) error {
	m, ok := v.(map[string]any)
	if !ok || len(m) == 0 {
		return fmt.Errorf("%v is no mapping of files", v)
	}
	for file, x := range m {
		s, _ := x.(string)
		if b, err := hex.DecodeString(s); err != nil || len(b) != 32 {
			return fmt.Errorf("the hash of %s is no SHA-256", file)
		}
	}
	return nil
}

var (
	text      = matching(`[\s\S]+`)
	location  = record(map[string]shape{"file_name": text, "line": positive, "?column": positive, "?function": text})
	invariant = record(map[string]shape{"invariant": record(map[string]shape{
		"type": oneOf("loop_invariant", "location_invariant"), "location": location, "value": text, "format": oneOf("c_expression"),
	})})
	waypoint = record(map[string]shape{"waypoint": record(map[string]shape{
		"type": oneOf("assumption", "target", "function_enter", "function_return", "branching"), "action": oneOf("follow", "avoid"),
		"?constraint": record(map[string]shape{"value": text, "?format": oneOf("c_expression", "ext_c_expression")}), "location": location,
	})})
	metadata = record(map[string]shape{
		"format_version": oneOf("2.0"), "uuid": matching(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "creation_time": moment,
		"producer": record(map[string]shape{"name": text, "version": text, "?configuration": text, "?command_line": text, "?description": text}),
		"task": record(map[string]shape{
			"input_files": list(text), "input_file_hashes": hashes, "specification": text, "data_model": oneOf("ILP32", "LP64"), "language": oneOf("C"),
		}),
	})
	correctness = list(record(map[string]shape{"entry_type": oneOf("invariant_set"), "metadata": metadata, "content": list(invariant)}))
	violation   = list(record(map[string]shape{
		"entry_type": oneOf("violation_sequence"), "metadata": metadata, "content": list(record(map[string]shape{"segment": list(waypoint)})),
	}))
)

// sequence checks what the format says about the order of waypoints: each segment ends in its one that is followed, the
// last segment's is the target, which has no constraint, and no other is.
func sequence(t *testing.T, content []any) {
	for i, c := range content {
		points := c.(map[string]any)["segment"].([]any)
		require.NotEmpty(t, points)
		for j, p := range points {
			w := p.(map[string]any)["waypoint"].(map[string]any)
			require.Equal(t, j == len(points)-1, w["action"] == "follow", "segment %d", i)
			require.Equal(t, i == len(content)-1 && j == len(points)-1, w["type"] == "target", "segment %d", i)
			require.Equal(t, w["type"] == "target", w["constraint"] == nil, "segment %d", i)
		}
	}
}

// Witnesses have the structure that SV-COMP's format 2.0 demands, and nothing else.
func TestWitnessSchema(t *testing.T) {
	meta := verdict.Meta{
		Version: "0", UUID: "91023a0f-9f45-4385-88c4-1152ade45537", Created: "2026-11-21T12:00:00Z",
		Property: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
		Program:  verdict.Program{Name: "limit.c", Text: limitProgram, Model: cfg.LP64},
	}
	read := func(text []byte, err error, s shape) []any {
		require.NoError(t, err)
		var v any
		require.NoError(t, yaml.Unmarshal(text, &v))
		require.NoError(t, s(v), "%s", text)
		entries := v.([]any)
		require.Len(t, entries, 1)
		return entries[0].(map[string]any)["content"].([]any)
	}
	out, err := verdict.Violation(meta, failing(t))
	content := read(out, err, violation)
	sequence(t, content)
	require.Len(t, content, 2)
	first := content[0].(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
	require.Equal(t, "function_return", first["type"])
	require.Equal(t, "\\result == 42", first["constraint"].(map[string]any)["value"])
	out, err = verdict.Correctness(meta, []verdict.Invariant{
		{Pos: cfg.Pos{Line: 4, Column: 3}, Func: "main", Text: "x <= 3"},
		{Pos: cfg.Pos{Line: 5, Column: 3}, Func: "main", Formula: "(no C)"},
	})
	content = read(out, err, correctness)
	require.Len(t, content, 1)
	require.Equal(t, "x <= 3", content[0].(map[string]any)["invariant"].(map[string]any)["value"])
	out, err = verdict.Correctness(meta, nil)
	require.Empty(t, read(out, err, correctness))
}
