// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// TestRanks tells in which programs the elements of a list have consecutive addresses: those that
// only access members through pointers to whole elements.
func TestRanks(t *testing.T) {
	const build = "while (n()) { struct e *x = malloc(sizeof *x); x->v = 1; x->n = l; l = x; } "
	for _, test := range []struct {
		name, body string
		classes    int
	}{
		{"members", build + "while (l) l = l->n;", 1},
		{"the first element is made apart", "l = malloc(sizeof *l); l->n = 0; " + build, 1},
		{"whole elements", build + "struct e c; if (l) { c = *l; *l = c; }", 1},
		{"cleared elements", "while (n()) { struct e *x = calloc(1, sizeof *x); x->n = l; l = x; } memset(l, 0, sizeof *l);", 1},
		{"freed elements", build + "while (l) { struct e *x = l->n; free(l); l = x; }", 1},
		{"two lists of different types", build + "while (n()) { struct f *y = malloc(sizeof *y); y->w = 1; y->m = k; k = y; }", 2},
		{"compared lists of different types", build + "while (n()) { struct f *y = malloc(sizeof *y); y->w = 1; y->m = k; k = y; } if ((void *)l == (void *)k) l->v = 2;", 1},
		{"a pointer to the first member", build + "int *p = &l->v; *p = 2;", 1},
		{"a pointer to the second member", build + "struct e **p = &l->n; *p = 0;", 0},
		{"a pointer to a link", build + "struct e **p = &l; while (*p) p = &(*p)->n; *p = 0;", 0},
		{"computation with addresses", build + "l[1].v = 2;", 0},
		{"addresses as numbers", build + "if ((unsigned)l == 4096) l->v = 2;", 0},
		{"addresses as bytes", build + "union { struct e *p; unsigned u; } u; u.p = l; if (u.u & 1) l->v = 2;", 0},
		{"several elements at once", "while (n()) l = malloc(2 * sizeof *l); l->v = 1;", 0},
		{"an element that is a variable among them", "struct e s[20]; l = &s[n()]; " + build + "while (l) { l->v = 2; l = l->n; }", 0},
		{"part of an element is copied", build + "memcpy(l, l->n, n());", 0},
		{"elements with arrays", "while (n()) { struct a *x = malloc(sizeof *x); x->t[n()] = 1; }", 0},
		{"made once", "l = malloc(sizeof *l); l->v = 1;", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, `#include <stdlib.h>
#include <string.h>
int n(void);
struct e { int v; struct e *n; };
struct f { int w; struct f *m; };
struct a { int t[4]; };
int main(void) { struct e *l = 0; struct f *k = 0; `+test.body+" return 0; }", cfg.ILP32)
			classes := 0
			for _, v := range p.Globals {
				if strings.HasSuffix(v.Name, ".count") {
					classes++
				}
			}
			require.Equal(t, test.classes, classes)
		})
	}
}

// A program with more types of lists than there are classes: all elements of a list have ranks, or
// none.
func TestRanksOfManyTypes(t *testing.T) {
	const types = 40
	var decls, heads, first, second, checks strings.Builder
	for i := range types {
		fmt.Fprintf(&decls, "struct e%d { int a, b; struct e%d *n; };\n", i, i)
		fmt.Fprintf(&heads, "struct e%d *l%d = 0;\n", i, i)
		make := func(b *strings.Builder, a int) {
			fmt.Fprintf(b, "{ struct e%d *x = malloc(sizeof *x); x->a = %d; x->b = %d; x->n = l%d; l%d = x; }\n", i, a, a+1, i, i)
		}
		make(&first, 2*i)
		make(&second, 3*i)
		fmt.Fprintf(&checks, "if (l%d->a != %d || l%d->b != %d || l%d->n->a != %d || l%d->n->b != %d) reach_error();\n", i, 3*i, i, 3*i+1, i, 2*i, i, 2*i+1)
	}
	p := load(t, "#include <stdlib.h>\nvoid reach_error(void);\n"+decls.String()+"int main(void) {\n"+heads.String()+
		"for (int i = 0; i < 2; i++) {\n"+first.String()+second.String()+"}\n"+checks.String()+"return 0; }", cfg.ILP32)
	p.Oblige(scalar.AllDuties)
	outcome, edge := p.Run(zeros)
	require.Equal(t, scalar.Returned, outcome, "%v", edge)
}

// zeros is an environment for runs without inputs.
var zeros = scalar.Environment{
	Value:    func(*scalar.Edge, scalar.Type, scalar.Havoc) *big.Int { return new(big.Int) },
	Choose:   func(int) int { return 0 },
	MaxSteps: 100_000,
}

// Ranked objects of different classes have different addresses, and a run finds the object of each.
func TestRanksOfClasses(t *testing.T) {
	p := load(t, `#include <stdlib.h>
int n(void);
void reach_error(void);
struct e { int v; struct e *n; };
struct f { int w; struct f *m; };
int main(void) {
  struct e *l = 0; struct f *k = 0;
  for (int i = 0; i < 3; i++) {
    struct f *y = malloc(sizeof *y); y->w = i; y->m = k; k = y;
    struct e *x = malloc(sizeof *x); x->v = 10 + i; x->n = l; l = x;
    if ((void *)l == (void *)k) reach_error();
  }
  if (l->n->n->v != 10 || k->m->w != 1 || l->n->n->n || l->n == l) reach_error();
  return 0;
}`, cfg.ILP32)
	p.Oblige(scalar.AllDuties)
	outcome, edge := p.Run(zeros)
	require.Equal(t, scalar.Returned, outcome, "%v", edge)
}
