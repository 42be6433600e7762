// SPDX-License-Identifier: Apache-2.0

package pointsto

import "cornet/encode/cfg"

// This file follows pointers that are made from numbers. For example, n may be any input here:
//
//	if (n == (uintptr_t)&x) *(int *)n = 1;
//
// No assignment brings the address of x to n, but n may be equal to it. So a pointer made from such
// a number may point to each object that is exposed: its address has become a number, or has been
// compared with such a pointer.
//
// The sets of numbers have a cell of their own, which represents numbers that may be equal to any
// address. Inputs and arithmetic bring it there, and assignments keep it. Two kinds of numbers are
// without it, because addresses are not known in advance: constants, and an address plus a
// constant. Few programs both make pointers from numbers and expose addresses. Only in these do
// sets have the cell.
//
// Reference: K. Memarian et al., "Exploring C Semantics and Pointer Provenance", POPL 2019, the
// model PNVI-ae, which became ISO/IEC TS 6010. Difference: comparisons of pointers expose, too,
// since compilers may replace one of two equal pointers by the other.
type numbers struct {
	// unknown represents numbers that may be equal to any address. It is nil if that does not
	// matter.
	unknown *Object
	exposed []*Object // in order of their exposure
	readers           // the readers of exposed
	// made means that a number becomes a pointer, and compared that two pointers are compared.
	made, compared bool
}

// isUnknown reports whether c represents numbers that may be equal to any address.
func (n *numbers) isUnknown(c *Cell) bool { return n.unknown != nil && c.Object == n.unknown }

// anyNumber returns the set of a number that may be equal to any address.
func (a *Analysis) anyNumber() (z Set) {
	if a.numbers.unknown != nil {
		z.add(a.Root(a.numbers.unknown).ID)
	}
	return z
}

// mayBeAny reports whether s is the set of a number, or of a pointer made from one, that may be
// equal to any address.
func (a *Analysis) mayBeAny(s Set) bool {
	return a.numbers.unknown != nil && s.has(a.Root(a.numbers.unknown).ID)
}

// converted returns what a value of type to may point to, if a value of type from with set s
// becomes one. Numbers become pointers, and pointers become numbers.
func (a *Analysis) converted(to, from *cfg.Type, s Set, constant bool) Set {
	switch {
	case to.Kind == cfg.Int && !to.Bool && from.Kind == cfg.Pointer:
		a.expose(s)
	case to.Kind == cfg.Pointer && from.Kind == cfg.Int && !constant:
		a.numbers.made = true
		a.followNumbers()
		return a.meant(s)
	}
	return s
}

// loaded returns what a value of type t may point to, if it is loaded from storage that holds s.
// bytes says that other types may be stored there.
func (a *Analysis) loaded(t *cfg.Type, s Set, bytes bool) Set {
	switch {
	case t.Kind == cfg.Int && !s.Empty():
		a.expose(s)
	case t.Kind == cfg.Pointer:
		if bytes {
			a.numbers.made = true
			a.followNumbers()
		}
		return a.meant(s)
	}
	return s
}

// compare notes the comparison of pointers of sets s and t.
func (a *Analysis) compare(s, t Set) {
	if s.Empty() && t.Empty() {
		return
	}
	a.numbers.compared = true
	a.followNumbers()
	if a.mayBeAny(s) {
		a.expose(t)
	}
	if a.mayBeAny(t) {
		a.expose(s)
	}
}

// expose adds the objects of s to the exposed ones.
func (a *Analysis) expose(s Set) {
	s.each(func(i int) {
		o := a.cells[i].Object
		if o.exposed || o == a.Outside || o == a.numbers.unknown {
			return
		}
		o.exposed, a.changed = true, true
		a.numbers.exposed = append(a.numbers.exposed, o)
		a.work.grown(&a.numbers.readers)
	})
	a.followNumbers()
}

// followNumbers lets sets of numbers have their cell from now on, if that may matter.
func (a *Analysis) followNumbers() {
	if n := &a.numbers; n.unknown == nil && n.made && (n.compared || len(n.exposed) > 0) {
		n.unknown = a.newObject("any number")
		n.unknown.Opaque = true
		a.coarsened()
	}
}

// meant adds the exposed objects to s, the set of a pointer that may be made from any number. It
// may point to each byte of structs, and to each element of arrays. For other places, see
// [Analysis.targeted].
func (a *Analysis) meant(s Set) Set {
	if !a.mayBeAny(s) {
		return s
	}
	var z Set
	z.union(s)
	a.work.read(&a.numbers.readers)
	for _, o := range a.numbers.exposed {
		root := a.Root(o)
		if !root.isBlob() && (o.Flat || a.hasParts(o)) {
			a.makeFlat(o)
			root = a.at(o, Span{0, 1})
		}
		z.add(root.ID)
	}
	return z
}

// targeted returns the part of s, the set of a pointer, that represents objects. The pointer
// accesses values of type t, or other bytes if t is nil. If the pointer is made from any number,
// the access may begin at each byte of an object that consists of values of other sizes.
func (a *Analysis) targeted(s Set, t *cfg.Type) Set {
	if !a.mayBeAny(s) {
		return s
	}
	var z Set
	s.each(func(i int) {
		c := a.cells[i]
		if a.numbers.isUnknown(c) {
			return
		}
		if o := c.Object; o.exposed && !a.consistsOf(o, t) {
			a.makeFlat(o)
		}
		z.add(a.canonical(c).ID)
	})
	return z
}

// consistsOf reports whether the parts of o have the size of type t.
func (a *Analysis) consistsOf(o *Object, t *cfg.Type) bool {
	root := a.Root(o)
	return root.isBlob() || !o.Flat && (root.Type == nil || t != nil && leaf(root.Type).Size == t.Size)
}

// arithmetic returns what the number x may be equal to, apart from the addresses in the sets s and
// t of its operands, and addresses made from these.
func (a *Analysis) arithmetic(x cfg.Binary, s, t Set) Set {
	if a.numbers.unknown == nil {
		return Set{}
	}
	_, first := cfg.Fold(x.X, nil)
	_, second := cfg.Fold(x.Y, nil)
	moved := moves[x.Operator] && (first && !t.Empty() || second && !s.Empty())
	if moved || first && second {
		return Set{}
	}
	return a.anyNumber()
}
