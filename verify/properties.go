// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/horn"
	"cornet/internal/spelling"
)

// A Finding is a check that fails.
type Finding struct {
	*properties.Site
	Path    *chc.Path
	Remarks witness.Remarks // confirmations of it
}

// String returns the finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%v: %v: %s", f.Pos, f.Kind, f.Message())
}

// Message describes the error.
func (f Finding) Message() string {
	text := properties.Of(f.Kind).Message
	if f.Path != nil && f.Path.Failure.Cause != "" {
		text = f.Path.Failure.Cause
	}
	if f.What != "" {
		text += ": " + f.What
	}
	return text
}

// Trace returns the lines of the counterexample: at most limit, or all if limit is 0.
func (f Finding) Trace(limit int) []string { return witness.Describe(f.Path, limit) }

// Steps returns the steps of the counterexample, with the finding as the last one.
func (f Finding) Steps() []witness.Line {
	return append(witness.Lines(f.Path), witness.Line{Pos: f.Pos, Text: f.Message()})
}

// All returns the findings of the answer, even if only one error was searched for.
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
	Site     *properties.Site // nil if it is about the whole property
	Verdict  horn.Verdict
	Reason   string // for Unknown
}

// readProperty reads the properties to check: the property file or the name of a property, and the
// checks.
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
			if near := spelling.Nearest(e.Property, properties.Words()); near != "" {
				err = fmt.Errorf("%w; did you mean the property %q?", err, near)
			}
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
	z.Formats, z.Lengths = p.kinds.Has(cfg.WrongFormat), p.kinds.Has(cfg.WrongLength)
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

// endless has termination alone, which is not decided by checks.
var endless = properties.Set(0).With(cfg.Endless)

// instrument inserts the checks for the requested properties.
func (p *Program) instrument(e Encoding) {
	if p.kinds != properties.Reachability && p.kinds != endless {
		p.sites = properties.Instrument(p.read, p.kinds)
	}
	ends := e.ends
	if e.SignedOverflow == assumeOverflow {
		ends = ends.With(cfg.SignedOverflow, cfg.WrongShift)
	}
	if ends = ends.Without(p.kinds); ends != 0 {
		p.ends = properties.Assume(p.read, ends)
	}
}

// The treatments of signed overflow.
const (
	assumeOverflow = "assume"
	checkOverflow  = "check"
)

func nameOf(s *properties.Site) string { return properties.Of(s.Kind).Name() }
