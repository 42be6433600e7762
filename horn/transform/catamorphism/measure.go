// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"fmt"

	"cornet/logic"
)

// measure is a function from a datatype to numbers, Booleans or other plain
// values.
type measure struct {
	name string // for variables
	sort *logic.Sort
	// step returns the measure of c applied to fields.
	step func(c *logic.Constructor, fields []value) *logic.Term
	// array holds the values of a recursive measure; nil for direct ones.
	array *logic.Term
	// parametric tells that the measure depends on the parameter.
	parametric bool
	// lower bounds an Int measure from below, and upper from above, if present.
	lower, upper *logic.Term
	// only, for a field, is the constructor that it belongs to; the measure of
	// others is a default.
	only *logic.Constructor
}

// value describes a field: by a term of its sort, or by the measures of its datatype.
type value struct {
	term  *logic.Term
	parts []*logic.Term
}

// kind makes measures of a recursive datatype.
type kind func(v *catamorphisms, d *logic.Sort) []*measure

// Template is a choice of measures.
type Template struct {
	Name  string
	kinds []kind
	// complete tells that the kinds describe datatypes that are not recursive, too.
	complete bool
}

// templates lists the templates from the simplest on.
var templates = []Template{
	{Name: "count", kinds: []kind{count}},
	{Name: "root", kinds: []kind{count, tag, root}},
	{Name: "sum", kinds: []kind{count, sum}},
	{Name: "last", kinds: []kind{count, last}},
	{Name: "occurrences", kinds: []kind{count, occurrences}},
	{Name: "split", kinds: []kind{countEach}},
	{Name: "height", kinds: []kind{height}},
	{Name: "top", kinds: []kind{tag, root}},
	{Name: "sorted", kinds: []kind{count, root, sorted}},
}

// count is the number of inner nodes: constructors with a field of their own
// datatype, or of one that is mutually recursive with it. It is the length of a
// list and the value of a natural number.
func count(v *catamorphisms, d *logic.Sort) []*measure {
	m := v.recursive("count", d, v.store.Int)
	m.lower = v.store.IntNum(0)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		sum := []*logic.Term{v.store.IntNum(0)}
		for i, f := range c.Fields {
			if v.together(d, f.Sort) {
				sum = append(sum, v.part(f.Sort, fields[i], m.name))
			}
		}
		if len(sum) > 1 {
			sum[0] = v.store.IntNum(1)
		}
		return v.store.Add(sum...)
	}
	return []*measure{m}
}

// countEach counts each constructor by itself; with no more than two constructors
// that is no more than count.
func countEach(v *catamorphisms, d *logic.Sort) []*measure {
	if len(v.component(d)) == 1 && len(d.Datatype().Constructors) <= 2 {
		return count(v, d)
	}
	var z []*measure
	for _, e := range v.component(d) {
		for _, counted := range e.Datatype().Constructors {
			m := v.recursive("count_"+counted.Name, d, v.store.Int)
			m.lower = v.store.IntNum(0)
			m.step = func(c *logic.Constructor, fields []value) *logic.Term {
				var sum []*logic.Term
				for i, f := range c.Fields {
					if v.together(d, f.Sort) {
						sum = append(sum, v.part(f.Sort, fields[i], m.name))
					}
				}
				if c == counted {
					sum = append(sum, v.store.IntNum(1))
				}
				return v.store.Add(append(sum, v.store.IntNum(0))...)
			}
			z = append(z, m)
		}
	}
	return z
}

// height is the number of inner nodes on the longest branch; where nothing branches
// that is count.
func height(v *catamorphisms, d *logic.Sort) []*measure {
	if !v.branches(d) {
		return count(v, d)
	}
	m := v.recursive("height", d, v.store.Int)
	m.lower = v.store.IntNum(0)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		s := v.store
		var top *logic.Term
		for i, f := range c.Fields {
			if !v.together(d, f.Sort) {
				continue
			}
			h := v.part(f.Sort, fields[i], m.name)
			if top == nil {
				top = h
			} else {
				top = s.Ite(s.Le(top, h), h, top)
			}
		}
		if top == nil {
			return s.IntNum(0)
		}
		return s.Add(top, s.IntNum(1))
	}
	return []*measure{m}
}

// sum is the sum of all elements: Int fields as they are, fields of other
// datatypes by their first measure if that is a number.
func sum(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	m := v.recursive("sum", d, s.Int)
	found := false
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		z := []*logic.Term{s.IntNum(0)}
		for i, f := range c.Fields {
			switch {
			case v.together(d, f.Sort):
				z = append(z, v.part(f.Sort, fields[i], m.name))
			case f.Sort.IsInt():
				z = append(z, fields[i].term)
			case len(fields[i].parts) > 0 && fields[i].parts[0].Sort().IsInt():
				z = append(z, fields[i].parts[0])
			}
		}
		return s.Add(z...)
	}
	for _, e := range v.component(d) {
		for _, c := range e.Datatype().Constructors {
			for _, f := range c.Fields {
				if f.Sort.IsInt() || f.Sort.IsDatatype() && !v.together(d, f.Sort) && v.isRecursive(f.Sort) {
					found = true
				}
			}
		}
	}
	if !found {
		return nil
	}
	return []*measure{m}
}

// occurrences is the number of cells of a list whose element is the parameter.
func occurrences(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	cell, element := v.cell(d)
	if cell == nil {
		return nil
	}
	m := v.recursive("occurrences", d, s.Int)
	m.parametric = true
	m.lower = s.IntNum(0)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		if c != cell {
			return s.IntNum(0)
		}
		rest := v.part(d, fields[1-element], m.name)
		x := number(fields[element])
		if x == nil {
			return rest
		}
		return s.Add(rest, s.Ite(s.Eq(x, v.parameter), s.IntNum(1), s.IntNum(0)))
	}
	v.elements[cell.Fields[element].Sort] = true
	return []*measure{m}
}

// last is the element of the innermost cell of a list: of constructors with one
// field of the datatype itself and one number.
func last(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	cell, element := v.cell(d)
	if cell == nil {
		return nil
	}
	m := v.recursive("last", d, s.Int)
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		if c != cell {
			return s.IntNum(0)
		}
		rest := fields[1-element]
		head := number(fields[element])
		if head == nil {
			return s.IntNum(0)
		}
		return s.Ite(s.Le(v.part(d, rest, "count"), s.IntNum(0)), head, v.part(d, rest, m.name))
	}
	return []*measure{m}
}

// cell returns the constructor of d with one field of d and another one, and the
// index of the other one; nil if there is none.
func (v *catamorphisms) cell(d *logic.Sort) (c *logic.Constructor, element int) {
	for _, x := range d.Datatype().Constructors {
		for i, f := range x.Fields {
			if f.Sort == d && len(x.Fields) == 2 {
				c, element = x, 1-i
			}
		}
	}
	return c, element
}

// number returns the number that stands for a field, or nil.
func number(x value) *logic.Term {
	switch {
	case x.term != nil && x.term.Sort().IsInt():
		return x.term
	case len(x.parts) > 0 && x.parts[0].Sort().IsInt():
		return x.parts[0]
	}
	return nil
}

// sorted is 1 for lists of ascending numbers and 0 for others: for each constructor
// with one field of the datatype itself and one number.
func sorted(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	m := v.recursive("sorted", d, s.Int)
	m.lower, m.upper = s.IntNum(0), s.IntNum(1)
	cell, first := v.cell(d)
	if cell == nil {
		return nil
	}
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		if c != cell {
			return s.IntNum(1)
		}
		rest := fields[1-first]
		head := number(fields[first])
		next := v.firstField(d, rest, cell.Fields[first])
		if head == nil || next == nil {
			return s.IntNum(0)
		}
		empty := s.Le(v.part(d, rest, "count"), s.IntNum(0))
		inOrder := s.And(s.Eq(v.part(d, rest, m.name), s.IntNum(1)), s.Or(empty, s.Le(head, next)))
		return s.Ite(inOrder, s.IntNum(1), s.IntNum(0))
	}
	return []*measure{m}
}

// tag says which constructor is the outermost one: a Boolean for one of two, else
// a number.
func tag(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	n := len(d.Datatype().Constructors)
	switch n {
	case 1:
		return nil
	case 2:
		return []*measure{{name: "tag", sort: s.Bool, step: func(c *logic.Constructor, _ []value) *logic.Term {
			return s.BoolValue(c.Index == 0)
		}}}
	}
	return []*measure{{
		name: "tag", sort: s.Int, lower: s.IntNum(0), upper: s.IntNum(int64(n - 1)),
		step: func(c *logic.Constructor, _ []value) *logic.Term { return s.IntNum(int64(c.Index)) },
	}}
}

// root has the fields of the outermost constructor that are not of the datatype
// itself; the measures of fields that another constructor has are defaults.
func root(v *catamorphisms, d *logic.Sort) []*measure {
	var z []*measure
	for _, c := range d.Datatype().Constructors {
		for i, f := range c.Fields {
			if v.together(d, f.Sort) && v.isRecursive(d) {
				continue
			}
			if !v.folds(f.Sort) {
				z = append(z, v.field(c, i, f.Name, f.Sort, func(x value) *logic.Term { return x.term }))
				continue
			}
			for k, m := range v.measures(f.Sort) {
				y := v.field(c, i, f.Name+"."+m.name, m.sort, func(x value) *logic.Term { return x.parts[k] })
				y.lower, y.upper = m.lower, m.upper
				z = append(z, y)
			}
		}
	}
	return z
}

// field returns the measure that looks at field i of constructor only.
func (v *catamorphisms) field(only *logic.Constructor, i int, name string, sort *logic.Sort, look func(value) *logic.Term) *measure {
	other := v.store.DefaultValue(sort)
	return &measure{name: fmt.Sprintf("%s.%s", only.Name, name), sort: sort, only: only,
		step: func(c *logic.Constructor, fields []value) *logic.Term {
			if c != only {
				return other
			}
			return look(fields[i])
		}}
}

// recursive returns a measure that is computed from those of the parts.
func (v *catamorphisms) recursive(name string, d, sort *logic.Sort) *measure {
	array := v.store.Var(fmt.Sprintf("%s!%s", name, d.Name()), v.store.Array(d, sort))
	return &measure{name: name, sort: sort, array: array}
}
