// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the automata of the programs in testdata with the stored ones.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			p, err := Load(filepath.Base(f), text, Options{Model: cfg.ILP32})
			require.NoError(t, err)
			require.NoError(t, p.Check())
			golden := strings.TrimSuffix(f, ".c") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(p.String()), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), p.String())
			again, err := Load(filepath.Base(f), text, Options{Model: cfg.ILP32})
			require.NoError(t, err)
			require.Equal(t, p.String(), again.String(), "translation is deterministic")
		})
	}
}
