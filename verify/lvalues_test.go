// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/internal/slice"
	"cornet/smt/native"
)

// An lvalue is a form of lvalues with an index.
type lvalue struct {
	name   string
	locals string // declarations
	at     string // the lvalue, with @ for the index
	length int    // the length of the array that is indexed
	// typed says that the array's type has a known length, so that bounds are checked.
	typed bool
	// lo and hi are the least and the largest valid index: of the object, if the index belongs to a
	// pointer, and otherwise of the array.
	lo, hi int
	// constant says that the element is only read.
	constant bool
}

// array returns a form whose indices belong to an array.
func array(name, locals, at string) lvalue {
	return lvalue{name: name, locals: locals, at: at, length: 3, typed: true, hi: 2}
}

// table returns an array form without stores.
func table(name, locals, at string) lvalue {
	z := array(name, locals, at)
	z.constant = true
	return z
}

// pointer returns a form whose indices belong to a pointer into an object with elements from lo to
// hi.
func pointer(name, locals, at string, lo, hi int) lvalue {
	return lvalue{name: name, locals: locals, at: at, length: 3, lo: lo, hi: hi}
}

const lvalueHead = `#include <stdlib.h>
struct in { int n; int a[3]; int z; };
struct s { int n; int a[3]; int z; struct in in; struct in s[3]; int m[3][3]; union { int u[3]; char c[12]; } u; struct { unsigned f : 3, g : 5; } b[3]; char d[3]; int last[3]; };
struct flexible { int n; int f[]; };
struct old { int n; int f[1]; };
int g[3], gm[3][3], k3 = 3;
char gc[3];
struct s gs, gv[3];
static const int gt[3] = {1, 2, 3};
static int get(int a[3], int i) { return a[i]; }
static int row(int n, int a[3][n], int i) { return a[1][i]; }
static int rows(int n, int a[3][n], int i) { return a[i][1]; }
static int same(int i) { return i; }
static void use(int x) { (void)x; }
`

var lvalues = []lvalue{
	array("global", "", "g[@]"),
	array("local", "int a[3] = {0};", "a[@]"),
	array("static local", "static int a[3];", "a[@]"),
	array("characters", "", "gc[@]"),
	array("swapped", "", "(@)[g]"),
	array("sum", "", "*(g + (@))"),
	array("parentheses", "", "((g))[@]"),
	array("comma", "", "(use(1), gs.a)[@]"),
	array("member", "", "gs.a[@]"),
	array("member of a local", "struct s x = {0};", "x.a[@]"),
	array("member through a pointer", "struct s *p = &gs;", "p->a[@]"),
	array("member of a dereference", "struct s *p = &gs;", "(*p).a[@]"),
	array("sum with a member", "struct s *p = &gs;", "*(p->a + (@))"),
	array("characters of a member", "struct s *p = &gs;", "p->d[@]"),
	array("nested member", "struct s *p = &gs;", "p->in.a[@]"),
	array("struct in a member", "struct s *p = &gs;", "p->s[@].z"),
	array("array in a struct in a member", "struct s *p = &gs;", "p->s[1].a[@]"),
	array("last member", "struct s *p = &gs;", "p->last[@]"),
	array("member of heap memory", "struct in *p = malloc(sizeof *p); *p = gs.in;", "p->a[@]"),
	array("array of structs", "", "gv[@].z"),
	array("array in an array of structs", "", "gv[1].a[@]"),
	array("matrix", "", "gm[1][@]"),
	array("rows of a matrix", "", "gm[@][1]"),
	array("matrix in a member", "struct s *p = &gs;", "p->m[1][@]"),
	array("rows of a matrix in a member", "struct s *p = &gs;", "p->m[@][1]"),
	array("pointer to an array", "int (*p)[3] = &g;", "(*p)[@]"),
	array("pointer to a row", "int (*p)[3] = gm;", "p[1][@]"),
	array("pointer to a row that moved", "int (*p)[3] = gm;", "(*(p + 1))[@]"),
	array("pointer to a matrix", "int (*p)[3][3] = &gm;", "(*p)[1][@]"),
	array("union", "struct s *p = &gs;", "p->u.u[@]"),
	array("bit-field", "struct s *p = &gs;", "p->b[@].g"),
	array("compound literal", "", "((int[3]){1, 2, 3})[@]"),
	array("member of a compound literal", "", "((struct in){1, {2}}).a[@]"),
	array("variable length", "int a[k3]; a[0] = a[1] = a[2] = 0;", "a[@]"),
	array("sum with a variable length", "int a[k3]; a[0] = a[1] = a[2] = 0;", "*(a + (@))"),
	array("structs of variable length", "struct in a[k3]; for (int j = 0; j < 3; j++) a[j].z = 0;", "a[@].z"),
	array("row of variable length", "int a[3][k3]; for (int j = 0; j < 9; j++) a[j / 3][j % 3] = 0;", "a[1][@]"),
	array("rows of variable length", "int a[3][k3]; for (int j = 0; j < 9; j++) a[j / 3][j % 3] = 0;", "a[@][1]"),
	array("row of a matrix of variable length", "int a[k3][3]; for (int j = 0; j < 9; j++) a[j / 3][j % 3] = 0;", "a[1][@]"),
	array("rows of a matrix of variable length", "int a[k3][3]; for (int j = 0; j < 9; j++) a[j / 3][j % 3] = 0;", "a[@][1]"),
	array("pointer to a row of variable length", "int (*a)[k3] = gm;", "a[1][@]"),
	array("dereferenced row of variable length", "int (*a)[k3] = gm;", "(*a)[@]"),
	table("string", "", `"ab"[@]`),
	table("table", "", "gt[@]"),
	table("row of a parameter", "", "row(3, gm, @)"),
	pointer("rows of a parameter", "", "rows(3, gm, @)", 0, 2),
	pointer("parameter", "", "get(g, @)", 0, 2),
	pointer("pointer", "int *p = g;", "p[@]", 0, 2),
	pointer("pointer into the middle", "int *p = g + 1;", "p[@]", -1, 1),
	pointer("pointer to a member", "int *p = gs.a;", "p[@]", -1, 100),
	pointer("pointer to rows", "int (*p)[3] = gm;", "p[@][1]", 0, 2),
	pointer("choice", "", "(k3 ? gs.a : gs.in.a)[@]", -1, 100),
	pointer("statement expression", "", "({ gs.a; })[@]", -1, 100),
	pointer("heap memory", "int *p = calloc(3, sizeof *p);", "p[@]", 0, 2),
	pointer("flexible member", "struct flexible *p = calloc(1, sizeof *p + 3 * sizeof(int));", "p->f[@]", -1, 2),
	pointer("characters behind a pointer", "char *p = gc;", "p[@]", 0, 2),
}

// An access is an operation on an lvalue.
type access struct {
	name, text string // with L for the lvalue
	stores     bool
	// taken says that the address of the element is taken. The element may then be the one after
	// the end of the array.
	taken bool
	// never says that the lvalue is not evaluated.
	never bool
}

var accesses = []access{
	{name: "read", text: "r = L;"},
	{name: "store", text: "L = 1;", stores: true},
	{name: "compound assignment", text: "L += 1;", stores: true},
	{name: "increment", text: "L++;", stores: true},
	{name: "used decrement", text: "r = --L;", stores: true},
	{name: "condition", text: "if (L) r = 1;"},
	{name: "argument", text: "use(L);"},
	{name: "operand", text: "r = L + same(2);"},
	{name: "choice", text: "r = r ? 0 : L;"},
	{name: "and", text: "r = !r && L;"},
	{name: "not evaluated", text: "r = r && L;", never: true},
	{name: "address", text: "(void)!&L;", taken: true},
	{name: "size", text: "r = sizeof(L);", never: true},
}

// spellings are ways to write an index that has the value of i.
var spellings = []struct{ name, text string }{
	{"constant", "%d"}, {"variable", "i"}, {"call", "same(i)"}, {"increment", "i++"}, {"assignment", "i = %d"}, {"wide", "(long long)i"}, {"comma", "(use(0), i)"},
}

// An lvalueCase is a program with one access.
type lvalueCase struct {
	form           lvalue
	name, body     string
	arrays, memory string // the verdicts
}

// lvalueCases returns all cases: each form, read, with each index in each spelling; and each form
// in each access, with a variable and with a call as the index.
func lvalueCases() (z []lvalueCase) {
	for _, f := range lvalues {
		for _, a := range accesses {
			for _, s := range spellings {
				for _, index := range []int{0, 2, 3, -1, 4, 1003, -1003} {
					few := s.name == "variable" || s.name == "call"
					if a.name != "read" && (!few || index == 0 || index == 1003) || a.stores && f.constant || !f.fits(a) {
						continue
					}
					z = append(z, f.with(a, s.name, s.text, index))
				}
			}
		}
	}
	return z
}

// fits reports whether C has an access of the form.
func (f lvalue) fits(a access) bool {
	call := strings.HasSuffix(f.at, ")") && !strings.HasPrefix(f.at, "*")
	return !(call && (a.stores || a.taken)) && !(a.taken && !strings.HasSuffix(f.at, "[@]")) && !(a.name == "size" && f.name == "bit-field")
}

// with returns the case of an access at an index.
func (f lvalue) with(a access, spelling, text string, index int) lvalueCase {
	if strings.Contains(text, "%d") {
		text = fmt.Sprintf(text, index)
	}
	at := strings.ReplaceAll(f.at, "@", text)
	c := lvalueCase{form: f, name: fmt.Sprintf("%s, %s, %s %d", f.name, a.name, spelling, index), arrays: "TRUE", memory: "TRUE"}
	c.body = fmt.Sprintf("%s int i = %d, r = 0; %s (void)r;", f.locals, index, strings.ReplaceAll(a.text, "L", "("+at+")"))
	behind := 0
	if a.taken {
		behind = 1
	}
	if f.typed && !a.never && (index < 0 || index >= f.length+behind) {
		c.arrays = "FALSE"
	}
	if !a.never && !a.taken && (index < f.lo || index > f.hi) {
		c.memory = "FALSE"
	}
	return c
}

// program returns a program with the access.
func (c lvalueCase) program() string {
	return lvalueHead + "int main(void) { " + c.body + " return 0; }\n"
}

// sampled returns some of the cases, or all with CORNET_LVALUES=all.
func sampled() (z []lvalueCase) {
	cases := lvalueCases()
	if os.Getenv("CORNET_LVALUES") == "all" {
		return cases
	}
	for i, c := range cases {
		// the place of a used decrement is computed once, which must not lose its bounds
		if i%61 == 0 || strings.HasSuffix(c.name, "used decrement, variable 3") && strings.Contains(c.name, "variable length") {
			z = append(z, c)
		}
	}
	return z
}

// TestLvalues compares the verdicts about bounds and memory with the rules of C, for each form of
// lvalues and index. It takes some of the cases, or all with CORNET_LVALUES=all.
func TestLvalues(t *testing.T) {
	t.Parallel()
	for i, c := range sampled() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for j, want := range []string{c.arrays, c.memory} {
				o := Options{Replay: "off", NoSimulate: (i+j)%2 == 0}
				o.Check = []string{[]string{"bounds", "valid-deref"}[j]}
				z, err := Run(t.Context(), []Source{{Name: "lvalue.c", Text: []byte(c.program())}}, o, engines.Config{Backend: native.Backend{}})
				require.NoError(t, err, c.body)
				require.Equal(t, want, z.Word(), "%s: %s: %s", o.Check, c.body, z.Reason)
			}
		})
	}
}

// TestLvaluesJudged compares the expected verdicts with the reports of gcc's sanitizers. They do
// not report every error, but a report must be expected.
func TestLvaluesJudged(t *testing.T) {
	t.Parallel()
	cases := sampled()
	reports := judged(t, lvalueHead, slice.Map(cases, func(c lvalueCase) string { return c.body }), "-fsanitize=address,bounds-strict")
	if reports == nil {
		t.Skip("install gcc with its libasan and libubsan to judge the expected verdicts")
	}
	reported := 0
	for i, c := range cases {
		bounds, memory := strings.Contains(reports[i], "out of bounds"), strings.Contains(reports[i], "AddressSanitizer")
		require.False(t, bounds && c.arrays == "TRUE", "%s\n%s", c.body, reports[i])
		require.False(t, memory && c.memory == "TRUE", "%s\n%s", c.body, reports[i])
		if bounds || memory {
			reported++
		}
	}
	require.Positive(t, reported, "nothing was reported")
}
