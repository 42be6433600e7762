// SPDX-License-Identifier: Apache-2.0

package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestInterpolate compares the answers to scripts with golden files; -update rewrites them.
func TestInterpolate(t *testing.T) {
	t.Chdir(filepath.Join("testdata", "interpolate"))
	files, err := filepath.Glob("*.smt2")
	require.NoError(t, err)
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			solver := "native"
			if file == "arrays.smt2" {
				needZ3(t)
				solver = "z3"
			}
			z := cornet(t, "", "interpolate", "--solver", solver, file)
			got := fmt.Sprintf("exit %d\n%s%s", z.code, z.stdout, z.stderr)
			golden := strings.TrimSuffix(file, ".smt2") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "run with -update to write it")
			require.Equal(t, string(want), got)
		})
	}
}

func TestInterpolateStrength(t *testing.T) {
	script := `(declare-const x Int)
(declare-const y Int)
(assert (! (and (<= 0 x) (<= x y)) :named a))
(assert (! (<= y (- 5)) :named b))
(get-interpolants a b)
`
	for strength, want := range map[string]string{"strong": "((>= y 0))\n", "weak": "((>= y (- 4)))\n"} {
		z := cornet(t, script, "interpolate", "--solver", "native", "--strength", strength, "-")
		require.Equal(t, exitOK, z.code, z.stderr)
		require.Equal(t, want, z.stdout)
	}
}

func TestDumpQueries(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "queries")
	z := cornet(t, counterWith("(< x 0)"), "--solver", "native", "--engine", "lawi", "--no-passes", "--dump-queries", folder, "-")
	require.Equal(t, "sat\n", z.stdout, z.stderr)
	files, err := filepath.Glob(filepath.Join(folder, "*.smt2"))
	require.NoError(t, err)
	kinds := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		_, status, _ := strings.Cut(string(text), "(set-info :status ")
		status, _, _ = strings.Cut(status, ")")
		z := cornet(t, "", "interpolate", "--solver", "native", file)
		require.Equal(t, status, strings.SplitN(z.stdout, "\n", 2)[0], "%s: %s", file, z.stderr)
		kinds[strings.TrimLeft(filepath.Base(file), "0123456789")]++
	}
	require.NotZero(t, kinds["-check.smt2"], kinds)
	require.NotZero(t, kinds["-interpolate.smt2"], kinds)
}

func TestSolverProcess(t *testing.T) {
	z := cornet(t, "", "--solver", "process:", "-")
	require.Equal(t, exitUsage, z.code)
	require.Contains(t, z.stderr, "no command")
	z = cornet(t, "", "--solver", "process:/nonexistent/solver", "-")
	require.NotEqual(t, exitOK, z.code)
	require.Contains(t, z.stderr, "/nonexistent/solver")
	z = cornet(t, counterWith("(< x 0)"), "--solver", "yices", "-")
	require.Equal(t, exitUsage, z.code)
	require.Contains(t, z.stderr, "process:CMD")
}
