// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGraph(t *testing.T) {
	exa := filepath.Join("..", "..", "testdata", "papers", "exa.smt2")
	loop := filepath.Join("..", "..", "engines", "predabs", "testdata", "talk.smt2")
	for name, test := range map[string]struct {
		args []string
		code int
		want []string // parts of standard output
		err  string   // part of standard error
	}{
		"system": {args: []string{exa}, want: []string{"digraph picture", "L15", "Clauses of exa.smt2"}},
		"tree": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--interpolants", "rse", exa},
			want: []string{"digraph picture", "pruned by a safety interpolant", "announced by an error interpolant", `\nunsat\n`},
		},
		"first step": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--step", "0", exa},
			want: []string{`\nrefinement"`},
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
		"page of a system": {args: []string{"--format", "html", exa}, want: []string{`"meaning":"predicate"`}},
		"model":            {args: []string{"--model", loop}, want: []string{"Model of talk.smt2", `\nsat`, "(<= "}},
		"no model":         {args: []string{"--model", exa}, want: []string{"No model"}, err: "No model: the system is unsat."},
		"proof":            {args: []string{"--proof", exa}, want: []string{"Derivation of false of exa.smt2", "rankdir=BT", `= `}},
		"no proof":         {args: []string{"--proof", loop}, want: []string{"No refutation: the system is sat."}, err: "No refutation"},
		"a program":        {args: []string{"--model", filepath.Join("..", "..", "web", "examples", "counter.c")}, want: []string{"Model of counter.c", "counter.c:5:3 to ", "(= (* 2 x) y)"}},
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
