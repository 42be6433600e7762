// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/scalar"
	"cornet/logic"
)

// TestInterfaces lists the arguments of the predicates for the entry and the exit of a function f.
func TestInterfaces(t *testing.T) {
	for _, test := range []struct{ name, decls, f, main, want string }{
		{"a global that nothing reads", "int g;", "{ g++; return n > 0 ? f(n - 1) : 0; }", "f(n());", "f(n) -> f(n; result)"},
		{"a global that the caller reads", "int g;", "{ g++; return n > 0 ? f(n - 1) : 0; }", "f(n()); if (g == 7) reach_error();", "f(n, g) -> f(n, g; result, g)"},
		{"a global that is set first", "int g;", "{ g = n; if (n > 0) f(n - 1); return g; }", "f(n());", "f(n) -> f(n; result, g)"},
		{"a global that is set on one path", "int g;", "{ if (n > 5) g = n; if (n > 0) f(n - 1); return 0; }", "f(n()); if (g == 7) reach_error();", "f(n, g) -> f(n, g; result, g)"},
		{"a global that is only read", "int g;", "{ return n > 0 ? f(n - 1) : g; }", "g = n(); f(n());", "f(n, g) -> f(n, g; result)"},
		{"a global that the caller sets before it reads", "int g;", "{ g++; return n > 0 ? f(n - 1) : 0; }", "f(n()); g = 7; if (g == n()) reach_error();", "f(n) -> f(n; result)"},
		{"a global between two calls", "int g;", "{ if (g > 3) return 0; g = n; return n > 0 ? f(n - 1) : 0; }", "f(n()); f(n());", "f(n, g) -> f(n, g; result, g)"},
		{"a parameter that is not read", "", "{ return m > 0 ? f(m, m - 1) : 0; }", "f(n(), n());", "f(m) -> f(m; result)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			params := "int n"
			if strings.Contains(test.f, "f(m, ") {
				params = "int n, int m"
			}
			text := "extern int n(void); extern void reach_error(void);\n" + test.decls + "\nint f(" + params + ") " + test.f +
				"\nint main(void) { " + test.main + " return 0; }"
			p, err := cc.Load("a.c", []byte(text), cc.Options{})
			require.NoError(t, err)
			sys, err := Encode(logic.NewStore(), p, Options{})
			require.NoError(t, err)
			var entry, exit string
			for _, p := range sys.Places {
				switch {
				case p.Func != "f":
				case p.Kind == Entry:
					entry = fmt.Sprintf("f(%s)", names(p.Vars))
				case p.Kind == Exit:
					exit = fmt.Sprintf("f(%s; %s)", names(p.In), names(p.Vars))
				}
			}
			require.Equal(t, test.want, entry+" -> "+exit)
		})
	}
}

func names(vs []*scalar.Var) string {
	var z []string
	for _, v := range vs {
		name, _, _ := strings.Cut(v.Name, "@")
		z = append(z, name)
	}
	return strings.Join(z, ", ")
}
