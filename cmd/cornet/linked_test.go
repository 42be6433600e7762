// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// TestSameNames: if several files use a name for different things, each file means its own. A
// strong definition takes precedence over a weak one.
func TestSameNames(t *testing.T) {
	const reach, twice = "extern void reach_error(void);\n", "static int cb(int x) { return x * 2; }\n"
	for name, texts := range map[string][2]string{
		"a local static pointer": {
			"static int cb(int x) { return x + 1; }\nint get(int);\nint main(void) { int k = cb(3); if (get(3) == 6) reach_error(); return k; }",
			twice + "int get(int x) { static int (*t)(int) = cb; return t(x); }"},
		"a table": {
			"static int cb(int x) { return x + 1; }\nextern int (*tab[1])(int);\nint main(void) { int (*k)(int) = cb; if (tab[0](3) == 6 && k(3) == 4) reach_error(); return 0; }",
			twice + "int (*tab[1])(int) = {cb};"},
		"only one address": {
			"static int cb(int x) { return x + 1; }\nint get(int);\nint main(void) { if (get(3) == 6) reach_error(); return 0; }",
			twice + "int get(int x) { int (*t)(int) = cb; return t(x); }"},
		"tentative and weak": {"int wv;\nint main(void) { if (wv == 0) reach_error(); return 0; }", "__attribute__((weak)) int wv = 11;"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a, b := filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")
			require.NoError(t, os.WriteFile(a, []byte(reach+texts[0]+"\n"), 0o600))
			require.NoError(t, os.WriteFile(b, []byte(texts[1]+"\n"), 0o600))
			for _, files := range [][]string{{a, b}, {b, a}} {
				z := cornet(t, "", append([]string{"verify", "--no-replay"}, files...)...)
				require.Regexp(t, "^FALSE", z.stdout)
			}
		})
	}
}

// TestSharedModels: several files call the same functions of the library. These have the parameters
// that their bodies mention.
func TestSharedModels(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")
	require.NoError(t, os.WriteFile(a, []byte(`#include <stdlib.h>
#include <assert.h>
_Bool eq(const void *a, const void *b, size_t n);
int main(void) { char a = atoi("1"), b = a + 1; assert(!eq(&a, &b, 1)); }
`), 0o600))
	require.NoError(t, os.WriteFile(b, []byte("#include <string.h>\n_Bool eq(const void *a, const void *b, size_t n) { return memcmp(a, b, n) == 0; }\n"), 0o600))
	require.Regexp(t, "^TRUE", cornet(t, "", "verify", "--no-replay", a, b).stdout)
}

// TestLinked: each file is compiled by itself and then linked, with the options of a compiler.
func TestLinked(t *testing.T) {
	t.Chdir("../../testdata/c/linked")
	commands := filepath.Join(t.TempDir(), "compile_commands.json")
	here, err := os.Getwd()
	require.NoError(t, err)
	database := `[{"directory": "HERE", "file": "main.c", "command": "cc -m32 -O2 -Wall -Iinclude '-DERROR_AT=9' -c main.c -o main.o"},
		{"directory": "HERE/app", "file": "queue.c", "arguments": ["cc", "-m32", "-c", "queue.c"]},
		{"directory": "HERE", "file": "weak.c", "command": "cc -m32 -c weak.c"}, {"directory": "HERE", "file": "other.cpp", "command": "c++ other.cpp"}]`
	require.NoError(t, os.WriteFile(commands, []byte(strings.ReplaceAll(database, "HERE", here)), 0o600))
	all := []string{"main.c", "app/queue.c", "weak.c", "-Iinclude"}
	for _, c := range []struct {
		name string
		args []string
		want string // in the answer
	}{
		{"proof", append(all, "-DERROR_AT=10"), "TRUE"},
		{"error", append(all, "-D", "ERROR_AT=9"), "app/queue.c:5:   calls helper@queue.c(x = 7)"},
		{"in another order", []string{"weak.c", "app/queue.c", "main.c", "-I", "include", "-DERROR_AT=9", "-UERROR_AT", "-D", "ERROR_AT=1"}, "TRUE"},
		{"a system's directory", append(all[:3:3], "-isystem", "include", "-DERROR_AT=9", "-m64", "-std=gnu99"), "FALSE"},
		{"a header before all", append(all[:3:3], "-iquote", "include", "-include", "config.h", "-DERROR_AT=9"), `the header <config.h> is not found`},
		{"project", []string{"--project", commands}, "FALSE"},
		{"a file of a project", []string{"--project", commands, filepath.Join(here, "main.c")}, "FALSE"},
		{"files of a project", []string{"--project", commands, "--file", "app/*.c"}, "the entry function main is not defined"},
		{"missing file", append(all[:1:1], "-Iinclude", "-DERROR_AT=99"), "assuming: main.c:13: set() has no body"},
		{"two definitions", append([]string{"weak.c"}, append(all, "-DERROR_AT=9")...), "weak.c:3:5: variable spare is defined twice, first at weak.c:3:5"},
		{"standard", append(all, "-std=c23"), "-std=c23: unsupported operation: c99"},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := cornet(t, "", append([]string{"verify", "--no-replay"}, c.args...)...)
			require.Contains(t, z.stdout+z.stderr, c.want)
		})
	}
	need.Of(t, "gcc")
	dir := t.TempDir()
	z := cornet(t, "", append([]string{"verify", "-DERROR_AT=9", "-m64", "--harness", dir, "--witness", filepath.Join(dir, "w.yml"), "--replay=unconfined"}, all...)...)
	require.Contains(t, z.stdout, "replay: confirmed by running the program")
	gcc := exec.Command("gcc", "-w", "-fwrapv", "-fcommon", "-Wl,-z,muldefs", "-o", "run", "program.c", "program-2.c", "program-3.c", "harness.c")
	gcc.Dir = dir
	out, err := gcc.CombinedOutput()
	require.NoError(t, err, string(out))
	require.ErrorContains(t, exec.Command(filepath.Join(dir, "run")).Run(), "exit status 107")
	witness, err := os.ReadFile(filepath.Join(dir, "w.yml"))
	require.NoError(t, err)
	require.Regexp(t, `(?s)input_files:\s+- main.c\s+- app/queue.c\s+- weak.c.*\\result == `, string(witness))
}

// TestConflicts: if translation units contradict each other in a declaration, the program is
// refused, with both positions.
func TestConflicts(t *testing.T) {
	for _, c := range []struct{ one, two, want string }{
		{"long long f(void) { return 1; }", "int f(void); int main(void) { return f(); }", "two.c:1:5: function f with another type than at one.c:1:11: not supported"},
		{"int f(void) { return 1; }", "int f(void) { return 2; } int main(void) { return f(); }", "two.c:1:5: function f is defined twice, first at one.c:1:5"},
		{"static int f(void) { return 1; }", "int f(void) { return 2; } int main(void) { if (f() != 2) reach_error(); }", "TRUE"},
		{"int f(void) { return 1; }", "inline int f(void) { return 2; } int main(void) { return f(); }", "TRUE"},
		{"inline int f(void) { return 1; } extern int f(void);", "int f(void); int main(void) { if (f() == 1) reach_error(); }", "FALSE"},
		{"long long v;", "extern int v; int main(void) { return v; }", "two.c:1:12: variable v of type int32, which is int64 at one.c:1:11: not supported"},
		{"int v[3];", "extern int v[]; int main(void) { if (sizeof v[2] != 4 || v[2]) reach_error(); }", "TRUE"},
		{"int v[3];", "extern int *v; int main(void) { return *v; }", "variable v of type int32*, which is int32[3]"},
		{"int v = 1;", "int v = 2; int main(void) { return v; }", "two.c:1:5: variable v is defined twice, first at one.c:1:5"},
		{"int v __attribute__((weak)) = 1;", "int v = 2; int main(void) { if (v != 2) reach_error(); }", "TRUE"},
		{"struct s { int a; char b; }; int g(struct s *p) { return p->b; }", "struct s { char b; int a; }; int g(struct s *p); int main(void) { struct s s; return g(&s); }", "function g with another type"},
		{"struct s; struct t { struct s *s; }; struct t *g(struct t *p) { return p; }",
			"struct s { int x; }; struct t { struct s *s; }; struct t *g(struct t *p); int main(void) { struct s s = {4}; struct t t = {&s}; if (g(&t)->s->x != 4) reach_error(); }", "TRUE"},
		{"struct s { int i; struct { struct s *up; int n; } m; }; int g(struct s *p) { return p->m.up->i; }",
			"struct s { int i; struct { struct s *up; int n; } m; }; int g(struct s *p); int main(void) { struct s s = {4, {&s}}; if (g(&s) != 4) reach_error(); }", "TRUE"},
		{"struct s { int i; union { struct { struct s *up; }; int n; }; }; int g(struct s *p) { return p->up->i; }",
			"struct s { int i; union { struct { struct s *up; }; int n; }; }; int g(struct s *p); int main(void) { struct s s = {4, {{&s}}}; if (g(&s) == 4) reach_error(); }", "FALSE"},
		{"struct s { int i; struct { struct s *up; } m; long x; }; int g(struct s *p) { return p->m.up->i; }",
			"struct s { int i; struct { struct s *up; } m; char x; }; int g(struct s *p); int main(void) { struct s s = {4, {&s}}; return g(&s); }", "struct s, which translation units declare in several ways"},
		{"enum e { A, B }; enum e f(void) { return B; }", "enum e { A, B }; enum e f(void); int main(void) { if (f() != B) reach_error(); }", "TRUE"},
		{"static int v = 1; int *f(void) { return &v; }", "static int v = 2; int *f(void); int main(void) { if (*f() != 1 || v != 2) reach_error(); }", "TRUE"},
		{"const char *f(void) { return __func__; } static const char *g(void) { return __func__; } const char *h(void) { return g(); }",
			"const char *h(void); static const char *g(void) { return __func__; } int main(void) { if (h()[1] || g()[1]) reach_error(); }", "TRUE"},
		{"#include <stdlib.h>\nvoid f(void (*g)(void)) { atexit(g); }", "void f(void (*)(void)); static void g(void) { reach_error(); } int main(void) { f(g); return 0; }", "FALSE"},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "one.c"), []byte(c.one), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "two.c"), []byte(c.two), 0o600))
		t.Run(c.two, func(t *testing.T) {
			t.Chdir(dir)
			z := cornet(t, "", "verify", "--no-replay", "one.c", "two.c")
			require.Contains(t, z.stdout, c.want, c.one)
		})
	}
}
