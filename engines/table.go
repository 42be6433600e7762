// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"cornet/engines/bmc"
	"cornet/engines/imc"
	"cornet/engines/induction"
	"cornet/engines/kernel"
	"cornet/engines/kind"
	"cornet/engines/lawi"
	"cornet/engines/pdr"
	"cornet/engines/predabs"
	"cornet/engines/reduction"
	"cornet/engines/regular"
	"cornet/engines/sld"
	"cornet/engines/symbolic"
	"cornet/engines/trl"
	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/catamorphism"
	"cornet/horn/transform/cellmorph"
	"cornet/internal/slice"
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

// Env is what an engine is made with.
type Env struct {
	Backend  smt.Backend
	Solver   smt.Options
	Strength smt.Strength
	// Abstraction guides the interpolants of engines that interpolate.
	Abstraction abstraction.Guidance
	// Options has the options of engines; see Config.Engines.
	Options []any
	// Watch sees pictures of the search; nil if nothing does.
	Watch func(picture any)
	// Hints are about the system that the engine is given; nil for none.
	Hints *hints.Hints
	// Board is the engine's access to the blackboard of the run, or nil.
	Board kernel.Board
	// Input is the input of the run where the engine is given a copy of it: its terms may be read,
	// and none made. Otherwise it is nil.
	Input *horn.System
	Debug Debug
	// Reached is called with the height up to which there is no refutation; nil if nobody needs it.
	Reached func(height int)
	Log     *slog.Logger // not nil
}

// Entry describes one engine.
type Entry struct {
	Name string
	// Former is a name of earlier releases, which is accepted and not shown.
	Former string
	// Help is one line of text.
	Help string
	// Linear tells that the engine takes linear systems only.
	Linear bool
	// Input means that the engine takes the input without preprocessing, since it has its own.
	Input bool
	// Loop means that the engine unrolls a linear system as a single loop, for which too many
	// places are a burden; see prepareLoop.
	Loop bool
	// Trivial means that in the portfolio, this engine decides systems of linear arithmetic
	// without predicates, alone or beside unwinding; all others would ask the same query.
	Trivial bool
	// First means that in the portfolio, the engine tries a system before the most expensive
	// passes; see attempt.
	First bool
	// Auto reports whether the engine takes part in the portfolio for a system; nil means never.
	Auto func(*horn.System) bool
	// Unwinds tells that the engine justifies Safe by an unwinding: in the portfolio, it takes part
	// only if Config.Unwindings is set.
	Unwinds bool
	// Options is a struct with the engine's options, one a field; nil for none.
	Options any
	// New makes an engine.
	New func(Env) Engine
}

// Everywhere is the Auto of engines that take part in every portfolio.
func Everywhere(*horn.System) bool { return true }

// linearArithmetic is the Auto of engines for linear systems over numbers.
func linearArithmetic(sys *horn.System) bool {
	return sys.IsLinear() && sys.Theories()&^arithmetic == 0
}

// Table lists the engines.
func Table() []Entry {
	return []Entry{
		{
			Name: "lawi", Linear: true, Auto: (*horn.System).IsLinear, Options: lawi.Mode{},
			Help: "lazy abstraction with interpolants (linear systems)",
			New: func(e Env) Engine {
				return lawi.New(lawi.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength,
					Mode: optionsOf[lawi.Mode](e.Options), Guidance: e.Abstraction, Board: e.Board, Watch: watching[lawi.Snapshot](e), Clock: time.Now, CheckTree: e.Debug.LawiCheck > 0, Log: e.Log})
			},
		},
		{
			Name: "predabs", Auto: Everywhere,
			Help: "predicate abstraction with tree interpolants",
			New: func(e Env) Engine {
				return predabs.New(predabs.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength,
					Abstraction: e.Abstraction, Lattice: watching[*abstraction.Lattice](e), Hints: e.Hints, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "pdr", Auto: Everywhere, First: true,
			Help: "property-directed reachability",
			New: func(e Env) Engine {
				return pdr.New(pdr.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "imc", Linear: true, Loop: true, Trivial: true, Auto: (*horn.System).IsLinear,
			Help: "interpolation-based model checking of the single-loop encoding (linear systems)",
			New: func(e Env) Engine {
				return imc.New(imc.Options{Backend: guided(e), Solver: e.Solver, Derivation: imc.DerivationOf(e.Strength),
					Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "kind", Linear: true, Loop: true,
			Help: "k-induction on the single-loop encoding (linear systems)",
			New: func(e Env) Engine {
				return kind.New(kind.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "trl", Linear: true, Loop: true, Auto: linearArithmetic,
			Help: "transitive relation learning: loops at once (linear systems over numbers)",
			New: func(e Env) Engine {
				return trl.New(trl.Options{Backend: e.Backend, Solver: e.Solver, Board: e.Board, Log: e.Log})
			},
		},
		{
			Name: "catamorphism", Former: "fold", Auto: func(sys *horn.System) bool { return len(catamorphism.Templates(sys)) > 0 }, Input: true,
			Help: "property-directed reachability of the measures of datatypes, which are learned: models, and refutations now and then",
			New:  func(e Env) Engine { return reduction.Catamorphism(reducing(e)) },
		},
		{
			Name: "induction", Auto: induction.Applies, Input: true,
			Help: "recursive functions for predicates over datatypes, and proofs by induction: models only",
			New: func(e Env) Engine {
				return induction.New(induction.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
		{
			Name: "regular", Auto: induction.Applies, Input: true,
			Help: "finite models of systems over datatypes, which are tree automata: models only",
			New: func(e Env) Engine {
				return regular.New(regular.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
		{
			Name: "sld", Auto: induction.Applies, Input: true,
			Help: "resolution of goals with clauses over datatypes, determinate goals first: refutations only",
			New: func(e Env) Engine {
				return sld.New(sld.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
		{
			Name: "symbolic", Auto: induction.Applies, Input: true,
			Help: "symbolic evaluation of predicates over datatypes, by a SAT solver: refutations only",
			New:  func(e Env) Engine { return symbolic.New(symbolic.Options{Log: e.Log}) },
		},
		{
			Name: "intblast", Former: "words", Auto: func(sys *horn.System) bool { return sys.Theories().Has(horn.BitVectors) }, Input: true,
			Help: "property-directed reachability of the values of bit-vectors, and of numbers congruent to them",
			New:  func(e Env) Engine { return reduction.Intblast(reducing(e)) },
		},
		{
			Name: "cellmorph", Former: "cells", Auto: cellmorph.Has, Input: true,
			Help: "property-directed reachability of single cells of arrays: models only",
			New:  func(e Env) Engine { return reduction.Cellmorph(reducing(e)) },
		},
		{
			Name: "unwind", Linear: true, Input: true, Unwinds: true, Auto: unwind.Applies,
			Help: "complete unwinding of loops, by bits: linear systems over bit-vectors, integers and arrays with short derivations",
			New:  func(e Env) Engine { return unwind.New(unwind.Options{Input: e.Input, Log: e.Log}) },
		},
		{
			Name: "bmc", Auto: Everywhere, Loop: true,
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

// Auto is the name that stands for a portfolio: all engines of the table that
// are made for the system, side by side.
const Auto = "auto"

// Names returns the names that Select accepts.
func Names() []string { return append([]string{Auto}, names(Table())...) }

// Current returns the current name of an engine that was renamed since earlier releases, or name.
func Current(name string) string {
	for _, e := range Table() {
		if name != "" && name == e.Former {
			return e.Name
		}
	}
	return name
}

func names(entries []Entry) []string {
	var z []string
	for _, e := range entries {
		z = append(z, e.Name)
	}
	return z
}

// Select returns the engine of the table called name. For Auto or "", it returns the engines to run
// side by side on sys.
func Select(table []Entry, name string, sys *horn.System) ([]Entry, error) {
	var z []Entry
	name = Current(name)
	for _, e := range table {
		switch {
		case name == e.Name:
			return []Entry{e}, nil
		case (name == Auto || name == "") && e.Auto != nil && e.Auto(sys):
			z = append(z, e)
		}
	}
	if theories := sys.Theories(); len(sys.Preds) == 0 && theories&^arithmetic == 0 {
		enough := func(e Entry) bool { return e.Trivial || e.Unwinds && theories.Has(horn.IntDivision) }
		if few := slice.Filter(z, enough); len(few) > 0 {
			z = few
		}
	}
	if z == nil {
		return nil, fmt.Errorf("no engine is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return z, nil
}

// watching returns the observer of pictures of type T.
func watching[T any](e Env) func(T) {
	if e.Watch == nil {
		return nil
	}
	return func(picture T) { e.Watch(picture) }
}
