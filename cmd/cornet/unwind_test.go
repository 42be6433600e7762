// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// threaded is a program of n threads that run body, after which main runs end.
func threaded(n int, body, end string) string {
	var b strings.Builder
	b.WriteString("typedef unsigned long pthread_t; extern void reach_error(void); int x, y, lock;\n")
	for i := range n {
		fmt.Fprintf(&b, "void *w%d(void *a) { %s return 0; }\n", i, body)
	}
	b.WriteString("int main(void) {\n")
	for i := range n {
		fmt.Fprintf(&b, "pthread_t t%d; pthread_create(&t%d, 0, w%d, 0);\n", i, i, i)
	}
	fmt.Fprintf(&b, "%s return 0; }\n", end)
	return b.String()
}

// TestUnwind decides programs whose products are unwound on demand, under several sizes of blocks,
// reductions and kinds of interpolants.
func TestUnwind(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies dozens of programs")
	}
	const locked = "pthread_mutex_lock(&lock); x = x + 1; pthread_mutex_unlock(&lock);"
	for _, test := range []struct{ name, text, word string }{
		{"no threads", "int n(void); int main(void) { int i = 0, k = n(); while (i < k) i++; if (k > 0 && i != k) { ERROR: ; } }", "TRUE"},
		{"no threads, unsafe", "int n(void); int main(void) { int i = 0, k = n(); while (i < k) i++; if (k > 0 && i == 3) { ERROR: ; } }", "FALSE"},
		{"counting", threaded(2, locked, "pthread_join(t0, 0); pthread_join(t1, 0); if (x != 2) reach_error();"), "TRUE"},
		{"too early", threaded(2, locked, "pthread_join(t0, 0); if (x != 2) reach_error();"), "FALSE"},
		{"lost update", threaded(2, "x = x + 1;", "pthread_join(t0, 0); pthread_join(t1, 0); if (x != 2) reach_error();"), "FALSE"},
		{"handed over", threaded(1, "y = x;", "x = 1; pthread_join(t0, 0); if (y > 1) reach_error();"), "TRUE"},
		{"endless", threaded(2, "while (1) { if (x < 5) x = 5; }", "if (x != 0 && x != 5) reach_error();"), "TRUE"},
		{"recursion", "int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }" + threaded(1, "if (sum(3) > 2) x = 5;", "if (x != 0 && x != 5) reach_error();"), "TRUE"},
		{"pointers", threaded(1, "int *p = a ? &x : &y; *p = 3;", "pthread_join(t0, 0); if (y != 3) reach_error();"), "TRUE"},
	} {
		for _, args := range []string{
			"", "--block-size 1", "--reduction full --block-size 2", "--interpolants rse --regions cartesian --rebuild",
			"--interpolants rc --full-chains --reduction persistent", "--ints bv",
		} {
			t.Run(test.name+" "+args, func(t *testing.T) {
				if test.name == "endless" && args == "--ints bv" {
					t.Skip("takes long")
				}
				all := append([]string{"verify", "-", "--product", "lazy", "--no-simulate", "--no-replay", "--timeout", "60"}, strings.Fields(args)...)
				z := cornet(t, test.text, all...)
				require.Equal(t, exitOK, z.code, z.stderr)
				require.Regexp(t, "^"+test.word+"\n", z.stdout, z.stderr)
			})
		}
	}
}

// TestUnwindRecursion: recursive functions may return any value. An error must not be said to
// depend on that.
func TestUnwindRecursion(t *testing.T) {
	const sum = "void reach_error(void); int sum(int n) { %s return n <= 0 ? 0 : n + sum(n - 1); }"
	program := func(check string) string {
		return fmt.Sprintf(sum, check) + threaded(1, "x = 1;", "pthread_join(t0, 0); if (sum(3) != 6) reach_error();")
	}
	z := cornet(t, program(""), "verify", "-", "--product", "lazy", "--no-simulate", "--no-replay", "--timeout", "60")
	require.Regexp(t, "^UNKNOWN\nreason: .*a call of the recursive function sum", z.stdout, z.stderr)
	z = cornet(t, program("if (n == 7) reach_error();"), "verify", "-", "--product", "lazy", "--no-simulate", "--timeout", "60")
	require.Regexp(t, "^UNKNOWN\nreason: .*an error in the recursive function sum", z.stdout, z.stderr)
}

// TestUnwindLarge finds an error in a product that is too large to be built.
func TestUnwindLarge(t *testing.T) {
	var joins strings.Builder
	for i := range 10 {
		fmt.Fprintf(&joins, "pthread_join(t%d, 0); ", i)
	}
	text := threaded(10, "int t = x; t = t + 1; x = t;", joins.String()+"if (x != 10) reach_error();")
	z := cornet(t, text, "verify", "-", "--product", "whole", "--max-product", "5000")
	require.Equal(t, exitOK, z.code, z.stderr)
	require.Regexp(t, "^UNKNOWN\nreason: .*too large", z.stdout)
	z = cornet(t, text, "verify", "-", "--max-product", "5000", "--no-simulate", "--no-replay", "--timeout", "60")
	require.Regexp(t, "^FALSE\n", z.stdout, z.stderr)
	require.Contains(t, z.stdout, "(thread ")
}

// TestUnwoundInvariants prints the invariants of proofs by products on demand, and writes
// invariants to the witness.
func TestUnwoundInvariants(t *testing.T) {
	const loop = "int n(void); void reach_error(void); int main(void) {\nint i = 0, k = n();\nwhile (i < k) i++;\nif (k > 0 && i != k) reach_error(); }"
	const threads = "typedef unsigned long pthread_t; void reach_error(void); int x;\nvoid *w(void *a) { while (1) { if (x < 5) x = 5; } }\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);\nwhile (1) { if (x != 0 && x != 5) reach_error(); } }"
	for _, test := range []struct{ name, text, line, value string }{
		{"a loop", loop, `(?m)^-:3: invariant .*i <= k`, `line: 3\n.*\n.*\n +value: .*i <= k`},
		{"threads", threads, `(?m)^-:4: invariant .*x == 0 .* x == 5`, `value: .!\(x != 0 && x != 5\).`},
	} {
		t.Run(test.name, func(t *testing.T) {
			witness := filepath.Join(t.TempDir(), "witness.yml")
			z := cornet(t, test.text, "verify", "-", "--product", "lazy", "--no-simulate", "--invariants", "--witness", witness, "--timeout", "60")
			require.Equal(t, exitOK, z.code, z.stderr)
			require.Regexp(t, "^TRUE\n", z.stdout)
			require.Regexp(t, test.line, z.stdout)
			text, err := os.ReadFile(witness)
			require.NoError(t, err)
			require.Regexp(t, test.value, string(text))
		})
	}
}
