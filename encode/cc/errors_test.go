// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRefusals checks that unsupported constructs are refused by name and line, and that errors in
// C have a line.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		text, message string
		unsupported   bool
	}{
		{"int main(void) { void *p = &&l; goto *p; }", "p.c:1:28: label l is not defined", false},
		{"void f(int *p) {}\nint main(void) { void *p = &&l; goto *p; { int x __attribute__((cleanup(f))) = 0; l: return x; } }", "p.c:2:33: a jump into the scope of variable x with attribute cleanup: not supported", true},
		{"int main(void) {\n int f(int x) { return x; }\n return f(1); }", "p.c:2:2: nested function f: not supported", true},
		{"int main(void) { _Complex double z; return 0; }", "type", true},
		{"int main(void) { typeof(int (*)(void)) x = 0; return x != 0; }", "p.c:1:18: typeof of a type: not supported", true},
		{"struct p { int x, y; }; struct s { struct p p; };\nint main(void) { struct p p; struct s s = {.p = p, .p.x = 1}; return 0; }", "p.c:2:59: an initialiser of a part of what an expression has initialised: not supported", true},
		{"struct p { int a[2]; }; struct s { struct p p; };\nint main(void) { struct p p; struct s s = {.p = p, .p.a = {}}; return 0; }", "p.c:2:59: an initialiser of a part of what an expression has initialised: not supported", true},
		{"int main(void) { int x = 1 return x; }", "p.c:1:28:", false},
		{"int main(void) { return y; }", "p.c:1:25: y is not declared", false},
		{"int main(void) { break; }", "p.c:1:18: break statement not within loop or switch", false},
		{"struct s { int a; }; int main(void) { struct s x; return x + 1; }", "p.c:1", false},
		{"struct s { int a; }; int main(void) { struct s x; return x.b; }", "p.c:1:59: type struct s has no member named b", false},
		{"int main(void) { int x; x(); }", "p.c:1", false},
		{"void f(void) {}\nint main(void) { int x = f(); }", "p.c:2", false},
		{"int f(void) { return 1; }", "the entry function main is not defined", false},
		{"int f(void) { return 1; } int f(void) { return 2; } int main(void) { return f(); }", "p.c", false},
		{"#include <nothing.h>\nint main(void) { return 0; }", "nothing.h", false},
		{"#define f(x) x f(x\nint main(void) { return f(1; }", "p.c", false},
		{"int main(void) { int a[2] = {1, 2, 3}; }", "p.c:1:36: too many items", false},
		{"int main(void) { switch (1) { case 1: case x: ; } }", "p.c:1", false},
		{"int main(void) { enum { A", "p.c", false},
		{"\x00\xff", "p.c", false},
	} {
		p, err := Load("p.c", []byte(c.text), Options{})
		if !assert.Error(t, err, c.text) {
			continue
		}
		require.Nil(t, p)
		assert.ErrorContains(t, err, c.message)
		assert.Equal(t, c.unsupported, errors.Is(err, errors.ErrUnsupported), "%s: %v", c.text, err)
		var e *Error
		require.ErrorAs(t, err, &e)
	}
}

// TestNotes checks that over-approximations are named.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		text, note string
		inexact    bool
	}{
		{"int g(void); int main(void) { return g(); }", "g() has no body: it changes nothing and returns any value", false},
		{"int *g(void); int main(void) { return *g(); }", "unknown function g returns any pointer", true},
		{"int main(void) { __asm__(\"nop\"); return 0; }", "inline assembly is ignored: it stores nothing", false},
		{"int main(void) { int x = 1; __asm__(\"incl %0\" : \"+r\"(x)); return x; }", "inline assembly is ignored, its outputs take any value", true},
		{"int main(void) { int x, *p = &x; __asm__(\"incl (%0)\" :: \"r\"(p)); return x; }", "inline assembly may change memory", true},
		{"int main(void) { __asm__(\"int $3\" ::: \"memory\"); return 0; }", "inline assembly may change memory", true},
		{"int printf(const char *, ...); int main(void) { int n; return printf(\"%d%n\", 1, &n); }", "printf stores any number of characters", true},

		{"double sin(double); int main(void) { return sin(1) > 1; }", "floating-point function sin yields any value", true},
		{"double strtod(char *, char **); int main(void) { return strtod(\"7\", 0) > 7; }", "text that the library reads or writes is any text", true},
		{"int sscanf(char *, char *, ...); int main(void) { int x; return sscanf(\"7\", \"%d\", &x); }", "sscanf stores any value", true},
		{"double frexp(double, int *); int main(void) { int n; return frexp(8, &n); }", "frexp stores any exponent", true},
	} {
		p, err := Load("p.c", []byte(c.text), Options{})
		require.NoError(t, err, c.text)
		found := false
		for _, n := range p.Notes {
			require.NotZero(t, n.Pos.Line, c.text)
			if n.What == c.note {
				found = true
				require.Equal(t, c.inexact, n.Inexact, c.text)
			}
		}
		require.True(t, found, "%s: %v", c.text, p.Notes)
	}
}

func TestParseProperty(t *testing.T) {
	p, err := ParseProperty("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	require.NoError(t, err)
	require.Equal(t, Property{Functions: errorFunctions, Entry: "main"}, p)
	p, err = ParseProperty("own.prp", "CHECK( init(start()), LTL(G ! call(fail)) )\nCHECK( init(start()), LTL(G ! call(die())) )")
	require.NoError(t, err)
	require.Equal(t, Property{Functions: []string{"fail", "die"}, Entry: "start", OnlyFunctions: true}, p)
	require.Equal(t, "CHECK( init(start()), LTL(G ! call(fail())) )", p.String())
	p, err = ParseProperty("both.prp", "CHECK( init(main()), LTL(G ! call(fail)) )\nCHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )")
	require.NoError(t, err)
	require.Equal(t, Property{Functions: []string{"fail", "__VERIFIER_error", "reach_error", "__assert_fail"}, Entry: "main"}, p)

	p, err = ParseProperty("several.prp", "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-free) )")
	require.NoError(t, err)
	require.Equal(t, Property{Others: []string{"no-overflow", "valid-free"}, Unmarked: true, OnlyFunctions: true, Entry: "main"}, p)

	for text, message := range map[string]string{
		"CHECK( init(main()), LTL(F served) )":                                            "p:1:1: property F served: only",
		"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )":                          "test coverage",
		"CHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(F served) )": "property F served",
	} {
		_, err := ParseProperty("p", text)
		require.ErrorIs(t, err, errors.ErrUnsupported, text)
		require.ErrorContains(t, err, message)
	}
	for _, text := range []string{"", "CHECK", "CHECK( init(main()), LTL(G ! call() )", "hello"} {
		_, err := ParseProperty("p", text)
		require.Error(t, err, text)
		require.NotErrorIs(t, err, errors.ErrUnsupported)
	}
}
