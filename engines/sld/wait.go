// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"context"
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// relation is the kind of a constraint.
type relation uint8

const (
	equal  relation = iota // a sum is zero; in rules, two terms are equal
	unlike                 // a sum is not zero
	atMost                 // a sum is at most zero
	differ                 // two terms are not equal
	opaque                 // a formula that is evaluated when its variables have values
)

// wait is a constraint that is decided later, since its variables are free.
type wait struct {
	kind    relation
	sum     linear
	x, y    *term
	literal *literal
	frame   []*term
}

func (m *store) wait(w *wait) { m.waits = append(m.waits, w) }

// truth is the value of a constraint, as far as variables have values.
type truth int8

const (
	open truth = iota
	yes
	no
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// decide evaluates w.
func (m *store) decide(w *wait) truth {
	switch w.kind {
	case differ:
		switch m.same(w.x, w.y) {
		case yes:
			return no
		case no:
			return yes
		}
		return open
	case opaque:
		return open
	}
	d := linear{offset: w.sum.offset}
	m.over = false
	for _, x := range w.sum.sum {
		m.add(&d, x.coeff, x.v)
	}
	switch {
	case m.over:
		return no // such numbers are too large for the search
	case len(d.sum) > 0:
		return open
	case w.kind == equal:
		return truthOf(d.offset == 0)
	case w.kind == unlike:
		return truthOf(d.offset != 0)
	}
	return truthOf(d.offset <= 0)
}

// same reports whether x and y are equal.
func (m *store) same(x, y *term) truth {
	x, y = deref(x), deref(y)
	switch {
	case x == y:
		return yes
	case x.sort.IsInt():
		if d, ok := m.difference(x, y); ok && len(d.sum) == 0 {
			return truthOf(d.offset == 0)
		}
		return open
	case x.kind == variable || y.kind == variable:
		return open
	case x.cons != y.cons || x.offset != y.offset:
		return no
	}
	z := yes
	for i := range x.args {
		switch m.same(x.args[i], y.args[i]) {
		case no:
			return no
		case open:
			z = open
		}
	}
	return z
}

// consistent reports whether the present values of variables violate no constraint.
func (m *store) consistent() bool {
	return !slices.ContainsFunc(m.waits, func(w *wait) bool { return m.decide(w) == no })
}

// translator makes terms of a term store.
type translator struct {
	store  *logic.Store
	vars   map[*term]*logic.Term // free variables
	values map[*term]*logic.Term // terms for those that have a value; the others are variables
}

func newTranslator(s *logic.Store) *translator {
	return &translator{store: s, vars: map[*term]*logic.Term{}}
}

func (r *translator) term(t *term) *logic.Term {
	t = deref(t)
	s := r.store
	switch {
	case t.kind == variable:
		z := r.vars[t]
		if z == nil {
			z = s.Var(fmt.Sprintf("sld!%d", len(r.vars)), t.sort)
			if r.values != nil {
				z = s.DefaultValue(t.sort)
			}
			r.vars[t] = z
		}
		if x := r.values[t]; x != nil {
			return x
		}
		return z
	case t.kind == sum:
		return r.linear(linear{t.sum, t.offset})
	case t.cons == nil:
		return s.BoolValue(t.offset == 1)
	}
	args := slice.Map(t.args, r.term)
	return s.Construct(t.cons, args...)
}

func (r *translator) linear(d linear) *logic.Term {
	s := r.store
	z := []*logic.Term{s.IntNum(d.offset)}
	for _, x := range d.sum {
		z = append(z, s.Mul(s.IntNum(x.coeff), r.term(x.v)))
	}
	return s.Add(z...)
}

func (r *translator) wait(w *wait) *logic.Term {
	s := r.store
	switch w.kind {
	case equal:
		return s.Eq(r.linear(w.sum), s.IntNum(0))
	case unlike:
		return s.Not(s.Eq(r.linear(w.sum), s.IntNum(0)))
	case atMost:
		return s.Le(r.linear(w.sum), s.IntNum(0))
	case differ:
		return s.Not(s.Eq(r.term(w.x), r.term(w.y)))
	}
	to := make([]*logic.Term, len(w.literal.vars))
	for i, k := range w.literal.locals {
		to[i] = r.term(w.frame[k])
	}
	return s.Substitute(w.literal.formula, w.literal.vars, to)
}

// solve looks for values of the free variables of the waiting constraints.
func (m *machine) solve(ctx context.Context) (smt.Status, *translator) {
	r := newTranslator(m.logic)
	var fs []*logic.Term
	for _, w := range m.waits {
		if m.decide(w) == open {
			fs = append(fs, r.wait(w))
		}
	}
	if len(fs) == 0 {
		return smt.Sat, &translator{store: m.logic, vars: map[*term]*logic.Term{}, values: map[*term]*logic.Term{}}
	}
	m.stats.Checks++
	m.solver.Push()
	defer m.solver.Pop(1)
	for _, f := range fs {
		if err := m.solver.Assert(f); err != nil {
			return smt.Unknown, nil
		}
	}
	st, err := m.solver.Check(ctx)
	if err != nil || st != smt.Sat {
		return st, nil
	}
	model, err := m.solver.Model()
	if err != nil {
		return smt.Unknown, nil
	}
	z := &translator{store: m.logic, vars: map[*term]*logic.Term{}, values: map[*term]*logic.Term{}}
	for v, x := range r.vars {
		z.values[v] = model.Eval(x)
	}
	return st, z
}
