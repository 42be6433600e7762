// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// An editor opens a program with an error, and saves it.
func TestEditors(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("..", "..", "packaging", "editors"))
	require.NoError(t, err)
	for _, x := range []struct {
		editor    string
		arguments []string
		says      []string
	}{
		{
			"nvim",
			[]string{"--headless", "--clean", "--cmd", "set rtp+=" + folder + "/neovim", "-c", "luafile " + folder + "/neovim/try.lua"},
			[]string{"opened: 0 diagnostics", "20:5: the error function is called", "FALSE (again)"},
		},
		{
			"emacs",
			[]string{"--batch", "-l", folder + "/emacs/try.el"},
			[]string{"20: cornet [reach-error]: the error function is called"},
		},
	} {
		t.Run(x.editor, func(t *testing.T) {
			editor := need.Of(t, x.editor)
			text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "c", "sum.c"))
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), "sum.c")
			require.NoError(t, os.WriteFile(file, text, 0o644))
			self, err := os.Executable()
			require.NoError(t, err)
			c := exec.CommandContext(t.Context(), editor, x.arguments...)
			c.Env = append(os.Environ(), stackVariable+"=1000000000", "CORNET="+self, "FILE="+file)
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
			for _, said := range x.says {
				require.Contains(t, string(out), said)
			}
		})
	}
}
