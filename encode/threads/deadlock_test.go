// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/exec"
)

// randomLocks is a random program with two or three threads that mostly wait: for locks, for each
// other and for values of variables. They wait for values in atomic blocks, which the interpreter
// enters whether or not they can be left.
func randomLocks(r *rand.Rand, values bool) *cfg.Program {
	w := newWorld()
	var shared, locks []*cfg.Var
	for _, name := range []string{"x", "y"} {
		shared = append(shared, w.global(name, small))
	}
	for _, name := range []string{"m", "n"} {
		locks = append(locks, w.global(name, small))
	}
	body := func(w *text, n int) {
		for range n {
			v := shared[r.IntN(2)]
			m := cfg.AddrOf{Place: cfg.VarPlace{Var: locks[r.IntN(2)]}, Of: &cfg.Type{Kind: cfg.Pointer, Elem: small, Size: 4}}
			switch k := r.IntN(10); {
			case k < 3:
				w.do(cfg.Lock{Mutex: m})
			case k < 6:
				w.do(cfg.Unlock{Mutex: m})
			case k < 8:
				w.either(is(v, 0), func() { w.do(cfg.Unlock{Mutex: m}) }, func() { w.do(cfg.Lock{Mutex: m}) })
			case k == 8 && values:
				w.do(cfg.AtomicBegin{})
				w.do(cfg.Assume{Cond: apply(cfg.Gt, load(v), constant(0, small)), Wait: "a semaphore"})
				w.do(assign(v, constant(0, small)))
				w.do(cfg.AtomicEnd{})
			default:
				w.do(assign(v, constant(1, small)))
			}
		}
	}
	var workers []*cfg.Function
	for range 1 + r.IntN(2) {
		workers = append(workers, w.function("worker", func(w *text) { body(w, 2+r.IntN(4)) }))
	}
	return w.program(w.function("main", func(w *text) {
		var ids []*cfg.Var
		for _, f := range workers {
			id := w.local(identityType)
			ids = append(ids, id)
			w.do(cfg.Create{Thread: cfg.VarPlace{Var: id}, Callee: f})
			body(w, r.IntN(3))
		}
		for _, id := range ids {
			w.do(cfg.Join{Thread: val(id)})
			body(w, r.IntN(2))
		}
		if r.IntN(3) == 0 {
			w.do(cfg.ExitThread{})
		}
	}))
}

// Under each reduction, a program has a deadlock exactly if some execution reaches a state in which
// no thread can continue.
func TestDeadlocks(t *testing.T) {
	stuck := 0
	const count = 400
	for seed := range uint64(count) {
		values := seed%2 == 1
		p := randomLocks(rand.New(rand.NewPCG(seed, 2)), values)
		all, err := exec.Explore(t.Context(), p, exec.ExploreOptions{})
		require.NoError(t, err)
		want := all.Blocked
		for _, r := range []Reduction{Full, Persistent, Sleep} {
			product, err := New(p, Options{Reduction: r, Deadlocks: &Search{Site: 1}})
			require.NoError(t, err)
			whole, err := product.Program(100_000)
			require.NoError(t, err)
			got, err := explore(whole, 200_000)
			require.NoError(t, err)
			if values && r == Full {
				want = got
			}
			require.Equal(t, want, got, "seed %d, %v", seed, r)
		}
		if want {
			stuck++
		}
	}
	require.Greater(t, stuck, count/10)
	require.Less(t, stuck, 9*count/10)
}
