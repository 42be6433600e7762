// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// A block operation on shared storage is a single step in the product, so nothing can be proved
// while other threads run. Before they are created, and on storage of one thread, it is exact.
func TestBlockOperations(t *testing.T) {
	bytes := unsigned(32)
	array := &cfg.Type{Kind: cfg.Array, Elem: small, Len: 4, Size: 16, Align: 4}
	for _, c := range []struct {
		name string
		size int64
		// main does it before the worker is created; the worker reads the written storage
		before, shared bool
		cut            bool
	}{
		{name: "while another thread reads", size: 16, shared: true, cut: true},
		{name: "before it is created", size: 16, shared: true, before: true},
		{name: "no more than one access", size: 4, shared: true},
		{name: "nobody else is interested", size: 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			g := &cfg.Var{Name: "g", Type: array, ID: w.next}
			w.next++
			w.p.Globals = append(w.p.Globals, g)
			x := w.global("x", small)
			first := cfg.IndexPlace{In: cfg.VarPlace{Var: g}, Index: constant(0, bytes)}
			worker := w.function("worker", func(w *text) {
				if c.shared {
					w.do(assign(x, cfg.Load{From: first}))
				}
			})
			fill := cfg.Fill{
				To:    cfg.AddrOf{Place: first, Of: &cfg.Type{Kind: cfg.Pointer, Elem: small, Size: 4}},
				Value: constant(0, unsigned(8)), Bytes: constant(c.size, bytes),
			}
			p := w.program(w.function("main", func(w *text) {
				if c.before {
					w.do(fill)
				}
				w.do(cfg.Create{Callee: worker})
				if !c.before {
					w.do(fill)
				}
			}))
			product, err := New(p, Options{Reduction: Sleep})
			require.NoError(t, err)
			require.Equal(t, c.cut, product.Cut() != "", product.Cut())
		})
	}
}
