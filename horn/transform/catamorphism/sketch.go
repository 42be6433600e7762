// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"fmt"

	"cornet/logic"
)

// sketch makes measures with unknown numbers in their steps.
type sketch struct {
	name string
	// make returns measures of d whose names begin with name, and before them the measures that
	// they need. It returns nil if they do not apply to d.
	make func(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure
	// vanishes means that the measures are zero if all numbers are zero.
	vanishes bool
	// general means that the measures may be tried with all others that have few numbers.
	general bool
}

// hole is an unknown number of the step at c between low and high: a variable, or its value.
type hole func(c *logic.Constructor, label string, low, high int64) *logic.Term

// simple is the number of sketches that are tried before combinations of several.
const simple = 5

// sketches lists the sketches, the simplest first.
var sketches = []sketch{
	{name: "root", make: fixed(tag, root), general: true},
	{name: "sum", make: linear(1), vanishes: true},
	{name: "alternating", make: linear(-1), vanishes: true},
	{name: "height", make: fixed(height), general: true},
	{name: "last", make: fixed(last), general: true},
	{name: "some equal", make: some(equalTo)},
	{name: "some above", make: some(above)},
	{name: "some below", make: some(below)},
	{name: "number equal", make: numberOf(equalTo)},
	{name: "number above", make: numberOf(above)},
	{name: "number below", make: numberOf(below)},
	{name: "number of multiples", make: numberOf(multiple)},
	{name: "two states", make: states(2), vanishes: true},
	{name: "occurrences", make: numberOf(equalToParameter), general: true},
	{name: "maximum", make: extreme(1), general: true},
	{name: "minimum", make: extreme(-1), general: true},
	{name: "sorted", make: sortedLists, general: true},
	{name: "search tree", make: orderedTrees, general: true},
	{name: "heap", make: heaps, general: true},
	{name: "every other", make: everyOther, vanishes: true},
	{name: "three states", make: states(3), vanishes: true},
	{name: "number below parameter", make: numberOf(belowParameter)},
	{name: "place value", make: linear(2), vanishes: true},
}

// fixed makes measures without unknown numbers.
func fixed(kinds ...kind) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	return func(v *catamorphisms, d *logic.Sort, _ string, _ hole) (z []*measure) {
		for _, k := range kinds {
			z = append(z, k(v, d)...)
		}
		return z
	}
}

// parts are the inputs of a step of a fold.
type parts struct {
	numbers []*logic.Term // fields that are numbers, or have a measure that is a number
	rest    []*logic.Term // the values of the fold at the fields of the datatype itself
}

// partsOf returns the parts of c applied to fields, for the measure of d with the given name.
func (v *catamorphisms) partsOf(d *logic.Sort, c *logic.Constructor, fields []value, name string) (z parts) {
	for i, f := range c.Fields {
		switch {
		case v.together(d, f.Sort):
			if name != "" {
				z.rest = append(z.rest, v.part(f.Sort, fields[i], name))
			}
		case f.Sort.IsBool():
			z.numbers = append(z.numbers, v.store.Ite(fields[i].term, v.store.IntNum(1), v.store.IntNum(0)))
		default:
			if n := number(fields[i]); n != nil {
				z.numbers = append(z.numbers, n)
			}
		}
	}
	return z
}

// hasNumbers reports whether values of d have elements.
func (v *catamorphisms) hasNumbers(d *logic.Sort) bool {
	for _, e := range v.component(d) {
		for _, c := range e.Datatype().Constructors {
			for _, f := range c.Fields {
				if f.Sort.IsInt() || f.Sort.IsBool() || f.Sort.IsDatatype() && !v.together(d, f.Sort) && v.isRecursive(f.Sort) {
					return true
				}
			}
		}
	}
	return false
}

// maxWeight bounds the numbers in linear steps.
const maxWeight = 8

// linear has steps k + Σ a·n ± Σ r. The n are numbers, and the r are values of the fold at the
// rest, each times the given factor.
func linear(factor int64) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	return func(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
		s := v.store
		m := v.recursive(name, d, s.Int)
		m.step = func(c *logic.Constructor, fields []value) *logic.Term {
			p := v.partsOf(d, c, fields, name)
			sum := []*logic.Term{hole(c, "k", -maxWeight, maxWeight)}
			for i, n := range p.numbers {
				sum = append(sum, s.Mul(hole(c, fmt.Sprintf("a%d", i), -maxWeight, maxWeight), n))
			}
			for _, r := range p.rest {
				sum = append(sum, s.Mul(s.IntNum(factor), r))
			}
			return s.Add(sum...)
		}
		return []*measure{m}
	}
}

// condition is a property of elements.
type condition func(v *catamorphisms, n *logic.Term, c *logic.Constructor, hole hole) *logic.Term

const maxConstant = 100 // limit of the constants that elements are compared with

func equalTo(v *catamorphisms, n *logic.Term, c *logic.Constructor, hole hole) *logic.Term {
	return v.store.Eq(n, hole(c, "bound", -maxConstant, maxConstant))
}

func above(v *catamorphisms, n *logic.Term, c *logic.Constructor, hole hole) *logic.Term {
	return v.store.Gt(n, hole(c, "bound", -maxConstant, maxConstant))
}

func below(v *catamorphisms, n *logic.Term, c *logic.Constructor, hole hole) *logic.Term {
	return v.store.Lt(n, hole(c, "bound", -maxConstant, maxConstant))
}

func multiple(v *catamorphisms, n *logic.Term, c *logic.Constructor, hole hole) *logic.Term {
	s := v.store
	residue := s.Mod(n, s.IntNum(2))
	return s.Eq(residue, hole(c, "residue", 0, 1))
}

func equalToParameter(v *catamorphisms, n *logic.Term, _ *logic.Constructor, _ hole) *logic.Term {
	return v.store.Eq(n, v.parameter)
}

func belowParameter(v *catamorphisms, n *logic.Term, _ *logic.Constructor, _ hole) *logic.Term {
	return v.store.Lt(n, v.parameter)
}

// compares records the sorts of the elements of d if the measure m depends on the parameter.
func (v *catamorphisms) compares(d *logic.Sort, m *measure, is condition) {
	c := d.Datatype().Constructors[0]
	probe := is(v, v.store.IntNum(0), c, func(*logic.Constructor, string, int64, int64) *logic.Term { return v.store.IntNum(0) })
	for _, x := range logic.FreeVars(probe) {
		m.parametric = m.parametric || x == v.parameter
	}
	if !m.parametric {
		return
	}
	for _, e := range v.component(d) {
		for _, c := range e.Datatype().Constructors {
			for _, f := range c.Fields {
				if f.Sort.IsInt() || f.Sort.IsDatatype() && !v.together(d, f.Sort) {
					v.elements[f.Sort] = true
				}
			}
		}
	}
}

// numberOf counts the elements that satisfy a condition.
func numberOf(is condition) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	return func(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
		if !v.hasNumbers(d) {
			return nil
		}
		s := v.store
		m := v.recursive(name, d, s.Int)
		m.lower = s.IntNum(0)
		v.compares(d, m, is)
		m.step = func(c *logic.Constructor, fields []value) *logic.Term {
			p := v.partsOf(d, c, fields, name)
			sum := append(p.rest, s.IntNum(0))
			for _, n := range p.numbers {
				sum = append(sum, s.Ite(is(v, n, c, hole), s.IntNum(1), s.IntNum(0)))
			}
			return s.Add(sum...)
		}
		return []*measure{m}
	}
}

// some is 1 if a condition holds for some element, and otherwise 0.
func some(is condition) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	return func(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
		if !v.hasNumbers(d) {
			return nil
		}
		s := v.store
		m := v.recursive(name, d, s.Int)
		m.lower, m.upper = s.IntNum(0), s.IntNum(1)
		v.compares(d, m, is)
		m.step = func(c *logic.Constructor, fields []value) *logic.Term {
			p := v.partsOf(d, c, fields, name)
			var any []*logic.Term
			for _, r := range p.rest {
				any = append(any, s.Ge(r, s.IntNum(1)))
			}
			for _, n := range p.numbers {
				any = append(any, is(v, n, c, hole))
			}
			return s.Ite(s.Or(any...), s.IntNum(1), s.IntNum(0))
		}
		return []*measure{m}
	}
}

// states is an automaton with few states. The step of a constructor is a table of unknown states,
// indexed by the states of the rest.
func states(size int64) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	return func(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
		s := v.store
		m := v.recursive(name, d, s.Int)
		m.lower, m.upper = s.IntNum(0), s.IntNum(size-1)
		m.step = func(c *logic.Constructor, fields []value) *logic.Term {
			var table func(label string, rest []*logic.Term) *logic.Term
			table = func(label string, rest []*logic.Term) *logic.Term {
				if len(rest) == 0 {
					return hole(c, "next"+label, 0, size-1)
				}
				z := table(fmt.Sprintf("%s,%d", label, size-1), rest[1:])
				for i := size - 2; i >= 0; i-- {
					z = s.Ite(s.Le(rest[0], s.IntNum(i)), table(fmt.Sprintf("%s,%d", label, i), rest[1:]), z)
				}
				return z
			}
			rest := v.partsOf(d, c, fields, name).rest
			return table("", rest[:min(len(rest), 2)])
		}
		return []*measure{m}
	}
}

// everyOther is a pair of alternating folds: f = k + Σ a·n + Σ g, and g = l + Σ b·n + Σ f.
func everyOther(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
	s := v.store
	other := name + "'"
	m, w := v.recursive(name, d, s.Int), v.recursive(other, d, s.Int)
	step := func(label, rest string) func(*logic.Constructor, []value) *logic.Term {
		return func(c *logic.Constructor, fields []value) *logic.Term {
			p := v.partsOf(d, c, fields, rest)
			sum := append(p.rest, hole(c, label, -maxWeight, maxWeight))
			for i, n := range p.numbers {
				sum = append(sum, s.Mul(hole(c, fmt.Sprintf("%s%d", label, i), -maxWeight, maxWeight), n))
			}
			return s.Add(sum...)
		}
	}
	m.step, w.step = step("a", other), step("b", name)
	return []*measure{m, w}
}
