// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAnnotations: a finding is an error and an undecided property is a warning, in one line each.
// The same answer is written to a file as a table.
func TestAnnotations(t *testing.T) {
	t.Chdir(t.TempDir())
	writeAll(t, map[string]string{"a,b.c": "int odd(int x) { if (x % 2 == 1)\n reach_error(); return x; }\nint sure(int x) { return x; }\n" +
		"int jump(int x) { __asm__ goto(\"\" : : : : out); out: return x; }\n"})
	z := cornet(t, "", "verify", "--each=*", "a,b.c", "--replay=off", "--format=github", "--report=markdown=a.md", "--report=sarif="+filepath.Join(".", "a.sarif"), "--fail-on=unknown")
	require.Equal(t, exitNegative, z.code, z.stderr)
	lines := strings.Split(z.stdout, "\n")
	require.Equal(t, []string{"cornet: FALSE", "odd: FALSE", "sure: TRUE", "jump: UNKNOWN"}, lines[:4])
	require.True(t, strings.HasPrefix(lines[4], "::error file=a%2Cb.c,line=2,col=2,title=cornet%3A "), lines[4])
	require.Contains(t, lines[4], "x %25 2 == 1 holds%0A")
	require.True(t, strings.HasPrefix(lines[5], "::warning file=a%2Cb.c,line=4,col=5,title=cornet%3A jump::UNKNOWN: "), lines[5])
	require.Equal(t, "", lines[6])
	table, err := os.ReadFile("a.md")
	require.NoError(t, err)
	for _, row := range []string{"### Cornet: FALSE", "| `odd` | FALSE | a,b.c:2:2: ", "| `sure` | TRUE |", "| `jump` | UNKNOWN | "} {
		require.Contains(t, string(table), row)
	}
	sarif, err := os.ReadFile("a.sarif")
	require.NoError(t, err)
	require.Contains(t, string(sarif), `"uri": "a,b.c"`)
	require.Equal(t, exitUsage, cornet(t, "", "verify", "a,b.c", "--report=json=x").code)
}
