// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/expr"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/internal/defect"
	"cornet/internal/slice"
	"cornet/logic"
)

// largeProduct is the number of states from which unwinding a product of threads on demand may be
// faster than building it as a whole.
const largeProduct = 2000

// defaultMaxProduct bounds the states of a product built as a whole, unless the user sets another
// bound.
const defaultMaxProduct = 100_000

// A Source is a text of a program.
type Source = cc.Source

// Program is a C program that has been read.
type Program struct {
	witness.Program
	spec string
	// property is the property in the file that the user gave, or nothing.
	property cc.Property
	read     *cfg.Program // the program as it was read, with all checks; it is not changed
	source   *cfg.Program // the part that the question is about
	cfg      *cfg.Program // without threads; nil if the product of the threads is unwound on demand
	// unwinds means that the product is unwound on demand. If cfg is not nil, both are tried in
	// parallel.
	unwinds bool
	threads threads.Options
	cut     string // describes executions that are left out, so that a proof means nothing; or ""
	// undecided states why executions at unsupported constructs were left out, or is "". It becomes
	// the first reason in cut.
	undecided string
	// concurrent means that the program has threads. A run cannot set their schedule.
	concurrent bool
	instances  int // number of threads, if they are made into a product
	// repeats means that threads are created in loops. unbounded means that there are too many of
	// them for a product, or that their number is unknown.
	repeats, unbounded bool
	encoding           Encoding
	// presumed means that no option named the data model.
	presumed bool
	// kinds are the errors that count. sites are the checks for them, except for the program's own
	// errors. asked means that the user asks for other errors than these.
	kinds properties.Set
	sites []*properties.Site
	asked bool
	selection
	// ends is the number of operations after which an execution does not go on if they are wrong;
	// wraps means that a compiler's option defines signed operations that overflow.
	ends  int
	wraps bool
	raced map[cfg.Pos]map[string]bool // data races and deadlocks that have been found
	races threads.Search              // the data races that are checked
}

// A selection is the part of a program that a question is about. Its zero value is all of it.
type selection struct {
	// checks are the numbers of those that are errors; nil for all.
	checks []int
	// supported means that executions end at unsupported constructs, without an error.
	supported bool
	// overruns: see [cfg.Program.Overruns].
	overruns bool
}

// asks reports whether a check is an error.
func (q selection) asks(s *properties.Site) bool {
	return q.checks == nil || slices.Contains(q.checks, s.Number)
}

// of returns the part of a program, given its checks.
func (q selection) of(p *cfg.Program, sites []*properties.Site) *cfg.Program {
	ops := properties.Without(slice.Filter(sites, func(s *properties.Site) bool { return !q.asks(s) }))
	if q.supported {
		for e := range p.Edges() {
			if isUnsupported(e) {
				ops[e] = cfg.Stop{}
			}
		}
	}
	if len(ops) > 0 {
		p = p.Clone(func(e *cfg.Edge) cfg.Op { return cmp.Or(ops[e], e.Op) })
	}
	if q.overruns {
		return overrunning(p)
	}
	return p
}

// overrunning returns p in which indices and pointers may lead from an array to other members of
// its object.
func overrunning(p *cfg.Program) *cfg.Program {
	z := *p
	z.Overruns = true
	return &z
}

// isUnsupported reports whether an edge is an unsupported construct, at which executions end.
func isUnsupported(e *cfg.Edge) bool {
	op, is := e.Op.(cfg.Error)
	return is && op.Kind == cfg.Unsupported
}

// fork returns a copy of p for questions of its own.
func (p *Program) fork() *Program {
	z := *p
	return &z
}

// remarks returns remarks on a counterexample: that the property file does not name its error, and
// its assumptions.
func (p *Program) remarks(failure chc.Step, notes ...[]cfg.Note) (z witness.Remarks) {
	beside := failure.Error == cfg.AssertFailed || failure.Error == cfg.ErrorLabel
	if beside && len(p.property.Functions) > 0 && p.property.Functions[0] != "__assert_fail" {
		z = append(z, witness.OfProperty.Say("failing assertions and labels ERROR count besides calls of %s()", p.property.Functions[0]))
	}
	return append(z, witness.Assumptions(append(notes, p.source.Notes)...)...)
}

// model returns a line that names the data model of an answer. It does so if the program's meaning
// may depend on it and no option named one.
func (p *Program) model() []string {
	if p == nil || !p.presumed || !p.source.ModelMatters {
		return nil
	}
	model := p.source.Model
	other := map[cfg.DataModel]string{cfg.LP64: "-m32 for ILP32", cfg.ILP32: "-m64 for LP64"}[model]
	return []string{fmt.Sprintf("data model: %v (%s)", model, other)}
}

// Load reads the program from some texts and those of e.Project. The error is a [*cc.Error] if a
// text is malformed. It wraps [errors.ErrUnsupported] for unsupported constructs and
// [threads.ErrTooLarge] if the product of threads has too many states.
func Load(ctx context.Context, sources []Source, e Encoding) (*Program, error) {
	return load(sources, e, cc.Link)
}

// linker reads texts, as [cc.Link] does.
type linker func([]cc.Source, cc.Options) (*cfg.Program, error)

// remembering returns a linker that reads the same texts once for each set of options. The results
// may be changed.
func remembering() linker {
	type known struct {
		o cc.Options
		p *cfg.Program
	}
	var all []known
	return func(sources []cc.Source, o cc.Options) (*cfg.Program, error) {
		for _, k := range all {
			if reflect.DeepEqual(k.o, o) {
				return k.p.Clone(nil), nil
			}
		}
		p, err := cc.Link(sources, o)
		if err != nil {
			return nil, err
		}
		all = append(all, known{o, p})
		return p.Clone(nil), nil
	}
}

func load(sources []Source, e Encoding, read linker) (*Program, error) {
	z, sources, o, err := link(sources, e, read)
	if err != nil {
		return nil, err
	}
	z.instrument(e)
	if e.Unwind > 0 {
		z.read.Unwind(e.Unwind)
	}
	z.Program = programOf(sources, o.Compiler, z.read)
	return z, z.reset()
}

// link reads the program from some texts, and returns the texts with those that were added, and the
// options used.
func link(sources []Source, e Encoding, read linker) (*Program, []Source, cc.Options, error) {
	z := &Program{encoding: e}
	sources, o, err := e.program(sources)
	if err != nil {
		return nil, nil, o, err
	}
	if o.Property, err = z.readProperty(e); err != nil {
		return nil, nil, o, err
	}
	z.wraps = slices.ContainsFunc(sources, func(s Source) bool { return wraps(s, o.Compiler) })
	if err := z.defined(sources, o.Compiler); err != nil {
		return nil, nil, o, err
	}
	o.ContractEntry = cmp.Or(o.Property.Entry, "main")
	if e.claims != nil {
		o.ContractEntry = "" // the requirements of the entry function's contract are checked too
	}
	o.Lives = (z.kinds|e.ends)&properties.Lives != 0 || e.claimsOfMemory
	o.Wraps = z.kinds.Has(cfg.UnsignedOverflow) || z.kinds.Has(cfg.LossyConversion)
	o.Memory = (z.kinds|e.ends)&properties.Memory != 0
	o.Values = z.kinds.Without(properties.Reachability) != 0
	o.Races, o.Deadlocks, o.Overlaps = z.kinds.Has(cfg.DataRace), z.kinds.Has(cfg.Deadlock), z.kinds.Has(cfg.Overlap)
	if z.read, err = read(sources, o); err != nil {
		return nil, nil, o, err
	}
	z.presumed = o.Model == cfg.Host
	if o.Races || threads.Concurrent(z.read) {
		z.read.Notes = append(weakOrders(sources), z.read.Notes...)
	}
	return z, sources, o, nil
}

// defined returns an error if an option of the compiler defines the behaviour that the user wants
// to check.
func (p *Program) defined(sources []Source, o cc.Compiler) error {
	if !p.kinds.Has(cfg.SignedOverflow) && p.encoding.SignedOverflow != assumeOverflow {
		return nil
	}
	for _, s := range sources {
		if wraps(s, o) {
			return fmt.Errorf("%s: -fwrapv defines signed operations that overflow: %w: leave out the option, or what is asked about overflow", s.Name, errors.ErrUnsupported)
		}
	}
	return nil
}

// wraps reports whether the options that a text is compiled with define signed operations that
// overflow. o are the options of texts without their own options.
func wraps(s Source, o cc.Compiler) bool {
	return s.Compiler == nil && o.Wraps || s.Compiler != nil && s.Compiler.Wraps
}

// program returns the input of the front end: texts, including those of e.Project, and options.
func (e Encoding) program(sources []Source) ([]Source, cc.Options, error) {
	o := cc.Options{Model: e.DataModel, Compiler: e.compiler(), MissingBody: e.MissingBody, Arguments: e.Argument, HavocGlobals: e.HavocGlobals,
		WithoutBody: e.WithoutBody, MallocMayFail: e.MallocMayFail, VolatileInputs: e.VolatileInputs}
	if e.Project != "" {
		var err error
		if sources, o.Model, err = project(sources, e); err != nil {
			return nil, o, err
		}
	}
	if len(sources) == 0 {
		return nil, o, errors.New("there is no program: name a file, or a --project that has some")
	}
	return sources, o, nil
}

// Outline returns the functions that a text defines: see [cc.Outline].
func Outline(s Source, e Encoding) ([]cc.Definition, error) {
	sources, o, err := e.program([]Source{s})
	if err != nil {
		return nil, err
	}
	if o.Property, err = new(Program).readProperty(e); err != nil {
		return nil, err
	}
	return cc.Outline(sources[0], o)
}

// Harness returns a function main that calls the entry function of e with any arguments, as with
// --entry.
func Harness(s Source, e Encoding) (string, error) {
	sources, o, err := e.program([]Source{s})
	if err != nil {
		return "", err
	}
	o.Property.Entry = e.Entry
	return cc.Harness(sources, o)
}

var weakOrder = regexp.MustCompile(`memory_order_(relaxed|consume|acquire|release|acq_rel)\b|__ATOMIC_(RELAXED|CONSUME|ACQUIRE|RELEASE|ACQ_REL)\b|(__atomic_|atomic_\w+_explicit *\()[^;\n]*, *[0-4] *\)`)

// weakOrders returns notes on texts that mention memory orders weaker than sequential consistency.
func weakOrders(sources []Source) (z []cfg.Note) {
	for _, s := range sources {
		if at := weakOrder.FindIndex(s.Text); at != nil {
			pos := cfg.Pos{File: s.Name, Line: 1 + bytes.Count(s.Text[:at[0]], []byte("\n"))}
			z = append(z, cfg.Note{Pos: pos, What: "weaker memory orders are sequentially consistent", Assumed: true})
		}
	}
	return z
}

// reset makes the part of the program that the question is about, and the one without threads.
func (p *Program) reset() error {
	p.source = p.selection.of(p.read, p.sites)
	p.cfg, p.unwinds, p.cut, p.concurrent, p.instances = p.source, false, p.undecided, false, 0
	if p.kinds == endless { // threads are refused
		return nil
	}
	p.repeats, p.unbounded = false, false
	if n := p.encoding.Unwind; n > 0 {
		p.cut = fmt.Sprintf("no error within %s of each loop; executions with more iterations are not covered", iterations(n))
	}
	waits := slices.ContainsFunc(p.sites, func(s *properties.Site) bool { return s.Kind == cfg.Deadlock && p.asks(s) })
	if p.encoding.Product != "lazy" && !threads.Synchronises(p.cfg) && !waits {
		return nil
	}
	return p.product(p.encoding)
}

// unsupported returns the place of an unsupported construct at which executions end, or nil.
func (p *Program) unsupported() *cfg.Edge {
	for e := range p.source.Edges() {
		if isUnsupported(e) {
			return e
		}
	}
	return nil
}

// leaveOut removes the executions that reach unsupported constructs. why is the reason why some may
// reach them. Then a proof is impossible, but errors before such places can be found.
func (p *Program) leaveOut(why string) error {
	p.supported = true
	p.undecided = strings.TrimPrefix(p.undecided+"; "+why, "; ")
	return p.reset()
}

// ends returns the current errors that a compiled program detects itself.
func ends(p *cfg.Program) (z []chc.Step) {
	for _, f := range p.Functions {
		for e := range f.Edges() {
			if op, is := e.Op.(cfg.Error); is && properties.Reachability.Has(op.Kind) {
				z = append(z, chc.Step{Kind: chc.Failure, From: e.Pos, To: e.Pos, Error: op.Kind, Function: op.Function, Site: op.Site})
			}
		}
	}
	return z
}

// programOf returns the data about a program that a replay needs.
func programOf(sources []cc.Source, compiler cc.Compiler, p *cfg.Program) witness.Program {
	z := witness.Program{Model: p.Model, Headers: p.Headers, Mentions: p.Mentions}
	for i, s := range sources {
		if s.Compiler == nil {
			s.Compiler = &compiler
		}
		f := witness.File{Name: s.Name, Text: string(s.Text), Flags: s.Compiler.Flags(), Standard: cmp.Or(s.Compiler.Standard, "gnu17")}
		if p.Harness != nil && p.Harness.File == i {
			f.After, z.Entry = p.Harness.Text("void "+cc.EntryName+"(void)"), cc.EntryName
		}
		if i == 0 {
			z.File = f
		} else {
			z.Others = append(z.Others, f)
		}
	}
	return z
}

// product makes the product of the threads, or decides to unwind it on demand.
func (p *Program) product(e Encoding) error {
	p.threads = threads.Options{Reduction: threads.Sleep, Bound: e.ThreadBound}
	for _, s := range p.sites {
		if search := (&threads.Search{Site: s.Number, Except: p.raced, Within: p.races.Within, When: p.races.When}); s.Kind == cfg.DataRace && p.asks(s) {
			p.threads.Races = search
		} else if s.Kind == cfg.Deadlock && p.asks(s) {
			p.threads.Deadlocks = search
		}
	}
	if e.Reduction != "" {
		if err := p.threads.Reduction.UnmarshalText([]byte(e.Reduction)); err != nil {
			return fmt.Errorf("--reduction %w", err)
		}
	}
	if e.Product == "auto" || e.Product == "" || e.Product == "counters" {
		p.repeats = threads.Repeats(p.cfg)
	}
	product, err := threads.New(p.cfg, p.threads)
	if errors.Is(err, threads.ErrUnbounded) && p.repeats {
		p.unbounded, p.concurrent, p.cfg = true, true, nil
		return nil
	}
	if errors.Is(err, errors.ErrUnsupported) && e.Product != "lazy" && !threads.Concurrent(p.cfg) && p.threads.Deadlocks == nil {
		return nil // locks are over-approximated
	}
	if err != nil {
		return err
	}
	if cut := product.Cut(); cut != "" {
		p.cut = strings.TrimPrefix(p.cut+"; "+cut, "; ")
	}
	p.instances, p.concurrent, p.cfg = product.Threads(), product.Threads() > 1, nil
	if e.Product == "counters" {
		return nil
	}
	// an error of all threads together is not a step of one of them
	if e.Product == "lazy" && p.threads.Deadlocks != nil {
		return fmt.Errorf("deadlocks are not looked for with --product lazy: %w", errors.ErrUnsupported)
	}
	if e.Product != "lazy" {
		p.cfg, err = product.Program(e.maxProduct())
		large := errors.Is(err, threads.ErrTooLarge)
		if err != nil && !large || e.Product == "whole" || p.threads.Deadlocks != nil || !large && product.States() < largeProduct {
			return err
		}
	}
	p.unwinds = true
	return nil
}

func (e *Encoding) maxProduct() int { return cmp.Or(e.MaxProduct, defaultMaxProduct) }

// Encode makes the Horn system of a program.
func (p *Program) Encode() (*chc.System, error) { return p.encode(p.encoding, nil) }

func (p *Program) encode(e Encoding, cuts expr.Cuts) (sys *chc.System, err error) {
	return p.encodeScalar(nil, e, cuts)
}

// encodeScalar makes the Horn system of a program. known is its scalar form, or nil if that has not
// been made.
func (p *Program) encodeScalar(known *scalar.Program, e Encoding, cuts expr.Cuts) (sys *chc.System, err error) {
	defer defect.Recover("encoding of "+p.Name, &err)
	if err := p.whole(); err != nil {
		return nil, err
	}
	if known == nil {
		known = chc.Scalar(p.cfg, e.options(cuts))
	}
	sys, err = chc.EncodeScalar(logic.NewStore(), known, e.options(cuts))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return sys, nil
}

// whole returns an error if the product of the program's threads cannot be built as a whole.
func (p *Program) whole() error {
	if p.unbounded {
		return fmt.Errorf("%s: %w", p.Name, threads.ErrUnbounded)
	}
	if p.cfg == nil {
		return fmt.Errorf("%s: %w: more than %d states; 'cornet verify' can unwind it on demand", p.Name, threads.ErrTooLarge, p.encoding.maxProduct())
	}
	return nil
}

// mayOverrun reports whether an index or a pointer may lead from an array to other members of its
// object, and the encoding does not model this yet.
func (p *Program) mayOverrun() (may bool) {
	if p.cfg == nil || p.cfg.Overruns {
		return false
	}
	for e := range p.cfg.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, _ cfg.AccessKind) {
			for l := range cfg.Enclosing(l) {
				f, member := l.(cfg.FieldPlace)
				may = may || member && f.Type().Kind == cfg.Array
			}
		})
	}
	return may
}

// allowOverruns makes the encoding allow for what [Program.mayOverrun] reports. A product of
// threads that is built later does not.
func (p *Program) allowOverruns() {
	z := overrunning(p.cfg)
	if p.cfg == p.source {
		p.source, p.overruns = z, true
	}
	p.cfg = z
}

// Scalar returns the program from which the clauses are made, in which memory has become variables
// and arrays.
func (p *Program) Scalar() (*scalar.Program, error) {
	if err := p.whole(); err != nil {
		return nil, err
	}
	return chc.Scalar(p.cfg, chc.Options{}), nil
}
