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

// TestCache: a second run finds its witness in the cache, also after an edit to which the witness
// still applies. A wrong witness is not believed.
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

// TestCachedProgram: a program is neither run nor solved again after lines have moved, nor after an
// edit for which its invariant still holds. An edit for which it does not hold is still detected.
func TestCachedProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := t.TempDir()
	const program = "int sum(int n) {\n  int s = 0, i = 0;\n  while (i < n && i < 30000) { i++; if (s < i) s++; }\n  if (s > 30000) reach_error();\n  return s;\n}\n"
	verify := func(text string) (answer string, cached bool) {
		writeAll(t, map[string]string{"a.c": text})
		z := cornet(t, "", "verify", "--entry=sum", "a.c", "--cache", dir, "--stats=json", "--replay=off")
		word, _, _ := strings.Cut(z.stdout, "\n")
		return word, strings.Contains(z.stderr, `"engine": "cache"`)
	}
	for _, c := range []struct {
		text, want string
		cached     bool
	}{
		{program, "TRUE", false},
		{"// moved\n\n" + program, "TRUE", true},
		{strings.Replace(program, "s > 30000", "s > 30001", 1), "TRUE", true},
		{strings.Replace(program, "s > 30000", "s > 29", 1), "FALSE", false},
	} {
		answer, cached := verify(c.text)
		require.Equal(t, c.want, answer, c.text)
		require.Equal(t, c.cached, cached, c.text)
	}
}
