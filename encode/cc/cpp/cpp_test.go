// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// A fold is a text, and the tokens that it becomes.
var folds = []struct{ name, text, want string }{
	{"object", "#define A B + 1\n#define B 2\nA B", "2 + 1 2"},
	{"function without arguments", "#define f(x) x\nf f(1) f (2) f\n(3)", "f 1 2 3"},
	{"itself", "#define f(x) x + f(x)\nf(1) f(f(2))", "1 + f(1) 2 + f(2) + f(2 + f(2))"},
	{"in turns", "#define a b\n#define b a c\na b", "a c b c"},
	{"standard's example", "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\np() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };",
		`f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); int i[] = { 1, 23, 4, 5, }; char c[2][6] = { "hello", "" };`},
	{"stringified", "#define s(x) #x\n#define t(x) s(x)\n#define A 1\ns( a  +\tb ) s(\"x\\n\" '\\0') s(A) t(A) s(a\\\nb) s(/* */ x /* */ y)", `"a + b" "\"x\\n\" '\\0'" "A" "1" "ab" "x y"`},
	{"pasted", "#define c(a, b) a##b\n#define A 1\nc(A, 2) c(x, y) c(+, =) c(, z) c(z, ) c(L, \"s\") c(1., e+3)", `A2 xy += z z L"s" 1.e + 3`},
	{"pasted thrice", "#define c(a, b, d) a##b##d x ## a\nc(1, 2, 3) c(,2,) c(,,)", "123 x1 2 x x"},
	{"pasted names expand", "#define AB 7\n#define c(a, b) a##b\nc(A, B)", "7"},
	{"hash hash", "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y)", `"x ## y"`},
	{"variable arguments", "#define p(f, ...) q(f, __VA_ARGS__)\np(1, 2, 3) p(1, ) p((1, 2), 3)", "q(1, 2, 3) q(1, ) q((1, 2), 3)"},
	{"left out with a comma", "#define p(f, ...) q(f, ## __VA_ARGS__)\n#define r(...) q(0, ##__VA_ARGS__)\n#define s(f,...) q(f,##__VA_ARGS__)\np(1) p(1,) p(1, 2, 3) r() r(1) s(1) s(1,2)", "q(1) q(1,) q(1, 2, 3) q(0) q(0, 1) q(1) q(1,2)"},
	{"named variable arguments", "#define p(f, args...) q(f, ## args)\n#define e(args...) #args\np(1) p(1, 2, 3) e(a, b)", `q(1) q(1, 2, 3) "a, b"`},
	{"__VA_OPT__", "#define p(f, ...) q(f __VA_OPT__(,) __VA_ARGS__)\n#define E\n#define r(x, ...) __VA_OPT__(a ## x ## b) c\np(1) p(1,) p(1, 2) p(1, E) r(1) r(1, 2)", "q(1 ) q(1 ) q(1 , 2) q(1 ) c a1b c"},
	{"the rest of a use", "#define f(x) [x]\n#define g f\n#define o (\ng(1) f o 2) g\n(3)", "[1] f ( 2) [3]"},
	{"over lines", "#define f(x, y) x - y\nf(1\n,\n2) f(\n#define k 4\nk, 5)", "1 - 2 4 - 5"},
	{"quotes in skipped groups", "#if 0\ndon't \"\n/* ' */ it's\n#else\n1\n#endif\n#ifdef X\n'\n#elif 1\n2\n#endif", "1 2"},
	{"groups in skipped groups", "#if 0\n#if 1\n#else\n#endif\n#elif 0\n#foo\n#else\n#if 1\n1\n#endif\n#endif", "1"},
	{"elifdef", "#define A\n#if 0\n#elif defined A && !defined(B)\n1\n#elif 1/0\n#endif", "1"},
	{"conditions", "#if 1 + 2 * 3 == 7 && (4 >> 1 | 1) == 3 && -1 < 0 && -1 > 0u && 'a' == 97 && '\\377' < 0 && '\\x41' == 65 && 'ab' == 24930\n1\n#endif\n#if (2 || 1 / 0) && (0 ? 1 / 0 : 1) && ~0 == -1 && 0x10 == 020 && 5 % 3 == 2 && 1 == 1L && 0xffffffffffffffff == -1 && undefined == 0\n2\n#endif\n#if L'\\x3b1' == 945 && 1 ? 2 : 3\n3\n#endif", "1 2 3"},
	{"has", "#if defined __has_include && __has_include(\"a.h\") && !__has_include(<no.h>)\n1\n#endif\n#ifdef __has_include\n2\n#endif\n#define H \"a.h\"\n#if __has_include(H)\n3\n#endif", "1 2 3"},
	{"include", "#include \"a.h\"\n#include \"a.h\"\n#include <a.h>\n#define H \"sub/b.h\"\n#include H\n__INCLUDE_LEVEL__", "\"a.h\" a 1 b c 0"},
	{"counted", "#define u(x) x __COUNTER__\nu(a) u(b) __COUNTER__", "a 0 b 1 2"},
	{"lines", "__LINE__\n#define L __LINE__\n#define f(x) x L\nL f(\n__LINE__\n)\n#line 50 \"g.c\"\n__LINE__ __FILE__", `1 4 5 4 50 "g.c"`},
	{"digraphs", "%:define s(x) %:x\n%:define c(a, b) a %:%: b\ns(<: :>) c(1, 2) s(<%)", `"<: :>" 12 "<%"`},
	{"spliced", "#define A 1 \\\n + 2\nA x\\\ny \"a\\\nb\" /\\\n* c *\\\n/ z // d\\\nd\ne", `1 + 2 xy "ab" z e`},
	{"not trigraphs", "\"??=\" ??(", `"??=" ? ? (`},
	{"comments", "#define A /* x\ny */ 1\nA /**/A/*/*/ 2 // \"\n\"/*\" '//'", `1 1 2 "/*" '//'`},
	{"numbers", "1e+5 0x1p-3 1.2.3 .5f 0b11 1+2 0xe+1", "1e+5 0x1p-3 1.2.3 .5f 0b11 1+2 0xe+1"},
	{"undefined", "#define A 1\n#undef A\n#undef B\nA", "A"},
	{"pushed", "#define A 1\n#pragma push_macro(\"A\")\n#undef A\n#define A 2\nA\n#pragma pop_macro(\"A\")\nA", "2 1"},
	{"white space", "#define f(x) -x\n#define e\n-f(-1) e+e+ f( -2 )", "- - -1 + + - -2"},
	{"a name at the end", "#define f() 1\nf", "f"},
	{"parameters that are macros", "#define a b\n#define f(a) a a\nf(1) f(a)", "1 1 b b"},
	{"defined by macro", "#define D defined X\n#define X\n#if D\n1\n#endif", "1"},
	{"ends of arguments", "#define f(x) x g\n#define g(y) <y>\nf(1)(2) f(g)(3)", "1 <2> g <3>"},
}

var foldFiles = map[string]string{
	"a.h": "#pragma once\n__FILE__ a\n", "sub/b.h": "__INCLUDE_LEVEL__ b\n#include \"c.h\"\n", "sub/c.h": "c\n",
}

// spellings returns the tokens of a text without white space.
func spellings(t *testing.T, text string) (z []string) {
	t.Helper()
	r := newReader("", []byte(text), false)
	for {
		x := r.next(false)
		if x.Kind == endOfText {
			return z
		}
		z = append(z, x.Text)
	}
}

func TestFolds(t *testing.T) {
	o := Options{Dirs: []string{"."}, Limit: 10_000, Open: func(name string) ([]byte, error) {
		if text, ok := foldFiles[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}}
	for _, c := range folds {
		t.Run(c.name, func(t *testing.T) {
			tokens, err := Run(o, Source{"f.c", []byte(c.text)})
			require.NoError(t, err)
			var got []string
			for _, x := range tokens {
				got = append(got, x.Text)
			}
			require.Equal(t, spellings(t, c.want), got)
		})
	}
}

// TestFoldsOfGCC compares the expected results with those of gcc.
func TestFoldsOfGCC(t *testing.T) {
	gcc := need.Of(t, "gcc")
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o700))
	for name, text := range foldFiles {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, c := range folds {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(gcc, "-E", "-P", "-w", "-std=gnu17", "-I.", "-x", "c", "-")
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.text)
			out, err := cmd.Output()
			require.NoError(t, err)
			want := strings.ReplaceAll(strings.ReplaceAll(c.want, "f.c", "<stdin>"), `"a.h"`, `"./a.h"`)
			var got []string
			for _, line := range strings.Split(string(out), "\n") {
				if !strings.HasPrefix(line, "#pragma") {
					got = append(got, spellings(t, line)...)
				}
			}
			if c.name == "include" { // a file next to standard input has another name
				want, got[0] = c.want, `"a.h"`
			}
			require.Equal(t, spellings(t, want), got)
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#if 1\n", "f.c:1:2: expected #endif, found the end of the file"},
		{"#define f(x, x) 1", "f.c:1:14: macro f has two parameters x"},
		{"#define f(x) #y", "f.c:1:15: '#' is not followed by a parameter of f"},
		{"#define f(x) ## x", "f.c:1:14: '##' is at an end of the definition of f"},
		{"#define c(a, b) a##b\nc(+, -)", `f.c:2:3: pasting "+" and "-" does not give a valid preprocessing token`},
		{"#if 1 /\n#endif", "f.c:1:2: a condition ends too early"},
		{"#if 1 / 0\n#endif", "f.c:1:2: division by zero in a condition"},
		{"#if f(1)\n#endif", "f.c:1:2: 'f' is not a macro with arguments"},
		{"#else", "f.c:1:2: #else without #if"},
		{"#if 1\n#else\n#else\n#endif", "f.c:3:2: #else after #else"},
		{"x /* y", "f.c:1:3: comment not terminated"},
		{"#define x0 (x1 x1)\n#define x1 (x2 x2)\n#define x2 (x3 x3)\n#define x3 (x4 x4)\n#define x4 (x5 x5)\n#define x5 (x6 x6)\n#define x6 (x7 x7)\n#define x7 (y y)\nx0 x0 x0 x0", "f.c:9:3: macros expand to more than 1000 tokens: not supported"},
		{"#include \"f.c\"", "f.c:1:10: #include is nested too deeply"},
		{"#define 1 2", "f.c:1:9: expected the name of a macro"},
		{"_Pragma(1)", "f.c:1:1: _Pragma takes a string literal in parentheses"},
	} {
		_, err := Run(Options{Limit: 1000, Open: func(string) ([]byte, error) { return []byte("#include \"f.c\""), nil }}, Source{"f.c", []byte(c.text)})
		require.EqualError(t, err, c.want, c.text)
	}
}
