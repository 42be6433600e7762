// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
)

// candidates has invariants and contracts that the user suggests. They are inserted into the
// program as checks, like the claims of a witness. First, Houdini finds the largest set of them
// that is inductive by itself. Then three attempts take turns. The last one begins earlier if
// Houdini takes long:
//
//	with the inductive candidates   only TRUE counts: the candidates and the property hold
//	with all that are not refuted   only TRUE counts; a candidate that an execution refutes is dropped
//	the program as it is            its answer counts, as without candidates
//
// So a wrong candidate costs effort and cannot change a verdict.
type candidates struct {
	Options
	sources []Source
	config  engines.Config
	*witness.Document
	program *Program   // without candidates
	mu      sync.Mutex // needed because cancelled attempts may still run
	fates   []fate     // fates of the claims
}

// Limits: the number of candidates that executions may refute, since each costs a run; and the
// effort with candidates after which the program is also decided without them.
const (
	maxRefuted = 100
	aloneAfter = 10_000 * logic.TicksPerMillisecond
)

// A fate states what is known about a candidate.
type fate struct {
	kind fateKind
	why  string // why it is not proved
}

type fateKind uint8

// The kinds of fates.
const (
	isUntold    fateKind = iota
	isProved             // it holds
	isDisproved          // an execution reaches a state in which it does not hold
	isUnusable           // it does not fit the program
)

func (f fate) String() string {
	switch {
	case f.kind == isProved:
		return "holds"
	case f.kind == isDisproved:
		return "does not hold: " + f.why
	case f.kind == isUnusable:
		return "not used: " + f.why
	case f.why == "":
		return "not proved"
	}
	return "not proved: " + f.why
}

// runWithCandidates decides the program with the help of the candidates in a file.
func (o Options) runWithCandidates(ctx context.Context, sources []Source, config engines.Config) (Result, error) {
	fail := func(err error) (Result, error) { return Result{Reason: err.Error()}, err }
	if err := beside("--candidates", []conflict{
		{"--witness", o.Witness != ""}, {"--validate-witness", o.ValidateWitness != ""}, {"--certificate", o.Certificate != ""}, {"--harness", o.Harness != ""},
		{"--cover", o.Cover != ""}, {"--each", o.Each != ""}, {"--since", o.Since != ""}, {"--project", o.Project != ""}, {"--all-findings", o.AllFindings},
	}); err != nil {
		return fail(err)
	}
	text, err := os.ReadFile(o.Candidates)
	if err != nil {
		return fail(err)
	}
	d, err := witness.ReadCandidates(o.Candidates, text)
	if err != nil {
		return fail(err)
	}
	c := &candidates{Options: o, sources: sources, config: config, Document: d, fates: make([]fate, d.Len())}
	c.Options.Candidates, c.Options.Progress = "", nil
	c.config.Log = cmp.Or(config.Log, slog.New(slog.DiscardHandler))
	if err := c.prepare(ctx); err != nil {
		return fail(err)
	}
	z, err := c.decide(ctx)
	z.Remarks = slices.Concat(z.Remarks, c.remarks())
	return z, err
}

// remarks returns a remark on each candidate.
func (c *candidates) remarks() (z witness.Remarks) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, f := range c.fates {
		z = append(z, witness.Remark{Kind: witness.OfCandidate, Place: fmt.Sprintf("%s:%d", c.Name, c.Line(k)), Text: fmt.Sprintf("%s: %v", c.Describe(k), f)})
	}
	return z
}

// set returns the candidates with some kinds of fates.
func (c *candidates) set(kinds ...fateKind) *witness.Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Only(func(k int) bool { return slices.Contains(kinds, c.fates[k].kind) })
}

// note records the fate of the candidate on a line of the file, and reports whether it was unknown
// before.
func (c *candidates) note(line int, kind fateKind, why string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.At(line)
	if k < 0 || c.fates[k].kind != isUntold {
		return false
	}
	c.fates[k] = fate{kind, why}
	return true
}

// prepare completes the configuration and excludes candidates that do not fit the program.
//
// Cost: the program is read once, and again for each candidate with which it cannot be read.
func (c *candidates) prepare(ctx context.Context) (err error) {
	if c.Prepare != nil {
		if err := c.Prepare(&c.config); err != nil {
			return err
		}
		c.Prepare = nil
	}
	if c.program, err = Load(ctx, c.sources, c.Encoding); err != nil {
		return nil //nolint:nilerr // the run without candidates reports it
	}
	var names, texts []string
	for _, s := range c.sources {
		names, texts = append(names, s.Name), append(texts, string(s.Text))
	}
	for k, err := range c.Misfits(names, texts) {
		if err != nil {
			c.note(c.Line(k), isUnusable, c.plain(err))
		}
	}
	for d := c.set(isUntold); d.Len() > 0; d = c.set(isUntold) {
		_, _, line, err := c.with(ctx, d)
		if err == nil {
			break
		}
		if !c.note(line, isUnusable, c.plain(err)) {
			c.config.Log.Info("no candidates", "err", err)
			break
		}
	}
	return nil
}

// plain returns the text of an error about a candidate.
func (c *candidates) plain(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	for _, end := range []error{witness.ErrInvalid, errors.ErrUnsupported} {
		text = strings.TrimSuffix(text, ": "+end.Error())
	}
	if rest, ok := strings.CutPrefix(text, c.Name+":"); ok {
		if _, after, ok := strings.Cut(rest, ": "); ok {
			return after
		}
	}
	return text
}

// with reads the program with candidates inserted. An error that is about one of them comes with
// its line in the file.
func (c *candidates) with(ctx context.Context, d *witness.Document) (v *validation, p *Program, line int, err error) {
	o, sources := c.Options, c.sources
	o.document, o.guesses = d, true
	if v, err = o.validation(&sources); err != nil {
		return nil, nil, 0, err
	}
	if p, err = Load(ctx, sources, o.Encoding); err != nil {
		var e *cc.Error
		if errors.As(err, &e) {
			_, line = v.instrumented.Original(e.Pos)
		}
		return nil, nil, line, v.blame(err)
	}
	for e := range p.source.Edges() {
		if op, is := e.Op.(cfg.Error); is && op.Kind == cfg.Unsupported {
			if _, line := v.instrumented.Original(e.Pos); line != 0 {
				return nil, nil, line, fmt.Errorf("%s: %w", op.What, errors.ErrUnsupported)
			}
		}
	}
	v.restrict(&driver{Options: o, prog: p})
	return v, p, 0, p.reset()
}

// houdini finds candidates that are inductive by themselves. It drops those that are not inductive
// until the rest is. A check is evaluated only if the earlier ones at its place hold, so after a
// candidate is dropped, the others are asked again.
//
// Cost: an encoding for each round; usually there are two rounds.
func (c *candidates) houdini(ctx context.Context, d *witness.Document) error {
	for d.Len() > 0 {
		failing, err := c.failing(ctx, d)
		if err != nil {
			return err
		}
		if len(failing) == 0 {
			break
		}
		d = d.Only(func(k int) bool { return !slices.Contains(failing, k) })
	}
	for k := range d.Len() {
		c.note(d.Line(k), isProved, "")
	}
	return nil
}

// failing returns the candidates that do not follow from the inductive part of all. It explains
// which step may lead to a state in which one does not hold.
func (c *candidates) failing(ctx context.Context, d *witness.Document) (z []int, err error) {
	v, p, _, err := c.with(ctx, d)
	if err != nil {
		return nil, err
	}
	if p.unwinds || p.whole() != nil {
		return nil, errors.New("the threads are unwound on demand")
	}
	sys, err := p.encode(c.Encoding, nil)
	if err != nil {
		return nil, err
	}
	turn.Spend(ctx, sys.Horn.Store.Effort())
	ctx = turn.Counting(ctx, sys.Horn.Store)
	queries, claims := make([][]int, d.Len()), map[int]bool{}
	for i, s := range sys.Steps {
		if k := v.claimOf(s); s.Kind == chc.Failure && k >= 0 {
			queries[k], claims[i] = append(queries[k], i), true
		}
	}
	a, err := engines.Assert(ctx, sys.Horn, c.config, func(query int) bool { return claims[query] })
	if err != nil {
		return nil, err
	}
	for k, of := range queries {
		left := &horn.System{Store: sys.Horn.Store, Preds: sys.Horn.Preds}
		for _, i := range of {
			left.Clauses = append(left.Clauses, a.System.Clauses[i])
		}
		if len(of) == 0 || kernel.Excludes(ctx, c.config.Backend, c.config.SMT.Within(engines.AssertionTicks), left, a.Model) {
			continue
		}
		why, err := c.violation(ctx, sys, a, of)
		if err != nil {
			return nil, err
		}
		c.explain(d.Line(k), why)
		z = append(z, k)
	}
	if len(z) == 0 {
		err = c.config.NewJudge(sys.Horn).Inductive(ctx, a.Model)
	}
	return z, err
}

// explain records why a candidate is not inductive.
func (c *candidates) explain(line int, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fates[c.At(line)].why = why
}

// violation describes a step that may lead to a state in which a candidate, with these queries,
// does not hold. It returns "" if it finds none.
func (c *candidates) violation(ctx context.Context, sys *chc.System, known *engines.Asserted, queries []int) (string, error) {
	// the last assertion of a query is the formula itself
	for _, a := range slices.Backward(known.Assertions) {
		if !slices.Contains(queries, a.Query) {
			continue
		}
		i, err := kernel.Violated(ctx, c.config.Backend, c.config.SMT.Within(engines.AssertionTicks), known.System, known.Model, a)
		if err != nil || i < 0 {
			return "", err
		}
		s := sys.Steps[i]
		from, to := fmt.Sprintf("%s:%d", s.From.File, s.From.Line), fmt.Sprintf("%s:%d", s.To.File, s.To.Line)
		if len(sys.Horn.Clauses[i].Body) == 0 {
			return fmt.Sprintf("it may not hold when %s is first reached", to), nil
		}
		return fmt.Sprintf("the step from %s to %s may not preserve it", from, to), nil
	}
	return "", nil
}

// claimOf returns the number of the claim that fails at the end of a step, or -1.
func (v *validation) claimOf(s chc.Step) int {
	if slices.Contains(v.instrumented.Errors, s.Function) {
		return v.instrumented.Failing(s.Function, 0)
	}
	_, line := v.instrumented.Original(s.To)
	return v.instrumented.Failing("", line)
}

// decide decides the program.
func (c *candidates) decide(ctx context.Context) (Result, error) {
	asItIs := func(ctx context.Context) attempt {
		z, err := Run(ctx, c.sources, c.Options, c.config)
		return attempt{z, err}
	}
	if c.set(isUntold, isProved).Len() == 0 {
		a := asItIs(ctx)
		return a.z, a.err
	}
	var z attempt
	for k, a := range sideBySide(ctx, [2]func(context.Context) attempt{c.helped, asItIs}, aloneAfter) {
		if k == 1 || a.counts() {
			z = a
		}
		if a.err != nil || a.counts() || k == 1 && a.z.Verdict != horn.Unknown {
			break
		}
	}
	return z.z, z.err
}

// An attempt is an answer of one of the parts.
type attempt struct {
	z   Result
	err error
}

// counts reports whether an answer about the program with candidates is also an answer about the
// program, or reports a defect.
func (a attempt) counts() bool { return a.z.Verdict == horn.Safe || a.err != nil }

// helped finds the inductive candidates. Then it decides the program with those that are proved
// and, in parallel, with all that are not disproved.
func (c *candidates) helped(ctx context.Context) attempt {
	if err := c.houdini(ctx, c.set(isUntold)); err != nil {
		c.config.Log.Info("no inductive candidates", "err", err)
	}
	withProved := func(ctx context.Context) attempt { return c.attempt(ctx, c.set(isProved)) }
	switch {
	case c.set(isProved).Len() == 0:
		return c.withAll(ctx)
	case c.set(isUntold).Len() == 0:
		return withProved(ctx)
	}
	for _, a := range sideBySide(ctx, [2]func(context.Context) attempt{withProved, c.withAll}, 0) {
		if a.counts() {
			return a
		}
	}
	return attempt{}
}

// withAll decides the program with the candidates that are not disproved, as long as there are some
// that are not proved.
func (c *candidates) withAll(ctx context.Context) attempt {
	for range maxRefuted {
		d := c.set(isProved, isUntold)
		if c.set(isUntold).Len() == 0 || ctx.Err() != nil {
			break
		}
		a := c.attempt(ctx, d)
		if a.err != nil || a.z.Verdict != horn.Unsafe || a.z.failing < 0 {
			return a
		}
		line := d.Line(a.z.failing)
		if !c.note(line, isDisproved, a.z.Validation) {
			return attempt{err: &defect.Error{Engine: "candidates", Err: fmt.Errorf("the candidate in line %d was proved, and an execution refutes it", line)}}
		}
	}
	return attempt{}
}

// attempt decides the program with candidates inserted. If it is safe, all of them hold.
func (c *candidates) attempt(ctx context.Context, d *witness.Document) attempt {
	o, config := c.Options, c.config
	o.document, o.guesses, o.Replay = d, true, "off"
	config.Assertions, config.Cache = true, nil
	z, err := Run(ctx, c.sources, o, config)
	var internal *defect.Error
	switch {
	case errors.As(err, &internal):
		return attempt{z, err}
	case err != nil: // such as a combination of candidates that the front end refuses
		return attempt{}
	case z.Verdict == horn.Unsafe:
		z.Validation = fmt.Sprintf("an execution refutes it at %s:%d", z.Path.Failure.To.File, z.Path.Failure.To.Line)
		if end := z.Path.Failure; end.Error != cfg.ReachError && end.Error != cfg.AssertFailed {
			z.Validation += ", where its value is undefined"
		}
	case z.Verdict == horn.Safe:
		for k := range d.Len() {
			c.note(d.Line(k), isProved, "")
		}
		z.Validation, z.Program = "", c.program
		if c.program.asked {
			for _, name := range c.program.kinds.Names() {
				z.Properties = append(z.Properties, Decision{Property: name, Verdict: horn.Safe})
			}
		}
	}
	return attempt{z, nil}
}
