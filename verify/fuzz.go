// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// fuzzDelay is the effort of engines after which the compiled program is run on many inputs: a second's, so that programs which are decided sooner need no
// compiler.
const fuzzDelay = 1_000 * logic.TicksPerMillisecond

// fuzzGuard is the time after which it is so without an end of a round: engines may be in an operation whose effort is not counted.
const fuzzGuard = 3 * time.Second

// fuzz compiles the program and runs it on many inputs, once. Inputs that reach an error are a counterexample if the interpreter reaches it with them,
// or else the program compiled with sanitizers, which end runs whose behaviour is undefined.
func (d *driver) fuzz(ctx context.Context) {
	d.fuzzing.Do(func() {
		target, ok := d.target()
		if !ok || ctx.Err() != nil || !d.fuzzes() {
			return
		}
		failing, _, err := witness.Fuzz(ctx, d.prog.Program, target, d.confinement())
		if err != nil {
			d.log.Info("the program is not run on many inputs", "reason", err)
		}
		for _, path := range failing {
			run, wrong := d.follow(ctx, path)
			d.log.Info("a run of the compiled program reaches an error", "interpreted", run != path)
			if wrong != nil || run == path && !witness.Defined(ctx, d.prog.Program, path, d.confinement()) {
				continue
			}
			if replayed, _ := d.replay(ctx, run); replayed == witness.Confirmed {
				d.found = &Result{Verdict: horn.Unsafe, Path: run, Remarks: append([]string{"replay: confirmed by running the program"}, d.prog.remarks(run.Failure)...)}
				return
			}
		}
	})
}

// fuzzes reports whether the compiled program can be run on inputs that are not those of a counterexample: one whose errors are calls and labels, without
// threads, whose schedule would be the system's.
func (d *driver) fuzzes() bool {
	return d.simulates() && d.Replay != "off" && !d.NoReplay && !d.prog.concurrent && d.prog.cut == "" && len(d.prog.sites) == 0
}

// target is what runs of the compiled program look for.
func (d *driver) target() (z witness.Target, ok bool) {
	p := d.prog.source
	z.Sites, z.Constants = simulate.Sites(p)
	var ends []chc.Step
	for _, f := range p.Functions {
		for e := range f.Edges() {
			if op, is := e.Op.(cfg.Error); is && slices.Contains(marked, op.Kind) {
				ends = append(ends, chc.Step{Kind: chc.Failure, From: e.Pos, To: e.Pos, Error: op.Kind, Function: op.Function})
			}
		}
	}
	if len(ends) == 0 {
		return z, false
	}
	z.Failure = ends[0]
	for _, end := range ends[1:] {
		if end.Error == cfg.ErrorLabel { // which needs marks in the text of the program
			z.Failure.Error = end.Error
		}
		if end.To != z.Failure.To { // only the interpreter knows which
			z.Failure.From, z.Failure.To = cfg.Pos{}, cfg.Pos{}
		}
	}
	return z, len(z.Sites) > 0
}

// marked are the errors that a compiled program notices by itself.
var marked = []cfg.ErrorKind{cfg.ReachError, cfg.AssertFailed, cfg.ErrorLabel}

// proveBesideRuns decides the program by its clauses. When engines have needed some effort, and where they find no verdict, the compiled program is run
// on many inputs.
func (d *driver) proveBesideRuns(ctx context.Context) (Result, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	if d.fuzzes() {
		run := func() {
			if d.fuzz(ctx); d.found != nil {
				stop()
			}
		}
		guard := time.AfterFunc(fuzzGuard, run)
		defer guard.Stop()
		d.config.AfterRound = func(_ context.Context, effort int64) {
			if effort > fuzzDelay {
				guard.Stop()
				run()
			} else {
				guard.Reset(fuzzGuard)
			}
		}
	}
	z, err := d.prove(inner)
	if z.Verdict == horn.Unknown && err == nil {
		d.fuzz(ctx)
	}
	switch {
	case d.found == nil || z.Verdict == horn.Unsafe:
		return z, err
	case z.Verdict == horn.Safe:
		return d.contradicted(d.found.Path)
	}
	if d.Certificate != "" {
		return d.certifyError(ctx, *d.found)
	}
	return *d.found, d.writeCounterexample(ctx, d.found.Path)
}

// contradicted is the answer where a proof excludes an error that a run of the program reaches.
func (d *driver) contradicted(run *chc.Path) (Result, error) {
	err := fmt.Errorf("a run of the program reaches the error at %v, which is proved not to be reached", run.Failure.To)
	return Unknown("internal error: the proof contradicts a run"), &engines.InternalError{Engine: "encoding of " + d.prog.Name, Err: err}
}
