// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// errDecided cancels the members of a portfolio that come too late.
var errDecided = errors.New("another engine has answered")

// answer is what a member of a portfolio returns.
type answer struct {
	rank   int // of the member in its portfolio
	entry  Entry
	system *horn.System // the member's copy
	result horn.Result
	search any // counters
	err    error
}

// solve runs one engine and turns a panic into an error. In a portfolio, backend
// waits for the engine's turn, and port is its access to the blackboard.
func (r *runner) solve(ctx context.Context, entry Entry, sys *horn.System, backend smt.Backend, port *Port) (z answer) {
	z = answer{entry: entry, system: sys}
	defer func() {
		if p := recover(); p != nil {
			z.err = &panicError{entry.Name, p, debug.Stack()}
		}
	}()
	var board kernel.Board
	if port != nil {
		board = port
	}
	engine := entry.New(Env{
		Backend: backend, Board: board, Solver: r.SMT, Strength: r.Strength, Abstraction: r.Abstraction,
		Options: r.Engines, Watch: r.Watch, Hints: r.Hints.Map(sys, r.Log),
		Debug: r.Debug, Log: r.Log.With("engine", entry.Name),
	})
	z.result, z.err = engine.Solve(ctx, sys)
	if s, ok := engine.(Reporter); ok {
		z.search = s.Stats()
	}
	return z
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

// race runs the entries side by side, each on a copy of its system in a store of its
// own, and hands their answers to accept, copied back into the system's store, until
// accept returns true. It waits for all members before it returns, because a
// member may still be inside of a back end; they are cancelled by then.
//
// As many run at a time as there are processors, in slices by their weights (see
// [scheduler]). Which member wins may differ between runs unless r.Deterministic; the
// verdict cannot, as every answer is certified.
func (r *runner) race(ctx context.Context, entries []Entry, accept func(answer) bool) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	entries, weights := arrange(entries, r.stats.Simplified)
	s := newScheduler(runtime.GOMAXPROCS(0), r.Deterministic)
	s.between = func() {
		r.board.Flush()
		if r.AfterRound != nil {
			r.AfterRound(ctx)
		}
	}
	for i, e := range entries {
		m := s.join(weights[i])
		taken := r.inputFor(e)
		copied := taken.system.Import(smtlib.NewStore())
		port := r.board.Port(taken.signature, copied)
		go func() {
			z := answer{entry: e, system: copied}
			if z.err = m.wait(ctx); z.err == nil {
				z = r.solve(ctx, e, copied, scheduled{r.Backend, m}, port)
			}
			z.rank = i
			m.leave(z)
		}()
	}
	s.start()
	decided := false
	for left := len(entries); left > 0; s.next() {
		batch := <-s.batches
		left -= len(batch)
		slices.SortFunc(batch, func(a, b answer) int { return a.rank - b.rank })
		for _, z := range batch {
			if decided {
				break
			}
			z.result = z.result.Import(r.inputFor(z.entry).system, z.system)
			if accept(z) {
				decided = true
				cancel(errDecided)
			}
		}
	}
}

// reasons joins what the members of a portfolio say about giving up.
type reasons []string

func (z *reasons) add(engine, reason string) { *z = append(*z, engine+": "+reason) }

func (z reasons) String() string { return strings.Join(z, "; ") }
