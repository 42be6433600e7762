// SPDX-License-Identifier: Apache-2.0

package task

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseDefinition(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       Definition
	}{
		{"one input, one property", `
format_version: '2.0'
input_files: a.smt2
options: {language: SMT-LIB}
properties:
- expected_verdict: false
  property_file: ../check-sat.prp
`, Definition{[]string{"a.smt2"}, []Property{{"../check-sat.prp", False}}, "SMT-LIB", ""}},
		{"a list of inputs, several properties, one without a verdict, an unquoted version", `
format_version: 2.0
input_files: ['a.c', b.c]
properties:
  - property_file: p/unreach-call.prp
    expected_verdict: true
  - property_file: p/termination.prp
options: {language: C, data_model: LP64, deeper: {x: [1]}}
required_files: [h.h]
`, Definition{[]string{"a.c", "b.c"}, []Property{{"p/unreach-call.prp", True}, {"p/termination.prp", Unknown}}, "C", "LP64"}},
		{"no properties at all, version 1", "format_version: '1.0'\ninput_files: a.i\n",
			Definition{Inputs: []string{"a.i"}}},
		{"an alias", "x: &in a.c\nformat_version: '2.1'\ninput_files: [*in]\n",
			Definition{Inputs: []string{"a.c"}}},
		{"a verdict of null", "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: p.prp, expected_verdict: null}]\n",
			Definition{Inputs: []string{"a.c"}, Properties: []Property{{"p.prp", Unknown}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseDefinition([]byte(tc.text))
			require.NoError(t, err)
			require.Equal(t, tc.want, got)
		})
	}
}

func TestParseDefinitionErrors(t *testing.T) {
	const head = "format_version: '2.0'\n"
	for text, want := range map[string]string{
		"":                 "no key input_files",
		"[1, 2]":           "no key input_files",
		"input_files: a.c": "format_version is missing: expected '2.0'",
		"format_version: '3.0'\ninput_files: a.c":                          `line 1: format_version "3.0" is not supported`,
		head + "input_files: []":                                           "line 2: input_files is an empty list",
		head + "input_files: {a: b}":                                       "line 2: input_files: expected a file name or a list",
		head + "input_files: [a.c, '']":                                    "line 2: input_files: expected a file name or a list",
		head + "input_files: a.c\nproperties: word":                        "task definition: yaml",
		head + "input_files: a.c\nproperties: [{expected_verdict: maybe}]": `line 3: expected_verdict "maybe": expected true or false`,
		head + "input_files: a.c\n\tx: y":                                  "task definition: yaml",
	} {
		_, err := ParseDefinition([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestVerdictWords(t *testing.T) {
	for _, l := range []Language{SMTLIB, C} {
		for _, v := range []Verdict{Unknown, True, False} {
			back, err := ParseVerdict(v.Word(l))
			require.NoError(t, err)
			require.Equal(t, v, back)
		}
	}
	_, err := ParseVerdict("maybe")
	require.ErrorContains(t, err, `verdict "maybe": expected sat`)
}

// FuzzParse reads any text as a set and as a definition. A text that is accepted must be usable,
// with no empty or impossible path. A set must survive being written and read again.
func FuzzParse(f *testing.F) {
	f.Add("fam/a.yml\n# comment\n\n  b?.yml  \n")
	f.Add("format_version: '2.0'\ninput_files: [a.c, b.c]\nproperties:\n- property_file: x.prp\n  expected_verdict: true\n")
	f.Add("format_version: &v '2.0'\ninput_files: *v\n")
	f.Add("input_files: {<<: 1}")
	f.Fuzz(func(t *testing.T, text string) {
		if lines, err := ParseSet(text); err == nil {
			var again strings.Builder
			last := 0
			for _, l := range lines {
				require.NotEmpty(t, l.Pattern)
				require.Greater(t, l.Line, last)
				last = l.Line
				again.WriteString(l.Pattern + "\n")
			}
			back, err := ParseSet(again.String())
			require.NoError(t, err)
			require.Len(t, back, len(lines))
			for i := range back {
				require.Equal(t, lines[i].Pattern, back[i].Pattern)
			}
		}
		if d, err := ParseDefinition([]byte(text)); err == nil {
			require.NotEmpty(t, d.Inputs)
			for _, in := range d.Inputs {
				require.NotEmpty(t, in)
				require.NotContains(t, in, "\x00")
			}
			for _, p := range d.Properties {
				require.Equal(t, p.File == "", p.Name() == "", "property file %q", p.File)
				require.LessOrEqual(t, p.Expected, False)
			}
		}
	})
}
