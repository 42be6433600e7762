// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"cornet/encode/expr"
	"cornet/encode/scalar"
	"cornet/logic"
)

// evaluation is the context of an expression: a state, and the conditions within the expression.
type evaluation struct {
	b    *builder
	st   *state
	path *Guard // the values in the state and the expression; nil for the state's own
}

func (b *builder) at(st *state) expr.Context { return evaluation{b: b, st: st} }

func (c evaluation) Read(v *scalar.Var) *logic.Term { return c.b.read(c.st, v) }

func (c evaluation) Any(t scalar.Type, note string) *logic.Term {
	return c.any(Inexact, t, note)
}

func (c evaluation) Undefined(t scalar.Type, what string) *logic.Term {
	return c.any(Undefined, t, what)
}

// any returns any value, and adds the event that explains it.
func (c evaluation) any(kind EventKind, t scalar.Type, name string) *logic.Term {
	ev := Event{Kind: kind, Name: name, Value: c.b.fresh("any", t), Type: t, Pos: c.st.pos}
	if ev.Guard = c.path; c.path == nil {
		ev.Guard = c.st.guard
	}
	c.b.occur(ev)
	return ev.Value
}

func (c evaluation) Assume(t *logic.Term) { c.b.assume(t) }

func (c evaluation) Under(t *logic.Term) expr.Context {
	if c.path == nil {
		c.path = c.st.guard
	}
	c.path = c.path.and(t)
	return c
}

func (c evaluation) Intervals() *expr.Intervals { return c.st.intervals }

// assume adds a condition on fresh variables. For all values of the other variables, some values of
// the fresh ones must fulfil it.
func (b *builder) assume(c *logic.Term) {
	if c.IsTrue() {
		return
	}
	for _, v := range logic.FreeVars(c) {
		b.sidesOf[v] = append(b.sidesOf[v], len(b.side))
	}
	b.side = append(b.side, c)
}

// fresh returns a new value of type t.
func (b *builder) fresh(name string, t scalar.Type) *logic.Term {
	z := b.s.Fresh(name, b.tr.Sort(t))
	if b.o.AnyInput && b.o.Ints == Math && t.Kind == scalar.Int && t.Signed && t.Width >= 32 {
		return z
	}
	b.assume(b.tr.InRange(z, t))
	return z
}

// read returns the value of v.
func (b *builder) read(st *state, v *scalar.Var) *logic.Term {
	t := st.value(v)
	if t == nil {
		t = b.fresh(v.Name, v.Type)
		st.set(v, t)
		b.event(st, Event{Kind: Unset, Value: t, Name: v.Source, Type: v.Type, Pos: st.pos})
	}
	return t
}
