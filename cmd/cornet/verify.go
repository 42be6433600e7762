// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/encode/verdict"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/check"
)

type verifyCmd struct {
	File string `arg:"" help:"C program; - reads standard input."`
	programFlags
	runFlags
	Probe      bool   `default:"true" negatable:"" help:"Run the program on some inputs first; only with --engine auto."`
	Replay     string `default:"auto" enum:"auto,off,unconfined" help:"Confirm counterexamples by compiling and running the program, where there is gcc: ${enum}. auto runs it in a sandbox, and not where there is none."`
	NoReplay   bool   `name:"no-replay" hidden:"" help:"The same as --replay=off."`
	Witness    string `placeholder:"FILE" help:"Write a witness in SV-COMP's format 2.0."`
	Harness    string `placeholder:"DIR" help:"Write two C files that reach the error together: the program and the inputs of the counterexample."`
	Invariants bool   `help:"Print the loop invariants of a proof; without a verdict, those that have been proved."`
	Trace      int    `default:"60" placeholder:"N" help:"Most lines of a counterexample to print; 0 means all."`
	Format     string `default:"text" enum:"text,html" help:"What to print: ${enum}. html is a page with the source beside the counterexample."`
}

// answer is what is printed on standard output: the verdict and what there is to say about it.
type answer struct {
	word    string
	lines   []string
	program *program  // nil: it could not be read
	path    *chc.Path // that some of the lines tell; or nil
	// undefined says that a counterexample is an access that is undefined, or not modelled exactly, through a pointer that is therefore
	// none of those that points-to analysis allows.
	undefined bool
}

// minSteps is how many steps of a counterexample a page shows at least: it can be scrolled.
const minSteps = 2000

// page is the answer as a page.
func (z answer) page(limit int) verdict.Page {
	if limit > 0 {
		limit = max(limit, minSteps)
	}
	p := verdict.Page{Verdict: z.word, Path: z.path, Limit: limit}
	if z.program != nil {
		p.Program = z.program.Program
	}
	if z.path != nil {
		told := map[string]bool{}
		for _, l := range verdict.Describe(z.path, 0) {
			told[l] = true
		}
		z.lines = slices.DeleteFunc(slices.Clone(z.lines), func(l string) bool { return told[l] || strings.HasPrefix(l, "… ") })
	}
	p.Notes = z.lines
	return p
}

func (z answer) String() string {
	if len(z.lines) == 0 {
		return z.word + "\n"
	}
	return z.word + "\n" + strings.Join(z.lines, "\n") + "\n"
}

func unknown(format string, args ...any) answer {
	return answer{word: "UNKNOWN", lines: []string{"reason: " + fmt.Sprintf(format, args...)}}
}

func (c *verifyCmd) Run(a *app) error {
	ctx, stop := c.budget(c.Timeout, c.Memory).Context(a.ctx)
	defer stop()
	z, err := inTime(ctx, func() (answer, error) { return c.verify(ctx, a) }, func() answer {
		return unknown("%v", context.Cause(ctx))
	})
	switch {
	case z.word == "":
	case c.Format == "html":
		if err := z.page(c.Trace).Write(a.stdout); err != nil {
			return err
		}
	default:
		fmt.Fprint(a.stdout, z)
	}
	if z.word == "UNKNOWN" && err == nil { // as 'cornet solve' does
		fmt.Fprintf(a.stderr, "unknown: %s\n", strings.TrimPrefix(z.lines[0], "reason: "))
	}
	return err
}

// verify returns what is to be printed on standard output.
func (c *verifyCmd) verify(ctx context.Context, a *app) (z answer, err error) {
	p, err := c.load(ctx, a, c.File)
	defer func() { z.program = p }()
	if err != nil {
		if ctx.Err() != nil {
			return unknown("%v", context.Cause(ctx)), nil
		}
		if errors.Is(err, threads.ErrTooLarge) {
			return unknown("%v", err), nil
		}
		var program *cc.Error
		if errors.As(err, &program) || errors.Is(err, errors.ErrUnsupported) {
			return unknown("%s", strings.ReplaceAll(err.Error(), "\n", "; ")), err
		}
		return answer{}, err
	}
	if z, found, err := c.probed(ctx, a, p); found {
		return z, err
	}
	for {
		d := c.decide(ctx, a, p)
		out, err := c.report(ctx, a, p, d)
		switch {
		case err != nil || d.sys == nil || d.z.Verdict != horn.Unsafe:
			return out, err
		case out.undefined:
			c.CheckPointers = "none"
			a.log.Info("a pointer leaves its objects")
		case out.word == "UNKNOWN" && chc.Finer(d.sys.Cuts):
			c.Cuts = d.sys.Cuts
			a.log.Info("finer ranges of floating-point numbers")
		default:
			return out, err
		}
	}
}

// report says what the answer of the engines is.
func (c *verifyCmd) report(ctx context.Context, a *app, p *program, d decided) (answer, error) {
	sys, z, err := d.sys, d.z, d.err
	if c.Stats != "" {
		writeStats(a.stderr, c.Stats, z)
	}
	var internal *engines.InternalError
	switch {
	case errors.As(err, &internal) && z.Verdict == horn.Unknown:
		return unknown("internal error"), err
	case errors.As(err, &internal):
		reportDefect(a.stderr, internal)
	case errors.Is(err, errors.ErrUnsupported):
		return unknown("%v", err), err
	case err != nil:
		return answer{}, err
	}
	switch {
	case z.Verdict == horn.Safe:
		return c.proved(ctx, a, p, sys, z)
	case z.Verdict == horn.Unsafe:
		return c.refuted(ctx, a, p, sys, z)
	}
	out := unknown("%s", z.Reason)
	if c.Invariants && z.Lemmas != nil && p.cut == "" {
		out.lines = append(out.lines, shown(verdict.Invariants(sys, z.Lemmas))...)
	}
	return out, nil
}

// decide encodes the program and runs the engines.
func (c *verifyCmd) decide(ctx context.Context, a *app, p *program) decided {
	config, err := c.config(a)
	if err != nil {
		return decided{err: err}
	}
	if c.Invariants {
		askLemmas(&config, time.Duration(c.Timeout), 0)
	}
	whole := func(ctx context.Context) decided {
		sys, err := c.encode(p)
		if err != nil {
			return decided{err: err}
		}
		config := config
		if config.Hints, err = c.hints(ctx, a, sys.Horn); err != nil {
			return decided{err: err}
		}
		return c.race(ctx, a, p, sys, config)
	}
	switch {
	case !p.unwinds:
		return whole(ctx)
	case p.cfg == nil:
		return c.unwind(ctx, p, config)
	}
	return c.beside(ctx, a, p, config, whole)
}

// proved reports a proof.
func (c *verifyCmd) proved(ctx context.Context, a *app, p *program, sys *chc.System, z engines.Outcome) (answer, error) {
	if p.cut != "" {
		return unknown("%s", p.cut), nil
	}
	if err := c.tested(ctx, a, p, sys, z.Model); err != nil {
		return unknown("internal error: the proof contradicts a run"), &engines.InternalError{Engine: "encoding of " + p.Name, Err: err}
	}
	divisions, err := c.divisions(ctx, a, sys, z.Model)
	if err != nil {
		return answer{}, err
	}
	out := answer{word: "TRUE", lines: verdict.Assumptions(p.source.Notes, sys.Notes, divisions)}
	invs := verdict.Invariants(sys, z.Model)
	if sys.Ints == chc.Math && c.Ints == "math" {
		out.lines = append(out.lines, "assuming: integers are unbounded")
	}
	if c.Invariants {
		out.lines = append(out.lines, shown(invs)...)
	}
	if c.Witness == "" {
		return out, nil
	}
	text, err := verdict.Correctness(c.meta(p), invs)
	if err == nil {
		err = os.WriteFile(c.Witness, text, 0o644)
	}
	return out, err
}

// divisions are the divisions that may be by zero as far as the proof shows.
func (c *verifyCmd) divisions(ctx context.Context, a *app, sys *chc.System, m *horn.Model) ([]cfg.Note, error) {
	if len(sys.Divisions) == 0 {
		return nil, nil
	}
	b, err := c.backends(a)
	if err != nil {
		return nil, err
	}
	o := c.options(a)
	o.Ticks = checkTicks
	return sys.DividesByZero(func(queries *horn.System) bool {
		return check.Model(ctx, queries, m, b.checkOptions(sys.Horn.Store, o)) == nil
	}), nil
}

// shown returns a line for each invariant.
func shown(invs []verdict.Invariant) (lines []string) {
	for _, inv := range invs {
		text := inv.Text
		if text == "" {
			text = inv.Formula
		}
		lines = append(lines, fmt.Sprintf("%s:%d: invariant %s", inv.Pos.File, inv.Pos.Line, text))
	}
	return lines
}

// refuted reports a path to an error, unless it may be spurious.
func (c *verifyCmd) refuted(ctx context.Context, a *app, p *program, sys *chc.System, z engines.Outcome) (out answer, err error) {
	path, err := sys.Trace(z.Proof)
	if err != nil {
		return unknown("the counterexample cannot be read: %v", err), nil
	}
	out = answer{word: "FALSE"}
	run, wrong := c.follow(ctx, a, p, path)
	defer func() { out.path = run }()
	doubts := verdict.Doubts(path)
	if path.Failure.Error == cfg.WrongPointer {
		return p.misled(path, wrong, len(doubts) > 0)
	}
	lines := verdict.Describe(run, c.Trace)
	replayed, why := c.replay(ctx, p, path)
	switch {
	case replayed == verdict.Confirmed:
		lines = append(lines, "replay: confirmed by running the program")
	case len(doubts) > 0:
		out = unknown("the counterexample depends on what is not modelled exactly: %s", strings.Join(doubts, "; "))
	case replayed == verdict.Contradicted && !verdict.Unset(path):
		out = unknown("the counterexample was not confirmed: %s", why)
	case wrong != nil:
		return unknown("internal error: the counterexample is no execution"), &engines.InternalError{Engine: "encoding of " + p.Name, Err: wrong}
	case run != path && !run.Doubtful:
		lines = append(lines, interpreted(replayed, why))
	default:
		lines = append(lines, fmt.Sprintf("replay: %s: %s", min(replayed, verdict.Unconfirmed), why))
	}
	out.lines = append(out.lines, lines...)
	if out.word != "FALSE" {
		return out, nil
	}
	out.lines = append(out.lines, p.remarks(path.Failure, sys.Notes)...)
	return out, c.writeCounterexample(ctx, p, run)
}

// misled is the answer where a pointer may mean what the points-to analysis excludes; wrong says that the program does something else on
// that path, and doubted that the path passes something that is not modelled exactly.
func (p *program) misled(path *chc.Path, wrong error, doubted bool) (answer, error) {
	switch {
	case wrong != nil:
		return unknown("internal error: a pointer means what it is assumed not to mean"), &engines.InternalError{Engine: "encoding of " + p.Name, Err: wrong}
	case p.concurrent && !doubted:
		return unknown("%v: a pointer may mean what it is assumed not to mean", path.Failure.To), nil
	}
	return answer{word: "UNKNOWN", undefined: true}, nil
}

// replay compares a path with the compiled program.
func (c *verifyCmd) replay(ctx context.Context, p *program, path *chc.Path) (verdict.Replayed, string) {
	if c.Replay == "off" || c.NoReplay {
		return verdict.NotReplayed, "switched off"
	}
	z, why := verdict.Replay(ctx, p.Program, path, c.confinement())
	if z == verdict.Contradicted && p.concurrent {
		return verdict.Unconfirmed, "another schedule was run"
	}
	return z, why
}

func (c *verifyCmd) confinement() verdict.Confinement {
	if c.Replay == "unconfined" {
		return verdict.Unconfined
	}
	return verdict.Confined
}

// meta describes the run for a witness.
func (c *verifyCmd) meta(p *program) verdict.Meta {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	m := verdict.Meta{
		Version:  buildVersion(),
		UUID:     fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]),
		Created:  time.Now().UTC().Format(time.RFC3339),
		Property: strings.TrimSpace(p.spec),
		Program:  p.Program,
	}
	if !p.concurrent {
		m.Source = p.source
	}
	return m
}
