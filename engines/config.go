// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/hints"
	"cornet/horn/transform"
	"cornet/internal/option"
	"cornet/logic"
	"cornet/proof/judge"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Config configures a run. Only Backend is required. Fields with a help tag are also options of the
// command line; see package option.
type Config struct {
	Engine      string               `default:"auto" enum:"${engines}" help:"Engine: ${enum}."`
	Race        bool                 `group:"engine" help:"Run the engines of a portfolio side by side and take the first answer, so that another run may find another witness. Default: engines take turns by counted effort, so that every run is the same."`
	Strength    smt.Strength         `group:"engine" default:"default" enum:"default,strong,medium,weak" help:"Strength of interpolants: ${enum}."`
	Abstraction abstraction.Guidance `group:"engine" default:"auto" enum:"auto,off,term,relational" help:"Templates that guide interpolation: ${enum}."`
	SkipPasses  bool                 `name:"no-passes" negatable:"passes" group:"experiment" help:"Do not simplify the system first."`
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
	// Validation returns the validator of witnesses whose terms are in the store. If it is nil,
	// fresh solvers of Backend validate.
	Validation func(*logic.Store, smt.Options) check.Options `kong:"-"`
	// Cache, if not nil, keeps witnesses between runs.
	Cache Cache `kong:"-"`
	// CacheLabel identifies versions of one system. A run starts from the witness of the last
	// system with its label. If the label is "", systems with the same predicates count as
	// versions.
	CacheLabel string `kong:"-"`
	// Assertions means that the queries assert invariants. The inductive ones among them help all
	// engines from the start.
	Assertions bool `kong:"-"`
	// Unwindings lets engines justify Safe by an unwinding. Outcome.Model is nil then.
	Unwindings bool `kong:"-"`
	// Check chooses the validator of witnesses.
	Check judge.Method `kong:"-"`
	// SMT is passed to the back end.
	SMT smt.Options `kong:"-"`
	// Watch, if not nil, is called with pictures of the search: an [lawi.Snapshot] after every
	// refinement of lawi, an [abstraction.Lattice] for every guided refinement of predabs. With a
	// portfolio, it is called from other goroutines.
	Watch func(picture any) `kong:"-"`
	// Hints about the input's predicates; nil for none. Passes translate them.
	Hints *hints.Hints `kong:"-"`
	// Passes chooses among the passes.
	Passes transform.Options `kong:"-"`
	// Facts is the number of facts up to which the facts of a system are enumerated before a
	// search; 0 means a small number.
	Facts int `kong:"-"`
	// Lemmas asks for Outcome.Lemmas, the proved lemmas, if the verdict is Unknown. A tenth of the
	// time before a deadline is kept for this.
	Lemmas bool `kong:"-"`
	// Log receives progress; nil discards it.
	Log *slog.Logger `kong:"-"`
}

// Judges returns the validator of witnesses whose terms are in the store. It uses solvers with
// options o.
func (c *Config) Judges(store *logic.Store, o smt.Options) check.Options {
	if c.Validation != nil {
		return c.Validation(store, o)
	}
	return check.Judges(store, c.Backend, nil, o)
}

// NewJudge returns the judge of all witnesses of sys in its current state.
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
	for _, e := range Strategies() {
		if e.Options != nil {
			z = append(z, reflect.New(reflect.TypeOf(e.Options)).Interface())
		}
	}
	return z
}

// check returns an error for an engine that does not exist, for options that no engine has, or for
// values out of range.
func (c *Config) check() error {
	if c.Engine != Auto && c.Engine != "" {
		if _, err := named(Strategies(), c.Engine); err != nil {
			return err
		}
	}
	known := EngineOptions()
	for _, o := range c.Engines {
		if !slices.ContainsFunc(known, func(k any) bool { return reflect.TypeOf(k) == reflect.TypeOf(o) }) {
			return fmt.Errorf("no engine has options of type %T", o)
		}
	}
	return option.Check(append([]any{c}, c.Engines...)...)
}

// changed returns the options that differ from their defaults.
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

// Debug holds the switches of the command line's -d=unit/flag=n. The zero value has all of them
// off. Adding a field adds the switch and its help.
type Debug struct {
	ItpCheck       int `flag:"itp/check" help:"check every n-th interpolation query"`
	LawiCheck      int `flag:"lawi/check" help:"check the covering relation after every node"`
	TransformCheck int `flag:"transform/check" help:"validate witnesses after every pass that they are translated back through"`
	TransformDump  int `flag:"transform/dump" help:"write the system after every pass to <seq>_<pass>.smt2"`
}

// UnmarshalText turns on the switches in text, a comma-separated list of unit/flag or unit/flag=n.
func (d *Debug) UnmarshalText(text []byte) error {
	for _, item := range strings.Split(string(text), ",") {
		name, number, valued := strings.Cut(item, "=")
		n := 1
		if valued {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 0 {
				return fmt.Errorf("debug switch %s needs a number, not %q", name, number)
			}
		}
		field := d.field(name)
		if !field.IsValid() {
			return fmt.Errorf("no debug switch is called %q; there are\n%s", name, DebugHelp())
		}
		field.SetInt(int64(n))
	}
	return nil
}

func (d *Debug) field(name string) reflect.Value {
	v := reflect.ValueOf(d).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("flag") == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// DebugHelp lists the debug switches, a line each.
func DebugHelp() string {
	var lines []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Debug]()) {
		lines = append(lines, fmt.Sprintf("  %-18s %s", f.Tag.Get("flag"), f.Tag.Get("help")))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
