// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"cornet/engines"
	"cornet/engines/predabs"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/hints"
	"cornet/smt"
)

// runFlags are the flags of commands that run an engine.
type runFlags struct {
	solverFlags
	Engine        string   `default:"auto" enum:"${engines}" help:"Engine: ${engines}."`
	Deterministic bool     `help:"Let the engines of a portfolio take turns by counted effort instead of time, so that every run is the same."`
	Timeout       span     `placeholder:"TIME" help:"Give up after this time: seconds, or a duration such as 1m30s."`
	Memory        size     `placeholder:"SIZE" help:"Give up when the process uses more memory, such as 2G."`
	Strength      string   `default:"default" enum:"default,strong,medium,weak" help:"Strength of interpolants: ${enum}."`
	Abstraction   string   `default:"auto" enum:"auto,off,term,relational" help:"Templates that guide interpolation: ${enum}."`
	Hints         string   `placeholder:"FILE" help:"Templates and initial predicates in Eldarica's format, or definitions of candidate invariants."`
	Template      []string `sep:"none" placeholder:"P: TERM,…" help:"Templates for a predicate over its arguments x0, x1, …: 'inv: x0 - x1'; repeatable."`
	lawiFlags
	Passes      bool       `default:"true" negatable:"" help:"Simplify the system first."`
	Check       bool       `default:"true" negatable:"" help:"Validate every witness before the verdict is printed."`
	Reproducers string     `default:"." placeholder:"DIR" help:"Where inputs that show a defect of Cornet are saved."`
	Stats       string     `enum:",text,json" default:"" placeholder:"FORM" help:"Print statistics on standard error, as text or json."`
	Debug       debugFlags `short:"d" placeholder:"UNIT/FLAG[=N]" help:"Debug switches; -d help lists them."`
}

var strengths = map[string]smt.Strength{
	"default": smt.StrengthDefault, "strong": smt.Strong, "medium": smt.Medium, "weak": smt.Weak,
}

var abstractions = map[string]predabs.Abstraction{
	"auto": predabs.AutoAbstraction, "off": predabs.NoAbstraction,
	"term": predabs.TermAbstraction, "relational": predabs.RelationalAbstraction,
}

// hints returns what the flags say about the predicates of sys.
func (f *runFlags) hints(ctx context.Context, a *app, sys *horn.System) (*hints.Hints, error) {
	var all []*hints.Hints
	if f.Hints != "" {
		in, err := openInput(ctx, a, f.Hints)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		h, err := hints.Read(sys, f.Hints, in)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	for _, text := range f.Template {
		h, err := hints.ParseTemplate(sys, "--template", text)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return hints.Merge(all...), nil
}

// config returns the run's configuration, with the back end loaded.
func (f *runFlags) config(a *app) (engines.Config, error) {
	solvers, err := f.backends(a)
	if err != nil {
		return engines.Config{}, err
	}
	options := f.options(a)
	options.Memory = f.Memory.forSolver()
	return engines.Config{
		Engine:  f.Engine,
		Backend: solvers.work,
		Validation: func(sys *horn.System) check.Options {
			return solvers.checkOptions(sys.Store, options)
		},
		Solver:        options,
		Strength:      strengths[f.Strength],
		Abstraction:   abstractions[f.Abstraction],
		Lawi:          f.mode(),
		SkipPasses:    !f.Passes,
		Trust:         !f.Check,
		Deterministic: f.Deterministic,
		Reproducers:   f.Reproducers,
		Debug:         engines.Debug(f.Debug),
		Log:           a.log,
	}, nil
}

// writeStats prints the statistics of a run as text or JSON.
func writeStats(w io.Writer, form string, z engines.Outcome) {
	report := struct {
		Verdict string `json:"verdict"`
		Reason  string `json:"reason,omitempty"`
		engines.Stats
	}{z.Verdict.String(), z.Reason, z.Stats}
	data, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		fmt.Fprintf(w, "statistics: %v\n", err)
		return
	}
	if form == "text" {
		// The JSON without its punctuation is the text.
		text := strings.NewReplacer(`"`, "", ",\n", "\n", "{\n", "\n", "[\n", "\n").Replace(string(data))
		for _, line := range strings.Split(text, "\n") {
			if line = strings.TrimRight(line, " }]"); strings.TrimSpace(line) != "" {
				fmt.Fprintln(w, line)
			}
		}
		return
	}
	fmt.Fprintf(w, "%s\n", data)
}
