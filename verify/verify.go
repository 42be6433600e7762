// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/encode/simulate"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/option"
	"cornet/logic"
	"cornet/proof/certificate"
)

// driver decides one program.
type driver struct {
	Options
	config engines.Config
	// prepared means that the configuration is complete.
	prepared bool
	log      *slog.Logger
	prog     *Program
	notes    []cfg.Note // assumptions of a proof in addition to those of its system
	steps    int        // the length of the only execution, if it ends; 0 if unknown

	proven    []witness.Invariant              // invariants from the last proof
	validates bool                             // the program contains a witness to be validated
	only      []*properties.Site               // the checks that are decided; nil for all
	lead      func() simulate.Lead             // makes leads for runs along a witness; or nil
	passes    func(*chc.Path) int              // counts the passes of the cycle of a witness, or nil
	fuzzed    bool                             // the compiled program was run on many inputs without success
	ran       bool                             // runs of the program have found nothing
	leaves    bool                             // a pointer may leave its objects
	out       files                            // to be written
	read      func(Encoding) (*Program, error) // reads the program by other options
	sources   []Source
}

// files are those that the options name. They are empty after the first counterexample.
type files struct{ witness, harness, certificate string }

func (o *Options) files() files { return files{o.Witness, o.Harness, o.Certificate} }

// encodes returns the options of the encoding at this point of the run.
func (d *driver) encodes() Encoding {
	e := d.Encoding
	if d.leaves {
		e.CheckPointers = scalar.NoDuties
	}
	return e
}

// clauses returns the options of the clauses at this point of the run.
func (d *driver) clauses() chc.Options {
	e := d.encodes()
	return e.options(nil)
}

// Run decides the program in some texts. Errors come with Unknown: a [*cc.Error] if the text is
// malformed, one that wraps [errors.ErrUnsupported] for unsupported constructs, an
// [*defect.Error] for defects. A program that is too large, and a run that is cancelled or
// out of budget, are Unknown without an error.
func Run(ctx context.Context, sources []Source, o Options, config engines.Config) (Result, error) {
	if err := option.Check(&o); err != nil {
		return Result{Reason: err.Error()}, err
	}
	if o.NoReplay {
		o.Replay, o.NoReplay = "off", false
	}
	if o.Each != "" || o.Since != "" {
		return o.runEach(ctx, sources, config)
	}
	if o.Candidates != "" {
		return o.runWithCandidates(ctx, sources, config)
	}
	v, err := o.validation(&sources)
	if err != nil {
		return Unknown("%v", err), err
	}
	config.Lemmas = o.Invariants
	config.Unwindings = !o.Invariants
	if v != nil {
		o.Progress = nil
	}
	p, err := Load(ctx, sources, o.Encoding)
	err = v.blame(err)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return Unknown("%s", budget.Why(ctx)), nil
	case errors.Is(err, threads.ErrTooLarge):
		return Unknown("%v", err), nil
	default:
		return Unknown("%s", strings.ReplaceAll(err.Error(), "\n", "; ")), err
	}
	d := &driver{Options: o, out: o.files(), config: config, log: cmp.Or(config.Log, slog.New(slog.DiscardHandler)), prog: p, validates: v != nil, sources: sources}
	read := remembering()
	d.read = func(e Encoding) (*Program, error) { return load(sources, e, read) }
	v.restrict(d)
	if o.Certificate != "" {
		if err := certificate.Prepare(o.Certificate); err != nil {
			return Result{Reason: err.Error()}, err
		}
	}
	decide := d.decideAll
	if o.Cover != "" {
		decide = d.cover
	}
	z, err := decide(ctx)
	v.judge(&z)
	if err == nil && z.Verdict == horn.Safe && o.Witness != "" && d.prog.concurrent {
		err = d.addGhosts(ctx, sources, config)
	}
	z.Program = d.prog
	if v == nil {
		z.Remarks = slices.Concat(z.vacuous(), z.Remarks)
	}
	return z, err
}

// fork returns a driver for questions of its own about the program.
func (d *driver) fork() *driver {
	z := *d
	z.prog = d.prog.fork()
	return &z
}

// run decides the program.
func (d *driver) run(ctx context.Context) (Result, error) {
	if z, ok := d.recall(ctx); ok {
		return z, nil
	}
	z, found, err := d.findError(ctx)
	switch {
	case !found:
		return d.proveBesideRuns(ctx)
	case err != nil || d.out.certificate == "":
		return z, err
	}
	return d.certifyError(ctx, z)
}

// recall returns the answer that follows from a cached witness, before the program is run. It is
// reported like any other answer.
func (d *driver) recall(ctx context.Context) (Result, bool) {
	if !d.Cached || d.out.certificate != "" || d.prog.unwinds || d.prog.whole() != nil {
		return Result{}, false
	}
	if d.prepare() != nil {
		return Result{}, false
	}
	sys, err := d.prog.encode(d.encodes(), nil)
	if err != nil {
		return Result{}, false
	}
	outcome, ok := engines.Recall(ctx, sys.Horn, d.config)
	if !ok {
		return Result{}, false
	}
	z, err := d.report(ctx, decided{sys: sys, z: outcome})
	z.Runs = []engines.Outcome{outcome}
	return z, err == nil && z.Verdict != horn.Unknown && z.undefined == nil
}

// prepare completes the configuration.
func (d *driver) prepare() error {
	if d.Prepare != nil && !d.prepared {
		if err := d.Prepare(&d.config); err != nil {
			return err
		}
		d.prepared = true
	}
	d.config.CacheLabel = d.label()
	return nil
}

// label identifies the question that the clauses encode. It does not depend on the current clauses.
func (d *driver) label() string {
	z := fmt.Sprintln(d.Entry, d.prog.kinds, d.prog.Program.File.Name)
	for _, f := range d.prog.Program.Others {
		z += fmt.Sprintln(f.Name)
	}
	if len(d.prog.checks) == len(d.prog.sites) || d.prog.checks == nil {
		return z
	}
	return z + fmt.Sprint(d.prog.checks)
}

// prove decides the program by its clauses, and refines the encoding if a counterexample shows that
// it is too coarse.
func (d *driver) prove(ctx context.Context) (Result, error) {
	if err := d.prepare(); err != nil {
		return Result{Reason: err.Error()}, err
	}
	d.config.Facts = d.steps
	var runs []engines.Outcome
	for {
		answer := d.decide(ctx)
		if answer.sys != nil {
			runs = append(runs, answer.z)
		}
		z, err := d.report(ctx, answer)
		z.Runs = runs
		var internal *defect.Error
		switch {
		case (errors.As(err, &internal) && answer.sys != nil || z.undefined != nil) && d.prog.mayOverrun():
			d.prog.allowOverruns()
			d.log.Info("memory is encoded once more, with indices and pointers that lead from an array to other members of its object")
		case err != nil || answer.sys == nil || answer.z.Verdict != horn.Unsafe:
			return z, err
		case z.undefined != nil:
			d.leaves = true
			d.notes = append(d.notes, cfg.Note{Pos: z.undefined.To, Assumed: true, What: "pointers mean no objects but those that were found by points-to analysis, which this access may contradict where it is undefined or not modelled exactly"})
			d.log.Info("a pointer leaves its objects")
		case z.unsupported:
			if err := d.prog.leaveOut(z.Reason); err != nil {
				return z, nil //nolint:nilerr // the reason is known
			}
			d.log.Info("executions that reach an unsupported construct are left out")
		default:
			return z, err
		}
	}
}

// decided is an answer to one encoding of a program.
type decided struct {
	sys *chc.System // nil if the program was not encoded
	z   engines.Outcome
	err error
	// product is the program without threads that the clauses encode, or nil for the driver's
	// program. cut describes the executions that product leaves out.
	product *cfg.Program
	cut     string
	states  int64 // states of the product, if they measure the effort
	// abstract means that the system is an abstraction of the threads, with additional variables.
	abstract bool
	// coarse means that runs of the program are not runs of the abstraction.
	coarse bool
	// slice is the part of the scalar program whole that the clauses are made from, or nil.
	slice *scalar.Slice
	whole *scalar.Program
}

// decide encodes the program and runs the engines.
func (d *driver) decide(ctx context.Context) decided {
	switch {
	case d.Product == "counters":
		return d.counters(ctx)
	case d.prog.repeats:
		return d.raceCounters(ctx)
	}
	return d.products(ctx)
}

// products decides the program by the product of its threads.
func (d *driver) products(ctx context.Context) decided {
	switch {
	case d.prog.unbounded:
		return d.grow(ctx)
	case !d.prog.unwinds && d.prog.concurrent:
		return d.exact(ctx)
	case !d.prog.unwinds:
		return d.raceSlice(ctx)
	case d.prog.cfg == nil:
		return d.unwind(ctx)
	}
	return d.raceProducts(ctx)
}

// exact decides the program with its product of threads built as a whole, and with exact memory.
func (d *driver) exact(ctx context.Context) decided {
	return d.encoded(ctx, nil)
}

// encoded decides the program. p is its scalar form, or nil if that has not been made.
func (d *driver) encoded(ctx context.Context, p *scalar.Program) decided {
	sys, err := d.prog.encodeScalar(p, d.encodes(), nil)
	if err != nil {
		return decided{err: err}
	}
	config := d.config
	if d.Hints != nil {
		if config.Hints, err = d.Hints(sys.Horn); err != nil {
			return decided{err: err}
		}
	}
	return d.raceEncodings(ctx, sys, config)
}

// report turns the answer of the engines into the answer about the program.
func (d *driver) report(ctx context.Context, answer decided) (z Result, err error) {
	outcome, err := answer.z, answer.err
	var internal *defect.Error
	switch {
	case errors.As(err, &internal) && outcome.Verdict == horn.Unknown:
		return Unknown("internal error"), err
	case err != nil && internal == nil:
		return Unknown("%v", err), err
	}
	switch outcome.Verdict {
	case horn.Safe:
		z, err = d.proved(ctx, answer)
	case horn.Unsafe:
		z, err = d.refuted(ctx, answer.sys, outcome)
	default:
		z, err = Unknown("%s", outcome.Reason), nil
		if answer.cut == "" && !answer.abstract {
			z.Remarks = bounded(answer.sys, outcome.Height)
		}
		if d.Invariants && outcome.Lemmas != nil && d.prog.cut == "" && answer.cut == "" {
			z.Invariants = d.readable(ctx, answer.sys, outcome.Lemmas)
		}
	}
	z.Defect = cmp.Or(internal, z.Defect)
	return z, err
}

// proved reports a proof.
func (d *driver) proved(ctx context.Context, answer decided) (Result, error) {
	p, sys, outcome := d.prog, answer.sys, answer.z
	if cut := cmp.Or(p.cut, answer.cut); cut != "" {
		return Unknown("%s", cut), nil
	}
	if err := d.contradiction(ctx, answer); err != nil {
		return Unknown("internal error: the proof contradicts a run"), &defect.Error{Engine: "encoding of " + p.Name, Err: err}
	}
	// only runs can test that the abstraction has all executions
	if answer.abstract && ctx.Err() != nil {
		return Unknown("%v", context.Cause(ctx)), nil
	}
	notes := [][]cfg.Note{p.source.Notes, sys.Notes, d.divisions(ctx, sys, outcome), d.notes, answer.leftOut()}
	z := Result{Verdict: horn.Safe, Remarks: witness.Assumptions(notes...)}
	if sys.Ints == chc.Math && d.Ints == chc.Math {
		z.Remarks = append(z.Remarks, restsOnIntegers)
	}
	var invs []witness.Invariant
	if !answer.abstract && outcome.Model != nil {
		invs = witness.Invariants(sys, outcome.Model)
	}
	if d.proven = invs; d.Invariants && invs != nil {
		z.Invariants = d.readable(ctx, sys, outcome.Model)
	}
	if outcome.Unwinding != nil {
		if err := d.certifyUnwinding(ctx, &z, sys.Horn, outcome.Unwinding); err != nil {
			return z, err
		}
	} else if err := d.certify(ctx, &z, witness.Outline{System: sys, Model: outcome.Model, Notes: notes}, nil); err != nil {
		return z, err
	}
	if d.out.witness == "" {
		return z, nil
	}
	text, err := witness.Correctness(d.meta(), invs)
	return z, d.writeWitness(text, err)
}

// writeWitness writes the witness of an answer, unless making it has failed.
func (d *driver) writeWitness(text []byte, err error) error {
	if err != nil {
		return err
	}
	return os.WriteFile(d.out.witness, text, 0o644)
}

// redundancyTicks limits the effort of deciding whether a part of an invariant follows from the
// others, and redundancyParts is the number of parts up to which this is tried.
const (
	redundancyTicks = 300_000
	redundancyParts = 100
)

// readable returns the invariants of a model in the form for people. It leaves out loops in models
// of library functions.
func (d *driver) readable(ctx context.Context, sys *chc.System, m *horn.Model) []witness.Invariant {
	all := witness.Readable(sys, m, func(known, fs []*logic.Term) []*logic.Term {
		if len(fs) > redundancyParts {
			return fs
		}
		return kernel.Irredundant(ctx, d.config.Backend, d.config.SMT.Within(redundancyTicks), sys.Horn.Store, known, fs)
	})
	return slices.DeleteFunc(all, func(inv witness.Invariant) bool { return cfg.OfLibrary(inv.Pos) })
}

// divisionTicks limits the effort of deciding whether a divisor may be zero.
const divisionTicks = 3_000_000

// divisions returns the divisions whose divisor may be zero according to the proof.
func (d *driver) divisions(ctx context.Context, sys *chc.System, z engines.Outcome) []cfg.Note {
	if len(sys.Divisions) == 0 {
		return nil
	}
	config := d.config
	config.SMT.Ticks = divisionTicks
	if z.Unwinding != nil {
		config.Engine, config.SkipPasses, config.Cache = unwindEngine, true, nil
		return sys.DividesByZero(func(query *horn.System) bool {
			whole := &horn.System{Store: query.Store, Preds: query.Preds, Clauses: slices.Concat(sys.Horn.Clauses, query.Clauses)}
			z, err := engines.Run(ctx, whole, config)
			return err == nil && z.Verdict == horn.Safe
		})
	}
	m := z.Model
	return sys.DividesByZero(func(queries *horn.System) bool {
		return config.NewJudge(queries).Validate(ctx, &horn.Witness{Verdict: horn.Safe, Model: m}) == nil
	})
}

// unwindEngine is the name of the engine that unwinds.
const unwindEngine = "unwind"

// meta describes the run in a witness.
func (d *driver) meta() witness.Meta {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	m := witness.Meta{
		Version:  d.Producer,
		UUID:     fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]),
		Created:  time.Now().UTC().Format(time.RFC3339),
		Property: strings.TrimSpace(d.prog.spec),
		Program:  d.prog.Program,
	}
	if !d.prog.concurrent {
		m.Source = d.prog.source
	}
	return m
}
