// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAccessRows checks that the rows of accessRows are well formed.
func TestAccessRows(t *testing.T) {
	names := map[string]bool{}
	for _, row := range strings.FieldsFunc(accessRows, func(c rune) bool { return c == '\n' || c == '|' }) {
		if name, _, _ := strings.Cut(strings.TrimSpace(row), " "); name != "" {
			require.False(t, names[name], "%s has two rows", name)
			names[name] = true
		}
	}
	for name, row := range newAccesses() {
		for i, a := range row {
			require.Contains(t, []string{"-", "own", "text", "read", "write", "in", "out", "format", "reads", "any"}, a.word, name)
			for _, factor := range a.extent {
				n, err := strconv.Atoi(strings.TrimPrefix(factor, "#"))
				require.NoError(t, err, name)
				if strings.HasPrefix(factor, "#") {
					require.True(t, n >= 1 && n <= len(row) && n != i+1 && row[n-1].word == "-", "%s: %s is no number", name, factor)
				}
			}
		}
	}
}

// TestAccessesAreKnown checks the functions with pointer parameters in the embedded headers. For
// each, it must be known what the function does to memory. It has a row in accessRows, a body in C,
// or a model that accesses memory by operations, or it is refused.
func TestAccessesAreKnown(t *testing.T) {
	known := map[string]bool{}
	for name := range newAccesses() {
		known[name] = true
	}
	for _, table := range []map[string]model{
		memoryModels(), sortModels(), argumentModels(), threadModels(), lockModels(), mutexAttributeModels(), semaphoreModels(), atomicModels(), refusedModels(),
		floatModels(), ignoredModels(), propertyModels(), harnessModels(), contractModels(), controlModels(),
	} {
		for name := range table {
			known[name] = true
		}
	}
	models, err := headers.ReadFile("include/models.c")
	require.NoError(t, err)
	for _, m := range libraryName.FindAllSubmatch(models, -1) {
		known[string(m[1])] = true
	}
	declaration := regexp.MustCompile(`(?m)^[a-zA-Z_][\w \t*]*?\b(\w+)\(([^;{}]*[*\[][^;{}]*)\)[^;{}]*;`)
	count, unknown := 0, []string(nil)
	require.NoError(t, fs.WalkDir(headers, "include", func(path string, _ fs.DirEntry, err error) error {
		require.NoError(t, err)
		if !strings.HasSuffix(path, ".h") {
			return nil
		}
		text, err := headers.ReadFile(path)
		require.NoError(t, err)
		for _, m := range declaration.FindAllStringSubmatch(string(text), -1) {
			count++
			name := strings.TrimPrefix(m[1], "__cornet_")
			if !known[name] && !known[m[1]] && !strings.HasPrefix(name, intrinsics) {
				unknown = append(unknown, path+": "+m[1])
			}
		}
		return nil
	}))
	require.Empty(t, unknown, "what do they access? Give them rows in accessRows")
	require.Greater(t, count, 150)
}
