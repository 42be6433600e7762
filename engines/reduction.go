// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"

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

// reduction decides systems by reducing them to systems over integers. It makes one or more of
// these abstract systems and runs pdr on each. They take turns of a number of queries. An abstract
// system that derives more than the system is dropped if it turns out to be unsafe.
type reduction struct {
	env  Env
	make func(context.Context, *horn.System) ([]*abstractSystem, error)
	// refine returns the procedure that finds further abstract systems, or nil.
	refine func(*horn.System) *refinement
	stats  ReductionStats
}

// ReductionStats counts the work of an engine that reduces systems.
type ReductionStats struct {
	System string    `json:"system"` // that decided
	Turns  int64     `json:"turns"`  // of abstract systems
	Unsafe int64     `json:"unsafe"` // abstract systems that do not suffice
	Search pdr.Stats `json:"search"` // of the last one
}

// maxNesting limits the depth of terms in a system that is reduced, because the translations
// recurse over terms.
const maxNesting = 1000

// turnChecks bounds the queries of an abstract system in a turn.
const turnChecks = 1000

// abstractSystem is a system over integers.
type abstractSystem struct {
	name    string
	front   pass.Outcome     // the translation
	back    pass.Outcome     // of the passes after it
	guess   bool             // the translation carries not both verdicts: witnesses are checked
	wait    int              // the rounds given to earlier abstract systems, which cost less
	refused *horn.Model      // of front.System; a candidate model that need not be a model of the system
	derived *horn.Refutation // of front.System, which derives more than the system
	pdr     *pdr.Engine
	run     *pdr.Run // nil before the first turn
}

// newIntblast returns the engine intblast, whose abstract systems have the values of bit-vectors
// and numbers congruent to them. Before, a pass removes arguments that are linear in others modulo
// a power of two, and another makes vectors relative to one of them if only differences matter.
// Over integers that wrap around, sums and differences would be neither.
func newIntblast(e Env) *reduction {
	return &reduction{env: e, make: func(ctx context.Context, sys *horn.System) ([]*abstractSystem, error) {
		if !horn.Describe(sys).Theories.Has(horn.BitVectors) {
			return nil, fmt.Errorf("a system without bit-vectors: %w", errors.ErrUnsupported)
		}
		moved := passes.Relative(sys)
		prepared, err := passes.Dependent(ctx, &pass.Env{Backend: e.Backend, Solver: e.Solver, Log: e.Log}, moved.System)
		if err != nil {
			return nil, err
		}
		prepared.Back = pass.Chain(moved.Back, prepared.Back)
		var z []*abstractSystem
		for _, w := range valueSystems {
			front, err := w.translate(prepared.System, e.Backend, e.Solver)
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

// newCellmorph returns the engine cellmorph, whose abstract systems have cells of arrays. Only
// passes that keep predicates and clauses unchanged prepare the system: then quantifiers of models
// stay outside disjunctions, and each clause reads few cells.
//
// If a number bounds a loop, systems with a parameter instead of the number come first.
func newCellmorph(e Env) *reduction {
	return &reduction{env: e, make: func(ctx context.Context, sys *horn.System) (z []*abstractSystem, err error) {
		if general := passes.Parameters(sys); general.System != sys {
			if z, err = cellsOf(ctx, e, general, "any "); err != nil {
				return nil, err
			}
		}
		plain, err := cellsOf(ctx, e, pass.Unchanged(sys), "")
		return append(z, plain...), err
	}}
}

// cellsOf returns the abstract systems with cells of the arrays of a system.
func cellsOf(ctx context.Context, e Env, in pass.Outcome, prefix string) (z []*abstractSystem, err error) {
	p, err := transform.New(transform.Options{Keep: pass.All})
	if err != nil {
		return nil, err
	}
	prepared, err := p.Run(ctx, &pass.Env{Backend: e.Backend, Solver: e.Solver, Log: e.Log}, in.System)
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
func (e *reduction) Stats() any { return e.stats }

// Solve decides sys if an abstract system suffices; else it is Unknown.
func (e *reduction) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = ReductionStats{}
	if sys.Depth() > maxNesting {
		return horn.Result{}, fmt.Errorf("terms nested more than %d deep: %w", maxNesting, errors.ErrUnsupported)
	}
	all, err := e.make(ctx, sys)
	if err != nil {
		return horn.Result{}, err
	}
	var why reasons
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
				why.add(v.name, result.Reason)
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
	return horn.GiveUp(why.String()), nil
}

// turn has an abstract system decided, or a step done towards that.
func (e *reduction) turn(ctx context.Context, v *abstractSystem) (horn.Result, error) {
	if v.run == nil {
		p, err := transform.New(transform.Options{Off: []string{"explicit"}})
		if err != nil {
			return horn.Result{}, err
		}
		env := &pass.Env{Backend: e.env.Backend, Solver: e.env.Solver, Log: e.env.Log}
		if v.back, err = p.Run(ctx, env, v.front.System); err != nil {
			return horn.Result{}, err
		}
		o := pdr.Options{Backend: e.env.Backend, Solver: e.env.Solver, Log: e.env.Log.With("system", v.name)}
		if e.env.Board != nil && !v.guess {
			o.Board = newAbstractBoard(v, e.env.Board)
		}
		v.pdr = pdr.New(o)
		if v.run, err = v.pdr.Start(v.back.System); err != nil {
			return horn.Result{}, err
		}
	}
	e.stats.Turns++
	result, err := v.run.Continue(ctx, turnChecks)
	if s, ok := v.pdr.Stats().(pdr.Stats); ok {
		e.stats.Search = s
	}
	e.env.Log.Debug("abstract system", "name", v.name, "verdict", result.Verdict)
	return result, err
}

// carry translates the result of an abstract system back to sys. It is Unknown if the abstract
// system does not suffice.
func (e *reduction) carry(ctx context.Context, sys *horn.System, v *abstractSystem, result horn.Result) (horn.Result, error) {
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
	if err := validate(ctx, e.env, sys, result); err != nil {
		e.stats.Unsafe++
		v.refused = guess
		return horn.GiveUp(err.Error()), context.Cause(ctx)
	}
	return result, nil
}

// guessTicks limits a query about a candidate model to some seconds, since the other abstract
// systems wait for it.
const guessTicks = 10_000_000

// guessSolver makes solvers of b with the limit for witnesses that an engine is not sure about.
func guessSolver(e Env, b smt.Backend, store *logic.Store) check.NewSolver {
	bounded := e.Solver
	bounded.Ticks = guessTicks
	return func() (smt.Solver, error) { return b.New(store, bounded) }
}

// validate checks a witness that its engine is not sure about.
func validate(ctx context.Context, e Env, sys *horn.System, result horn.Result) error {
	o := check.Options{
		Solver: guessSolver(e, vectors.Backend{Backend: e.Backend}, sys.Store),
		Second: guessSolver(e, e.Backend, sys.Store),
		Log:    e.Log,
	}
	if result.Verdict == horn.Safe {
		return check.Model(ctx, sys, result.Model, o)
	}
	return check.Refutation(ctx, sys, result.Refutation, o)
}
