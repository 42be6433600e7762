// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/lower"
	"cornet/encode/simulate"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
)

// TestSpaces decides programs over lists and trees of any size by invariants about the contents of
// their elements. A program with an error has no such invariant.
func TestSpaces(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\nextern int in(void);\nstruct node { int v; struct node *next, *other; };\n"
	const build = "struct node *l = 0; while (in()) { struct node *p = malloc(sizeof *p); p->v = 7; p->next = l; l = p; }\n"
	for _, test := range []struct {
		name, body string
		want       horn.Verdict
	}{
		{"a constant", build + "for (struct node *q = l; q; q = q->next) if (q->v != 7) reach_error();", horn.Safe},
		{"another element", build + "struct node *p = malloc(sizeof *p); p->v = 8; p->next = l; for (l = p; l; l = l->next) if (l->v != 7) reach_error();", horn.Unsafe},
		{"changed in place", build + "for (struct node *q = l; q; q = q->next) if (in()) q->v = 9; for (; l; l = l->next) if (l->v == 9) reach_error();", horn.Unsafe},
		{"never set", "struct node *l = 0; while (in()) { struct node *p = malloc(sizeof *p); if (in()) p->v = 7; p->next = l; l = p; } for (; l; l = l->next) if (l->v != 7) reach_error();", horn.Unsafe},
		{"zeros", "struct node *l = 0; while (in()) { struct node *p = calloc(1, sizeof *p); p->next = l; l = p; } for (; l; l = l->next) if (l->v) reach_error();", horn.Safe},
		{"appended", "struct node *h = malloc(sizeof *h), *p = h; while (in()) { p->v = 1; p->next = malloc(sizeof *p); p = p->next; } p->v = 2; p->next = 0;" +
			"for (p = h; p->v == 1; p = p->next) ; if (p->v != 2) reach_error();", horn.Safe},
		{"the object made last, by two names", "struct node *p = 0; while (in()) { p = malloc(sizeof *p); struct node *q = p; q->v = 3; if (p->v != 3) reach_error(); p->v = 4; if (q->v != 4) reach_error(); }", horn.Safe},
		{"two at once", build + "if (l && l->next) { struct node *q = l->next; l->v = 1; q->v = 2; if (l->v != 1) reach_error(); if (q->v != 1) reach_error(); }", horn.Unsafe},
		{"evaluated where it is not null", build + "while (l && l->v == 7) l = l->next; if (l) reach_error();", horn.Safe},
		{"either side of an or", build + "while (l && (l->v == 7 || l->next)) l = l->next; if (!l) reach_error();", horn.Unsafe},
		{"a struct as a whole", build + "struct node c; if (l) { c = *l; if (c.v != 7) reach_error(); c.v = 8; *l = c; if (l->v != 8) reach_error(); }", horn.Safe},
		{"pointers to variables", "int a = 5; struct cell { int *p; struct cell *next; } *l = 0; while (in()) { struct cell *c = malloc(sizeof *c); c->p = &a; c->next = l; l = c; }" +
			"for (; l; l = l->next) if (*l->p != 5) reach_error();", horn.Safe},
		{"a variable changed through the list", "int a = 5; struct cell { int *p; struct cell *next; } *l = 0; while (in()) { struct cell *c = malloc(sizeof *c); c->p = &a; c->next = l; l = c; }" +
			"for (; l; l = l->next) *l->p = 6; if (a == 6) reach_error();", horn.Unsafe},
		{"a tree", "struct node *t = 0; while (in()) { struct node *n = malloc(sizeof *n); n->v = 4; n->next = n->other = 0; if (!t) { t = n; continue; }" +
			"struct node *p = t; while (in() ? p->next : p->other) p = in() && p->next ? p->next : p->other ? p->other : t; if (in()) p->next = n; else p->other = n; }" +
			"for (; t; t = in() ? t->next : t->other) if (t->v != 4) reach_error();", horn.Safe},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := Load(t.Context(), []Source{{Name: "list.c", Text: []byte(head + "int main(void) { " + test.body + " }\n")}}, Encoding{})
			require.NoError(t, err)
			spaces := lower.Spaces(p.cfg)
			require.NotNil(t, spaces, "there is a space")
			require.NoError(t, simulate.Abstracts(t.Context(), p.cfg, spaces, simulate.Options{}))
			sys, err := chc.Encode(logic.NewStore(), spaces, chc.Options{})
			require.NoError(t, err)
			z, err := engines.Run(t.Context(), sys.Horn, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Equal(t, test.want, z.Verdict)
		})
	}
}

// TestNoSpaces has programs that use allocated memory in ways that invariants about contents do not
// support.
func TestNoSpaces(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\n#include <string.h>\nextern int in(void);\nstruct node { int v; struct node *next; };\n"
	for _, test := range []struct{ name, body string }{
		{"made once", "struct node *p = malloc(sizeof *p); p->v = 1;"},
		{"an array", "while (in()) { struct node *p = malloc(3 * sizeof *p); p[1].v = 1; }"},
		{"the address of a member", "while (in()) { struct node *p = malloc(sizeof *p); int *q = &p->v; *q = 1; if (p->v != 1) reach_error(); }"},
		{"copied as bytes", "struct node *l = 0; while (in()) { struct node *p = malloc(sizeof *p); if (l) memcpy(p, l, sizeof *p); l = p; }"},
		{"accessed at another type", "while (in()) { struct node *p = malloc(sizeof *p); *(int *)p = 1; if (p->v != 1) reach_error(); }"},
		{"beside a variable", "struct node a, *l = &a; while (in()) { struct node *p = malloc(sizeof *p); p->next = l; l = p; } l->v = 1;"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Load(t.Context(), []Source{{Name: "list.c", Text: []byte(head + "int main(void) { " + test.body + " }\n")}}, Encoding{})
			require.NoError(t, err)
			require.Nil(t, lower.Spaces(p.cfg))
		})
	}
}

// TestLostContents has wrong abstractions that forget objects: one of the statements that push
// contents does nothing. The runs of program and abstraction then differ.
func TestLostContents(t *testing.T) {
	t.Parallel()
	const text = `#include <stdlib.h>
extern int in(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *l = 0;
  int s = 0;
  for (int i = 0; i < 6; i++) {
    struct node *p = malloc(sizeof *p);
    p->v = in();
    p->next = l;
    l = p;
  }
  for (struct node *q = l; q; q = q->next) if (q->v > 3) q->v = 3;
  for (struct node *q = l; q; q = q->next) s = s + q->v;
  if (s == 19) reach_error();
}
`
	load := func() (p, spaces *cfg.Program, pushes []*cfg.Edge) {
		z, err := Load(t.Context(), []Source{{Name: "list.c", Text: []byte(text)}}, Encoding{})
		require.NoError(t, err)
		spaces = lower.Spaces(z.cfg)
		for e := range spaces.Edges() {
			if c, ok := e.Op.(cfg.Call); ok && c.Callee != nil && c.Callee.Pool != nil && c.Callee.Result == nil {
				pushes = append(pushes, e)
			}
		}
		return z.cfg, spaces, pushes
	}
	p, spaces, all := load()
	require.NoError(t, simulate.Abstracts(t.Context(), p, spaces, simulate.Options{}))
	require.NotEmpty(t, all)
	found := 0
	for k := range all {
		p, spaces, pushes := load()
		pushes[k].Op = cfg.Skip{}
		var d *simulate.Divergence
		if errors.As(simulate.Abstracts(t.Context(), p, spaces, simulate.Options{}), &d) {
			found++
		}
	}
	require.GreaterOrEqual(t, found, 3, "of %d", len(all))
}
