// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cornet/engines/lawi"

	"github.com/stretchr/testify/require"
)

func TestGraph(t *testing.T) {
	exa := filepath.Join("..", "..", "testdata", "papers", "exa.smt2")
	loop := filepath.Join("..", "..", "engines", "predabs", "testdata", "talk.smt2")
	noQuery := filepath.Join("..", "..", "testdata", "horn", "no_predicate_valid.smt2")
	idle := filepath.Join(t.TempDir(), "idle.c")
	require.NoError(t, os.WriteFile(idle, []byte("int main(void) { return 0; }"), 0o666))
	for name, test := range map[string]struct {
		args []string
		code int
		want []string // parts of standard output
		err  string   // part of standard error
	}{
		"system": {args: []string{exa}, want: []string{"digraph picture", "L15", "Clauses of exa.smt2"}},
		"tree": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--interpolants", "rse", exa},
			want: []string{"digraph picture", "pruned by a safety interpolant", "announced by an error interpolant", `\nunsat\n`, "error that is reached", `label="false"`},
		},
		"first step": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--step", "0", exa},
			want: []string{`\nrefinement 1"`},
		},
		"page": {
			args: []string{"--art", "--format", "html", "--solver", "native", "--no-passes", exa},
			want: []string{"<!DOCTYPE html>", `"title":"the end"`, `"verdict":"unsat"`},
		},
		"lattice": {
			args: []string{"--lattice", "--abstraction", "relational", "--solver", "native", "--no-passes", loop},
			want: []string{"x1", "maximal"},
		},
		"lattices on a page": {
			args: []string{"--lattice", "--format", "html", "--abstraction", "relational", "--solver", "native", "--no-passes", loop},
			want: []string{`"meaning":"maximal"`},
		},
		"no lattice":       {args: []string{"--lattice", "--abstraction", "off", "--solver", "native", "--no-passes", loop}, err: "no refinement was guided"},
		"no such step":     {args: []string{"--art", "--solver", "native", "--step", "99", exa}, code: exitUsage, err: "there is no step 99"},
		"no such form":     {args: []string{"-o", "exa.png", exa}, code: exitUsage, err: "--output exa.png: a drawing is one of html, svg, dot, json"},
		"page of a system": {args: []string{"--format", "html", exa}, want: []string{`"meaning":"predicate"`}},
		"model":            {args: []string{"--model", loop}, want: []string{"Model of talk.smt2", `\nsat`, "(<= "}},
		"no model":         {args: []string{"--model", exa}, want: []string{"No model"}, err: "No model: the system is unsat."},
		"proof":            {args: []string{"--proof", exa}, want: []string{"Derivation of false of exa.smt2", "rankdir=BT", `= `}},
		"no proof":         {args: []string{"--proof", loop}, want: []string{"No refutation: the system is sat."}, err: "No refutation"},
		"a program":        {args: []string{"--model", filepath.Join("..", "..", "packaging", "web", "examples", "counter.c")}, want: []string{"Model of counter.c", "5:3 to the error at 9:3", "(= (* 2 x) y)"}},
		"no clauses":       {args: []string{noQuery}, want: []string{"nothing is forbidden"}, err: "No predicates and no clauses"},
		"no error":         {args: []string{idle}, want: []string{"no path of the program leads to an error"}, err: "--check chooses"},
		"no search":        {args: []string{"--art", noQuery}, want: []string{"No tree"}, err: "--no-passes leaves preprocessing out"},
		"json":             {args: []string{"--proof", "--format", "json", exa}, want: []string{`"command": "graph"`, `Derivation of false`}},
		"both":             {args: []string{"--art", "--system", exa}, code: exitUsage, err: "can't be used together"},
	} {
		t.Run(name, func(t *testing.T) {
			z := cornet(t, "", append([]string{"graph"}, test.args...)...)
			require.Equal(t, test.code, z.code, z.stderr)
			for _, part := range test.want {
				require.Contains(t, z.stdout, part)
			}
			require.Contains(t, z.stderr, test.err)
		})
	}
	t.Run("to a file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.dot")
		require.Zero(t, cornet(t, "", "graph", "-o", file, exa).code)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), "digraph picture")
	})
}

// TestFilm: a long search keeps its last picture, and others at equal distances.
func TestFilm(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 1000} {
		var f film
		for i := range n {
			f.add(lawi.Snapshot{Title: fmt.Sprint(i), Nodes: []lawi.SnapshotNode{{Label: strings.Repeat("x", 9900)}, {}}})
		}
		z := f.steps()
		require.Equal(t, "0", z[0].Title)
		require.Equal(t, fmt.Sprint(n-1), z[len(z)-1].Title)
		require.LessOrEqual(t, len(z)*10_000, mostText+20_000)
		if n > 1 {
			require.GreaterOrEqual(t, len(z), min(n, 200))
		}
		for k, x := range z[1:max(1, len(z)-1)] {
			require.Equal(t, fmt.Sprint((k+1)*f.every), x.Title)
		}
	}
}
