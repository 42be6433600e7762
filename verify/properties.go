// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/horn"
)

// A Finding is a check that fails.
type Finding struct {
	*properties.Site
	Path    *chc.Path
	Remarks []string // what confirms it
}

// String is the finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%v: %v: %s", f.Pos, f.Kind, f.Message())
}

// Message says what is wrong.
func (f Finding) Message() string {
	text := properties.Of(f.Kind).Message
	if f.What != "" {
		text += ": " + f.What
	}
	return text
}

// Trace returns the lines of the counterexample: at most limit, or all if limit is 0.
func (f Finding) Trace(limit int) []string { return witness.Describe(f.Path, limit) }

// Steps are those of the counterexample, and the finding as the last one.
func (f Finding) Steps() []witness.Line {
	return append(witness.Lines(f.Path), witness.Line{Pos: f.Pos, Text: f.Message()})
}

// All are the findings of the answer, whatever was asked for.
func (z Result) All() []Finding {
	if len(z.Findings) > 0 || z.Verdict != horn.Unsafe || z.Path == nil {
		return z.Findings
	}
	end := z.Path.Failure
	site := &properties.Site{Number: end.Site, Kind: end.Error, Pos: end.To, What: end.What}
	return []Finding{{site, z.Path, z.Remarks}}
}

// A Decision is the verdict about a property, or about a check.
type Decision struct {
	Property string
	Site     *properties.Site // nil: of the whole property
	Verdict  horn.Verdict
	Reason   string // of Unknown
}

// property reads what is asked for: the property file or the name of one, and the checks.
func (p *Program) readProperty(e Encoding) (cc.Property, error) {
	words := slices.Clone(e.Check)
	var z cc.Property
	var err error
	if e.specification != "" {
		if z, err = cc.ParseProperty("specification", e.specification); err != nil {
			return z, err
		}
		p.spec, p.property = e.specification, z
	} else if e.Property != "" {
		prp, err := e.readFile(e.Property)
		switch {
		case err != nil && slices.Contains(properties.Words(), e.Property):
			words = append(words, e.Property)
		case err != nil:
			return z, err
		default:
			if z, err = cc.ParseProperty(e.Property, string(prp)); err != nil {
				return z, err
			}
			p.spec, p.property = string(prp), z
		}
	}
	for _, name := range z.Others {
		kinds, err := properties.Parse(name)
		if err != nil {
			return z, fmt.Errorf("%s: %w: %w", e.Property, err, errors.ErrUnsupported)
		}
		p.kinds |= kinds
	}
	kinds, err := properties.Parse(words...)
	if err != nil {
		return z, fmt.Errorf("--check: %w", err)
	}
	p.kinds |= kinds
	if p.spec != "" && !z.Unmarked || p.kinds == 0 {
		p.kinds |= properties.Reachability
	}
	p.asked = p.kinds != properties.Reachability
	if e.SignedOverflow == checkOverflow {
		p.kinds = p.kinds.With(cfg.SignedOverflow, cfg.WrongShift)
	}
	if p.kinds&properties.Reachability == 0 {
		z.Unmarked, z.OnlyFunctions = true, true
	}
	z.Formats = p.kinds.Has(cfg.WrongFormat)
	if e.claims != nil {
		z.Claims = e.claims
		p.kinds = p.kinds.With(cfg.ReachError, cfg.AssertFailed)
	}
	if e.Entry != "" {
		z.Entry = e.Entry
	}
	if e.Entry != "" || p.spec == "" {
		p.spec = z.String()
		for _, name := range p.kinds.Without(properties.Reachability).Names() {
			p.spec += "\n" + properties.Formula(name, z.Entry)
		}
		if z.Unmarked {
			_, p.spec, _ = strings.Cut(p.spec, "\n")
		}
	}
	return z, nil
}

// instrument checks what is asked for.
func (p *Program) instrument(e Encoding) {
	if p.kinds != properties.Reachability {
		p.sites = properties.Instrument(p.source, p.kinds)
	}
	if e.SignedOverflow != assumeOverflow {
		return
	}
	for _, s := range properties.Instrument(p.source, properties.Set(0).With(cfg.SignedOverflow, cfg.WrongShift).Without(p.kinds)) {
		s.Switch(false)
	}
}

// The treatments of signed overflow.
const (
	assumeOverflow = "assume"
	checkOverflow  = "check"
)

// decideAll decides the properties that are asked for. A check that fails is switched off, with all of its property unless each check is to
// be decided by itself, and the others are decided anew; where all together are not decided, each is decided alone.
func (d *driver) decideAll(ctx context.Context) (Result, error) {
	if d.AllFindings && len(d.prog.sites) == 0 {
		d.prog.sites = properties.Instrument(d.prog.source, d.prog.kinds)
	}
	if len(d.prog.sites) == 0 {
		z, err := d.run(ctx)
		if d.prog.asked {
			for _, name := range d.prog.kinds.Names() {
				z.Properties = append(z.Properties, Decision{Property: name, Verdict: z.Verdict, Reason: z.Reason})
			}
		}
		return z, err
	}
	a := &agenda{driver: d, open: slices.Clone(d.prog.sites), verdicts: map[*properties.Site]horn.Verdict{}}
	if d.only != nil {
		for _, s := range a.open {
			if !slices.Contains(d.only, s) {
				a.verdicts[s] = left
			}
		}
	}
	err := a.run(ctx)
	z := a.result()
	if !d.prog.asked && !d.AllFindings {
		z.Properties, z.Findings = nil, nil
	}
	return z, err
}

// An agenda has the checks that are still to be decided.
type agenda struct {
	*driver
	open     []*properties.Site
	verdicts map[*properties.Site]horn.Verdict
	first    *Result // the first that says FALSE
	last     Result
	findings []Finding
	reason   string // of checks that were not decided
}

// run decides the open checks: those of single threads first, since data races need interleavings of their own.
func (a *agenda) run(ctx context.Context) error {
	single, several := []*properties.Site{}, []*properties.Site{}
	for _, s := range a.open {
		if s.Kind.OfThreads() {
			several = append(several, s)
		} else {
			single = append(single, s)
		}
	}
	if len(single) == 0 || len(several) == 0 {
		return a.decide(ctx, a.open)
	}
	half, stop := ctx, func() {}
	if end, ok := ctx.Deadline(); ok {
		half, stop = context.WithTimeout(ctx, time.Until(end)/2)
	}
	err := a.decide(half, single)
	stop()
	if err != nil {
		return err
	}
	return a.decide(ctx, several)
}

// decide decides some checks together, and, if that fails, one after the other.
func (a *agenda) decide(ctx context.Context, sites []*properties.Site) error {
	groups := a.groups(sites)
	if len(groups) > 1 { // half of the time is for all together
		if end, ok := ctx.Deadline(); ok {
			half, stop := context.WithTimeout(ctx, time.Until(end)/2)
			err := a.together(half, sites)
			stop()
			if err != nil {
				return err
			}
		} else if err := a.together(ctx, sites); err != nil {
			return err
		}
	}
	groups = a.groups(a.undecided(sites))
	for i, g := range groups {
		if ctx.Err() != nil {
			break
		}
		share, stop := ctx, func() {}
		if end, ok := ctx.Deadline(); ok && i+1 < len(groups) {
			share, stop = context.WithTimeout(ctx, time.Until(end)/time.Duration(len(groups)-i))
		}
		err := a.together(share, g)
		stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// together decides some checks with all others switched off, as long as some are found to fail.
func (a *agenda) together(ctx context.Context, sites []*properties.Site) error {
	for {
		sites = a.undecided(sites)
		if len(sites) == 0 || ctx.Err() != nil {
			return nil
		}
		for _, s := range a.prog.sites {
			s.Switch(slices.Contains(sites, s))
		}
		if err := a.prog.reset(); err != nil {
			return err
		}
		z, err := a.driver.run(ctx)
		a.last = z
		a.last.Runs = append(a.last.Runs, z.Runs...)
		switch {
		case z.Verdict == horn.Unsafe:
			a.found(z, sites)
		case z.Verdict == horn.Safe:
			for _, s := range sites {
				a.verdicts[s] = horn.Safe
				if s.Kind.OfThreads() && slices.ContainsFunc(a.findings, func(f Finding) bool { return f.Kind == s.Kind }) {
					a.verdicts[s] = horn.Unsafe
				}
			}
			return err
		default:
			a.reason = z.Reason
			return err
		}
		if err != nil {
			return err
		}
	}
}

// found notes a check that fails. Files that are written are those of the first one.
func (a *agenda) found(z Result, sites []*properties.Site) {
	if a.first == nil {
		a.first = &z
		a.Witness, a.Harness, a.Certificate = "", "", ""
	}
	s := a.prog.sites[z.Path.Failure.Site-1]
	if end := z.Path.Failure; s.Kind.OfThreads() {
		a.raced(end)
		race := *s
		race.Pos, race.What = end.To, end.What
		a.findings = append(a.findings, Finding{&race, z.Path, z.Remarks})
		if !a.AllFindings {
			a.verdicts[s] = horn.Unsafe
		}
		return
	}
	a.verdicts[s] = horn.Unsafe
	found := s
	if end := z.Path.Failure.To; cfg.OfLibrary(s.Pos) && !cfg.OfLibrary(end) { // a model of the library: it is called there
		site := *s
		site.Pos, site.Pos.Thread, site.Pos.Mention = end, 0, 0
		found = &site
	}
	a.findings = append(a.findings, Finding{found, z.Path, z.Remarks})
	for _, t := range sites {
		if !a.AllFindings && t != s && nameOf(t) == nameOf(s) {
			a.verdicts[t] = left
		}
	}
}

// raced has further searches look for other data races, or deadlocks.
func (a *agenda) raced(end chc.Step) {
	if a.prog.raced == nil {
		a.prog.raced = map[cfg.Pos]map[string]bool{}
	}
	at := end.To
	at.Thread, at.Mention = 0, 0
	if a.prog.raced[at] == nil {
		a.prog.raced[at] = map[string]bool{}
	}
	a.prog.raced[at][end.What] = true
}

// left is of checks that are not decided since another one of their property fails.
const left horn.Verdict = 100

func nameOf(s *properties.Site) string { return properties.Of(s.Kind).Name() }

func (a *agenda) undecided(sites []*properties.Site) (z []*properties.Site) {
	for _, s := range sites {
		if a.verdicts[s] == horn.Unknown {
			z = append(z, s)
		}
	}
	return z
}

// groups are the checks that are decided together when each is decided alone: those of a property, or single ones.
func (a *agenda) groups(sites []*properties.Site) (z [][]*properties.Site) {
	at := map[string]int{}
	for _, s := range sites {
		name := nameOf(s)
		if a.AllFindings {
			name = fmt.Sprint(s.Number)
		}
		i, ok := at[name]
		if !ok {
			i = len(z)
			at[name] = i
			z = append(z, nil)
		}
		z[i] = append(z[i], s)
	}
	return z
}

// result is the answer about all checks.
func (a *agenda) result() Result {
	z := a.last
	if a.first != nil {
		z = *a.first
	}
	z.Findings, z.Properties = a.findings, a.properties()
	if len(a.findings) > 0 && (a.prog.asked || a.AllFindings) {
		z.Remarks = nil // they are those of the findings
	}
	if a.AllFindings {
		for _, s := range a.open {
			v := a.verdicts[s]
			z.Checks = append(z.Checks, Decision{Property: nameOf(s), Site: s, Verdict: v})
		}
	}
	some := func(v horn.Verdict) bool {
		return slices.ContainsFunc(z.Properties, func(d Decision) bool { return d.Verdict == v })
	}
	switch {
	case some(horn.Unsafe):
		z.Verdict, z.Reason = horn.Unsafe, ""
		if some(horn.Safe) {
			z.Remarks = append(z.Remarks, "assuming: of properties that hold, executions end where another one is violated that C leaves undefined")
		}
	case some(horn.Unknown):
		z.Verdict, z.Reason = horn.Unknown, a.reason
	default:
		z.Verdict = horn.Safe
	}
	return z
}

// properties are the verdicts about the properties that are asked for.
func (a *agenda) properties() (z []Decision) {
	for _, name := range a.prog.kinds.Names() {
		d := Decision{Property: name, Verdict: horn.Safe}
		for _, s := range a.prog.sites {
			if nameOf(s) != name {
				continue
			}
			switch v := a.verdicts[s]; {
			case v == horn.Unsafe:
				d.Verdict, d.Reason = v, ""
			case v == horn.Unknown && d.Verdict == horn.Safe:
				d.Verdict, d.Reason = v, a.reason
			}
		}
		z = append(z, d)
	}
	return z
}
