// SPDX-License-Identifier: Apache-2.0

package pointsto_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
)

// pointsTo lists the objects that a variable of main, or a global, may point to.
func pointsTo(a *pointsto.Analysis, p *cfg.Program, name string) string {
	vars := append([]*cfg.Var(nil), p.Globals...)
	vars = append(vars, p.Main.Locals...)
	for _, v := range vars {
		if v.Name != name {
			continue
		}
		var z []string
		for _, c := range a.Values(cfg.Load{From: cfg.VarPlace{Var: v}}) {
			z = append(z, c.String())
		}
		sort.Strings(z)
		return strings.Join(z, " ")
	}
	return "no variable " + name
}

func TestPointsTo(t *testing.T) {
	for _, test := range []struct{ name, decls, body, want string }{
		{"address", "", "int x; int *p = &x;", "p: x"},
		{"either", "int c;", "int x, y; int *p; if (c) p = &x; else p = &y;", "p: x y"},
		{"copy", "", "int x; int *p = &x, *q = p;", "q: x"},
		{"null", "", "int *p = 0;", "p: "},
		{"field", "struct s { int a, b; };", "struct s v; int *p = &v.b;", "p: v.b"},
		{"fields are told apart", "struct s { int *a, *b; };", "struct s v; int x, y; v.a = &x; v.b = &y; int *p = v.a;", "p: x"},
		{"struct copy", "struct s { int *a, *b; };", "struct s v, w; int x; v.a = &x; w = v; int *p = w.a, *q = w.b;", "p: x; q: "},
		{"array element", "", "int a[4]; int *p = a + 2;", "p: a[]"},
		{"arithmetic stays", "", "int a[4]; int *p = a; p++; p = p - 1;", "p: a a[]"},
		{"two levels", "", "int x; int *p = &x; int **q = &p; int *r = *q;", "r: x"},
		{"store through pointer", "", "int x, y; int *p = &x; int **q = &p; *q = &y;", "p: x y"},
		{"call", "int *f(int *x) { return x; }", "int x; int *p = f(&x);", "p: x"},
		{"allocation", "void *malloc(unsigned);", "int *p = malloc(4);", "p: alloc@3"},
		{"list", "void *malloc(unsigned); struct n { struct n *next; };", "struct n *p = malloc(4); p->next = p; struct n *q = p->next;", "q: alloc@3"},
		{"function", "int f(int x) { return x; }", "int (*p)(int) = f; p(1);", "p: f"},
		{"outer struct by its first field", "struct s { int a; int b; };", "struct s v; int *p = &v.a; struct s *q = (struct s *)p; int *r = &q->b;", "r: v.b"},
		{"bytes of a struct are offsets", "struct s { int a; int b; };", "struct s v; char *p = (char *)&v; p++; int *q = &v.b;", "p: v+n; q: v+4"},
		{"bytes from unknown offsets", "int n; struct s { int a; int b; };", "struct s v; int *p = (int *)((char *)&v + n) + 1;", "p: v+n"},
		{"words from unknown offsets", "int n; struct s { int a; short b[4]; };", "struct s v; short *p = (short *)&v + n;", "p: v+2*n"},
		{"a pointer in a prefix", "struct h { int *p; }; struct s { int *p; int n; };", "int x; struct s v; struct h *h = (struct h *)&v; h->p = &x; int *q = v.p;", "q: x"},
		{"pointers beside each other", "struct h { int *p, *q; }; struct s { int *p, *q; int n; };", "int x, y; struct s v; struct h *h = (struct h *)&v; h->p = &x; h->q = &y; int *q = v.q;", "q: y"},
		{"pointers in a copied prefix", "struct h { int *p, *q; }; struct s { int *p, *q; int n; }; void *memcpy(void *, void *, unsigned);", "int x, y; struct s v; struct h h; v.p = &x; v.q = &y; memcpy(&h, &v, sizeof h); int *q = h.q;", "q: y"},
		{"back to the struct", "struct s { int a; int b; };", "struct s v; int *p = &v.b; struct s *q = (struct s *)((char *)p - 4); int *r = &q->a;", "r: v.a"},
		{"out of the struct and back", "struct s { int a; int b; };", "struct s v; char *p = (char *)&v + 8; int *q = (int *)(p - 4);", "p: ; q: v.b"},
		{"back by an unknown distance", "int n; struct s { int a; int b; };", "struct s v; char *p = (char *)&v + 8; int *q = (int *)(p - n);", "q: v+n"},
		{"back as an integer", "struct s { int a; int b; };", "struct s v; unsigned n = (unsigned)((char *)&v + 8); int *q = (int *)(n - 4);", "q: v.b"},
		{"an integer that wanders", "struct s { int a; int b; };", "struct s v; unsigned n = (unsigned)&v.b; n -= 4; int *q = (int *)n;", "q: v+4*n"},
		{"an integer by an unknown distance", "unsigned k; struct s { int a; int b; };", "struct s v; unsigned n = (unsigned)&v.b - k; int *q = (int *)n;", "q: v+n"},
		{"an integer rounded down", "struct s { int a; int b; };", "struct s v; unsigned n = (unsigned)&v.b & ~7u; int *q = (int *)n;", "q: v+n"},
		{"a hash", "struct s { int a; int b; };", "struct s v; unsigned h = (unsigned)&v % 17; int *q = &v.a;", "q: v.a"},
		{"out of an array into its struct", "struct s { int a[2]; int b; };", "struct s v; char *p = (char *)&v.a[1]; int *q = (int *)(p + 4);", "q: v+8"},
		{"from an element to its struct", "struct e { int x, y; }; struct s { int i; struct e a[2]; };", "struct s v; struct e *p = &v.a[1]; struct s *q = (struct s *)((char *)p - 12);", "q: v"},
		{"to a flexible array", "void *malloc(unsigned); struct s { int n; int a[]; };", "struct s *p = malloc(16); p->n = 3; int *q = (int *)((char *)p + 4);", "q: alloc@3+4"},
		{"in front of a flexible array", "void *malloc(unsigned); struct s { int n; char a[]; };", "struct s *h = malloc(16); h->n = 3; char *p = h->a; char *q = p - 1;", "p: alloc@3+4; q: alloc@3+3"},
		{"to another element", "struct e { int x, y; };", "struct e a[2]; char *p = (char *)&a[1].y; struct e *q = (struct e *)(p - 12);", "q: a[]"},
		{"an array behind the object", "int n; struct h { int *next; }; struct s { int i; struct h h; int a[4]; };", "struct h v; struct s *p = (struct s *)((char *)&v - 4); int *q = &p->a[n]; int **r = &v.next;", "q: ; r: v.next"},
		{"an array over the object", "int n; struct h { int *next; }; struct s { int a[4]; struct h h; };", "struct h v; struct s *p = (struct s *)((char *)&v - 4); int *q = &p->a[n];", "q: v+4*n"},
		{"unknown function", "int *g(void);", "int *p = g();", "p: memory of unknown functions"},
		{"through an integer", "", "int x; unsigned n = (unsigned)&x; int *p = (int *)n;", "p: x"},
		{"an input that may be an address", "unsigned n(void);", "int x, y; unsigned k = n(); int *p; if (k == (unsigned)&x) p = (int *)k;", "p: x"},
		{"a number that may be an address", "", "int x, y; unsigned k = 0; while (k != (unsigned)&x) k++; int *p = (int *)k, *q = &y;", "p: x; q: y"},
		{"an input that may be the address of a member", "unsigned n(void); struct s { int a; int b; };", "struct s v; unsigned k = n(); int *p; if (k == (unsigned)&v.b) p = (int *)k;", "p: v+n"},
		{"an input that is compared as a pointer", "unsigned n(void);", "int x, y; int *p = (int *)n(), *q = &y; if (p == &x) q = p;", "p: x; q: x y"},
		{"the bytes of an input", "unsigned n(void); void *memcpy(void *, void *, unsigned);", "int x; unsigned k = n(); int *p; memcpy(&p, &k, sizeof p); int *q = p; if (q == &x) q = 0;", "q: x"},
		{"a number in a union", "unsigned n(void); union u { unsigned n; int *p; };", "int x; union u v; v.n = n(); if (v.n == (unsigned)&x) { int *q = v.p; }", "q: x"},
		{"a constant address", "", "int x; unsigned k = (unsigned)&x; int *p = (int *)4096;", "p: "},
		{"an address plus a constant", "", "int x, y; unsigned k = (unsigned)&x + 4, l = (unsigned)&y; int *p = (int *)k;", "p: "},
		{"an address plus an input", "unsigned n(void);", "int x, y; unsigned k = (unsigned)&x + n(), l = (unsigned)&y; int *p = (int *)k;", "p: x y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := test.decls + "\nint main(void) {\n" + strings.ReplaceAll(test.body, "\n", " ") + "\nreturn 0; }"
			p, err := cc.Load("a.c", []byte(text), cc.Options{})
			require.NoError(t, err)
			a := pointsto.Analyze(p)
			for _, w := range strings.Split(test.want, "; ") {
				name, want, _ := strings.Cut(w, ": ")
				require.Equal(t, want, pointsTo(a, p, name))
			}
		})
	}
}

func TestCallees(t *testing.T) {
	p, err := cc.Load("a.c", []byte(`
int c;
int f(int x) { return x; }
int g(int x) { return x + 1; }
int h(int x) { return x + 2; }
struct ops { int (*run)(int); } table[2] = {{f}, {g}};
int main(void) { return table[c].run(3) + h(1); }`), cc.Options{})
	require.NoError(t, err)
	a := pointsto.Analyze(p)
	calls := 0
	for _, n := range p.Main.Nodes {
		for _, e := range n.Out {
			if call, ok := e.Op.(cfg.Call); ok && call.Callee == nil {
				calls++
				var names []string
				for _, f := range a.Callees(call.Fun) {
					names = append(names, f.Name)
				}
				require.Equal(t, []string{"f", "g"}, names)
			}
		}
	}
	require.Equal(t, 1, calls)
}
