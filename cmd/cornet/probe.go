// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"cornet/encode/chc"
	"cornet/encode/probe"
	"cornet/encode/verdict"
	"cornet/horn"
)

// probed runs the program on chosen inputs before anything is proved, and reports an error that a run has reached.
func (c *verifyCmd) probed(ctx context.Context, a *app, p *program) (answer, bool, error) {
	if !c.probes() {
		return answer{}, false, nil
	}
	path := c.findPath(ctx, a, p)
	if path == nil {
		return answer{}, false, nil
	}
	z, err := c.witnessed(ctx, p, path)
	return z, z.word == "FALSE" || err != nil, err
}

// probes reports whether the program is run before anything is proved.
func (c *verifyCmd) probes() bool { return c.Probe && c.Engine == "auto" && c.interprets() }

// interprets reports whether integers are what the interpreter takes them for.
func (c *verifyCmd) interprets() bool { return c.SignedOverflow == "wrap" && c.Ints != "math" }

// tested returns an error if a run of the program contradicts a proof: one that reaches an error, with the threads' steps in any order, without
// reduction; or one in a state that the model excludes.
func (c *verifyCmd) tested(ctx context.Context, a *app, p *program, sys *chc.System, model *horn.Model) error {
	if !c.probes() && c.interprets() {
		if path := c.findPath(ctx, a, p); path != nil {
			return fmt.Errorf("a run of the program reaches the error at %v, which is proved not to be reached", path.Failure.To)
		}
	}
	if p.concurrent && c.interprets() {
		failed, err := probe.Interleave(ctx, p.source, probe.Options{})
		if failed != nil {
			return fmt.Errorf("an interleaving reaches the error at %v, which is proved not to be reached", failed.Pos)
		}
		if err != nil {
			return nil // no time is left, the proof stands
		}
	}
	return probe.Validate(ctx, p.cfg, sys, model, probe.Options{})
}

// findPath is a run of the program that reaches an error, or nil. What the interpreter cannot do is left to the engines.
func (c *verifyCmd) findPath(ctx context.Context, a *app, p *program) (path *chc.Path) {
	defer func() {
		if r := recover(); r != nil {
			a.log.Warn("the program cannot be interpreted", "reason", r)
			path = nil
		}
	}()
	path, err := probe.Find(ctx, p.source, probe.Options{})
	if err != nil {
		return nil // the engines find out that there is no time
	}
	return path
}

// follow is the path of a run of the interpreter along a path that was found otherwise, or that path if it leads elsewhere. The error is
// a *probe.Divergence if the path is no execution.
func (c *verifyCmd) follow(ctx context.Context, a *app, p *program, path *chc.Path) (run *chc.Path, err error) {
	defer func() {
		if r := recover(); r != nil {
			a.log.Warn("the counterexample cannot be interpreted", "reason", r)
			run, err = path, nil
		}
	}()
	if c.Ints == "math" || len(verdict.Doubts(path)) > 0 {
		return path, nil
	}
	var wrong *probe.Divergence
	run, err = probe.Follow(ctx, p.source, path)
	if run == nil {
		a.log.Info("a run of the interpreter along the counterexample leads elsewhere")
		run = path
	}
	if !errors.As(err, &wrong) {
		err = nil // no time is left
	}
	return run, err
}

// witnessed reports a path that the interpreter has run. It is doubted only if the compiled program, on the same inputs, does
// something else.
func (c *verifyCmd) witnessed(ctx context.Context, p *program, path *chc.Path) (answer, error) {
	how := "replay: confirmed by interpreting the program"
	if !p.concurrent {
		switch z, why := c.replay(ctx, p, path); {
		case z == verdict.Confirmed:
			how = "replay: confirmed by running the program"
		case z == verdict.Contradicted && !verdict.Unset(path):
			return unknown("the counterexample was not confirmed: %s", why), nil
		default:
			how = interpreted(z, why)
		}
	}
	z := answer{word: "FALSE", lines: append(verdict.Describe(path, c.Trace), how), path: path}
	z.lines = append(z.lines, p.remarks(path.Failure)...)
	return z, c.writeCounterexample(ctx, p, path)
}

// interpreted says that the interpreter has reached the error, and what running the program has shown.
func interpreted(z verdict.Replayed, why string) string {
	return fmt.Sprintf("replay: confirmed by interpreting the program; running it: %s: %s", min(z, verdict.Unconfirmed), why)
}

// writeCounterexample writes the files that flags ask for.
func (c *verifyCmd) writeCounterexample(ctx context.Context, p *program, path *chc.Path) error {
	if c.Harness != "" {
		if err := os.MkdirAll(c.Harness, 0o755); err != nil {
			return err
		}
		text, harness := verdict.Harness(ctx, p.Program, path, c.confinement())
		for name, text := range map[string]string{"program.c": text, "harness.c": harness} {
			if err := os.WriteFile(filepath.Join(c.Harness, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	if c.Witness == "" {
		return nil
	}
	text, err := verdict.Violation(c.meta(p), path)
	if err == nil {
		err = os.WriteFile(c.Witness, text, 0o644)
	}
	return err
}
