// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"maps"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// catamorphisms has the measures of the datatypes of a system.
type catamorphisms struct {
	store    *logic.Store
	template Template
	reach    map[*logic.Sort]map[*logic.Sort]bool // datatypes below the fields of a datatype
	kept     map[*logic.Sort]bool                 // datatypes that are recursive below arrays, and do not change
	made     map[*logic.Sort][]*measure
	// parameter is the variable that parametric measures depend on. It occurs in no clause. If
	// there are such measures, predicates over datatypes have it as their first argument. elements
	// has the sorts that are compared with it.
	parameter *logic.Term
	elements  map[*logic.Sort]bool
}

func newCatamorphisms(sys *horn.System, t Template) *catamorphisms {
	return &catamorphisms{
		store: sys.Store, template: t,
		parameter: sys.Store.Fresh("element", sys.Store.Int), elements: map[*logic.Sort]bool{},
		reach: map[*logic.Sort]map[*logic.Sort]bool{}, kept: map[*logic.Sort]bool{}, made: map[*logic.Sort][]*measure{},
	}
}

// below returns the datatypes that occur below the fields of d, at any depth.
func (v *catamorphisms) below(d *logic.Sort) map[*logic.Sort]bool {
	if z := v.reach[d]; z != nil {
		return z
	}
	z := map[*logic.Sort]bool{}
	v.reach[d] = z
	work := []*logic.Sort{d}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range e.Datatype().Constructors {
			for _, f := range c.Fields {
				if f.Sort.IsDatatype() && !z[f.Sort] {
					z[f.Sort] = true
					work = append(work, f.Sort)
				}
				if f.Sort.IsArray() && mentionsDatatype(f.Sort) {
					v.kept[d] = true
				}
			}
		}
	}
	return z
}

func mentionsDatatype(s *logic.Sort) bool {
	for ; s.IsArray(); s = s.Elem() {
		if s.Index().IsDatatype() || s.Index().IsArray() {
			return true
		}
	}
	return s.IsDatatype()
}

// folds reports whether sort is a datatype that measures replace.
func (v *catamorphisms) folds(sort *logic.Sort) bool {
	if !sort.IsDatatype() {
		return false
	}
	v.below(sort)
	return !v.kept[sort]
}

func (v *catamorphisms) isRecursive(d *logic.Sort) bool { return v.below(d)[d] }

// together reports whether e is d or a datatype that is mutually recursive with d.
func (v *catamorphisms) together(d, e *logic.Sort) bool {
	return e == d || e.IsDatatype() && v.below(d)[e] && v.below(e)[d]
}

// component returns the datatypes that are mutually recursive with d, including d.
func (v *catamorphisms) component(d *logic.Sort) []*logic.Sort {
	if !v.isRecursive(d) {
		return []*logic.Sort{d}
	}
	return slices.DeleteFunc(sortedByID(v.below(d)), func(e *logic.Sort) bool { return !v.together(d, e) })
}

func sortedByID(set map[*logic.Sort]bool) []*logic.Sort {
	return slices.SortedFunc(maps.Keys(set), func(a, b *logic.Sort) int { return int(a.ID()) - int(b.ID()) })
}

// branches reports whether values of d are trees and not only lists.
func (v *catamorphisms) branches(d *logic.Sort) bool {
	for _, e := range v.component(d) {
		for _, c := range e.Datatype().Constructors {
			n := 0
			for _, f := range c.Fields {
				if v.together(d, f.Sort) {
					n++
				}
			}
			if n > 1 {
				return true
			}
		}
	}
	return false
}

// prepare makes the measures of all datatypes among the arguments of predicates.
func (v *catamorphisms) prepare(sys *horn.System) {
	for _, p := range sys.Preds {
		for _, d := range p.Params() {
			if v.folds(d) {
				v.measures(d)
				for _, e := range sortedByID(v.below(d)) {
					v.measures(e)
				}
			}
		}
	}
}

// hasParameter reports whether the image of p has the parameter as an argument.
func (v *catamorphisms) hasParameter(p *logic.Func) bool {
	return len(v.elements) > 0 && slices.ContainsFunc(p.Params(), v.folds)
}

// measures returns the measures of d: those of the template if d is recursive, and otherwise a
// complete description.
func (v *catamorphisms) measures(d *logic.Sort) []*measure {
	if z, ok := v.made[d]; ok {
		return z
	}
	v.made[d] = nil
	kinds := v.template.kinds
	if !v.isRecursive(d) && !v.template.complete {
		kinds = []kind{tag, root}
	}
	var z []*measure
	for _, k := range kinds {
		for _, m := range k(v, d) {
			if !slices.ContainsFunc(z, func(x *measure) bool { return x.name == m.name }) {
				z = append(z, m)
			}
		}
	}
	v.made[d] = z
	return z
}

// part returns the measure with the given name of x, a value of sort d.
func (v *catamorphisms) part(d *logic.Sort, x value, name string) *logic.Term {
	for i, m := range v.measures(d) {
		if m.name == name {
			return x.parts[i]
		}
	}
	panic("fold: " + d.Name() + " has no measure " + name)
}

// has reports whether d has a measure with this name.
func (v *catamorphisms) has(d *logic.Sort, name string) bool {
	return v.folds(d) && slices.ContainsFunc(v.measures(d), func(m *measure) bool { return m.name == name })
}

// firstField returns the number for field f of x's outermost constructor, or nil.
func (v *catamorphisms) firstField(d *logic.Sort, x value, f *logic.Selector) *logic.Term {
	for i, m := range v.measures(d) {
		if m.only == f.Ctor && m.sort.IsInt() {
			return x.parts[i]
		}
	}
	return nil
}

// exact reports whether the measures of d determine a value of d.
func (v *catamorphisms) exact(d *logic.Sort) bool {
	if !v.isRecursive(d) {
		for _, c := range d.Datatype().Constructors {
			for _, f := range c.Fields {
				if v.folds(f.Sort) && !v.exact(f.Sort) {
					return false
				}
			}
		}
		return true
	}
	// Natural numbers have one constructor without fields, and one with a predecessor.
	cs := d.Datatype().Constructors
	if len(cs) != 2 || len(v.measures(d)) == 0 || v.measures(d)[0].name != "count" {
		return false
	}
	zero, succ := cs[0], cs[1]
	if len(zero.Fields) > 0 {
		zero, succ = succ, zero
	}
	return len(zero.Fields) == 0 && len(succ.Fields) == 1 && succ.Fields[0].Sort == d
}
