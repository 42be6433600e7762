// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"iter"
	"sync/atomic"
	"time"

	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
)

// secondWind is how long the integer encoding of a program with remainders or bit operations is tried alone
// before bit-vectors join in. Such programs are often easy in one of the two and hopeless in the other. Where effort is counted,
// secondRound is the round in which they join in: most take a quarter of a second.
const (
	secondWind  = 3 * time.Second
	secondRound = 12
)

// race decides the program in the encoding sys and, where that may help, in another one beside it.
//
//   - Of bit-vectors, that are there because bit operations have no exact counterpart over integers, the
//     companion is the inexact encoding over integers from the start. Its proofs count, its counterexamples do not.
//   - Of integers in a program with remainders or bit operations, the companion are bit-vectors, after a while.
func (d *driver) race(ctx context.Context, sys *chc.System, config engines.Config) decided {
	alone := func(sys *chc.System) way {
		return func(ctx context.Context, config engines.Config) decided {
			z, err := engines.Run(ctx, sys.Horn, config)
			return decided{sys, z, err}
		}
	}
	if d.Ints != chc.Auto || d.SignedOverflow != chc.Wrap || !sys.Bits && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
		return alone(sys)(ctx, config)
	}
	other := d.Encoding
	other.Ints = chc.WrapInts
	if sys.Ints != chc.BV {
		other.Ints = chc.BV
	}
	companion := func(ctx context.Context, config engines.Config) decided {
		companion, err := d.prog.encode(other, d.cuts)
		if err != nil {
			return decided{err: err}
		}
		d.log.Info("another encoding joins in", "ints", other.Ints)
		return alone(companion)(ctx, config)
	}
	return sideBySide(ctx, config, [2]way{alone(sys), companion}, other.Ints == chc.BV, func(z decided) bool {
		return z.z.Verdict == horn.Safe || !z.sys.Inexact
	})
}

// way is one of two ways to decide a program.
type way func(context.Context, engines.Config) decided

// turn is the answer of the way with that number.
type turn struct {
	way int
	decided
}

// sideBySide decides a program in two ways, by the second one after a while if late. The first verdict counts; of the second way,
// only one that counts approves of. When there is none, the answer is that of the first way.
func sideBySide(ctx context.Context, config engines.Config, ways [2]way, late bool, counts func(decided) bool) decided {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var first decided
	for z := range answers(ctx, config, ways, late) {
		if z.z.Verdict != horn.Unknown && (z.way == 0 || counts(z.decided)) {
			return z.decided
		}
		if z.way == 0 {
			first = z.decided
		}
	}
	return first
}

// answers yields the answers of both ways, in the order in which they are found.
func answers(ctx context.Context, config engines.Config, ways [2]way, late bool) iter.Seq[turn] {
	if config.Deterministic {
		return byRounds(ctx, config, ways, late)
	}
	return func(yield func(turn) bool) {
		found := make(chan turn, len(ways))
		start := func(k int) {
			go func() { found <- turn{k, ways[k](ctx, config)} }()
		}
		start(0)
		if late {
			select {
			case z := <-found:
				yield(z)
				return
			case <-time.After(secondWind):
			}
		}
		start(1)
		for range ways {
			if !yield(<-found) {
				return
			}
		}
	}
}

// byRounds has the two ways take turns after rounds of counted effort, so that the one that answers first depends on nothing but the
// program. The one that is at work holds the only token. An answer is looked at before the token goes on.
func byRounds(ctx context.Context, config engines.Config, ways [2]way, late bool) iter.Seq[turn] {
	return func(yield func(turn) bool) {
		found := make(chan turn, len(ways))
		var gone [2]atomic.Bool
		tokens := [2]chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)}
		give := func(k int) {
			select {
			case tokens[k] <- struct{}{}:
			default: // after a cancellation, no encoding waits for tokens
			}
		}
		await := func(ctx context.Context, k int) {
			select {
			case <-tokens[k]:
			case <-ctx.Done():
			}
		}
		for k, decide := range ways {
			config, rounds := config, 0
			config.AfterRound = func(ctx context.Context) {
				rounds++
				if gone[1-k].Load() || late && k == 0 && rounds < secondRound {
					return
				}
				give(1 - k)
				await(ctx, k)
			}
			go func() {
				await(ctx, k)
				found <- turn{k, decide(ctx, config)}
			}()
		}
		give(0)
		for range ways {
			z := <-found
			if !yield(z) {
				return
			}
			gone[z.way].Store(true)
			give(1 - z.way)
		}
	}
}
