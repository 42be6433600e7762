// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/engines"
	ranking "cornet/engines/termination"
	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/budget"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file decides termination: whether every execution ends.
//
// Undefined behaviour matters more than for other properties, since a loop may end only because an
// operation overflows. So the program is read in several ways, with different sets of executions.
// The table shows the answer for each result about a reading:
//
//	reading                             all executions end    one does not end
//	defined: overflow ends executions   see below             FALSE
//	wrapping: that of gcc -fwrapv       see below             -
//	unbounded: no machine's integers    see below             see below
//
// TRUE needs the first reading, and one of the others. If the executions end in the first and the
// third but not in the second, a remark states that the proof relies on undefined behaviour. If an
// execution over unbounded integers does not end, a loop may end only because of overflow, even if
// overflow wraps. Then the answer is UNKNOWN, unless no operation overflows, or
// --signed-overflow=assume or -fwrapv asks for one reading.

// A reading is a program in one of these readings.
type reading struct {
	prog *Program
	// sys is certain: everything that it derives happens in the program. Its proofs count if no
	// execution is left out because of a construct that is not modelled exactly.
	sys *chc.System
	// whole has all executions. Its queries state the assumptions of a proof: that no execution
	// reaches an unsupported construct, and which objects pointers point to.
	whole *chc.System
	// proved is the proof that the executions end, once there is one. diverges means that some
	// execution does not end, according to the model of the program.
	proved   *proved
	diverges bool
}

// proved is a proof of termination.
type proved struct {
	sys    *chc.System
	answer ranking.Answer
}

// Remarks on proofs.
var (
	restsOnOverflow = witness.Assuming.Say("a signed operation that overflows ends the execution, since C leaves open what happens then")
	restsOnIntegers = witness.Assuming.Say("integers are unbounded")
)

const (
	// endsByOverflow is the reason why termination is not proved.
	endsByOverflow = "all executions that C defines end, but a loop may end only because a signed operation overflows; --signed-overflow=assume accepts that"
)

// firstRound is the effort spent on each reading in the first round, and maxRounds the number of
// rounds. The effort doubles from round to round.
const (
	firstRound = 1_000 * logic.TicksPerMillisecond
	maxRounds  = 8
)

// decideTermination decides whether every execution ends, and the other requested properties.
func (d *driver) decideTermination(ctx context.Context) (Result, error) {
	if d.prog.kinds == endless {
		z, err := d.terminates(ctx)
		if d.prog.asked {
			z.Properties = []Decision{{Property: properties.Termination, Verdict: z.Verdict, Reason: z.Reason}}
		}
		return z, err
	}
	return d.terminatesBeside(ctx)
}

// terminates decides whether every execution of the program ends.
func (d *driver) terminates(ctx context.Context) (Result, error) {
	if err := d.prepare(); err != nil {
		return Result{Reason: err.Error()}, err
	}
	if reason := d.refusesTermination(); reason != "" {
		return Unknown("%s", reason), nil
	}
	t := &terminator{driver: d, readings: map[string]*reading{}}
	var z Result
	var err error
	for round := range cmp.Or(d.rounds, maxRounds) {
		t.ticks = firstRound << round
		if z, err = t.round(ctx); err != nil || z.Verdict != horn.Unknown || ctx.Err() != nil || t.over {
			break
		}
	}
	if ctx.Err() != nil && z.Verdict == horn.Unknown {
		z.Reason = budget.Why(ctx)
	}
	z.Runs = t.runs
	return z, err
}

// refusesTermination returns the reason why the question is not decided, or "".
func (d *driver) refusesTermination() string {
	switch {
	case threads.Synchronises(d.prog.source) || threads.Concurrent(d.prog.source):
		return "termination of programs with threads or locks is not supported"
	case d.Unwind > 0:
		return "--unwind leaves out the executions that termination is about"
	}
	return ""
}

// A terminator decides termination.
type terminator struct {
	*driver
	ticks    int64
	readings map[string]*reading // by their names
	runs     []engines.Outcome
	over     bool // another round would be useless
}

// round goes through the readings.
func (t *terminator) round(ctx context.Context) (Result, error) {
	if t.Ints == chc.Math || t.prog.wraps {
		z, _, err := t.decideBy(ctx, "given", t.Encoding)
		if t.Ints == chc.Math && z.Verdict != horn.Unknown {
			z.Remarks = append(z.Remarks, restsOnIntegers)
		}
		return z, err
	}
	defined, unbounded := t.Encoding, t.Encoding
	defined.SignedOverflow, unbounded.SignedOverflow = assumeOverflow, ""
	unbounded.Ints = chc.Math
	z, r, err := t.decideBy(ctx, "defined", defined)
	if err != nil || z.Verdict == horn.Unsafe || r.prog.ends == 0 || ctx.Err() != nil {
		return z, err
	}
	wrapping := t.Encoding
	wrapping.SignedOverflow = ""
	w, _, err := t.prove(ctx, "wrapping", wrapping)
	switch {
	case err != nil || z.Verdict != horn.Safe && w.Verdict != horn.Safe:
		return z, err
	case t.SignedOverflow == assumeOverflow:
		return t.resting(z, w), nil
	}
	u, r, err := t.prove(ctx, "unbounded", unbounded)
	switch {
	case err != nil:
		return u, err
	case u.Verdict == horn.Safe:
		return t.resting(z, w), nil
	case w.Verdict == horn.Safe && (!r.diverges || t.neverOverflows(ctx)):
		return w, nil
	}
	return Unknown(endsByOverflow), nil
}

// resting returns the proof for wrapping arithmetic, or else the proof for executions that C
// defines, with a remark.
func (t *terminator) resting(defined, wrapping Result) Result {
	if wrapping.Verdict == horn.Safe {
		return wrapping
	}
	defined.Remarks = append(defined.Remarks, restsOnOverflow)
	return defined
}

// neverOverflows reports whether it is proved that no signed operation overflows.
func (t *terminator) neverOverflows(ctx context.Context) bool {
	e := t.alone(t.Encoding)
	e.Check, e.SignedOverflow = []string{cfg.SignedOverflow.String(), cfg.WrongShift.String()}, ""
	p, err := t.read(e)
	if err != nil {
		return false
	}
	sys, err := p.encode(e, nil)
	if err != nil {
		return false
	}
	ctx, stop := turn.Limit(ctx, t.ticks, context.Canceled)
	defer stop()
	z, err := engines.Run(ctx, sys.Horn, t.config)
	t.runs = append(t.runs, z)
	return err == nil && z.Verdict == horn.Safe
}

// reading returns the program in a reading, which is made once.
func (t *terminator) reading(name string, e Encoding) (*reading, error) {
	if r := t.readings[name]; r != nil {
		return r, nil
	}
	p, err := t.read(t.alone(e))
	if err != nil {
		return nil, err
	}
	r := &reading{prog: p}
	o := e.options(nil)
	o.Remember, o.AnyInput = true, true
	if r.whole, r.sys, err = chc.EncodeCertain(logic.NewStore(), p.cfg, o); err != nil {
		return nil, err
	}
	t.readings[name] = r
	return r, nil
}

// decideBy decides termination in a reading.
func (t *terminator) decideBy(ctx context.Context, name string, e Encoding) (Result, *reading, error) {
	r, err := t.reading(name, e)
	if err != nil {
		return Unknown("%v", err), nil, err
	}
	if r.proved == nil {
		answer, err := t.ask(ctx, r.sys)
		switch {
		case err != nil:
			return Unknown("%v", err), r, err
		case answer.Verdict == termination.Diverges:
			z, err := t.endless(ctx, name, e, r, answer)
			return z, r, err
		case answer.Verdict == termination.Unknown && !r.sys.LeftOut:
			return Unknown("%s", answer.Reason), r, nil
		case answer.Verdict == termination.Terminates && !r.sys.LeftOut:
			r.proved = &proved{r.sys, answer}
		}
	}
	return t.prove(ctx, name, e)
}

// endless reports an execution that does not end. If the program accesses memory by pointers or
// indices, all accesses in the execution must be valid.
func (t *terminator) endless(ctx context.Context, name string, e Encoding, r *reading, answer ranking.Answer) (Result, error) {
	if e.ends == 0 && accessesMemory(r.prog.source) {
		e.ends = undefined
		valid, err := t.reading(name+", valid accesses", e)
		if err != nil {
			return Unknown("%v", err), err
		}
		if answer, err = t.ask(ctx, valid.sys); err != nil || answer.Verdict != termination.Diverges {
			return Unknown("an execution that may not end may pass an operation that C leaves undefined"), err
		}
		r = valid
	}
	return t.diverges(ctx, e, r, answer)
}

// undefined are the errors after which an execution is undefined in C, in addition to those of
// signed arithmetic. Variables that are not set have arbitrary values.
var undefined = properties.Where(func(k properties.Kind) bool {
	return k.Clause != "" && !k.Defined && !k.OnRequest && k.Property != properties.Unreachability && !k.Error.OfThreads() && k.Group != "values" && k.Group != "overflow"
})

// accessesMemory reports whether a program accesses memory by pointers or indices.
func accessesMemory(p *cfg.Program) bool {
	found := false
	for e := range p.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, _ cfg.AccessKind) {
			for l := range cfg.Enclosing(l) {
				switch l.(type) {
				case cfg.Deref, cfg.IndexPlace:
					found = true
				}
			}
		})
	}
	return found
}

// prove tries to prove that the executions end in a reading.
func (t *terminator) prove(ctx context.Context, name string, e Encoding) (Result, *reading, error) {
	r, err := t.reading(name, e)
	if err != nil {
		return Unknown("%v", err), nil, err
	}
	if r.proved == nil {
		answer, err := t.ask(ctx, r.whole)
		switch {
		case err != nil:
			return Unknown("%v", err), r, err
		case answer.Verdict == termination.Diverges:
			r.diverges = true
			return Unknown("an execution may not end, as far as the program is modelled: %s", t.notes(r)), r, nil
		case answer.Verdict != termination.Terminates:
			return Unknown("%s", answer.Reason), r, nil
		}
		r.proved = &proved{r.whole, answer}
	}
	if reason, err := t.relies(ctx, r); reason != "" || err != nil {
		return Unknown("%s", reason), r, err
	}
	z, err := t.ends(ctx, r)
	return z, r, err
}

// notes returns the constructs of a reading that are not modelled exactly.
func (t *terminator) notes(r *reading) string {
	for _, s := range r.whole.Steps {
		for _, e := range s.Events {
			if e.Kind == chc.Inexact {
				return fmt.Sprintf("%v: %s is not modelled exactly", e.Pos, e.Name)
			}
		}
	}
	return "what C leaves undefined"
}

// ask decides the question about a system.
func (t *terminator) ask(ctx context.Context, sys *chc.System) (ranking.Answer, error) {
	config := t.config
	config.Unwindings = false
	return ranking.Decide(ctx, whetherEnds(sys), ranking.Options{Run: config, Ticks: t.ticks, Log: t.log})
}

// whetherEnds returns the question whether the executions of a system end.
func whetherEnds(sys *chc.System) termination.Question {
	x := sys.Execution()
	q := termination.Question{System: x.Rules, Steps: []termination.Step{}}
	for i, moves := range x.Moves {
		if moves {
			q.Steps = append(q.Steps, termination.Step{Clause: i})
		}
	}
	return q
}

// relies proves the assumptions of a proof of termination. It returns the reason why it cannot, or
// "".
func (t *terminator) relies(ctx context.Context, r *reading) (string, error) {
	if !slices.ContainsFunc(r.whole.Horn.Clauses, (*horn.Clause).IsQuery) {
		return "", nil
	}
	z, err := engines.Run(ctx, r.whole.Horn, t.config)
	t.runs = append(t.runs, z)
	switch {
	case z.Verdict == horn.Safe:
		return "", err
	case z.Verdict == horn.Unsafe:
		t.over = true
		path, err := r.whole.Trace(z.Proof)
		if err == nil && path.Failure.Error == cfg.Unsupported {
			return unsupported(path).Reason, nil
		}
		return "a pointer may mean another object than those that were found by points-to analysis", nil
	}
	return cmp.Or(z.Reason, "it is not known which objects pointers mean"), err
}

// ends reports a proof that all executions end.
func (t *terminator) ends(ctx context.Context, r *reading) (Result, error) {
	p := r.proved
	z := Result{Verdict: horn.Safe, Remarks: t.assumptions(r, p.sys), bounds: t.Bound}
	rank := p.answer.Certificate.Ranking
	for i, place := range p.sys.Places {
		if len(rank.Tuples[i]) == 0 || cfg.OfLibrary(place.Pos) || place.Kind != chc.LoopHead && place.Kind != chc.Entry {
			continue
		}
		x := witness.RankingAt(p.sys, place, rank.Tuples[i])
		if !slices.ContainsFunc(z.Rankings, func(y witness.Ranking) bool { return y.String() == x.String() }) {
			z.Rankings = append(z.Rankings, x)
		}
	}
	invs := witness.Invariants(p.sys, rank.Model)
	if d := t.driver; d.Invariants {
		z.Invariants = d.readable(ctx, p.sys, rank.Model)
	}
	if err := t.certifyRanking(ctx, &z, p); err != nil || t.out.witness == "" {
		return z, err
	}
	text, err := witness.Termination(t.meta(), invs, z.Rankings)
	return z, t.writeWitness(text, err)
}

// assumptions are those of an answer about a reading, without those about the code of a witness.
func (t *terminator) assumptions(r *reading, sys *chc.System) witness.Remarks {
	notes := slices.DeleteFunc(slices.Concat(r.prog.source.Notes, sys.Notes), func(n cfg.Note) bool {
		return strings.HasPrefix(n.Function, witness.Prefix)
	})
	return witness.Assumptions(notes)
}

// alone returns the encoding in which termination is the only property.
func (d *driver) alone(e Encoding) Encoding {
	e.Check, e.Property, e.specification, e.claims, e.claimsOfMemory = []string{properties.Termination}, "", "", nil, false
	e.Entry = cmp.Or(e.Entry, d.prog.property.Entry)
	return e
}

// checksFirst is the effort spent on other properties before termination is decided, if there is no
// deadline.
const checksFirst = 20_000 * logic.TicksPerMillisecond

// terminatesBeside decides other properties in half of the time, and then termination. If there is
// no deadline, it goes on with the other properties after that, without a limit as usual.
func (d *driver) terminatesBeside(ctx context.Context) (Result, error) {
	others := func(ctx context.Context) (*driver, Result, error) {
		t := d.fork()
		t.prog.kinds, t.Progress = t.prog.kinds.Without(endless), nil
		z, err := t.decideChecks(ctx)
		return t, z, err
	}
	deadline, limited := ctx.Deadline()
	half, stop := turn.Limit(ctx, checksFirst, context.Canceled)
	if limited {
		half, stop = budget.Budget{Timeout: max(time.Until(deadline)/2, time.Millisecond).Round(time.Millisecond)}.Context(ctx)
	}
	t, z, err := others(half)
	open := half.Err() != nil && !limited
	stop()
	if t.Encoding = d.alone(d.Encoding); z.Verdict == horn.Unsafe {
		t.out = files{}
	}
	var failed error
	if t.prog, failed = d.read(t.Encoding); failed != nil {
		return z, errors.Join(err, failed)
	}
	more, failed := t.terminates(ctx)
	if err == nil && open && ctx.Err() == nil {
		_, z, err = others(ctx)
	}
	return z.and(more), errors.Join(err, failed)
}

// and joins the answer about several properties with the one about termination.
func (z Result) and(t Result) Result {
	if len(z.decided) == 0 {
		for _, p := range z.Properties {
			z.decided = append(z.decided, event{Decision: p})
		}
		if z.Verdict == horn.Unsafe {
			z.Findings = z.All()
			for i := range z.Findings {
				z.decided = append(z.decided, event{finding: &z.Findings[i]})
			}
		}
	}
	d := Decision{Property: properties.Termination, Verdict: t.Verdict, Reason: t.Reason}
	z.Properties = append(z.Properties, d)
	z.decided = append(z.decided, event{Decision: d})
	for _, f := range t.All() {
		z.Findings = append(z.Findings, f)
		z.decided = append(z.decided, event{finding: &f})
	}
	z.bounds = t.bounds
	z.Rankings, z.Runs, z.Path = t.Rankings, append(z.Runs, t.Runs...), cmp.Or(z.Path, t.Path)
	switch {
	case z.Verdict == horn.Unsafe || t.Verdict == horn.Unsafe:
		z.Verdict = horn.Unsafe
	case z.Verdict == horn.Unknown || t.Verdict == horn.Unknown:
		z.Verdict, z.Reason = horn.Unknown, reasonOf(z.Properties)
	}
	if t.Verdict == horn.Safe {
		for _, r := range t.Remarks {
			if !slices.Contains(z.Remarks, r) {
				z.Remarks = append(z.Remarks, r)
			}
		}
	}
	return z
}
