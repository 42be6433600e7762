// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
)

// A companion that starts late does so after companionDelay, or where effort is counted, in round companionRound, which most
// programs reach after a quarter of a second.
const (
	companionDelay = 3 * time.Second
	companionRound = 12
)

// raceEncodings decides the program in the encoding sys and, where that may help, in a companion beside it.
//
//   - The companion of bit-vectors, which are chosen where bit operations have no exact counterpart over integers, is the inexact
//     encoding over integers, from the start. Its proofs count, its counterexamples do not.
//   - The companion of integers in a program with remainders or bit operations is the encoding over bit-vectors. It starts late: such
//     programs are often easy in one of the two and infeasible in the other.
func (d *driver) raceEncodings(ctx context.Context, sys *chc.System, config engines.Config) decided {
	in := func(sys *chc.System) procedure {
		return func(ctx context.Context, config engines.Config) decided {
			z, err := engines.Run(ctx, sys.Horn, config)
			return decided{sys, z, err}
		}
	}
	if d.Ints != chc.Auto || d.SignedOverflow != chc.Wrap || !sys.Bits && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
		return in(sys)(ctx, config)
	}
	other := d.Encoding
	other.Ints = chc.WrapInts
	if sys.Ints != chc.BV {
		other.Ints = chc.BV
	}
	companion := func(ctx context.Context, config engines.Config) decided {
		if ctx.Err() != nil {
			return decided{} // the race is over: an encoding can take a while
		}
		companion, err := d.prog.encode(other, d.cuts)
		if err != nil {
			return decided{err: err}
		}
		d.log.Info("another encoding is tried, too", "ints", other.Ints)
		return in(companion)(ctx, config)
	}
	return race(ctx, config, [2]procedure{in(sys), companion}, other.Ints == chc.BV, func(z decided) bool {
		return z.z.Verdict == horn.Safe || !z.sys.Inexact
	})
}

// procedure decides a program.
type procedure func(context.Context, engines.Config) decided

// answer is what the procedure with that number found.
type answer struct {
	procedure int
	decided
}

// race decides a program by two procedures, the second of which starts late if late is set. The first verdict counts; a verdict of the
// second procedure only if counts holds of it. Without a verdict, the result is that of the first procedure. Both have ended when
// race returns.
func race(ctx context.Context, config engines.Config, procedures [2]procedure, late bool, counts func(decided) bool) (first decided) {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for z := range answers(ctx, config, procedures, late, &running) {
		if z.z.Verdict != horn.Unknown && (z.procedure == 0 || counts(z.decided)) {
			return z.decided
		}
		if z.procedure == 0 {
			first = z.decided
		}
	}
	return first
}

// answers yields the answers of both procedures, in the order in which they are found.
func answers(ctx context.Context, config engines.Config, procedures [2]procedure, late bool, running *sync.WaitGroup) iter.Seq[answer] {
	if config.Deterministic {
		return answersByRounds(ctx, config, procedures, late, running)
	}
	return func(yield func(answer) bool) {
		found := make(chan answer, len(procedures))
		start := func(k int) {
			running.Go(func() { found <- answer{k, procedures[k](ctx, config)} })
		}
		start(0)
		if late {
			select {
			case z := <-found:
				yield(z)
				return
			case <-time.After(companionDelay):
			}
		}
		start(1)
		for range procedures {
			if !yield(<-found) {
				return
			}
		}
	}
}

// answersByRounds has the two procedures alternate after rounds of counted effort, so that which one answers first depends on the
// program only. One token exists, and the procedure that holds it works. An answer is yielded before the token is passed on.
func answersByRounds(ctx context.Context, config engines.Config, procedures [2]procedure, late bool, running *sync.WaitGroup) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		found := make(chan answer, len(procedures))
		var ended [2]atomic.Bool
		tokens := [2]chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)}
		pass := func(k int) {
			select {
			case tokens[k] <- struct{}{}:
			default: // after a cancellation, no procedure waits for tokens
			}
		}
		wait := func(ctx context.Context, k int) {
			select {
			case <-tokens[k]:
			case <-ctx.Done():
			}
		}
		for k, decide := range procedures {
			config, rounds := config, 0
			config.AfterRound = func(ctx context.Context) {
				rounds++
				if ended[1-k].Load() || late && k == 0 && rounds < companionRound {
					return
				}
				pass(1 - k)
				wait(ctx, k)
			}
			running.Go(func() {
				wait(ctx, k)
				found <- answer{k, decide(ctx, config)}
			})
		}
		pass(0)
		for range procedures {
			z := <-found
			if !yield(z) {
				return
			}
			ended[z.procedure].Store(true)
			pass(1 - z.procedure)
		}
	}
}
