// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
)

// conditional makes conjectures with conditions. Their forms are common when a program establishes
// or uses properties of data. A property p is a function with two values. Its argument x is a value
// of a recursive datatype; it may have further arguments:
//
//	p(x, a) ⇒ p(f(x, e), a)         f keeps p:            ordered(x) ∧ ordered(y) ⇒ ordered(merge(x, y))
//	p(x, a) ⇒ q(x, e)               p is stronger than q: above(x, a) ∧ e ≤ a ⇒ ¬member(x, e)
//	p(x) ⇒ f(x, e) = g(x, e)        f is g where p holds: leftist(x) ⇒ rank(x) = height(x)
//	p(x) ⇒ f(x, e) = x
//
// If a and e have the same sort, a comparison of them may become a further condition.
type conditional struct {
	*templates
	more [][]*logic.Term // further examples
	// makes body a conjecture if examples support it, and reports whether they do
	propose func(body *logic.Term) bool
}

// property is a function whose sort has two values.
type property struct {
	maker
	at    int // position of the argument that is a recursive datatype
	value *logic.Term
}

// minExamples is the number of examples that must satisfy the conditions.
const minExamples = 4

func newConditional(t *templates, v *values, propose func(*logic.Term) bool) *conditional {
	c := &conditional{templates: t, more: t.examples, propose: propose}
	for range 5 { // several attempts, since few tuples may satisfy the conditions
		c.more = append(slices.Clip(c.more), v.few().tuples(t.vars)...)
	}
	return c
}

// run makes all conditional conjectures.
func (c *conditional) run() {
	var all []property
	for _, m := range c.makers {
		if !m.function {
			continue
		}
		for _, value := range truths(c.store, m.result) {
			for i, sort := range m.sorts {
				if hasElements(sort) && !slices.Equal(m.sorts, []*logic.Sort{sort, sort}) { // otherwise no comparison is needed
					all = append(all, property{m, i, value})
				}
			}
		}
	}
	for i, p := range all {
		for _, f := range c.makers {
			if f.function && f.result == p.sorts[p.at] {
				c.keeps(p, f)
			}
			if f.function && len(p.sorts) == 1 {
				c.equals(p, f)
			}
		}
		for _, q := range all[i:] {
			if p.sorts[p.at] == q.sorts[q.at] {
				c.implies(p, q)
			}
		}
	}
}

// hasElements reports whether sort is a recursive datatype whose values have parts of other sorts,
// unlike numbers.
func hasElements(sort *logic.Sort) bool {
	return sort.IsDatatype() && slices.ContainsFunc(sort.Datatype().Constructors, isDeep) && slices.ContainsFunc(sort.Datatype().Constructors, func(c *logic.Constructor) bool {
		return slices.ContainsFunc(c.Fields, func(f *logic.Selector) bool { return f.Sort != sort })
	})
}

// states that p holds for x and the further arguments
func (c *conditional) of(p property, x *logic.Term, others []*logic.Term) *logic.Term {
	return c.store.Eq(p.make(slices.Insert(slices.Clone(others), p.at, x)), p.value)
}

// keeps conjectures that f preserves p: its result has p if its arguments have it.
func (c *conditional) keeps(p property, f maker) {
	others := without(p.sorts, p.at)
	all := c.variables(slices.Concat(f.sorts, others))
	if all == nil {
		return
	}
	args, rest := all[:len(f.sorts)], all[len(f.sorts):]
	var given []*logic.Term
	for _, x := range args {
		if x.Sort() == p.sorts[p.at] {
			given = append(given, c.of(p, x, rest))
		}
	}
	if len(given) > 0 {
		c.under(given, args, rest, c.of(p, f.make(args), rest))
	}
}

// implies conjectures that p implies q, or the opposite of q.
func (c *conditional) implies(p, q property) {
	all := c.variables(slices.Concat(p.sorts, without(q.sorts, q.at)))
	if all == nil {
		return
	}
	x, a, e := all[p.at], without(all[:len(p.sorts)], p.at), all[len(p.sorts):]
	c.under([]*logic.Term{c.of(p, x, a)}, e, a, c.of(q, x, e))
}

// equals conjectures, under the condition that p holds for the argument of f, that f equals another
// function or returns this argument.
func (c *conditional) equals(p property, f maker) {
	vars := c.variables(f.sorts)
	for i, x := range vars {
		if x.Sort() != p.sorts[0] {
			continue
		}
		given := []*logic.Term{c.of(p, x, nil)}
		for _, g := range c.makers {
			if g.function && g.result == f.result && slices.Equal(g.sorts, f.sorts) && g.id < f.id {
				c.given(given, c.store.Eq(f.make(vars), g.make(vars)))
			}
		}
		if f.result == f.sorts[i] {
			c.given(given, c.store.Eq(f.make(vars), x))
		}
	}
}

// under makes the conjecture that x follows from the given conditions. If this fails, it adds a
// further condition: a comparison of one of es with one of as.
func (c *conditional) under(given, es, as []*logic.Term, x *logic.Term) {
	if c.given(given, x) {
		return
	}
	for _, e := range es {
		for _, a := range as {
			for _, rs := range c.comparisons(e, a) {
				for _, r := range rs {
					if c.given(append(slices.Clip(given), r), x) {
						break
					}
				}
			}
		}
	}
}

// comparisons returns conditions about two values of one sort, as chains. In a chain, each
// condition implies the next.
func (c *conditional) comparisons(x, y *logic.Term) [][]*logic.Term {
	s := c.store
	if x == y || x.Sort() != y.Sort() {
		return nil
	}
	if x.Sort().IsInt() {
		return [][]*logic.Term{{s.Le(x, y), s.Lt(x, y)}, {s.Le(y, x), s.Lt(y, x)}}
	}
	var z [][]*logic.Term
	for _, m := range c.makers {
		if m.function && len(m.sorts) == 2 && m.sorts[0] == x.Sort() && m.sorts[1] == x.Sort() {
			for _, value := range truths(s, m.result) {
				z = append(z, []*logic.Term{s.Eq(m.make([]*logic.Term{x, y}), value)}, []*logic.Term{s.Eq(m.make([]*logic.Term{y, x}), value)})
			}
		}
	}
	return z
}

// given makes the conjecture that x follows from conditions. It reports whether examples support
// it. It makes no conjecture if x holds without the conditions.
func (c *conditional) given(conditions []*logic.Term, x *logic.Term) bool {
	if turn.Yield(c.ctx) != nil {
		return false
	}
	s := c.store
	holds := func(x *logic.Term, values []*logic.Term) *logic.Term {
		return c.theory.Evaluate(s.Substitute(x, c.vars, values))
	}
	apply, needed := 0, false
	for _, values := range c.more {
		result := holds(x, values)
		if result == nil {
			continue
		}
		switch cond := holds(s.And(conditions...), values); {
		case cond == nil:
		case cond.IsFalse():
			needed = needed || result.IsFalse()
		case result.IsFalse():
			return false
		default:
			apply++
		}
	}
	return apply >= minExamples && needed && c.propose(s.Implies(s.And(conditions...), x))
}
