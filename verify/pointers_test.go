// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPointers checks which pointers leave their objects, and which comparisons are between
// pointers into different objects.
func TestPointers(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\n#include <stddef.h>\nextern int __VERIFIER_nondet_int(void);\nstruct s { int a, b[4]; struct s *n; };\n" +
		"int main(void) { int n = __VERIFIER_nondet_int(), a[8], b[8]; a[0] = b[0] = 0; struct s x, *l = 0, *m; "
	const list = "for (int i = 0; i < 3; i++) { m = malloc(sizeof *m); m->n = l; l = m; } "
	for body, want := range map[string]string{
		"int *p = a + 8;": "TRUE",
		"int *p = a - 1;": "FALSE",
		"if (n < 0 || n > 9) return 0; int *p = a + n;": "FALSE",
		"int *p; for (p = a; p < a + 8; p++) *p = 1;":   "TRUE",
		"int *p; for (p = a + 7; p >= a; p--) *p = 1;":  "FALSE",
		"ptrdiff_t d = &a[3] - &a[1];":                  "TRUE",
		"(void)&a[11];":                                 "FALSE",
		"(void)&a[-1];":                                 "FALSE",
		"(void)&a[8];":                                  "TRUE",
		"static int s[3]; n = n == 9 ? s[n] : 0;":       "FALSE",
		"x.n = 0; (void)&x.b[n == 1 ? 30 : 3];":         "FALSE",
		"x.n = 0; (void)&x.b[n == 1 ? 3 : 4];":          "TRUE",
		"m = malloc(sizeof *m); (void)&m->b[11];":       "FALSE",
		"m = malloc(sizeof *m); (void)&m->b[-1];":       "TRUE", // in the object
		"ptrdiff_t d = a - b;":                          "FALSE",
		"int c = a == b;":                               "TRUE",
		"int *p = n ? a : b; int c = p <= a;":           "FALSE",
		"int *p = malloc(8); p += 2; p -= 2; free(p);":  "TRUE",
		"int *p = malloc(8); free(p); p++;":             "FALSE",
		"int *p = 0; p += n - n;":                       "TRUE",
		"char *c = (char *)&x.b[2]; m = (struct s *)(c - offsetof(struct s, b) - 8); m->a = 1;": "TRUE",
		"if (n < 1 || n > 9) return 0; int *p = malloc(n * 4), *e = p + n; *--e = 1;":           "TRUE",
		"if (n < 1 || n > 9) return 0; int *p = malloc(n * 4), *e = p + n + 1;":                 "FALSE",
		list + "char *p = (char *)m + sizeof *m; p -= sizeof *m;":                               "TRUE",
		list + "char *p = (char *)m + sizeof *m + 1;":                                           "FALSE",
		list + "int c = l < l->n;": "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "pointers", head+body+" }\n"))
		})
	}
}

// TestAround checks that pointers which wrap around the address space and come back leave their
// objects.
func TestAround(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned n = __VERIFIER_nondet_uint(); if (!n) return 0; int *p = "
	for body, want := range map[string]string{
		"malloc(n * 4u); if (p) p[n - 1] = 1;":       "FALSE",
		"calloc(n, sizeof *p); if (p) p[n - 1] = 1;": "TRUE",
		"malloc(4); p[0x40000000u] = 1;":             "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "memory", head+body+" }\n"))
		})
	}
}
