// SPDX-License-Identifier: Apache-2.0

package pass

import (
	"cmp"
	"context"
	"log/slog"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/logic"
	"cornet/smt"
)

// Func is one transformation of a system. It must not change sys, and must return sys itself, with
// a nil Back, if it finds nothing to do. An error means that the pass was cancelled or has a
// defect. Running out of a budget is not an error; the pass then does less.
type Func func(ctx context.Context, env *Env, sys *horn.System) (Outcome, error)

// Outcome is the result of a pass.
type Outcome struct {
	System *horn.System
	// Back turns witnesses for System into witnesses for the input; nil means the identity.
	Back BackTranslator
	// Effect states which verdicts carry over.
	Effect Effect
	// Moves describe the predicates that were replaced by others, for hints. Unchanged predicates,
	// and eliminated ones, have no moves.
	Moves []hints.Move
	// Hints are the hints of the environment, translated to the predicates of System. Only a
	// pipeline sets them.
	Hints *hints.Hints
	// Trail has the moves of each pass, in order. Only a pipeline sets it.
	Trail [][]hints.Move
	// Lemmas translates a model of the clauses of System other than queries to a model of those of
	// the input, as Back does for models of all clauses. Only a pipeline sets it.
	Lemmas func(ctx context.Context, m *horn.Model) (*horn.Model, error)
	// Passes describes the passes that a pipeline has run, in order.
	Passes []Stats
}

// Carry translates a result for the output into one for the input. It translates the witness back;
// a verdict that the effect does not carry becomes Unknown.
func (o *Outcome) Carry(ctx context.Context, r horn.Result) (horn.Result, error) {
	if !o.Effect.Carries(r.Verdict) {
		return horn.GiveUp("preprocessing does not carry the verdict " + r.Verdict.String()), nil
	}
	if o.Back == nil {
		return r, nil
	}
	var err error
	switch {
	case r.Verdict == horn.Safe && r.Model != nil:
		r.Model, err = o.Back.Model(ctx, r.Model)
	case r.Verdict == horn.Unsafe && r.Refutation != nil:
		r.Refutation, err = o.Back.Refutation(ctx, r.Refutation)
	}
	if err != nil {
		return horn.Result{}, err
	}
	return r, nil
}

// Unchanged returns the outcome of a pass that found nothing to do.
func Unchanged(sys *horn.System) Outcome { return Outcome{System: sys, Effect: Exact} }

// BackTranslator turns witnesses for the output of a pass into witnesses for its input. Translators
// may be used several times, by the goroutine that owns the term store. They do not change their
// arguments.
type BackTranslator interface {
	// Model returns a model of the input from a model of the output.
	Model(ctx context.Context, m *horn.Model) (*horn.Model, error)
	// Refutation returns a refutation of the input from one of the output.
	//
	// Cost: linear in the size of the result and of the clauses it uses, if the values of the steps
	// determine those of the eliminated variables.
	Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error)
}

// Env is the environment of passes. The zero value is usable: passes then use no solver, and the
// default limits.
type Env struct {
	// Backend makes the solvers, projectors and interpolators of the passes and of the
	// back-translation. If it is nil, passes use no solver, and predicates are eliminated only if
	// substitution can define them.
	Backend smt.Backend
	// Solver has the options for Backend. The budgets in Limits override Ticks.
	Solver smt.Options
	// Limits bound the work and the growth of the system.
	Limits Limits
	// Hints about the predicates of the system; nil for none. Predicates with hints are not
	// eliminated while they can be derived and used.
	Hints *hints.Hints
	// Log receives debug records; nil discards them.
	Log *slog.Logger
	// Run is shared by the passes of one run of a pipeline. Otherwise it is nil.
	Run *Run
}

// Run is the data that the passes of one run of a pipeline share.
type Run struct {
	// MaxSize is the size up to which inlining lets the system grow.
	MaxSize int
	// Satisfiable has constraints that are known to be satisfiable.
	Satisfiable map[*logic.Term]bool
	// Explored means that the consequences of facts have been enumerated, or are too many.
	Explored bool
	// Open means that models in back-translation need not satisfy queries.
	Open bool
}

// Limits bound what passes may do. In every field 0 means the default.
type Limits struct {
	// Growth bounds the size of the system as a multiple of its size when the
	// pipeline starts; default 2. Sizes are numbers of distinct subterms, summed
	// over the clauses.
	Growth float64
	// ClauseSize bounds the size of a clause that is made by inlining a predicate with several
	// definitions or uses; default 2000. Chains of predicates with one definition and one use are
	// contracted regardless of their size.
	ClauseSize int
	// BodyAtoms bounds the body of a clause made by resolution; default 4. Linear clauses remain
	// linear in any case.
	BodyAtoms int
	// MergedClauses bounds the clauses that are merged into one; default 64.
	MergedClauses int
	// Rounds bounds how often the repeated passes run; default 24.
	Rounds int
	// CheckTicks bounds one satisfiability check of a clause, in ticks of the
	// back end; default 200000.
	CheckTicks uint64
	// Facts limits the facts that the pass explicit derives; 2000 are always allowed.
	Facts int
	// DefinitionSize limits the definition of an eliminated predicate that substitution finds: how
	// much it may add to the definitions that it uses. The default is 2000. Larger definitions are
	// interpolated.
	DefinitionSize int
}

// MaxBodyAtoms returns BodyAtoms or its default.
func (l Limits) MaxBodyAtoms() int { return cmp.Or(l.BodyAtoms, 4) }

// MaxFacts returns Facts or the number that is always allowed.
func (l Limits) MaxFacts() int { return max(l.Facts, 2000) }

// MaxSize returns the size up to which a system of the given size may grow.
func (e *Env) MaxSize(size int) int {
	if e.Run != nil {
		return e.Run.MaxSize
	}
	return int(cmp.Or(e.Limits.Growth, 2) * float64(size))
}

// Hinted reports whether there are hints about p.
func (e *Env) Hinted(p *logic.Func) bool {
	return len(e.Hints.Templates(p)) > 0 || len(e.Hints.Initial(p)) > 0
}

// Logger returns Log, or a logger that discards everything.
func (e *Env) Logger() *slog.Logger {
	return cmp.Or(e.Log, slog.New(slog.DiscardHandler))
}

// NewSolver returns a solver over the store whose checks are limited to ticks, or nil if no solver
// is available.
func (e *Env) NewSolver(store *logic.Store, ticks uint64) smt.Solver {
	if e.Backend == nil {
		return nil
	}
	o := e.Solver
	o.Ticks = ticks
	s, err := e.Backend.New(store, o)
	if err != nil {
		e.Logger().Debug("transform: no solver", "backend", e.Backend.Name(), "err", err)
		return nil
	}
	return s
}
