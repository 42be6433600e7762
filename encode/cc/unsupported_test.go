// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// TestUnsupported checks that unsupported constructs end the executions that reach them, and are
// not errors.
func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ name, text, what string }{
		{"a function of the library", "#include <unistd.h>\nint main(void) { return fork(); }", "p.c:2:25: function fork: not supported"},
		{"setjmp returns from its call", "#include <setjmp.h>\nint main(void) { jmp_buf b; return setjmp(b); }", ""},
		{"and once more after longjmp", "#include <setjmp.h>\nint main(void) { jmp_buf b; if (setjmp(b)) return 1; longjmp(b, 1); }", "p.c:2:54: function longjmp: not supported"},
		{"a handler", "#include <signal.h>\nvoid f(int n) { }\nint main(void) { signal(SIGINT, f); }", "p.c:3:18: function signal with a handler: not supported"},
		{"a signal that is ignored", "#include <signal.h>\nint main(void) { signal(SIGINT, SIG_IGN); signal(SIGTERM, SIG_DFL); }", ""},
		{"in a function that is called", "int f(void) { int g(void) { return 1; } return g(); }\nint main(void) { return f(); }", "p.c:1:15: nested function g: not supported"},
		{"in a function that is pointed to", "int f(void) { int g(void) { return 1; } return g(); }\nint (*p)(void) = f; int main(void) { return p(); }", "p.c:1:15: nested function g: not supported"},
		{"in a function that is not called", "int f(void) { int g(void) { return 1; } return g(); }\nint main(void) { return 0; }", ""},
		{"a function with an attribute", "int f(void) __attribute__((ifunc(\"g\")));\nint main(void) { return f(); }", "p.c:2:25: f, p.c:1:28: attribute ifunc on a declaration: not supported"},
		{"behind a label that code before it jumps to", "int f(int x) { if (x) goto l; { typedef int v[x]; l: return 1; } }\nint main(void) { return f(1); }", "p.c:1:45: typedef of a variable-length array: not supported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Load("p.c", []byte(c.text), Options{})
			require.NoError(t, err)
			var ends []string
			for e := range p.Edges() {
				if op, ok := e.Op.(cfg.Error); ok {
					require.Equal(t, cfg.Unsupported, op.Kind)
					ends = append(ends, e.Pos.String()+": "+op.What)
				}
			}
			if c.what == "" {
				require.Empty(t, ends)
				return
			}
			require.Equal(t, []string{c.what}, ends)
			_, err = Outline(Source{Name: "p.c", Text: []byte(c.text)}, Options{})
			require.EqualError(t, err, c.what)
			require.ErrorIs(t, err, errors.ErrUnsupported)
		})
	}
}

// TestFormatAttribute checks that the kind of a format does not count as a mention of the function
// with that name.
func TestFormatAttribute(t *testing.T) {
	_, err := Load("p.c", []byte(`int __attribute__((format(printf, 1, 2))) g(const char *f, ...);
#include <stdio.h>
int format(int (*p)(const char *, ...), int n) { return p != 0; }
int main(void) { return format(printf, 1); }`), Options{})
	require.NoError(t, err)
}
