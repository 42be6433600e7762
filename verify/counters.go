// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"errors"
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/threads"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file decides programs that create threads in loops.

// trackedThreads is the number of threads that the counter abstraction tracks.
const trackedThreads = 1

// maxGrown bounds the states of a product with some of the threads.
const maxGrown = 4_000

// raceCounters decides a program that creates threads in loops. It uses the product of all or some
// of its threads and, in parallel, the counter abstraction. Only proofs of the counter abstraction
// count.
func (d *driver) raceCounters(ctx context.Context) decided {
	delay := int64(0)
	if !d.prog.unbounded && !d.prog.unwinds {
		delay = companionDelay
	}
	return race(ctx, [2]procedure{d.products, d.counters}, delay, func(z decided) bool {
		return z.z.Verdict == horn.Safe && z.cut == ""
	})
}

// counters proves the program for any number of threads created in loops. It never finds an error.
func (d *driver) counters(ctx context.Context) (z decided) {
	defer defect.Recover("encoding of "+d.prog.Name, &z.err)
	if ctx.Err() != nil {
		return decided{}
	}
	o := d.prog.threads
	o.Level = trackedThreads
	product, err := threads.New(d.prog.source, o)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	if z.product, err = product.Program(maxGrown); err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	sys, err := chc.Encode(logic.NewStore(), z.product, d.clauses())
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	d.log.Info("counter abstraction of threads", "states", product.States(), "predicates", len(sys.Horn.Preds), "clauses", len(sys.Horn.Clauses))
	answer := runEngines(ctx, sys, d.config)
	if answer.z.Verdict == horn.Unsafe {
		answer.z.Verdict, answer.z.Proof = horn.Unknown, nil
		answer.z.Reason = "threads are created in loops, and too little is known about those that are not tracked"
	}
	answer.product, answer.cut, answer.abstract = z.product, product.Cut(), true
	return answer
}

// grow looks for errors, first with few threads from each creation in a loop. A proof counts only
// if no thread is left out.
func (d *driver) grow(ctx context.Context) decided {
	for bound := 1; ; bound++ {
		z := d.bounded(ctx, bound)
		turn.Spend(ctx, z.states*logic.TicksPerMillisecond)
		_ = turn.Yield(ctx) // small products need no rounds
		switch {
		case z.err == nil && z.z.Verdict == horn.Unsafe, z.z.Verdict == horn.Safe && z.cut == "":
			return z
		case errors.Is(z.err, threads.ErrTooLarge), errors.Is(z.err, threads.ErrUnbounded):
			z.err = nil
		case z.err != nil:
			return z
		}
		if z.z.Verdict == horn.Safe {
			d.log.Info("no error with few threads", "of each creation", bound)
			continue
		}
		z.z.Verdict = horn.Unknown
		if ctx.Err() != nil {
			z.z.Reason = budget.Why(ctx)
			return z
		}
		z.z.Reason = "threads are created in loops, and there is no proof for any number of them"
		if bound > 1 {
			z.z.Reason += fmt.Sprintf("; no error can be reached with %d by each creation", bound-1)
		}
		return z
	}
}

// bounded decides the program with a limited number of threads from each creation in a loop.
func (d *driver) bounded(ctx context.Context, bound int) (z decided) {
	defer defect.Recover("encoding of "+d.prog.Name, &z.err)
	o := d.prog.threads
	o.Bound = bound
	product, err := threads.New(d.prog.source, o)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	if z.product, err = product.Program(maxGrown); err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	if ctx.Err() != nil {
		return decided{z: engines.Outcome{Verdict: horn.Unknown, Reason: budget.Why(ctx)}}
	}
	z.states = int64(product.States())
	z.cut = product.Cut()
	sys, err := chc.Encode(logic.NewStore(), z.product, d.clauses())
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
	}
	answer := runEngines(ctx, sys, d.config)
	answer.product, answer.states, answer.cut = z.product, z.states, z.cut
	return answer
}

// fewThreads limits the threads from each creation in a loop in the test of a proof of the counter
// abstraction.
const fewThreads = 2

// counts returns an error if the program with few threads has a behaviour that their counter
// abstraction lacks.
func (d *driver) counts(ctx context.Context) error {
	program := func(o threads.Options) (*threads.Product, *cfg.Program, error) {
		product, err := threads.New(d.prog.source, o)
		if err != nil {
			return nil, nil, err
		}
		p, err := product.Program(maxGrown)
		return product, p, err
	}
	bounded, counted := d.prog.threads, d.prog.threads
	bounded.Bound, counted.Level = fewThreads, trackedThreads
	product, few, err := program(bounded)
	if err != nil {
		return nil //nolint:nilerr // there is nothing to compare
	}
	whole, err := threads.New(d.prog.source, counted)
	if err != nil {
		return err
	}
	counted.Most = whole.Threads() + product.Threads() - 1
	_, abstraction, err := program(counted)
	if err != nil {
		return err
	}
	return simulate.Counts(ctx, d.prog.source, few, abstraction, simulate.Options{})
}
