// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/test/enginetest"
)

// compete runs one goroutine per weight, each of which spends ticks, a few at a time, until done says for its total that it has an
// answer, or another one's has been accepted. It returns the totals, and the members in the order in which their answers came.
func compete(t *testing.T, s *scheduler, weights []int, done func(i int, total int64) bool) (totals []int64, order []int) {
	t.Helper()
	const few = logic.TicksPerMillisecond / 10
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	totals = make([]int64, len(weights))
	for i, w := range weights {
		store := logic.NewStore()
		m := s.join(share{weight: w}, store)
		ctx := turns{ctx, m}
		go func() {
			err := m.wait(ctx.Context)
			for err == nil && !done(i, totals[i]) {
				store.Spend(few)
				totals[i] += few
				err = ctx.Err()
			}
			m.leave(answer{entry: Entry{Name: fmt.Sprint(i)}, err: err})
		}()
	}
	s.start()
	for range weights {
		z := <-s.due
		if z.err == nil {
			order = append(order, int(z.entry.Name[0]-'0'))
			cancel()
		}
		s.judged()
	}
	return totals, order
}

// TestRounds checks that members have shares by their weights, and that answers count by round and member.
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
				totals, order := compete(t, newScheduler(slots, false), test.weights, func(i int, total int64) bool {
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

// What a member has spent beyond its slice is taken from later ones.
func TestDebt(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	s := newScheduler(1, false)
	a, b := logic.NewStore(), logic.NewStore()
	hasty, steady := s.join(share{weight: 1}, a), s.join(share{weight: 1}, b)
	var log []string
	work := func(m *member, name string, slices ...int64) {
		err := m.wait(t.Context())
		for _, ticks := range slices {
			if err == nil {
				log = append(log, name)
				m.store.Spend(ticks)
				err = turns{t.Context(), m}.Err()
			}
		}
		m.leave(answer{err: err})
	}
	go work(hasty, "a", 33*ms, 1*ms)
	go work(steady, "b", 5*ms, 10*ms, 20*ms, 20*ms)
	s.start()
	for range 2 {
		require.NoError(t, (<-s.due).err)
		s.judged()
	}
	require.Equal(t, []string{"a", "b", "b", "a", "b", "b"}, log)
}

// Members that certify answers do so one at a time, in the order of the members, and the others go on meanwhile.
func TestCertification(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	for _, slots := range []int{1, 3} {
		s := newScheduler(slots, false)
		input := logic.NewStore()
		a, b, c := s.join(share{weight: 1}, logic.NewStore()), s.join(share{weight: 1}, logic.NewStore()), s.join(share{weight: 1}, logic.NewStore())
		var certifying atomic.Int32
		certify := func(m *member, ticks int64) {
			require.NoError(t, m.wait(t.Context()))
			require.NoError(t, m.certify(t.Context(), input))
			for range 10 {
				require.EqualValues(t, 1, certifying.Add(1))
				time.Sleep(time.Millisecond)
				certifying.Add(-1)
				input.Spend(ticks / 10)
				require.NoError(t, turns{t.Context(), m}.Err())
			}
			m.leave(answer{entry: Entry{Name: "certified"}})
		}
		go certify(a, 20*leastCertification) // long
		go certify(b, leastCertification/2)
		go func() {
			err := c.wait(t.Context())
			for range 40 {
				if err == nil {
					c.store.Spend(10 * ms)
					err = turns{t.Context(), c}.Err()
				}
			}
			c.leave(answer{entry: Entry{Name: "searched"}, err: err})
		}()
		s.start()
		var order []string
		for range 3 {
			z := <-s.due
			require.NoError(t, z.err)
			order = append(order, z.entry.Name)
			s.judged()
		}
		require.Equal(t, []string{"certified", "searched", "certified"}, order, "%d slots", slots)
	}
}

// In a race, a member that asks nothing does not keep the others from their turn.
func TestOverrun(t *testing.T) {
	s := newScheduler(1, true)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	idle, busy := s.join(share{weight: 1}, logic.NewStore()), s.join(share{weight: 1}, logic.NewStore())
	go func() {
		_ = idle.wait(ctx)
		<-ctx.Done()
		idle.leave(answer{err: context.Cause(ctx)})
	}()
	go func() {
		busy.leave(answer{err: busy.wait(ctx)})
		cancel()
	}()
	s.start()
	require.NoError(t, (<-s.due).err)
	s.judged()
	require.Error(t, (<-s.due).err)
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
		z, err := Run(ctx, enginetest.Parse(t, text), Config{Backend: native.Backend{}})
		cancel()
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		winners[z.Stats.Engine] = true
	}
	require.Len(t, winners, 1)
}

func TestArrange(t *testing.T) {
	table := []Entry{{Name: "bmc"}, {Name: "new"}, {Name: "imc"}}
	sorted, shares := arrange(table, horn.Features{Linear: true, Theories: horn.Ints})
	require.Equal(t, []string{"imc", "bmc", "new"}, names(sorted))
	require.Equal(t, []share{{"imc", 3, 0, 0}, {"bmc", 1, 4, 800}, {"new", 1, 0, 0}}, shares)
	table[2].Name = "predabs"
	sorted, shares = arrange(table, horn.Features{Linear: true, Theories: horn.Arrays})
	require.Equal(t, []string{"predabs", "bmc", "new"}, names(sorted))
	require.Equal(t, []share{{"predabs", 3, 0, 0}, {"bmc", 3, 0, 0}, {"new", 1, 0, 0}}, shares)
}

func TestEarlyShare(t *testing.T) {
	const ms = logic.TicksPerMillisecond
	s := share{weight: 2, early: 5, until: 30}
	for spent, want := range map[int64]int{0: 5, 30*ms - 1: 5, 30 * ms: 2, 1000 * ms: 2} {
		require.Equal(t, want, s.at(spent), spent)
	}
	require.Equal(t, 3, share{weight: 3}.at(0), "one weight for all time")
	require.Equal(t, 1, share{}.at(0), "an engine that is not listed")
}
