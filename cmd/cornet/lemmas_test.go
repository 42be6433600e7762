// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Without a verdict, the inductive ones among the user's candidates are written, and can be read
// again.
func TestLemmas(t *testing.T) {
	dir := t.TempDir()
	guess, found := filepath.Join(dir, "guess"), filepath.Join(dir, "found")
	text := counterWith("(= x 123456)")
	require.NoError(t, os.WriteFile(guess, []byte("(define-fun inv ((n Int)) Bool (and (>= n 0) (<= n 7) (not (= n 3))))"), 0o644))

	// The engine catamorphism has nothing to do over integers.
	z := cornet(t, text, "--engine", "catamorphism", "--solver", "native", "--timeout", "30", "--hints", guess, "--lemmas", found, "-")
	require.Equal(t, exitOK, z.code, z.stderr)
	require.Equal(t, "unknown\n", z.stdout)
	got, err := os.ReadFile(found)
	require.NoError(t, err)
	require.Equal(t, "(\n  (define-fun inv ((x0 Int)) Bool\n    (>= x0 0))\n)\n", string(got))

	z = cornet(t, counterWith("(< x 0)"), "--engine", "predabs", "--solver", "native", "--hints", found, "-")
	require.Equal(t, "sat\n", z.stdout, z.stderr)

	// No file is written if there is a verdict, or if nothing has been proved.
	for property, args := range map[string][]string{"(< x 0)": nil, "(= x 123456)": {"--engine", "catamorphism", "--no-passes"}} {
		none := filepath.Join(dir, "none")
		z = cornet(t, counterWith(property), append(args, "--solver", "native", "--lemmas", none, "-")...)
		require.Equal(t, exitOK, z.code, z.stderr)
		require.NoFileExists(t, none)
	}
}
