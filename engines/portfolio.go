// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"cornet/engines/exchange"
	"cornet/engines/kernel"
	"cornet/engines/schedule"
	"cornet/horn"
	"cornet/internal/bound"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// errDecided cancels the members of a portfolio that come too late.
var errDecided = errors.New("another engine has answered")

// answer is what a member of a portfolio returns.
type answer struct {
	entry  Entry
	result horn.Result
	search any // counters
	err    error
	// searched is the effort of the search, in ticks.
	searched int64
	// outcome is the result certified, or Unknown.
	outcome Outcome
}

// solve runs one engine, with solvers by o, and turns a panic into an error. port is its access to
// the blackboard, or nil.
func (r *runner) solve(ctx context.Context, entry Entry, sys *horn.System, o smt.Options, port *exchange.Port) (z answer) {
	z = answer{entry: entry}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *bound.Exceeded:
			z.err = p
		default:
			z.err = &panicError{entry.Name, p, debug.Stack()}
		}
	}()
	var board kernel.Board
	if port != nil {
		board = port
	}
	engine := entry.New(Env{
		Backend: r.Backend, Board: board, Solver: o, Strength: r.Strength, Abstraction: r.Abstraction,
		Options: r.Engines, Watch: r.Watch, Input: original(entry, r.sys), Hints: r.Hints.Map(sys, r.Log),
		Debug: r.Debug, Reached: r.reached(sys), Log: r.Log.With("engine", entry.Name),
	})
	z.result, z.err = engine.Solve(ctx, sys)
	if s, ok := engine.(Reporter); ok {
		z.search = s.Stats()
	}
	return z
}

// original is the input for engines that take it as it is.
func original(e Entry, sys *horn.System) *horn.System {
	if e.Input {
		return sys
	}
	return nil
}

// reached notes the height up to which a linear system, which preprocessing made from a linear
// input, has no refutation. Passes that inline and split predicates do not make derivations higher.
func (r *runner) reached(sys *horn.System) func(int) {
	if !r.stats.Input.Linear || !sys.IsLinear() {
		return nil
	}
	return func(height int) {
		for now := r.height.Load(); int64(height) > now && !r.height.CompareAndSwap(now, int64(height)); {
			now = r.height.Load()
		}
	}
}

// panicError is a panic of an engine.
type panicError struct {
	engine string
	value  any
	stack  []byte
}

func (e *panicError) Error() string {
	return fmt.Sprintf("panic in %s: %v\n%s", e.engine, e.value, e.stack)
}

// race runs the entries side by side, each on a copy of its system in its own store. A member with
// an answer copies it back into the system's store and certifies it there. accept gets the result,
// until it returns true. race cancels the remaining members and waits for all of them, since one
// may still be inside a back end.
//
// As many run at a time as there are processors, in slices by their weights (see
// package schedule). Which member wins may differ between runs only if r.Race; the
// verdict cannot, as every answer is certified.
func (r *runner) race(ctx context.Context, entries []Entry, accept func(answer) bool) {
	start := time.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	var members sync.WaitGroup
	defer members.Wait()
	defer cancel(nil)
	entries, shares := arrange(entries, r.stats.Simplified)
	s := schedule.New[answer](runtime.GOMAXPROCS(0), r.Race)
	before := r.sys.Store.Effort()
	s.Between(func(quiet bool, effort int64) {
		if quiet {
			r.board.Flush()
		}
		if r.AfterRound != nil {
			r.AfterRound(ctx, before+effort)
		}
	})
	var work []func()
	for i, e := range entries {
		taken := r.inputFor(e)
		copied := taken.system.Import(logic.NewStore())
		m := s.Join(shares[i], copied.Store)
		port := r.board.Port(taken.signature, copied)
		work = append(work, func() {
			z := answer{entry: e}
			inTurns := turn.With(ctx, m)
			if z.err = m.Wait(ctx); z.err == nil {
				z = r.solve(inTurns, e, copied, r.SMT, port)
				z.searched = copied.Store.Effort()
			}
			if z.err == nil && z.result.Verdict != horn.Unknown {
				if z.err = m.Certify(ctx, r.sys.Store); z.err == nil {
					z.err = guarded(func() (err error) {
						r.stats.Phases = append(r.stats.Phases, Phase{"solve", time.Since(start).Seconds(), z.searched})
						z.outcome, err = r.certify(inTurns, e.Name, z.result.Import(taken.system, copied), taken.back)
						return err
					})
				}
			}
			m.Leave(z)
		})
	}
	due := s.Start()
	for _, w := range work {
		members.Go(w)
	}
	decided := false
	for range entries {
		z := <-due
		if !decided && accept(z) {
			decided = true
			cancel(errDecided)
		}
		s.Judged()
	}
}

// reasons joins what the members of a portfolio say about giving up.
type reasons []string

func (z *reasons) add(engine, reason string) { *z = append(*z, engine+": "+reason) }

func (z reasons) String() string { return strings.Join(z, "; ") }
