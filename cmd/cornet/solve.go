// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	api "cornet"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/format"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/hangup"
	"cornet/internal/input"
	"cornet/proof/judge"
	"cornet/server/session"
	"cornet/smtlib"
)

type solveCmd struct {
	runFlags
	answerFormat
	readFlags
	judgeFlag
	clusterFlags
	File        string `arg:"" help:"SMT-LIB Horn file, or a hardware design in BTOR2; - reads standard input."`
	Interactive bool   `help:"Answer the commands of a conversation one by one, each before the next is read. -in does so on standard input."`
	Model       bool   `help:"Print a model after sat."`
	Folds       string `enum:"arrays,functions" default:"arrays" help:"How models define folds over datatypes: as arrays with equations inside the definitions of predicates, or as recursive functions (define-funs-rec), which z3 and cvc5 decide."`
	Proof       string `enum:",native,golem,eldarica,eldarica-prolog,z3,alethe" default:"" placeholder:"FORM" help:"Print a refutation after unsat, in this format: native (the default), alethe, or that of golem, eldarica or z3."`
	Property    int    `default:"-1" placeholder:"N" help:"Of a hardware design, decide only this bad property; they are numbered from 0. By default, all are decided together."`
	Circuit     string `placeholder:"FILE" help:"If a hardware design is safe, write a witness circuit in BTOR2, which Cerbotor checks."`
	Lemmas      string `placeholder:"FILE" help:"After unknown, write what was proved: a model of all clauses except the queries. --hints reads it."`
}

func (c *solveCmd) Run(a *app) error {
	if c.Interactive {
		return c.converse(a)
	}
	var read bytes.Buffer
	stdin := a.stdin
	a.stdin = io.TeeReader(stdin, &read)
	err := c.one(a)
	var several *horn.Error
	if errors.As(err, &several) && several.Code == horn.CodeChecks && c.converses() {
		a.stdin = io.MultiReader(&read, stdin)
		return c.converse(a)
	}
	return err
}

// one answers the question of a file with one problem.
func (c *solveCmd) one(a *app) error {
	if c.On != "" && c.Lemmas != "" {
		return errors.New("--lemmas is for one process: with --on, lemmas go from member to member")
	}
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	var z solved
	var err error
	if c.On != "" { // there may be jobs to cancel
		z, err = c.solve(ctx, a)
	} else {
		z, err = budget.Within(ctx, func() (solved, error) { return c.solve(ctx, a) }, func() solved {
			return exhausted(ctx, a)
		})
	}
	if z.text == "" && exitCode(err) == exitInternal {
		z.text, z.Verdict = horn.Unknown.String()+"\n", horn.Unknown.String()
	}
	a.report.answer(z.report)
	fmt.Fprint(a.stdout, z.text)
	return err
}

// converses reports whether the other options are right for a conversation.
func (c *solveCmd) converses() bool {
	return c.On == "" && c.Stats == "" && c.Lemmas == "" && c.Format == "text"
}

// converse answers the commands of a conversation.
func (c *solveCmd) converse(a *app) error {
	if !c.converses() {
		return errors.New("--interactive goes with neither --stats, for which there is (get-info :all-statistics), nor --lemmas, nor --format, nor --on")
	}
	ctx, stop := hangup.Context(a.ctx, a.stdout.w)
	defer stop()
	in, err := input.Open(ctx, c.File, a.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	o := session.Options{Options: c.Options, Version: buildVersion()}
	o.Log, o.Options.Check, o.Strict = a.log, c.Check, c.Strict
	o.Style.Models, o.Style.Proofs = c.Model, c.Proof != ""
	o.Style.Model = func(w io.Writer, sys *horn.System, m *horn.Model) error {
		m, err := c.model(sys, m)
		if err != nil {
			return err
		}
		return horn.WriteModel(w, sys, m)
	}
	o.Style.Proof = func(w io.Writer, sys *horn.System, p *horn.Proof) error {
		return format.Proof(w, sys, p, format.Form(c.Proof))
	}
	o.Warn = func(w smtlib.Warning) { warn(a, []smtlib.Warning{w}) }
	o.Unknown = func(reason string) { fmt.Fprintf(a.stderr, "unknown: %s\n", reason) }
	err = session.Run(ctx, c.File, in, a.stdout, o)
	if ctx.Err() != nil { // there was an interrupt, or the client has ended the conversation
		fmt.Fprintf(a.stderr, "cornet: %s\n", budget.Why(ctx))
		return nil
	}
	return err
}

// solved is an answer, with the options for printing it.
type solved struct {
	text string
	report
}

// exhausted returns the answer when ctx has ended.
func exhausted(ctx context.Context, a *app) solved { return unknown(a, errors.New(budget.Why(ctx))) }

// unknown returns the answer unknown with a reason.
func unknown(a *app, reason error) solved {
	fmt.Fprintf(a.stderr, "unknown: %v\n", reason)
	word := horn.Unknown.String()
	return solved{word + "\n", report{Verdict: word, Reason: reason.Error()}}
}

func (c *solveCmd) solve(ctx context.Context, a *app) (solved, error) {
	p, err := c.readProblem(ctx, a, c.File)
	beyond := p.IsBeyond() && c.On == ""
	if err != nil && !beyond {
		if ctx.Err() != nil {
			return exhausted(ctx, a), nil
		}
		return solved{}, err
	}
	if !beyond && p.System.Source != nil && len(p.System.Source.Asserts) == 0 {
		warn(a, []smtlib.Warning{{Pos: smtlib.Pos{File: c.File, Line: 1, Column: 1}, Msg: "there is nothing to decide: the file asserts nothing"}})
	}
	if err := c.choose(p); err != nil {
		return solved{}, err
	}
	o := c.within(a)
	o.Timeout, o.Lemmas, o.Check = p.Timeout, c.Lemmas != "", c.Check
	if c.Check == judge.Proof && !beyond {
		if _, err := o.NewJudge(p.System).Checker(); err != nil {
			return unknown(a, fmt.Errorf("no proof would be checked: %w", err)), nil
		}
	}
	var z engines.Outcome
	if c.On != "" {
		z, err = c.portfolio(ctx, p, o)
	} else {
		o.Unwindings = !c.Model && !p.Model && c.Circuit == ""
		z, err = p.Solve(ctx, o)
	}
	if c.Stats != "" {
		writeStats(a.stderr, c.Stats, z)
	}
	var internal *defect.Error
	switch {
	case errors.As(err, &internal) && z.Verdict == horn.Unknown:
		return solved{text: horn.Unknown.String() + "\n", report: report{Verdict: horn.Unknown.String(), Reason: z.Reason}}, err
	case errors.As(err, &internal):
		reportDefect(a.stderr, internal)
	case err != nil:
		return solved{}, err
	}
	answer := solved{}
	if z.Model, err = c.model(p.System, z.Model); err != nil {
		return answer, err
	}
	if a.report != nil {
		answer.report, err = ofSystem(p.System, z)
	} else {
		answer.text, err = c.print(p, z)
	}
	if z.Verdict == horn.Unknown {
		fmt.Fprintf(a.stderr, "unknown: %s\n", z.Reason)
		err = errors.Join(err, c.writeLemmas(a, p.System, z))
	}
	return answer, err
}

// print returns the text for standard output.
func (c *solveCmd) print(p *api.Problem, z engines.Outcome) (_ string, err error) {
	var out strings.Builder
	if p.Hardware != nil && !c.Model && c.Proof == "" {
		return c.hardware(p, z)
	}
	fmt.Fprintln(&out, z.Verdict)
	switch {
	case z.Unwinding != nil && (c.Model || p.Model):
		err = horn.WriteUnwinding(&out, p.System, z.Unwinding)
	case z.Verdict == horn.Safe && (c.Model || p.Model):
		err = horn.WriteModel(&out, p.System, z.Model)
	case z.Verdict == horn.Unsafe && format.Form(c.Proof) == format.Alethe:
		err = format.WriteAlethe(&out, p.System, z.Proof)
	case z.Verdict == horn.Unsafe && (c.Proof != "" || p.Proof):
		err = format.Proof(&out, p.System, z.Proof, format.Form(c.Proof))
	}
	return out.String(), err
}

// choose selects the bad property of a design that the options name.
func (c *solveCmd) choose(p *api.Problem) error {
	switch {
	case p.Hardware == nil && (c.Property >= 0 || c.Circuit != ""):
		return fmt.Errorf("--property and --circuit are for hardware designs; %s has none", c.File)
	case p.Hardware == nil || c.Property < 0:
		return nil
	}
	d, err := p.Hardware.Only(c.Property)
	if err == nil {
		p.Hardware, p.System = d, d.System
	}
	return err
}

// hardware returns an answer about a design in the terms of hardware model checkers: sat means that
// a bad state can be reached. It writes a witness circuit if the options ask for one.
func (c *solveCmd) hardware(p *api.Problem, z engines.Outcome) (string, error) {
	switch z.Verdict {
	case horn.Safe:
		word := horn.Unsafe.String() + "\n"
		if c.Circuit == "" {
			return word, nil
		}
		var out bytes.Buffer
		if err := p.Hardware.WriteCircuit(&out, z.Model); err != nil {
			return word, err
		}
		return word, os.WriteFile(c.Circuit, out.Bytes(), 0o644)
	case horn.Unsafe:
		var out strings.Builder
		if err := p.Hardware.WriteWitness(&out, z.Proof); err != nil {
			return horn.Safe.String() + "\n", err
		}
		return out.String(), nil
	}
	return z.Verdict.String() + "\n", nil
}

// model returns a model of sys in its printed form.
func (c *solveCmd) model(sys *horn.System, m *horn.Model) (*horn.Model, error) {
	if m == nil || c.Folds != "functions" {
		return m, nil
	}
	return horn.WithFunctions(sys, m)
}

// writeLemmas writes the lemmas of an outcome without a verdict.
func (c *solveCmd) writeLemmas(a *app, sys *horn.System, z engines.Outcome) error {
	if c.Lemmas == "" {
		return nil
	}
	if z.Lemmas == nil {
		fmt.Fprintln(a.stderr, "no lemmas: nothing has been proved in time")
		return nil
	}
	var text strings.Builder
	if err := horn.WriteModel(&text, sys, z.Lemmas); err != nil {
		return err
	}
	return os.WriteFile(c.Lemmas, []byte(text.String()), 0o644)
}

// readProblem reads the Horn system in file, "-" for standard input, and prints warnings about it.
func (f *readFlags) readProblem(ctx context.Context, a *app, file string) (*api.Problem, error) {
	in, err := input.Open(ctx, file, a.stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	language := input.Guess(in)
	read := api.Read
	if f.Strict {
		read = api.ReadStrict
	}
	p, err := read(file, in)
	if err != nil && language == input.C && ctx.Err() == nil {
		return nil, &smtlib.Error{Pos: smtlib.Pos{File: file, Line: 1, Column: 1}, Code: smtlib.CodeSyntax, Msg: "this looks like C, which 'cornet verify' reads; expected SMT-LIB"}
	}
	if p != nil {
		warn(a, p.Warnings)
	}
	return p, err
}

// warn prints warnings on standard error.
func warn(a *app, warnings []smtlib.Warning) {
	for _, w := range warnings {
		fmt.Fprintf(a.stderr, "cornet: warning: %v: %s\n", w.Pos, w.Msg)
		a.report.warn(fmt.Sprintf("%v: %s", w.Pos, w.Msg))
	}
}
