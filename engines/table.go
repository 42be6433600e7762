// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"cornet/engines/bmc"
	"cornet/engines/lawi"
	"cornet/engines/predabs"
	"cornet/horn"
	"cornet/smt"
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
	Debug    Debug
	Log      *slog.Logger // not nil
}

// Entry describes one engine.
type Entry struct {
	Name string
	// Help is one line for people.
	Help string
	// Linear tells that the engine takes linear systems only.
	Linear bool
	// New makes an engine.
	New func(Env) Engine
}

// Table lists the engines in the order of preference: the first that takes a
// system is the default for it.
func Table() []Entry {
	return []Entry{
		{
			Name: "lawi", Linear: true,
			Help: "lazy abstraction with interpolants (linear systems)",
			New: func(e Env) Engine {
				return lawi.New(lawi.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength,
					CheckTree: e.Debug.LawiCheck > 0, Log: e.Log})
			},
		},
		{
			Name: "predabs",
			Help: "predicate abstraction with tree interpolants",
			New: func(e Env) Engine {
				return predabs.New(predabs.Options{Backend: e.Backend, Solver: e.Solver, Strength: e.Strength, Log: e.Log})
			},
		},
		{
			Name: "bmc",
			Help: "bounded model checking: refutations only",
			New: func(e Env) Engine {
				return bmc.New(bmc.Options{Backend: e.Backend, Solver: e.Solver, Log: e.Log})
			},
		},
	}
}

// Auto is the name that stands for the first engine that takes the system.
const Auto = "auto"

// Names returns the names that Select accepts.
func Names() []string {
	z := []string{Auto}
	for _, e := range Table() {
		z = append(z, e.Name)
	}
	return z
}

// Select returns the engine called name, or for Auto the preferred one for sys.
func Select(name string, sys *horn.System) (Entry, error) {
	for _, e := range Table() {
		if e.Name == name || (name == Auto || name == "") && (!e.Linear || sys.IsLinear()) {
			return e, nil
		}
	}
	return Entry{}, fmt.Errorf("no engine is called %q; there are %s", name, strings.Join(Names(), ", "))
}
