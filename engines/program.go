// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/logic"
	"cornet/proof/judge"
	"cornet/smt/itp"
)

// RunProgram decides a linear system whose clauses are made on demand, by lazy abstraction and
// without preprocessing. made is the part of the system that u has made so far; it grows when u is
// asked. RunProgram gives the same guarantee as [Run]: the judge copies each clause when it is
// made.
//
// A witness is validated against the part of the system that was made. This suffices for a
// refutation. A model is false for all predicates that the search has not explored. RunProgram then
// makes all clauses that leave the other predicates. Every missing clause has a false body, so a
// model of the part is a model of the whole.
func RunProgram(ctx context.Context, u lawi.Unfolding, made *horn.System, c Config) (Outcome, error) {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.Backend = itp.Sampled{Backend: c.Backend, Every: itp.SamplePeriod, Log: c.Log}
	c.Engine, c.SkipPasses = "lawi", true
	// the search makes predicates, and hints and lemmas cannot be about these
	c.Hints, c.Lemmas = nil, false
	lazy, err := named(Strategies(), c.Engine)
	if err != nil {
		return Outcome{Reason: err.Error()}, err
	}
	j := c.NewJudge(made)
	p := lawi.OnDemand(made, judged{u, j, made})
	engine := lazy.New
	lazy.New = func(e Env) Engine { return onDemand{engine(e).(*lawi.Engine), p} }
	z, err := (&runner{Config: c, sys: made, judge: j, portfolio: portfolio{strategies: []Strategy{lazy}}}).outcome(ctx)
	z.Stats.Input = horn.Describe(made)
	z.Stats.Simplified = z.Stats.Input
	return z, err
}

// judged shows the judge all clauses that an unfolding makes.
type judged struct {
	lawi.Unfolding
	judge *judge.Judge
	made  *horn.System
}

// Entries implements lawi.Unfolding.
func (u judged) Entries() []int {
	defer u.judge.Extend(u.made)
	return u.Unfolding.Entries()
}

// Successors implements lawi.Unfolding.
func (u judged) Successors(p *logic.Func) []int {
	defer u.judge.Extend(u.made)
	return u.Unfolding.Successors(p)
}

// onDemand is lawi on a program instead of a system.
type onDemand struct {
	*lawi.Engine
	program lawi.Program
}

// Solve decides the program. made is the part made so far. If the answer is Safe, it includes all
// clauses that the model does not exclude.
func (e onDemand) Solve(ctx context.Context, made *horn.System) (horn.Result, error) {
	z, err := e.SolveProgram(ctx, e.program)
	if err != nil || z.Verdict != horn.Safe {
		return z, err
	}
	if _, err := e.program.Entries(); err != nil {
		return z, fmt.Errorf("completing the model: %w", err)
	}
	// clauses that leave a predicate may bring in further predicates
	for i := 0; i < len(made.Preds); i++ {
		f := made.Preds[i]
		d, ok := z.Model.Definition(f)
		switch {
		case !ok:
			z.Model.Define(f, kernel.Formals(made.Store, f), made.Store.False())
		case !d.Body.IsFalse():
			if _, err := e.program.Successors(f); err != nil {
				return z, fmt.Errorf("completing the model: %w", err)
			}
		}
	}
	return z, nil
}
