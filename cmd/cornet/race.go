// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"time"

	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
)

// secondWind is how long the integer encoding of a program with remainders or bit operations is tried alone
// before bit-vectors join in. Such programs are often easy in one of the two and hopeless in the other.
const secondWind = 3 * time.Second

// decided is an answer to one encoding of a program.
type decided struct {
	sys *chc.System
	z   engines.Outcome
	err error
}

// race decides the program in the encoding sys and, where that may help, in another one beside it. The first
// verdict counts; when there is none, the answer is that to sys.
//
//   - Of bit-vectors, that are there because bit operations have no exact counterpart over integers, the
//     companion is the inexact encoding over integers from the start. Its proofs count, its counterexamples do not.
//   - Of integers in a program with remainders or bit operations, the companion are bit-vectors, after a while.
func (c *verifyCmd) race(ctx context.Context, a *app, p *program, sys *chc.System, config engines.Config) decided {
	alone := func(ctx context.Context, sys *chc.System) decided {
		z, err := engines.Run(ctx, sys.Horn, config)
		return decided{sys, z, err}
	}
	if c.Ints != "auto" || c.SignedOverflow != "wrap" || !sys.Bits && sys.Ints != chc.BV || !config.Hints.IsEmpty() {
		return alone(ctx, sys)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	first, second := make(chan decided, 1), make(chan decided, 1)
	go func() { first <- alone(ctx, sys) }()
	other := c.programFlags
	other.Ints = "wrap"
	if sys.Ints != chc.BV {
		other.Ints = "bv"
		select {
		case d := <-first:
			return d
		case <-time.After(secondWind):
		}
	}
	companion, err := other.encode(p)
	if err != nil {
		return <-first
	}
	a.log.Info("another encoding joins in", "ints", other.Ints)
	go func() { second <- alone(ctx, companion) }()
	return firstVerdict(first, second, func(z decided) bool {
		return z.z.Verdict == horn.Safe || z.z.Verdict == horn.Unsafe && !companion.Inexact
	})
}

// firstVerdict returns the first of two answers that is a verdict; of the second one, only a verdict that counts. When
// there is none, it returns the first.
func firstVerdict(first, second <-chan decided, counts func(decided) bool) decided {
	var d decided
	for range 2 {
		select {
		case d = <-first:
			if d.z.Verdict != horn.Unknown {
				return d
			}
		case z := <-second:
			if z.z.Verdict != horn.Unknown && counts(z) {
				return z
			}
		}
	}
	return d
}
