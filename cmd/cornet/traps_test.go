// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTraps checks that executions end exactly where they divide by zero or access a null pointer,
// whether a run or an engine finds the error.
func TestTraps(t *testing.T) {
	ways := [][]string{
		{"--no-replay"},
		{"--no-replay", "--no-simulate"},
		{"--no-replay", "--no-simulate", "--ints", "bv"},
		{"--no-replay", "--no-simulate", "--signed-overflow", "check"},
	}
	for _, test := range []struct{ name, decls, body, word string }{
		{"a write through null", "", "int *p = 0; *p = 1; reach_error();", "TRUE"},
		{"a read through null", "", "int *p = 0; int x = *p; if (x == x) reach_error();", "TRUE"},
		{"a read whose value is not used", "int g;", "int *p = 0; g = *p; reach_error();", "TRUE"},
		{"a member of null", "struct s { int a, b; };", "struct s *p = n() ? 0 : 0; p->b = 3; reach_error();", "TRUE"},
		{"an element of null", "", "int *p = 0; p[2] = n(); reach_error();", "TRUE"},
		{"a member's address", "struct s { int a, b; };", "struct s *p = 0; if (&p->b) reach_error();", "FALSE"},
		{"an operand of sizeof", "struct s { int a, b; };", "struct s *p = 0; if (sizeof p->b == 4) reach_error();", "FALSE"},
		{"filling null", "void *memset(void *, int, unsigned long);", "char *p = 0; memset(p, 1, 4); reach_error();", "TRUE"},
		{"a pointer that may be null", "int g;", "int *p = n() ? &g : 0; *p = 7; if (g != 7) reach_error();", "TRUE"},
		{"a pointer that may be null, another error", "int g;", "int *p = n() ? &g : 0; *p = 7; if (g == 7) reach_error();", "FALSE"},
		{"a list that ends", "struct s { int a; struct s *next; }; struct s one, two;", "one.next = &two; struct s *p = &one; p = p->next->next; p->a = 1; reach_error();", "TRUE"},
		{"a division", "", "int x = n(); int y = 10 / (x - x); reach_error();", "TRUE"},
		{"a remainder", "", "int x = n(); int y = 10 % x; if (x == 0) reach_error();", "TRUE"},
		{"a division that may trap", "", "int x = n(); int y = 10 / x; if (y == 5) reach_error();", "FALSE"},
		{"a compound assignment", "", "int x = n(), y = 3; y /= x; if (x == 0) reach_error();", "TRUE"},
		{"unsigned", "", "unsigned x = n(); unsigned y = 7u / x; if (x == 0) reach_error();", "TRUE"},
		{"the side of || that is not evaluated", "", "int x = n(); if (x == 0 || 10 / x > 20) reach_error();", "FALSE"},
		{"the side of && that is not evaluated", "int g;", "int *p = n() ? &g : 0; if (!(p && *p == 1) && !p) reach_error();", "FALSE"},
		{"the side of ?: that is not evaluated", "", "int x = n(); int y = x ? 10 / x : 1; if (x == 0) reach_error();", "FALSE"},
		{"the side of ?: that is evaluated", "", "int x = n(); int y = x ? 1 : 10 / x; if (x == 0) reach_error();", "TRUE"},
		{"in a condition", "", "int x = n(); if (10 / x) ; if (x == 0) reach_error();", "TRUE"},
		{"in the condition of a loop", "", "int x = n() & 3; while (6 / x > 3) x--; if (x == 0) reach_error();", "TRUE"},
		{"before", "", "int *p = 0; if (n() == 3) reach_error(); *p = 1;", "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, way := range ways {
				text := "extern int n(void); void reach_error(void) {}\n" + test.decls + "\nint main(void) { " + test.body + " return 0; }"
				z := cornet(t, text, append([]string{"verify", "-", "--timeout", "60"}, way...)...)
				require.Regexp(t, "^"+test.word+"\n", z.stdout, "%v: %s", way, z.stderr)
			}
		})
	}
}
