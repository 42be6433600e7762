// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// TestCompletion completes command lines in bash.
func TestCompletion(t *testing.T) {
	shell := need.Of(t, "bash")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.c"), nil, 0o600))
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte(cornet(t, "", "completion", "bash").stdout), 0o600))
	for _, x := range []struct{ typed, offered string }{
		{"cornet ver", "verify version"},
		{"cornet verify --data", "--data-model"},
		{"cornet verify --data-model = ", "host ILP32 LP64"},
		{"cornet verify --engine p", "predabs pdr"},
		{"cornet verify lo", "loop.c"},
		{"cornet bench --job", "--jobs"},
	} {
		words := strings.Split(x.typed, " ")
		c := exec.CommandContext(t.Context(), shell, "-c", `. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _cornet; echo "${COMPREPLY[*]}"`, script)
		c.Args, c.Dir = append(c.Args, words...), dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, x.offered, strings.TrimSpace(string(out)), x.typed)
	}
	require.Contains(t, cornet(t, "", "completion", "zsh").stdout, "#compdef cornet\n")
	require.Contains(t, cornet(t, "", "completion", "fish").stdout, "complete -c cornet -n '__fish_seen_subcommand_from verify' -l data-model -x -a 'host ILP32 LP64' -d")
}

// TestManual: every command and option is in the manual.
func TestManual(t *testing.T) {
	page := cornet(t, "", "manual").stdout
	for _, want := range []string{".TH CORNET 1", ".SH VERIFY\n", `\-\-data\-model`, ".SH EXIT STATUS"} {
		require.Contains(t, page, want)
	}
	for line := range strings.Lines(page) {
		require.False(t, strings.HasPrefix(line, "'"), line)
	}
}
