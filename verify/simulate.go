// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// findError runs the program on chosen inputs before the proof. It reports an error that a run
// reaches.
func (d *driver) findError(ctx context.Context) (Result, bool, error) {
	if !d.simulates() {
		return Result{}, false, nil
	}
	path := d.findPath(ctx)
	if path == nil {
		return Result{}, false, nil
	}
	z, err := d.executed(ctx, path)
	return z, z.Verdict == horn.Unsafe || err != nil, err
}

// simulates reports whether the program is run before the proof.
func (d *driver) simulates() bool {
	return !d.NoSimulate && !d.ran && (d.config.Engine == engines.Auto || d.config.Engine == "") && d.interprets()
}

// interprets reports whether the encoding models integers in the same way as the interpreter.
func (d *driver) interprets() bool { return d.Ints != chc.Math }

// contradiction returns an error if a run of the program contradicts a proof. Such a run reaches an
// error, or a state that the model excludes. The threads' steps may have any order, without
// reduction.
func (d *driver) contradiction(ctx context.Context, answer decided) error {
	product := cmp.Or(answer.product, d.prog.cfg)
	if !d.simulates() && d.interprets() {
		if path := d.findPath(ctx); path != nil {
			return fmt.Errorf("a run of the program reaches the error at %v, which is proved not to be reached", path.Failure.To)
		}
	}
	if d.prog.concurrent && d.interprets() {
		compared, o := product, simulate.Options{}
		// the abstraction has more values, and the program may have many threads
		if answer.abstract {
			compared, o.Steps = nil, 1_000
		}
		if err := simulate.Interleave(ctx, d.prog.source, compared, o); err != nil {
			return err
		}
		if answer.abstract && !answer.coarse {
			if err := d.counts(ctx); err != nil {
				return err
			}
		}
	}
	// the common assumptions about pointers are tested on the encoding with exact memory
	if answer.coarse {
		if err := simulate.Abstracts(ctx, d.prog.cfg, product, simulate.Options{}); err != nil {
			return err
		}
		sys, err := d.prog.encode(d.encodes(), nil)
		if err != nil {
			return nil //nolint:nilerr // there is nothing to compare
		}
		return simulate.Validate(ctx, d.prog.cfg, sys, anything(sys.Horn), simulate.Options{})
	}
	model := answer.z.Model
	if answer.z.Unwinding != nil { // runs are compared only with the clauses
		model = anything(answer.sys.Horn)
	}
	sys := answer.sys
	if answer.slice != nil {
		sys = sys.OfWhole(answer.whole, answer.slice)
	}
	return simulate.Validate(ctx, product, sys, model, simulate.Options{})
}

// findPath returns a run of the program that reaches an error, or nil. If the interpreter cannot
// run the program, the engines decide alone.
func (d *driver) findPath(ctx context.Context) (path *chc.Path) {
	defer func() {
		if r := recover(); r != nil {
			d.log.Warn("the program cannot be interpreted", "reason", r)
			path = nil
		}
	}()
	path, steps, err := simulate.Find(ctx, d.prog.source, simulate.Options{Lead: d.lead})
	d.steps = steps
	if err != nil {
		return nil // the engines notice that time is up
	}
	return path
}

// follow returns the path of an interpreter run along a path that was found otherwise. If the run
// leads elsewhere, it returns the given path. The error is a *simulate.Divergence if the path is
// not an execution.
func (d *driver) follow(ctx context.Context, path *chc.Path) (run *chc.Path, err error) {
	defer func() {
		if r := recover(); r != nil {
			d.log.Warn("the counterexample cannot be interpreted", "reason", r)
			run, err = path, nil
		}
	}()
	if d.Ints == chc.Math || path.Failure.Error.OfThreads() || len(witness.Doubts(path)) > 0 {
		return path, nil
	}
	var wrong *simulate.Divergence
	run, err = simulate.Follow(ctx, d.prog.source, path)
	if run == nil {
		d.log.Info("a run of the interpreter along the counterexample does not reach the error")
		run = path
	}
	if !errors.As(err, &wrong) {
		err = nil // there is no time left
	}
	return run, err
}

// anything is a model in which all predicates are true.
func anything(sys *horn.System) *horn.Model {
	m := horn.NewModel()
	for _, p := range sys.Preds {
		var params []*logic.Term
		for _, sort := range p.Params() {
			params = append(params, sys.Store.Fresh("x", sort))
		}
		m.Define(p, params, sys.Store.True())
	}
	return m
}
