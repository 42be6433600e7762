// SPDX-License-Identifier: Apache-2.0

package cfg_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// TestClone checks that a copy is the same program, and that changes to it, or other operations in
// it, leave the original as it is.
func TestClone(t *testing.T) {
	for _, text := range []string{
		"int main(void) { return 0; }",
		"int g; int f(int x) { return x ? f(x - 1) : g; } int main(void) { for (int i = 0; i < 3; i++) g += f(i); }",
		"struct s { int a[3]; int (*f)(int); }; static int h(int x) { return x; } int main(void) { struct s v = {{1}, h}; return v.f(v.a[1]); }",
		"#include <pthread.h>\nint n; void *f(void *p) { n++; return p; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); n--; pthread_join(t, 0); }",
		"#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (!p) abort(); goto end; end: free(p); }",
	} {
		p, err := cc.Link([]cc.Source{{Name: "a.c", Text: []byte(text)}}, cc.Options{})
		require.NoError(t, err)
		before, mark := p.String(), p.Fingerprint()

		z := p.Clone(nil)
		require.NoError(t, z.Check())
		require.Equal(t, before, z.String())
		require.Equal(t, mark, z.Fingerprint())
		for i, f := range z.Functions {
			require.NotSame(t, p.Functions[i], f)
			for _, v := range f.Locals {
				require.Same(t, f, v.Func)
			}
			f.Clear()
		}

		stopped := p.Clone(func(*cfg.Edge) cfg.Op { return cfg.Stop{} })
		for e := range stopped.Edges() {
			require.Equal(t, cfg.Stop{}, e.Op)
		}
		require.Equal(t, before, p.String())
	}
}
