// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

var update = flag.Bool("update", false, "rewrite golden files")

// goldens are programs. testdata has the scalar program and the system of each.
var goldens = []struct {
	name, text string
	options    Options
	kinds      []cfg.ErrorKind
}{
	{"loop", `
int nondet(void);
int main() { int i = 0, n = nondet(); while (i < n) i++; if (n > 0 && i != n) { ERROR: ; } }`, Options{}, nil},
	{"wrap", `
unsigned nondet(void);
int main() { unsigned x = nondet(), y = nondet(); unsigned char c = x + y; if (c > x + y) { ERROR: ; } }`, Options{}, nil},
	{"overflow", `
int nondet(void);
int main() { int x = nondet(); if (x > 0 && x + 1 > 5) x = 2; return x; }`, Options{}, []cfg.ErrorKind{cfg.SignedOverflow}},
	{"recursion", `
int nondet(void); int g;
int f(int n) { g++; if (n <= 0) return 0; return 1 + f(n - 1); }
int main() { int n = nondet(); if (n < 10) if (f(n) > 10) { ERROR: ; } }`, Options{}, nil},
	{"branches", `
int nondet(void);
int main() { int a = nondet(), b, c = 0; if (a > 0) b = 1; else b = 2; if (a > 5) c = b; if (c > 2) { ERROR: ; } }`, Options{Paths: 1}, nil},
	{"array", `
int nondet(void);
int a[100];
int main() { int i = nondet(); if (i >= 0 && i < 100) { a[i] = 7; if (a[i] != 7 || a[nondet() & 63] > 6) { ERROR: ; } } }`, Options{}, nil},
	{"pointer", `
int nondet(void);
int main() { int x = 1, y = 2; int *p = nondet() ? &x : &y; *p = 5; if (x + y < 6) { ERROR: ; } }`, Options{}, nil},
	{"list", `
void *malloc(unsigned); int nondet(void);
struct node { int v; struct node *next; };
int main() {
  struct node *l = 0;
  while (nondet()) { struct node *n = malloc(sizeof *n); n->v = 1; n->next = l; l = n; }
  for (; l; l = l->next) if (l->v != 1) { ERROR: ; }
}`, Options{}, nil},
	{"bits", `
unsigned nondet(void);
int main() { unsigned x = nondet(), y = nondet(); if ((x & y) > x) { ERROR: ; } }`, Options{}, nil},
	{"constant-loop", `
int nondet(void);
int main() { int s = 0; for (int i = 0; i < 10; i++) s += i; if (nondet() == s + 1 && s != 45) { ERROR: ; } }`, Options{}, nil},
}

func TestGolden(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			p, err := cc.Load(g.name+".c", []byte(g.text), cc.Options{Model: cfg.ILP32})
			require.NoError(t, err)
			properties.Instrument(p, properties.Set(0).With(g.kinds...))
			var b strings.Builder
			require.NoError(t, scalar.Write(&b, Scalar(p, g.options)))
			b.WriteString("\n")
			sys, err := Encode(logic.NewStore(), p, g.options)
			require.NoError(t, err)
			require.NoError(t, horn.Write(&b, sys.Horn))
			file := filepath.Join("testdata", g.name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
				return
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err, "run the test with -update")
			require.Equal(t, string(want), b.String())
		})
	}
}

// Encoding a program twice makes the same system.
func TestDeterministic(t *testing.T) {
	for _, g := range goldens {
		var texts []string
		for range 2 {
			p, err := cc.Load(g.name+".c", []byte(g.text), cc.Options{Model: cfg.ILP32})
			require.NoError(t, err)
			properties.Instrument(p, properties.Set(0).With(g.kinds...))
			sys, err := Encode(logic.NewStore(), p, g.options)
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, horn.Write(&b, sys.Horn))
			texts = append(texts, b.String())
			require.Len(t, sys.Steps, len(sys.Horn.Clauses))
			require.Len(t, sys.Places, len(sys.Horn.Preds))
		}
		require.Equal(t, texts[0], texts[1], g.name)
	}
}
