// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDefectsMatch checks that the text that each defect replaces is in its file, once.
func TestDefectsMatch(t *testing.T) {
	t.Parallel()
	defects, err := readDefects("defects.txt")
	require.NoError(t, err)
	require.NotEmpty(t, defects)
	for _, d := range defects {
		text, err := os.ReadFile(filepath.Join("../..", d.file))
		require.NoError(t, err, d.what)
		require.Equal(t, 1, strings.Count(string(text), d.old), "%s: %q in %s", d.what, d.old, d.file)
		require.NotEqual(t, d.old, d.new, d.what)
	}
}
