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

// TestVerdicts decides systems that once got no verdict, or a wrong one. The first line of each
// file gives the right verdict and the special difficulty.
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

// An answer that depends on the number of elements of a sort is neither a defect nor a verdict.
func TestOpenSort(t *testing.T) {
	needZ3(t)
	z := cornet(t, `(set-logic HORN)
(declare-sort S 0)
(declare-fun p (Bool) Bool)
(assert (p false))
(assert (forall ((x S)) (=> (and (p false) (forall ((y S)) (= y x))) false)))
(check-sat)
`, "-", "--timeout", "60", "--reproducers", t.TempDir())
	require.Equal(t, exitOK, z.code, z.stderr)
	require.Equal(t, "unknown\n", z.stdout)
	require.Contains(t, z.stderr, "undefined under the values")
}
