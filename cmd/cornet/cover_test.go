// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/sandbox"
	"cornet/internal/test/need"
)

// TestCover runs the suites that --cover writes, and compares the claimed coverage with that of
// gcov.
func TestCover(t *testing.T) {
	t.Parallel()
	need.Of(t, "gcc", "gcov", "make")
	need.Found(t, "sandbox", sandbox.Available())
	const head = "extern int n(void);\nextern void reach_error(void);\nint g;\n"
	for _, test := range []struct{ name, text, lines, says string }{
		{"a line that no input reaches", "int main(void) {\n int x = n();\n if (x > 5 && x < 3)\n  g = 1;\n return x;\n}\n", "4 of 5", "p.c:7: unreachable, as a proof shows"},
		{"inputs decide", "int main(void) {\n int x = n();\n if (x == 77)\n  g = 1;\n return x;\n}\n", "5 of 5", ""},
		{"an execution ends at an error", "int main(void) {\n if (n())\n  reach_error();\n if (n() == 9)\n  g = 2;\n return 0;\n}\n", "6 of 6", ""},
		{"a function that is called in vain", "int f(int a) {\n return a;\n}\nint main(void) {\n unsigned x = n();\n if (x % 3 == 3)\n  f(1);\n return 0;\n}\n", "4 of 7",
			"p.c:4: unreachable, as a proof shows\np.c:5: unreachable, as a proof shows\np.c:10: unreachable, as a proof shows"},
		{"no inputs", "int main(void) {\n for (int i = 0; i < 3; i++)\n  g += i;\n if (g != 3)\n  g = 0;\n return 0;\n}\n", "5 of 6", "p.c:8: unreachable, as a proof shows"},
		{"a part of a line", "int f(int a) { return a; }\nint main(void) {\n int x = n(); if (x != x) g = 1;\n return 0;\n}\n", "3 of 4", "p.c:4: not covered"},
		{"functions of one line", "int f(void) { return 1; } int h(void) { return 2; }\nint main(void) {\n unsigned x = n(); if (x % 3 == 3) f(); if (x % 2 == 1) x += h() != 2;\n return 0;\n}\n", "3 of 4", "p.c:4: not covered"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			file, suite := filepath.Join(dir, "p.c"), filepath.Join(dir, "suite")
			require.NoError(t, os.WriteFile(file, []byte(head+test.text), 0o600))
			z := cornet(t, "", "verify", "--data-model", "LP64", "--cover", "lines", "--suite", suite, "--timeout", "60", file)
			require.Equal(t, exitOK, z.code, z.stderr)
			require.Regexp(t, "^lines: "+test.lines+" covered by", z.stdout)
			says := regexp.MustCompile(`p\.c:\d+: (not covered|unreachable.*)(\n.*p\.c:\d+: (not covered|unreachable.*))*`).FindString(z.stdout)
			require.Equal(t, test.says, regexp.MustCompile(`\n.*/`).ReplaceAllString(says, "\n"), z.stdout)

			out, err := exec.CommandContext(t.Context(), "make", "-C", suite).CombinedOutput()
			require.NoError(t, err, "%s", out)
			var covered, all int
			_, err = fmt.Sscanf(test.lines, "%d of %d", &covered, &all)
			require.NoError(t, err)
			require.Contains(t, string(out), fmt.Sprintf("Lines executed:%.2f%% of %d", 100*float64(covered)/float64(all), all))
		})
	}
}

// TestCoverRefuses checks which options --cover excludes.
func TestCoverRefuses(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"--suite", "s", "--replay", "off"},
		{"--suite", "s", "--check", "overflow"},
		{"--suite", "s", "--harness", "h"},
		{"--suite", "s", "--ints", "math"},
		{"--suite", "s", "--missing-body", "error"},
	} {
		z := cornet(t, "int main(void) { return 0; }", append([]string{"verify", "-", "--cover", "lines"}, args...)...)
		require.NotEqual(t, exitOK, z.code, args)
		require.Contains(t, z.stdout+z.stderr, "--cover", args)
	}
}
