// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAttributes checks the attributes of gcc that change what a program does.
func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // what the automaton contains
		refused    string
	}{
		{"constructor", "int x; void __attribute__((constructor)) init(void) { x = 1; } int main(void) { return x; }", "init()", ""},
		{"constructor declared", "static void init(void) __attribute__((constructor)); static void init(void) {} int main(void) { return 0; }", "init()", ""},
		{"noreturn", "void die(void) __attribute__((noreturn)); int main(void) { die(); return 1; }", "stop", ""},
		{"noreturn underscores", "extern void die(void) __attribute__((__noreturn__)); int main(void) { die(); return 1; }", "stop", ""},
		{"destructor", "void __attribute__((destructor)) f(void) {} int main(void) { return 0; }", "", "attribute destructor"},
		{"packed", "struct __attribute__((packed)) s { char c; int i; }; int main(void) { return sizeof(struct s); }", "result = 5", ""},
		{"packed behind", "struct s { char c; int i; } __attribute__((packed)); int main(void) { return sizeof(struct s); }", "result = 5", ""},
		{"packed inside", "struct __attribute__((packed)) s { char c; int i; }; struct t { char d; struct s s; }; int main(void) { return sizeof(struct t); }", "result = 6", ""},
		{"packed union", "struct s { char c; union { int i; char a[5]; } __attribute__((packed)) u; int k; } __attribute__((packed)); int main(void) { return sizeof(struct s); }", "result = 10", ""},
		{"packed bit-field", "struct s { char c; int i : 9; } __attribute__((packed)); int main(void) { return sizeof(struct s); }", "result = 3", ""},
		{"packed initialiser", "struct s { char c; int i; } __attribute__((packed)) x = {1, 2}; int main(void) { return x.i; }", "x = {1:int8, 2}", ""},
		{"pack", "#pragma pack(1)\nstruct s { char c; int i; }; int main(void) { return sizeof(struct s); }", "result = 5", ""},
		{"aligned", "struct s { char c; } __attribute__((aligned(16))); int main(void) { return sizeof(struct s); }", "result = 16", ""},
		{"other pragma", "#pragma GCC diagnostic ignored \"-Wall\"\nint main(void) { return 3; }", "result = 3", ""},
		{"anonymous first members", "typedef struct { struct { int a; }; int b; } T; int main(void) { T t; t.a = 1; t.b = 2; return t.b; }", "result = t.b", ""},
		{"arguments", "int main(int argc, char **argv) { return argc; }", "assume argc >= 0", ""},
	} {
		p, err := Load("p.c", []byte(c.text), Options{})
		if c.refused != "" {
			require.ErrorContains(t, err, c.refused, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.NoError(t, p.Check(), c.name)
		require.Contains(t, p.String(), c.want, c.name)
	}
}

// TestAttributePlaces checks attributes at all places: each is modelled, known to be harmless,
// named, or refused.
func TestAttributePlaces(t *testing.T) {
	const frob, mode = "__attribute__((frob))", "__attribute__((__mode__(__HI__)))"
	for _, c := range []struct {
		name, text string
		note       string // of assumptions
		refused    string
	}{
		{"before", frob + " int x; int main(void) { return x; }", "assumed p.c:1:16: attribute frob changes nothing", ""},
		{"between", "int " + frob + " f(void); int main(void) { return 0; }", "attribute frob changes nothing", ""},
		{"behind", "int f(int a) " + frob + "; int main(void) { return 0; }", "attribute frob changes nothing", ""},
		{"second declarator", "int x, " + frob + " y; int main(void) { return y; }", "attribute frob changes nothing", ""},
		{"parameter", "int f(int a " + frob + ") { return a; } int main(void) { return f(1); }", "attribute frob changes nothing", ""},
		{"label", "int main(void) { goto l; l: " + frob + "; return 0; }", "attribute frob changes nothing", ""},
		{"statement", "int main(void) { " + frob + "; return 0; }", "attribute frob changes nothing", ""},
		{"enumerator", "enum { A " + frob + " }; int main(void) { return A; }", "p.c:1:10: attribute frob changes nothing", ""},
		{"parentheses", "int (" + frob + " x); int main(void) { return x; }", "attribute frob changes nothing", ""},
		{"macro", "#define M " + frob + "\nM int x; int main(void) { return x; }", "attribute frob changes nothing", ""},
		{"brackets", "[[gnu::frob]] int x; int main(void) { return x; }", "attribute frob changes nothing", ""},
		{"target", "__attribute__((target(\"avx\"))) int main(void) { return 0; }", "attribute target changes nothing", ""},
		{"record", "struct " + frob + " s { int x; } v; int main(void) { return v.x; }", "", "attribute frob on a struct or union"},
		{"record behind", "struct s { int x; } " + frob + " v; int main(void) { return v.x; }", "", "attribute frob on a struct or union"},
		{"unused record", "struct " + frob + " s { int x; }; int main(void) { return 0; }", "", ""},
		{"member", "struct s { int x " + frob + "; } v; int main(void) { return v.x; }", "", "attribute frob on a member"},
		{"pointer", "int * " + frob + " p; int main(void) { return 0; }", "", "attribute frob on a type"},
		{"type name", "int main(void) { return (" + frob + " int)1; }", "", "attribute frob on a type"},
		{"packed enumeration", "enum e { A } __attribute__((packed)); int main(void) { return sizeof(enum e); }", "result = 1", ""},
		{"packed and aligned enumeration", "enum __attribute__((packed, aligned(4))) e { A }; int main(void) { return sizeof(enum e); }", "", "attribute aligned on an enumeration"},
		{"packed before an enumeration", "typedef __attribute__((packed)) enum { A } e; int main(void) { return sizeof(e); }", "", "attribute packed on an enumeration"},
		{"_Generic of a packed enumeration", "enum e { A } __attribute__((packed)) x; int main(void) { return _Generic(x, unsigned char: 1, default: 2); }", "", "_Generic in a program with packed enumerations"},
		{"packed pointer", "int * __attribute__((packed)) p; int main(void) { return 0; }", "", "attribute packed on a type"},
		{"two members, packed", "struct s { char c; int x, y __attribute__((packed)); } v; int main(void) { return v.x; }", "", "an attribute on one of several members"},
		{"cleanup of a parameter", "void f(int *); int g(int a __attribute__((cleanup(f)))) { return a; } int main(void) { return g(1); }", "", "attribute cleanup on a parameter"},
		{"into the scope of a cleanup", "void f(int *p) { } int main(void) { goto l; { int x __attribute__((cleanup(f))); l: x = 1; } return 0; }", "", "a jump into the scope"},
		{"a case in the scope of a cleanup", "void f(int *p) { } int main(void) { switch (1) { int x __attribute__((cleanup(f))); case 1: x = 1; } return 0; }", "", "a case in the scope"},
		{"alias of nothing", "int f(void) __attribute__((alias(\"g\"))); int main(void) { return f(); }", "", "alias of g, which is not defined"},
		{"alias of another type", "int g(int a) { return a; } long f(void) __attribute__((alias(\"g\"))); int main(void) { return f(); }", "", "with another type"},
		{"weak", "int f(void) __attribute__((weak)); int main(void) { return f != 0; }", "weak function f has no body", ""},
		{"weakref", "static int f(void) __attribute__((weakref(\"g\"))); int main(void) { return f != 0; }", "", "attribute weakref"},
		{"weak variable", "extern int x __attribute__((weak)); int main(void) { return &x != 0; }", "", "a weak variable that may be missing"},
		{"mode", "typedef int T " + mode + "; typedef volatile T U; struct s { U x; }; int main(void) { return sizeof(struct s) + (T)65537; }", "result = 3", ""},
		{"mode of a variable", "int x " + mode + "; int main(void) { return x; }", "", "attribute mode on a variable"},
		{"mode, unused", "typedef float T __attribute__((mode(XF))); int main(void) { return 0; }", "", ""},
		{"vector", "typedef int V __attribute__((vector_size(16))); typedef V W; int main(void) { W v; return 0; }", "", "vector type W"},
		{"vector, unused", "typedef int V __attribute__((vector_size(16))); V f(V); int main(void) { return 0; }", "", ""},
		{"register", "int main(void) { register int x __asm__(\"eax\") = 1; return x; }", "register variable x is changed by its assignments only", ""},
		{"global register", "register int x __asm__(\"r12\"); int main(void) { return x; }", "", "a global variable in a register"},
		{"noreturn that returns", "_Noreturn void f(void) { } int main(void) { f(); return 1; }", "assume", ""},
		{"pragma weak", "#pragma weak f\nint main(void) { return 0; }", "", "#pragma weak"},
		{"pragma omp", "#pragma omp parallel\nint main(void) { return 0; }", "assumed p.c:1:9: #pragma omp changes nothing", ""},
		{"macro of the machine", "#if defined __SSE2__ || __AVX2__\nint x;\n#endif\n#ifdef __PIC__\n#endif\nint main(void) { return 0; }",
			"assumed p.c:1:13: macro __SSE2__ is not defined\nassumed p.c:1:25: macro __AVX2__ is not defined\nassumed p.c:4:8: macro __PIC__ is not defined", ""},
		{"macro of the machine that is defined", "#define __SSE2__ 1\n#if __SSE2__\nint main(void) { return 1; }\n#endif", "result = 1", ""},
		{"unknown pragma", "int main(void) {\n#pragma frob x\nreturn 0; }", "#pragma frob changes nothing", ""},
		{"floating-point environment", "#pragma STDC FENV_ACCESS ON\nint main(void) { return 0; }", "", "#pragma STDC FENV_ACCESS"},
		{"floating-point environment off", "#pragma STDC FENV_ACCESS OFF\nint main(void) { return 0; }", "", ""},
		{"pack in a function", "int main(void) {\n#pragma pack(1)\nreturn 0; }", "", "#pragma pack inside a function"},
		{"pack with a label", "#pragma pack(push, l, 1)\nint main(void) { return 0; }", "", "#pragma pack"},
		{"pack that is skipped", "#if 0\n#pragma pack(1)\n#endif\nstruct s { char c; int i; }; int main(void) { return sizeof(struct s); }", "result = 8", ""},
		{"_Pragma", "_Pragma(\"pack(1)\") struct s { char c; int i; }; int main(void) { return sizeof(struct s); }", "result = 5", ""},
		{"asm goto", "int main(void) { __asm__ goto (\"\" : : : : l); l: return 0; }", "", "asm goto"},
		{"joined escapes", "int main(void) { return L\"\\x123\" \"4\"[0]; }", "", "after a hexadecimal escape sequence"},
		{"prefix u", "int main(void) { return u\"x\"[0]; }", "", "p.c:1:25: a literal with the prefix u: not supported"},
		{"prefix U", "int main(void) {\n return U'x'; }", "", "p.c:2:9: a literal with the prefix U: not supported"},
		{"_Generic", "const char *p; int main(void) { return _Generic(p, char *: 1, const char *: 2); }", "", "this _Generic"},
	} {
		p, err := Load("p.c", []byte(c.text), Options{})
		if c.refused != "" {
			require.ErrorContains(t, err, c.refused, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Contains(t, p.String(), c.note, c.name)
	}
}

// TestAtomicObjects checks that an increment of an atomic object is one step. The qualifier is
// found after pointers, in arrays and in members.
func TestAtomicObjects(t *testing.T) {
	for _, c := range []struct {
		decl, increment string
		atomic          bool
	}{
		{"_Atomic int x;", "x++", true},
		{"_Atomic(int) x;", "x++", true},
		{"_Atomic int *p;", "(*p)++", true},
		{"_Atomic int *p;", "p++", false},
		{"int *_Atomic p;", "p++", true},
		{"int *_Atomic p;", "(*p)++", false},
		{"_Atomic(int *) p;", "p++", true},
		{"typedef int *_Atomic T; T p;", "p++", true},
		{"typedef _Atomic int T; T *p;", "(*p)++", true},
		{"_Atomic int a[3];", "a[1]++", true},
		{"_Atomic int a[3][2];", "a[1][1] += 2", true},
		{"struct { _Atomic int *m; } s;", "(*s.m)++", true},
		{"struct { _Atomic(int) k[2]; } s;", "s.k[1]--", true},
		{"void f(_Atomic int *v);", "f(0)", false},
		{"void f(_Atomic int *v) { (*v)++; }", "f(0)", true},
		{"void f(_Atomic int v[]) { v[2]++; }", "f(0)", true},
		{"volatile int x;", "x++", false},
	} {
		p, err := Load("p.c", []byte("#include <pthread.h>\n"+c.decl+"\nvoid *t(void *arg) { "+c.increment+"; return 0; } int main(void) { pthread_t i; return pthread_create(&i, 0, t, 0); }"), Options{})
		require.NoError(t, err, c.decl)
		require.Equal(t, c.atomic, strings.Contains(p.String(), "atomic begin"), c.decl+" "+c.increment)
	}
}
