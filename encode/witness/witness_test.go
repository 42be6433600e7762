// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// A shape describes a part of a witness. Its error names the fault.
type shape func(v any) error

// record is a mapping with exactly these keys. Keys that begin with ? may be absent.
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
			return fmt.Errorf("%v is not one of %v", v, words)
		}
		return nil
	}
}

// anyOf is one of the shapes. Its error is the error of the first shape.
func anyOf(shapes ...shape) shape {
	return func(v any) error {
		first := shapes[0](v)
		for _, s := range shapes {
			if s(v) == nil {
				return nil
			}
		}
		return first
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

func number(v any) error {
	if n, ok := v.(int); !ok || n < 0 {
		return fmt.Errorf("%v is no number", v)
	}
	return nil
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
	// The constraint of a waypoint depends on the waypoint's type.
	waypoint = record(map[string]shape{"waypoint": anyOf(
		record(map[string]shape{"type": oneOf("target", "function_enter"), "action": oneOf("follow", "avoid"), "location": location, "?thread_id": number}),
		record(map[string]shape{
			"type": oneOf("assumption"), "action": oneOf("follow", "avoid"), "location": location, "?thread_id": number,
			"constraint": record(map[string]shape{"value": text, "format": oneOf("c_expression")}),
		}),
		record(map[string]shape{
			"type": oneOf("function_return"), "action": oneOf("follow", "avoid"), "location": location, "?thread_id": number,
			"constraint": record(map[string]shape{"value": matching(`\\result (==|!=|<=|<|>|>=) [-0-9.eU+L]+`), "format": oneOf("acsl_expression", "ext_c_expression")}),
		}),
		record(map[string]shape{
			"type": oneOf("branching"), "action": oneOf("follow", "avoid"), "location": location,
			"constraint": record(map[string]shape{"value": matching(`true|false|default|-?[0-9]+`)}),
		}),
	)})
	metadata = record(map[string]shape{
		"format_version": oneOf("2.0", "2.2"), "uuid": matching(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "creation_time": moment,
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

// sequence checks the order of waypoints. Each segment ends in its only waypoint with action
// follow. The last segment ends in the target, which has no constraint, and there is no other
// target.
func sequence(t *testing.T, content []any) {
	for i, c := range content {
		points := c.(map[string]any)["segment"].([]any)
		require.NotEmpty(t, points)
		for j, p := range points {
			w := p.(map[string]any)["waypoint"].(map[string]any)
			require.Equal(t, j == len(points)-1, w["action"] == "follow", "segment %d", i)
			require.Equal(t, i == len(content)-1 && j == len(points)-1, w["type"] == "target", "segment %d", i)
			require.Equal(t, w["type"] == "target" || w["type"] == "function_enter", w["constraint"] == nil, "segment %d", i)
		}
	}
}

// content returns the content of a witness, checked against the format.
func contentOf(t *testing.T, text []byte, s shape) []any {
	var v any
	require.NoError(t, yaml.Unmarshal(text, &v))
	require.NoError(t, s(v), "%s", text)
	entries := v.([]any)
	require.Len(t, entries, 1)
	return entries[0].(map[string]any)["content"].([]any)
}

// metaOf describes a run for tests.
func metaOf(name, text string, source *cfg.Program) witness.Meta {
	return witness.Meta{
		Version: "0", UUID: "91023a0f-9f45-4385-88c4-1152ade45537", Created: "2026-11-21T12:00:00Z",
		Property: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
		Program:  witness.Program{File: witness.File{Name: name, Text: text}, Model: cfg.LP64}, Source: source,
	}
}

// Witnesses have the structure that SV-COMP's format 2.0 demands, and nothing else.
func TestWitnessSchema(t *testing.T) {
	meta := metaOf("limit.c", limitProgram, nil)
	out, err := witness.Violation(meta, failing(t))
	require.NoError(t, err)
	content := contentOf(t, out, violation)
	sequence(t, content)
	require.Len(t, content, 2)
	first := content[0].(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
	require.Equal(t, "function_return", first["type"])
	require.Equal(t, "\\result == 42", first["constraint"].(map[string]any)["value"])
	out, err = witness.Correctness(meta, nil)
	require.NoError(t, err)
	require.Empty(t, contentOf(t, out, correctness))
}

// pointed returns the rest of the line at a location of a witness.
func pointed(t *testing.T, text string, waypoint map[string]any) (before, rest string) {
	l := waypoint["location"].(map[string]any)
	line := strings.Split(text, "\n")[l["line"].(int)-1]
	runes := []rune(line)
	column := l["column"].(int) - 1
	require.Less(t, column, len(runes), "%v", l)
	return string(runes[:column]), string(runes[column:])
}

// waypoints lists the waypoints of a violation witness, without the segments around them, as "type:
// text at the location: constraint".
func waypoints(t *testing.T, text string, witness []byte) []string {
	content := contentOf(t, witness, violation)
	sequence(t, content)
	var z []string
	for _, c := range content {
		w := c.(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
		before, rest := pointed(t, text, w)
		say := w["type"].(string) + ": " + rest
		if w["type"] == "function_return" {
			require.Equal(t, byte(')'), rest[0], "%v", w)
			say = w["type"].(string) + ": " + before + ")"
		}
		if c, ok := w["constraint"].(map[string]any); ok {
			say += ": " + c["value"].(string)
		}
		z = append(z, say)
	}
	return z
}

// Waypoints are at the tokens that the format requires: the closing parentheses of calls, and the
// beginnings of statements. Inputs without such a position are left out.
func TestWaypoints(t *testing.T) {
	head := "extern int n(void); extern unsigned char c(int, char *); extern double d(void); extern unsigned long long big(void);\n" +
		"extern int scanf(const char *, ...); void reach_error(void) {}\n#define N n()\n"
	for _, c := range []struct {
		body string
		want []string
	}{
		{"int x = n ( /* ) */ ) - n();\n if (x == 3 && n() == 1) reach_error();", []string{
			"function_return: int x = n ( /* ) */ ): \\result == ?", "function_return: int x = n ( /* ) */ ) - n(): \\result == ?",
			"function_return:  if (x == 3 && n(): \\result == 1", "target: reach_error();",
		}},
		{"int x = N, y = n();\n if (x == y && y == 7) { (void)0; reach_error(); }", []string{
			"function_return: int x = N, y = n(): \\result == 7", "target: reach_error(); }",
		}},
		{"int i, s = 0;\nfor (i = 0; i < 2; i++)\n  s += c(i, \")\");\nif (s == 510) ERROR: ;", []string{
			"function_return:   s += c(i, \")\"): \\result == 255", "function_return:   s += c(i, \")\"): \\result == 255", "target: ERROR: ;",
		}},
		{"int x; char *é = \"é\"; if (é && x > 2147483646)\n  n(), reach_error();", []string{
			"assumption: if (é && x > 2147483646): x == 2147483647", "function_return:   n(): \\result == ?", "target: n(), reach_error();",
		}},
		{"int x; scanf(\"%d\", &x); if (x == 5) reach_error();", []string{"target: reach_error();"}},
		{"if (d() == 1.5 && big() > 18446744073709551614ull) reach_error();", []string{
			"function_return: if (d(): \\result == 1.5", "function_return: if (d() == 1.5 && big(): \\result == 18446744073709551615ULL", "target: reach_error();",
		}},
	} {
		text := head + "int main(void) {\n" + c.body + "\nreturn 0; }\n"
		p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err, c.body)
		sys, err := chc.Encode(logic.NewStore(), p, chc.Options{})
		require.NoError(t, err)
		z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
		require.NoError(t, err)
		require.Equal(t, horn.Unsafe, z.Verdict, c.body)
		path, err := sys.Trace(z.Proof)
		require.NoError(t, err)
		run, err := simulate.Follow(t.Context(), p, path)
		require.NoError(t, err)
		require.NotNil(t, run, c.body)
		out, err := witness.Violation(metaOf("p.c", text, p), run)
		require.NoError(t, err)
		got := waypoints(t, text, out)
		require.Len(t, got, len(c.want), "%v", got)
		for i, want := range c.want {
			if open, ok := strings.CutSuffix(want, "?"); ok {
				require.True(t, strings.HasPrefix(got[i], open), "%s: %s", want, got[i])
				continue
			}
			require.Equal(t, want, got[i])
		}
	}
}

// watched returns a text that asserts invariants of a correctness witness where the conditions of
// their loops are evaluated.
func watched(t *testing.T, text string, witness []byte) string {
	lines := strings.Split(text, "\n")
	for _, c := range slices.Backward(contentOf(t, witness, correctness)) {
		inv := c.(map[string]any)["invariant"].(map[string]any)
		before, rest := pointed(t, text, inv)
		require.LessOrEqual(t, len(inv["value"].(string)), 1500)
		if inv["type"] == "location_invariant" {
			n := inv["location"].(map[string]any)["line"].(int) - 1
			lines[n] = before + "watch(" + inv["value"].(string) + "); " + rest
			continue
		}
		require.Regexp(t, `^(while|for)\b`, rest)
		at := strings.Index(rest, "(") + 1
		if strings.HasPrefix(rest, "for") {
			at = strings.Index(rest, ";") + 1
		}
		n := inv["location"].(map[string]any)["line"].(int) - 1
		lines[n] = before + rest[:at] + "watch(" + inv["value"].(string) + "), " + rest[at:]
	}
	return "void reach_error(void); static void watch(int holds) { if (!holds) reach_error(); } " + strings.Join(lines, "\n")
}

// The invariants of witnesses hold at every loop for which they are given. They mention nothing
// that is not in scope there.
func TestWitnessInvariants(t *testing.T) {
	for _, c := range []struct {
		text string
		some string // one of the invariants, or "" if there are none
	}{
		{"int n(void); void reach_error(void) {}\nint main(void) { int i = 0, k = n();\n  while (i < k) i++;\n  if (k > 0 && i != k) reach_error(); return 0; }", "k"},
		{"int n(void); void reach_error(void) {}\nint count(int k) { int c = 0;\n  while (c < k) c++;\n  return c; }\n" + // two copies of the loop
			"int main(void) { int a = n(); if (a < 0 || a > 9) return 0; int p = count(a), q = count(5); if (p > 9 || q != 5) reach_error(); return 0; }", "c"},
		{"int n(void); void reach_error(void) {}\nint count(int k) { int c = 0;\n  for (int d = c = 0; c < k; c++) { if (d != c) reach_error(); d++; }\n  while (c > 0) { c--; k++; if (k < c) reach_error(); }\n  return c; }\n" +
			"int main(void) { int a = n(), m = 7; if (a < 0 || a > 9) return 0; int p = count(a); if (p > 9 || m != 7) reach_error(); return 0; }", "k >= "},
		{"int n(void); void reach_error(void) {}\nint main(void) { int k = n(), s = 0;\n  for (int i = 0; i < k && i < 9; i++) s = i;\n  if (s > 8) reach_error(); return 0; }", "s <= "},
		{"int n(void); void reach_error(void) {}\nint main(void) { int k = n(), i;\n  for (i = 0; i < k && i < 9; i++) ;\n  if (i > 9) reach_error(); return 0; }", "i >= 0"},
		{"int n(void); void reach_error(void) {}\nint main(void) { int i = 0;\n  do { i++; } while (i < 10 && n()); if (i > 10) reach_error();\n  return 0; }", "i <= 9"},
		{"int n(void); void reach_error(void) {}\nint main(void) { int i = 0; l: if (i < 10 && n()) { i++; goto l; } if (i > 10) reach_error();\n  return 0; }", "i <= 10"},
		{"int n(void); void reach_error(void) {}\nint main(void) { int i = 0; l: m: if (i < 10 && n()) { i++; goto m; } if (i > 10) reach_error();\n  return 0; }", "i <= 10"},
		{"int n(void); void reach_error(void) {}\nint main(void) {\n  for (int i = 0; i < 9; i++) if (n() && i > 8) reach_error();\n  return 0; }", ""}, // the block alone excludes it
		{"int n(void); void reach_error(void) {}\nint main(void) { unsigned u = n(); { int x = 3; u %= 100; x++; }\n int x = 0;\n  while (u > 1) { if (u > 99) reach_error(); u -= 2; x++; }\n return x; }", "u <= "},
		{"int n(void); void reach_error(void) {}\nint main(void) { int k = n(), s = 0, i = 1; if (k < 1 || k > 1000) return 0;\n  while (i <= k) { s += i; i++; }\n  if (2 * s != k * (k + 1)) reach_error(); return 0; }", "(unsigned long long)i * (unsigned long long)i"},
		{"int n(void); void reach_error(void) {}\nint main(void) { unsigned x = 0, y = 0;\n  while (n()) { y++; x = y * y; }\n  if (x != y * y) reach_error(); return 0; }", "(unsigned int)y * (unsigned int)y"},
	} {
		p, err := cc.Load("p.c", []byte(c.text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err)
		sys, err := chc.Encode(logic.NewStore(), p, chc.Options{})
		require.NoError(t, err)
		z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, c.text)
		out, err := witness.Correctness(metaOf("p.c", c.text, p), witness.Invariants(sys, z.Model))
		require.NoError(t, err)
		if c.some == "" {
			require.Empty(t, contentOf(t, out, correctness), "%s", out)
			continue
		}
		require.Contains(t, string(out), c.some, c.text)
		w, err := cc.Load("w.c", []byte(watched(t, c.text, out)), cc.Options{Model: cfg.LP64})
		require.NoError(t, err, "%s", out)
		path, _, err := simulate.Find(t.Context(), w, simulate.Options{Steps: 20_000})
		require.NoError(t, err)
		require.Nil(t, path, "%s", out)
	}
}

// All witnesses for programs of testdata have the format, and point to tokens.
func TestWitnessesOfTestdata(t *testing.T) {
	var files []string
	for _, pattern := range []string{"c/*.c", "c/traces/*.c", "papers/*.c"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "testdata", filepath.FromSlash(pattern)))
		require.NoError(t, err)
		files = append(files, found...)
	}
	require.Greater(t, len(files), 10)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, err := cc.Load(file, text, cc.Options{Model: cfg.LP64})
		require.NoError(t, err)
		path, _, err := simulate.Find(t.Context(), p, simulate.Options{})
		require.NoError(t, err)
		meta := metaOf(file, string(text), p)
		if path != nil {
			out, err := witness.Violation(meta, path)
			require.NoError(t, err)
			require.NotEmpty(t, waypoints(t, string(text), out), file)
			continue
		}
		if threads.Concurrent(p) || testing.Short() {
			continue
		}
		sys, err := chc.Encode(logic.NewStore(), p, chc.Options{Ints: chc.WrapInts})
		require.NoError(t, err)
		ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
		z, err := engines.Run(ctx, sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
		stop()
		if err != nil || z.Verdict != horn.Safe {
			continue
		}
		out, err := witness.Correctness(meta, witness.Invariants(sys, z.Model))
		require.NoError(t, err)
		w, err := cc.Load("w.c", []byte(watched(t, string(text), out)), cc.Options{Model: cfg.LP64})
		require.NoError(t, err, "%s: %s", file, out)
		path, _, err = simulate.Find(t.Context(), w, simulate.Options{Steps: 20_000})
		require.NoError(t, err)
		require.Nil(t, path, "%s: %s", file, out)
	}
}
