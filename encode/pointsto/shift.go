// SPDX-License-Identifier: Apache-2.0

package pointsto

import "cornet/encode/cfg"

// This file follows pointers that move by a number of bytes, from a member to its struct and back:
// the idiom of container_of. Such a pointer may be outside of the object for a while. For example,
// the head of a list is not inside an element. The pointer then points to a ghost, which has the
// distance to the object.
//
// If the way of a pointer is unknown, the object becomes flat. This is the case for a move by an
// unknown distance, and for integer arithmetic from a ghost. It is also the case for a move out of
// an array in a struct, or beyond a struct that ends in a flexible array.

// isGhost reports whether c represents an address outside of its object.
func (c *Cell) isGhost() bool { return c.base != nil && !c.Object.Flat }

// byteOffset returns the constant that x, pointer arithmetic over bytes, adds. It fails for 0 and
// for unknown numbers.
func byteOffset(x cfg.Binary) (int64, bool) {
	t := x.Of.Elem
	if t == nil || t.Kind != cfg.Void && (t.Kind != cfg.Int || t.Size != 1) {
		return 0, false
	}
	k, ok := cfg.Fold(x.Y, nil)
	if !ok || !k.IsInt64() || k.Sign() == 0 {
		return 0, false
	}
	return k.Int64(), true
}

// moves are the operations on integers that make one address from another in the same object.
// (Results of other operations, such as hashes, do not become pointers again.)
var moves = map[cfg.BinaryOp]bool{cfg.Add: true, cfg.Sub: true, cfg.BitAnd: true, cfg.BitOr: true, cfg.BitXor: true}

// integerOffset returns the constant that x, arithmetic on integers, adds to the other operand. It
// fails if the number is unknown.
func integerOffset(x cfg.Binary) (int64, bool) {
	if x.Operator != cfg.Add && x.Operator != cfg.Sub {
		return 0, false
	}
	k, ok := cfg.Fold(x.Y, nil)
	if !ok && x.Operator == cfg.Add {
		k, ok = cfg.Fold(x.X, nil)
	}
	if !ok || !k.IsInt64() {
		return 0, false
	}
	if x.Operator == cfg.Sub {
		return -k.Int64(), true
	}
	return k.Int64(), true
}

// hasParts reports whether o has several cells, so that it matters where in o a pointer points.
func (a *Analysis) hasParts(o *Object) bool {
	root := a.Root(o)
	if root.IsFlat() {
		return true
	}
	if root.isBlob() || root.Type == nil {
		return false
	}
	t := leaf(root.Type)
	return t.Kind == cfg.Struct || t.Kind == cfg.Union
}

// shiftable reports whether pointers to c can be followed over bytes. They can, unless c is a byte
// of an array, or an array of bytes.
func (a *Analysis) shiftable(c *Cell) bool {
	bytes := func(t *cfg.Type) bool { return t.Kind == cfg.Array && leaf(t).Size <= 1 }
	switch {
	case c.isGhost() || c.IsFlat():
		return true
	case c.isBlob() || c.Type == nil:
		return false
	}
	return !bytes(c.Type) && (c.Parent == nil || !bytes(c.Parent.Type))
}

// shift returns the cell k bytes after the start of c.
func (a *Analysis) shift(c *Cell, k int64) *Cell {
	if c.IsFlat() {
		return a.move(c, k)
	}
	base := c
	flat := func() *Cell {
		a.makeFlat(base.Object)
		return a.move(a.canonical(base), k)
	}
	if c.isGhost() {
		base, k = c.base, k+c.offset
	}
	for base.Parent != nil && base.Parent.Type.Kind != cfg.Array {
		k += base.Parent.Type.Fields[base.Field].Offset
		base = base.Parent
	}
	size := base.Type.Size
	if k >= size && flexible(base.Type) {
		return flat()
	}
	if base.Parent != nil && size > 0 && (k < 0 || k >= size) {
		if !outermost(base.Parent) { // the result may be in the object around the array
			return flat()
		}
		k = (k%size + size) % size // all elements share one cell
	}
	if k < 0 || size >= 0 && k >= size {
		return a.ghost(base, k)
	}
	d := base
	for rest := k; rest > 0; {
		if d, rest = a.inside(d, rest); d == nil || d.Object.Flat {
			return flat()
		}
	}
	return d
}

// flexible reports whether objects of type t may extend beyond their size, in an array without
// length.
func flexible(t *cfg.Type) bool {
	switch n := len(t.Fields); {
	case t.Kind == cfg.Array:
		return t.Len <= 0
	case t.Kind == cfg.Struct && n > 0:
		return flexible(t.Fields[n-1].Type)
	}
	return false
}

// outermost reports whether array c is its whole object, or an element of such an array, as in a
// matrix.
func outermost(c *Cell) bool {
	for c.Parent != nil && c.Parent.Type.Kind == cfg.Array {
		c = c.Parent
	}
	return c.Parent == nil
}

// outside reports whether a value of type t at ghost c has no byte in the object.
func (c *Cell) outside(t *cfg.Type) bool {
	behind := c.base.Type.Size >= 0 && c.offset >= c.base.Type.Size
	return behind || t.Size >= 0 && c.offset+t.Size <= 0
}

// inside returns the part of c that contains its k-th byte, and the offset of the byte in that
// part. It returns nil if there is no such part.
func (a *Analysis) inside(c *Cell, k int64) (*Cell, int64) {
	switch t := c.Type; t.Kind {
	case cfg.Array:
		if t.Elem.Size > 0 {
			return a.Kid(c, t, 0), k % t.Elem.Size
		}
	case cfg.Struct:
		for i, f := range t.Fields {
			if f.Bits == 0 && f.Offset <= k && k < f.Offset+f.Type.Size {
				return a.Kid(c, t, i), k - f.Offset
			}
		}
	case cfg.Union:
		return a.first(c), k
	}
	return nil, 0
}

// ghost returns the cell that represents the address k bytes after base.
func (a *Analysis) ghost(base *Cell, k int64) *Cell {
	if base.ghosts[k] == nil {
		if base.ghosts == nil {
			base.ghosts = map[int64]*Cell{}
		}
		// Only pointers that are never used move further and further out.
		if len(base.ghosts) >= maxGhosts {
			a.makeFlat(base.Object)
			return a.move(a.canonical(base), k)
		}
		c := a.newCell(base.Object, nil, nil, 0)
		c.base, c.offset = base, k
		base.ghosts[k] = c
	}
	return base.ghosts[k]
}

const maxGhosts = 16
