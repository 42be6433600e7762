// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
)

// TestSlicesOfPrograms decides the slices of programs. A slice of a program with an error has that
// error. Without one, the slice proves it if its part of the program suffices.
func TestSlicesOfPrograms(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\n#include <string.h>\nextern int in(void); extern void reach_error(void);\n" +
		"struct s { int a, b; struct s *next; } g, h; int x, y, *p = &x; int table[8];\n" +
		"void setx(int v) { x = v; } void sety(int v) { y = v; } int id(int v) { return v; }\n" +
		"void through(int *q, int v) { *q = v; } int down(int n) { return n > 0 ? down(n - 1) : x; }\n" +
		"void recurse(int n) { if (n > 0) { recurse(n - 1); y++; } else x = 7; }\n"
	for _, test := range []struct {
		name, body string
		want       horn.Verdict
	}{
		{"nothing matters", "for (int i = 0; i < in(); i++) y += i; if (x) reach_error();", horn.Safe},
		{"assigned in a call", "setx(1); if (x) reach_error();", horn.Unsafe},
		{"another variable is assigned in a call", "sety(1); if (x) reach_error();", horn.Safe},
		{"a result", "int v = id(3); if (v == 3) reach_error();", horn.Unsafe},
		{"a result of a call whose argument matters", "int v = in(); if (v < 5 && id(v) > 3) reach_error();", horn.Unsafe},
		{"through a pointer", "through(&x, 1); if (x) reach_error();", horn.Unsafe},
		{"through a pointer to something else", "through(&y, 1); if (x) reach_error();", horn.Safe},
		{"through a pointer in memory", "*p = 2; if (x == 2) reach_error();", horn.Unsafe},
		{"the pointer is moved", "p = &y; *p = 2; if (y == 2) reach_error();", horn.Unsafe},
		{"a pointer in a struct", "g.next = &h; g.next->a = 4; if (h.a == 4) reach_error();", horn.Unsafe},
		{"another member", "g.next = &h; g.next->a = 4; if (h.b == 4) reach_error();", horn.Safe},
		{"a struct as a whole", "h.a = 3; g = h; if (g.a == 3) reach_error();", horn.Unsafe},
		{"memcpy", "h.b = 3; memcpy(&g, &h, sizeof g); if (g.b == 3) reach_error();", horn.Unsafe},
		{"a table at an unknown index", "int i = in(); if (i < 0 || i > 7) return 0; table[i] = 5; if (table[3] == 5) reach_error();", horn.Unsafe},
		{"a heap", "int *q = malloc(sizeof *q), *r = malloc(sizeof *r); *q = 1; *r = 2; if (*q == 1) reach_error();", horn.Unsafe},
		{"a loop that leaves with a value", "int i = 0; while (i < 10) i++; if (i == 10) reach_error();", horn.Unsafe},
		{"a loop that only takes time", "int i = 0; while (i < 10) i++; if (x) reach_error();", horn.Safe},
		{"a branch decides", "if (in()) x = 1; if (x) reach_error();", horn.Unsafe},
		{"a branch decides by a jump", "if (in()) goto out; x = 1; out: if (!x) reach_error();", horn.Unsafe},
		{"break", "for (;;) { if (in()) { x = 1; break; } if (in()) break; } if (!x) reach_error();", horn.Unsafe},
		{"switch", "switch (in()) { case 1: x = 1; case 2: y = 1; break; default: x = 3; } if (x == 3) reach_error();", horn.Unsafe},
		{"switch, by falling through", "switch (in()) { case 1: y = 1; case 2: x = 2; } if (x == 2) reach_error();", horn.Unsafe},
		{"recursion that assigns", "recurse(3); if (x == 7) reach_error();", horn.Unsafe},
		{"recursion that reads", "x = 2; if (down(4) == 2) reach_error();", horn.Unsafe},
		{"recursion that does not matter", "recurse(3); if (g.a) reach_error();", horn.Safe},
		{"a function pointer", "void (*f)(int) = in() ? setx : sety; f(1); if (x) reach_error();", horn.Unsafe},
		{"an error in the middle", "if (in()) reach_error(); for (;;) y++;", horn.Unsafe},
		{"an error after a loop that may not end", "while (in()) y++; reach_error();", horn.Unsafe},
		{"an error inside a loop", "int i = 0; for (;;) { if (i > 3) reach_error(); i++; }", horn.Unsafe},
		{"a loop with an invariant", "int i = 0; while (in()) { if (i < 5) i++; y = in(); } if (i > 5) reach_error();", horn.Safe},
		{"exit over a variable that matters", "x = in(); if (x > 3) exit(1); if (x > 3) reach_error();", horn.Safe},
		{"a pointer that goes on to the next member", "struct { int a[4], end; } s = {0}; int *q = s.a; for (int i = 0; i < 5; i++) q[i] = i; if (s.end == 4) reach_error();", horn.Unsafe},
		{"an index that goes on to the next member", "struct { int a[4], end; } s = {0}; for (int i = 0; i < 5; i++) s.a[i] = i; if (s.end == 4) reach_error();", horn.Unsafe},
		{"bytes of a variable", "*((char *)&x + 1) = 1; if (x == 256) reach_error();", horn.Unsafe},
		{"a union", "union { int i; char c[4]; } u; u.i = 0; u.c[0] = 3; if (u.i == 3) reach_error();", horn.Unsafe},
		{"a static variable", "static int n; for (int i = 0; i < 3; i++) n++; if (n == 3) reach_error();", horn.Unsafe},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := Load(t.Context(), []Source{{Name: "slice.c", Text: []byte(head + "int main(void) { " + test.body + " }\n")}}, Encoding{})
			require.NoError(t, err)
			whole, slice := p.sliced(chc.Scalar(p.cfg, chc.Options{}), chc.Options{})
			if slice == nil { // there is nothing to leave out
				require.Equal(t, horn.Unsafe, test.want)
				return
			}
			sys, err := chc.EncodeScalar(logic.NewStore(), slice.Program, chc.Options{})
			require.NoError(t, err)
			z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Equal(t, test.want, z.Verdict)
			if z.Verdict == horn.Safe {
				require.NoError(t, simulate.Validate(t.Context(), p.cfg, sys.OfWhole(whole, slice), z.Model, simulate.Options{}))
			}
		})
	}
}
