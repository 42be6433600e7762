// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/smt/native"
	"cornet/test/enginetest"
)

// members runs one goroutine per weight, each of which ticks until it is cancelled
// or done says so, and returns how often each ticked.
func members(t *testing.T, s *scheduler, weights []int, done func(ticks []int) bool) []int {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ticks := make([]int, len(weights))
	for i, w := range weights {
		m := s.join(w)
		go func() {
			err := m.wait(ctx)
			for err == nil && !done(ticks) {
				ticks[i]++
				err = m.tick(ctx, checkCost)
			}
			m.leave(answer{rank: i, err: err})
			cancel()
		}()
	}
	s.start()
	for left := len(weights); left > 0; s.next() {
		left -= len(<-s.batches)
	}
	return ticks
}

func TestRounds(t *testing.T) {
	// One slot, so that the members do not count at the same time.
	ticks := members(t, newScheduler(1, true), []int{4, 1, 2}, func(n []int) bool { return n[0]+n[1]+n[2] >= 70*quantumTicks })
	require.Equal(t, []int{40 * quantumTicks, 10 * quantumTicks, 20 * quantumTicks}, ticks)
}

func TestClock(t *testing.T) {
	begin := time.Now()
	ticks := members(t, newScheduler(1, false), []int{3, 1}, func([]int) bool {
		time.Sleep(time.Millisecond)
		return time.Since(begin) > 12*quantum
	})
	require.Greater(t, ticks[0], ticks[1], "more weight, more time")
	require.Positive(t, ticks[1])
}

// A member that asks nothing does not keep the others from their turn.
func TestOverrun(t *testing.T) {
	s := newScheduler(1, false)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	idle, busy := s.join(1), s.join(1)
	go func() {
		_ = idle.wait(ctx)
		<-ctx.Done()
		idle.leave(answer{rank: 0, err: context.Cause(ctx)})
	}()
	go func() {
		err := busy.wait(ctx)
		busy.leave(answer{rank: 1, err: err})
		cancel()
	}()
	s.start()
	first := <-s.batches
	require.Len(t, first, 1)
	require.Equal(t, 1, first[0].rank)
	require.NoError(t, first[0].err)
	<-s.batches
}

// By rounds, the same engine wins in every run.
func TestDeterministic(t *testing.T) {
	const text = `
(declare-fun p (Int Int) Bool)
(assert (p 0 10))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 10) (not (= y 0))) false)))`
	winners := map[string]bool{}
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		z, err := Run(ctx, enginetest.Parse(t, text), Config{Backend: native.Backend{}, Deterministic: true})
		cancel()
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		winners[z.Stats.Engine] = true
	}
	require.Len(t, winners, 1)
}

func TestArrange(t *testing.T) {
	table := []Entry{{Name: "bmc"}, {Name: "new"}, {Name: "imc"}}
	sorted, weights := arrange(table, horn.Features{Linear: true, Theories: horn.Ints})
	require.Equal(t, []string{"imc", "bmc", "new"}, names(sorted))
	require.Equal(t, []int{3, 1, 1}, weights)
	table[2].Name = "predabs"
	sorted, weights = arrange(table, horn.Features{Linear: true, Theories: horn.Arrays})
	require.Equal(t, []string{"predabs", "bmc", "new"}, names(sorted))
	require.Equal(t, []int{3, 1, 1}, weights)
}
