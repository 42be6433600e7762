// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// Blocks of unknown size are copied and filled in loops if their objects are arrays of bytes in
// regions.

// copyLoop copies a block of elements of type t in a loop. It reports whether this is possible.
// Blocks that may overlap are copied in the direction that reads each element before overwriting
// it.
func (l *lowerer) copyLoop(o cfg.Copy, t *cfg.Type) bool {
	to, from := l.resolve(at(o.To, t, 0), true), l.resolve(at(o.From, t, 0), true)
	if o.Partial || !inBytes(to) || !inBytes(from) {
		return false
	}
	size := l.stash("size", scalar.New(scalar.Cast, l.ptr, l.expr(o.Bytes)))
	transfer := func(i *scalar.Expr) { l.write(shifted(to, i), l.read(shifted(from, i))) }
	if !l.shareObject(o.To, o.From) {
		l.loop(size, transfer)
		return true
	}
	behind := scalar.New(scalar.Lt, l.int(), l.stash("from", l.expr(o.From)), l.stash("to", l.expr(o.To)))
	start, end := l.cur, l.f.NewNode(l.pos)
	for _, backwards := range []bool{false, true} {
		l.cur = start
		l.emit(scalar.Assume{Cond: behind, Negate: !backwards})
		l.loop(size, func(i *scalar.Expr) {
			if backwards {
				i = scalar.New(scalar.Sub, l.ptr, scalar.New(scalar.Sub, l.ptr, size, l.address(1)), i)
			}
			transfer(i)
		})
		l.cur.Connect(end, scalar.Skip{}, l.pos)
	}
	l.cur = end
	return true
}

// fillLoop sets the elements, of type t, of a block to a byte in a loop. It reports whether this is
// possible.
func (l *lowerer) fillLoop(o cfg.Fill, t *cfg.Type) bool {
	to := l.resolve(at(o.To, t, 0), true)
	if !inBytes(to) {
		return false
	}
	v := l.convert(l.stash("byte", l.expr(o.Value)), l.scalarType(t))
	size := l.stash("size", scalar.New(scalar.Cast, l.ptr, l.expr(o.Bytes)))
	l.loop(size, func(i *scalar.Expr) { l.write(shifted(to, i), v) })
	return true
}

// loop runs body for each number from 0 up to n.
func (l *lowerer) loop(n *scalar.Expr, body func(i *scalar.Expr)) {
	v := l.temp("index", l.ptr)
	i := scalar.NewRead(v)
	l.emit(scalar.Assign{To: v, Value: l.address(0)})
	head, end := l.f.NewNode(l.pos), l.f.NewNode(l.pos)
	l.cur.Connect(head, scalar.Skip{}, l.pos)
	l.cur = head
	more := scalar.New(scalar.Lt, l.int(), i, n)
	head.Connect(end, scalar.Assume{Cond: more, Negate: true}, l.pos)
	l.emit(scalar.Assume{Cond: more})
	body(i)
	l.emit(scalar.Assign{To: v, Value: scalar.New(scalar.Add, l.ptr, i, l.address(1))})
	l.cur.Connect(head, scalar.Skip{}, l.pos)
	l.cur = end
}

// inBytes reports whether r is a one-byte element of objects that are arrays in regions.
func inBytes(r ref) bool {
	return r.typ.Kind == cfg.Int && r.typ.Size == 1 && r.bits == nil && len(r.alts) > 0 && !slices.ContainsFunc(r.alts, func(a alt) bool {
		if a.kind != regions || a.isFlat() || a.cell.Parent == nil {
			return true
		}
		array := a.cell.Parent
		return array.Parent != nil || array.Type == nil || array.Type.Kind != cfg.Array || array.Type.Elem.Size != 1
	})
}

// shifted returns the element that is i elements after r.
func shifted(r ref, i *scalar.Expr) ref {
	z := r
	z.alts = slices.Clone(r.alts)
	for k, a := range z.alts {
		z.alts[k].steps = append(slices.Clip(a.steps), step{i, r.typ.Size})
	}
	return z
}

// shareObject reports whether two pointers may point into one object.
func (l *lowerer) shareObject(x, y cfg.Expr) bool {
	cells := l.a.Values(y)
	return slices.ContainsFunc(l.a.Values(x), func(c *pointsto.Cell) bool {
		return slices.ContainsFunc(cells, func(d *pointsto.Cell) bool { return c.Object == d.Object })
	})
}
