// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/machine"
	"cornet/internal/sandbox"
	"cornet/internal/test/need"
	"cornet/logic"
)

// confined skips a test where nothing can be replayed.
func confined(t *testing.T) {
	t.Helper()
	need.Of(t, "gcc")
	need.Found(t, "sandbox", sandbox.Available())
}

// refute finds a path to the error of a program.
func refute(t *testing.T, text string, o cc.Options, e chc.Options, kinds ...cfg.ErrorKind) (witness.Program, *chc.Path) {
	t.Helper()
	p, err := cc.Load("p.c", []byte(text), o)
	require.NoError(t, err)
	properties.Instrument(p, properties.Set(0).With(kinds...))
	sys, err := chc.Encode(logic.NewStore(), p, e)
	require.NoError(t, err)
	z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
	require.NoError(t, err)
	require.Equal(t, horn.Unsafe, z.Verdict, z.Reason)
	path, err := sys.Trace(z.Proof)
	require.NoError(t, err)
	return witness.Program{File: witness.File{Name: "p.c", Text: text, Flags: o.Compiler.Flags()}, Model: o.Model, Headers: p.Headers, Mentions: p.Mentions}, path
}

// outcome returns an outcome and its reason.
func outcome(z witness.Outcome) (witness.Replayed, string) { return z.Replayed, z.Why }

const nondet = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n#define N __VERIFIER_nondet_int\n" +
	"static int pair(int a, int b) { return 10 * a + b; }\n"

// TestReplayPlaces has programs whose inputs must reach the calls that consumed them, although gcc
// evaluates arguments in another order.
func TestReplayPlaces(t *testing.T) {
	confined(t)
	if testing.Short() {
		t.Skip("compiles and runs dozens of programs")
	}
	for name, text := range map[string]string{
		"arguments":          nondet + "int main(void) { if (pair(N(), N()) == 12) reach_error(); }",
		"operands":           nondet + "int main(void) { int a[2] = {0, 0}; a[N() == 1] = N(); if (a[1] == 7) reach_error(); }",
		"macro twice":        nondet + "#define TWO pair(N(), N())\nint main(void) { if (pair(TWO, TWO) == 144) reach_error(); }",
		"macro in arguments": nondet + "#define ID(x) x\nint main(void) { if (ID(pair(ID(N()), ID(N()))) == 12) reach_error(); }",
		"on a line":          nondet + "int main(void) { int a = N(), b = N(); if (a == 1 && b == 2) reach_error(); }",
		"loop":               nondet + "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { s = pair(N() + s, N()); if (s < 0 || s > 999) return 0; } if (s == 123 + 9 * 0) reach_error(); }",
		"recursion":          nondet + "int f(int n) { return n == 0 ? 0 : pair(N(), N()) + f(n - 1); } int main(void) { if (f(2) == 46) reach_error(); }",
		"nested calls":       nondet + "int main(void) { if (pair(pair(N(), N()), N()) == 123) reach_error(); }",
		"not evaluated":      nondet + "int unused(void) { return N(); } int main(void) { int n = sizeof N(); if (pair(N(), N()) == 8 + n) reach_error(); }",
		"member of the name": "int n(void); extern void reach_error(void); struct s { int n; } s; int f(int a, int b) { return a - b; }\nint main(void) { s.n = 5; struct s *p = &s; if (f(n(), n()) == p->n) reach_error(); }",
		"not declared":       "extern void reach_error(void); int f(int a, int b) { return a - b; }\nint main(void) { if (f(n(), n()) == 5) reach_error(); }",
		"types":              "extern char c(void); extern unsigned long long u(void); extern double d(void); extern void reach_error(void);\nint f(char a, unsigned long long b, double e) { return a == -3 && b == 1ull << 40 && e == 0.5; }\nint main(void) { if (f(c(), u(), d())) reach_error(); }",
		"label":              "int n(void); int f(int a, int b) { return a - b; }\nint main(void) { const char *s = \"ERROR: not here\"; if (f(n(), n()) == 5) { ERROR: return 1; } return !s; }",
		"own, static":        "static void reach_error(void) { } int n(void); int main(void) { if (n() == 5) reach_error(); }",
		"own, aborting":      "void abort(void); void reach_error(void) { abort(); } int n(void); int main(void) { if (n() == 5) reach_error(); }",
		"word after no word": nondet + "int main(void) { int x = - N(); if (x == 3) reach_error(); }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			models := []cfg.DataModel{cfg.LP64}
			if name == "arguments" || name == "types" {
				models = append(models, cfg.ILP32)
			}
			for _, model := range models {
				t.Run(model.String(), func(t *testing.T) {
					need.Of(t, "gcc "+width(model))
					prog, path := refute(t, text, cc.Options{Model: model}, chc.Options{})
					z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
					require.Equal(t, witness.Confirmed, z, why)
					harnessReaches(t, prog, path)
				})
			}
		})
	}
}

// width returns gcc's option for a data model.
func width(m cfg.DataModel) string {
	if m == cfg.ILP32 {
		return "-m32"
	}
	return "-m64"
}

// harnessReaches compiles the texts of a harness as a user would, and runs them.
func harnessReaches(t *testing.T, prog witness.Program, path *chc.Path, flags ...string) {
	t.Helper()
	dir := t.TempDir()
	program, harness := witness.Harness(t.Context(), prog, path, witness.Confined)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "program.c"), []byte(program[0]), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "harness.c"), []byte(harness), 0o600))
	cmd := exec.Command("gcc", append(flags, width(prog.Model), "-w", "program.c", "harness.c", "-lm", "-lpthread")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	cmd = exec.Command(filepath.Join(dir, "a.out"))
	out, _ = cmd.CombinedOutput()
	require.Regexp(t, "^cornet: the error is reached\n$|runtime error: ", string(out))
	require.Equal(t, 107, cmd.ProcessState.ExitCode())
}

// TestHarnessOfOriginal compiles harnesses together with the original programs, which define the
// error function.
func TestHarnessOfOriginal(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs a dozen of programs")
	}
	confined(t)
	if runtime.GOOS != "linux" {
		t.Skip("use Linux to watch functions of a program")
	}
	for _, text := range []string{
		"void reach_error(void) { } int n(void); int main(void) { if (n() == 5) reach_error(); return 3; }",
		"static void reach_error(void) { } int n(void); int main(void) { if (n() == 5) reach_error(); return 3; }",
		"#include <assert.h>\nvoid reach_error(void) { assert(0); } int n(void); int main(void) { if (n() == 5) reach_error(); return 3; }",
		"#include <stdlib.h>\nvoid reach_error() { abort(); } int n(void); int main(void) { int x = n(); if (x > 4 && x < 6) reach_error(); return 3; }",
		"extern void reach_error(void); int n(void); int main(void) { if (n() == 5) reach_error(); return 3; }",
		"#include <assert.h>\nint n(void); int main(void) { assert(n() != 5); return 3; }",
	} {
		for _, model := range []cfg.DataModel{cfg.LP64, cfg.ILP32} {
			t.Run(model.String(), func(t *testing.T) {
				need.Of(t, "gcc "+width(model))
				prog, path := refute(t, text, cc.Options{Model: model}, chc.Options{})
				dir := t.TempDir()
				_, harness := witness.Harness(t.Context(), prog, path, witness.Confined)
				require.NoError(t, os.WriteFile(filepath.Join(dir, "program.c"), []byte(text), 0o600))
				require.NoError(t, os.WriteFile(filepath.Join(dir, "harness.c"), []byte(harness), 0o600))
				cmd := exec.Command("gcc", width(model), "-w", "program.c", "harness.c")
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, string(out))
				cmd = exec.Command(filepath.Join(dir, "a.out"))
				out, _ = cmd.CombinedOutput()
				require.Equal(t, "cornet: the error is reached\n", string(out), text)
				require.Equal(t, 107, cmd.ProcessState.ExitCode())
			})
		}
	}
}

// TestOverflow checks which operations are signed overflows by C11. In a replay, gcc's sanitizer
// confirms FALSE. It reports nothing for some values if the verdict is TRUE.
func TestOverflow(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs dozens of programs")
	}
	confined(t)
	need.Of(t, "gcc -fsanitize=undefined")
	overflow := []cfg.ErrorKind{cfg.SignedOverflow, cfg.WrongShift}
	const head = "int n(void); long ln(void); unsigned un(void);\n"
	var safe strings.Builder
	for _, tc := range []struct {
		body string
		want horn.Verdict
	}{
		{"int x = n(); x = x + 1;", horn.Unsafe},
		{"int x = n(); x++;", horn.Unsafe},
		{"int x = n(); --x;", horn.Unsafe},
		{"int x = n(); x = -x;", horn.Unsafe},
		{"int x = n(); x *= 2;", horn.Unsafe},
		{"int x = n(); x = x && x + 1;", horn.Unsafe},
		{"long x = ln(); x += 1;", horn.Unsafe},
		{"int x = n(), y = n(); if (y == -1) x = x / y;", horn.Unsafe},
		{"int x = n(), y = n(); if (y == -1) x %= y;", horn.Unsafe},
		{"int x = -(-2147483647 - 1);", horn.Unsafe},
		{"int x = (-2147483647 - 1) % -1;", horn.Unsafe},
		{"int x = 1 << 31;", horn.Unsafe},
		{"long x = 1L << 63;", horn.Unsafe},
		{"int y = n(); if (y == 31) y = 1 << y;", horn.Unsafe},
		{"int x = n(); if (x < 0) x = x << 1;", horn.Unsafe},
		{"int x = n(); if (x > 0) x <<= 1;", horn.Unsafe},
		{"int x = n(), y = n(); x = x >> y;", horn.Unsafe},
		{"unsigned char c = n(); int x = c << 24;", horn.Unsafe},
		{"unsigned short c = n(); int x = c * c;", horn.Unsafe},
		{"int y = n(); if (y >= 0 && y < 31) y = 1 << y;", horn.Safe},
		{"int x = n(), y = n(); if (x >= 0 && x < 4 && y >= 0 && y < 30) x = x << y;", horn.Safe},
		{"int x = n(); if (x < 0) x = x >> 1;", horn.Safe},
		{"unsigned x = un(); x = x + 1; x = -x; x <<= 3;", horn.Safe},
		{"signed char c = n(); c++; short s = c; s *= 300;", horn.Safe}, // computed as int, then converted
		{"int x = ln(); x = un();", horn.Safe},
		{"short c = n(); int x = c * c;", horn.Safe},
		{"int x = n(), y = n(); if (y != 0 && y != -1) x = x / y;", horn.Safe},
		// a constant is not an operation at run time
		{"static int x = 1 << 31; int y = x;", horn.Safe},
	} {
		text := head + "int main(void) { " + tc.body + " return 0; }"
		if tc.want == horn.Safe {
			fmt.Fprintf(&safe, "{ %s }\n", tc.body)
			p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
			require.NoError(t, err)
			properties.Instrument(p, properties.Set(0).With(overflow...))
			sys, err := chc.Encode(logic.NewStore(), p, chc.Options{})
			require.NoError(t, err)
			z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Equal(t, horn.Safe, z.Verdict, tc.body)
			continue
		}
		prog, path := refute(t, text, cc.Options{Model: cfg.LP64}, chc.Options{}, overflow...)
		z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
		require.Equal(t, witness.Confirmed, z, "%s: %s", tc.body, why)
	}
	dir := t.TempDir()
	text := "static const long values[] = {0, 1, -1, 2, 31, 32, 127, 128, 32767, 65535, 2147483647, -2147483647 - 1};\n" +
		"static int at, of[2]; enum { N = sizeof values / sizeof *values };\nlong ln(void) { return values[of[at++ % 2]]; } int n(void) { return ln(); } unsigned un(void) { return ln(); }\n" +
		"int main(void) { for (of[0] = 0; of[0] < N; of[0]++) for (of[1] = 0; of[1] < N; of[1]++) {\n" + safe.String() + "} return 0; }"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o600))
	cmd := exec.Command("gcc", "-w", "-fsanitize=signed-integer-overflow,shift", "-fsanitize-undefined-trap-on-error", "a.c")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(filepath.Join(dir, "a.out")).CombinedOutput()
	require.NoError(t, err, string(out))

	// gcc reports no error in expressions that it computes when it compiles. Such a run is no
	// evidence.
	prog, path := refute(t, "int main(void) { int x = 2147483647 + 1; return 0; }", cc.Options{Model: cfg.LP64}, chc.Options{}, overflow...)
	z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Unconfirmed, z)
	require.Contains(t, why, "when it compiled")
	prog, path = refute(t, head+"int main(void) { int x = n(); x++; }", cc.Options{Model: cfg.LP64}, chc.Options{}, overflow...)
	harnessReaches(t, prog, path, "-fsanitize=signed-integer-overflow,shift", "-fno-sanitize-recover=signed-integer-overflow,shift")
}

// TestReplayHeaders: headers of the user are compiled, and calls in them get inputs. A
// contradiction by the compiled program is noticed.
func TestReplayHeaders(t *testing.T) {
	confined(t)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "h.h"), []byte("#ifndef H\n#define H\nint n(void);\n#define TWO f(n(), n())\n"+
		"static int f(int a, int b) { return a - b; }\nstatic int g(void) { return f(n(), n()); }\nstatic void assume(int c) { }\n#endif\n"), 0o600))
	text := "#include \"h.h\"\nextern void reach_error(void); int main(void) { if (g() == 3 && TWO == 4) reach_error(); }"
	prog, path := refute(t, text, cc.Options{Model: cfg.LP64, Compiler: cc.Compiler{Dirs: []string{dir}}}, chc.Options{})
	z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Confirmed, z, why)
	harnessReaches(t, prog, path)

	prog.Text = strings.Replace(text, "== 4", "== 5", 1)
	z, why = outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Contradicted, z, why)

	prog.Flags, prog.Headers = nil, nil
	z, why = outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Unconfirmed, z)
	require.Regexp(t, `does not compile: .*h\.h: No such file`, why)
}

// TestReplayCrash: a program that traps before the error contradicts the path, unless it takes
// addresses from outside.
func TestReplayCrash(t *testing.T) {
	confined(t)
	_, path := refute(t, nondet+"int main(void) { if (N() == 3) reach_error(); }", cc.Options{Model: cfg.LP64}, chc.Options{})
	prog := witness.Program{File: witness.File{Text: nondet + "int main(void) { int z = N() - 3; z = 7 / z; reach_error(); }"}, Model: cfg.LP64, Mentions: map[string]int{"__VERIFIER_nondet_int": 2}}
	z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Contradicted, z)
	require.Contains(t, why, "SIGFPE")

	// Results of the library cannot be chosen, so a run proves nothing.
	prog, path = refute(t, "#include <stdlib.h>\nextern void reach_error(void); int main(void) { if (rand() == 12345) reach_error(); }", cc.Options{Model: cfg.LP64}, chc.Options{})
	z, why = outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Unconfirmed, z)
	require.Contains(t, why, "could not be given")
}

// TestReplayWidth has a compiler without libraries for 32 bits, or simulates one. A program of
// ILP32 is not run with 64 bits.
func TestReplayWidth(t *testing.T) {
	confined(t)
	gcc := need.Of(t, "gcc -m64")
	dir := filepath.Join(t.TempDir(), "bin")
	require.NoError(t, os.Mkdir(dir, 0o755))
	script := "#!/bin/sh\nfor a; do case $a in -m32) echo 'ld: cannot find -lgcc: error' >&2; exit 1;; esac; done\nexec " + gcc + " \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gcc"), []byte(script), 0o755))
	if machine.Lacks("gcc -m32") == "" {
		t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	text := nondet + "int main(void) { if (N() == 3 && sizeof(long) == 4) reach_error(); }"
	prog, path := refute(t, text, cc.Options{Model: cfg.ILP32}, chc.Options{})
	z, why := outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Unconfirmed, z, why)
	require.Equal(t, "install gcc-multilib: 'gcc -m32' makes no program that runs", why)
	prog, path = refute(t, strings.Replace(text, "== 4", "== 8", 1), cc.Options{Model: cfg.LP64}, chc.Options{})
	z, why = outcome(witness.Replay(t.Context(), prog, path, witness.Confined))
	require.Equal(t, witness.Confirmed, z, why)
}

// TestReplayHostile: neither the text of a program nor its run can read files from outside.
func TestReplayHostile(t *testing.T) {
	confined(t)
	_, path := refute(t, nondet+"int main(void) { if (N() == 3) reach_error(); }", cc.Options{Model: cfg.LP64}, chc.Options{})
	for text, want := range map[string]string{
		"#include \"/etc/passwd\"\nint main(void) { return 0; }":                                 `^the program does not compile: .*Permission denied`,
		"__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }":                `^the program does not compile: `,
		"#include <stdio.h>\nint main(void) { return fopen(\"/etc/passwd\", \"r\") ? 107 : 0; }": `^the run ended without an error`,
	} {
		z, why := outcome(witness.Replay(t.Context(), witness.Program{File: witness.File{Text: text}, Model: cfg.LP64}, path, witness.Confined))
		require.NotEqual(t, witness.Confirmed, z)
		require.Regexp(t, regexp.MustCompile(want), why, text)
	}
}
