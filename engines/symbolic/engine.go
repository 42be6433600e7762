// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/sat"
)

// Options configure an engine.
type Options struct {
	// Limit bounds the sum of evaluated calls and checks, and also the conflicts of a check. The
	// engine gives up when it is reached. 0 means no bound.
	Limit int64
	Log   *slog.Logger
}

// Stats counts the work of a run.
type Stats struct {
	Calls  int64 `json:"calls"`  // calls evaluated
	Checks int64 `json:"checks"` // queries of the SAT solver
	Level  int   `json:"level"`  // level of the calls evaluated last
	Depth  int   `json:"depth"`  // depth of inputs
	// derivations that were rejected, because a step is not an instance of its clause
	Broken int64 `json:"broken"`
}

// Engine searches for refutations; a value may be used again.
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

const (
	maxDepth = 200 // maximal depth of the terms of a system, since evaluation recurses that deep
	bits     = 7   // bits of integers without known properties
	// deepEnough is a depth of inputs. From then on, parameters that count down may go below their
	// number.
	deepEnough = 2
)

// Solve returns Unsafe with a refutation, or Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if sys.Depth() > maxDepth {
		return horn.Result{}, fmt.Errorf("symbolic: terms nested more than %d deep: %w", maxDepth, errors.ErrUnsupported)
	}
	if sort := foreign(sys); sort != nil {
		return horn.Result{}, fmt.Errorf("symbolic: values of sort %v: %w", sort, errors.ErrUnsupported)
	}
	effort := &effort{store: sys.Store}
	solver := sat.New(sat.Options{Spend: effort.spend, Limits: sat.Limits{Conflicts: e.opts.Limit}})
	m := &machine{cells: newCells(solver, bits), ctx: ctx, program: newProgram(sys), store: sys.Store, memo: map[string]*call{},
		sums: map[string]*cell{}, differences: map[[2]int]sat.Lit{}, stats: &e.stats, effort: effort}
	for _, p := range m.program.preds {
		e.opts.Log.Debug("predicate", "name", p.name, "output", p.output, "exact", p.exact, "recursive", p.calls, "floor", p.floor)
	}
	m.natural = m.fresh()
	query := m.program.preds[len(sys.Preds)]
	root := m.call(query, nil, 0, true)
	m.clause(root.on)
	for {
		if turn.Yield(ctx) != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		if e.opts.Limit > 0 && e.stats.Calls+e.stats.Checks >= e.opts.Limit {
			return horn.GiveUp("the limit is reached"), nil
		}
		e.stats.Checks++
		switch m.check() {
		case sat.Unknown:
			if turn.Yield(ctx) != nil {
				return horn.Result{}, context.Cause(ctx)
			}
			return horn.GiveUp("the SAT solver gave up"), nil
		case sat.Unsat:
			if !m.expand(e.opts.Log) {
				return horn.GiveUp("there is no refutation with the outputs and numbers looked at"), nil
			}
		default:
			if m.repair() {
				continue
			}
			z, outcome := m.refutation(root)
			switch outcome {
			case refuted:
				return horn.Result{Verdict: horn.Unsafe, Refutation: z}, nil
			case different:
				e.stats.Broken++
				return horn.GiveUp("a derivation was no instance of the clauses"), nil
			}
		}
	}
}

// effort counts ticks for the store. Evaluation seldom finds a refutation late, so late ticks count
// more.
type effort struct {
	store *logic.Store
	spent int64
}

const (
	earlyTicks = 400 * logic.TicksPerMillisecond
	// more than 1, because the SAT solver does not count its many assumptions as decisions
	earlyPrice = 2
	latePrice  = 8
)

func (e *effort) spend(ticks int64) {
	price := int64(earlyPrice)
	if e.spent > earlyTicks {
		price = latePrice
	}
	e.spent += ticks
	e.store.Spend(price * ticks)
}

// check solves the part that has been evaluated so far. Bounds of inputs are assumed first, so that
// their consequences are not in a core.
func (m *machine) check() sat.Status {
	assumptions := []sat.Lit{m.noDeeper(m.depth)}
	if m.depth < deepEnough {
		assumptions = append(assumptions, m.natural)
	}
	for _, d := range m.delayed {
		assumptions = append(assumptions, d.on.Not())
	}
	return m.sat.Solve(m.ctx, assumptions...)
}

// expand evaluates the earliest delayed parts in the core of the last check. It reports whether
// there were any.
func (m *machine) expand(log *slog.Logger) bool {
	core := map[sat.Lit]bool{}
	for _, l := range m.sat.Core() {
		core[l.Not()] = true
	}
	level := -1
	for _, d := range m.delayed {
		if core[d.on] && (level < 0 || d.level < level) {
			level = d.level
		}
	}
	if (core[m.noDeeper(m.depth).Not()] || core[m.natural.Not()]) && (level < 0 || level > m.levels()) {
		m.depth++
		m.stats.Depth = m.depth
		log.Debug("deeper", "depth", m.depth, "delayed", len(m.delayed), "level", level, "cells", len(m.all), "calls", m.stats.Calls, "checks", m.stats.Checks)
		return true
	}
	if level < 0 {
		return false
	}
	m.stats.Level = level
	var now, later []delayed
	for _, d := range m.delayed {
		if core[d.on] && d.level == level {
			now = append(now, d)
		} else {
			later = append(later, d)
		}
	}
	log.Debug("expand", "core", len(core), "now", len(now), "delayed", len(m.delayed), "level", level, "cells", len(m.all), "calls", m.stats.Calls, "checks", m.stats.Checks)
	m.delayed = later
	for _, d := range now {
		d.do()
	}
	return true
}

// levels returns the number of levels that are evaluated before inputs become deeper.
func (m *machine) levels() int { return 10 * (m.depth + 2) }

// foreign returns a sort of parameters for which there are no cells, or nil.
func foreign(sys *horn.System) *logic.Sort {
	for _, p := range sys.Preds {
		for _, s := range p.Params() {
			if !hasCells(s, nil) {
				return s
			}
		}
	}
	return nil
}
