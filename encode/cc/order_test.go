// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrder has programs, each with the object that depends on an order of evaluation that C leaves
// open, or "".
func TestOrder(t *testing.T) {
	const counter = "int c; int next(void) { return ++c; } int minus(int a, int b) { return a - b; }"
	for _, test := range []struct{ name, decls, body, on string }{
		{"arguments that count", counter, "minus(next(), next());", "of next() and next() is not fixed by C, and c depends on it: left to right"},
		{"inputs", "int n(void), minus(int, int);", "minus(n(), n());", ""},
		{"functions of inputs", "int n(void), minus(int, int); int f(void) { int x = n(); return x > 3 ? x : 0; }", "minus(f(), f());", ""},
		{"operands that count", counter, "return next() - next();", "next() and next()"},
		{"sequenced by &&", counter, "return next() && next() == 3;", ""},
		{"sequenced by a comma", counter, "return (next(), next());", ""},
		{"sequenced by ?:", counter, "return next() ? next() : 0;", ""},
		{"statements", counter, "int a = next(), b = next(); return a - b;", ""},
		{"elements of an initialiser", counter, "int a[] = {next(), next()};", "next() and next()"},
		{"counting only", "int c; int f(int x) { c++; return x; }", "return f(1) - f(2);", ""},
		{"counting and looking", "int c; int f(int x) { c++; return x; }", "return f(1) - c;", "f(1) and c"},
		{"deep inside", counter + " int f(int x) { return next() + x; } int g(int x) { return f(x); }", "return g(1) - g(2);", "g(1) and g(2)"},
		{"recursion without state", "int fib(int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }", "return fib(3);", ""},
		{"through a pointer", "int inc(int *p) { return ++*p; }", "int x = 1; return inc(&x) - inc(&x);", "x depends"},
		{"another member", "struct s { int a, b; }; int inc(int *p) { return ++*p; }", "struct s x = {1, 2}; return inc(&x.a) - x.b;", ""},
		{"the same member", "struct s { int a, b; }; int inc(int *p) { return ++*p; }", "struct s x = {1, 2}; return inc(&x.a) - x.a;", "x.a depends"},
		{"the whole struct", "struct s { int a, b; }; int inc(int *p) { return ++*p; } int sum(struct s v) { return v.a + v.b; }", "struct s x = {1, 2}; return inc(&x.a) - sum(x);", "inc(&x.a) and sum(x)"},
		{"members of a union", "union u { int a; short b; }; int inc(int *p) { return ++*p; }", "union u x; x.a = 1; return inc(&x.a) - x.b;", "inc(&x.a) and x.b"},
		{"what is allocated", "void *malloc(unsigned); struct t { struct t *l; int v; }; struct t *mk(int d) { struct t *p = malloc(sizeof *p); p->v = d; p->l = d ? mk(d - 1) : 0; return p; } int both(struct t *, struct t *);",
			"return both(mk(1), mk(2));", ""},
		{"a function pointer", "int one(int x) { return 1; } int two(int x) { return 2; } int (*f)(int) = one; int turn(void) { f = two; return 0; }", "return f(turn());", "f and turn()"},
		{"called through a pointer", counter + " int (*f)(void) = next;", "return f() - f();", "f() and f()"},
		{"a place and its value", "struct s { struct s *next; } a, b, *head = &a; struct s *move(void) { head = &b; return &a; }", "head->next = move();", "head->next and move() is not fixed by C, and head depends on it: right to left"},
		{"a compound assignment", "int s; int f(void) { s = 5; return 1; }", "s += f();", "s and f()"},
		{"an element and its index", "", "int a[4], i = 0; a[i] = i++;", "a[i] and i++"},
		{"an operand that is incremented", "", "int i = 0; return i++ + i;", "i++ and i "},
		{"another operand that is incremented", "", "int i = 0, j = 0; return i++ + j++;", ""},
		{"a loop that copies", "", "char a[4], *d = a; const char *s = \"abc\"; while ((*d++ = *s++)) ;", ""},
		{"assigned and incremented", "", "int i = 0; i = i++ + 1;", "i = i++ + 1 changes i twice"},
		{"assigned what is incremented", "", "int i = 0, j; j = i++ + 1; i = (i++, 3); i = i + 1;", ""},
		{"an argument and what the library writes", "char *gets(char *); int puts2(char *, char);", "char a[4] = {0}; return puts2(gets(a), a[0]);", "gets(a) and a[0]"},
		{"not reached", counter + " int f(void) { return next() - next(); }", "return 0;", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Load("p.c", []byte(test.decls+"\nint main(void) {\n"+test.body+"\nreturn 0; }"), Options{})
			require.NoError(t, err)
			var got []string
			for _, n := range p.Notes {
				if strings.Contains(n.What, "C leaves") || strings.Contains(n.What, "by C") {
					require.True(t, n.Assumed)
					got = append(got, n.What)
				}
			}
			if test.on == "" {
				require.Empty(t, got)
				return
			}
			require.Contains(t, strings.Join(got, "\n"), test.on)
		})
	}
}
