// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/catamorphism"
	"cornet/logic"
	"cornet/smt"
)

// Options configure an engine.
type Options struct {
	// Backend makes the solvers that check models. The check is needed since a model may require an
	// induction that package check does not find. If Backend is nil, models are not checked.
	Backend smt.Backend
	Solver  smt.Options
	Log     *slog.Logger
}

// checkTicks bounds a query of the check of a model to a few seconds.
const checkTicks = 10_000_000

// Stats counts the work of a run.
type Stats struct {
	// numbers of states in the model, by sort; false and true come first
	Sizes     []int `json:"sizes"`
	Rounds    int64 `json:"rounds"`    // tables examined
	Instances int64 `json:"instances"` // clauses of SAT problems
}

// Engine proves that systems over datatypes are satisfiable; a value may be used again.
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

const maxDepth = 200 // maximal depth of the terms of a system; clauses are made by recursion

// Solve returns Safe with a model, or Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	z, err := e.find(ctx, sys)
	if err != nil || z.Verdict != horn.Safe || e.opts.Backend == nil {
		return z, err
	}
	solver := func() (smt.Solver, error) {
		o := e.opts.Solver
		o.Ticks = checkTicks
		return e.opts.Backend.New(sys.Store, o)
	}
	if err := check.Model(ctx, sys, z.Model, check.Options{Solver: solver, Log: e.opts.Log}); err != nil {
		return horn.GiveUp(err.Error()), context.Cause(ctx)
	}
	return z, nil
}

// find returns Safe with a model that the search has found, or Unknown.
func (e *Engine) find(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if sys.Depth() > maxDepth {
		return horn.Result{}, fmt.Errorf("regular: terms nested more than %d deep: %w", maxDepth, errors.ErrUnsupported)
	}
	var all []*searcher
	for _, b := range []bounds{singleBounds, pairBounds} {
		s, err := e.start(ctx, sys, b)
		if err != nil {
			return horn.Result{}, err
		}
		if s.pairs == s.hasPairs() {
			all = append(all, s)
		}
	}
	a := search(ctx, all...)
	switch {
	case ctx.Err() != nil:
		return horn.Result{}, context.Cause(ctx)
	case a == nil:
		return horn.GiveUp("no finite model was found"), nil
	}
	e.stats.Sizes = a.sizes
	e.opts.Log.Debug("model", "sizes", a.sizes, "tables", a.tables)
	if a.pairs {
		return horn.Result{Verdict: horn.Safe, Model: newAutomaton(a).model(sys)}, nil
	}
	m, err := a.model(ctx, sys)
	if err != nil {
		return horn.Result{}, err
	}
	return horn.Result{Verdict: horn.Safe, Model: m}, nil
}

// model defines the predicates of sys by the states of their arguments.
func (a *algebra) model(ctx context.Context, sys *horn.System) (*horn.Model, error) {
	out, err := catamorphism.Automaton{
		Next: func(c *logic.Constructor, states []int) int {
			n, ok := a.opOf[[2]*logic.Constructor{c}]
			if !ok {
				return 0
			}
			return a.tables[n][index(a.sizes, a.ops[n].args, states)]
		},
		Size: func(d *logic.Sort) int {
			n, ok := a.sortOf[sort{first: d}]
			if !ok {
				return 1 // no clause has terms of sort d
			}
			return a.sizes[n]
		},
	}.Abstract(sys)
	if err != nil {
		return nil, err
	}
	m := horn.NewModel()
	for i, p := range sys.Preds {
		image := out.System.Preds[i]
		params := horn.Params(sys.Store, image)
		var args []*logic.Term
		for k, d := range p.Params() {
			if a.hasStates(d) {
				args = append(args, params[k])
			}
		}
		n := a.relOf[p]
		m.Define(image, params, a.formula(n, args, 0, 0))
	}
	return out.Back.Model(ctx, m)
}

// formula states that relation n holds for args. The first k arguments have the given index.
func (a *algebra) formula(n int, args []*logic.Term, k, given int) *logic.Term {
	s := a.store
	if k == len(args) {
		return s.BoolValue(a.facts[n][given] != nil)
	}
	size := a.sizes[a.rels[n].sorts[k]]
	var rests []*logic.Term
	is := map[*logic.Term][]*logic.Term{}
	for x := range size {
		rest := a.formula(n, args, k+1, given*size+x)
		if is[rest] == nil {
			rests = append(rests, rest)
		}
		is[rest] = append(is[rest], a.has(args[k], x))
	}
	if len(rests) == 1 {
		return rests[0]
	}
	var z []*logic.Term
	for _, rest := range rests {
		z = append(z, s.And(s.Or(is[rest]...), rest))
	}
	return s.Or(z...)
}

// has states that the state of a value is n.
func (a *algebra) has(x *logic.Term, n int) *logic.Term {
	switch {
	case !x.Sort().IsBool():
		return a.store.Eq(x, a.store.IntNum(int64(n)))
	case n == 0:
		return a.store.Not(x)
	}
	return x
}

// hasPairs reports whether a relation is about pairs.
func (g *signature) hasPairs() bool {
	return slices.ContainsFunc(g.rels, func(r relation) bool { return len(r.pairs) > 0 })
}
