// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"fmt"

	"cornet/logic"
)

// measure is a function from a datatype to numbers, Booleans or other plain
// values.
type measure struct {
	name string // prefix of the names of variables
	sort *logic.Sort
	// step returns the measure of c applied to fields.
	step func(c *logic.Constructor, fields []value) *logic.Term
	// array holds the values of a recursive measure; nil for direct ones.
	array *logic.Term
	// parametric means that the measure depends on the parameter.
	parametric bool
	// lower bounds an Int measure from below, and upper from above, if set.
	lower, upper *logic.Term
	// only is set for the measure of a field. It is the constructor that has the field; for other
	// constructors the measure has a default value.
	only *logic.Constructor
}

// value describes a field, by a term of its sort or by the measures of its datatype.
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
	// complete means that the kinds also describe datatypes that are not recursive.
	complete bool
}

// templates lists the first templates: numbers of constructors, and the outermost constructors.
// Others are learned.
var templates = []Template{
	{Name: "count", kinds: []kind{count}},
	{Name: "top", kinds: []kind{tag, root}},
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

// height is the number of inner nodes on the longest branch; without branching it equals count.
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

// last is the element of the innermost cell of a list, for constructors with one field of the
// datatype itself and one number.
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

// cell returns the constructor of d with one field of d and another one, and the index of the other
// one, or nil.
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

// number returns the number that represents a field, or nil.
func number(x value) *logic.Term {
	switch {
	case x.term != nil && x.term.Sort().IsInt():
		return x.term
	case len(x.parts) > 0 && x.parts[0].Sort().IsInt():
		return x.parts[0]
	}
	return nil
}

// tag states which constructor is the outermost one. It is a Boolean for two constructors, and
// otherwise a number.
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

// root has the fields of the outermost constructor that are not of the datatype itself. The
// measures of fields of other constructors have default values.
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

// field returns the measure for field i of constructor only.
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

// recursive returns a measure that is computed from the measures of the parts.
func (v *catamorphisms) recursive(name string, d, sort *logic.Sort) *measure {
	array := v.store.Var(fmt.Sprintf("%s!%s", name, d.Name()), v.store.Array(d, sort))
	return &measure{name: name, sort: sort, array: array}
}
