// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// Pointers to functions in initial values point to the functions that threads run, whose accesses
// interleave. There is one such function for each function of the source.
func TestFunctionsInInitialValues(t *testing.T) {
	p, err := cc.Load("init.c", []byte(`#include <pthread.h>
#include <assert.h>
int x;
void *g(void *p) { x++; return 0; }
struct { void *(*f)(void *); } s = { g };
int main() {
	pthread_t t;
	pthread_create(&t, 0, s.f, 0);
	s.f(0);
	pthread_join(t, 0);
	assert(x == 2 && s.f == g);
}`), cc.Options{})
	require.NoError(t, err)
	product, err := New(p, Options{})
	require.NoError(t, err)
	z, err := product.Program(0)
	require.NoError(t, err)
	found := map[*cfg.Function]int{}
	for _, f := range append(z.Functions, z.Init) {
		for e := range f.Edges() {
			cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
				if a, ok := x.(cfg.FuncAddr); ok {
					found[a.Func]++
				}
				return x
			}}.MapOp(e.Op)
		}
	}
	require.Len(t, found, 1)
	for g := range found {
		require.Contains(t, product.b.s.funcs, g)
	}
}
