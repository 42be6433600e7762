// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLibraryCalls checks that functions of the library mean the same in whatever way a program
// calls them.
func TestLibraryCalls(t *testing.T) {
	const header = `#include <ctype.h>
#include <stdlib.h>
#include <string.h>
static void copy(char *d, const char *s) { strcpy(d, s); }
static int differ(const char *a, const char *b) { return strcmp(a, b); }
static int letter(int c) { return isalpha(c); }
static int zeros(unsigned x) { return __builtin_clz(x); }
#define PASTE(a, b) a##b
`
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "h.h"), []byte(header), 0o600))
	for _, test := range []struct{ name, decls, cond, word string }{
		{"in a header, with an effect", "", `copy(b, "z"), b[0] == 'z'`, "TRUE"},
		{"in a header, with a result", "", `differ("a", "a") == 0`, "TRUE"},
		{"in a header, a test of characters", "", `letter('x')`, "TRUE"},
		{"in a header, a builtin", "", "zeros(1) == 31", "TRUE"},
		{"pasted", "", `PASTE(str, cpy)(b, "z"), b[0] == 'z'`, "TRUE"},
		{"by a macro", "#define LENGTH strlen", `LENGTH("abc") == 3`, "TRUE"},
		{"through a pointer", "int (*f)(const char *, const char *) = strcmp;", `f("a", "a") == 0`, "TRUE"},
		{"through a pointer to a modelled function", "void *(*f)(size_t) = malloc; void (*g)(void *) = free;", "p = f(4), *p = 3, b[0] = *p, g(p), b[0] == 3", "TRUE"},
		{"with the name in parentheses", "", `(strlen)("abc") == 3 && (*strlen)("abc") == 3 && (&strlen)("abc") == 3`, "TRUE"},
		{"input through a pointer", "#include <stdio.h>\nint (*f)(const char *, ...) = scanf; int x;", `f("%d", &x), x == 0`, "UNKNOWN"},
		{"a handler given through a pointer", "int (*f)(void (*)(void)) = atexit; int g = 1; void h(void) { if (g) reach_error(); }", "f(h) == 0", "FALSE"},
		{"a thread made through a pointer", "#include <pthread.h>\nint (*f)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create; pthread_t t; " +
			"int g; void *run(void *p) { g = 1; g = 0; return 0; }", "f(&t, 0, run, 0), g == 0", "FALSE"},
		{"an error function through a pointer", "void (*f)(void) = reach_error;", "f(), 1", "FALSE"},
		{"an assertion function through a pointer", "void __VERIFIER_assert(int); void (*f)(int) = __VERIFIER_assert;", "f(b[0]), 1", "FALSE"},
		{"one of two, the other with body", "int own(int c) { return c; } int n(void);", "(n() ? own : toupper)('x') != 'X'", "FALSE"},
		{"one of two, the other unknown", "int own(int c) { return 0; } int n(void), other(int);", "(n() ? own : other)(1) == 0", "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "#include \"h.h\"\nvoid reach_error(void) {}\n" + test.decls + "\nint main(void) { char b[4] = \"a\"; int *p = 0; b[0] = 0; if (!(" + test.cond + ")) reach_error(); return 0; }"
			z := cornet(t, text, "verify", "-", "-I", dir, "--timeout", "60")
			word, _, _ := strings.Cut(z.stdout, "\n")
			require.Equal(t, test.word, word, z.stderr+z.stdout)
		})
	}
}

// TestAssumptions has programs with the assumptions that their answers name.
func TestAssumptions(t *testing.T) {
	for _, test := range []struct {
		name, text string
		args       []string
		word       string
		assumes    []string
	}{
		{"unknown functions", "int f(int); void g(void);\nint main(void) { int x = f(1); g();\ng(); if (x != x) { ERROR: ; } }", nil, "TRUE", []string{
			"-:2: f() has no body: it changes nothing and returns any value",
			"-:2: g() has no body: it changes nothing (and in 1 other place)",
		}},
		{"a counterexample", "int f(int);\nint main(void) { if (f(1) == 7) { ERROR: ; } }", nil, "FALSE",
			[]string{"-:2: f() has no body: it changes nothing and returns any value"}},
		{"unknown functions that are not called from main", "int f(int); int g(void) { return f(1); } int main(void) { return 0; }", nil, "TRUE", nil},
		{"inputs and the library", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); int main(void) { " +
			"int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); printf(\"%d\", x); if (strlen(\"a\") != 1) abort(); return 0; }", nil, "TRUE", nil},
		{"constructs that only add executions", "int main(void) { int x; __asm__(\"nop\" : \"=r\"(x)); if (x != x) { ERROR: ; } }", nil, "TRUE", nil},
		{"through a pointer", "typedef int (*fn)(int); fn get(void);\nint main(void) { fn f = get();\nint x = f(1); if (x != x) { ERROR: ; } }", []string{"--no-replay"}, "TRUE", []string{
			"-:2: get() has no body: it changes nothing and returns any value",
			"-:3: a call through a pointer to an unknown function changes nothing and returns any value",
		}},
		{"a division by zero", "int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int();\nint y = 10 / x; if (x == 0 && y == 3) { ERROR: ; } }", nil, "TRUE",
			[]string{"-:3: a division by zero ends the program"}},
		{"a division by a constant zero", "int main(void) { int x = 0;\nint y = 10 % x; ERROR: return y; }", nil, "TRUE", []string{"-:2: a division by zero ends the program"}},
		{"divisions that are not by zero", "int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); if (x <= 0) return 0;\n" +
			"int y = 10 / x; for (int i = x; i > 0; i--) { y += 7 / x; if (x <= 0) { ERROR: ; } } return 0; }", nil, "TRUE", nil},
		{"unbounded integers", "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); if (x + 1 < x) { ERROR: ; } }", []string{"--ints", "math"}, "TRUE",
			[]string{"integers are unbounded"}},
		{"destructors", "#include <pthread.h>\npthread_key_t a, b; void f(void *p) { }\nint main(void) { pthread_key_create(&a, f); pthread_key_create(&b, 0); return 0; }", nil, "TRUE", nil},
		{"no return", "void die(void) __attribute__((noreturn));\nint main(void) { die(); ERROR: return 0; }", nil, "TRUE",
			[]string{"-:2: die() has no body: it changes nothing and does not return"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := cornet(t, test.text, append([]string{"verify", "-", "--timeout", "60"}, test.args...)...)
			require.Regexp(t, "^"+test.word+"\n", z.stdout, z.stderr)
			var got []string
			for _, line := range strings.Split(z.stdout, "\n") {
				if what, ok := strings.CutPrefix(line, "assuming: "); ok {
					got = append(got, what)
				}
			}
			require.Equal(t, test.assumes, got)
		})
	}
	z := cornet(t, "int f(int); int __VERIFIER_nondet_int(void);\nint main(void) { int x = f(1);\nx = 3 / x; __asm__(\"nop\" : \"=r\"(x)); if (x == 7) { ERROR: ; } }", "encode", "-")
	for _, line := range []string{
		"; assuming: -:2:26: f() has no body: it changes nothing and returns any value",
		"; not modelled exactly: -:3:12: inline assembly",
	} {
		require.Contains(t, z.stdout, line)
	}
}

// TestProperty checks that a property file determines the errors.
func TestProperty(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"own":   "CHECK( init(main()), LTL(G ! call(fail())) )",
		"usual": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".prp"), []byte(text), 0o600))
	}
	const decls = "#include <assert.h>\nint n(void); void reach_error(void); void fail(int); void (*f)(int) = fail;\nint main(void) {\n"
	for _, test := range []struct{ name, property, body, word, says string }{
		{"its call", "own", "if (n() == 4) fail(1);", "FALSE", "-:4: fail() is called"},
		{"its call through a pointer", "own", "if (n() == 4) f(1);", "FALSE", "fail() is called"},
		{"reach_error beside it", "own", "reach_error();", "TRUE", "reach_error() has no body"},
		{"an assertion beside it", "own", "assert(n()); fail(1);", "FALSE", "fail() is called"},
		{"what is behind an assertion", "own", "int x = n(); assert(x); if (!x) fail(1);", "TRUE", ""},
		{"a label beside it", "own", "if (n()) goto ERROR; ERROR:;", "TRUE", ""},
		{"another function", "usual", "fail(1);", "TRUE", ""},
		{"the usual function", "usual", "reach_error();", "FALSE", "-:4: the error function is called"},
		{"an assertion beside the usual function", "usual", "assert(n());", "FALSE", "property: failing assertions and labels ERROR count besides calls of reach_error()"},
	} {
		for _, way := range [][]string{nil, {"--no-simulate"}} {
			witness := filepath.Join(dir, "w.yml")
			args := []string{"verify", "-", "--timeout", "60", "--property", filepath.Join(dir, test.property+".prp"), "--witness", witness}
			z := cornet(t, decls+test.body+"\nreturn 0; }", append(args, way...)...)
			require.Regexp(t, "^"+test.word+"\n", z.stdout, "%s: %s", test.name, z.stderr)
			require.Contains(t, z.stdout, test.says, test.name)
			w, err := os.ReadFile(witness)
			require.NoError(t, err)
			require.Equal(t, test.property == "own", strings.Contains(string(w), "G ! call(fail())"), test.name)
		}
	}
}
