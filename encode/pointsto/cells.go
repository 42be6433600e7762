// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"fmt"

	"cornet/encode/cfg"
)

// Object is storage with an address of its own.
type Object struct {
	ID   int
	Var  *cfg.Var      // of a variable
	Site *cfg.Edge     // the Alloc that makes the object
	Func *cfg.Function // of a function with body
	Name string
	// Type is the type of the variable. The type of an allocated object is an array of unknown
	// length, or nil until the first access.
	Type *cfg.Type
	// Opaque means that nothing is known about the contents.
	Opaque bool
	// Flat means that accesses disagree about the types of the contents. Then the cells of the
	// object are offsets.
	Flat bool
	// Taken means that the program uses the address, except for immediate accesses.
	Taken   bool
	exposed bool // see numbers.go
	root    *Cell
	flat    flat
	readers // the readers of the set of offsets that have cells
}

func (o *Object) String() string { return o.Name }

// Cell is a node in the tree of an object's type.
type Cell struct {
	ID      int
	Object  *Object
	Type    *cfg.Type // nil in opaque and flat objects, in functions, and before the first access
	Parent  *Cell
	Field   int     // index in the parent struct
	Kids    []*Cell // fields, made on demand; the element of an array
	holds   Set     // the cells that a pointer in this cell may point to
	readers         // readers of holds
	// A cell with a base is a ghost: it represents the address offset bytes after base, outside its
	// object. Its Parent is nil.
	base   *Cell
	offset int64
	ghosts map[int64]*Cell // the ghosts of a base, by offset
	epoch  int             // of the analysis when holds last got the cells that represent others
	// Span has the offsets of the cell in a flat object. inFlat means that the object still has the
	// cell.
	Span
	inFlat bool
	// instead is the cell of a flat object that last represented this cell, which is not in use any
	// more.
	instead *Cell
}

func (c *Cell) String() string {
	switch {
	case c.IsFlat():
		return c.Object.Name + c.Span.String()
	case c.Parent == nil:
		return c.Object.Name
	case c.Parent.Type.Kind == cfg.Array:
		return c.Parent.String() + "[]"
	}
	return c.Parent.String() + "." + c.Parent.Type.Fields[c.Field].Name
}

// Root returns the cell of the whole object.
func (a *Analysis) Root(o *Object) *Cell {
	if o.Flat {
		if o.root == nil || !o.root.inFlat || o.flat.modulus != 0 && o.root.Stride != o.flat.modulus {
			o.root = a.at(o, Span{})
		}
		return o.root
	}
	if o.root == nil {
		o.root = a.newCell(o, o.Type, nil, 0)
	}
	return o.root
}

func (a *Analysis) newCell(o *Object, t *cfg.Type, parent *Cell, field int) *Cell {
	c := &Cell{ID: len(a.cells), Object: o, Type: t, Parent: parent, Field: field}
	a.cells = append(a.cells, c)
	a.work.grown(&o.readers)
	return c
}

// canonical returns the representative of c: the root of an opaque object, or an offset in a flat
// one.
func (a *Analysis) canonical(c *Cell) *Cell {
	switch {
	case c.Object.Opaque:
		return c.Object.root
	case c.Object.Flat:
		return a.flatten(c)
	}
	return c
}

// isBlob reports whether c has no structure.
func (c *Cell) isBlob() bool { return c.Object.Opaque || c.Object.Func != nil }

// Kid returns the cell of field i of c, a struct of type t. For an array c of type t, i is 0 and
// Kid returns the cell of the elements. An opaque object has only one cell.
func (a *Analysis) Kid(c *Cell, t *cfg.Type, i int) *Cell {
	c = a.canonical(c)
	switch {
	case c.isBlob():
		return c
	case c.IsFlat():
		return a.flatPart(c, t, i)
	}
	t = c.Type
	n := 1
	switch t.Kind {
	case cfg.Array:
		t, i = t.Elem, 0
	case cfg.Struct, cfg.Union:
		if i >= len(t.Fields) {
			panic(fmt.Sprintf("points: no field %d in %v", i, t))
		}
		if t.Kind == cfg.Union && a.mixed[unionKey(t)] {
			a.makeFlat(c.Object)
			return a.Kid(c, t, i)
		}
		if m, ok := a.member[unionKey(t)]; ok && t.Kind == cfg.Union && alike(t.Fields[i], t.Fields[m]) {
			i = m
		}
		t, n = t.Fields[i].Type, len(t.Fields)
	default:
		panic(fmt.Sprintf("points: %v has no parts", c))
	}
	if c.Kids == nil {
		c.Kids = make([]*Cell, n)
	}
	if c.Kids[i] == nil {
		c.Kids[i] = a.newCell(c.Object, t, c, i)
	}
	return c.Kids[i]
}

// As returns the cell at the address of c that has type t. Otherwise it returns a cell from which
// values of type t can be read by conversion. If neither exists, c's object becomes flat.
func (a *Analysis) As(c *Cell, t *cfg.Type) *Cell {
	c = a.canonical(c)
	if !c.isTyped() || c.isGhost() || t == nil || t.Kind == cfg.Void || t.Kind == cfg.Func {
		return c
	}
	if c.Type == nil { // allocated memory, at its first access
		o := c.Object
		elem := t
		if t.Kind == cfg.Array {
			elem = t.Elem
		}
		o.Type = &cfg.Type{Kind: cfg.Array, Elem: elem, Len: -1, Size: -1, Align: elem.Align}
		c.Type = o.Type
		a.changed = true
	}
	// The chain of cells that start at the same place as c, outermost first.
	top := c
	for top.Parent != nil && top.Parent.Type.Kind != cfg.Array && top.Parent.Type.Fields[top.Field].Offset == 0 {
		top = top.Parent
	}
	for pass := range 2 {
		for d := top; ; {
			if pass == 0 && d.Type.Same(t) || pass == 1 && compatible(d.Type, t) {
				return d
			}
			next := a.first(d)
			if next == nil || !next.isTyped() {
				break
			}
			d = next
		}
		if c.Object.Flat {
			return a.canonical(c)
		}
	}
	a.makeFlat(c.Object)
	return a.canonical(c)
}

// first returns the first part of c, or nil. A first part that is a bit-field does not count: it
// has no address, and fewer bits than its declared type.
func (a *Analysis) first(c *Cell) *Cell {
	t, i := c.Type, 0
	switch {
	case t.Kind == cfg.Array:
		return a.Kid(c, t, 0)
	case t.Kind != cfg.Struct && t.Kind != cfg.Union || len(t.Fields) == 0:
		return nil
	case t.Kind == cfg.Union:
		i = a.member[unionKey(t)]
	}
	if t.Fields[i].Bits > 0 {
		return nil
	}
	return a.Kid(c, t, i)
}

// compatible reports whether a value of type u can be read from storage of type t by conversion
// without loss.
func compatible(t, u *cfg.Type) bool {
	if t.Kind == cfg.Array && u.Kind == cfg.Array {
		return (t.Elem.Same(u.Elem) || compatible(t.Elem, u.Elem)) // lengths may be unknown
	}
	number := func(t *cfg.Type) bool { return t.Kind == cfg.Int && !t.Bool }
	if t.Kind == cfg.Float && u.Kind == cfg.Int && !u.Bool || t.Kind == cfg.Int && !t.Bool && u.Kind == cfg.Float {
		return t.Size == u.Size // compared by their bits
	}
	return t.Size == u.Size && (number(t) && number(u) || t.Kind == cfg.Pointer && u.Kind == cfg.Pointer)
}

// unionKey returns a key for a union type that does not depend on its qualifiers.
func unionKey(t *cfg.Type) *cfg.Field {
	if len(t.Fields) == 0 {
		return nil
	}
	return &t.Fields[0]
}

// isMember reports whether c is part of a struct or union.
func (c *Cell) isMember() bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Type.Kind != cfg.Array {
			return true
		}
	}
	return false
}

// UsesMember reports whether the program accesses member i of union type t.
func (a *Analysis) UsesMember(t *cfg.Type, i int) bool { return a.member[unionKey(t)] == i }

// AllCells returns all cells of the analysis so far. The caller must not modify the slice.
func (a *Analysis) AllCells() []*Cell { return a.cells }
