// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"log/slog"
	"time"

	"cornet/engines/bmc"
	"cornet/engines/ic3"
	"cornet/engines/imc"
	"cornet/engines/induction"
	"cornet/engines/kernel"
	"cornet/engines/kind"
	"cornet/engines/lawi"
	"cornet/engines/pdr"
	"cornet/engines/predabs"
	"cornet/engines/reduction"
	"cornet/engines/regular"
	"cornet/engines/symbolic"
	"cornet/engines/trl"
	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/catamorphism"
	"cornet/horn/transform/cellmorph"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Engine decides Horn systems; the package comment states the contract.
type Engine interface {
	Solve(ctx context.Context, sys *horn.System) (horn.Result, error)
}

// Reporter is implemented by engines that count their work. Stats returns a
// struct of counters of the last call to Solve, with JSON field names.
type Reporter interface {
	Stats() any
}

// Env is the input for making an engine.
type Env struct {
	Backend  smt.Backend
	Solver   smt.Options
	Strength smt.Strength
	// Abstraction guides the interpolants of engines that interpolate.
	Abstraction abstraction.Guidance
	// Options has the options of engines; see Config.Engines.
	Options []any
	// Watch is called with pictures of the search; nil if nothing shows them.
	Watch func(picture any)
	// Hints are about the system that the engine is given; nil for none.
	Hints *hints.Hints
	// Board is the engine's access to the blackboard of the run, or nil.
	Board kernel.Board
	// Ticks bounds the effort of a trial, and Last that of its last step, which may exceed Ticks.
	// Both are 0 otherwise.
	Ticks, Last int64
	// Input is the input of the run if the engine works on a copy of it, and nil otherwise. Its
	// terms may be read, but no terms may be made in it.
	Input *horn.System
	Debug Debug
	// Reached is called with the height up to which there is no refutation; nil if it is not
	// needed.
	Reached func(height int)
	Log     *slog.Logger // not nil
}

// Strategy is a way of solving: passes, an engine, and the systems that both are made for.
type Strategy struct {
	// Name is the engine's name on the command line.
	Name string
	// Help is one line of text.
	Help string
	// Linear means that the engine takes linear systems only.
	Linear bool
	// Passes names the passes that make the engine's system.
	Passes preparation
	// Fits reports whether the strategy takes part in the portfolio for a system after the passes;
	// nil means never.
	Fits func(*horn.System) bool
	// Unwinds means that the engine justifies Safe by an unwinding: in the portfolio, it takes part
	// only if Config.Unwindings is set.
	Unwinds bool
	// Options is a struct with the engine's options, one a field; nil for none.
	Options any
	// New makes the engine.
	New func(Env) Engine
}

// Always is the Fits of strategies for all systems.
func Always(*horn.System) bool { return true }

// linearArithmetic is the Fits of strategies for linear systems over numbers.
func linearArithmetic(sys *horn.System) bool {
	return sys.IsLinear() && sys.Theories()&^arithmetic == 0
}

// Strategies returns the table of all ways of solving. [classes] has their shares of the effort.
func Strategies() []Strategy {
	return []Strategy{
		{
			Name: "lawi", Linear: true, Fits: (*horn.System).IsLinear, Options: lawi.Mode{},
			Help: "lazy abstraction with interpolants (linear systems)",
			New: func(e Env) Engine {
				return lawi.New(lawi.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength,
					Mode: optionsOf[lawi.Mode](e.Options), Guidance: e.Abstraction, Board: e.Board, Watch: watching[lawi.Snapshot](e), Clock: time.Now, CheckTree: e.Debug.LawiCheck > 0, Log: e.Log})
			},
		},
		{
			Name: "predabs", Fits: Always,
			Help: "predicate abstraction with tree interpolants",
			New: func(e Env) Engine {
				return predabs.New(predabs.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength,
					Abstraction: e.Abstraction, Lattice: watching[*abstraction.Lattice](e), Hints: e.Hints, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "pdr", Fits: Always,
			Help: "property-directed reachability",
			New: func(e Env) Engine {
				return pdr.New(pdr.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "imc", Linear: true, Passes: singleLoop, Fits: (*horn.System).IsLinear,
			Help: "interpolation-based model checking of the single-loop encoding (linear systems)",
			New: func(e Env) Engine {
				return imc.New(imc.Options{Backend: imc.Guided(e.Backend, e.Abstraction), Solver: e.Solver, Derivation: imc.DerivationOf(e.Strength),
					Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "kind", Linear: true, Passes: singleLoop,
			Help: "k-induction on the single-loop encoding (linear systems)",
			New: func(e Env) Engine {
				return kind.New(kind.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "trl", Linear: true, Passes: singleLoop, Fits: linearArithmetic,
			Help: "transitive relation learning: loops at once (linear systems over numbers)",
			New: func(e Env) Engine {
				return trl.New(trl.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "catamorphism", Fits: func(sys *horn.System) bool { return len(catamorphism.Templates(sys)) > 0 }, Passes: asWritten,
			Help: "property-directed reachability of the measures of datatypes, which are learned: models, and refutations now and then",
			New:  func(e Env) Engine { return reduction.Catamorphism(reducing(e)) },
		},
		{
			Name: "induction", Fits: induction.Applies, Passes: asWritten,
			Help: "recursive functions for predicates over datatypes, and proofs by induction: models only",
			New: func(e Env) Engine {
				return induction.New(induction.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
		{
			Name: "regular", Fits: induction.Applies, Passes: asWritten,
			Help: "finite models of systems over datatypes, which are tree automata: models only",
			New: func(e Env) Engine {
				return regular.New(regular.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
		{
			Name: "symbolic", Fits: induction.Applies, Passes: asWritten,
			Help: "symbolic evaluation of predicates over datatypes, by a SAT solver: refutations only",
			New:  func(e Env) Engine { return symbolic.New(symbolic.Options{Log: e.Log}) },
		},
		{
			Name: "intblast", Fits: func(sys *horn.System) bool { return sys.Theories().Has(horn.BitVectors) }, Passes: asWritten,
			Help: "property-directed reachability of the values of bit-vectors, and of numbers congruent to them",
			New:  func(e Env) Engine { return reduction.Intblast(reducing(e)) },
		},
		{
			Name: "cellmorph", Fits: cellmorph.Has, Passes: asWritten,
			Help: "property-directed reachability of single cells of arrays: models only",
			New:  func(e Env) Engine { return reduction.Cellmorph(reducing(e)) },
		},
		{
			Name: "unwind", Linear: true, Passes: asWritten, Unwinds: true, Fits: unwind.Applies,
			Help: "complete unwinding of loops, by bits: linear systems over bit-vectors, integers and arrays with short derivations",
			New: func(e Env) Engine {
				return unwind.New(unwind.Options{Input: e.Input, Ticks: e.Ticks, LoopTicks: e.Ticks / loopPart, Last: e.Last, Log: e.Log})
			},
		},
		{
			Name: "ic3", Linear: true, Fits: ic3.Applies,
			Help: "incremental induction on bits, and bounded model checking (linear systems over bit-vectors)",
			New:  func(e Env) Engine { return ic3.New(ic3.Options{Log: e.Log}) },
		},
		{
			Name: "bmc", Fits: Always, Passes: singleLoop,
			Help: "bounded model checking: refutations, and models where no derivation is deeper",
			New: func(e Env) Engine {
				return bmc.New(bmc.Options{Backend: e.Backend, Solver: e.Solver, Reached: e.Reached, Log: e.Log})
			},
		},
	}
}

// reducing returns the options of engines that reduce systems.
func reducing(e Env) reduction.Options {
	return reduction.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log}
}

// loopPart limits unwinding in a trial. One part in loopPart of the effort may pass before all
// loops end. Loops without bounds use this part up, so it is small.
const loopPart = 9

// watching returns the observer of pictures of type T.
func watching[T any](e Env) func(T) {
	if e.Watch == nil {
		return nil
	}
	return func(picture T) { e.Watch(picture) }
}
