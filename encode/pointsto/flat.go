// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"fmt"
	"math/big"

	"cornet/encode/cfg"
)

// This file has the cells of flat objects, whose accesses have conflicting types. A cell is a set
// of offsets: a single one or a congruence class. An access covers as many bytes from there on as
// its type needs. Other packages decide which of these bytes are stored together.
//
// Reference: A. Miné, "Field-Sensitive Value Analysis of Embedded C Programs with Union Types and
// Pointer Arithmetics", LCTES 2006; G. Balakrishnan, T. Reps, "Analyzing Memory Accesses in x86
// Executables", CC 2004, for classes of offsets.

// Span is a set of offsets in bytes: Offset, and, if Stride is not 0, all that differ from it by a
// multiple of Stride.
type Span struct{ Offset, Stride int64 }

// String returns s in the form for messages.
func (s Span) String() string {
	z := ""
	if s.Offset != 0 {
		z = fmt.Sprintf("%+d", s.Offset)
	}
	if s.Stride == 1 {
		return z + "+n"
	} else if s.Stride > 0 {
		z += fmt.Sprintf("+%d*n", s.Stride)
	}
	return z
}

// has reports whether s has all offsets of t.
func (s Span) has(t Span) bool {
	return s == t || s.Stride != 0 && t.Stride%s.Stride == 0 && (t.Offset-s.Offset)%s.Stride == 0
}

// flat has the cells of a flat object.
type flat struct {
	at map[Span]*Cell
	// modulus, if not 0, is the modulus of the only classes that the object distinguishes.
	modulus int64
	cells   []*Cell // in order of first mention
	steps   map[*Cell]int
}

const (
	// maxSpans is the maximal number of distinct cells of a flat object.
	maxSpans = 128
	// maxSteps limits the steps of pointer arithmetic that the analysis follows one by one. In a
	// loop, it then replaces single offsets by a class of offsets.
	maxSteps = 12
)

// IsFlat reports whether c is a set of offsets in a flat object.
func (c *Cell) IsFlat() bool { return c.Object.Flat && c.inFlat }

// isTyped reports whether c is a node in the tree of a type, or may become one at its first access.
func (c *Cell) isTyped() bool { return !c.isBlob() && !c.Object.Flat }

// makeFlat turns the cells of o into offsets.
func (a *Analysis) makeFlat(o *Object) {
	if o.Opaque || o.Func != nil || o.Flat {
		return
	}
	o.Flat = true
	o.flat = flat{at: map[Span]*Cell{}, steps: map[*Cell]int{}}
	a.coarsened()
}

// coarsened records that other cells represent some cells of an object from now on.
func (a *Analysis) coarsened() {
	a.changed, a.restart = true, true
	a.epoch++
}

// Flatten turns the cells of o into offsets. Other objects that are accessed at the same places are
// flat already.
func (a *Analysis) Flatten(o *Object) { a.makeFlat(o) }

// forget drops all cells with their contents.
func (a *Analysis) forget() {
	for _, c := range a.cells {
		c.inFlat = false
	}
	a.restart, a.cells = false, nil
	for _, o := range a.Objects {
		o.root = nil
		if o.Flat {
			o.flat.at, o.flat.cells, o.flat.steps = map[Span]*Cell{}, nil, map[*Cell]int{}
		}
	}
	a.Root(a.Outside).holds.add(a.Outside.root.ID)
}

// at returns the cell of flat object o with offsets s.
func (a *Analysis) at(o *Object, s Span) *Cell {
	f := &o.flat
	if f.modulus != 0 {
		s.Stride = f.modulus
	}
	if s.Stride != 0 {
		s.Offset = ((s.Offset % s.Stride) + s.Stride) % s.Stride
	}
	if c := f.at[s]; c != nil {
		return c
	}
	if len(f.cells) >= maxSpans {
		m := s.Stride
		for _, c := range f.cells {
			m = gcd(gcd(m, c.Stride), c.Offset-s.Offset)
		}
		f.modulus = m
		a.coarsened()
		f.cells = nil
		return a.at(o, s)
	}
	c := &Cell{ID: len(a.cells), Object: o, Span: s, inFlat: true}
	a.cells = append(a.cells, c)
	a.work.grown(&o.readers)
	f.at[s] = c
	f.cells = append(f.cells, c)
	return c
}

// flatten returns the cell of a flat object that represents c. c may be from before the object
// became flat.
func (a *Analysis) flatten(c *Cell) *Cell {
	o := c.Object
	inUse := func(c *Cell) bool { return c.inFlat && (o.flat.modulus == 0 || c.Stride == o.flat.modulus) }
	switch {
	case inUse(c):
		return c
	case c.instead != nil && inUse(c.instead):
		return c.instead
	case c.inFlat:
		c.instead = a.at(o, c.Span)
		return c.instead
	}
	dropped, s := c, c.Span
	if c.base != nil {
		s.Offset, c = c.offset, c.base
	}
	for ; c.Parent != nil; c = c.Parent {
		if t := c.Parent.Type; t.Kind == cfg.Array {
			s.Stride = gcd(s.Stride, max(t.Elem.Size, 1))
		} else {
			s.Offset += t.Fields[c.Field].Offset
		}
	}
	dropped.instead = a.at(o, s)
	return dropped.instead
}

// move returns the cell k bytes after c in a flat object.
func (a *Analysis) move(c *Cell, k int64) *Cell {
	o, s := c.Object, c.Span
	if s.Offset += k; k == 0 {
		return c
	}
	n := o.flat.steps[c] + 1
	if n > maxSteps {
		s.Stride = gcd(s.Stride, k)
	}
	d := a.at(o, s)
	if _, known := o.flat.steps[d]; !known && d != c {
		o.flat.steps[d] = n
	}
	return d
}

// advance returns the place that a pointer to c, in a flat object, points to after pointer
// arithmetic x.
func (a *Analysis) advance(c *Cell, x cfg.Binary) *Cell {
	size := int64(1)
	if t := x.Of.Elem; t != nil && t.Size > 0 {
		size = t.Size
	}
	if n, ok := cfg.Fold(x.Y, nil); ok && n.IsInt64() && n.CmpAbs(big.NewInt(1<<40)) < 0 {
		return a.move(c, n.Int64()*size)
	}
	return a.at(c.Object, Span{c.Offset, gcd(c.Stride, size)})
}

// flatPart returns the cell of field i of the struct at c, in a flat object, or of the elements of
// the array there.
func (a *Analysis) flatPart(c *Cell, t *cfg.Type, i int) *Cell {
	if t.Kind == cfg.Array {
		return a.at(c.Object, Span{c.Offset, gcd(c.Stride, max(t.Elem.Size, 1))})
	}
	return a.at(c.Object, Span{c.Offset + t.Fields[i].Offset, c.Stride})
}

// Element returns the cell of element x of the array of type t at c. In flat objects, known
// elements are distinguished.
func (a *Analysis) Element(c *Cell, t *cfg.Type, x cfg.Expr) *Cell { return a.element(c, t, x) }

func (a *Analysis) element(c *Cell, t *cfg.Type, x cfg.Expr) *Cell {
	if n, ok := cfg.Fold(x, nil); ok && n.IsInt64() && n.CmpAbs(big.NewInt(1<<40)) < 0 {
		return a.at(c.Object, Span{c.Offset + n.Int64()*max(t.Elem.Size, 1), c.Stride})
	}
	return a.flatPart(c, t, 0)
}

// held returns the possible targets of a pointer in c.
func (a *Analysis) held(c *Cell) Set { return a.heldIn(c, a.program.Model.PointerBytes()) }

// heldIn returns the possible targets of the pointers whose bytes are among the first size bytes of
// c. In a flat object, any cell that overlaps these may hold one.
func (a *Analysis) heldIn(c *Cell, size int64) Set {
	if !c.IsFlat() {
		a.work.read(&c.readers)
		return a.targets(c)
	}
	var z Set
	a.work.read(&c.Object.readers)
	for _, d := range c.Object.flat.cells {
		if d.meets(c.Span, a.program.Model.PointerBytes(), size) {
			a.work.read(&d.readers)
			z.union(a.targets(d))
		}
	}
	return z
}

// targets returns what c holds, by the cells that represent the targets at present. It replaces c's
// set by these, which are fewer: hundreds of cells may have become one class of offsets.
func (a *Analysis) targets(c *Cell) Set {
	if c.epoch == a.epoch {
		return c.holds
	}
	c.epoch = a.epoch
	var z Set
	c.holds.each(func(i int) { z.add(a.canonical(a.cells[i]).ID) })
	c.holds = z
	return z
}

// Meets reports whether some offsets of s and t may be less than n bytes apart.
func (s Span) Meets(t Span, n int64) bool { return s.meets(t, n, n) }

// meets reports whether m bytes at an offset of s may overlap n bytes at an offset of t.
func (s Span) meets(t Span, m, n int64) bool {
	d, period := s.Offset-t.Offset, gcd(s.Stride, t.Stride)
	if period == 0 {
		return -m < d && d < n
	}
	d = ((d % period) + period) % period
	return d < n || d-period > -m
}

// copyUntyped does the work of copyCells for all cells of both sets, if all of them are in flat
// objects or have no structure. Otherwise it does nothing.
//
// Cost: linear in the cells of both sets and of the objects that are read, not in the product of
// the sets. It gathers the contents of each offset over all cells that are read, and then stores
// them.
func (a *Analysis) copyUntyped(to, from Set, size int64) bool {
	typed := false
	for _, s := range []Set{to, from} {
		s.each(func(i int) { typed = typed || a.canonical(a.cells[i]).isTyped() })
	}
	if typed {
		return false
	}
	type source struct {
		span    Span
		holds   Set
		only    *Cell // the cell that it is read from, or nil if there are several
		several bool
	}
	var sources []*source
	at, seen := map[Span]*source{}, map[*Cell]bool{}
	from.each(func(i int) {
		c := a.canonical(a.cells[i])
		if seen[c] {
			return
		}
		seen[c] = true
		a.eachFlat(c, size, func(s Span, holds Set) {
			z := at[s]
			if z == nil {
				z = &source{span: s, only: c}
				at[s] = z
				sources = append(sources, z)
			}
			z.several = z.several || z.only != c
			z.holds.union(holds)
		})
	})
	clear(seen)
	to.each(func(i int) {
		c := a.canonical(a.cells[i])
		if seen[c] {
			return
		}
		seen[c] = true
		for _, z := range sources {
			if z.several || z.only != c {
				a.storeFlat(c, z.span, z.holds)
			}
		}
	})
	return true
}

// copyFlat copies size bytes, or an unknown number if size is -1. At least one of the cells must be
// in a flat object.
func (a *Analysis) copyFlat(to, from *Cell, size int64) {
	a.eachFlat(from, size, func(s Span, holds Set) { a.storeFlat(to, s, holds) })
}

// storeFlat stores the possible contents of some offsets from c.
func (a *Analysis) storeFlat(c *Cell, s Span, holds Set) {
	if c.IsFlat() {
		a.storeOne(a.at(c.Object, Span{c.Offset + s.Offset, gcd(c.Stride, s.Stride)}), holds)
	} else {
		a.storeAll(c, holds)
	}
}

// eachFlat visits the possible targets of pointers in size bytes from a cell, with their offsets
// from the cell. A size of -1 is an unknown number of bytes. The contents of a cell outside flat
// objects may be at any offset.
func (a *Analysis) eachFlat(from *Cell, size int64, visit func(Span, Set)) {
	if !from.IsFlat() {
		if holds := a.held(from); !holds.Empty() {
			visit(Span{0, 1}, holds)
		}
		return
	}
	a.work.read(&from.Object.readers)
	for _, d := range from.Object.flat.cells {
		s := Span{d.Offset - from.Offset, gcd(d.Stride, from.Stride)}
		if s.Stride == 0 && (s.Offset <= -a.program.Model.PointerBytes() || size >= 0 && s.Offset >= size) {
			continue
		}
		a.work.read(&d.readers)
		if holds := a.targets(d); !holds.Empty() {
			visit(s, holds)
		}
	}
}

func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}
