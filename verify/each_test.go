// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFingerprint: a fingerprint belongs to the program that begins in f and to its properties. Any
// edit that may change the behaviour or the properties changes it, wherever the edit is. Each text
// is followed by the texts of other files.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	const file = "\n// file: "
	fingerprint := func(text string) string {
		e := Encoding{Entry: "f"}
		files := map[string]string{}
		for _, part := range strings.Split("a.c\n"+text, file) {
			name, text, _ := strings.Cut(part, "\n")
			files[name] = text
		}
		e.read = func(name string) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		if files["p.prp"] != "" {
			e.Property = "p.prp"
		}
		if files["db.json"] != "" {
			e.Project = "db.json"
			return e.fingerprint(nil)
		}
		sources := []Source{{Name: "a.c", Text: []byte(files["a.c"])}}
		if b := files["b.c"]; b != "" {
			sources = append(sources, Source{Name: "b.c", Text: []byte(b)})
		}
		return e.fingerprint(sources)
	}
	for _, c := range []struct {
		name, text, before, after string
		same                      bool
	}{
		{"a constant", "int f(int x) { return x + 1; }", "+ 1", "+ 2", false},
		{"an operator", "int f(int x) { if (x < 3) reach_error(); return x; }", "<", "<=", false},
		{"a bound of a loop", "int f(void) { int s = 0; for (int i = 0; i < 5; i++) s++; return s; }", "i < 5", "i < 6", false},
		{"the order of effects", "int g; int f(void) { g = 1; g = 2; return g; }", "g = 1; g = 2;", "g = 2; g = 1;", false},
		{"a break of a switch", "int f(int x) { switch (x) { case 1: x = 2; break; case 2: x = 3; } return x; }", "break;", "", false},
		{"a label of a switch", "int f(int x) { switch (x) { case 1: x = 2; break; case 2: x = 3; } return x; }", "case 2", "default", false},
		{"where goto goes", "int f(int x) { if (x) goto b; a: x++; b: return x; }", "goto b", "goto a", false},
		{"an else", "int f(int x) { int y = 0; if (x) if (x > 1) y = 1; else y = 2; return y; }", "if (x > 1) y = 1;", "{ if (x > 1) y = 1; }", false},
		{"an assertion that is added", "int f(int x) { return x; }", "return", "__VERIFIER_assert(x); return", false},
		{"an assumption that is added", "int f(int x) { __VERIFIER_assert(x); return x; }", "{", "{ __VERIFIER_assume(x > 1);", false},
		{"what an assertion says", "#include <assert.h>\nint f(int x) { assert(x && \"one\"); return x; }", "x &&", "x != 1 &&", false},
		{"the body of a callee", "static int g(int x) { return x; } int f(int x) { return g(x); }", "return x;", "return -x;", false},
		{"a callee's callee in another file", "int g(int x); int f(int x) { return g(x); }" + file + "b.c\nint h(int x) { return x; } int g(int x) { return h(x); }", "return x;", "return 2;", false},
		{"a recursive callee", "int g(int x) { return x > 0 ? g(x - 1) : 0; } int f(int x) { return g(x); }", ": 0", ": 1", false},
		{"which function is called", "int g(int x) { return x; } int h(int x) { return x + 1; } int f(int x) { return g(x); }", "return g", "return h", false},
		{"a function in a table of pointers", "int g(int x) { return x; } int h(int x) { return x + 1; } int (*const table[])(int) = {g, h}; int f(int x) { return table[0](x); }", "{g, h}", "{h, g}", false},
		{"the body of a function of a table", "int g(int x) { return x; } int (*p)(int) = g; int f(int x) { return p(x); }", "return x;", "return 0;", false},
		{"a body that is missing", "int g(int x) { return 1; } int f(int x) { return g(x); }", "{ return 1; }", ";", false},
		{"a body of another file that is missing", "int g(int x); int f(int x) { return g(x); }" + file + "b.c\nint g(int x) { return 1; }", "{ return 1; }", ";", false},
		{"a function of the library that is defined", "#include <string.h>\nint f(void) { return strlen(\"ab\"); }", "int f", "size_t strlen(const char *s) { return 7; } int f", false},
		{"a type of a parameter", "int g(int x) { return x / 2; } int f(int x) { return g(x); }", "g(int", "g(unsigned", false},
		{"a type that is returned", "int g(int x) { return x; } int f(int x) { return g(x); }", "int g", "short g", false},
		{"a typedef of a header", "#include \"a.h\"\nint f(int x) { num y = x; return y; }" + file + "a.h\ntypedef int num;", "int num", "signed char num", false},
		{"an enumeration of a header", "#include \"a.h\"\nint f(void) { return RED; }" + file + "a.h\nenum { BLUE, RED };", "BLUE", "BLUE, GREEN", false},
		{"a macro of a header", "#include \"a.h\"\nint f(void) { return TOP; }" + file + "a.h\n#define TOP 1", "TOP 1", "TOP 2", false},
		{"a macro of a header of a header", "#include \"a.h\"\nint f(void) { return TOP; }" + file + "a.h\n#include \"b.h\"\n#define TOP (ONE + 1)" + file + "b.h\n#define ONE 1", "ONE 1", "ONE 3", false},
		{"a macro with arguments", "#define TWICE(x) x + x\nint f(int x) { return 3 * TWICE(x); }", "x + x", "(x + x)", false},
		{"a condition of the preprocessor", "#include \"a.h\"\n#ifdef FAST\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif" + file + "a.h\n#define FAST", "FAST", "SLOW", false},
		{"a function of a header", "#include \"a.h\"\nint f(int x) { return g(x); }" + file + "a.h\nstatic inline int g(int x) { return x; }", "return x", "return x + 1", false},
		{"a macro that has the line", "int f(void) { return __LINE__; }", "int f", "\nint f", false},
		{"the order of fields", "struct s { int a; char b; }; int f(struct s *p) { return ((char *)p)[0]; }", "int a; char b;", "char b; int a;", false},
		{"the size of a type", "struct s { int a; }; int f(void) { return sizeof(struct s); }", "int a", "int a, b", false},
		{"a width of a field", "struct s { unsigned a : 3; }; int f(struct s *p) { p->a++; return p->a; }", ": 3", ": 4", false},
		{"packing", "#pragma pack(push, 4)\nstruct s { char a; int b; };\n#pragma pack(pop)\nint f(void) { return sizeof(struct s); }", "push, 4", "push, 1", false},
		{"an alignment", "struct s { char a; _Alignas(4) char b; }; int f(void) { return __builtin_offsetof(struct s, b); }", "_Alignas(4)", "_Alignas(8)", false},
		{"a struct that is a union", "struct s { int a, b; }; int f(struct s *p) { p->a = 1; p->b = 2; return p->a; }", "struct s { int a, b; }; int f(struct", "union s { int a, b; }; int f(union", false},
		{"the initial value of a variable", "static int g = 1; int f(void) { return g; }", "= 1", "= 2", false},
		{"the initial value of one of another file", "extern int g; int f(void) { return g; }" + file + "b.c\nint g = 1;", "= 1", "= 2", false},
		{"a definition that is tentative", "int g; int f(void) { return g; }" + file + "b.c\nint g;", "b.c\nint g;", "b.c\nint g = 1;", false},
		{"an element of an array", "const int g[] = {1, 2, 3}; int f(int i) { return g[i & 1]; }", "2, 3", "4, 3", false},
		{"a designator", "const int g[4] = {[1] = 2}; int f(int i) { return g[i & 3]; }", "[1]", "[2]", false},
		{"the length of an array", "int g[4]; int f(unsigned i) { return i < 4 ? g[i] : 0; }", "g[4]", "g[3]", false},
		{"a variable of a function", "int f(void) { static int n = 1; return n++; }", "= 1", "= 2", false},
		{"a variable that is static", "int f(void) { int n = 1; return n++; }", "int n", "static int n", false},
		{"what a string says", "int f(int i) { return \"abc\"[i & 1]; }", "abc", "axc", false},
		{"volatile", "int g; int f(void) { int x = g; return x == g; }", "int g", "volatile int g", false},
		{"a floating-point constant", "int f(void) { return 1.5 > 1.25; }", "1.25", "1.75", false},
		{"a suffix of a number", "int f(int x) { return x < 1; }", "< 1", "< 1u", false},
		{"a clause of a contract", "int f(int x) __CPROVER_requires(x > 0) { return x; }", "x > 0", "x > 1", false},
		{"an invariant of a loop", "int f(int x) { int i = 0; while (i < x) __CPROVER_loop_invariant(i >= 0) { i++; } return i; }", "i >= 0", "i >= 1", false},
		{"an atomic function", "#include <pthread.h>\nint g; void *h(void *p) { g++; g--; return 0; } int f(void) { pthread_t t; pthread_create(&t, 0, h, 0); return g; }", "g++; g--;", "g--; g++;", false},
		{"a function that does not return", "void stop(void); int f(int x) { if (x) stop(); __VERIFIER_assert(!x); return x; }", "void stop", "_Noreturn void stop", false},
		{"a function that runs first", "int g; int f(void) { return g; }", "int f", "__attribute__((constructor)) void first(void) { g = 1; } int f", false},
		{"a property", "int f(int x) { return x + 1; }" + file + "p.prp\nCHECK( init(main()), LTL(G ! call(reach_error())) )", "G ! call(reach_error())", "G ! overflow", false},
		{"an option of the compiler", "int f(void) { return TOP; }" + file + "db.json\n[{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-DTOP=1\", \"-c\", \"a.c\"]}]", "TOP=1", "TOP=2", false},
		{"the data model", "int f(void) { return sizeof(long); }" + file + "db.json\n[{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-m64\", \"-c\", \"a.c\"]}]", "-m64", "-m32", false},
		{"a file of options", "int f(void) { return TOP; }" + file + "db.json\n[{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"@o.rsp\", \"-c\", \"a.c\"]}]" + file + "o.rsp\n-I include '-DTOP=1'", "TOP=1", "TOP=2", false},

		{"a comment", "int f(int x) { return x; }", "{", "{ // what comes\n", true},
		{"a function that is not called", "int g(int x) { return x; } int f(int x) { return x; }", "return x;", "return 1;", true},
		{"a variable that is not used", "int g = 1; int f(int x) { return x; }", "= 1", "= 2", true},
		{"a macro for the same", "#define ONE 1\nint f(int x) { return x + 1; }", "+ 1", "+ ONE", true},
		{"a function that moves", "static int g(int x) { return x; } int f(int x) { return g(x); }", "static int g(int x) { return x; } int f(int x) { return g(x); }", "static int g(int x); int f(int x) { return g(x); } static int g(int x) { return x; }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := fingerprint(c.text)
			require.NotEmpty(t, now)
			require.Contains(t, c.text, c.before)
			then := fingerprint(strings.Replace(c.text, c.before, c.after, 1))
			require.NotEmpty(t, then)
			require.Equal(t, c.same, now == then)
		})
	}
}
