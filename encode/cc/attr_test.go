// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAttributes: the attributes of gcc that change what a program does.
func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // in the automaton
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
