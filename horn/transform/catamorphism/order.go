// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"cornet/logic"
)

// This file has sketches about the order of elements.

// elements is the number of elements: a value has a maximum if it has elements.
func elements(v *catamorphisms, d *logic.Sort) *measure {
	s := v.store
	m := v.recursive("elements", d, s.Int)
	m.lower = s.IntNum(0)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		p := v.partsOf(d, c, fields, "elements")
		return s.Add(append(p.rest, s.IntNum(int64(len(p.numbers))))...)
	}
	return m
}

// extreme is the largest element for sign 1, and the smallest one for -1. It is 0 if there are no
// elements.
func extreme(sign int64) func(*catamorphisms, *logic.Sort, string, hole) []*measure {
	name := "maximum"
	if sign < 0 {
		name = "minimum"
	}
	return func(v *catamorphisms, d *logic.Sort, _ string, _ hole) []*measure {
		if !v.hasNumbers(d) {
			return nil
		}
		s := v.store
		m := v.recursive(name, d, s.Int)
		m.step = func(c *logic.Constructor, fields []value) *logic.Term {
			p, sizes := v.partsOf(d, c, fields, name), v.partsOf(d, c, fields, "elements").rest
			best, none := s.IntNum(0), s.True()
			further := func(x, absent *logic.Term) {
				sooner := s.Le(s.Mul(s.IntNum(sign), best), s.Mul(s.IntNum(sign), x))
				best = s.Ite(s.And(s.Not(absent), s.Or(none, sooner)), x, best)
				none = s.And(none, absent)
			}
			for _, n := range p.numbers {
				further(n, s.False())
			}
			for i, r := range p.rest {
				further(r, s.Le(sizes[i], s.IntNum(0)))
			}
			return best
		}
		return []*measure{elements(v, d), m}
	}
}

// flag is a measure that is 0 or 1. It is 1 if all parts, including elements, have it and the value
// satisfies a condition at its constructor.
func flag(v *catamorphisms, d *logic.Sort, name string, holds func(c *logic.Constructor, fields []value, numbers []*logic.Term) []*logic.Term) *measure {
	s := v.store
	m := v.recursive(name, d, s.Int)
	m.lower, m.upper = s.IntNum(0), s.IntNum(1)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		p := v.partsOf(d, c, fields, name)
		all := holds(c, fields, p.numbers)
		for i, f := range c.Fields {
			if !v.together(d, f.Sort) && v.has(f.Sort, name) {
				p.rest = append(p.rest, v.part(f.Sort, fields[i], name))
			}
		}
		for _, r := range p.rest {
			all = append(all, s.Ge(r, s.IntNum(1)))
		}
		return s.Ite(s.And(all...), s.IntNum(1), s.IntNum(0))
	}
	return m
}

// sortedLists compares the head of a list with the next element, upwards or downwards, with a
// distance of 0 or 1.
func sortedLists(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
	s := v.store
	cell, first := v.cell(d)
	if cell == nil || len(v.component(d)) > 1 {
		return nil
	}
	m := flag(v, d, name, func(c *logic.Constructor, fields []value, numbers []*logic.Term) []*logic.Term {
		if c != cell || len(numbers) != 1 {
			return nil
		}
		next := v.firstField(d, fields[1-first], cell.Fields[first])
		if next == nil {
			return nil
		}
		gap := hole(c, "gap", 0, 1)
		up, down := s.Le(s.Add(numbers[0], gap), next), s.Le(s.Add(next, gap), numbers[0])
		empty := s.Le(v.part(d, fields[1-first], "count"), s.IntNum(0))
		return []*logic.Term{s.Or(empty, s.Ite(s.Le(hole(c, "down", 0, 1), s.IntNum(0)), up, down))}
	})
	return append(append(count(v, d), root(v, d)...), m)
}

// orderedTrees identifies search trees: if a constructor has an element and two subtrees, elements
// of the first are at most the element, and those of the second at least.
func orderedTrees(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
	return bounded(v, d, name, func(c *logic.Constructor, n *logic.Term, i, rest int, low, high, empty *logic.Term) *logic.Term {
		if rest != 2 {
			return v.store.True()
		}
		gap := hole(c, "gap", 0, 1)
		if i == 0 {
			return v.store.Or(empty, v.store.Le(v.store.Add(high, gap), n))
		}
		return v.store.Or(empty, v.store.Le(n, low))
	})
}

// heaps identifies trees whose elements are at most, or at least, those below them.
func heaps(v *catamorphisms, d *logic.Sort, name string, hole hole) []*measure {
	return bounded(v, d, name, func(c *logic.Constructor, n *logic.Term, _, _ int, low, high, empty *logic.Term) *logic.Term {
		down := v.store.Le(hole(c, "down", 0, 1), v.store.IntNum(0))
		return v.store.Or(empty, v.store.Ite(down, v.store.Le(n, low), v.store.Le(high, n)))
	})
}

// bounded is a flag that uses the bounds of the elements below an element. The arguments of its
// condition are the element, the index and number of subtrees, and the subtree's bounds.
func bounded(v *catamorphisms, d *logic.Sort, name string, holds func(c *logic.Constructor, n *logic.Term, i, rest int, low, high, empty *logic.Term) *logic.Term) []*measure {
	s := v.store
	if !v.branches(d) || !v.hasNumbers(d) {
		for _, e := range sortedByID(v.below(d)) {
			if v.isRecursive(d) && v.folds(e) && v.has(e, name) {
				return []*measure{flag(v, d, name, func(*logic.Constructor, []value, []*logic.Term) []*logic.Term { return nil })}
			}
		}
		return nil
	}
	m := flag(v, d, name, func(c *logic.Constructor, fields []value, numbers []*logic.Term) (z []*logic.Term) {
		if len(numbers) == 0 {
			return nil
		}
		low, high := v.partsOf(d, c, fields, "minimum").rest, v.partsOf(d, c, fields, "maximum").rest
		for i, n := range v.partsOf(d, c, fields, "elements").rest {
			z = append(z, holds(c, numbers[0], i, len(low), low[i], high[i], s.Le(n, s.IntNum(0))))
		}
		return z
	})
	return append(append(extreme(-1)(v, d, "", nil), extreme(1)(v, d, "", nil)[1]), m)
}
