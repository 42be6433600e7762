// SPDX-License-Identifier: Apache-2.0

package cfg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// TestFingerprint: what changes the program that begins in main changes its fingerprint, and
// nothing else does.
func TestFingerprint(t *testing.T) {
	const head = "struct s { int a; short b; };\n"
	fingerprint := func(text string) cfg.Fingerprint {
		p, err := cc.Link([]cc.Source{{Name: "a.c", Text: []byte(text)}}, cc.Options{})
		require.NoError(t, err, text)
		return p.Fingerprint()
	}
	const body = "int g = 1; static int f(int x) { return x + g; } int main(void) { struct s v = {1}; for (int i = 0; i < f(2); i++) v.b++; int (*p)(int) = f; return p(v.a); }"
	want := fingerprint(head + body)
	for _, c := range []struct {
		text string
		same bool
	}{
		{head + body, true},
		{"// a comment\n\n" + head + "/* another */" + body, true},
		{"#define UNUSED 1\nint h(int *p) { return *p; } int unused = 2;\n" + head + body, true},
		{"int later(void) { return 1; }\n" + head + "typedef int number; number g = 1; static number f(number x) { return x + g; }" + body[len("int g = 1; static int f(int x) { return x + g; }"):], true},
		{"struct s { int a; int b; };\n" + body, false},
		{"struct s { short b; int a; };\n" + body, false},
		{"struct s { int a; short b; } __attribute__((packed));\n" + body, false},
		{head + "static int other(int x) { return x + 2; }" + strings.Replace(body, "= f;", "= other;", 1), false},
		{head + "int g = 2;" + body[10:], false},
		{head + "unsigned g = 1;" + body[10:], false},
		{head + "volatile int g = 1;" + body[10:], false},
		{head + "#define f(x) f(x + 1)\n" + "int g = 1; static int (f)(int x) { return x + g; }" + body[len("int g = 1; static int f(int x) { return x + g; }"):], false},
	} {
		require.Equal(t, c.same, want == fingerprint(c.text), c.text)
	}
}
