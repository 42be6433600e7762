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

// TestPython runs the tests of the Python package, and the examples of its page, with this program.
func TestPython(t *testing.T) {
	t.Parallel()
	python := need.Of(t, "python3 -m pytest")
	self, err := os.Executable()
	require.NoError(t, err)
	folder, err := filepath.Abs(filepath.Join("..", "..", "packaging", "python"))
	require.NoError(t, err)
	c := exec.CommandContext(t.Context(), python, "-m", "pytest", "-q", "-p", "no:cacheprovider", filepath.Join(folder, "tests"))
	c.Env = append(os.Environ(), stackVariable+"=1000000000", "CORNET="+self, "PYTHONPATH="+folder, "PYTHONDONTWRITEBYTECODE=1")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
