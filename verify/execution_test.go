// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/engines"
	"cornet/smt/native"
)

// TestExecution has programs whose path depends on few inputs, so that their clauses are executed.
func TestExecution(t *testing.T) {
	t.Parallel()
	const extern = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
	for _, test := range []struct{ name, text string }{
		{"calls that call themselves twice", `
			static int moves;
			static void hanoi(int n, int a, int b, int c) { if (n == 0) return; hanoi(n - 1, a, c, b); moves++; hanoi(n - 1, c, b, a); }
			int main(void) { hanoi(5, 0, 1, 2); if (moves != 31) reach_error(); }`},
		{"structs as arguments and results", `
			typedef struct { unsigned a[2][2]; } M;
			static M mul(M x, M y) { M r; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { r.a[i][j] = 0; for (int k = 0; k < 2; k++) r.a[i][j] += x.a[i][k] * y.a[k][j]; } return r; }
			int main(void) { M b = {{{1, 1}, {1, 0}}}, r = {{{1, 0}, {0, 1}}}; for (unsigned n = 10; n; n >>= 1) { if (n & 1) r = mul(r, b); b = mul(b, b); } if (r.a[0][1] != 55) reach_error(); }`},
		{"a parser", `
			static const char *p;
			static int expr(void);
			static int atom(void) { if (*p == '(') { p++; int v = expr(); p++; return v; } int n = 0; while (*p >= '0' && *p <= '9') n = n * 10 + (*p++ - '0'); return n; }
			static int expr(void) { int v = atom(); while (*p == '+' || *p == '*') { char o = *p++; int w = atom(); v = o == '+' ? v + w : v * w; } return v; }
			int main(void) { p = "2*(3+4)+5"; if (expr() != 19) reach_error(); }`},
		{"strings in a buffer that is not initialised", `
			#include <string.h>
			int main(void) { char b[16]; strcpy(b, "abc"); strcat(b, "def"); if (strcmp(b, "abcdef")) reach_error(); }`},
		{"one of some strings", `
			#include <stdlib.h>
			int main(void) { const char *t[4] = {"12", "-7", "  42x", "0"}; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; int v = atoi(t[i]); if (v < -7 || v > 42) reach_error(); }`},
		{"a copy between blocks of computed sizes, behind headers", `
			#include <stdlib.h>
			#include <string.h>
			struct header { unsigned char length; char text[]; };
			int main(void) {
				unsigned n = __VERIFIER_nondet_int();
				if (n == 0 || n > 3) return 0;
				struct header *a = malloc(sizeof *a + n + 1), *b = malloc(sizeof *b + 2 * n);
				char *s = (char *)b + sizeof *b;
				if (n > 1) s[n] = 7;
				s[-1] = n;
				a->text[0] = a->text[n - 1] = 5;
				memcpy(s, a->text, n);
				if (s[0] != 5 || s[n - 1] != 5 || b->length != n || n > 1 && s[n] != 7) reach_error();
			}`},
		{"more steps than are allowed for others", `
			int main(void) { unsigned s = 0; for (int i = 0; i < 5000; i++) { s = s * 1103515245u + 12345u; s ^= s >> 7; } if (s == 1) reach_error(); }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(extern + test.text)}}, Options{Encoding: Encoding{DataModel: cfg.ILP32}, Replay: "off"}, engines.Config{
				Backend: native.Backend{}, Reproducers: t.TempDir(),
			})
			require.NoError(t, err)
			require.Equal(t, "TRUE", z.Word(), z.Reason)
		})
	}
}
