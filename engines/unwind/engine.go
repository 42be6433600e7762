// SPDX-License-Identifier: Apache-2.0

package unwind

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/horn/unwinding"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/sat"
)

// Options configure an engine.
type Options struct {
	// Input is the original if Solve is given a copy of a system, and nil otherwise. The engine
	// only reads its terms. It needs them since a copy may order arguments differently, and the
	// formula depends on that order.
	Input *horn.System
	// LoopTicks bound the effort until the first loop ends, or until all loops without inputs end.
	// Ticks bound the whole effort. 0 means the default bound.
	LoopTicks, Ticks int64
	// Last bounds the effort after the end of all loops. 0 stands for the rest of Ticks.
	Last int64
	Log  *slog.Logger
}

// Stats counts the work of a run.
type Stats struct {
	Instances int64 `json:"instances"`
	Edges     int64 `json:"edges"`
	Checks    int64 `json:"checks"` // queries about edges
	Cut       int64 `json:"cut"`    // edges that are never taken
	Variables int64 `json:"variables"`
	Clauses   int64 `json:"clauses"`
	Conflicts int64 `json:"conflicts"`
	Proof     int64 `json:"proof"` // size in bytes
}

// Engine unwinds linear systems. It can be used more than once.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Ticks = cmp.Or(o.Ticks, maxTicks)
	o.LoopTicks = cmp.Or(o.LoopTicks, o.Ticks)
	return &Engine{opts: o}
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Applies reports whether the engine can handle the system.
func Applies(sys *horn.System) bool {
	const known = horn.Ints | horn.Booleans | horn.Nonlinear | horn.BitVectors | horn.Arrays | horn.IntDivision | horn.Conversions
	return sys.IsLinear() && horn.Describe(sys).Theories&^known == 0
}

// Bounds of an unwinding.
const (
	maxClauses = 12_000_000 // clauses of the formula
	maxBytes   = 2 << 30    // memory of the solver and of arguments
	maxTicks   = 40_000 * logic.TicksPerMillisecond
	checkTicks = 300 * logic.TicksPerMillisecond
	// claimTicks limit the refutation of a claim in the first round, and claimGrowth multiplies
	// them from round to round.
	claimTicks  = 100 * logic.TicksPerMillisecond
	claimGrowth = 4
	// clauseTicks is the approximate effort of adding a clause. The solver counts it later, at a
	// query.
	clauseTicks = 16
	// regrant: a prediction holds until the effort has grown by one part in regrant.
	regrant = 4
)

// search is the state of a run.
type search struct {
	engine  *Engine
	sys     *horn.System
	input   *horn.System
	graph   *horn.Graph
	solver  *unwinding.Solver
	formula *unwinding.Formula
	counted int64 // effort of the formula, as counted so far
	end     int64 // effort of the store at which the solver must stop
	began   int64 // effort of the store at the start
	told    int   // number of clauses in the solver whose effort the store has counted
	prepaid int64 // the part of this effort that the solver has not counted yet
	granted int64 // effort allowed since constants predict that the loops will end in time

	unwinding horn.Unwinding
	pending   [][]unwinding.Leaving // edges to a predicate, for its next instance
	claims    []unwinding.Leaving
	passed    map[passing]int
}

// passing is a clause in some iteration of its loop. The engine counts how often the clause has
// come to that iteration without being ruled out.
type passing struct{ clause, iteration int }

// giveUp ends a search without an unwinding.
type giveUp struct{ why string }

func (e *giveUp) Error() string { return e.why }

// Solve returns Safe with an unwinding, Unsafe with a refutation, or Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	s := &search{
		engine: e, sys: sys, input: cmp.Or(e.opts.Input, sys), graph: horn.NewGraph(sys),
		pending: make([][]unwinding.Leaving, len(sys.Preds)), passed: map[passing]int{},
	}
	s.solver = unwinding.NewSolver(sat.Options{Spend: s.spend})
	s.began = sys.Store.Effort()
	s.end = s.began + e.opts.Ticks
	defer s.count()
	z, err := s.solve(ctx)
	if why, ok := err.(*giveUp); ok {
		return horn.GiveUp(why.why), nil
	}
	return z, err
}

func (s *search) count() {
	z := &s.engine.stats
	z.Instances, z.Clauses, z.Variables = int64(len(s.unwinding.Instances)), int64(s.solver.Clauses()), int64(s.solver.NumVars())
	z.Conflicts = s.solver.Stats().Conflicts
	s.engine.opts.Log.Debug("unwinding", "instances", z.Instances, "edges", z.Edges, "checks", z.Checks, "cut", z.Cut,
		"variables", z.Variables, "clauses", z.Clauses, "conflicts", z.Conflicts, "proof", z.Proof)
}

func (s *search) solve(ctx context.Context) (horn.Result, error) {
	var err error
	if s.formula, err = unwinding.New(s.input, s.solver); err != nil {
		return horn.Result{}, fmt.Errorf("unwind: %w", err)
	}
	s.formula.StopWhen(func() bool { return s.over(ctx) != nil })
	if err := s.leave(ctx, horn.Start); err != nil {
		return horn.Result{}, err
	}
	for _, preds := range s.graph.Components() {
		if err := s.unwind(ctx, s.graph.WeakOrder(preds)); err != nil {
			return horn.Result{}, err
		}
	}
	turn.Promise(ctx)
	if last := s.engine.opts.Last; last > 0 {
		s.end = s.sys.Store.Effort() + last
	}
	switch s.decide(ctx) {
	case sat.Sat:
		if z := s.refutation(); z != nil {
			return horn.Result{Verdict: horn.Unsafe, Refutation: z}, nil
		}
		return horn.GiveUp("the derivation that was found is spurious, since integers without bounds are abstracted"), nil
	case sat.Unknown:
		if turn.Yield(ctx) != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		return horn.GiveUp("the SAT solver gave up"), nil
	}
	if s.unwinding.Proof, err = s.solver.LRAT(); err != nil {
		return horn.Result{}, err
	}
	s.engine.stats.Proof = int64(len(s.unwinding.Proof))
	return horn.Result{Verdict: horn.Safe, Unwinding: &s.unwinding}, nil
}

// ask has the solver decide the formula under assumptions. It spends at most the given ticks, and
// no more than the engine may.
func (s *search) ask(ctx context.Context, ticks int64, assumptions ...sat.Lit) sat.Status {
	s.solver.SetLimits(sat.Limits{Ticks: max(min(s.left(), ticks), 1)})
	defer s.solver.SetLimits(sat.Limits{})
	return s.solver.Solve(ctx, assumptions...)
}

// decide has the solver decide whether one of the claims holds. It asks in rounds, with more time
// in each: first about all claims together, which finds an error fast. Then it asks about one claim
// after another, in the order of the program, since what the solver learns about an early assertion
// helps with later ones. Half of the effort is left for the last query.
func (s *search) decide(ctx context.Context) sat.Status {
	s.formula.Claim(s.claims)
	open, end := s.claims, s.sys.Store.Effort()+s.left()/2
	for ticks := int64(claimTicks); ; ticks *= claimGrowth {
		if z := s.ask(ctx, ticks); z != sat.Unknown {
			return z
		}
		var later []unwinding.Leaving
		for _, x := range open {
			switch s.ask(ctx, ticks, x.Lit) {
			case sat.Sat:
				return sat.Sat
			case sat.Unknown:
				later = append(later, x)
			}
			if s.sys.Store.Effort() > end || turn.Yield(ctx) != nil {
				return s.ask(ctx, maxTicks)
			}
		}
		open = later
	}
}

// left returns the ticks that the engine may still spend.
func (s *search) left() int64 { return s.end - s.sys.Store.Effort() }

// unwind makes instances of predicates until no edge to a predicate is pending. It handles inner
// loops first, as the recursive iteration strategy does.
func (s *search) unwind(ctx context.Context, order []horn.Element) error {
	for _, e := range order {
		for iteration := 0; ; iteration++ {
			if len(s.pending[e.Pred]) > 0 {
				if err := s.instance(ctx, e.Pred, iteration); err != nil {
					return err
				}
			}
			if !e.Loop {
				break
			}
			if err := s.unwind(ctx, e.Inner); err != nil {
				return err
			}
			if !slices.ContainsFunc(e.Preds, func(p int) bool { return len(s.pending[p]) > 0 }) {
				break
			}
		}
	}
	return nil
}

// asked reports whether the engine asks the solver before an iteration of a loop: at 1 to 4, then
// at 6, 8, 12, 16, and so on. So up to a third of an unwinding's iterations may be unnecessary.
func asked(iteration int) bool {
	for iteration > 4 && iteration%2 == 0 {
		iteration /= 2
	}
	return 0 < iteration && iteration <= 4
}

// askedAgain reports whether the engine asks about an edge that is taken whenever its source is
// reached: at 8, 16, 32, and so on. Without this, a loop after a contradiction might never end.
func askedAgain(iteration int) bool { return iteration >= 8 && isPowerOfTwo(iteration) }

func isPowerOfTwo(n int) bool { return n&(n-1) == 0 }

// instance makes an instance of a predicate for the pending edges that can be taken in an iteration
// of its loop.
func (s *search) instance(ctx context.Context, pred, iteration int) error {
	pending := s.pending[pred]
	s.pending[pred] = nil
	if asked(iteration) {
		var err error
		if pending, err = s.feasible(ctx, pending, iteration); err != nil {
			return err
		}
		if len(pending) == 0 {
			return nil
		}
	}
	edges := make([]horn.Edge, len(pending))
	for i, x := range pending {
		edges[i] = x.Edge
	}
	k, err := s.formula.Add(pred, edges)
	if err != nil {
		return s.failed(ctx, err)
	}
	s.unwinding.Instances = append(s.unwinding.Instances, horn.Instance{Pred: pred, Edges: edges})
	return s.leave(ctx, k)
}

// leave sorts the edges that leave an instance.
func (s *search) leave(ctx context.Context, source int) error {
	edges, err := s.formula.Leave(source)
	if err != nil {
		return s.failed(ctx, err)
	}
	s.engine.stats.Edges += int64(len(edges))
	for _, x := range edges {
		if x.Head < 0 {
			s.claims = append(s.claims, x)
		} else {
			s.pending[x.Head] = append(s.pending[x.Head], x)
		}
	}
	return s.over(ctx)
}

// failed returns the error of a formula, or the reason why it was stopped.
func (s *search) failed(ctx context.Context, err error) error {
	if over := s.over(ctx); over != nil {
		return over
	}
	return fmt.Errorf("unwind: %w", err)
}

// spend adds the solver's effort, except for the part that has been counted.
func (s *search) spend(ticks int64) {
	known := min(ticks, s.prepaid)
	s.prepaid -= known
	s.sys.Store.Spend(ticks - known)
}

// over counts the effort of the formula. It returns the reason why the search must end, or nil.
func (s *search) over(ctx context.Context) error {
	effort, clauses := s.formula.Effort(), s.solver.Clauses()
	ahead := clauseTicks * int64(clauses-s.told)
	s.sys.Store.Spend(effort - s.counted + ahead)
	s.counted, s.told, s.prepaid = effort, clauses, s.prepaid+ahead
	switch {
	case turn.Yield(ctx) != nil:
		return context.Cause(ctx)
	case s.overdue(s.sys.Store.Effort() - s.began):
		return &giveUp{"the unwinding takes too long"}
	case s.solver.Clauses() > maxClauses:
		return &giveUp{fmt.Sprintf("the unwinding has more than %d clauses", maxClauses)}
	case s.solver.Bytes()+s.formula.Bytes() > maxBytes:
		return &giveUp{"the unwinding takes too much memory"}
	}
	return nil
}

// overdue reports whether the effort exceeds the limit that applies until all loops end. The limit
// is higher once some loops have ended, since the others may end too. It is also higher if the
// formula predicts that the loops end within the bound on the whole effort.
func (s *search) overdue(effort int64) bool {
	o := &s.engine.opts
	if effort > o.Ticks {
		return true
	}
	if effort <= max(o.LoopTicks*(1+s.engine.stats.Cut), s.granted) {
		return false
	}
	done := int64(max(len(s.unwinding.Instances), 1))
	remaining, ok := s.formula.Remaining()
	if !ok || remaining > float64(done*(o.Ticks-effort)/effort) {
		return true
	}
	s.granted = effort + effort/regrant
	return false
}

// feasible returns the edges that may be taken in an iteration of a loop. It leaves out an edge
// only if the solver proves it infeasible. The final claim states that these edges are never taken.
//
// An answer takes time in proportion to the whole formula. So if an edge could be taken whenever an
// inner loop came to this iteration, the engine asks at every second, fourth, eighth time and so
// on.
func (s *search) feasible(ctx context.Context, edges []unwinding.Leaving, iteration int) (z []unwinding.Leaving, err error) {
	for _, x := range edges {
		if err := s.over(ctx); err != nil {
			return nil, err
		}
		at := passing{x.Clause, iteration}
		if x.Certain || x.Always && !askedAgain(iteration) || !isPowerOfTwo(s.passed[at]+1) {
			z = append(z, x)
			s.passed[at]++
			continue
		}
		s.engine.stats.Checks++
		if s.ask(ctx, min(checkTicks, s.engine.opts.LoopTicks), x.Lit) == sat.Unsat {
			s.engine.stats.Cut++
			s.claims = append(s.claims, x)
			s.passed[at] = 0
		} else {
			z = append(z, x)
			s.passed[at]++
		}
	}
	return z, nil
}
