// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/logic"
)

// fuzzDelay is the effort of engines, about a second, after which the compiled program is run on
// many inputs. Programs that are decided sooner need no compiler.
const fuzzDelay = 1_000 * logic.TicksPerMillisecond

// fuzz runs the compiled program on many inputs and looks for some that reach an error. These are a
// counterexample if the interpreter, or the program compiled with sanitizers, confirms the error.
// Sanitizers end runs with undefined behaviour.
func (d *driver) fuzz(ctx context.Context) *Result {
	target, ok := d.target()
	if !ok {
		return nil
	}
	failing, _, err := witness.Fuzz(ctx, d.program(), target, d.confinement())
	if err != nil {
		d.log.Info("the program is not run on many inputs", "reason", err)
	}
	for _, path := range failing {
		if z := d.judge(ctx, path); z != nil {
			return z
		}
	}
	return nil
}

// judge returns an answer for inputs on which a run of the compiled program showed an error. This
// is the error at the end of the path, or, if the path has no place, any of the program's own
// errors. The error counts if the interpreter reaches it. Otherwise it counts if the program
// compiled with sanitizers reaches it, and another run reaches it again. For errors of threads, a
// run of the compiled program decides.
func (d *driver) judge(ctx context.Context, path *chc.Path) *Result {
	run, wrong := d.follow(ctx, path)
	d.log.Info("a run of the compiled program shows an error", "at", path.Failure.To, "interpreted", run != path)
	if wrong != nil {
		return nil
	}
	if run == path && !path.Failure.Error.OfThreads() {
		if !properties.Reachability.Has(path.Failure.Error) {
			return nil
		}
		end := witness.Defined(ctx, d.program(), path, d.confinement())
		if end == nil {
			return nil
		}
		path.Failure = *end
	}
	if len(d.prog.sites) > 0 && run.Failure.Site == 0 {
		return nil // it is unknown which check fails
	}
	z := d.replay(ctx, run)
	if z.Replayed != witness.Confirmed {
		return nil
	}
	return &Result{Verdict: horn.Unsafe, Path: run, Remarks: append(witness.Remarks{confirmed(z.Why)}, d.prog.remarks(run.Failure)...)}
}

// judgeOther judges an error that a replay of a path showed instead of the path's error. It becomes
// a separate counterexample with the inputs of the path. The result is nil if that error is not
// checked, or is not confirmed.
func (d *driver) judgeOther(ctx context.Context, path *chc.Path, other *chc.Step) *Result {
	if other == nil || d.only != nil || len(path.Loops) > 0 {
		return nil
	}
	own := &chc.Path{Occurrences: path.Occurrences, Failure: *other}
	if other.Error.OfThreads() { // its steps are the steps of the path
		if len(d.prog.raced) > 0 { // it may be one of the known races
			return nil
		}
		own.Failure.To = d.prog.begin(other.To)
	} else {
		own.Occurrences = slices.DeleteFunc(slices.Clone(path.Occurrences), func(h chc.Occurrence) bool { return h.Kind != chc.Input && h.Kind != chc.Unset })
	}
	i := slices.IndexFunc(d.prog.sites, func(s *properties.Site) bool {
		return d.prog.asks(s) && s.Kind == other.Error && (s.Kind.OfThreads() || s.Pos.File == other.To.File && s.Pos.Line == other.To.Line)
	})
	if i < 0 && len(d.prog.sites) > 0 {
		return nil
	}
	if i >= 0 {
		s := d.prog.sites[i]
		if own.Failure.Site = s.Number; !s.Kind.OfThreads() {
			own.Failure.From, own.Failure.To, own.Failure.What = s.Pos, s.Pos, s.What
		}
	}
	return d.judge(ctx, own)
}

// begin returns the first place of the program on a line.
func (p *Program) begin(at cfg.Pos) cfg.Pos {
	for e := range p.source.Edges() {
		if e.Pos.File == at.File && e.Pos.Line == at.Line && (at.Column == 0 || e.Pos.Column < at.Column) {
			at.Column = e.Pos.Column
		}
	}
	return at
}

// fuzzes reports whether the compiled program can be run on inputs other than those of a
// counterexample. Its errors must be calls and labels, and it must have no threads, since the
// system would choose their schedule.
func (d *driver) fuzzes() bool {
	return d.simulates() && d.Replay != "off" && !d.prog.concurrent && d.prog.cut == "" && !d.validates && !d.fuzzed
}

// target returns the aims of runs of the compiled program.
func (d *driver) target() (z witness.Target, ok bool) {
	p := d.prog.source
	z.Sites, z.Constants = simulate.Sites(p)
	ends := ends(p)
	if len(ends) == 0 {
		return z, false
	}
	z.Failure = ends[0]
	for _, end := range ends[1:] {
		if end.Error == cfg.ErrorLabel { // a label needs marks in the text of the program
			z.Failure.Error = end.Error
		}
		if end.To != z.Failure.To { // only the interpreter can identify it
			z.Failure.From, z.Failure.To, z.Failure.Site = cfg.Pos{}, cfg.Pos{}, 0
		}
	}
	return z, len(z.Sites) > 0
}

// proveBesideRuns decides the program by its clauses. If the engines find no verdict within some
// effort, the compiled program is run on many inputs.
func (d *driver) proveBesideRuns(ctx context.Context) (Result, error) {
	if !d.fuzzes() {
		return d.prove(ctx)
	}
	var proof Result
	var err error
	var found *Result
	prove := func(ctx context.Context) bool {
		proof, err = d.prove(ctx)
		return proof.Verdict != horn.Unknown || err != nil
	}
	fuzz := func(ctx context.Context) bool {
		if ctx.Err() == nil {
			found = d.fuzz(ctx)
			d.fuzzed = found == nil && ctx.Err() == nil
		}
		return found != nil
	}
	for _, decided := range sideBySide(ctx, [2]func(context.Context) bool{prove, fuzz}, fuzzDelay) {
		if decided {
			break
		}
	}
	switch {
	case found == nil || proof.Verdict == horn.Unsafe:
		return proof, err
	case proof.Verdict == horn.Safe:
		return d.contradicted(found.Path)
	}
	if d.out.certificate != "" {
		return d.certifyError(ctx, *found)
	}
	return *found, d.writeCounterexample(ctx, found.Path)
}

// contradicted returns the answer if a proof excludes an error that a run of the program reaches.
func (d *driver) contradicted(run *chc.Path) (Result, error) {
	err := fmt.Errorf("a run of the program reaches the error at %v, which is proved not to be reached", run.Failure.To)
	return Unknown("internal error: the proof contradicts a run"), &defect.Error{Engine: "encoding of " + d.prog.Name, Err: err}
}
