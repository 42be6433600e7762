// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// shape lists the functions of p with the names of those that they call. "?" is a call through a
// pointer that points to none of the functions.
func shape(p *cfg.Program) string {
	var z []string
	for _, f := range p.Functions {
		line := f.Name + ":"
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				if c, ok := e.Op.(cfg.Call); ok {
					if c.Callee == nil {
						line += " ?"
					} else {
						line += " " + c.Callee.Name
					}
				}
			}
		}
		z = append(z, line)
	}
	return strings.Join(z, "; ")
}

func TestInline(t *testing.T) {
	for _, test := range []struct {
		name, text string
		limit      int
		want       string
	}{
		{"no calls", "int main(void) { return 0; }", maxCallee, "main:"},
		{"a chain", "int f(int x) { return x; } int g(int x) { return f(x) + f(2); } int main(void) { return g(1); }", maxCallee, "main:"},
		{"recursion", "int f(int x) { return x ? f(x - 1) : 0; } int main(void) { return f(1); }", maxCallee, "main: f; f: f"},
		{"mutual recursion", "int g(int); int f(int x) { return x ? g(x - 1) : 0; } int g(int x) { return f(x); } int main(void) { return f(1); }",
			maxCallee, "main: f; f: g; g: f"},
		{"too large", "int f(int x) { if (x) x = x + 1; return x; } int main(void) { return f(1) + f(2); }", 1, "main: f f; f:"},
		{"too large, called once", "int f(int x) { if (x) x = x + 1; return x; } int g(int x) { return f(x); } int main(void) { return g(1); }", 1, "main:"},
		{"too large, called once in a recursive function", "int f(int x) { if (x) x = x + 1; return x; } int g(int x) { return x ? g(f(x)) : 0; } int main(void) { return g(1); }",
			1, "main: g; g: g"},
		{"too large, called once in a function that is called twice",
			"int f(int x) { if (x) x = x + 1; return x; } int g(int x) { return f(x) + f(1); } int main(void) { return g(1) + g(2); }", 1, "main: g g; g: f f; f:"},
		{"pointer", "int c; int f(int x) { return x; } int g(int x) { return -x; } int main(void) { int (*p)(int) = c ? f : g; return p(1); }",
			maxCallee, "main: ?"},
		{"unknown pointer", "int (*p(void))(int); int main(void) { return p()(1); }", maxCallee, "main: ?"},
		{"a function", "int f(int x) { return x; } int main(void) { return (*f)(1); }", maxCallee, "main:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := cc.Load("a.c", []byte(test.text), cc.Options{})
			require.NoError(t, err)
			before := shape(p)
			z := inline(p, test.limit)
			require.Equal(t, test.want, shape(z))
			require.Equal(t, before, shape(p), "the input stays as it is")
			check(t, z)
		})
	}
}

// check tests that nodes are numbered, edges connect both ways, and every variable has its own
// number.
func check(t *testing.T, p *cfg.Program) {
	ids := map[int]*cfg.Var{}
	for _, f := range p.Functions {
		for i, n := range f.Nodes {
			require.Equal(t, i, n.ID)
			require.Same(t, f, n.Func)
			for _, e := range n.Out {
				require.Same(t, n, e.From)
				require.Contains(t, e.To.In, e)
				require.Contains(t, f.Nodes, e.To)
			}
		}
		for _, v := range append(append([]*cfg.Var(nil), f.Params...), f.Locals...) {
			require.Nil(t, ids[v.ID], "two variables have number %d", v.ID)
			ids[v.ID] = v
		}
	}
}
