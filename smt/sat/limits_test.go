// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"context"
	"testing"
	"time"

	"cornet/smt/sat"

	"github.com/stretchr/testify/require"
)

func TestLimits(t *testing.T) {
	for _, tc := range []struct {
		name   string
		limits sat.Limits
		want   sat.Reason
		spent  func(sat.Stats) int64
		most   int64
	}{
		{"conflicts", sat.Limits{Conflicts: 100}, sat.ReasonConflicts, func(s sat.Stats) int64 { return s.Conflicts }, 100},
		{"propagations", sat.Limits{Propagations: 2000}, sat.ReasonPropagations, func(s sat.Stats) int64 { return s.Propagations }, 2200},
		{"ticks", sat.Limits{Ticks: 5000}, sat.ReasonTicks, func(s sat.Stats) int64 { return s.Ticks }, 6000},
		{"memory", sat.Limits{Bytes: 200_000}, sat.ReasonMemory, func(s sat.Stats) int64 { return s.Conflicts }, 1e5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := sat.New(sat.Options{Limits: tc.limits})
			pigeonhole(9).AddTo(s)
			before := tc.spent(s.Stats())
			require.Equal(t, sat.Unknown, s.Solve(context.Background()))
			require.Equal(t, tc.want, s.UnknownReason(), "%v", s.UnknownReason())
			require.LessOrEqual(t, tc.spent(s.Stats())-before, tc.most)

			// The limits count from the start of each call, and the solver can be used afterwards.
			before = tc.spent(s.Stats())
			require.Equal(t, sat.Unknown, s.Solve(context.Background()))
			require.LessOrEqual(t, tc.spent(s.Stats())-before, tc.most)
			s.SetLimits(sat.Limits{})
			require.Equal(t, sat.Unsat, s.Solve(context.Background(), sat.Var(1).Pos(), sat.Var(1).Neg()))
		})
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := sat.New(sat.Options{})
	pigeonhole(9).AddTo(s)
	require.Equal(t, sat.Unknown, s.Solve(ctx))
	require.Equal(t, sat.ReasonCancelled, s.UnknownReason())
	require.Zero(t, s.Stats().Conflicts)
}

func TestCancelPrompt(t *testing.T) {
	s := sat.New(sat.Options{})
	pigeonhole(12).AddTo(s)
	ctx, cancel := context.WithCancel(context.Background())
	var cancelled time.Time
	timer := time.AfterFunc(50*time.Millisecond, func() {
		cancelled = time.Now()
		cancel()
	})
	defer timer.Stop()
	require.Equal(t, sat.Unknown, s.Solve(ctx))
	require.Equal(t, sat.ReasonCancelled, s.UnknownReason())
	require.Less(t, time.Since(cancelled), 5*time.Second) // 100 ms if the machine is not busy
}

// Repeated solving must not need more and more memory.
func TestAllocations(t *testing.T) {
	s := sat.New(sat.Options{})
	randomKSAT(100, 400, 3, 2).AddTo(s)
	ctx := context.Background()
	solve := func() {
		for v := range sat.Var(30) {
			s.Solve(ctx, (v + 1).Pos())
		}
	}
	for range 50 {
		solve()
	}
	// The flag for cancelling, and its watcher.
	require.LessOrEqual(t, testing.AllocsPerRun(10, solve)/30, 8.0)
}

// Clauses that come and go with scopes must not accumulate.
func TestScopesLeaveNothing(t *testing.T) {
	s := sat.New(sat.Options{Proof: true})
	randomKSAT(60, 200, 3, 2).AddTo(s)
	ctx := context.Background()
	round := func() {
		s.Push()
		first := s.NewVar()
		for v := range sat.Var(60) {
			s.AddClause((v + 1).Pos(), first.Pos(), (v%59 + 2).Neg())
		}
		s.AddClause(first.Neg())
		s.Solve(ctx)
		s.Solve(ctx, first.Pos())
		s.Pop()
		s.Release(first)
	}
	for range 200 {
		round()
	}
	irredundant, redundant := s.NumClauses()
	bytes := s.Bytes()
	for range 2000 {
		round()
	}
	more, moreRedundant := s.NumClauses()
	require.LessOrEqual(t, more, irredundant+irredundant/4) // clauses added by elimination stay
	require.LessOrEqual(t, moreRedundant, 2*redundant+100)
	// With proofs, variables are not reused, and the log keeps a margin.
	require.Less(t, s.Bytes(), bytes+40<<20)
}
