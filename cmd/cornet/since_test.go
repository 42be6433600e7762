// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// repository makes a Git repository with some files, and makes it the working directory.
func repository(t *testing.T, files map[string]string) (git func(args ...string)) {
	t.Helper()
	need.Of(t, "git")
	for _, name := range []string{"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"} { // set by a hook that runs the tests
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	t.Chdir(t.TempDir())
	git = func(args ...string) {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"}, args...)...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("init", "-q", ".")
	writeAll(t, files)
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	return git
}

func writeAll(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

var sinceFiles = map[string]string{
	"include/top.h": "#define TOP 100\nstruct pair { int a, b; };\n",
	"lib/a.c": `#include "top.h"
int shared = 3;
int clamp(int x) { if (x > TOP) x = TOP; if (x > 100) reach_error(); return x; }
static int twice(int x) { return 2 * x; }
int even(int x) { int z = twice(x); if (z % 2) reach_error(); return z; }
int sum(struct pair *p) { if (shared > 5) reach_error(); return p->a + p->b; }
`,
}

// TestSince: only the functions of a file are verified whose translation has changed. No other
// function is called TRUE.
func TestSince(t *testing.T) {
	const all = "clamp twice even sum"
	for _, c := range []struct {
		name, file, before, after string
		verified, word            string
	}{
		{"nothing", "lib/a.c", "", "", "", "UNCHANGED"},
		{"a comment, and lines that move", "lib/a.c", "int clamp", "/* limits */\n\nint  clamp", "", "UNCHANGED"},
		{"a macro of a header", "include/top.h", "100", "99", "clamp", "UNCHANGED"},
		{"a macro that breaks it", "include/top.h", "100", "101", "clamp", "FALSE"},
		{"a type of a header", "include/top.h", "int a", "short a", "sum", "UNCHANGED"},
		{"a callee", "lib/a.c", "2 * x", "x * 3", "twice even", "FALSE"},
		{"a global", "lib/a.c", "= 3", "= 4", "sum", "UNCHANGED"},
		{"the old text does not read", "lib/a.c", "", "", all, "TRUE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			git := repository(t, sinceFiles)
			if c.verified == all {
				writeAll(t, map[string]string{"lib/a.c": "int main( {"})
				git("commit", "-qam", "broken")
				writeAll(t, sinceFiles)
			}
			text := strings.Replace(sinceFiles[c.file], c.before, c.after, 1)
			writeAll(t, map[string]string{c.file: text})
			z := cornet(t, "", "verify", "--each=*", "-Iinclude", "--since=HEAD", "lib/a.c", "--format=json", "--replay=off", "--fail-on=false")
			require.Equal(t, c.word == "FALSE", z.code == exitNegative, z.stderr)
			var r report
			require.NoError(t, json.Unmarshal([]byte(z.stdout), &r), z.stdout)
			require.Equal(t, c.word, r.Verdict)
			var verified []string
			for _, e := range r.Entries {
				if e.Verdict == "UNCHANGED" {
					require.Equal(t, "unchanged since HEAD", e.Reason)
				} else {
					verified = append(verified, e.Function)
				}
			}
			require.Equal(t, c.verified, strings.Join(verified, " "))
		})
	}
}

// TestSinceReports: a skipped function is a skipped case for JUnit. SARIF and the text say so too.
func TestSinceReports(t *testing.T) {
	repository(t, sinceFiles)
	writeAll(t, map[string]string{"lib/a.c": strings.Replace(sinceFiles["lib/a.c"], "2 * x", "3 * x", 1)})
	verify := func(args ...string) string {
		return cornet(t, "", append([]string{"verify", "--each=*", "-Iinclude", "--since=HEAD", "lib/a.c", "--replay=off"}, args...)...).stdout
	}
	text := verify()
	require.True(t, strings.HasPrefix(text, "FALSE\nclamp: unchanged since HEAD\ntwice: TRUE\neven: FALSE\n"), text)
	require.Contains(t, verify("--format=junit"), `tests="4" failures="1" errors="0" skipped="2"`)
	sarif := verify("--format=sarif")
	require.Contains(t, sarif, `"clamp": "UNCHANGED"`)
	require.Equal(t, 1, strings.Count(sarif, `"ruleId"`))

	whole := cornet(t, "", "verify", "--entry=clamp", "-Iinclude", "--since=HEAD", "lib/a.c")
	require.Equal(t, "UNCHANGED\nreason: unchanged since HEAD\n", whole.stdout)
	require.Contains(t, cornet(t, "", "verify", "--entry=clamp", "-Iinclude", "--since=HEAD", "lib/a.c", "--format=junit").stdout, "<skipped")
}

// TestSinceProject: the database and its options are those of the revision if Git tracks it. A file
// that did not exist then has changed.
func TestSinceProject(t *testing.T) {
	const entry = `{"directory": ".", "file": "lib/a.c", "arguments": ["cc", "-Iinclude", "-c", "lib/a.c"]}`
	files := map[string]string{"compile_commands.json": "[" + entry + "]", "lib/a.c": sinceFiles["lib/a.c"], "include/top.h": sinceFiles["include/top.h"]}
	repository(t, files)
	verify := func() string {
		return cornet(t, "", "verify", "--each=*", "--project=compile_commands.json", "--since=HEAD").stdout
	}
	require.True(t, strings.HasPrefix(verify(), "UNCHANGED\n"))
	writeAll(t, map[string]string{
		"lib/b.c":               "int added(void) { return 1; }\n",
		"compile_commands.json": "[" + strings.Replace(entry, `"-c"`, `"-DTOP=5", "-c"`, 1) + "," + strings.ReplaceAll(entry, "a.c", "b.c") + "]",
		"include/top.h":         "#ifndef TOP\n" + strings.Replace(sinceFiles["include/top.h"], "\n", "\n#endif\n", 1),
	})
	require.Equal(t, "UNCHANGED\nclamp: TRUE\ntwice: unchanged since HEAD\neven: unchanged since HEAD\nsum: unchanged since HEAD\nadded: TRUE\n", verify())
}

// returnsTop has an error function to reach, so its answer is just the verdict.
const returnsTop = "extern void reach_error(void);\nint f(void) { if (!TOP) reach_error(); return TOP; }\n"

// TestSinceLinks: a file that is read through a changed submodule or symbolic link counts as
// changed.
func TestSinceLinks(t *testing.T) {
	git := repository(t, map[string]string{"one/top.h": "#define TOP 1\n", "two/top.h": "#define TOP 2\n", "a.c": "#include \"link/top.h\"\n" + returnsTop})
	require.NoError(t, os.Symlink("one", "link"))
	git("add", "-A")
	git("commit", "-qm", "link")
	verify := func() string {
		return cornet(t, "", "verify", "--entry=f", "--since=HEAD", "a.c").stdout
	}
	require.Contains(t, verify(), "unchanged since HEAD")
	writeAll(t, map[string]string{"one/top.h": "#define TOP 3\n"})
	require.Equal(t, "TRUE\n", verify())
	git("checkout", "-q", ".")
	require.Contains(t, verify(), "unchanged since HEAD")
	require.NoError(t, os.Remove("link"))
	require.NoError(t, os.Symlink("two", "link"))
	require.Equal(t, "TRUE\n", verify())
}

// TestSinceAdded: a new header that precedes the revision's on the include path is a change. A
// header that Git ignores does not count.
func TestSinceAdded(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"new/a.h", "TRUE\n"},
		{"generated/a.h", "UNCHANGED\nreason: unchanged since HEAD\n"},
		{"own/a.h", "TRUE\n"},
		{"link", "TRUE\n"},
	} {
		git := repository(t, map[string]string{"a.c": "#include <a.h>\n" + returnsTop, "a.h": "#define TOP 1\n", "other/a.h": "#define TOP 2\n", ".gitignore": "generated\n"})
		switch c.name {
		case "link":
			require.NoError(t, os.Symlink("other", "link"))
		case "own/a.h":
			git("init", "-q", "own")
			fallthrough
		default:
			writeAll(t, map[string]string{c.name: "#define TOP 2\n"})
		}
		z := cornet(t, "", "verify", "--entry=f", "-Inew", "-Igenerated", "-Iown", "-Ilink", "-I.", "--since=HEAD", "a.c")
		require.Equal(t, c.want, z.stdout, c.name)
	}
}

// TestSinceErrors checks that messages name what is missing.
func TestSinceErrors(t *testing.T) {
	repository(t, sinceFiles)
	outside := filepath.Join(t.TempDir(), "b.c")
	require.NoError(t, os.WriteFile(outside, []byte("int main(void) { return 0; }"), 0o644))
	for _, c := range []struct{ args, want string }{
		{"--since=v9 lib/a.c", "--since: no such revision: v9 in the repository"},
		{"--since=--all lib/a.c", "--since: no such revision: --all"},
		{"--since=HEAD " + outside, "is outside of the repository"},
		{"--since=HEAD --witness=w.yml lib/a.c", "--witness cannot be combined with --each or --since"},
		{"--since=HEAD --cover=branch --harness=h.c --certificate=c --witness=w.yml lib/a.c", "--witness cannot be combined with --each or --since"},
		{"--each=* --argument=p=null --entry=sum --cover=branch lib/a.c", "--cover cannot be combined with --each or --since"},
		{"--validate-witness=w.yml --certificate=c --cover=branch lib/a.c", "--cover cannot be combined with --validate-witness"},
		{"--each=none* -Iinclude lib/a.c", "--each none*: the files define no such function"},
		{"--each=* --entry=sum lib/a.c", "--entry cannot be combined with --each"},
	} {
		z := cornet(t, "", append([]string{"verify"}, strings.Fields(c.args)...)...)
		require.Equal(t, exitUsage, z.code, c.args)
		require.Contains(t, z.stderr, c.want)
	}
	t.Chdir(filepath.Dir(outside))
	require.Contains(t, cornet(t, "", "verify", "--since=HEAD", outside).stderr, "not a git repository")
	t.Setenv("PATH", "")
	require.Contains(t, cornet(t, "", "verify", "--since=HEAD", outside).stderr, "git is not installed, or not on PATH")
}
