// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// This file keeps if-then-else terms out of the tableau if clauses can replace them. Each alien
// term costs a variable, and a row for each equation with one of its values. Counters that are
// if-then-else terms over counters, as in the counting of votes, would cause most of a query's
// pivots.
//
// A term whose values are few numerals is compared by its conditions: (<= (ite c 1 3) 2) is c. So
// it needs no tableau variable, unless it occurs in a sum with other terms. A chain of if-then-else
// terms gets one alias, not an alias for each link. Each case of the chain gives the alias a value.

// maxNumerals is the number of values up to which a term is compared by cases. A comparison becomes
// at most this many comparisons for each if-then-else inside it: one for each numeral that remains
// to compare with.
const maxNumerals = 64

// maxChain is the number of if-then-else terms that share an alias. The links of a chain may have
// aliases of their own in other terms, so n links cost up to n·maxChain equations. Links of a deep
// term have no such aliases: see deep.go.
const maxChain = 16

// comparer replaces comparisons of numerals by conditions.
type comparer struct {
	store *logic.Store
	// the values of a term, ordered; nil if they are many, or not numerals
	numerals map[*logic.Term][]rational.Rat
	compared map[*logic.Term]*logic.Term
}

func newComparer(store *logic.Store) *comparer {
	return &comparer{store: store, numerals: map[*logic.Term][]rational.Rat{}, compared: map[*logic.Term]*logic.Term{}}
}

// canonical returns t in canonical form, without comparisons of terms whose values are few
// numerals.
func (c *comparer) canonical(t *logic.Term) *logic.Term {
	return c.store.NewRewriter(nil, c.compare).Map(t)
}

// compare returns a formula equivalent to t, which is in canonical form. The result has no
// if-then-else if t compares a multiple of a single one with a numeral and the values are few.
func (c *comparer) compare(t *logic.Term) *logic.Term {
	isComparison := t.Op() == logic.OpLe || t.Op() == logic.OpLt || t.IsEquation()
	if !isComparison || t.Depth() > maxNesting {
		return t
	}
	x, ok := c.single(t.Arg(0))
	if !ok || t.Arg(1).Op() != logic.OpNum || c.values(x) == nil {
		return t
	}
	z := c.compared[t]
	if z == nil {
		s := c.store
		side := func(branch *logic.Term) *logic.Term {
			return c.compare(s.Rebuild(t, []*logic.Term{c.replace(t.Arg(0), branch), t.Arg(1)}))
		}
		z = s.Ite(x.Arg(0), side(x.Arg(1)), side(x.Arg(2)))
		c.compared[t] = z
	}
	return z
}

// single returns x if t is a multiple of the if-then-else x plus a numeral.
func (c *comparer) single(t *logic.Term) (*logic.Term, bool) {
	l := c.store.Linear(t)
	if len(l.Monomials) != 1 {
		return nil, false
	}
	x := inside(l.Monomials[0].Term)
	return x, x.Op() == logic.OpIte
}

// replace returns the sum t with another term instead of its only if-then-else.
func (c *comparer) replace(t, x *logic.Term) *logic.Term {
	l := c.store.Linear(t)
	if x.Sort() != t.Sort() {
		x = c.store.ToReal(x)
	}
	return c.store.Add(c.store.Scale(l.Monomials[0].Coeff, x), c.store.Num(l.Const, t.Sort()))
}

// values returns the values of a sum in order if they are numerals, at most maxNumerals; else nil.
func (c *comparer) values(t *logic.Term) []rational.Rat {
	if z, ok := c.numerals[t]; ok {
		return z
	}
	var z []rational.Rat
	if t.Op() == logic.OpIte {
		a := c.values(t.Arg(1))
		if a != nil {
			if b := c.values(t.Arg(2)); b != nil {
				z = slices.Concat(a, b)
			}
		}
	} else if x, ok := c.single(t); ok {
		l := c.store.Linear(t)
		for _, v := range c.values(x) {
			z = append(z, l.Const.AddMul(l.Monomials[0].Coeff, v))
		}
	} else if l := c.store.Linear(t); len(l.Monomials) == 0 {
		z = []rational.Rat{l.Const}
	}
	slices.SortFunc(z, rational.Rat.Cmp)
	if z = slices.CompactFunc(z, rational.Rat.Equal); len(z) > maxNumerals {
		z = nil
	}
	c.numerals[t] = z
	return z
}

// link is one case of a chain of if-then-else terms. Its value applies if neither unless nor one of
// outside holds. outside has the earlier conditions of the chain.
type link struct {
	unless, value *logic.Term
	outside       int
}

// links returns the cases of the chain that begins with t, and its conditions. A condition is
// negated if the chain continues when it holds.
func (e *encoder) links(t *logic.Term) (cases []link, outside []*logic.Term) {
	s := e.store
	for {
		c, then, otherwise := t.Arg(0), t.Arg(1), t.Arg(2)
		switch long := len(outside) >= maxChain; {
		case !long && otherwise.Op() == logic.OpIte:
			cases = append(cases, link{s.Not(c), then, len(outside)})
			outside, t = append(outside, c), otherwise
		case !long && then.Op() == logic.OpIte:
			cases = append(cases, link{c, otherwise, len(outside)})
			outside, t = append(outside, s.Not(c)), then
		default:
			return append(cases, link{s.Not(c), then, len(outside)}, link{c, otherwise, len(outside)}), outside
		}
	}
}

// cases returns a formula which states that z is the if-then-else t. For each link of a chain, it
// states the value that follows from the link's conditions.
func (e *encoder) cases(t, z *logic.Term) *logic.Term {
	s := e.store
	links, outside := e.links(t)
	clauses := slice.Map(links, func(x link) *logic.Term {
		return s.Or(append(slices.Clone(outside[:x.outside]), x.unless, s.Eq(z, x.value))...)
	})
	return s.And(clauses...)
}
