// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"iter"
	"sync"
	"time"

	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// companionDelay is the effort, about three seconds, after which a late companion starts.
const companionDelay = 3_000 * logic.TicksPerMillisecond

// raceEncodings decides the program in the encoding sys and, where that may help, in a companion
// beside it.
//
//   - The companion of bit-vectors, which are chosen where bit operations have no exact counterpart
//     over integers, is the inexact encoding over integers, from the start. Its proofs count, its
//     counterexamples do not.
//   - The companion of integers in a program with remainders or bit operations is the encoding over
//     bit-vectors. It starts late: such programs are often easy in one of the two and infeasible in
//     the other.
func (d *driver) raceEncodings(ctx context.Context, sys *chc.System, config engines.Config) decided {
	in := func(sys *chc.System) procedure {
		return func(ctx context.Context, config engines.Config) decided {
			z, err := engines.Run(ctx, sys.Horn, config)
			return decided{sys: sys, z: z, err: err}
		}
	}
	if d.Ints != chc.Auto || !sys.Bits && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
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

// race decides a program by two procedures; the second starts late if late is set. The first
// verdict counts, but one of the second procedure only if counts accepts it. Without a verdict, the
// result is that of the first procedure. Both have ended when race returns.
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
//
// The procedures take turns, after rounds of the engines: the one with less effort so far runs, so
// the order of answers depends only on the program. An answer is yielded before the other procedure
// runs on.
func answers(ctx context.Context, config engines.Config, procedures [2]procedure, late bool, running *sync.WaitGroup) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		delay := int64(0)
		if late {
			delay = companionDelay
		}
		t := newToken(config, delay)
		found := make(chan answer, len(procedures))
		for k, decide := range procedures {
			running.Go(func() {
				config := config
				config.AfterRound = t.rounds(k)
				t.await(ctx, k)
				found <- answer{k, decide(ctx, config)}
			})
		}
		t.give(0)
		for range procedures {
			z := <-found
			if !yield(z) {
				return
			}
			t.leave(z.procedure)
		}
	}
}

// token is held by the one of two procedures that runs. A procedure runs without it only if it is
// cancelled, or in a step that takes too long.
type token struct {
	given [2]chan struct{}                        // signals that the holder has changed
	outer func(ctx context.Context, effort int64) // of a race in which this one takes part; or nil
	delay int64                                   // what the second one is taken to have spent at the beginning
	// patience is how long a holder may be in one step, whose effort is not counted, before the
	// other gets the token; 0 means for ever.
	patience time.Duration

	mu     sync.Mutex
	holder int
	effort [2]int64 // so far
	ended  [2]bool
	guard  *time.Timer
}

// newToken returns a token that nobody holds. The second procedure starts when the first has spent
// the delay.
func newToken(config engines.Config, delay int64) *token {
	return &token{
		given: [2]chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)}, outer: config.AfterRound,
		delay: delay, effort: [2]int64{0, delay}, holder: -1,
	}
}

// rounds returns a function that a procedure calls after each round of its next run, with the
// effort of that run. The call may wait.
func (t *token) rounds(k int) func(context.Context, int64) {
	before := t.spent(k)
	return func(ctx context.Context, effort int64) {
		total := t.add(k, before+effort)
		if t.outer != nil {
			t.outer(ctx, total-t.delay)
		}
		t.pass(k)
		t.await(ctx, k)
	}
}

// give hands the token to a procedure.
func (t *token) give(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hand(k)
}

// hand hands the token to a procedure. The caller holds mu.
func (t *token) hand(k int) {
	t.holder = k
	t.watch()
	select {
	case t.given[k] <- struct{}{}:
	default: // an earlier signal has not been read
	}
}

// watch takes the token from a holder that hangs. The caller holds mu.
func (t *token) watch() {
	if t.guard != nil {
		t.guard.Stop()
	}
	if k := t.holder; t.patience > 0 && !t.ended[1-k] {
		t.guard = time.AfterFunc(t.patience, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			if t.holder == k && !t.ended[1-k] {
				t.hand(1 - k)
			}
		})
	}
}

// await returns when a procedure has the token, or is cancelled.
func (t *token) await(ctx context.Context, k int) {
	for !t.holds(k) {
		select {
		case <-t.given[k]:
		case <-ctx.Done():
			return
		}
	}
}

func (t *token) holds(k int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.holder == k
}

// spent returns the effort of a procedure so far.
func (t *token) spent(k int) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.effort[k]
}

// add notes the effort of a procedure and returns that of both.
func (t *token) add(k int, effort int64) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.effort[k] = effort
	if t.holder == k {
		t.watch()
	}
	return t.effort[0] + t.effort[1]
}

// pass gives the token of a procedure to the other, unless that has ended or has spent more effort.
func (t *token) pass(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.holder == k && !t.ended[1-k] && t.effort[1-k] <= t.effort[k] {
		t.hand(1 - k)
	}
}

// leave gives the token of a procedure that has answered to the other.
func (t *token) leave(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended[k] = true
	t.hand(1 - k)
}
