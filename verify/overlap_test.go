// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// TestOverlap checks which copies are errors because their blocks overlap.
func TestOverlap(t *testing.T) {
	t.Parallel()
	const head = "#include <string.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n" +
		"int main(void) { char a[8] = \"abc\", b[8]; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0; struct s { int v[4]; } *p = malloc(sizeof *p), *q = malloc(sizeof *q);"
	for body, want := range map[string]string{
		"memcpy(a + 4, a, n);":           "TRUE",
		"memcpy(a + 3, a, n);":           "FALSE",
		"memcpy(a, a + 3, n);":           "FALSE",
		"memmove(a + 1, a, n);":          "TRUE",
		"memcpy(b, a, 8);":               "TRUE",
		"memcpy(a, a, 0);":               "TRUE",
		"memcpy(q, p, sizeof *p);":       "TRUE",
		"memcpy(p, n ? p : q, 16);":      "FALSE",
		"__builtin_memcpy(a + 1, a, 2);": "FALSE",
		"strcpy(a + 1, a);":              "FALSE",
		"strcpy(a + 4, a);":              "TRUE",
		"strcpy(a, a + 3);":              "TRUE",
		"strcpy(a, a + 1);":              "FALSE",
		"stpcpy(b, a);":                  "TRUE",
		"strncpy(a + 3, a, 3);":          "TRUE",
		"strncpy(a + 3, a, 4);":          "FALSE",
		"strncpy(a + 1, a, 0);":          "TRUE",
		"strcat(a, a + 3);":              "FALSE",
		"strcat(a, b + (b[0] = 0));":     "TRUE",
		"strncat(a, a, 2);":              "TRUE",
		"strncat(a, a, 4);":              "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "overlap", head+body+" }\n"))
		})
	}
}

// checked returns the verdict about a program with the given checks.
func checked(t *testing.T, check, text string) string {
	o := Options{Replay: "off"}
	o.Check = []string{check}
	z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
	require.NoError(t, err)
	return z.Word()
}
