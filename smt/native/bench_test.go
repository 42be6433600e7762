// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// unrolling returns n steps of a loop with two counters, as an engine would ask about
// them: x and y grow by one each, or x by two, and x - y stays below 2n + 1.
func unrolling(s *logic.Store, n int) []*logic.Term {
	at := func(name string, i int) *logic.Term { return s.Var(fmt.Sprintf("%s%d", name, i), s.Int) }
	one, two := s.IntNum(1), s.IntNum(2)
	z := []*logic.Term{s.And(s.Eq(at("x", 0), at("y", 0)), s.Ge(at("y", 0), s.IntNum(0)))}
	for i := range n {
		x, y, u, v := at("x", i), at("y", i), at("x", i+1), at("y", i+1)
		z = append(z, s.Or(
			s.And(s.Eq(u, s.Add(x, one)), s.Eq(v, s.Add(y, one))),
			s.And(s.Eq(u, s.Add(x, two)), s.Eq(v, y))))
	}
	return append(z, s.Gt(s.Sub(at("x", n), at("y", n)), s.IntNum(int64(2*n))))
}

// BenchmarkScopes asks the small questions of lazy abstraction.
func BenchmarkScopes(b *testing.B) {
	for _, n := range []int{2, 8} {
		b.Run(fmt.Sprintf("steps=%d", n), func(b *testing.B) {
			s := logic.NewStore()
			parts := unrolling(s, n)
			solver := native.NewSolver(s, smt.Options{})
			for b.Loop() {
				solver.Push()
				st, err := solver.Check(b.Context(), parts...)
				require.NoError(b, err)
				require.Equal(b, smt.Unsat, st)
				solver.Pop(1)
			}
		})
	}
}

// BenchmarkInterpolate interpolates whole paths.
func BenchmarkInterpolate(b *testing.B) {
	for _, n := range []int{2, 8} {
		b.Run(fmt.Sprintf("steps=%d", n), func(b *testing.B) {
			s := logic.NewStore()
			q := smt.Sequence(unrolling(s, n)...)
			ip := native.NewInterpolator(s, native.InterpolatorOptions{})
			for b.Loop() {
				z, err := ip.Interpolate(b.Context(), q)
				require.NoError(b, err)
				require.Equal(b, smt.Unsat, z.Status)
			}
		})
	}
}

// TestDeep: formulas of any depth fit the stack.
func TestDeep(t *testing.T) {
	s := logic.NewStore()
	p, x := s.Var("p", s.Bool), s.Var("x", s.Int)
	f, sum := p, x
	for i := range 100_000 {
		f = s.Ite(f, s.Var(fmt.Sprint("q", i%7), s.Bool), s.Not(f))
	}
	for i := range 2000 {
		sum = s.Ite(s.Le(x, s.IntNum(int64(i))), s.Add(sum, s.IntNum(1)), x)
	}
	solver := native.NewSolver(s, smt.Options{})
	require.NoError(t, solver.Assert(f))
	require.NoError(t, solver.Assert(s.Ge(sum, x)))
	st, err := solver.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, smt.Sat, st)
}

// TestCancel: a hard question is left soon after its context is done.
func TestCancel(t *testing.T) {
	s := logic.NewStore()
	g := newGenerator(1, s)
	solver := native.NewSolver(s, smt.Options{})
	for range 30 { // a market split problem, hard for branching
		var sum []*logic.Term
		for i := range 12 {
			x := s.Var(fmt.Sprint("x", i), s.Int)
			require.NoError(t, solver.Assert(s.And(s.Ge(x, s.IntNum(0)), s.Le(x, s.IntNum(1)))))
			sum = append(sum, s.Scale(s.IntNum(int64(g.IntN(100))).Num(), x))
		}
		total := s.Add(sum...)
		require.NoError(t, solver.Assert(s.Or(s.Le(total, s.IntNum(290)), s.Ge(total, s.IntNum(310)))))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	st, err := solver.Check(ctx)
	if st == smt.Unknown {
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	require.Less(t, time.Since(start), 5*time.Second)
}
