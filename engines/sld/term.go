// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"math"
	"slices"

	"cornet/logic"
)

// kind tells what a term is.
type kind uint8

const (
	variable  kind = iota // a variable, which may be bound to a term
	construct             // a constructor applied to terms, or a Boolean value
	sum                   // a linear sum of integer variables
	local                 // a variable of a rule; only in the terms of rules
)

// term is a term with variables that are bound in place.
type term struct {
	kind   kind
	sort   *logic.Sort
	id     int                // age of a variable, or position of a local in the frame
	ref    *term              // the term that a variable is bound to; nil if it is free
	cons   *logic.Constructor // nil for Boolean values: they have the offset 0 or 1
	args   []*term
	sum    []monomial
	offset int64
	fixed  bool // it has no variables
}

type monomial struct {
	coeff int64
	v     *term // a variable or local
}

func deref(t *term) *term {
	for t.kind == variable && t.ref != nil {
		t = t.ref
	}
	return t
}

// store is the state of variables, with a trail to restore earlier states.
type store struct {
	trail []*term
	next  int // age of the next variable
	waits []*wait
	over  bool // a number was too large
}

type mark struct{ trail, next, waits int }

func (m *store) mark() mark { return mark{len(m.trail), m.next, len(m.waits)} }

func (m *store) undo(k mark) {
	for _, v := range m.trail[k.trail:] {
		v.ref = nil
	}
	m.trail, m.next = m.trail[:k.trail], k.next
	clear(m.waits[k.waits:])
	m.waits = m.waits[:k.waits]
}

func (m *store) fresh(sort *logic.Sort) *term {
	m.next++
	return &term{kind: variable, sort: sort, id: m.next - 1}
}

func (m *store) bind(v, t *term) {
	v.ref = t
	m.trail = append(m.trail, v)
}

// occurs reports whether v is in t.
func occurs(v, t *term) bool {
	t = deref(t)
	return t == v || t.kind == construct && !t.fixed && slices.ContainsFunc(t.args, func(a *term) bool { return occurs(v, a) })
}

// unify makes x and y equal. It reports whether this is possible. The caller undoes the bindings of
// a failed attempt.
func (m *store) unify(x, y *term) bool {
	x, y = deref(x), deref(y)
	switch {
	case x == y:
		return true
	case x.sort.IsInt():
		d, ok := m.difference(x, y)
		return ok && m.zero(d)
	case x.kind == variable && y.kind == variable:
		if x.id < y.id {
			x, y = y, x
		}
		m.bind(x, y)
		return true
	case y.kind == variable:
		x, y = y, x
		fallthrough
	case x.kind == variable:
		if occurs(x, y) {
			return false
		}
		m.bind(x, y)
		return true
	}
	if x.cons != y.cons || x.offset != y.offset {
		return false
	}
	for i := range x.args {
		if !m.unify(x.args[i], y.args[i]) {
			return false
		}
	}
	return true
}

// linear is a sum with free variables.
type linear struct {
	sum    []monomial
	offset int64
}

// add adds c·t to d.
func (m *store) add(d *linear, c int64, t *term) {
	t = deref(t)
	if t.kind == sum {
		d.offset = m.checked(d.offset, c, t.offset)
		for _, x := range t.sum {
			m.add(d, m.checked(0, c, x.coeff), x.v)
		}
		return
	}
	for i := range d.sum {
		if d.sum[i].v == t {
			if d.sum[i].coeff += c; d.sum[i].coeff == 0 {
				d.sum = slices.Delete(d.sum, i, i+1)
			}
			return
		}
	}
	d.sum = append(d.sum, monomial{c, t})
}

// checked returns a + b·c. It records if a number becomes too large.
func (m *store) checked(a, b, c int64) int64 {
	const limit = math.MaxInt32
	if max(b, -b) > limit || max(c, -c) > limit || max(a, -a) > limit*limit {
		m.over = true
		return 0
	}
	z := a + b*c
	return z
}

func (m *store) difference(x, y *term) (linear, bool) {
	var d linear
	m.over = false
	m.add(&d, 1, x)
	m.add(&d, -1, y)
	return d, !m.over
}

// zero makes d zero, by a value for its youngest variable with the coefficient 1 or -1. If there is
// no such variable, the equation waits.
func (m *store) zero(d linear) bool {
	if len(d.sum) == 0 {
		return d.offset == 0
	}
	best := -1
	for i, x := range d.sum {
		if (x.coeff == 1 || x.coeff == -1) && (best < 0 || x.v.id > d.sum[best].v.id) {
			best = i
		}
	}
	if best < 0 {
		m.wait(&wait{kind: equal, sum: d})
		return true
	}
	x := d.sum[best]
	z := &term{kind: sum, sort: x.v.sort, offset: -x.coeff * d.offset}
	for i, y := range d.sum {
		if i != best {
			z.sum = append(z.sum, monomial{-x.coeff * y.coeff, y.v})
		}
	}
	if len(z.sum) == 1 && z.sum[0].coeff == 1 && z.offset == 0 {
		z = z.sum[0].v
	}
	m.bind(x.v, z)
	return true
}

// instance returns the rule's term t, with the variables of frame for its locals. It makes missing
// variables.
func (m *store) instance(t *term, frame []*term) *term {
	switch {
	case t.fixed:
		return t
	case t.kind == local:
		if frame[t.id] == nil {
			frame[t.id] = m.fresh(t.sort)
		}
		return frame[t.id]
	case t.kind == sum:
		return m.sumOf(t, frame)
	}
	z := &term{kind: construct, sort: t.sort, cons: t.cons, offset: t.offset, args: make([]*term, len(t.args))}
	for i, a := range t.args {
		z.args[i] = m.instance(a, frame)
	}
	return z
}

// linearOf returns the instance of a rule's sum.
func (m *store) linearOf(t *term, frame []*term) linear {
	d := linear{offset: t.offset}
	for _, x := range t.sum {
		m.add(&d, x.coeff, m.instance(x.v, frame))
	}
	return d
}

func (m *store) sumOf(t *term, frame []*term) *term {
	d := m.linearOf(t, frame)
	if len(d.sum) == 1 && d.sum[0].coeff == 1 && d.offset == 0 {
		return d.sum[0].v
	}
	return &term{kind: sum, sort: t.sort, sum: d.sum, offset: d.offset}
}

// match unifies the rule's term p with t, and fills the frame.
func (m *store) match(p *term, frame []*term, t *term) bool {
	if p.kind == local {
		if frame[p.id] == nil {
			frame[p.id] = deref(t)
			return true
		}
		return m.unify(frame[p.id], t)
	}
	t = deref(t)
	if p.kind != construct || p.fixed || t.kind == variable {
		return m.unify(m.instance(p, frame), t)
	}
	if p.cons != t.cons || p.offset != t.offset {
		return false
	}
	for i := range p.args {
		if !m.match(p.args[i], frame, t.args[i]) {
			return false
		}
	}
	return true
}
