// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"iter"
	"sync"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// companionDelay is the effort, about three seconds, after which a late companion starts.
// floatDelay is the same for the companion of an encoding that approximates floating-point numbers.
// Easy programs have been decided by then.
const (
	companionDelay = 3_000 * logic.TicksPerMillisecond
	floatDelay     = 300 * logic.TicksPerMillisecond
)

// raceEncodings decides the program in the encoding sys and, if that may help, side by side in
// another one, its companion.
//
//   - The companion of bit-vectors, which are chosen where bit operations have no exact counterpart
//     over integers, is the inexact encoding over integers, from the start. Its proofs count, its
//     counterexamples do not.
//   - The companion of integers in a program with remainders or bit operations is the encoding over
//     bit-vectors. It starts late: such programs are often easy in one of the two and infeasible in
//     the other.
//   - The companion of integers in a program with operations on floating-point numbers that are
//     approximated is the encoding over bit-vectors, which has circuits for them. It starts soon. A
//     counterexample that depends on approximations decides nothing as long as the companion works.
func (d *driver) raceEncodings(ctx context.Context, sys *chc.System, config engines.Config) decided {
	if d.Ints != chc.Auto || !sys.Bits && !sys.Approximated && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
		return d.refined(ctx, sys, config)
	}
	other, delay := d.Encoding, int64(0)
	other.Ints = chc.WrapInts
	if sys.Ints != chc.BV {
		other.Ints, delay = chc.BV, companionDelay
	}
	if sys.Approximated {
		delay = min(delay, floatDelay)
	}
	var doubted decided // a counterexample that depends on an inexact construct
	first := func(ctx context.Context, config engines.Config) decided {
		z := d.refined(ctx, sys, config)
		if d.doubtful(ctx, z) {
			doubted = z
			z.z.Verdict, z.z.Reason = horn.Unknown, "a counterexample depends on what is not modelled exactly"
		}
		return z
	}
	companion := func(ctx context.Context, config engines.Config) decided {
		if ctx.Err() != nil {
			return decided{} // the race is over; an encoding can take a while
		}
		companion, err := d.prog.encode(other, nil)
		if err != nil {
			return decided{err: err}
		}
		d.log.Info("another encoding is tried, too", "ints", other.Ints)
		return runEngines(ctx, companion, config)
	}
	z := race(ctx, config, [2]procedure{first, companion}, delay, func(z decided) bool {
		return z.z.Verdict == horn.Safe || !z.sys.Inexact && !d.doubtful(ctx, z)
	})
	if z.z.Verdict == horn.Unknown && doubted.sys != nil {
		return doubted
	}
	return z
}

func runEngines(ctx context.Context, sys *chc.System, config engines.Config) decided {
	z, err := engines.Run(ctx, sys.Horn, config)
	return decided{sys: sys, z: z, err: err}
}

// refined decides the program in an encoding. While a counterexample depends on inexact constructs,
// it tries again with finer ranges of floating-point numbers.
func (d *driver) refined(ctx context.Context, sys *chc.System, config engines.Config) decided {
	outer, before := config.AfterRound, int64(0)
	for {
		effort := int64(0)
		if outer != nil {
			config.AfterRound = func(ctx context.Context, now int64) {
				effort = now
				outer(ctx, before+now)
			}
		}
		z := runEngines(ctx, sys, config)
		if !sys.Cuts.Finer() || !d.doubtful(ctx, z) {
			return z
		}
		finer, err := d.prog.encode(d.Encoding, sys.Cuts)
		if err != nil {
			return z
		}
		d.log.Info("finer ranges of floating-point numbers")
		sys, before = finer, before+effort
	}
}

// doubtful reports whether an answer is a counterexample that depends on inexact constructs, and
// that a run of the program does not confirm.
func (d *driver) doubtful(ctx context.Context, z decided) bool {
	if z.z.Verdict != horn.Unsafe {
		return false
	}
	path, err := z.sys.Trace(z.z.Proof)
	if err != nil || len(path.Loops) > 0 || len(witness.Doubts(path)) == 0 || path.Failure.Error == cfg.WrongPointer {
		return false
	}
	return d.replay(ctx, path).Replayed != witness.Confirmed
}

// procedure decides a program.
type procedure func(context.Context, engines.Config) decided

// answer is the result of the procedure with that number.
type answer struct {
	procedure int
	decided
}

// race decides a program by two procedures. The second starts when the first has spent the delay.
// The first verdict counts, but a verdict of the second procedure only if counts accepts it.
// Without a verdict, the result is that of the first procedure. Both have ended when race returns.
func race(ctx context.Context, config engines.Config, procedures [2]procedure, delay int64, counts func(decided) bool) (first decided) {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for z := range answers(ctx, config, procedures, delay, &running) {
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
// The procedures take turns, after rounds of the engines. The one with less effort so far runs, so
// the order of answers depends only on the program. An answer is yielded before the other procedure
// continues.
func answers(ctx context.Context, config engines.Config, procedures [2]procedure, delay int64, running *sync.WaitGroup) iter.Seq[answer] {
	return func(yield func(answer) bool) {
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

// token lets one of two procedures run: the one that holds it. A procedure runs without it only if
// it is cancelled, or in a step that takes too long.
type token struct {
	given [2]chan struct{} // signals that the holder has changed
	// set if this procedure takes part in another race; or nil
	outer func(ctx context.Context, effort int64)
	delay int64 // effort that is added to the second one at the beginning
	// patience is how long a holder may stay in one step, whose effort is not counted, before the
	// other gets the token. 0 means for ever.
	patience time.Duration

	mu     sync.Mutex
	holder int
	effort [2]int64 // so far
	ended  [2]bool
	guard  *time.Timer
}

// newToken returns a token without a holder. The second procedure starts when the first has spent
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

// give passes the token to a procedure.
func (t *token) give(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hand(k)
}

// hand passes the token to a procedure. The caller holds mu.
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

// add counts the effort of a procedure. It returns the effort of both.
func (t *token) add(k int, effort int64) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.effort[k] = effort
	if t.holder == k {
		t.watch()
	}
	return t.effort[0] + t.effort[1]
}

// pass passes the token of a procedure to the other, unless that has ended or has spent more
// effort.
func (t *token) pass(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.holder == k && !t.ended[1-k] && t.effort[1-k] <= t.effort[k] {
		t.hand(1 - k)
	}
}

// leave passes the token of a procedure that has answered to the other.
func (t *token) leave(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended[k] = true
	t.hand(1 - k)
}
