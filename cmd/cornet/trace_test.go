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

const traceDir = "../../testdata/c/traces"

// traceModes are the options to verify a program in traceDir, by the suffix of the file with the
// expected output.
var traceModes = map[string][]string{
	".txt":        nil, // a run of the interpreter
	".solver.txt": {"--no-simulate", "--engine", "pdr", "--solver", "native"},
	".check.txt":  {"--signed-overflow", "check", "--engine", "pdr", "--solver", "native"},
	".lazy.txt":   {"--no-simulate", "--engine", "lawi", "--solver", "native", "--product", "lazy"},
}

// remarks returns the lines of an answer that do not belong to the counterexample.
var remarks = regexp.MustCompile(`(?m)^(replay|assuming): .*\n`)

// Counterexamples show what every thread does, and calls, branches and values. Pointers have the
// names of their targets. This holds for runs of the interpreter as well as for refutations.
// -update writes the expected traces anew.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(traceDir, "*.c"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		for end, flags := range traceModes {
			expected := strings.TrimSuffix(file, ".c") + end
			want, err := os.ReadFile(expected)
			if err != nil {
				require.ErrorIs(t, err, os.ErrNotExist)
				continue
			}
			t.Run(filepath.Base(expected), func(t *testing.T) {
				t.Parallel()
				z := cornet(t, "", append([]string{"verify", file, "--no-replay", "--trace", "0", "--timeout", "60"}, flags...)...)
				got := strings.ReplaceAll(z.stdout, filepath.ToSlash(traceDir)+"/", "")
				got = remarks.ReplaceAllString(got, "")
				if *update {
					require.NoError(t, os.WriteFile(expected, []byte(got), 0o644))
					return
				}
				require.Equal(t, string(want), got, z.stderr)
			})
		}
	}
}

// A page holds the source and the steps. No text of the program is taken for markup.
func TestPage(t *testing.T) {
	has := func(z outcome, text string) { require.True(t, strings.Contains(z.stdout, text), text) }
	lacks := func(z outcome, text string) { require.False(t, strings.Contains(z.stdout, text), text) }
	text := "int n(void);\nint main(void) {\n  char *s = \"</script><b onclick='x'>&amp;\";\n  int x = n();\n  if (x == 7 && s[0] == '<') { ERROR: ; }\n}\n"
	z := cornet(t, text, "verify", "-", "--no-replay", "--format", "html")
	require.Equal(t, exitOK, z.code, z.stderr)
	require.True(t, strings.HasPrefix(z.stdout, "<!DOCTYPE html>\n"))
	has(z, `<b class="FALSE">FALSE</b> -`)
	has(z, `&lt;/script&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;&#34;;`)
	has(z, `<a href="#L4">4</a></td><td class="t0 major" style="padding-left: 1em">n() = 7</td>`)
	has(z, "the label ERROR is reached")
	has(z, "<p>replay: ")
	require.Equal(t, 1, strings.Count(z.stdout, "</script>"))
	lacks(z, "http:")
	lacks(z, "https:")
	lacks(z, "src=")

	z = cornet(t, "int main(void) { return 0; }", "verify", "-", "--format", "html")
	has(z, `<b class="TRUE">TRUE</b> -`)
	lacks(z, "<table>")
	z = cornet(t, "int main(void) { return }", "verify", "-", "--format", "html")
	require.Equal(t, exitInput, z.code)
	has(z, `<p>reason: -:1:25: unexpected &#39;}&#39;`)

	z = cornet(t, "", "verify", filepath.Join(traceDir, "lost-update.c"), "--no-replay", "--format", "html")
	has(z, `<th class="t0">main</th><th class="t1">thread 1</th><th class="t2">thread 2</th>`)
	has(z, `<td></td><td class="t1 major" style="padding-left: 1em">locks m</td><td></td>`)

	z = cornet(t, "int main(void) {\n  int i = 0;\n  while (i < 100000)\n    i++;\n  if (i != 100000) reach_error();\n}\n", "verify", "-", "--invariants", "--format", "html")
	require.Regexp(t, `while \(i &lt; 100000\)\n</span><span id="L3I\d+" class="inv"><i></i>invariant: `, z.stdout)
}
