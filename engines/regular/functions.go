// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"fmt"
	"math/bits"
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/logic"
)

// This file writes automata that read pairs of values as recursive functions. A state is a binary
// number, and each of its digits is a function of the one or two values that are read. Numbers
// beyond the last state also mean the last state. Relations that hold for all values become lemmas.

// automaton has functions for the tables of an algebra.
type automaton struct {
	*algebra
	digits [][]*recursion.Function // by sort
}

// newAutomaton makes functions for the tables of a.
func newAutomaton(a *algebra) *automaton {
	s := a.store
	z := &automaton{algebra: a, digits: make([][]*recursion.Function, len(a.sorts))}
	for d, x := range a.sorts {
		if d == boolean {
			continue
		}
		params := []*logic.Sort{x.first}
		if x.second != nil {
			params = append(params, x.second)
		}
		for k := range z.width(d) {
			f := &recursion.Function{Func: s.FreshFunc(fmt.Sprintf("state!%d", k), params, s.Bool)}
			for i, p := range params {
				f.Vars = append(f.Vars, s.Var(fmt.Sprintf("y!%d", i), p))
			}
			z.digits[d] = append(z.digits[d], f)
		}
	}
	for d, fs := range z.digits {
		for k, f := range fs {
			f.Body = z.body(d, k, f.Vars)
		}
	}
	return z
}

// model defines the predicates of sys by the functions.
func (z *automaton) model(sys *horn.System) *horn.Model {
	s := z.store
	var lemmas []*recursion.Lemma
	for _, c := range z.claims {
		if l := z.lemma(c); !l.Body.IsTrue() {
			lemmas = append(lemmas, l)
		}
	}
	m := horn.NewModel()
	for _, p := range sys.Preds {
		params := horn.Params(s, p)
		phi := z.holds(z.relOf[p], params)
		if phi.HasApps() {
			phi = recursion.Formula(s, slices.Concat(z.digits...), lemmas, phi)
		}
		m.Define(p, params, phi)
	}
	return m
}

// body defines digit k of the state of values of sort d.
func (z *automaton) body(d, k int, vars []*logic.Term) *logic.Term {
	s := z.store
	var ways []*logic.Term
	for n, o := range z.ops {
		if o.result != d {
			continue
		}
		var tests []*logic.Term
		for i, v := range vars {
			tests = append(tests, s.Is(o.constructors[i], v))
		}
		var inputs []*logic.Term
		for i, r := range o.reads {
			var of []*logic.Term
			if r.first >= 0 {
				of = append(of, s.Field(o.constructors[0].Fields[r.first], vars[0]))
			}
			if r.second >= 0 {
				of = append(of, s.Field(o.constructors[1].Fields[r.second], vars[1]))
			}
			inputs = append(inputs, z.state(o.args[i], of)...)
		}
		ways = append(ways, s.And(append(tests, z.decide(o.args, inputs, func(index int) bool { return z.tables[n][index]>>k&1 == 1 }))...))
	}
	return s.Or(ways...)
}

// state returns the digits of the state of values of sort d, the highest one first.
func (z *automaton) state(d int, of []*logic.Term) (digits []*logic.Term) {
	if d == boolean {
		return of
	}
	for _, f := range slices.Backward(z.digits[d]) {
		digits = append(digits, z.store.Apply(f.Func, of...))
	}
	return digits
}

// holds states that relation n holds for values.
func (z *automaton) holds(n int, values []*logic.Term) *logic.Term {
	r := &z.rels[n]
	var digits []*logic.Term
	for k, i := range r.singles {
		digits = append(digits, z.state(r.sorts[k], []*logic.Term{values[i]})...)
	}
	for k, p := range r.pairs {
		digits = append(digits, z.state(r.sorts[len(r.singles)+k], []*logic.Term{values[p[0]], values[p[1]]})...)
	}
	return z.decide(r.sorts, digits, func(index int) bool { return z.facts[n][index] != nil })
}

// decide returns the formula over the digits of states of the given sorts which states that their
// entry in a table has a property.
func (z *automaton) decide(sorts []int, digits []*logic.Term, property func(index int) bool) *logic.Term {
	s := z.store
	var visit func(sorts []int, left, index, state int, digits []*logic.Term) *logic.Term
	visit = func(sorts []int, left, index, state int, digits []*logic.Term) *logic.Term {
		for left == 0 {
			if index = index*z.sizes[sorts[0]] + min(state, z.sizes[sorts[0]]-1); len(sorts) == 1 {
				return s.BoolValue(property(index))
			}
			sorts, state = sorts[1:], 0
			left = z.width(sorts[0])
		}
		x, y := visit(sorts, left-1, index, 2*state, digits[1:]), visit(sorts, left-1, index, 2*state+1, digits[1:])
		switch d := digits[0]; {
		case x == y:
			return x
		case x.IsTrue():
			return s.Or(s.Not(d), y)
		case y.IsTrue():
			return s.Or(d, x)
		default:
			return s.Or(s.And(s.Not(d), x), s.And(d, y))
		}
	}
	if len(sorts) == 0 {
		return s.BoolValue(property(0))
	}
	return visit(sorts, z.width(sorts[0]), 0, 0, digits)
}

// width returns the number of digits of states of sort d.
func (z *automaton) width(d int) int { return bits.Len(uint(z.sizes[d] - 1)) }

// lemma returns the claim c as a lemma.
func (z *automaton) lemma(c *claim) *recursion.Lemma {
	s := z.store
	l := &recursion.Lemma{}
	for i, d := range z.rels[c.rel].args {
		l.Vars = append(l.Vars, s.Var(fmt.Sprintf("z!%d", i), d))
	}
	l.Body = z.holds(c.rel, l.Vars)
	if c.differs {
		l.Body = s.Or(s.Eq(l.Vars[0], l.Vars[1]), l.Body)
	}
	return l
}
