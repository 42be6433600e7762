// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

func BenchmarkDeadNames(b *testing.B) {
	for _, n := range []int{0, 1000, 10000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := logic.NewStore()
			z := newSolver(b, s)
			x, y, w := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("w", s.Int)
			require.NoError(b, z.Assert(s.Lt(x, y)))
			mk := func(i int) *logic.Term {
				return s.Le(s.Add(x, s.Scale(s.IntNum(int64(i%7)).Num(), y), s.Scale(s.IntNum(int64(i%5)).Num(), w)), s.IntNum(int64(i-25000)))
			}
			for i := range n {
				check(b, z, mk(i))
			}
			i := 0
			b.ResetTimer()
			for b.Loop() {
				i++
				z.Check(context.Background(), s.Ge(x, s.IntNum(int64(i%100))), s.Le(s.Add(x, w), s.IntNum(int64(i%50))))
			}
		})
	}
}
func BenchmarkPushNames(b *testing.B) {
	s := logic.NewStore()
	z := newSolver(b, s)
	x, y, w := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("w", s.Int)
	require.NoError(b, z.Assert(s.Lt(x, y)))
	i := 0
	for b.Loop() {
		i++
		z.Push()
		z.Check(context.Background(), s.Ge(x, s.IntNum(int64(i%100))), s.Le(s.Add(x, w), s.IntNum(int64(i%50))))
		z.Pop(1)
	}
}
