// SPDX-License-Identifier: Apache-2.0

package cornet

import (
	"context"
	"os"
	"strconv"
	"time"

	"cornet/engines"
	"cornet/horn/cache"
	"cornet/horn/check"
	"cornet/horn/hints"
	"cornet/internal/budget"
	"cornet/internal/input"
	"cornet/internal/option"
	"cornet/logic"
	"cornet/proof/judge"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smtlib"
	"cornet/verify"
)

// Options control how a system is decided. The zero value is usable. The fields of the embedded
// structs are the options of the command line, which docs/options.md lists:
//
//	var o cornet.Options
//	o.Timeout, o.Engine = time.Minute, "pdr"
type Options struct {
	budget.Budget
	backends.Choice
	engines.Config
	CacheDir  string       `name:"cache" placeholder:"DIR" help:"Keep witnesses in this folder, and start from the one for the same clauses or for those before an edit."`
	CacheSize option.Bytes `default:"1G" placeholder:"SIZE" help:"Largest size of --cache; the entries used least recently are deleted."`
	HintFile  string       `name:"hints" placeholder:"FILE" help:"Templates and initial predicates in Eldarica's format, or definitions of candidate invariants."`
	Template  []string     `sep:"none" placeholder:"P: TERM,…" help:"Templates for a predicate over its arguments x0, x1, …: 'inv: x0 - x1'; repeatable."`
}

// ProgramOptions control how a C program is decided.
type ProgramOptions struct {
	Options
	Program verify.Options `embed:""`
}

// Configure returns the configuration of a run, with the back ends that the options name loaded.
func (o *Options) Configure() (engines.Config, error) {
	z := o.Config
	z.SMT.Seed, z.SMT.Log = o.Seed, o.Log
	if z.SMT.Memory == 0 {
		z.SMT.Memory = o.ForSolver()
	}
	if o.CacheDir != "" {
		z.Cache = cache.Open(o.CacheDir, uint64(o.CacheSize))
	}
	if z.Check == judge.Auto && o.Solver != "" && o.Solver != "auto" {
		z.Check = judge.Solver // the back end that was named
	}
	if z.Backend != nil && z.Validation != nil { // the caller has loaded the solvers
		return z, nil
	}
	solvers, err := o.Open(o.Log)
	if err != nil {
		return z, err
	}
	if z.Backend == nil {
		z.Backend = solvers.Work
	}
	if z.Validation == nil {
		z.Validation = func(store *logic.Store, o smt.Options) check.Options {
			return check.Judges(store, solvers.Check, solvers.Second, o)
		}
	}
	return z, nil
}

// ReadHints returns the information in the options about the predicates of sys.
func (o *Options) ReadHints(sys *System) (*hints.Hints, error) {
	var all []*hints.Hints
	if o.HintFile != "" {
		in, err := input.Open(context.Background(), o.HintFile, os.Stdin)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		h, err := hints.Read(sys, o.HintFile, in)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	for _, text := range o.Template {
		h, err := hints.ParseTemplate(sys, "--template", text)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return hints.Merge(all...), nil
}

// run decides a program.
func (o *ProgramOptions) run(ctx context.Context, sources []verify.Source) (ProgramResult, error) {
	p := o.Program
	p.Hints, p.Cached = o.ReadHints, o.CacheDir != "" && !o.Trust
	p.Prepare = func(z *engines.Config) error {
		config, err := o.Configure()
		config.Lemmas, config.Unwindings = z.Lemmas, z.Unwindings
		*z = config
		return err
	}
	return verify.Run(ctx, sources, p, o.Config)
}

// problemOf returns the contents of a script other than its system.
func problemOf(script *smtlib.Script) *Problem {
	z := &Problem{Warnings: script.Warnings}
	for i := range script.Commands {
		c := &script.Commands[i]
		switch c.Kind {
		case smtlib.CmdGetModel:
			z.Model = true
		case smtlib.CmdGetProof:
			z.Proof = true
		case smtlib.CmdSetOption:
			if c.Name == ":timeout" && len(c.Args) == 1 {
				if ms, err := strconv.ParseUint(c.Args[0].Text, 10, 40); err == nil {
					z.Timeout = time.Duration(ms) * time.Millisecond
				}
			}
		}
	}
	return z
}
