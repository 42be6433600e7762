// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"cornet"
	"cornet/horn"
	"cornet/horn/format"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/hangup"
	"cornet/internal/input"
	"cornet/server/session"
)

// Process has the parts of a process: arguments, input and output.
type Process struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Version        string // the version of Cornet
	Log            *slog.Logger
}

// call is a command line of a solver.
type call struct {
	cornet.Options
	file                        string
	total                       time.Duration
	model, proof, help, version bool
	json, quiet                 bool
	form                        format.Form // the form of proofs
	warnings                    []string
}

// parse reads a command line.
func (s *Solver) parse(args []string) (*call, error) {
	c := &call{form: s.form}
	for i := 0; i < len(args); i++ {
		a := args[i]
		f, value, ok := s.flag(a)
		switch {
		case ok && strings.HasSuffix(f.Name, " "):
			if i++; i == len(args) {
				return nil, fmt.Errorf("%s wants a value", a)
			}
			value = args[i]
			fallthrough
		case ok:
			if f.set == nil {
				continue
			}
			if err := f.set(c, value); err != nil {
				return nil, fmt.Errorf("%s: %w", a, err)
			}
		case a != "-" && (strings.HasPrefix(a, "-") || strings.Contains(a, "=") && !strings.Contains(a, "/")):
			c.warnings = append(c.warnings, fmt.Sprintf("unknown flag %s is ignored", a))
		case c.file != "":
			return nil, fmt.Errorf("two inputs, %s and %s", c.file, a)
		default:
			c.file = a
		}
	}
	return c, nil
}

// Flag returns the flag of an argument.
func (s *Solver) Flag(arg string) (Flag, bool) {
	f, _, ok := s.flag(arg)
	return f, ok
}

// Here describes the flag's meaning in terms of Cornet's options, as the end of a sentence; it may
// be "".
func (f Flag) Here() string {
	if strings.HasPrefix(f.Meaning, "`") {
		return ", which means " + strings.ReplaceAll(f.Meaning, "`", "") + " here"
	}
	return ""
}

// flag returns the longest flag that is a prefix of an argument.
func (s *Solver) flag(arg string) (f Flag, value string, ok bool) {
	for _, g := range s.Flags {
		switch name := strings.TrimSuffix(g.Name, " "); {
		case name == arg && name != "":
			return g, "", true
		case strings.ContainsAny(name[len(name)-1:], ":=.") && strings.HasPrefix(arg, name) && len(name) > len(f.Name):
			f, value, ok = g, arg[len(name):], true
		}
	}
	return f, value, ok
}

// Run executes a command line like the other solver, and returns the exit code.
func (s *Solver) Run(ctx context.Context, args []string, p Process) int {
	c, err := s.parse(args)
	if err == nil && c.file == "" && !c.help && !c.version {
		err = errors.New("no input: name a file")
	}
	if err != nil {
		fmt.Fprintln(p.Stdout, problem(err))
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
		return 1
	}
	for _, w := range c.warnings {
		fmt.Fprintf(p.Stderr, "%s: %s\n", s.Name, w)
	}
	switch {
	case c.help:
		s.help(p.Stdout)
		return 0
	case c.version:
		fmt.Fprintf(p.Stdout, "Cornet %s, called as %s\n", p.Version, s.Name)
		return 0
	}
	ctx, stop := hangup.Context(ctx, p.Stdout)
	defer stop()
	c.Log = p.Log
	return s.answer(s, ctx, c, p)
}

// once answers one question.
func (s *Solver) once(ctx context.Context, c *call, p Process) int {
	ctx, end := c.Budget.Context(ctx)
	defer end()
	text, err := budget.Within(ctx, func() (string, error) { return s.solve(ctx, c, p) }, func() string {
		return horn.Unknown.String() + "\n"
	})
	if err != nil {
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
		fmt.Fprintln(p.Stdout, problem(err))
		return s.wrong
	}
	if _, err := io.WriteString(p.Stdout, text); err != nil {
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
		return 1
	}
	return 0
}

// problem returns an error in the form in which solvers print it on standard output.
func problem(err error) string {
	return `(error "` + strings.ReplaceAll(err.Error(), `"`, `""`) + `")`
}

// help prints the flags.
func (s *Solver) help(w io.Writer) {
	fmt.Fprintf(w, "Cornet, called as %s. Flags:\n", s.Name)
	for _, f := range s.Flags {
		meaning := f.Meaning
		if meaning == "" {
			meaning = "no effect: Cornet chooses how to search"
		}
		fmt.Fprintf(w, "  %-24s %s\n", f.Name, strings.ReplaceAll(meaning, "`", ""))
	}
}

// solve decides one system and returns the text to print.
func (s *Solver) solve(ctx context.Context, c *call, p Process) (string, error) {
	in, err := input.Open(ctx, c.file, p.Stdin)
	if err != nil {
		return "", err
	}
	defer in.Close()
	problem, err := cornet.Read(c.file, in)
	if err != nil && !problem.IsBeyond() {
		if ctx.Err() != nil {
			return horn.Unknown.String() + "\n", nil
		}
		return "", err
	}
	o := c.Options
	o.SMT.Memory, o.Budget = c.ForSolver(), budget.Budget{Timeout: problem.Timeout}
	z, err := problem.Solve(ctx, o)
	var defect *defect.Error
	if errors.As(err, &defect) {
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
		err = nil
	}
	if err != nil {
		return "", err
	}
	if z.Verdict == horn.Unknown {
		fmt.Fprintf(p.Stderr, "%s: unknown: %s\n", s.Name, z.Reason)
	}
	return fmt.Sprintln(z.Verdict) + s.witness(c, problem.System, z, p), nil
}

// witness returns the text after a verdict. The verdict does not depend on whether its witness can
// be printed in that form.
func (s *Solver) witness(c *call, sys *horn.System, z cornet.Result, p Process) string {
	var out strings.Builder
	var err error
	switch {
	case z.Verdict == horn.Safe && c.model:
		err = format.Model(&out, sys, z.Model, s.form)
	case z.Verdict == horn.Unsafe && c.proof && c.form == format.Alethe:
		err = format.WriteAlethe(&out, sys, z.Proof)
	case z.Verdict == horn.Unsafe && c.proof:
		err = format.Proof(&out, sys, z.Proof, c.form)
	}
	if err != nil {
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
		return problem(err) + "\n"
	}
	return out.String()
}

// converse answers the commands of the input one by one.
func (s *Solver) converse(ctx context.Context, c *call, p Process) int {
	in, err := input.Open(ctx, c.file, p.Stdin)
	if err != nil {
		fmt.Fprintln(p.Stdout, problem(err))
		return s.wrong
	}
	defer in.Close()
	whole, stop := budget.Budget{Timeout: c.total, Memory: c.Memory}.Context(ctx)
	defer stop()
	o := session.Options{Options: c.Options, Version: p.Version}
	o.Unknown = func(reason string) { fmt.Fprintf(p.Stderr, "%s: unknown: %s\n", s.Name, reason) }
	o.Style = session.Style{
		Models: c.model, Bare: true, Reachability: true,
		Model: func(w io.Writer, sys *cornet.System, m *cornet.Model) error { return format.Model(w, sys, m, s.form) },
		Proof: func(w io.Writer, sys *cornet.System, p *cornet.Proof) error { return format.Proof(w, sys, p, s.form) },
	}
	err = session.Run(whole, c.file, in, p.Stdout, o)
	var refused *session.RefusedError
	switch {
	case whole.Err() != nil && ctx.Err() == nil:
		fmt.Fprintln(p.Stdout, "timeout") // in z3's words
		return 0
	case err == nil, ctx.Err() != nil:
		return 0
	case !errors.As(err, &refused):
		fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
	}
	return s.wrong
}
