// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/properties"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/horn"
)

// A validation has a witness and the program with the witness inserted as code. The methods of nil
// do nothing.
type validation struct {
	*witness.Document
	instrumented *witness.Instrumented
	note         string // a remark about the files
	// mismatch states why the witness cannot be about the property, or is "".
	mismatch string
}

// validation reads the witness to be validated, inserts it into the program, and applies its
// statements about the task. It returns nil if there is no witness.
func (o *Options) validation(sources *[]Source) (*validation, error) {
	if o.ValidateWitness == "" && o.document == nil {
		return nil, nil
	}
	if err := beside("--validate-witness", []conflict{
		{"--witness", o.Witness != ""}, {"--project", o.Project != ""}, {"--cover", o.Cover != ""}, {"--certificate", o.Certificate != ""},
	}); err != nil {
		return nil, err
	}
	v := &validation{Document: o.document}
	if v.Document == nil {
		text, err := os.ReadFile(o.ValidateWitness)
		if err != nil {
			return nil, err
		}
		if v.Document, err = witness.Read(o.ValidateWitness, text); err != nil {
			return nil, err
		}
	}
	var names, texts []string
	for _, s := range *sources {
		names, texts = append(names, s.Name), append(texts, string(s.Text))
	}
	instrumented, err := v.Instrument(names, texts)
	if err != nil {
		return nil, err
	}
	v.instrumented = instrumented
	v.note = v.compare(names, texts)
	*sources = slices.Clone(*sources)
	for i := range *sources {
		(*sources)[i].Text = []byte(v.instrumented.Texts[i])
	}
	switch {
	case v.Model == "":
	case o.DataModel == cfg.Host:
		if err := o.DataModel.UnmarshalText([]byte(v.Model)); err != nil {
			return nil, fmt.Errorf("%s: data model: %w: %w", v.Name, err, witness.ErrInvalid)
		}
	case v.Model != o.DataModel.String():
		return nil, fmt.Errorf("%s is about a program for %s, not for %v: %w", v.Name, v.Model, o.DataModel, witness.ErrInvalid)
	}
	if o.Property == "" && len(o.Check) == 0 && v.Property != "" {
		if o.specification = v.Property; !strings.Contains(v.Property, "CHECK") {
			o.specification = fmt.Sprintf("CHECK( init(main()), LTL(%s) )", v.Property)
		}
	}
	o.claims, o.claimsOfMemory = v.instrumented.Errors, !v.Violation && v.Dereferences()
	return v, nil
}

// compare returns an error if the witness is about a text that differs from the file.
func (v *validation) compare(names, texts []string) string {
	for i, text := range texts {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		known := len(v.Hashes) == 0
		for _, other := range v.Hashes {
			known = known || other == sum
		}
		if !known {
			return fmt.Sprintf("the witness does not name %s by its SHA-256, so it may be about another text", names[i])
		}
	}
	return ""
}

// blame adds to an error about inserted code the line of the witness that it comes from.
func (v *validation) blame(err error) error {
	var e *cc.Error
	if v == nil || !errors.As(err, &e) {
		return err
	}
	_, line := v.instrumented.Original(e.Pos)
	if line == 0 {
		return err
	}
	kind := witness.ErrInvalid
	if errors.Is(err, errors.ErrUnsupported) {
		kind = errors.ErrUnsupported
	}
	return fmt.Errorf("%s:%d: %s: %w", v.Name, line, strings.ReplaceAll(e.Msg, "__witness_", ""), kind)
}

// restrict makes only the checks at the target, in the last segment, count. It does so for a
// violation witness.
func (v *validation) restrict(d *driver) {
	if v == nil {
		return
	}
	p := d.prog
	if len(p.sites) == 0 {
		p.sites = properties.Instrument(p.read, p.kinds)
	}
	if !v.Violation {
		more := claimed(p.kinds, v.Dereferences())
		if d.guesses && (d.SignedOverflow == "" || d.SignedOverflow == "wrap") {
			more = more.Without(properties.Set(0).With(cfg.SignedOverflow))
		}
		p.sites = properties.InstrumentMore(p.read, more, p.sites, func(pos cfg.Pos) bool {
			_, line := v.instrumented.Original(pos)
			return line != 0
		})
		p.kinds |= more
		// the witness's own accesses are not part of the program
		p.races.Within = func(x, y cfg.Pos) bool {
			_, i := v.instrumented.Original(x)
			_, j := v.instrumented.Original(y)
			return i == 0 && j == 0
		}
		return
	}
	switch about := p.kinds&endless != 0; {
	case about && v.Cyclic():
		d.passes = v.instrumented.Passes
	case about:
		v.mismatch = "the witness has no cycle, so it does not describe an execution that does not end"
	case v.Cyclic():
		v.mismatch = "the witness has a cycle, so it is about termination"
	}
	d.lead = func() simulate.Lead { return v.instrumented.Lead() }
	d.only = []*properties.Site{}
	var state *cfg.Var
	for _, g := range p.read.Globals {
		if g.Name == witness.SegmentName {
			state = g
		}
	}
	last := int64(v.instrumented.Segments - 1)
	for _, s := range p.sites {
		switch {
		case s.Kind == cfg.Deadlock:
			p.undecided = "whether an execution that a witness describes ends in a deadlock is not decided"
			continue
		case s.Kind == cfg.DataRace:
			p.races.Within = v.instrumented.AtTargets
			if state != nil && last > 0 {
				p.races.When = properties.Equal(state, last)
				p.undecided = "whether an execution that the witness describes has the data race is not known"
			}
		case s.Kind == cfg.NotFreed || s.Kind == cfg.LostMemory || v.instrumented.AtTarget(s.Pos):
			if state != nil {
				s.Require(state, last)
			}
		default:
			continue
		}
		d.only = append(d.only, s)
	}
}

// claimed returns the kinds of errors that refute a claim of a witness. If such an error occurs
// where the claim is evaluated, the claim has no value in C. Kinds that are checked for the whole
// program are excluded.
func claimed(kinds properties.Set, dereferences bool) properties.Set {
	z := properties.Set(0).With(cfg.SignedOverflow, cfg.WrongShift, cfg.DivisionByZero, cfg.FloatConversion, cfg.OutOfBounds)
	if dereferences {
		z = z.With(cfg.InvalidDeref)
	}
	return z.Without(kinds)
}

// judge turns the answer about the program into an answer about the witness.
func (v *validation) judge(z *Result) {
	if v == nil {
		return
	}
	if v.mismatch != "" {
		*z = Unknown("%s", v.mismatch)
	}
	z.Properties, z.Findings, z.decided = nil, nil, nil
	if v.note != "" {
		z.remark(witness.Plain, "%s", v.note)
	}
	if z.Verdict == horn.Unsafe && v.instrumented.Loose && v.isClaim(z) {
		*z = Unknown("a claim fails if other threads move between an update of ghost variables and its statement, which is not one step")
	}
	switch {
	case z.Verdict == horn.Unknown:
		z.Validation = "neither confirmed nor refuted"
	case v.Cyclic() && z.Verdict == horn.Unsafe:
		z.Validation = "confirmed: an execution that it describes does not end"
	case v.Cyclic():
		z.Validation = "refuted: every execution that it describes ends"
	case v.Violation && z.Verdict == horn.Unsafe:
		z.Validation = "confirmed: the property is violated by an execution that it describes"
	case v.Violation:
		z.Validation = "refuted: no execution that it describes violates the property"
	case z.Verdict == horn.Safe:
		z.Validation = "confirmed: its invariants hold, and so does the property"
	default:
		end := z.Path.Failure
		_, line := v.instrumented.Original(end.To)
		z.failing = v.instrumented.Failing(end.Function, line)
		if !slices.Contains(v.instrumented.Errors, end.Function) {
			z.failing = v.instrumented.Failing("", line)
		}
		switch {
		case slices.Contains(v.instrumented.Errors, end.Function):
			z.Validation = "refuted: it does not hold: " + v.instrumented.Claim(end.Function, 0)
		case line != 0:
			z.Validation = "refuted: it does not hold: " + v.instrumented.Claim("", line)
			if end.Error != cfg.ReachError && end.Error != cfg.AssertFailed {
				z.Validation = fmt.Sprintf("refuted: its value is undefined, since %s: %s", properties.Of(end.Error).Message, v.instrumented.Claim("", line))
			}
		default:
			z.Validation = "refuted: the program violates the property"
		}
	}
}

// isClaim reports whether an error means that a claim of the witness fails.
func (v *validation) isClaim(z *Result) bool {
	_, line := v.instrumented.Original(z.Path.Failure.To)
	return line != 0 || slices.Contains(v.instrumented.Errors, z.Path.Failure.Function)
}
