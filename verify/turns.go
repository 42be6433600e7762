// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"iter"
	"sync"

	"cornet/engines/schedule"
	"cornet/internal/turn"
)

// sideBySide runs two parts of a computation and yields their numbers and results, in the order in
// which they count.
//
// The parts take turns by counted effort, so this order depends only on the program. The second
// begins when the first has spent the delay, has ended, or makes no progress. When the caller
// leaves the loop, the parts are cancelled. The iterator returns only after both have ended.
func sideBySide[A any](ctx context.Context, parts [2]func(context.Context) A, delay int64) iter.Seq2[int, A] {
	type result struct {
		number int
		of     A
	}
	return func(yield func(int, A) bool) {
		s := schedule.New[result](1, false)
		s.Between(func(bool, int64) { _ = turn.Yield(ctx) })
		inner, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer stop()
		var work [2]func()
		for k, part := range parts {
			metered, meter := turn.Metered(inner)
			m := s.Join(schedule.Share{Late: delay * int64(k)}, meter)
			work[k] = func() {
				z := result{number: k}
				_ = m.Wait(inner) // a part that is cancelled ends soon
				z.of = part(turn.With(metered, m))
				m.Leave(z)
			}
		}
		due := s.Start()
		for _, w := range work {
			running.Go(w)
		}
		for range parts {
			z := <-due
			if !yield(z.number, z.of) {
				return
			}
			s.Judged()
		}
	}
}
