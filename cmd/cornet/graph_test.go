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
		"system": {args: []string{exa}, want: []string{"digraph horn", "L15"}},
		"tree": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--interpolants", "rse", exa},
			want: []string{"digraph art", "pruned by a safety interpolant", "announced by an error interpolant"}, err: "unsat",
		},
		"first step": {
			args: []string{"--art", "--solver", "native", "--no-passes", "--depth-first", "--step", "0", exa},
			want: []string{`label="refinement"`},
		},
		"page": {
			args: []string{"--art", "--format", "html", "--solver", "native", "--no-passes", exa},
			want: []string{"<!DOCTYPE html>", `"title":"the end"`},
		},
		"lattice": {
			args: []string{"--lattice", "--abstraction", "relational", "--solver", "native", "--no-passes", loop},
			want: []string{"digraph lattice", "x1", "fillcolor"}, err: "sat,",
		},
		"lattices on a page": {
			args: []string{"--lattice", "--format", "html", "--abstraction", "relational", "--solver", "native", "--no-passes", loop},
			want: []string{"maximal element", "<svg"},
		},
		"no lattice":       {args: []string{"--lattice", "--abstraction", "off", "--solver", "native", "--no-passes", loop}, code: exitUsage, err: "no refinement was guided"},
		"no such step":     {args: []string{"--art", "--solver", "native", "--step", "99", exa}, code: exitUsage, err: "there is no step 99"},
		"page of a system": {args: []string{"--format", "html", exa}, code: exitUsage, err: "add --art"},
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
		require.Contains(t, string(text), "digraph horn")
	})
}
