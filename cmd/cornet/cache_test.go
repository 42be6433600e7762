// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCache: a second run finds its witness, also after an edit that it outlives; a wrong one is not believed.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	solve := func(text string) (answer string, cached bool) {
		z := cornet(t, text, "-", "--cache", dir, "--stats=json")
		return strings.TrimSpace(z.stdout), strings.Contains(z.stderr, `"engine": "cache"`)
	}
	check := func(text, want string, fromCache bool) {
		t.Helper()
		answer, cached := solve(text)
		require.Equal(t, want, answer)
		require.Equal(t, fromCache, cached)
	}
	safe := counterWith("(< x 0)")
	check(safe, "sat", false)
	check(safe, "sat", true)
	check(counterWith("(< x (- 1))"), "sat", true)
	unsafe := counterWith("(> x 3)")
	check(unsafe, "unsat", false)
	check(unsafe, "unsat", true)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return os.WriteFile(path, []byte(strings.Replace(string(text), "(>= ", "(<= ", 1)), 0o600)
	}))
	check(safe, "sat", false)
}
