// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cornet/engines"
	"cornet/horn"
	"cornet/smtlib"
)

// patience is how long a cancelled run may take to wind up before the program
// answers without it. What is out of memory has a twentieth of it.
const patience = 800 * time.Millisecond

// inTime is what work returns, or late if work goes on for patience after the end of ctx.
func inTime[T any](ctx context.Context, work func() (T, error), late func() T) (T, error) {
	type outcome struct {
		answer T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var z outcome
		defer func() { done <- z }()
		defer asDefect("cornet", &z.err)
		z.answer, z.err = work()
	}()
	select {
	case z := <-done:
		return z.answer, z.err
	case <-ctx.Done():
	}
	wait := patience
	var budget *engines.BudgetError
	if errors.As(context.Cause(ctx), &budget) && budget.OutOfMemory {
		wait /= 20
	}
	select {
	case z := <-done:
		return z.answer, z.err
	case <-time.After(wait):
		return late(), nil
	}
}

type solveCmd struct {
	runFlags
	lemmaFlags
	File  string `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	Model bool   `help:"Print a model after sat."`
	Proof bool   `help:"Print a refutation after unsat."`
}

func (c *solveCmd) Run(a *app) error {
	ctx, stop := c.budget(c.Timeout, c.Memory).Context(a.ctx)
	defer stop()
	text, err := inTime(ctx, func() (string, error) { return c.solve(ctx, a) }, func() string {
		fmt.Fprintf(a.stderr, "unknown: %v\n", context.Cause(ctx))
		return horn.Unknown.String() + "\n"
	})
	if text == "" && exitCode(err) == exitInternal {
		text = horn.Unknown.String() + "\n"
	}
	fmt.Fprint(a.stdout, text)
	return err
}

// solve returns what is to be printed on standard output.
func (c *solveCmd) solve(ctx context.Context, a *app) (string, error) {
	start := time.Now()
	script, sys, err := readSystem(ctx, a, c.File)
	if err != nil {
		if ctx.Err() != nil {
			fmt.Fprintf(a.stderr, "unknown: %v\n", context.Cause(ctx))
			return horn.Unknown.String() + "\n", nil
		}
		return "", err
	}
	wants := wantsOf(script)
	limit, used := time.Duration(c.Timeout), time.Since(start)
	if wants.timeout > 0 {
		if limit == 0 || wants.timeout < limit-used {
			limit, used = wants.timeout, 0
		}
		var stop func()
		ctx, stop = engines.Budget{Time: wants.timeout}.Context(ctx)
		defer stop()
	}
	config, err := c.config(a)
	if err != nil {
		return "", err
	}
	if config.Hints, err = c.hints(ctx, a, sys); err != nil {
		return "", err
	}
	if c.Lemmas != "" {
		askLemmas(&config, limit, used)
	}
	z, err := engines.Run(ctx, sys, config)
	if c.Stats != "" {
		writeStats(a.stderr, c.Stats, z)
	}
	var out strings.Builder
	fmt.Fprintln(&out, z.Verdict)
	var internal *engines.InternalError
	switch {
	case errors.As(err, &internal) && z.Verdict == horn.Unknown:
		return out.String(), err
	case errors.As(err, &internal):
		reportDefect(a.stderr, internal)
	case err != nil:
		return "", err
	}
	err = nil
	switch {
	case z.Verdict == horn.Safe && (c.Model || wants.model):
		err = horn.WriteModel(&out, sys, z.Model)
	case z.Verdict == horn.Unsafe && (c.Proof || wants.proof):
		err = horn.WriteProof(&out, z.Proof)
	case z.Verdict == horn.Unknown:
		fmt.Fprintf(a.stderr, "unknown: %s\n", z.Reason)
		err = c.write(a, sys, z)
	}
	return out.String(), err
}

// wants is what a script asks of its solver besides the verdict.
type wants struct {
	model, proof bool
	timeout      time.Duration
}

func wantsOf(script *smtlib.Script) wants {
	var z wants
	for i := range script.Commands {
		c := &script.Commands[i]
		switch c.Kind {
		case smtlib.CmdGetModel:
			z.model = true
		case smtlib.CmdGetProof:
			z.proof = true
		case smtlib.CmdSetOption:
			if c.Name == ":timeout" && len(c.Args) == 1 {
				if ms, err := strconv.ParseUint(c.Args[0].Text, 10, 40); err == nil {
					z.timeout = time.Duration(ms) * time.Millisecond
				}
			}
		}
	}
	return z
}

// warn prints the warnings about a script on standard error.
func warn(a *app, script *smtlib.Script) {
	for _, w := range script.Warnings {
		fmt.Fprintf(a.stderr, "cornet: warning: %v: %s\n", w.Pos, w.Msg)
	}
}

// readSystem reads the script in file, "-" for standard input, and the Horn
// system that it poses.
func readSystem(ctx context.Context, a *app, file string) (*smtlib.Script, *horn.System, error) {
	input, err := openInput(ctx, a, file)
	if err != nil {
		return nil, nil, err
	}
	defer input.Close()
	script, err := smtlib.Read(smtlib.NewStore(), file, input)
	if err != nil {
		return nil, nil, err
	}
	warn(a, script)
	sys, err := horn.FromScript(script)
	return script, sys, err
}
