// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// TestReports validates what commands print with --format=json against docs/answer.schema.json, and
// compares the main parts.
func TestReports(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "answer.schema.json"))
	require.NoError(t, err)
	dir := t.TempDir()
	model := filepath.Join(dir, "model.txt")
	require.NoError(t, os.WriteFile(model, []byte("sat ((define-fun loop ((i Int) (n Int)) Bool (<= i n)))"), 0o644))
	wrong := filepath.Join(dir, "wrong.txt")
	require.NoError(t, os.WriteFile(wrong, []byte("sat ((define-fun loop ((i Int) (n Int)) Bool (= i n)))"), 0o644))
	const system, unbounded, program = "../../testdata/horn/bounded_loop.smt2", "../../testdata/horn/mccarthy91.smt2", "../../testdata/c/sum.c"
	for _, c := range []struct {
		args, stdin string
		code        int
		verdict     string
		parts       string // further parts of the report
	}{
		{"solve " + system, "", exitOK, "sat", "model statistics"},
		{"../../testdata/horn/counter_up_bug.smt2", "", exitOK, "unsat", "refutation statistics"},
		{"solve --engine bmc -", `(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int)) (=> (and (p x) (< x 5000000)) (p (+ x 1)))))(assert (not (p 5000000)))`,
			exitOK, "unsat", "refutation loops statistics"},
		{"../../testdata/horn/no_predicate_valid.smt2", "", exitOK, "sat", "model statistics"},
		{"solve --engine bmc --timeout 0.3 " + unbounded, "", exitOK, "unknown", "reason statistics"},
		{"solve -", "(assert (forall ((x Int)) (p x)))", exitInput, "", "error"},
		{"solve -", "(declare-fun p (Int) Bool)(assert (p 0))(check-sat)(check-sat)", exitInput, "", "error"},
		{"solve none.smt2", "", exitInput, "", "error"},
		{"check " + system + " " + model, "", exitOK, "valid", ""},
		{"check " + system + " " + wrong, "", exitNegative, "invalid", "reason"},
		{"verify --no-simulate --replay=off " + program, "", exitOK, "FALSE", "trace steps remarks statistics"},
		{"verify --no-replay --check overflow --all-findings ../../testdata/c/traces/overflow.c", "", exitOK, "FALSE", "trace properties findings checks"},
		{"verify --invariants ../../testdata/c/meet.c", "", exitOK, "TRUE", "invariants statistics"},
		{"verify -", "int main(void) {", exitInput, "UNKNOWN", "reason error"},
		{"encode " + program, "", exitOK, "", "output"},
		{"simplify " + system, "", exitOK, "", "output"},
		{"graph " + system, "", exitOK, "", "output"},
		{"interpolate -", "(declare-fun x () Int)(assert (! (> x 1) :named a))(assert (! (< x 0) :named b))(check-sat)(get-interpolants a b)", exitOK, "", "output"},
		{"interpolate -", "(check", exitInput, "", "error"},
		{"version", "", exitOK, "", "output"},
	} {
		t.Run(c.args+c.stdin, func(t *testing.T) {
			z := cornet(t, c.stdin, append(strings.Fields(c.args), "--format=json")...)
			require.Equal(t, c.code, z.code, z.stderr)
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(z.stdout))
			require.NoError(t, err, z.stdout)
			require.NoError(t, schema.Validate(document), z.stdout)
			got := document.(map[string]any)
			if c.verdict != "" {
				require.Equal(t, c.verdict, got["verdict"])
			}
			for _, part := range strings.Fields(c.parts) {
				require.NotEmpty(t, got[part], "%s in %s", part, z.stdout)
			}
			require.Equal(t, c.code > exitNegative, got["error"] != nil, z.stdout)
		})
	}
}

// TestReportedSteps has a step of each common kind.
func TestReportedSteps(t *testing.T) {
	var r report
	z := cornet(t, "", "verify", "--replay=off", "../../testdata/c/traces/pointers.c", "--format=json")
	require.NoError(t, json.NewDecoder(strings.NewReader(z.stdout)).Decode(&r), z.stdout)
	require.Len(t, r.Steps, len(r.Trace)-strings.Count(strings.Join(r.Trace, "\n"), "memory: "))
	for _, want := range []traceStep{
		{place: place{Line: 16}, Kind: "assign", Name: "i", Value: "2", Text: "i = 2"},
		{place: place{Line: 33}, Kind: "branch", Name: "v.x + a[1] > 11 && *e == 'b'", Text: "v.x + a[1] > 11 && *e == 'b' holds"},
		{place: place{Line: 34}, Kind: "error", Text: "the error function is called"},
	} {
		require.True(t, slices.ContainsFunc(r.Steps, func(s traceStep) bool {
			s.File, s.Column = "", 0
			return s == want
		}), "%v in %s", want, z.stdout)
	}
}

// TestReportedModel checks the model of a report as if it had been printed.
func TestReportedModel(t *testing.T) {
	const system = "../../testdata/horn/bounded_loop.smt2"
	var r report
	require.NoError(t, json.NewDecoder(bytes.NewBufferString(cornet(t, "", system, "--format=json").stdout)).Decode(&r))
	require.Equal(t, "loop", r.Model.Definitions[0].Name)
	require.Len(t, r.Model.Definitions[0].Parameters, 2)
	z := cornet(t, "sat\n"+r.Model.Text, "check", system)
	require.Equal(t, "valid model\n", z.stdout, z.stderr)
}
