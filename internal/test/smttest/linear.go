// SPDX-License-Identifier: Apache-2.0

package smttest

// This file has a small language for systems of linear constraints, with a generator
// and an oracle: what the tests of the arithmetic solvers have in common.
//
// A system is written as
//
//	x > 0 & x < 5 & 2x + 1/2 y - 3 = 7y
//
// with the relations <, <=, >, >=, = and !=. Numbers are as in package rational; a
// coefficient stands before its variable, with or without a space.

import (
	"fmt"
	"strings"
	"unicode"

	"cornet/internal/rational"
)

// LinearSystem is a conjunction of atoms. Variables are numbered in the order of their first
// occurrence.
type LinearSystem struct {
	Names []string
	Atoms []LinearAtom
}

// LinearAtom is the constraint Σ Sum Relation Right.
type LinearAtom struct {
	Sum      []LinearTerm
	Relation string // one of < <= > >= = !=
	Right    rational.Rat
}

// LinearTerm is the summand Coeff·Var. No variable occurs twice in a sum, no coefficient is 0.
type LinearTerm struct {
	Coeff rational.Rat
	Var   int
}

// relations is ordered so that no relation is preceded by a prefix of it.
var relations = []string{"!=", "<=", ">=", "<", ">", "="}

// ParseLinear reads a system.
func ParseLinear(text string) (*LinearSystem, error) {
	s := &LinearSystem{}
	for atom := range strings.SplitSeq(text, "&") {
		if err := s.parseAtom(atom); err != nil {
			return nil, fmt.Errorf("%q: %w", strings.TrimSpace(atom), err)
		}
	}
	return s, nil
}

func (s *LinearSystem) parseAtom(text string) error {
	for _, rel := range relations {
		left, right, found := strings.Cut(text, rel)
		if !found {
			continue
		}
		a := LinearAtom{Relation: rel}
		if err := s.parseSum(&a, left, 1); err != nil {
			return err
		}
		if err := s.parseSum(&a, right, -1); err != nil {
			return err
		}
		s.Atoms = append(s.Atoms, a)
		return nil
	}
	return fmt.Errorf("found no relation, expected one of %v", relations)
}

// parseSum adds sign times the sum that text denotes to the left side of a.
func (s *LinearSystem) parseSum(a *LinearAtom, text string, sign int64) error {
	text = strings.ReplaceAll(text, " ", "")
	for text != "" {
		factor := rational.Int(sign)
		if rest, isMinus := strings.CutPrefix(text, "-"); isMinus {
			text, factor = rest, factor.Neg()
		} else {
			text = strings.TrimPrefix(text, "+")
		}
		number := text[:len(text)-len(strings.TrimLeft(text, "0123456789./"))]
		text = text[len(number):]
		name := text
		if i := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }); i >= 0 {
			name = text[:i]
		}
		text = text[len(name):]
		if number != "" {
			x, ok := rational.Parse(number)
			if !ok {
				return fmt.Errorf("found %q, expected a number", number)
			}
			factor = factor.Mul(x)
		}
		switch {
		case name != "":
			a.add(factor, s.variable(name))
		case number != "":
			a.Right = a.Right.Sub(factor)
		default:
			return fmt.Errorf("found %q, expected a summand", text)
		}
	}
	return nil
}

// variable returns the number of the variable with this name.
func (s *LinearSystem) variable(name string) int {
	for v, n := range s.Names {
		if n == name {
			return v
		}
	}
	s.Names = append(s.Names, name)
	return len(s.Names) - 1
}

// add adds coeff·v to the sum of a.
func (a *LinearAtom) add(coeff rational.Rat, v int) {
	for i := range a.Sum {
		if t := &a.Sum[i]; t.Var == v {
			t.Coeff = t.Coeff.Add(coeff)
			if t.Coeff.IsZero() {
				a.Sum = append(a.Sum[:i], a.Sum[i+1:]...)
			}
			return
		}
	}
	if !coeff.IsZero() {
		a.Sum = append(a.Sum, LinearTerm{coeff, v})
	}
}

// Holds reports whether the values, indexed by variable, satisfy the atom.
func (a *LinearAtom) Holds(values []rational.Rat) bool {
	var sum rational.Rat
	for _, t := range a.Sum {
		sum = sum.AddMul(t.Coeff, values[t.Var])
	}
	c := sum.Cmp(a.Right)
	switch a.Relation {
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	case "=":
		return c == 0
	case "!=":
		return c != 0
	}
	panic("smttest: unknown relation " + a.Relation)
}

// Violated returns the number of the first atom that the values do not satisfy, or −1.
func (s *LinearSystem) Violated(values []rational.Rat) int {
	for i := range s.Atoms {
		if !s.Atoms[i].Holds(values) {
			return i
		}
	}
	return -1
}

// String returns the system in the language that ParseLinear reads.
func (s *LinearSystem) String() string {
	atoms := make([]string, len(s.Atoms))
	for i := range s.Atoms {
		atoms[i] = s.Atoms[i].format(s.Names)
	}
	return strings.Join(atoms, " & ")
}

func (a *LinearAtom) format(names []string) string {
	var b strings.Builder
	for i, t := range a.Sum {
		if i > 0 && t.Coeff.Sign() > 0 {
			b.WriteByte('+')
		}
		fmt.Fprintf(&b, "%v%s", t.Coeff, names[t.Var])
	}
	if len(a.Sum) == 0 {
		b.WriteByte('0')
	}
	fmt.Fprintf(&b, " %s %v", a.Relation, a.Right)
	return b.String()
}
