// SPDX-License-Identifier: Apache-2.0

package cornet_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOutside builds the program of docs/go-api.md in a module of its own, without a network, and
// runs it.
func TestOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("links a program")
	}
	page, err := os.ReadFile(filepath.Join("docs", "go-api.md"))
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(page)
	want := regexp.MustCompile("(?s)```text\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, program)
	require.NotNil(t, want)
	root, err := os.Getwd()
	require.NoError(t, err)
	sums, err := os.ReadFile("go.sum")
	require.NoError(t, err)
	version := regexp.MustCompile(`(?m)^go .*$`)
	mod, err := os.ReadFile("go.mod")
	require.NoError(t, err)

	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": string(program[1]),
		"go.mod":  "module example.org/outside\n\n" + version.FindString(string(mod)) + "\n\nrequire cornet v0.0.0\n\nreplace cornet => " + root + "\n",
		"go.sum":  string(sums),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	run := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, string(want[1]), string(out))
}
