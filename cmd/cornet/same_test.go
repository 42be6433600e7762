// SPDX-License-Identifier: Apache-2.0

package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSameAnswer checks that two runs print the same, including the witness.
func TestSameAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies systems and programs several times")
	}
	for _, test := range []struct {
		files string
		args  []string
	}{
		{"horn/*.smt2", []string{"solve", "--model", "--proof"}},
		{"c/*.c", []string{"verify", "--no-simulate", "--no-replay", "--invariants", "--trace=0"}},
	} {
		files, err := filepath.Glob(filepath.Join("../../testdata", test.files))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel() // so that the times differ
				args := append(test.args[:len(test.args):len(test.args)], "--timeout=20", "--solver=native", file)
				first := cornet(t, "", args...)
				require.NotContains(t, first.stderr, "timeout")
				require.Equal(t, first, cornet(t, "", args...))
			})
		}
	}
}
