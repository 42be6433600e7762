// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/simulate"
	"cornet/encode/threads"
)

// TestLostThreads has correct counter abstractions, and wrong ones in which the threads that are
// not tracked do not move. Then an interleaving of two threads gives a variable a value that it
// does not have in the abstraction.
func TestLostThreads(t *testing.T) {
	t.Parallel()
	const head = "#include <pthread.h>\nextern unsigned in(void);\nint x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
	for _, test := range []struct{ name, thread string }{
		{"a global variable", "int t = x; x = t + 1;"},
		{"under a lock", "pthread_mutex_lock(&m); int t = x; x = t + 1; pthread_mutex_unlock(&m);"},
		{"a local variable", "x++; int t = x; if (t == 2) x = 7;"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := head + "void *f(void *a) { " + test.thread + " return a; }\nint main(void) { while (in()) { pthread_t t; pthread_create(&t, 0, f, 0); } }\n"
			p, err := Load(t.Context(), []Source{{Name: "p.c", Text: []byte(text)}}, Encoding{})
			require.NoError(t, err)
			product := func(o threads.Options) (*threads.Product, *cfg.Program) {
				product, err := threads.New(p.source, o)
				require.NoError(t, err)
				z, err := product.Program(0)
				require.NoError(t, err)
				return product, z
			}
			_, few := product(threads.Options{Bound: fewThreads})
			whole, _ := product(threads.Options{Level: trackedThreads})
			_, abstraction := product(threads.Options{Level: trackedThreads, Most: whole.Threads() + fewThreads})
			require.NoError(t, simulate.Counts(t.Context(), p.source, few, abstraction, simulate.Options{}))
			for e := range abstraction.Edges() {
				if e.Pos.Thread == whole.Threads()-1 { // the last instance stands for them
					e.Op = cfg.Stop{}
				}
			}
			var lost *simulate.Reordering
			require.ErrorAs(t, simulate.Counts(t.Context(), p.source, few, abstraction, simulate.Options{}), &lost)
		})
	}
}
