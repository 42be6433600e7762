// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/hints"
	"cornet/horn/transform"
	"cornet/internal/option"
	"cornet/judge"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Config configures a run. Only Backend is required. Fields with a help tag are also options of the
// command line; see package option.
type Config struct {
	Engine        string               `default:"auto" enum:"${engines}" type:"engine" help:"Engine: ${enum}."`
	Race          bool                 `group:"engine" help:"Run the engines of a portfolio side by side and take the first answer, so that another run may find another witness. Default: engines take turns by counted effort, so that every run is the same."`
	Deterministic bool                 `hidden:"" help:"What is the default."`
	Strength      smt.Strength         `group:"engine" default:"default" enum:"default,strong,medium,weak" help:"Strength of interpolants: ${enum}."`
	Abstraction   abstraction.Guidance `group:"engine" default:"auto" enum:"auto,off,term,relational" help:"Templates that guide interpolation: ${enum}."`
	SkipPasses    bool                 `name:"no-passes" negatable:"passes" group:"experiment" help:"Do not simplify the system first."`
	// Trust skips the validation of witnesses. For measurements only.
	Trust bool `name:"no-check" group:"experiment" help:"Print verdicts without validating their witnesses."`
	// Reproducers is a directory; "" means the working directory.
	Reproducers string `default:"." placeholder:"DIR" group:"experiment" help:"Folder where Cornet saves inputs that show a defect of its own."`
	Debug       Debug  `short:"d" placeholder:"UNIT/FLAG[=N]" group:"experiment" help:"Debug switches; -d help lists them."`
	// Engines has options of engines, as pointers to the structs in the table. Other engines use
	// their defaults.
	Engines []any `kong:"-"`

	// Backend makes all solvers of the run.
	Backend smt.Backend `kong:"-"`
	// Validation says how witnesses with terms in the store are validated; nil uses fresh solvers
	// of Backend.
	Validation func(*logic.Store, smt.Options) check.Options `kong:"-"`
	// Cache, if not nil, keeps witnesses between runs.
	Cache Cache `kong:"-"`
	// CacheLabel identifies systems that are edited versions of each other: the last system with
	// the label gives the warm start. If it is "", the predicates identify them.
	CacheLabel string `kong:"-"`
	// Unwindings lets engines justify Safe by an unwinding, where that is what they find:
	// Outcome.Model is nil then.
	Unwindings bool `kong:"-"`
	// Check says who validates witnesses.
	Check judge.Method `kong:"-"`
	// SMT is passed to the back end.
	SMT smt.Options `kong:"-"`
	// Watch, if not nil, is called with pictures of the search: an [lawi.Snapshot] after every
	// refinement of lawi, an [abstraction.Lattice] for every guided refinement of predabs. With a
	// portfolio, it is called from other goroutines.
	Watch func(picture any) `kong:"-"`
	// AfterRound, if not nil, is called after every round with the effort of the run so far, in
	// ticks. Engines wait until it returns.
	AfterRound func(ctx context.Context, effort int64) `kong:"-"`
	// Hints about the input's predicates; nil for none. Passes translate them.
	Hints *hints.Hints `kong:"-"`
	// Passes chooses among the passes.
	Passes transform.Options `kong:"-"`
	// Facts is how many facts may be enumerated instead of a search; 0 means a small number.
	Facts int `kong:"-"`
	// Lemmas asks for Outcome.Lemmas, what was proved, if the verdict is Unknown. If there is a
	// deadline, a tenth of the time is kept for this.
	Lemmas bool `kong:"-"`
	// Log receives progress; nil discards it.
	Log *slog.Logger `kong:"-"`
}

// Judges returns how witnesses with terms in the store are validated, by solvers with options o.
func (c *Config) Judges(store *logic.Store, o smt.Options) check.Options {
	if c.Validation != nil {
		return c.Validation(store, o)
	}
	return check.Judges(store, c.Backend, nil, o)
}

// NewJudge returns the judge of all witnesses of sys, as it is now.
func (c *Config) NewJudge(sys *horn.System) *judge.Judge {
	return judge.New(sys, judge.Options{Method: c.Check, Solvers: func(store *logic.Store) check.Options {
		z := c.Judges(store, c.SMT)
		z.Log = c.Log
		return z
	}})
}

// EngineOptions returns the options of all engines with their defaults, in the form of
// Config.Engines: pointers to structs with one option per field.
func EngineOptions() (z []any) {
	for _, e := range Table() {
		if e.Options != nil {
			z = append(z, reflect.New(reflect.TypeOf(e.Options)).Interface())
		}
	}
	return z
}

// table returns the engines. Those that justify Safe by an unwinding take part only if that is
// wanted.
func (c *Config) table() []Entry {
	z := Table()
	for i := range z {
		if z[i].Unwinds && !c.Unwindings {
			z[i].Auto = nil
		}
	}
	return z
}

// check returns an error for options that no engine has, and for values out of range.
func (c *Config) check() error {
	known := EngineOptions()
	for _, o := range c.Engines {
		if !slices.ContainsFunc(known, func(k any) bool { return reflect.TypeOf(k) == reflect.TypeOf(o) }) {
			return fmt.Errorf("no engine has options of type %T", o)
		}
	}
	return option.Check(append([]any{c}, c.Engines...)...)
}

// changed returns the options that are not what they are by default.
func (c *Config) changed() []string { return option.Changed(append([]any{c}, c.Engines...)...) }

// optionsOf returns the options of type T among those of engines.
func optionsOf[T any](all []any) T {
	for _, o := range all {
		if z, ok := o.(*T); ok {
			return *z
		}
	}
	var none T
	return none
}
