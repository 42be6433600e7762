// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAlignment checks which accesses have an address that their type does not allow. If this
// depends on the address of an object, the answer is UNKNOWN.
func TestAlignment(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct h { char tag, body[8]; }; struct n { struct n *next; int v; };\n" +
		"int main(void) { long b[4] = {0}; char *p = (char *)b, c[16] = {0}; int k = __VERIFIER_nondet_int(); if (k < 0 || k > 3) return 0; "
	for body, want := range map[string]string{
		"*(int *)(p + 4 * k) = 1;":                                       "TRUE",
		"*(int *)(p + 2 * k) = 1;":                                       "FALSE",
		"struct h *h = malloc(sizeof *h); *(int *)h->body = 1;":          "FALSE",
		"struct h *h = malloc(sizeof *h); *h->body = 1; *(char *)h = 1;": "TRUE",
		"*(int *)(c + 4 * k) = 1;":                                       "UNKNOWN",
		"int *q = 0; *q = 1;":                                            "TRUE",
		"struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->next = l; n->v = k; l = n; } k = l->next->v;": "TRUE",
		"for (int i = 0; i < 3; i++) { char *m = malloc(i + 9); if ((unsigned long)m % 8) break; *(int *)(m + i) = 1; }":                  "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "alignment", head+body+" }\n"))
		})
	}
}

// TestAddresses checks that allocated memory begins at multiples of the alignments of all types.
// Programs can see this if they convert addresses to numbers.
func TestAddresses(t *testing.T) {
	t.Parallel()
	const program = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { for (int i = 0; i < 3; i++) { " +
		"int n = __VERIFIER_nondet_int(); if (n < 1 || n > 9) return 0; char *p = malloc(n); *p = 1; if ((unsigned long)p % 16) reach_error(); } }\n"
	require.Equal(t, "TRUE", checked(t, "unreach-call", program))
}
