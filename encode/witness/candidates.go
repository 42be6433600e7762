// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// somewhere is the type of an invariant that belongs to the loop on its line, or to the statement
// there if no loop begins on the line.
const somewhere = "somewhere_invariant"

var candidateLine = regexp.MustCompile(`^(.+?):([1-9][0-9]{0,8}):(?:([1-9][0-9]{0,8}):)?\s*(\S.*)$`)

// The words before a candidate that tell its kind, in the syntax of ACSL and of CBMC.
var candidateWords = []struct{ prefix, kind string }{
	{"loop invariant ", "loop_invariant"}, {"loop_invariant ", "loop_invariant"}, {"__CPROVER_loop_invariant(", "loop_invariant"},
	{"assert(", "location_invariant"}, {"assert ", "location_invariant"}, {"__CPROVER_assert(", "location_invariant"},
	{"requires ", "requires"}, {"__CPROVER_requires(", "requires"}, {"ensures ", "ensures"}, {"__CPROVER_ensures(", "ensures"},
}

// ReadCandidates reads guesses of invariants and contracts: a witness, or lines such as
//
//	sum.c:8: s == i * (i + 1) / 2
//	sum.c:3: requires n >= 0
//
// An expression belongs to the loop that begins on its line. If no loop begins there, it belongs to
// the place before the statement. Words of ACSL and CBMC before an expression tell its kind. Empty
// lines, and those that begin with # or //, are skipped.
func ReadCandidates(name string, text []byte) (*Document, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("- ")) || bytes.HasPrefix(text, []byte("---")) {
		d, err := Read(name, text)
		if err == nil && d.Violation {
			return nil, d.fault(1, ErrInvalid, "a witness of a violation has no invariants")
		}
		if err != nil {
			return nil, err
		}
		// candidates may come from an older version of the program
		d.Property, d.Model, d.Hashes = "", "", nil
		return d, nil
	}
	d := &Document{Name: name}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		m := candidateLine.FindStringSubmatch(line)
		if m == nil {
			return nil, d.fault(number, ErrInvalid, "expected FILE:LINE: EXPRESSION, found %q", line)
		}
		c := claim{origin: origin{number}, Type: somewhere, Location: location{File: m[1]}, Format: "c_expression"}
		c.Location.Line, _ = strconv.Atoi(m[2])
		c.Location.Column, _ = strconv.Atoi(m[3])
		c.read(m[4])
		d.claims = append(d.claims, c)
	}
	return d, nil
}

// read reads the text of a candidate after its place.
func (c *claim) read(text string) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "/*@"), "//@"), "*/"))
	text = strings.TrimSpace(strings.TrimSuffix(text, ";"))
	for _, w := range candidateWords {
		rest, ok := strings.CutPrefix(text, w.prefix)
		if !ok {
			continue
		}
		if strings.HasSuffix(w.prefix, "(") {
			rest, ok = strings.CutSuffix(rest, ")")
		}
		if !ok {
			continue
		}
		text = strings.TrimSpace(rest)
		switch c.Type = w.kind; w.kind {
		case "requires":
			c.Type, c.Requires = "function_contract", implications(text)
			return
		case "ensures":
			c.Type, c.Ensures = "function_contract", implications(strings.ReplaceAll(text, "__CPROVER_old(", `\old(`))
			return
		}
		break
	}
	c.Value = implications(text)
}

// implications writes implications a ==> b as !(a) || (b). They bind most weakly, to the right.
func implications(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '=':
			if depth == 0 && strings.HasPrefix(text[i:], "==>") && !strings.HasSuffix(text[:i], "<") {
				return "!(" + strings.TrimSpace(text[:i]) + ") || (" + implications(strings.TrimSpace(text[i+3:])) + ")"
			}
		}
	}
	return text
}

// chained reports whether an expression compares the result of a comparison, as in 0 <= i < n. In C
// this does not have the mathematical meaning. Here brackets and logical operators end a chain.
func chained(text string) bool {
	ts := scan(text)
	compared := make([]int, 1) // comparisons so far, for each open bracket
	for i := 0; i < len(ts); i++ {
		last := len(compared) - 1
		switch s := ts[i].text; s {
		case "(", "[":
			compared = append(compared, 0)
		case ")", "]":
			if last > 0 {
				compared = compared[:last]
			}
		case "&", "|":
			if ts.at(i+1, i) == s {
				compared[last] = 0
			}
		case "?", ":", ",":
			compared[last] = 0
		case "<", ">":
			if ts.at(i+1, i) == s { // a shift operator
				i++
			} else if s != ">" || ts.at(i-1, i) != "-" {
				compared[last]++
			}
		}
		if slices.Max(compared) > 1 {
			return true
		}
	}
	return false
}

// Len returns the number of claims.
func (d *Document) Len() int { return len(d.claims) }

// Only returns the witness with some of its claims.
func (d *Document) Only(keep func(k int) bool) *Document {
	z := *d
	z.claims = nil
	for k, c := range d.claims {
		if keep(k) {
			z.claims = append(z.claims, c)
		}
	}
	return &z
}

// At returns the number of the claim on a line of the witness, or -1.
func (d *Document) At(line int) int {
	return slices.IndexFunc(d.claims, func(c claim) bool { return c.line == line })
}

// Line returns the line of claim k in the witness.
func (d *Document) Line(k int) int { return d.claims[k].line }

// Describe describes claim k.
func (d *Document) Describe(k int) string {
	c := d.claims[k]
	switch {
	case c.Type != "function_contract":
		return fmt.Sprintf("%v: %s", c.Location, c.Value)
	case c.Ensures == "":
		return fmt.Sprintf("%v: requires %s", c.Location, c.Requires)
	case c.Requires == "":
		return fmt.Sprintf("%v: ensures %s", c.Location, c.Ensures)
	}
	return fmt.Sprintf("%v: requires %s, ensures %s", c.Location, c.Requires, c.Ensures)
}

// Misfits returns an error for each claim that does not fit the text of the program, and nil for
// the others. The program must have been given with the same names and texts to
// [Document.Instrument].
func (d *Document) Misfits(names, texts []string) []error {
	w := d.instrumenter(names, texts)
	z := make([]error, len(d.claims))
	for k, c := range d.claims {
		for _, text := range []string{c.Value, c.Requires, c.Ensures} {
			if z[k] == nil && chained(text) {
				z[k] = d.fault(c.line, errors.ErrUnsupported, "a chain of comparisons, which C reads differently: write a <= b && b <= c")
			}
		}
		if z[k] == nil {
			z[k] = w.claim(k, c)
		}
	}
	return z
}
