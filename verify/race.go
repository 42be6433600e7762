// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
)

// companionDelay is the effort, about one second, after which a late companion starts.
// floatDelay is the same for the companion of an encoding that approximates floating-point numbers.
// Easy programs are decided before that.
const (
	companionDelay = 1_000 * logic.TicksPerMillisecond
	floatDelay     = 300 * logic.TicksPerMillisecond
)

// raceEncodings decides the program in the encoding sys and, if that may help, in parallel in
// another one, its companion.
//
//   - The companion of bit-vectors, which are chosen where bit operations have no exact counterpart
//     over integers, is the inexact encoding over integers, from the start. Its proofs count, its
//     counterexamples do not.
//   - The companion of integers in a program with remainders, bit operations, products or many
//     wraps is the encoding over bit-vectors. It starts late: such programs are often easy in one
//     of the two and infeasible in the other.
//   - The companion of integers in a program with operations on floating-point numbers that are
//     approximated is the encoding over bit-vectors, which has circuits for them. It starts soon. A
//     counterexample that depends on approximations decides nothing as long as the companion works.
func (d *driver) raceEncodings(ctx context.Context, sys *chc.System, config engines.Config) decided {
	if d.Ints != chc.Auto || !sys.Bits && !sys.Approximated && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
		return d.refined(ctx, sys, config)
	}
	other, delay := d.encodes(), int64(0)
	other.Ints = chc.WrapInts
	if sys.Ints != chc.BV {
		other.Ints, delay = chc.BV, companionDelay
	}
	if sys.Approximated {
		delay = min(delay, floatDelay)
	}
	var doubted decided // a counterexample that depends on an inexact construct
	first := func(ctx context.Context) decided {
		z := d.refined(ctx, sys, config)
		if d.doubtful(ctx, z) {
			doubted = z
			z.z.Verdict, z.z.Reason = horn.Unknown, "a counterexample depends on what is not modelled exactly"
		}
		return z
	}
	companion := func(ctx context.Context) decided {
		if ctx.Err() != nil {
			return decided{} // the race is over, and encoding takes time
		}
		companion, err := d.prog.encode(other, nil)
		if err != nil {
			return decided{err: err}
		}
		d.log.Info("another encoding is tried, too", "ints", other.Ints)
		return runEngines(ctx, companion, config)
	}
	z := race(ctx, [2]procedure{first, companion}, delay, func(z decided) bool {
		return z.z.Verdict == horn.Safe || !z.sys.Inexact && !d.doubtful(ctx, z)
	})
	if z.z.Verdict == horn.Unknown && doubted.sys != nil {
		return doubted
	}
	return z
}

// runEngines decides clauses that have just been made.
func runEngines(ctx context.Context, sys *chc.System, config engines.Config) decided {
	turn.Spend(ctx, sys.Horn.Store.Effort())
	z, err := engines.Run(ctx, sys.Horn, config)
	return decided{sys: sys, z: z, err: err}
}

// refined decides the program in an encoding. While a counterexample depends on inexact constructs,
// it tries again with finer ranges of floating-point numbers.
func (d *driver) refined(ctx context.Context, sys *chc.System, config engines.Config) decided {
	for {
		z := runEngines(ctx, sys, config)
		if !sys.Cuts.Finer() || !d.doubtful(ctx, z) {
			return z
		}
		finer, err := d.prog.encode(d.encodes(), sys.Cuts)
		if err != nil {
			return z
		}
		d.log.Info("finer ranges of floating-point numbers")
		sys = finer
	}
}

// doubtful reports whether an answer is a counterexample that depends on inexact constructs and is
// not confirmed by a run of the program.
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
type procedure func(context.Context) decided

// race decides a program by two procedures. The second starts when the first has spent the delay.
// The first verdict counts. A verdict of the second procedure counts only if counts accepts it.
// Without a verdict, the result is that of the first procedure. Both have ended when race returns.
func race(ctx context.Context, procedures [2]procedure, delay int64, counts func(decided) bool) (first decided) {
	for k, z := range sideBySide(ctx, [2]func(context.Context) decided{procedures[0], procedures[1]}, delay) {
		if z.z.Verdict != horn.Unknown && (k == 0 || counts(z)) {
			return z
		}
		if k == 0 {
			first = z
		}
	}
	return first
}
