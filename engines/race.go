// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"cornet/engines/exchange"
	"cornet/engines/kernel"
	"cornet/engines/schedule"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// errDecided cancels the members of a portfolio when another member has decided the system.
var errDecided = errors.New("another engine has answered")

// answer is what a member of a portfolio returns.
type answer struct {
	strategy string
	result   horn.Result
	search   any // counters
	err      error
	// searched is the effort of the search, in ticks.
	searched int64
	// outcome is the validated result, or Unknown.
	outcome Outcome
}

// task is the input of a strategy's engine.
type task struct {
	strategy Strategy
	sys      *horn.System // the system after the passes
	solver   smt.Options
	port     *exchange.Port // access to the blackboard, or nil
	ticks    int64          // effort of a trial; 0 otherwise
	last     int64          // bound on the last step of a trial; 0 otherwise
}

// solve runs the engine of a task, and turns a panic into an error.
func (r *runner) solve(ctx context.Context, t task) (z answer) {
	z = answer{strategy: t.strategy.Name}
	var board kernel.Board
	if t.port != nil {
		board = t.port
	}
	var input *horn.System
	if t.strategy.Passes == asWritten && t.sys != r.sys {
		input = r.sys
	}
	engine := t.strategy.New(Env{
		Backend: r.Backend, Board: board, Solver: t.solver, Strength: r.Strength, Abstraction: r.Abstraction,
		Options: r.Engines, Watch: r.Watch, Input: input, Ticks: t.ticks, Last: t.last, Hints: r.Hints.Map(t.sys, r.Log),
		Debug: r.Debug, Reached: r.reached(t.sys), Log: r.Log.With("engine", t.strategy.Name),
	})
	z.err = defect.Guard(func() (err error) { z.result, err = engine.Solve(ctx, t.sys); return err })
	if s, ok := engine.(Reporter); ok {
		z.search = s.Stats()
	}
	return z
}

// reached records a height up to which a linear system has no refutation. It is called for the
// system after preprocessing, but holds for the input: passes that inline and split predicates do
// not make derivations higher.
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

// race runs the members side by side, each on a copy of its system in its own store. A member with
// an answer copies it back into the system's store and validates it there. accept gets each result,
// until it returns true. race cancels the remaining members and waits for all of them, since one
// may still be inside a back end.
//
// As many members run at once as there are processors. Their slices depend on their weights (see
// package schedule). Every run has the same winner, unless r.Race is set. The verdict is the same
// even then, since every answer is validated.
func (r *runner) race(ctx context.Context, all []member, accept func(answer) bool) {
	start := time.Now()
	s := schedule.New[answer](runtime.GOMAXPROCS(0), r.Race)
	before, whole := r.sys.Store.Effort(), ctx
	s.Between(func(quiet bool, effort int64) {
		if quiet {
			r.board.Flush()
		}
		r.spend(whole, before+effort)
	})
	ctx, cancel := context.WithCancelCause(ctx)
	var members sync.WaitGroup
	defer members.Wait()
	defer cancel(nil)
	var work []func()
	for _, one := range all {
		taken := r.prepared(one.Passes)
		copied := taken.system.Import(logic.NewStore())
		m := s.Join(one.share, copied.Store)
		if slices.Contains(r.promised, one.Name) {
			m.Promise()
		}
		t := task{strategy: one.Strategy, sys: copied, solver: r.SMT, port: r.board.Port(taken.signature, copied)}
		work = append(work, func() {
			z := answer{strategy: one.Name}
			inTurns := turn.With(ctx, m)
			if z.err = m.Wait(ctx); z.err == nil {
				z = r.solve(inTurns, t)
				z.searched = copied.Store.Effort()
			}
			if z.err == nil && z.result.Verdict != horn.Unknown {
				if z.err = m.Certify(ctx, r.sys.Store); z.err == nil {
					z.err = defect.Guard(func() (err error) {
						r.stats.Phases = append(r.stats.Phases, Phase{"solve", time.Since(start).Seconds(), z.searched})
						z.outcome, err = r.certify(inTurns, one.Name, z.result.Import(taken.system, copied), taken.back)
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
	for range all {
		z := <-due
		if !decided && accept(z) {
			decided = true
			cancel(errDecided)
		}
		s.Judged()
	}
}

// reasons joins the members' reasons for giving up.
type reasons []string

func (z *reasons) add(engine, reason string) { *z = append(*z, engine+": "+reason) }

func (z reasons) String() string { return strings.Join(z, "; ") }
