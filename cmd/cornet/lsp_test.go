// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNeovim has an editor open a program that is wrong, and save it.
func TestNeovim(t *testing.T) {
	editor, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("install Neovim, as the Debian package neovim")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "c", "sum.c"))
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "sum.c")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	folder := filepath.Join("..", "..", "editors", "neovim")
	c := exec.CommandContext(t.Context(), editor, "--headless", "--clean", "--cmd", "set rtp+="+folder, "-c", "luafile "+filepath.Join(folder, "try.lua"))
	self, err := os.Executable()
	require.NoError(t, err)
	c.Env = append(os.Environ(), stackVariable+"=1000000000", "CORNET="+self, "FILE="+file)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "opened: 0 diagnostics")
	require.Contains(t, string(out), "20:5: the error function is called")
	require.Contains(t, string(out), "FALSE (again)")
}
