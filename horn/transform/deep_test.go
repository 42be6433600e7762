// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/internal/test/passtest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// corridor returns a chain of n predicates. Every step adds 1 to x and leaves y some freedom.
// unsafe means that the query can be reached.
func corridor(n int, unsafe bool) *horn.System {
	s := logic.NewStore()
	sys := &horn.System{Store: s}
	x, y, z := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("z", s.Int)
	for i := range n {
		sys.Preds = append(sys.Preds, s.Func(fmt.Sprintf("p%d", i), []*logic.Sort{s.Int, s.Int}, s.Bool))
	}
	add := func(from, to int, phi *logic.Term, args ...*logic.Term) {
		c := &horn.Clause{Constraint: phi}
		if from >= 0 {
			c.Body = []horn.Atom{{Pred: sys.Preds[from], Args: []*logic.Term{x, y}}}
		}
		if to >= 0 {
			c.Head = &horn.Atom{Pred: sys.Preds[to], Args: args}
		}
		sys.Clauses = append(sys.Clauses, c)
	}
	add(-1, 0, s.Eq(y, x), s.IntNum(0), y)
	for i := range n - 1 {
		add(i, i+1, s.Le(y, z), s.Add(x, s.IntNum(1)), z)
	}
	last := s.Not(s.Eq(x, s.IntNum(int64(n-1))))
	if unsafe {
		last = s.Eq(x, s.IntNum(int64(n-1)))
	}
	add(n-1, -1, last)
	return sys
}

// TestDeep contracts chains of 10⁴ predicates, by the pass chains or inline. If anything takes
// quadratic time, the test does not end.
func TestDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long chains of clauses")
	}
	ctx := context.Background()
	for _, c := range []struct {
		n      int
		unsafe bool
		off    []string
	}{
		{10000, false, nil},
		{10000, true, nil},
		{300, false, []string{"constants", "args", "intervals", "chains"}},
		{300, true, []string{"constants", "args", "intervals", "chains"}},
	} {
		sys := corridor(c.n, c.unsafe)
		p, err := New(Options{Off: c.off})
		require.NoError(t, err)
		z, err := p.Run(ctx, &pass.Env{Backend: native.Backend{}}, sys)
		require.NoError(t, err)
		require.Empty(t, z.System.Preds)
		b := passtest.WithZ3(t, sys.Store)
		r, m, err := passtest.Saturate(b, z.System, 1000)
		require.NoError(t, err)
		require.Equal(t, c.unsafe, r != nil)
		if c.unsafe {
			r, err = z.Back.Refutation(ctx, r)
			require.NoError(t, err)
			require.Len(t, r.Steps, c.n+1)
			require.NoError(t, check.Refutation(ctx, sys, r, passtest.CheckOptions(b, sys)))
			continue
		}
		m, err = z.Back.Model(ctx, m)
		require.NoError(t, err)
		require.NoError(t, check.Model(ctx, sys, m, passtest.CheckOptions(b, sys)))
	}
}

// TestLongRefutation translates a refutation that goes round a loop many times.
func TestLongRefutation(t *testing.T) {
	const rounds = 8000
	ctx := context.Background()
	sys := parse(t, fmt.Sprintf(`
(declare-fun init (Int Int Int) Bool)
(declare-fun loop (Int Int Int) Bool)
(declare-fun body (Int Int Int) Bool)
(declare-fun next (Int Int Int) Bool)
(declare-fun done (Int Int Int) Bool)
(assert (forall ((u Int)) (init 0 3 u)))
(assert (forall ((x Int) (y Int) (u Int)) (=> (init x y u) (loop x y u))))
(assert (forall ((x Int) (y Int) (u Int)) (=> (and (loop x y u) (< x %d)) (body x y u))))
(assert (forall ((x Int) (y Int) (u Int)) (=> (body x y u) (next (+ x 1) y (+ u x)))))
(assert (forall ((x Int) (y Int) (u Int)) (=> (next x y u) (loop x (+ y 2) u))))
(assert (forall ((x Int) (y Int) (u Int)) (=> (and (loop x y u) (> y %d)) (done x y u))))
(assert (forall ((x Int) (y Int) (u Int)) (=> (done x y u) false)))`, rounds, 2*rounds))
	p, err := New(Options{})
	require.NoError(t, err)
	z, err := p.Run(ctx, &pass.Env{Backend: native.Backend{}}, sys)
	require.NoError(t, err)
	require.Len(t, z.System.Clauses, 3)
	require.Equal(t, 2, pass.Measure(z.System).Args)

	r := &horn.Refutation{}
	step := func(k int, args []*logic.Term) []*logic.Term {
		c := z.System.Clauses[k]
		st := horn.Step{Clause: k, Values: map[*logic.Term]*logic.Term{}}
		m := sys.Store.NewModel()
		for i, x := range args {
			st.Values[c.Body[0].Args[i]] = x
			m.Set(c.Body[0].Args[i], x)
		}
		require.True(t, m.Holds(c.Constraint))
		if len(r.Steps) > 0 {
			st.Premises = []int{len(r.Steps) - 1}
		}
		r.Steps = append(r.Steps, st)
		var derived []*logic.Term
		if c.Head != nil {
			for _, x := range c.Head.Args {
				derived = append(derived, m.Eval(x))
			}
		}
		return derived
	}
	args := step(0, nil)
	for range rounds {
		args = step(1, args)
	}
	step(2, args)
	start := time.Now()
	r, err = z.Back.Refutation(ctx, r)
	require.NoError(t, err)
	t.Logf("%d steps in %v", len(r.Steps), time.Since(start))
	require.Len(t, r.Steps, 3*rounds+4)
	require.NoError(t, check.Refutation(ctx, sys, r, check.Options{}))
}

// TestUnsolved translates refutations back that need a solver: for values that the equations of a
// clause do not determine, and to choose among merged clauses.
func TestUnsolved(t *testing.T) {
	ctx := context.Background()
	sys := parse(t, `
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x (* 3 y)) (> y 1)) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (= x (* 2 y)) (> y 5)) (q x y))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (q x y) (= x (* 4 z)) (> z 7)) false)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (q x y) (= x (* 6 z)) (> z 7)) false)))`)
	b := passtest.WithZ3(t, sys.Store)
	for _, later := range []smt.Backend{nil, b} {
		env := &pass.Env{Backend: b}
		z, err := passNamed(t, "normal+merge+chains")(ctx, env, sys)
		require.NoError(t, err)
		require.Len(t, z.System.Clauses, 1)
		env.Backend = later
		// No values are given: all must be found.
		r, err := z.Back.Refutation(ctx, &horn.Refutation{Steps: []horn.Step{{Clause: 0}}})
		if later == nil {
			require.ErrorContains(t, err, "there is no solver to complete them")
			continue
		}
		require.NoError(t, err)
		require.NoError(t, check.Refutation(ctx, sys, r, passtest.CheckOptions(b, sys)))
	}
}
