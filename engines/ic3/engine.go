// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"cmp"
	"context"
	"log/slog"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
)

// Options configure an engine.
type Options struct {
	Log *slog.Logger
}

// Stats counts the work of a run.
type Stats struct {
	Latches     int64 `json:"latches"` // latches that the bad states depend on
	Gates       int64 `json:"gates"`
	Length      int64 `json:"length"` // length of the runs that bounded model checking has excluded
	Frames      int64 `json:"frames"`
	Lemmas      int64 `json:"lemmas"`
	Obligations int64 `json:"obligations"`
	Queries     int64 `json:"queries"`
	Conflicts   int64 `json:"conflicts"`
	Clauses     int64 `json:"clauses"` // clauses of the invariant
}

// Engine decides linear systems over finite sorts. It can be used more than once.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Engine{opts: o}
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys, a linear system over Booleans, bit-vectors and arrays with few cells. It
// returns an error wrapping errors.ErrUnsupported for other systems, and context.Cause(ctx) after a
// cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	terms := 0
	m, err := encode(sys, func() error {
		if terms++; terms%64 == 0 {
			sys.Store.Spend(64 * termTicks)
			if turn.Yield(ctx) != nil {
				return context.Cause(ctx)
			}
		}
		return nil
	})
	if err != nil {
		return horn.Result{}, err
	}
	e.stats.Gates, e.stats.Latches = int64(len(m.graph.Nodes)), int64(len(m.state()))
	e.opts.Log.Debug("circuit", "gates", e.stats.Gates, "latches", e.stats.Latches)
	return e.decide(ctx, m)
}

// decide lets incremental induction, bounded model checking and random simulation take turns.
func (e *Engine) decide(ctx context.Context, m *machine) (horn.Result, error) {
	store := m.sys.Store
	b := newBounded(m, store.Spend)
	spent := int64(0)
	f := newFrames(m, func(n int64) {
		spent += n
		store.Spend(n)
	})
	s := newSearch(f)
	r := newSimulation(m, store.Spend)
	defer e.count(s, b)
	s.pause = func() (*trace, error) {
		if r.spent < min(spent, simulationTicks)+spent/latePart {
			if t := r.run(turnTicks); t != nil {
				return t, nil
			}
		}
		if b.stopped || boundedPart*b.spent > spent {
			return nil, nil
		}
		return b.next(ctx, turnTicks)
	}
	t, err := b.next(ctx, turnTicks)
	var invariant []cube
	if t == nil && err == nil {
		t, invariant, err = s.run(ctx)
	}
	if err != nil {
		return horn.Result{}, err
	}
	if t != nil {
		z, err := m.refutation(t)
		if err != nil {
			return horn.Result{}, err
		}
		return horn.Result{Verdict: horn.Unsafe, Refutation: z}, nil
	}
	e.stats.Clauses = int64(len(invariant))
	return horn.Result{Verdict: horn.Safe, Model: m.model(invariant)}, nil
}

func (e *Engine) count(s *search, b *bounded) {
	z := &e.stats
	z.Length, z.Frames, z.Obligations = int64(b.length), int64(s.f.top()), s.obligations
	z.Queries, z.Conflicts = s.f.queries, s.f.conflicts+s.f.solver.Stats().Conflicts
	for _, lemmas := range s.f.levels {
		z.Lemmas += int64(len(lemmas))
	}
	e.opts.Log.Debug("incremental induction", "frames", z.Frames, "lemmas", z.Lemmas, "obligations", z.Obligations,
		"queries", z.Queries, "conflicts", z.Conflicts, "length", z.Length)
}

// turnTicks is the effort of a turn of the other searches. Bounded model checking gets one part in
// boundedPart of the effort of incremental induction. Random simulation gets as much at first, for
// about 4 s, and one part in latePart later.
const (
	turnTicks       = 300_000
	boundedPart     = 2
	simulationTicks = 4_000 * logic.TicksPerMillisecond
	latePart        = 5
)

// termTicks is the approximate effort of making the circuit of a term.
const termTicks = 200

// Applies reports whether the engine can handle the system.
func Applies(sys *horn.System) bool {
	const known = horn.Booleans | horn.Nonlinear | horn.BitVectors | horn.Arrays
	theories := horn.Describe(sys).Theories
	return sys.IsLinear() && theories.Has(horn.BitVectors) && theories&^known == 0
}
