// SPDX-License-Identifier: Apache-2.0

package existential

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// Limits of the number of terms, conditions and alternatives that are tried for a clause.
const (
	maxTerms        = 60
	maxInstances    = 100 // of a forall in a body
	maxWitnesses    = 240
	maxConditions   = 24
	maxAlternatives = 3500
	split           = 12 // the number of choices between which conditions decide
)

// alternative is a stronger clause: the choice then where cond holds, otherwise the choice other.
// If cond is nil, the choice is then.
type alternative struct {
	cond        *logic.Term
	then, other *choice
}

// choice has the part that remains of the heads and existential formulas: one head, or an instance
// of one formula. It always has the instances of formulas without heads.
type choice struct {
	head  int // -1 for none
	some  int // the existential formula; -1 for none
	terms []*logic.Term
	parts []*logic.Term // the disjuncts
}

// closed returns the assertions of an alternative of c. Each one has disjuncts of c, an instance of
// an existential disjunct of c, and its condition or the negation of that; so their conjunction
// implies c.
func (a *alternative) closed(s *logic.Store, c *clause) []*logic.Term {
	one := func(guard *logic.Term, z *choice) *logic.Term {
		return s.Forall(c.vars, s.Or(slices.Concat([]*logic.Term{guard}, c.Side, z.parts)...))
	}
	if a.cond == nil {
		return []*logic.Term{one(s.False(), a.then)}
	}
	return []*logic.Term{one(s.Not(a.cond), a.then), one(a.cond, a.other)}
}

// at returns the choice for some values, and the values of its terms.
func (a *alternative) at(m *logic.Model) (*choice, []*logic.Term) {
	z := a.then
	if a.cond != nil && !m.Holds(a.cond) {
		z = a.other
	}
	values := make([]*logic.Term, len(z.terms))
	for i, t := range z.terms {
		values[i] = m.Eval(t)
	}
	return z, values
}

// find finds the alternatives of c.
func (c *clause) find(s *logic.Store, tests tests) {
	terms := &terms{store: s, clause: c, tests: tests, lists: map[*logic.Sort][]*logic.Term{}}
	var always []*logic.Term // instances of foralls in the body
	var choices []*choice
	for i, h := range c.Heads {
		choices = append(choices, &choice{head: i, some: -1, parts: []*logic.Term{h}})
	}
	for k := range c.Some {
		e := &c.Some[k]
		inHead := derives(s, e)
		for _, tuple := range terms.tuples(e, inHead) {
			z := instance(s, e, tuple)
			if inHead {
				choices = append(choices, &choice{head: -1, some: k, terms: tuple, parts: []*logic.Term{z}})
			} else {
				always = append(always, z)
			}
		}
	}
	if len(choices) == 0 {
		choices = []*choice{{head: -1, some: -1}}
	}
	for _, z := range choices {
		z.parts = append(z.parts, always...)
		c.alternatives = append(c.alternatives, alternative{then: z})
	}
	if len(choices) == 1 {
		return
	}
	few := spread(choices, split)
	for _, cond := range terms.conditions() {
		for _, x := range few {
			for _, y := range few {
				if x != y && len(c.alternatives) < maxAlternatives {
					c.alternatives = append(c.alternatives, alternative{cond, x, y})
				}
			}
		}
	}
}

// spread returns at most n choices: those of different heads and formulas first.
func spread(choices []*choice, n int) (z []*choice) {
	type key struct{ head, some int }
	count := map[key]int{}
	for round := 0; round < n && len(z) < n; round++ {
		clear(count)
		for _, c := range choices {
			k := key{c.head, c.some}
			if count[k] == round && len(z) < n {
				z = append(z, c)
			}
			count[k]++
		}
	}
	return z
}

func instance(s *logic.Store, e *horn.Existential, tuple []*logic.Term) *logic.Term {
	return s.Substitute(e.Body, e.Bound, tuple)
}

// derives reports whether an instance of e has positive atoms.
func derives(s *logic.Store, e *horn.Existential) bool {
	z, err := horn.NewClausifier(s).Open(s.Forall(logic.FreeVars(e.Body), e.Body))
	return err != nil || slices.ContainsFunc(z, func(c horn.OpenClause) bool { return len(c.Heads) > 0 })
}
