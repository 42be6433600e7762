// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/lower"
	"cornet/encode/scalar"
)

func load(t testing.TB, text string, model cfg.DataModel) *scalar.Program {
	p, err := cc.Load("a.c", []byte(text), cc.Options{Model: model})
	require.NoError(t, err)
	return lower.Program(p)
}

// steps returns the ops of p's main function apart from skips, in the order of the text.
func steps(p *scalar.Program) []string {
	var z []string
	for _, n := range p.Main.Nodes {
		for _, e := range n.Out {
			if _, skip := e.Op.(scalar.Skip); !skip {
				z = append(z, scalar.OpString(e.Op))
			}
		}
	}
	return z
}

// TestLayout lists for each program some steps that its scalar form has or, with !, does not have.
func TestLayout(t *testing.T) {
	for _, test := range []struct {
		name, decls, body string
		want              []string
	}{
		{"scalar", "", "int x = 1; x = x + 1;", []string{"x = 1", "x = (x + 1)"}},
		{"struct", "struct s { int a, b; };", "struct s v; v.b = 3;", []string{"v.b = 3"}},
		{"struct copy", "struct s { int a, b; };", "struct s v, w; v = w;", []string{"v.a = w.a", "v.b = w.b"}},
		{"small array", "", "int a[3]; a[1] = 5;", []string{"a[1] = 5"}},
		{"small array, unknown index", "int n(void);", "int a[2]; int i = n(); a[i] = 5;", []string{"a[0] = ((index == 0) ? 5 : a[0])", "a[1] = (!(index == 0) ? 5 : a[1])"}},
		{"large array", "int n(void);", "int a[100]; int i = n(); a[i] = 5;", []string{"a[] = a[]{(ptr)i: 5}"}},
		{"one object behind a pointer", "", "int x; int *p = &x; *p = 4;", []string{"x = 4"}},
		{"two objects", "int n(void);", "int x, y; int *p = n() ? &x : &y; *p = 4;", []string{"x = ((p == 64) ? 4 : x)", "y = (!(p == 64) ? 4 : y)"}},
		{"whole array behind a pointer", "int n(void);", "int a[100]; int *p = a; p[n()] = 4;", []string{"pointer = (t + (ptr)t@2)", "a[] = a[]{(pointer - 64): 4}"}},
		{"allocated once", "void *malloc(unsigned);", "int *p = malloc(4); *p = 1;", []string{"alloc@3[0] = 1", "!heap = (heap + 2)"}},
		{"allocated often", "void *malloc(unsigned); int n(void);", "while (n()) { int *p = malloc(4); *p = 1; }", []string{"heap = (heap + 2)", "alloc@3[] = alloc@3[]{p: 1}"}},
		{"bit-field", "struct s { int a : 3; };", "struct s v; v.a = 7;", []string{"v.a = -1"}},
		{"clearing", "void *memset(void *, int, unsigned); struct s { int a; short b; };", "struct s v; memset(&v, 0, sizeof v);", []string{"v.a = 0", "v.b = 0"}},
		{"filling", "void *memset(void *, int, unsigned);", "int x; memset(&x, 1, sizeof x);", []string{"x = 16843009"}},
		{"copying", "void *memcpy(void *, const void *, unsigned); struct s { int a; short b; };", "struct s v, w; memcpy(&v, &w, sizeof v);", []string{"v.a = w.a", "v.b = w.b"}},
		{"difference of pointers", "int n(void);", "int a[9]; int *p = a + n(); int d = p - a;", []string{"d = (s32)(p - 64)"}},
		{"null", "", "int *p = 0;", []string{"p = 0"}},
		{"initialised union, read by another member", "union u { char s[2]; short i; };", "union u v = {{7, 8}}; short i = v.i;", []string{"v.s[0] = 7", "v.s[1] = 8"}},
		{"initialised union, read by a wider member", "union u { signed char c; unsigned n; };", "union u v = {-1}; unsigned n = v.n;", []string{"v.c = -1"}},
		{"designated word", "union u { unsigned b : 3; unsigned n; };", "union u v = {.n = 9};", []string{"v.n = 9"}},
		{"designated word beside a struct of bit-fields", "union u { struct { unsigned a : 8, b : 24; } s; unsigned n; };", "union u v = {.s.b = 1, .n = 9}; unsigned n = v.n;", []string{"v.n = 9"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := steps(load(t, test.decls+"\nint main(void) {\n"+test.body+"\nreturn 0; }", cfg.ILP32))
			for _, w := range test.want {
				if no, ok := strings.CutPrefix(w, "!"); ok {
					require.NotContains(t, z, no)
				} else {
					require.Contains(t, z, w)
				}
			}
		})
	}
}

// A number that becomes a pointer is divided by the largest unit of addresses that is known to
// divide it, up to 4, the unit of ints.
func TestUnitOfConversions(t *testing.T) {
	const decls = "void *malloc(unsigned); int n(void); int a[100]; struct s { int a, b, c; }; void *f(void *p, int n) { return n ? f((void *)((long)p + 4 * n), n - 1) : p; }"
	for _, test := range []struct{ name, body, want string }{
		{"an address", "int *q = (int *)((unsigned)p + 8);", "q = ((ptr)((u32)(p * 4) + 8) / 4)"},
		{"an address in a variable", "unsigned u = (unsigned)p; u -= 4 * n(); int *q = (int *)u;", "q = ((ptr)u / 4)"},
		{"an address with its low bits masked out", "unsigned u = n(); int *q = (int *)(u & ~3);", "q = ((ptr)(u & 4294967292) / 4)"},
		{"a multiple of a smaller unit", "int *q = (int *)(n() * 2u);", "q = ((ptr)((u32)t@2 * 2) / 2)"},
		{"a multiple of a larger unit", "int *q = (int *)(n() << 3);", "q = ((ptr)(u32)(t@2 << 3) / 4)"},
		{"any number", "int *q = (int *)n();", "q = (ptr)(u32)t@2"},
		{"objects lie above small numbers", "int *q = (int *)n();", "p = (65536 + ((ptr)t * 4))"},
		{"an address in a variable that is declared before", "unsigned u; if (n()) u = (unsigned)p; else u = 4 * n(); int *q = (int *)u;", "q = ((ptr)u / 4)"},
		{"a variable that is not initialised", "unsigned u; struct s v; if (n()) u = v.a; int *q = (int *)u;", "q = (ptr)u"},
		{"a number from the heap", "int *h = malloc(4); *h = 8; int *q = (int *)*h;", "q = (ptr)(u32)alloc@4[0]"},
		{"a tag", "int *q = (int *)((unsigned)p | 1);", "q = (ptr)((u32)p | 1)"},
		{"a constant address", "int *q = (int *)0x1000;", "q = 1024"},
		{"another constant", "int *q = (int *)3;", "q = 3"},
		{"the greatest address", "int *q = (int *)-1;", "q = 4294967295"},
		{"null", "int *q = (int *)0;", "q = 0"},
		{"passed in a recursion", "int *q = f(p, 3);", "p@2 = (64 + (ptr)t)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := steps(load(t, decls+"\nint main(void) {\nint *p = &a[n()]; *p = 1;\n"+test.body+"\nreturn 0; }", cfg.ILP32))
			require.Contains(t, z, test.want)
		})
	}
}

// Inexactly modelled constructs are named, with their line.
func TestNotes(t *testing.T) {
	for _, test := range []struct{ name, decls, body, want string }{
		{"floating point", "double sin(double), n(void);", "double x = sin(n()); int y = x > 1;", "floating-point function sin yields any value"},
		{"bytes of an address", "union u { int *a; char b[4]; };", "int x; union u v; v.a = &x; int y = v.b[0];", "an address in v is taken apart: line 3 accesses int8 there"},
		{"unknown pointer", "int *n(void);", "int y = *n();", "memory that is not modelled is read (memory of unknown functions)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, test.decls+"\nint main(void) {\n"+test.body+"\nreturn y; }", cfg.ILP32)
			found := false
			for _, n := range p.Notes {
				found = found || n.What == test.want && n.Inexact && n.Pos.Line == 3
			}
			require.True(t, found, "%v", p.Notes)
		})
	}
}

// A struct with many fields is split into its fields, which are set and copied one by one without
// loss.
func TestManyFields(t *testing.T) {
	const n = 1000
	var fields strings.Builder
	for i := range n {
		fmt.Fprintf(&fields, "int f%d; ", i)
	}
	p := load(t, "struct s { "+fields.String()+"}; struct s g = {.f999 = 7}; void f(struct s *p) { p->f998 = p->f997; }\n"+
		"int main(void) { struct s v = {1}, w; w = g; v = w; f(&w); return v.f999 + w.f998; }", cfg.LP64)
	require.Empty(t, p.Notes)
	got := steps(p)
	for _, want := range []string{"v.f0 = 1", "v.f999 = 0", "w.f999 = g.f999", "v.f500 = w.f500", "w.f998 = w.f997"} {
		require.Contains(t, got, want)
	}
}
