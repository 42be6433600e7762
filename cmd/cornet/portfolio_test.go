// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcesses solves by a portfolio of processes. Answers have witnesses, proved facts pass from
// round to round, and no process or file stays behind.
func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	cluster := []string{"--on", "processes", "--members", "3", "--timeout", "60"}
	for file, want := range map[string]string{"bounded_loop": "sat", "counter_up_bug": "unsat"} {
		input, err := filepath.Abs(filepath.Join("..", "..", "testdata", "horn", file+".smt2"))
		require.NoError(t, err)
		z := unconfined(t, dir, append([]string{"solve", "--model", "--proof", input}, cluster...)...)
		assert.Equal(t, want, strings.SplitN(z.stdout, "\n", 2)[0], z.stderr)
		answer := filepath.Join(dir, "answer")
		require.NoError(t, os.WriteFile(answer, []byte(z.stdout), 0o644))
		assert.Contains(t, cornet(t, "", "check", input, answer).stdout, "valid ")
	}
	system := `(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (forall ((n Int)) (=> (= n 0) (inv n))))
(assert (forall ((n Int)) (=> (and (inv n) (< n 7)) (inv (+ n 1)))))
(assert (forall ((n Int)) (=> (and (inv n) (= n 123456)) false)))
(check-sat)
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "input"), []byte(system), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "guess"), []byte("(define-fun inv ((n Int)) Bool (and (>= n 0) (not (= n 3))))"), 0o644))
	z := unconfined(t, dir, append([]string{"solve", "-v", "--engine", "catamorphism", "--solver", "native", "--hints", "guess", "input"}, cluster...)...)
	assert.Contains(t, z.stderr, "unknown: all members of the portfolio give up")
	assert.Contains(t, z.stderr, "msg=lemmas files=1")
	left, err := filepath.Glob(filepath.Join(dir, ".cornet-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
