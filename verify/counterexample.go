// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/defect"
)

// refuted reports a path to an error, unless it may be spurious.
func (d *driver) refuted(ctx context.Context, sys *chc.System, outcome engines.Outcome) (Result, error) {
	path, err := sys.Trace(outcome.Proof)
	switch {
	case err != nil:
		return Unknown("the counterexample cannot be read: %v", err), nil
	case path.Failure.Error == cfg.Unsupported:
		return unsupported(path), nil
	case len(path.Loops) > 0:
		return d.iterated(ctx, sys, path, outcome.Proof)
	}
	run, wrong := d.follow(ctx, path)
	doubts := witness.Doubts(path)
	if path.Failure.Error == cfg.WrongPointer {
		return d.wrongPointer(path, wrong, len(doubts) > 0)
	}
	shown := d.replay(ctx, run)
	replayed, why := shown.Replayed, shown.Why
	if z := d.judgeOther(ctx, run, shown.Other); z != nil {
		return *z, d.writeCounterexample(ctx, z.Path)
	}
	z := Result{Verdict: horn.Unsafe}
	switch {
	// a run cannot confirm the witness's claims about its path
	case replayed == witness.Confirmed && (d.only == nil || len(doubts) == 0):
		z.Remarks = witness.Remarks{confirmed(why)}
	case len(doubts) > 0:
		z = Unknown("the counterexample depends on what is not modelled exactly: %s", strings.Join(doubts, "; "))
	case wrong != nil && d.prog.mayOverrun(): // a finer encoding may decide the program
		return Unknown("the counterexample is not an execution"), &defect.Error{Engine: "encoding of " + d.prog.Name, Err: wrong}
	case run == path && len(witness.Undefined(path)) > 0:
		z = Unknown("the counterexample depends on what C leaves undefined: %s; replay: %s", strings.Join(witness.Undefined(path), "; "), why)
	case contradicts(replayed, path) && (run == path || run.Doubtful || !missed(path)):
		z = d.unconfirmed(why, path)
	case wrong != nil:
		return Unknown("internal error: the counterexample is not an execution"), &defect.Error{Engine: "encoding of " + d.prog.Name, Err: wrong}
	case run != path && !run.Doubtful:
		z.Remarks = witness.Remarks{interpreted(replayed, why)}
	default:
		z.remark(witness.OfReplay, "%s: %s", min(replayed, witness.Unconfirmed), why)
	}
	z.Path = run
	if z.Verdict != horn.Unsafe {
		return z, nil
	}
	z.Remarks = append(z.Remarks, d.prog.remarks(path.Failure, sys.Notes)...)
	o := witness.Outline{System: sys, Path: run, Notes: [][]cfg.Note{sys.Notes, d.prog.source.Notes}}
	if err := d.certify(ctx, &z, o, outcome.Proof); err != nil {
		return z, err
	}
	return z, d.writeCounterexample(ctx, run)
}

// unsupported returns the answer if an execution may reach an unsupported construct.
func unsupported(path *chc.Path) Result {
	z := Unknown("an execution may reach an unsupported construct: %v: %s", path.Failure.To, path.Failure.What)
	z.unsupported = true
	return z
}

// iterated reports a path with loops if a run of the program confirms it. The path only lists the
// first iterations of the loops.
func (d *driver) iterated(ctx context.Context, sys *chc.System, path *chc.Path, proof *horn.Proof) (Result, error) {
	shown := d.replay(ctx, path)
	why := shown.Why
	if shown.Replayed != witness.Confirmed || len(witness.Doubts(path)) > 0 || path.Failure.Error == cfg.WrongPointer {
		return Unknown("the counterexample, which passes a loop %v times, was not confirmed: %s", path.Loops[0], cmp.Or(why, "it may depend on what is not modelled exactly")), nil
	}
	z := Result{Verdict: horn.Unsafe, Path: path, Remarks: witness.Remarks{confirmed(why)}}
	for _, n := range path.Loops {
		z.remark(witness.Plain, "a loop is passed %v times; the first iterations are shown", n)
	}
	z.Remarks = append(z.Remarks, d.prog.remarks(path.Failure, sys.Notes)...)
	o := witness.Outline{System: sys, Path: path, Notes: [][]cfg.Note{sys.Notes, d.prog.source.Notes}}
	if err := d.certify(ctx, &z, o, proof); err != nil {
		return z, err
	}
	return z, d.writeCounterexample(ctx, path)
}

// wrongPointer returns the answer if a pointer may point to an object outside its points-to set.
// wrong is the deviation of the program from that path. doubted means that the path contains an
// inexact construct.
func (d *driver) wrongPointer(path *chc.Path, wrong error, doubted bool) (Result, error) {
	switch {
	case wrong != nil:
		return Unknown("internal error: a pointer contradicts the points-to analysis"), &defect.Error{Engine: "encoding of " + d.prog.Name, Err: wrong}
	case d.prog.concurrent && !doubted:
		return Unknown("%v: a pointer may contradict the points-to analysis", path.Failure.To), nil
	}
	return Result{undefined: &path.Failure}, nil
}

// executed reports a path that the interpreter has run. It is doubted only if the compiled program
// behaves differently on the same inputs.
func (d *driver) executed(ctx context.Context, path *chc.Path) (Result, error) {
	var how witness.Remark
	switch shown := d.replay(ctx, path); {
	case shown.Replayed == witness.Confirmed:
		how = confirmed(shown.Why)
	case contradicts(shown.Replayed, path) && !missed(path):
		return d.unconfirmed(shown.Why, path), nil
	default:
		how = interpreted(shown.Replayed, shown.Why)
	}
	z := Result{Verdict: horn.Unsafe, Path: path, Remarks: append(witness.Remarks{how}, d.prog.remarks(path.Failure)...)}
	return z, d.writeCounterexample(ctx, path)
}

// unconfirmed returns the answer if the compiled program runs without the error on the inputs of
// path.
func (d *driver) unconfirmed(why string, path *chc.Path) Result {
	if simulate.ConvertsPointers(d.prog.source) && slices.ContainsFunc(path.Occurrences, func(h chc.Occurrence) bool { return h.Kind == chc.Input }) {
		why += "; but an input may have to be equal to an address, and addresses change from run to run: --replay=off does not run the program"
	}
	return Unknown("the counterexample was not confirmed: %s", why)
}

// confirmed states that a run of the program reaches the error, and quotes the sanitizer.
func confirmed(report string) witness.Remark {
	if report == "" {
		return witness.OfReplay.Say("confirmed by running the program")
	}
	return witness.OfReplay.Say("confirmed by running the program: %s", report)
}

// contradicts reports whether a run without the error shows that the path has none.
func contradicts(z witness.Replayed, path *chc.Path) bool {
	return z == witness.Contradicted && !witness.Unset(path)
}

// missed reports whether a run may contain the error at the end of the path without reporting it.
// Then a run of the interpreter decides.
func missed(path *chc.Path) bool { return properties.Of(path.Failure.Error).Missed }

// interpreted states that the interpreter has reached the error, and describes the result of
// running the program.
func interpreted(z witness.Replayed, why string) witness.Remark {
	if z == witness.NotReplayed {
		return witness.OfReplay.Say("confirmed by interpreting the program; the compiled program was not run: %s", why)
	}
	return witness.OfReplay.Say("confirmed by interpreting the program; the compiled program did not confirm it: %s", why)
}

// program returns the program in the form for a compiler, with the current errors.
func (d *driver) program() witness.Program {
	z := d.prog.Program
	z.Ends = ends(d.prog.source)
	return z
}

// replay compares a path with the compiled program.
func (d *driver) replay(ctx context.Context, path *chc.Path) witness.Outcome {
	if d.Replay == "off" {
		return witness.Outcome{Why: "switched off"}
	}
	if d.prog.source.Contracts[path.Failure.From] || d.prog.source.Contracts[path.Failure.To] {
		return witness.Outcome{Why: "compilers know no contracts"}
	}
	if d.prog.concurrent || path.Failure.Error == cfg.Deadlock {
		return witness.ReplaySchedule(ctx, d.program(), path, d.confinement())
	}
	return witness.Replay(ctx, d.program(), path, d.confinement())
}

// writeCounterexample writes the files that the options name.
func (d *driver) writeCounterexample(ctx context.Context, path *chc.Path) error {
	if d.out.harness != "" {
		if err := os.MkdirAll(d.out.harness, 0o755); err != nil {
			return err
		}
		texts, harness := witness.Harness(ctx, d.program(), path, d.confinement())
		files := map[string]string{"harness.c": harness}
		for i, text := range texts {
			files[witness.ProgramFile(i)] = text
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(d.out.harness, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	if d.out.witness == "" || path.Failure.To.Line == 0 {
		return nil
	}
	text, err := witness.Violation(d.meta(), path)
	return d.writeWitness(text, err)
}
