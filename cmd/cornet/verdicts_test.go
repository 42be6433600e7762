// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVerdicts decides systems on which there was no verdict, or a wrong one. Each file says what is right, and in its first line
// what is special.
func TestVerdicts(t *testing.T) {
	needZ3(t)
	files, err := filepath.Glob("testdata/verdicts/*.smt2")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	status := regexp.MustCompile(`\(set-info :status (\w+)\)`)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".smt2"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			want := status.FindSubmatch(text)
			require.NotNil(t, want, "no status")
			z := cornet(t, "", file, "--timeout", "60", "--reproducers", t.TempDir())
			require.Equal(t, outcome{exitOK, string(want[1]) + "\n", ""}, z)
		})
	}
}
