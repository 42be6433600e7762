// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An error of a program is reported with its position, the token found there, and the expected
// tokens.
func TestExplanations(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{"int main(void) {\n  1 = 2;\n  return 0;\n}\n", "p.c:2:3: a value is used like a variable: it cannot be assigned to, and has no address"},
		{"int main(void) {\n  int i = 0;\n  (i + 1)++;\n  return 0;\n}\n", "p.c: a value is used like a variable: it cannot be assigned to, and has no address"},
		{"int main(void) {\n  int i = 0, j;\n  (j, i + 1)++;\n  return 0;\n}\n", "p.c: a value is used like a variable: it cannot be assigned to, and has no address"},
		{"int main(void) {\n  return 1 + ;\n}\n", "p.c:2:14: unexpected ';', expected an expression"},
		{"int main(void) {\n  return 0x;\n}\n", "p.c:2:10: '0x' is not a number"},
		{"int main(void) {\n  return 12abc;\n}\n", "p.c:2:10: '12abc' is not a number"},
		{"\x7fELF\x01\x02\x00\x00\x03\xff", `p.c:1:1: unexpected '\x7f', expected a declaration`},
		{"int main(void) {\n  break;\n  return 0;\n}\n", "p.c:2:3: break statement not within loop or switch"},
		{"int main(void) {\n  int x = 1;\n  return x(2);\n}\n", "p.c:3:10: the called expression has type int, which is not a function"},
		{"int main(void) {\n  case 1:\n  return 0;\n}\n", "p.c:2:3: case label not within a switch statement"},
		{"class A { public: int x; };\nint main() { return 0; }\n", "p.c:1:7: unexpected identifier 'A', expected a declaration"},
		{"int main(void) {\r\n  int x = ;\r\n  return 0;\r\n}\r\n", "p.c:2:11: unexpected ';', expected an expression"},
		{"int main(void) {\n  int x = 1;\n  return *x;\n}\n", "p.c:3:11: the dereferenced expression has type int, which is not a pointer"},
		{"int main(void) {\n  switch (1) { case 1: case 1: ; }\n  return 0;\n}\n", "p.c:2:24: case 1 is there twice, first at p.c:2:16"},
		{"#else\nint main(void) { return 0; }\n", "p.c:1:2: #else without #if"},
		{"", "p.c:1:1: the entry function main is not defined"},
		{"int main(void) { return 0; }\n#endif\n", "p.c:2:2: #endif without #if"},
		{"#error no good\nint main(void) { return 0; }\n", "p.c:1:2: #error no good"},
		{"int main(void) {\n  return 0;\n}\n}\n", "p.c:4:1: unexpected '}', expected a declaration"},
		{"int f(int a, int b) { return a + b; }\nint main(void) {\n  return f(1);\n}\n", "p.c:3:10: f is called with 1 of its 2 arguments"},
		{"int main(void) {\n  goto out;\n  return 0;\n}\n", "p.c:2:8: label out is not defined"},
		{"#if\n#endif\nint main(void) { return 0; }\n", "p.c:1:2: #if with no expression"},
		{"#include\nint main(void) { return 0; }\n", "p.c:1:9: expected a file name, in quotes or angle brackets"},
		{"struct s;\nint main(void) {\n  struct s v;\n  return 0;\n}\n", "p.c:3:12: variable v has an incomplete type, struct s {}"},
		{"#define F(x) x\nint main(void) { return F(1, 2); }\n", "p.c:2:25: macro F passed 2 arguments, but takes just 1"},
		{"#define F(x) x\nint main(void) { return F(1; }\n", "p.c:2:25: the arguments of macro F do not end"},
		{"int main(void) {\n  int x = 1;\n  if (x) {\n    x = 2;\n", "p.c:4:11: unexpected end of the file, expected '}'"},
		{"#if 1\nint main(void) { return 0; }\n", "p.c:1:2: expected #endif, found the end of the file"},
		{"#include \"nothere.h\"\nint main(void) { return 0; }\n", `p.c:1:10: the header "nothere.h" is not found in the directories of -I or among the embedded headers`},
		{"int main(void) {\n  if (1 {\n    return 0;\n  }\n}\n", "p.c:2:9: unexpected '{', expected ')'"},
		{"int main(void) {\n  int x = 1\n  return x;\n}\n", "p.c:3:3: unexpected 'return', expected ';'"},
		{"#include <nothere.h>\nint main(void) { return 0; }\n", "p.c:1:10: the header <nothere.h> is not found in the directories of -I or among the embedded headers"},
		{"int a[-1];\nint main(void) { return 0; }\n", "p.c:1:7: an array of -1 elements"},
		{"int main(void) {\n  return 1 +", "p.c:2:13: unexpected end of the file, expected an expression"},
		{"int f(void) { return 0; }\n", "p.c:1:26: the entry function main is not defined"},
		{"struct s { int a; };\nint main(void) {\n  struct s v;\n  return v.b;\n}\n", "p.c:4:11: type struct s has no member named b"},
		{"/* nothing */\n", "p.c:1:14: the entry function main is not defined"},
		{"def f(x):\n    return x\n", "p.c:1:5: unexpected identifier 'f', expected a declaration"},
		{"int f(void) { return 0; }\nint f(void) { return 1; }\nint main(void) { return f(); }\n", "p.c:2:5: function f is defined twice, first at p.c:1:5"},
		{"int main(void) {\n  int x = 1;\n  int x = 2;\n  return 0;\n}\n", "p.c:3:7: 'x' is defined twice, first at p.c:2:7"},
		{"_Static_assert(1 == 2, \"no\");\nint main(void) { return 0; }\n", "p.c:1:1: assertion failed: no"},
		{"int main(void) { return 0; } @\n", "p.c:1:30: unexpected '@', expected a declaration"},
		{"int main(void) { return 1 \\& 1; }\n", "p.c:1:27: unexpected '\\', expected a declaration"},
		{"int main(void) {\n  x = 1;\n  return 0;\n}\n", "p.c:2:3: x is not declared"},
		{"int main(void) {\n  return y + 1;\n}\n", "p.c:2:10: y is not declared"},
		{"#foo bar\nint main(void) { return 0; }\n", "p.c:1:2: unknown directive #foo bar"},
		{"foo x;\nint main(void) { return 0; }\n", "p.c:1:5: unexpected identifier 'x', expected a declaration"},
		{"int main(void) {\n  char c = 'a;\n  return 0;\n}\n", "p.c:2:12: character constant not terminated"},
		{"int main(void) {\n  /* abc\n  return 0;\n}\n", "p.c:2:3: comment not terminated"},
		{"int main(void) {\n  char *s = \"abc;\n  return 0;\n}\n", "p.c:2:13: string literal not terminated"},
		{"\xff\xfe\xff\xfei\x00n\x00t\x00 \x00m\x00a\x00i\x00n\x00(\x00v\x00o\x00i\x00d\x00)\x00 \x00{\x00 \x00r\x00e\x00t\x00u\x00r\x00n\x00 \x000\x00;\x00 \x00}\x00\n\x00", "p.c:1:1: unexpected invalid byte, expected a declaration"},
		{"int main(void) {\n  void v;\n  return 0;\n}\n", "p.c:2:8: variable v has an incomplete type, void"},
		{"struct s { int a; };\nint main(void) {\n  struct s v;\n  int x = v;\n  return 0;\n}\n", "p.c:4:11: a value of type struct s where int32 is expected"},
	} {
		_, err := Load("p.c", []byte(c.text), Options{})
		assert.EqualError(t, err, c.message, "%q", c.text)
	}
}

// Unknown directives are errors where they would be executed, and only there.
func TestDirectives(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{"#embed \"data\"\nint main(void) { return 0; }", `p.c:1:2: unknown directive #embed "data"`},
		{"#if 0\n#embed \"data\"\n#endif\nint main(void) { return 0; }", ""},
		{"#if 1\n# frob\n#endif\nint main(void) { return 0; }", "p.c:2:3: unknown directive #frob"},
		{"/*\n#frob */ int main(void) { return 0; }", ""},
		{"#define s \"a\\\n#frob\"\nint main(void) { return 0; }", ""},
		{"#\n# 1 \"p.c\"\n#line 7\n#ident \"x\"\nint main(void) { return 0; }", ""},
		{"#define A\n#if 0\n#elifdef A\nint main(void) { return 0; }\n#endif", ""},
		{"#define A\n#if 0\n#elifndef A\n#else\nint main(void) { return 0; }\n#endif", ""},
		{"int f(); int main(void) { return f(1); } int f(int a, int b) { return a; }", ""},
	} {
		_, err := Load("p.c", []byte(c.text), Options{})
		if c.message == "" {
			require.NoError(t, err, c.text)
			continue
		}
		assert.EqualError(t, err, c.message, c.text)
	}
}
