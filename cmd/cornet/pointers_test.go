// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCheckPointers checks that a proof covers the targets of pointers, and that accesses which C
// does not define do not cause contradictions.
func TestCheckPointers(t *testing.T) {
	for _, test := range []struct {
		name, decls, body, word string
		clause                  bool
	}{
		{"one of two", "", "int x = 1, y = 2, *q = &y, *p = n() ? &x : q; *p = 3; *q = 4; if (x == 4) reach_error();", "TRUE", false},
		{"a branch excludes the other", "", "int x = 1, y = 2, *q = &x, i; for (i = 0; i < n(); i++) { if (q == &y) *q = 3; *q = 5; q = &x; } if (y == 3) reach_error();", "TRUE", true},
		{"over the end, into another object", "", "int a[3] = {0}, b[30] = {0}, *p = a, *q = b; p += n(); *q = 1; *p = 3; if (b[2] == 3) reach_error();", "TRUE", true},
		{"an error, and over the end", "", "int a[3] = {0}, b[30] = {0}, *p = a, *q = b; p += n(); *q = n(); *p = 3; if (b[0] == 70000) reach_error();", "FALSE", true},
		{"a variable that is not set", "", "int x = 1, y = 2, *p, *q = &y; if (n()) p = &x; *q = 2; *p = 4; if (y == 4) reach_error();", "TRUE", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "extern int n(void); void reach_error(void) {}\n" + test.decls + "\nint main(void) { " + test.body + " return 0; }"
			for _, duties := range []string{"none", "direct", "all"} {
				z := cornet(t, text, "verify", "-", "--timeout", "60", "--no-replay", "--no-simulate", "--check-pointers", duties)
				require.Regexp(t, "^"+test.word+"\n", z.stdout, "%s: %s", duties, z.stderr)
				z = cornet(t, text, "encode", "-", "--check-pointers", duties)
				if test.clause && duties != "none" {
					require.Contains(t, z.stdout, "a pointer at")
				} else {
					require.NotContains(t, z.stdout, "a pointer at")
				}
			}
		})
	}
}
