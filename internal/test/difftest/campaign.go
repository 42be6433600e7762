// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Campaign judges many instances.
type Campaign struct {
	Judge *Judge
	// Second is asked instead of Judge for one instance in SecondEvery; it may be slow; nil for
	// none.
	Second      *Judge
	SecondEvery int
	Theory      Theory
	// Seed is the first seed, Instances the number of instances, one per seed.
	Seed      uint64
	Instances int
	// Workers run at a time; 0 means 1.
	Workers int
	// ShrinkBudget bounds the questions that shrink one failure. 0 means 2000.
	ShrinkBudget int
	// MaxFailures ends the campaign; 0 means 10.
	MaxFailures int
}

// Failure is an instance on which something is wrong.
type Failure struct {
	Seed   uint64
	Err    error
	Script string // SMT-LIB, after shrinking
}

func (f Failure) String() string {
	return fmt.Sprintf("seed %d: %v\n%s", f.Seed, f.Err, f.Script)
}

// Run judges the instances. The error comes from an oracle, or is the cause of ctx.
func (c *Campaign) Run(ctx context.Context) (Tally, []Failure, error) {
	maxFailures := c.MaxFailures
	if maxFailures == 0 {
		maxFailures = 10
	}
	var mu sync.Mutex
	var tally Tally
	var failures []Failure
	var oracleErr error
	next := 0
	take := func() (uint64, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == c.Instances || len(failures) >= maxFailures || oracleErr != nil || ctx.Err() != nil {
			return 0, false
		}
		next++
		return c.Seed + uint64(next-1), true
	}
	var wg sync.WaitGroup
	for range max(1, c.Workers) {
		wg.Go(func() {
			var mine Tally
			var courts [2]Session // of the two judges
			defer courts[0].Close()
			defer courts[1].Close()
			for {
				seed, ok := take()
				if !ok {
					break
				}
				f, err := c.one(ctx, seed, &courts, &mine)
				mu.Lock()
				if err != nil && oracleErr == nil {
					oracleErr = err
				}
				if f != nil {
					failures = append(failures, *f)
				}
				mu.Unlock()
			}
			mu.Lock()
			tally.Add(mine)
			mu.Unlock()
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		oracleErr = context.Cause(ctx)
	}
	return tally, failures, oracleErr
}

// one judges the instance of a seed.
func (c *Campaign) one(ctx context.Context, seed uint64, courts *[2]Session, count *Tally) (*Failure, error) {
	j, court := c.Judge, &courts[0]
	if c.Second != nil && seed%uint64(c.SecondEvery) == 0 {
		j, court = c.Second, &courts[1]
	}
	x := NewGenerator(seed, c.Theory).Instance()
	err := j.Judge(ctx, x, court, count)
	var wrong *Wrong
	switch {
	case err == nil, ctx.Err() != nil:
		return nil, nil
	case !errors.As(err, &wrong):
		return nil, fmt.Errorf("seed %d: %w\n%v", seed, err, x)
	}
	budget := c.ShrinkBudget
	if budget == 0 {
		budget = 2000
	}
	last := err
	small := Shrink(x, budget, func(y *Instance) bool {
		var ignored Tally
		again := j.Judge(ctx, y, court, &ignored)
		var w *Wrong
		if errors.As(again, &w) && w.Kind == wrong.Kind {
			last = again
			return true
		}
		return false
	})
	return &Failure{Seed: seed, Err: last, Script: small.String()}, nil
}
