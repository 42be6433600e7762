// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strconv"

	"cornet/logic"
)

// declare declares the datatype s and those that are mutually recursive with it in one group.
// Before that, it declares the datatypes that the group needs.
func (c *Context) declare(s *logic.Sort) error {
	group := []*logic.Sort{}
	for _, d := range reachableDatatypes(s) {
		if contains(reachableDatatypes(d), s) {
			group = append(group, d)
			continue
		}
		if _, err := c.sort(d); err != nil {
			return err
		}
	}
	return c.declareGroup(group)
}

// reachableDatatypes returns the datatypes that values of s can hold, s first.
func reachableDatatypes(s *logic.Sort) []*logic.Sort {
	found := []*logic.Sort{s}
	for i := 0; i < len(found); i++ {
		for _, ctor := range found[i].Datatype().Constructors {
			for _, f := range ctor.Fields {
				for _, d := range datatypesIn(f.Sort) {
					if !contains(found, d) {
						found = append(found, d)
					}
				}
			}
		}
	}
	return found
}

// datatypesIn returns the datatypes in s: s itself, or those of its index and element sorts.
func datatypesIn(s *logic.Sort) []*logic.Sort {
	switch s.Kind() {
	case logic.KindDatatype:
		return []*logic.Sort{s}
	case logic.KindArray:
		return append(datatypesIn(s.Index()), datatypesIn(s.Elem())...)
	}
	return nil
}

func contains(set []*logic.Sort, s *logic.Sort) bool {
	for _, x := range set {
		if x == s {
			return true
		}
	}
	return false
}

// declareGroup declares mutually recursive datatypes.
func (c *Context) declareGroup(group []*logic.Sort) error {
	names := make([]uintptr, len(group))
	sorts := make([]uintptr, len(group))
	lists := make([]uintptr, len(group))
	ctors := make([][]uintptr, len(group))
	defer func() {
		for i, list := range lists {
			if list != 0 {
				c.call(fnDelConstructorList, c.ref, list)
			}
			for _, ctor := range ctors[i] {
				c.call(fnDelConstructor, c.ref, ctor)
			}
		}
	}()
	for i, s := range group {
		names[i] = c.symbolName(s.Name())
		for _, ctor := range s.Datatype().Constructors {
			z, err := c.mkConstructor(ctor, group)
			if err != nil {
				return err
			}
			ctors[i] = append(ctors[i], z)
		}
		if len(ctors[i]) == 0 {
			return fmt.Errorf("z3: datatype %v has no constructor: %w", s, errors.ErrUnsupported)
		}
		lists[i] = c.call(fnMkConstructorList, c.ref, uintptr(len(ctors[i])), pin(&c.pins, &ctors[i][0]))
	}
	c.call(fnMkDatatypes, c.ref, uintptr(len(group)), pin(&c.pins, &names[0]), pin(&c.pins, &sorts[0]), pin(&c.pins, &lists[0]))
	if err := c.err(fnMkDatatypes); err != nil {
		return err
	}
	for i, s := range group {
		c.keepSort(s, zsort(sorts[i]))
		for j, ctor := range s.Datatype().Constructors {
			c.keepConstructor(ctor, ctors[i][j])
		}
	}
	return nil
}

// mkConstructor describes ctor to Z3. A field whose sort is in the group is given by its place in
// the group.
func (c *Context) mkConstructor(ctor *logic.Constructor, group []*logic.Sort) (uintptr, error) {
	n := len(ctor.Fields)
	names := make([]uintptr, n+1) // one element more, so that &names[0] exists
	sorts := make([]uintptr, n+1)
	refs := make([]uint32, n+1)
	for i, f := range ctor.Fields {
		names[i] = c.symbolName(c.uniqueDatatypeName(f.Name))
		if f.Sort.IsArray() {
			for _, d := range datatypesIn(f.Sort) {
				if contains(group, d) {
					return 0, fmt.Errorf("z3: field %s of datatype %v holds arrays of the datatype being declared: %w",
						f.Name, ctor.Sort, errors.ErrUnsupported)
				}
			}
		}
		if k := indexOf(group, f.Sort); k >= 0 {
			refs[i] = uint32(k)
			continue
		}
		z, err := c.sort(f.Sort)
		if err != nil {
			return 0, err
		}
		sorts[i] = uintptr(z)
	}
	name := c.uniqueDatatypeName(ctor.Name)
	z := c.call(fnMkConstructor, c.ref, c.symbolName(name), c.symbolName("is-"+name),
		uintptr(n), pin(&c.pins, &names[0]), pin(&c.pins, &sorts[0]), pin(&c.pins, &refs[0]))
	if z == 0 {
		return 0, c.failed(fnMkConstructor)
	}
	return z, nil
}

func indexOf(group []*logic.Sort, s *logic.Sort) int {
	for i, x := range group {
		if x == s {
			return i
		}
	}
	return -1
}

// uniqueDatatypeName returns name, or a variant if another constructor or selector has this name:
// Z3 finds them by name.
func (c *Context) uniqueDatatypeName(name string) string {
	unique := name
	for k := 1; c.dtNames[unique]; k++ {
		unique = name + "!" + strconv.Itoa(k)
	}
	c.dtNames[unique] = true
	return unique
}

// keepConstructor stores the Z3 declarations of a declared constructor.
func (c *Context) keepConstructor(ctor *logic.Constructor, z uintptr) {
	n := len(ctor.Fields)
	fields := make([]uintptr, n+1)
	c.call(fnQueryConstructor, c.ref, z, uintptr(n), pin(&c.pins, &c.out[0]), pin(&c.pins, &c.out[1]), pin(&c.pins, &fields[0]))
	d := ctorDecls{make: decl(c.out[0]), is: decl(c.out[1])}
	c.keepDecl(d.make, symbol{ctor: ctor})
	c.keepDecl(d.is, symbol{is: ctor})
	for i, f := range ctor.Fields {
		d.fields = append(d.fields, decl(fields[i]))
		c.keepDecl(decl(fields[i]), symbol{field: f})
	}
	c.ctors[ctor] = d
}
