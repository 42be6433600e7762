// SPDX-License-Identifier: Apache-2.0

package schedule

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/turn"
	"cornet/logic"
)

// answer is the answer of a member.
type answer struct {
	name string
	err  error
}

// compete runs one goroutine per weight. Each spends ticks, a few at a time, until done reports for
// its total that it has an answer, or the answer of another one has been accepted. compete returns
// the totals, and the members in the order of their answers. Some members promise an answer at
// once.
func compete(t *testing.T, s *Scheduler[answer], weights []int, done func(i int, total int64) bool, promise ...int) (totals []int64, order []int) {
	t.Helper()
	const few = logic.TicksPerMillisecond / 10
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	totals = make([]int64, len(weights))
	for i, w := range weights {
		store := logic.NewStore()
		m := s.Join(Share{Weight: w}, store)
		go func() {
			err := m.Wait(ctx)
			if slices.Contains(promise, i) {
				turn.Promise(turn.With(ctx, m))
			}
			for err == nil && !done(i, totals[i]) {
				store.Spend(few)
				totals[i] += few
				err = turn.Yield(turn.With(ctx, m))
			}
			m.Leave(answer{fmt.Sprint(i), err})
		}()
	}
	due := s.Start()
	for range weights {
		z := <-due
		if z.err == nil {
			order = append(order, int(z.name[0]-'0'))
			cancel()
		}
		s.Judged()
	}
	return totals, order
}

// TestRounds checks that members have shares according to their weights, and that answers are
// ordered by round and member.
func TestRounds(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	for _, test := range []struct {
		name    string
		weights []int
		after   []int64 // ticks after which a member answers; 0 for never
		winner  int
		most    []int64 // ticks
	}{
		{"shares", []int{4, 1, 2}, []int64{435 * ms, 0, 0}, 0, []int64{435 * ms, 115 * ms, 235 * ms}},
		{"in the first round", []int{6, 3, 1}, []int64{10 * ms, 0, 0}, 0, []int64{10 * ms, 15 * ms, 5 * ms}},
		{"the first of a round", []int{1, 1, 1}, []int64{0, 4 * ms, 1 * ms}, 1, []int64{5 * ms, 4 * ms, 5 * ms}},
		{"an earlier round", []int{1, 1}, []int64{6 * ms, 49 * ms / 10}, 1, []int64{5 * ms, 5 * ms}},
	} {
		for slots := 1; slots <= 3; slots++ {
			t.Run(fmt.Sprint(test.name, slots), func(t *testing.T) {
				totals, order := compete(t, New[answer](slots, false), test.weights, func(i int, total int64) bool {
					return test.after[i] > 0 && total >= test.after[i]
				})
				require.Equal(t, test.winner, order[0])
				for i, most := range test.most {
					require.LessOrEqual(t, totals[i], most+ms, "member %d", i)
				}
			})
		}
	}
}

// TestPromise: a member that promises an answer gets half of the effort, for a while.
func TestPromise(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	for _, test := range []struct {
		name             string
		after            int64
		atLeast, atMost  int64 // effort of the others
		promise, weights []int
	}{
		{"half", 4_000 * ms, 3_900 * ms, 4_200 * ms, []int{0}, []int{1, 3, 4}},
		{"no more after a while", 6_000 * ms, 11_000 * ms, 12_500 * ms, []int{0}, []int{1, 3, 4}},
		{"half, after others", 4_000 * ms, 3_900 * ms, 4_200 * ms, []int{2}, []int{3, 4, 1}},
		{"a weight of more than half", 4_000 * ms, 1_800 * ms, 2_100 * ms, []int{0}, []int{4, 1, 1}},
		{"no promise", 1_000 * ms, 6_800 * ms, 7_300 * ms, nil, []int{1, 3, 4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			first := 0
			if len(test.promise) > 0 {
				first = test.promise[0]
			}
			totals, order := compete(t, New[answer](1, false), test.weights, func(i int, total int64) bool {
				return i == first && total >= test.after
			}, test.promise...)
			require.Equal(t, first, order[0])
			others := totals[0] + totals[1] + totals[2] - totals[first]
			require.True(t, test.atLeast <= others && others <= test.atMost, "others: %d ms", others/ms)
		})
	}
}

// If a member exceeds its slice, later slices are shorter by the excess.
func TestDebt(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	s := New[answer](1, false)
	a, b := logic.NewStore(), logic.NewStore()
	hasty, steady := s.Join(Share{Weight: 1}, a), s.Join(Share{Weight: 1}, b)
	var log []string
	work := func(m *Member[answer], name string, slices ...int64) {
		err := m.Wait(t.Context())
		for _, ticks := range slices {
			if err == nil {
				log = append(log, name)
				m.meter.(*logic.Store).Spend(ticks)
				err = turn.Yield(turn.With(t.Context(), m))
			}
		}
		m.Leave(answer{err: err})
	}
	go work(hasty, "a", 33*ms, 1*ms)
	go work(steady, "b", 5*ms, 10*ms, 20*ms, 20*ms)
	due := s.Start()
	for range 2 {
		require.NoError(t, (<-due).err)
		s.Judged()
	}
	require.Equal(t, []string{"a", "b", "b", "a", "b", "b"}, log)
}

// Members certify answers one at a time, in the order of the members. Meanwhile the others
// continue.
func TestCertification(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	for _, slots := range []int{1, 3} {
		s := New[answer](slots, false)
		input := logic.NewStore()
		a, b, c := s.Join(Share{Weight: 1}, logic.NewStore()), s.Join(Share{Weight: 1}, logic.NewStore()), s.Join(Share{Weight: 1}, logic.NewStore())
		var certifying atomic.Int32
		certify := func(m *Member[answer], ticks int64) {
			require.NoError(t, m.Wait(t.Context()))
			require.NoError(t, m.Certify(t.Context(), input))
			for range 10 {
				require.EqualValues(t, 1, certifying.Add(1))
				time.Sleep(time.Millisecond)
				certifying.Add(-1)
				input.Spend(ticks / 10)
				require.NoError(t, turn.Yield(turn.With(t.Context(), m)))
			}
			m.Leave(answer{name: "certified"})
		}
		go certify(a, 20*leastCertification) // long
		go certify(b, leastCertification/2)
		go func() {
			err := c.Wait(t.Context())
			for range 40 {
				if err == nil {
					c.meter.(*logic.Store).Spend(10 * ms)
					err = turn.Yield(turn.With(t.Context(), c))
				}
			}
			c.Leave(answer{"searched", err})
		}()
		due := s.Start()
		var order []string
		for range 3 {
			z := <-due
			require.NoError(t, z.err)
			order = append(order, z.name)
			s.Judged()
		}
		require.Equal(t, []string{"certified", "searched", "certified"}, order, "%d slots", slots)
	}
}

// In a race, a member that does not call the scheduler does not take the turns of the others.
func TestOverrun(t *testing.T) {
	s := New[answer](1, true)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	idle, busy := s.Join(Share{Weight: 1}, logic.NewStore()), s.Join(Share{Weight: 1}, logic.NewStore())
	go func() {
		_ = idle.Wait(ctx)
		<-ctx.Done()
		idle.Leave(answer{err: context.Cause(ctx)})
	}()
	go func() {
		busy.Leave(answer{err: busy.Wait(ctx)})
		cancel()
	}()
	due := s.Start()
	require.NoError(t, (<-due).err)
	s.Judged()
	require.Error(t, (<-due).err)
}

func TestEarlyShare(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	s := Share{Weight: 2, Early: 5, Until: 30}
	for spent, want := range map[int64]int{0: 5, 30*ms - 1: 5, 30 * ms: 2, 1000 * ms: 2} {
		require.Equal(t, want, s.at(spent), spent)
	}
	require.Equal(t, 3, Share{Weight: 3}.at(0), "one weight for all time")
	require.Equal(t, 1, Share{}.at(0), "an engine that is not listed")
}

// A late member begins when the earlier ones have spent some effort, or work in rounds no more.
func TestLate(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	for _, test := range []struct {
		name    string
		answers int64 // the effort after which the first member answers
		most    int64 // the effort of the first when the second begins
	}{
		{"after the effort of the first", 1000 * ms, 100 * ms},
		{"after the answer of the first", 30 * ms, 30 * ms},
	} {
		s := New[answer](1, false)
		first, late := logic.NewStore(), logic.NewStore()
		a, b := s.Join(Share{}, first), s.Join(Share{Late: 100 * ms}, late)
		began := int64(-1)
		go func() {
			err := a.Wait(t.Context())
			for first.Effort() < test.answers && err == nil {
				first.Spend(ms)
				err = turn.Yield(turn.With(t.Context(), a))
			}
			a.Leave(answer{err: err})
		}()
		go func() {
			err := b.Wait(t.Context())
			began = first.Effort()
			b.Leave(answer{err: err})
		}()
		due := s.Start()
		for range 2 {
			require.NoError(t, (<-due).err)
			s.Judged()
		}
		require.GreaterOrEqual(t, began, test.most, test.name)
		require.LessOrEqual(t, began, test.most+2*int64(lastQuantum), test.name)
	}
}
