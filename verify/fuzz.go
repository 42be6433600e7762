// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"
	"slices"
	"sync"
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

// A fuzzer compiles the program and runs it on many inputs, once.
type fuzzer struct {
	*driver
	once  sync.Once
	found *Result // a counterexample
}

// run looks for inputs that reach an error. They are a counterexample if the interpreter reaches it with them, or else the program compiled
// with sanitizers, which end runs whose behaviour is undefined. It returns when the runs are over, whoever began them.
func (f *fuzzer) run(ctx context.Context) {
	f.once.Do(func() {
		if ctx.Err() == nil && f.fuzzes() {
			f.found = f.fuzz(ctx)
			f.fuzzed = f.found == nil && ctx.Err() == nil
		}
	})
}

func (d *driver) fuzz(ctx context.Context) *Result {
	target, ok := d.target()
	if !ok {
		return nil
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
		if len(d.prog.sites) > 0 && run.Failure.Site == 0 {
			continue // which check fails is not known
		}
		if replayed, _ := d.replay(ctx, run); replayed == witness.Confirmed {
			return &Result{Verdict: horn.Unsafe, Path: run, Remarks: append([]string{"replay: confirmed by running the program"}, d.prog.remarks(run.Failure)...)}
		}
	}
	return nil
}

// fuzzes reports whether the compiled program can be run on inputs that are not those of a counterexample: one whose errors are calls and labels, without
// threads, whose schedule would be the system's.
func (d *driver) fuzzes() bool {
	return d.simulates() && d.Replay != "off" && !d.NoReplay && !d.prog.concurrent && d.prog.cut == "" && !d.validates && !d.fuzzed
}

// target is what runs of the compiled program look for.
func (d *driver) target() (z witness.Target, ok bool) {
	p := d.prog.source
	z.Sites, z.Constants = simulate.Sites(p)
	var ends []chc.Step
	for _, f := range p.Functions {
		for e := range f.Edges() {
			if op, is := e.Op.(cfg.Error); is && slices.Contains(marked, op.Kind) {
				ends = append(ends, chc.Step{Kind: chc.Failure, From: e.Pos, To: e.Pos, Error: op.Kind, Function: op.Function, Site: op.Site})
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
			z.Failure.From, z.Failure.To, z.Failure.Site = cfg.Pos{}, cfg.Pos{}, 0
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
	f := &fuzzer{driver: d}
	if outer := d.config.AfterRound; d.fuzzes() {
		run := func() {
			if f.run(inner); f.found != nil {
				stop()
			}
		}
		guard := time.AfterFunc(fuzzGuard, run)
		defer guard.Stop()
		defer func() { d.config.AfterRound = outer }()
		d.config.AfterRound = func(ctx context.Context, effort int64) {
			if effort > fuzzDelay {
				guard.Stop()
				run()
			} else {
				guard.Reset(fuzzGuard)
			}
			if outer != nil {
				outer(ctx, effort)
			}
		}
	}
	z, err := d.prove(inner)
	if z.Verdict != horn.Unknown || err != nil {
		stop() // runs that the guard has begun
		f.once.Do(func() {})
	} else {
		f.run(ctx)
	}
	switch {
	case f.found == nil || z.Verdict == horn.Unsafe:
		return z, err
	case z.Verdict == horn.Safe:
		return d.contradicted(f.found.Path)
	}
	if d.Certificate != "" {
		return d.certifyError(ctx, *f.found)
	}
	return *f.found, d.writeCounterexample(ctx, f.found.Path)
}

// contradicted is the answer where a proof excludes an error that a run of the program reaches.
func (d *driver) contradicted(run *chc.Path) (Result, error) {
	err := fmt.Errorf("a run of the program reaches the error at %v, which is proved not to be reached", run.Failure.To)
	return Unknown("internal error: the proof contradicts a run"), &engines.InternalError{Engine: "encoding of " + d.prog.Name, Err: err}
}
