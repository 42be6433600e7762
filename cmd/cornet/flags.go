// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	api "cornet"
	"cornet/engines"
	"cornet/internal/budget"
	"cornet/internal/option"
	"cornet/proof/judge"
	"cornet/server/personality"
	"cornet/smt/backends"
	"cornet/verify"
)

// runFlags are the flags of commands that run engines.
type runFlags struct {
	api.Options
	kong.Plugins        // the options of engines
	Stats        string `enum:",text,json" default:"" placeholder:"FORM" help:"Print statistics on standard error, as text or json."`
}

// solverFlags are the flags of commands that use a solver.
type solverFlags struct {
	budget.Budget
	backends.Choice
}

// readFlags are the flags of commands that read SMT-LIB.
type readFlags struct {
	Strict bool `help:"Refuse text that departs from SMT-LIB, even if it has only one sensible meaning."`
}

// judgeFlag is the flag of commands that validate witnesses of SMT-LIB files.
type judgeFlag struct {
	Check judge.Method `enum:"auto,solver,proof" default:"auto" help:"What validates witnesses: ${enum}. proof: a small checker reads a proof of each condition, and rejects a condition without one. auto: proofs are tried first for small models, then solvers."`
}

// open returns the configuration of the solvers, and of the validation of witnesses.
func (f *solverFlags) open(a *app, check judge.Method) (engines.Config, error) {
	o := api.Options{Budget: f.Budget, Choice: f.Choice}
	o.Log, o.Check = a.log, check
	return o.Configure()
}

// within returns the options of a run within the budget of the command, whose time has begun.
func (f *runFlags) within(a *app) api.Options {
	z := f.Options
	z.Log, z.SMT.Memory, z.Budget = a.log, f.ForSolver(), budget.Budget{}
	return z
}

func newRunFlags() runFlags {
	z := runFlags{Plugins: engines.EngineOptions()}
	z.Engines = z.Plugins
	return z
}

// newFullParser returns a parser of the command line into c. Help shows the options of all groups
// if all is set.
func newFullParser(c *commands, all bool, options ...kong.Option) (*kong.Kong, error) {
	return newParser(c, append(c.hostCommands.runFlags(), &c.Solve.runFlags, &c.Verify.runFlags, &c.Graph.runFlags), all, options...)
}

// newParser returns a parser into a grammar that contains runs.
func newParser(grammar any, runs []*runFlags, all bool, options ...kong.Option) (*kong.Kong, error) {
	for _, f := range runs {
		*f = newRunFlags()
	}
	var groups []kong.Group
	for _, g := range option.Groups {
		groups = append(groups, kong.Group{Key: g.Name, Title: g.Title})
	}
	parser, err := kong.New(grammar, append(options,
		kong.Name("cornet"),
		kong.Description("Cornet decides systems of constrained Horn clauses and certifies every answer."),
		kong.Vars{"engines": strings.Join(engines.Names(), ","), "version": versionLine(), "solvers": personality.Names()},
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(readDuration)),
		kong.ExplicitGroups(groups),
		kong.Help(func(o kong.HelpOptions, line *kong.Context) error {
			err := kong.DefaultHelpPrinter(o, line)
			if err == nil && !all && line.Command() != "" {
				_, err = fmt.Fprintln(line.Stdout, "\nOptions of engines, and for experiments: --help=all")
			}
			return err
		}),
	)...)
	if err != nil {
		return nil, err
	}
	return parser, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if f, ok := node.(*kong.Flag); ok {
			switch {
			case f.Group == nil:
				f.Group = &groups[0]
			case f.Group.Key != groups[0].Key && !all:
				f.Hidden = true
			}
		}
		return next(nil)
	})
}

func readDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("time", &text); err != nil {
		return err
	}
	d, err := option.ParseDuration(text)
	target.SetInt(int64(d))
	return err
}

// ofC are the commands that accept the options of a compiler.
var ofC = []string{"verify", "encode", "lsp", "graph"}

// ofCompiler translates an option of a compiler at the front of args, if the command itself has no
// such option. It also returns the number of its arguments, or 0 if it is not such an option.
func ofCompiler(command string, args []string) (own []string, n int) {
	if a := args[0]; len(a) < 2 || a[0] != '-' || a[1] == '-' || strings.HasPrefix(a, "-v") || a == "-h" || command == "graph" && strings.HasPrefix(a, "-o") {
		return nil, 0
	}
	own, n, err := verify.CompilerOption(args)
	if err != nil {
		return nil, 0
	}
	return own, n
}

// bare are options whose value is optional, with their meaning without a value, and the values that
// may follow after a space.
var bare = map[string]struct {
	meaning string
	values  []string
}{
	"--check": {"--no-check=false", []string{"auto", "solver", "proof"}},
	"--proof": {"--proof=native", []string{"native", "golem", "eldarica", "eldarica-prolog", "z3", "alethe"}},
	"--stats": {"--stats=text", []string{"text", "json"}},
}

// normalise translates the spellings of other programs: -in for a conversation on standard input,
// "help COMMAND", and options without a value. It reports whether help should show all options.
func normalise(args []string) (z []string, all bool) {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if slices.Contains(ofC, args[0]) {
			if own, n := ofCompiler(args[0], args[i:]); n > 0 {
				z = append(z, own...)
				i += n - 1
				continue
			}
		}
		switch a {
		case "-in":
			z = append(z, "--interactive")
			a = "-"
		case "--help=all":
			a, all = "--help", true
		}
		hasValue := slices.Contains(ofC, args[0]) // for these commands it is the list of checks
		// for this command it is an option without values
		drawn := a == "--proof" && args[0] == "graph"
		if b, ok := bare[a]; ok && !(a == "--check" && hasValue) && !drawn {
			if i+1 < len(args) && slices.Contains(b.values, args[i+1]) {
				i++
				a += "=" + args[i]
			} else {
				a = b.meaning
			}
		}
		z = append(z, a)
	}
	return z, all
}
