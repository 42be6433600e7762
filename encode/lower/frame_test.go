// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// TestFrames tells where the variable x of a recursive function f is stored: in a local variable of
// f, or in an array, if another activation of f may access it.
func TestFrames(t *testing.T) {
	for _, test := range []struct {
		name, text string
		local      bool
	}{
		{"a local pointer", "int f(int n) { int x = n, *p = &x; if (n > 0) f(n - 1); return *p; }", true},
		{"a pointer to a local pointer", "int f(int n) { int x = n, *p = &x, **q = &p; if (n > 0) f(n - 1); return **q; }", true},
		{"a local structure", "struct s { int *p; }; int f(int n) { int x = n; struct s t, *q = &t; q->p = &x; if (n > 0) f(n - 1); return *q->p; }", true},
		{"an inlined call", "static void set(int *q) { *q = 1; } int f(int n) { int x = n; set(&x); if (n > 0) f(n - 1); return x; }", true},
		{"an argument", "int g(int n, int *q); int f(int n) { int x = n; g(n, &x); return x; } int g(int n, int *q) { *q = n; return n > 0 ? f(n - 1) + g(n - 1, q) : 0; }", false},
		{"the result", "int *g; int *f(int n) { int x = n, *p = &x; if (n > 0) p = f(n - 1); *p = 1; return n > 1 ? &x : p; }", false},
		{"a global pointer", "int *g; int f(int n) { int x = n; if (g) *g = 1; g = &x; if (n > 0) f(n - 1); return x; }", false},
		{"a structure that is an argument", "struct s { int *p; }; int f(int n, struct s *q) { int x = n; struct s t; t.p = &x; if (q) *q->p = 1; if (n > 0) f(n - 1, &t); return x; }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			call := "f(n())"
			if strings.Contains(test.text, "struct s *q)") {
				call = "f(n(), 0)"
			}
			p := load(t, "int n(void);\n"+test.text+"\nint main(void) { "+call+"; return 0; }", cfg.ILP32)
			found := false
			for _, f := range p.Functions {
				for _, v := range f.Locals {
					found = found || v.Source == "x"
				}
			}
			require.Equal(t, test.local, found)
		})
	}
}

// A function that does not recurse has one instance of each variable at a time. So the variables
// have constant addresses, even if callees access them. This function is too large for copies.
func TestFramesWithoutRecursion(t *testing.T) {
	p := load(t, `int n(void);
int g(int n, int *q) { *q = n; return n > 0 ? g(n - 1, q) : 0; }
int f(int n) { int x = n; `+strings.Repeat("n++; ", 4100)+`g(n, &x); return x; }
int main(void) { return f(n()) + f(n()); }`, cfg.ILP32)
	var names []string
	for _, f := range p.Functions {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"main", "f", "g"}, names)
	for _, v := range p.Globals {
		require.False(t, v.Type.Array, v.Name)
	}
}
