// SPDX-License-Identifier: Apache-2.0

package reduction

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"cornet/engines/kernel"
	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform"
	"cornet/horn/transform/cellmorph"
	"cornet/horn/transform/intblast"
	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
	"cornet/logic"
	"cornet/smt"
	vectors "cornet/smt/intblast"
)

// Options configure an engine. Backend and Log are required.
type Options struct {
	Backend smt.Backend
	Solver  smt.Options
	Board   kernel.Board // nil if nothing is exchanged
	Log     *slog.Logger
}

// env returns the environment for passes.
func (o *Options) env() *pass.Env {
	return &pass.Env{Backend: o.Backend, Solver: o.Solver, Log: o.Log}
}

// Engine decides a system by abstract systems over integers.
type Engine struct {
	opts Options
	make func(context.Context, *horn.System) ([]*abstractSystem, error)
	// refine returns the procedure that finds further abstract systems, or nil.
	refine func(*horn.System) *refinement
	stats  Stats
}

// Stats counts the work of a run.
type Stats struct {
	System string    `json:"system"` // the abstract system that decided
	Turns  int64     `json:"turns"`  // number of turns of abstract systems
	Unsafe int64     `json:"unsafe"` // number of abstract systems that were too weak
	Search pdr.Stats `json:"search"` // counters of the last search
}

// maxNesting limits the depth of terms in a system that is reduced, because the translations
// recurse over terms.
const maxNesting = 1000

// turnChecks bounds the queries of an abstract system in a turn.
const turnChecks = 1000

// abstractSystem is a system over integers.
type abstractSystem struct {
	name  string
	front pass.Outcome // the translation
	back  pass.Outcome // the outcome of the passes after it
	guess bool         // the translation does not preserve both verdicts, so witnesses are validated
	// a candidate model of front.System, which need not be a model of the system
	wait int
	// a candidate model of front.System, which need not be a model of the system
	refused *horn.Model
	derived *horn.Refutation // a refutation of front.System, which over-approximates the system
	pdr     *pdr.Engine
	run     *pdr.Run // nil before the first turn
}

// Intblast returns the engine intblast. Its abstract systems have the values of bit-vectors, or
// numbers congruent to them. Before the translation, it drops arguments that are linear in others
// modulo a power of two. If only differences of vectors matter, it also replaces vectors by their
// distances to one of them. The translation to integers would hide both, since integers that wrap
// around are not linear.
func Intblast(o Options) *Engine {
	return &Engine{opts: o, make: func(ctx context.Context, sys *horn.System) ([]*abstractSystem, error) {
		if !sys.Theories().Has(horn.BitVectors) {
			return nil, fmt.Errorf("a system without bit-vectors: %w", errors.ErrUnsupported)
		}
		moved := passes.Relative(sys)
		prepared, err := passes.Dependent(ctx, o.env(), moved.System)
		if err != nil {
			return nil, err
		}
		prepared.Back = pass.Chain(moved.Back, prepared.Back)
		var z []*abstractSystem
		for _, w := range valueSystems {
			front, err := w.translate(prepared.System, o.Backend, o.Solver)
			if err != nil {
				return nil, err
			}
			front.Back = pass.Chain(prepared.Back, front.Back)
			z = append(z, &abstractSystem{name: w.name, front: front, guess: front.Effect != pass.Exact})
		}
		return z, nil
	}}
}

// valueSystems are the abstract systems of the engine intblast.
var valueSystems = []struct {
	name      string
	translate func(*horn.System, smt.Backend, smt.Options) (pass.Outcome, error)
}{
	{"within", intblast.Within},
	{"values", func(sys *horn.System, _ smt.Backend, _ smt.Options) (pass.Outcome, error) {
		return intblast.Translate(sys)
	}},
}

// Cellmorph returns the engine cellmorph. Its abstract systems have cells of arrays. The passes
// that prepare the system keep predicates, so that the quantifiers of models stay outside
// disjunctions. They also keep clauses, so that each reads few cells.
//
// If a constant bounds a loop, systems with a parameter instead of the constant come first.
func Cellmorph(o Options) *Engine {
	return &Engine{opts: o, make: func(ctx context.Context, sys *horn.System) (z []*abstractSystem, err error) {
		if general := passes.Parameters(sys); general.System != sys {
			if z, err = cellsOf(ctx, o, general, "any "); err != nil {
				return nil, err
			}
		}
		plain, err := cellsOf(ctx, o, pass.Unchanged(sys), "")
		return append(z, plain...), err
	}}
}

// cellsOf returns the abstract systems with cells of the arrays of a system.
func cellsOf(ctx context.Context, o Options, in pass.Outcome, prefix string) (z []*abstractSystem, err error) {
	prepared, err := transform.Run(ctx, transform.Options{Keep: pass.All}, o.env(), in.System)
	if err != nil {
		return nil, err
	}
	for _, shape := range cellmorph.Shapes(prepared.System) {
		v := &abstractSystem{name: prefix + shape.String(), wait: shape.Wait}
		if v.front, err = shape.Abstract(prepared.System); err != nil {
			return nil, err
		}
		v.front.Back = pass.Chain(in.Back, pass.Chain(prepared.Back, v.front.Back))
		z = append(z, v)
	}
	return z, nil
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys if an abstract system suffices. Otherwise the result is Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if sys.Depth() > maxNesting {
		return horn.Result{}, fmt.Errorf("terms nested more than %d deep: %w", maxNesting, errors.ErrUnsupported)
	}
	all, err := e.make(ctx, sys)
	if err != nil {
		return horn.Result{}, err
	}
	var why []string
	var refine *refinement
	if e.refine != nil {
		refine = e.refine(sys)
	}
	open := all
	defer func() {
		for _, v := range all {
			if v.run != nil {
				v.run.Close()
			}
		}
	}()
	for round := 0; len(open) > 0; round++ {
		var next []*abstractSystem
		round = max(round, open[0].wait)
		for _, v := range open {
			if v.wait > round {
				next = append(next, v)
				continue
			}
			result, err := e.turn(ctx, v)
			if err == nil {
				result, err = e.carry(ctx, sys, v, result)
			}
			if err == nil && result.Verdict == horn.Unknown && v.refused != nil {
				result, err = e.repair(ctx, sys, v, all)
			}
			if err == nil && result.Verdict == horn.Unknown && v.derived != nil {
				result, err = refine.failed(ctx, v)
			}
			if err != nil {
				return horn.Result{}, err
			}
			switch {
			case result.Verdict != horn.Unknown:
				if e.stats.System == "" {
					e.stats.System = v.name
				}
				return result, nil
			case v.run.Interrupted():
				next = append(next, v)
			default:
				why = append(why, v.name+": "+result.Reason)
			}
		}
		if refine != nil {
			v, err := refine.next(ctx, len(next))
			if err != nil {
				return horn.Result{}, err
			}
			if v != nil {
				all, next = append(all, v), append(next, v)
			}
		}
		open = next
	}
	return horn.GiveUp(strings.Join(why, "; ")), nil
}

// turn runs an abstract system for one turn.
func (e *Engine) turn(ctx context.Context, v *abstractSystem) (horn.Result, error) {
	if v.run == nil {
		var err error
		if v.back, err = transform.Run(ctx, transform.Options{Off: []string{"explicit"}}, e.opts.env(), v.front.System); err != nil {
			return horn.Result{}, err
		}
		search := pdr.Options{Backend: e.opts.Backend, Solver: e.opts.Solver, Log: e.opts.Log.With("system", v.name)}
		if e.opts.Board != nil && !v.guess {
			search.Board = newAbstractBoard(v, e.opts.Board)
		}
		v.pdr = pdr.New(search)
		if v.run, err = v.pdr.Start(v.back.System); err != nil {
			return horn.Result{}, err
		}
	}
	e.stats.Turns++
	result, err := v.run.Continue(ctx, turnChecks)
	if s, ok := v.pdr.Stats().(pdr.Stats); ok {
		e.stats.Search = s
	}
	e.opts.Log.Debug("abstract system", "name", v.name, "verdict", result.Verdict)
	return result, err
}

// carry translates the answer of an abstract system to sys. The result is Unknown if the abstract
// system does not suffice.
func (e *Engine) carry(ctx context.Context, sys *horn.System, v *abstractSystem, result horn.Result) (horn.Result, error) {
	if result.Verdict == horn.Unknown {
		return result, nil
	}
	front := v.front
	if v.guess {
		front.Effect = pass.Exact
	}
	if !front.Effect.Carries(result.Verdict) {
		e.stats.Unsafe++
		if e.refine != nil {
			back, err := v.back.Carry(ctx, result)
			if err != nil && !errors.Is(err, pass.ErrUndetermined) {
				return horn.Result{}, err
			}
			v.derived = back.Refutation
		}
		return horn.GiveUp("keeps too little"), nil
	}
	result, err := v.back.Carry(ctx, result)
	guess := result.Model
	if err == nil {
		result, err = front.Carry(ctx, result)
	}
	if errors.Is(err, pass.ErrUndetermined) {
		return horn.GiveUp(err.Error()), nil
	}
	if err != nil || !v.guess {
		return result, err
	}
	if err := validate(ctx, e.opts, sys, result); err != nil {
		e.stats.Unsafe++
		v.refused = guess
		return horn.GiveUp(err.Error()), context.Cause(ctx)
	}
	return result, nil
}

// guessTicks limits a query about a candidate model to a few seconds, since the other abstract
// systems wait for it.
const guessTicks = 10_000_000

// guessSolver makes solvers of b that limit the queries about candidate witnesses.
func guessSolver(o Options, b smt.Backend, store *logic.Store) check.NewSolver {
	bounded := o.Solver
	bounded.Ticks = guessTicks
	return func() (smt.Solver, error) { return b.New(store, bounded) }
}

// validate validates a candidate witness.
func validate(ctx context.Context, opts Options, sys *horn.System, result horn.Result) error {
	o := check.Options{
		Solver: guessSolver(opts, vectors.Backend{Backend: opts.Backend}, sys.Store),
		Second: guessSolver(opts, opts.Backend, sys.Store),
		Log:    opts.Log,
	}
	if result.Verdict == horn.Safe {
		return check.Model(ctx, sys, result.Model, o)
	}
	return check.Refutation(ctx, sys, result.Refutation, o)
}
