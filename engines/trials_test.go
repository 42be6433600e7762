// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/native"
)

// modes is a loop that alternates between two modes. The pass control makes predicates of them.
const modes = `
(declare-fun inv (Bool Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (>= x y) (inv true x y))))
(assert (forall ((m Bool) (x Int) (y Int) (n Bool) (z Int))
  (=> (and (inv m x y) (= n (not m)) (= z (ite m (+ x 1) (- x 1)))) (inv n z y))))
(assert (forall ((m Bool) (x Int) (y Int)) (=> (and (inv m x y) (< x y)) false)))
`

// tryWith runs a portfolio of two engines on modes. The first makes a trial.
func tryWith(t *testing.T, first, second func(context.Context, *horn.System) (horn.Result, error)) Outcome {
	t.Helper()
	r := newRunner(enginetest.Parse(t, modes), Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
	r.strategies = []Strategy{
		{Name: "first", Fits: Always, New: func(Env) Engine { return fake(first) }},
		{Name: "second", Fits: Always, New: func(Env) Engine { return fake(second) }},
	}
	r.trials = []trial{{strategy: "first", ticks: 40 * logic.TicksPerMillisecond, last: 100 * logic.TicksPerMillisecond}}
	z, _ := r.outcome(t.Context())
	return z
}

// modesModel claims that x is at least y, and is greater in the second mode; or that every state is
// reachable.
func modesModel(right bool) func(context.Context, *horn.System) (horn.Result, error) {
	return func(_ context.Context, sys *horn.System) (horn.Result, error) {
		s, m := sys.Store, horn.NewModel()
		for _, p := range sys.Preds {
			xs := horn.Params(s, p)
			claim := s.Ge(xs[1], s.Add(xs[2], s.Ite(xs[0], s.IntNum(0), s.IntNum(1))))
			if !right {
				claim = s.True()
			}
			m.Define(p, xs, claim)
		}
		return horn.Result{Verdict: horn.Safe, Model: m}, nil
	}
}

func TestTrialDecides(t *testing.T) {
	z := tryWith(t, modesModel(true), waits)
	require.Equal(t, horn.Safe, z.Verdict)
	require.Equal(t, "first", z.Stats.Engine)
	require.Equal(t, 3, z.Stats.Simplified.MaxArity)
}

// TestTrialPromise: a strategy that promises an answer within its trial has more time for it.
func TestTrialPromise(t *testing.T) {
	z := tryWith(t, func(ctx context.Context, sys *horn.System) (horn.Result, error) {
		sys.Store.Spend(30 * logic.TicksPerMillisecond)
		turn.Promise(ctx)
		sys.Store.Spend(90 * logic.TicksPerMillisecond)
		if err := turn.Yield(ctx); err != nil {
			return horn.Result{}, err
		}
		return modesModel(true)(ctx, sys)
	}, waits)
	require.Equal(t, horn.Safe, z.Verdict)
	require.Equal(t, 3, z.Stats.Simplified.MaxArity)
}

// TestTrialLeavesDecision has trials without an answer: the other engine gets the system that
// all passes have made.
func TestTrialLeavesDecision(t *testing.T) {
	for name, first := range map[string]func(context.Context, *horn.System) (horn.Result, error){
		"gives up":      givesUp("too hard"),
		"wrong witness": modesModel(false),
		"no end": func(ctx context.Context, sys *horn.System) (horn.Result, error) {
			for turn.Yield(ctx) == nil {
				sys.Store.Spend(logic.TicksPerMillisecond)
			}
			return horn.Result{}, context.Cause(ctx)
		},
	} {
		t.Run(name, func(t *testing.T) {
			z := tryWith(t, first, func(ctx context.Context, sys *horn.System) (horn.Result, error) {
				return pdr.New(pdr.Options{Backend: native.Backend{}, Log: slog.New(slog.DiscardHandler)}).Solve(ctx, sys)
			})
			require.Equal(t, horn.Safe, z.Verdict)
			require.Less(t, z.Stats.Simplified.MaxArity, 3)
		})
	}
}
