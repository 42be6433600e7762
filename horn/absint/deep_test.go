// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
)

// A switch of n cases becomes two terms of depth n: a chain of conditions, and the disjunction of
// its cases. The analysis visits deep terms a few times, not once for each scope.
func TestDeepSwitch(t *testing.T) {
	const n = 5_000
	s := logic.NewStore()
	p := s.Func("p", []*logic.Sort{s.Int}, s.Bool)
	x := s.Var("x", s.Int)
	next, some := s.IntNum(n/2), s.False()
	for i := range n {
		is := s.Eq(x, s.IntNum(int64(n-1-i)))
		next, some = s.Ite(is, s.IntNum(int64(i*7%n)), next), s.Or(is, s.And(s.Not(is), some))
	}
	sys := &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{
		{Constraint: s.Eq(x, s.IntNum(0)), Head: &horn.Atom{Pred: p, Args: []*logic.Term{x}}},
		{Body: []horn.Atom{{Pred: p, Args: []*logic.Term{x}}}, Constraint: some, Head: &horn.Atom{Pred: p, Args: []*logic.Term{next}}},
	}}
	before := s.Effort()
	d := NewIntervals(sys)
	r, err := Run(context.Background(), sys, d, Options{Delay: 2, Descents: 2})
	require.NoError(t, err)
	body, _ := r.Body(1)
	_, ok := d.Simplify(1, body)
	require.True(t, ok)
	require.Equal(t, "(and (>= x 0) (<= x 4999))", r.Atom(&sys.Clauses[1].Body[0]).String())
	require.Less(t, s.Effort()-before, int64(1000*n))
}

// TestManyLoops checks that the memory that the analysis of loops in a row allocates is linear in
// their number: narrowing one loop keeps no copy of the states of the others.
func TestManyLoops(t *testing.T) {
	allocated := func(n int) uint64 {
		s := logic.NewStore()
		x := s.Var("x", s.Int)
		sys := &horn.System{Store: s}
		clause := func(body *logic.Func, phi *logic.Term, head *logic.Func, arg *logic.Term) {
			c := &horn.Clause{Constraint: phi, Head: &horn.Atom{Pred: head, Args: []*logic.Term{arg}}}
			if body != nil {
				c.Body = []horn.Atom{{Pred: body, Args: []*logic.Term{x}}}
			}
			sys.Clauses = append(sys.Clauses, c)
		}
		var last *logic.Func
		for i := range n {
			p := s.Func(fmt.Sprintf("p%d", i), []*logic.Sort{s.Int}, s.Bool)
			sys.Preds = append(sys.Preds, p)
			clause(last, s.Eq(x, s.IntNum(0)), p, x)
			clause(p, s.Lt(x, s.IntNum(10)), p, s.Add(x, s.IntNum(1)))
			last = p
		}
		d := NewIntervals(sys)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := Run(context.Background(), sys, d, Options{Delay: 2, Descents: 2})
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		require.Equal(t, "(and (>= x 0) (<= x 10))", r.Atom(&horn.Atom{Pred: last, Args: []*logic.Term{x}}).String())
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, allocated(2000), 5*allocated(500)) // with such copies, 6 times
}
