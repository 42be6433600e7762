// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// A thread that waits for one that ends the program waits for ever. If the other thread just ends,
// the waiting thread continues.
func TestJoinAfterExit(t *testing.T) {
	build := func(last cfg.Op) *cfg.Program {
		w := newWorld()
		x := w.global("x", small)
		worker := w.function("worker", func(w *text) {
			w.do(assign(x, constant(1, small)))
			w.do(last)
		})
		return w.program(w.function("main", func(w *text) {
			id := w.local(identityType)
			w.do(cfg.Create{Thread: cfg.VarPlace{Var: id}, Callee: worker})
			w.do(cfg.Join{Thread: val(id)})
			w.check(is(x, 0))
		}))
	}
	for r := range Reduction(len(reductionWords)) {
		got, _ := fails(t, build(cfg.Stop{}), r)
		require.False(t, got, r)
		got, _ = fails(t, build(cfg.ExitThread{}), r)
		require.True(t, got, r)
	}
}
