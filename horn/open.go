// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"

	"cornet/logic"
)

// OpenClause is a clause beyond Horn: a disjunction with any number of positive atoms, and with
// existential formulas over predicates. All variables of the clause are universally quantified.
type OpenClause struct {
	// Side are the other disjuncts: negated atoms, and formulas without predicates.
	Side []*logic.Term
	// Heads are the positive atoms.
	Heads []*logic.Term
	Some  []Existential
}

// Existential is the formula (exists Bound Body). A forall in the body of an implication is the
// negation of one.
type Existential struct {
	Bound []*logic.Term
	Body  *logic.Term
}

// Formula returns the existential formula as a term, without variables that do not occur.
func (e *Existential) Formula(s *logic.Store) *logic.Term {
	var bound []*logic.Term
	free := logic.FreeVars(e.Body)
	for _, v := range e.Bound {
		if slices.Contains(free, v) {
			bound = append(bound, v)
		}
	}
	return s.Exists(bound, e.Body)
}

// Open returns clauses whose conjunction, universally quantified, is equivalent to t. Unlike
// [Clausifier.Assertion] it accepts several positive atoms in a clause, and predicates under
// existential quantifiers.
//
// Cost: as for [Clausifier.Assertion].
func (z *Clausifier) Open(t *logic.Term) ([]OpenClause, *Error) {
	if err := z.admit(t); err != nil {
		return nil, err
	}
	z.nnf.open = true
	x, _, err := z.nnf.convert(t)
	z.nnf.open = false
	if err != nil {
		return nil, err
	}
	var clauses []OpenClause
	err = distribute(x, func(nodes []*node) *Error {
		var c OpenClause
		for _, x := range nodes {
			switch {
			case x.kind == leafNode:
				c.Side = append(c.Side, z.store.Not(x.term))
			case x.kind == someNode:
				c.Some = append(c.Some, Existential{x.bound, x.term})
			case x.negated:
				c.Side = append(c.Side, z.store.Not(x.atom.Term(z.store)))
			default:
				c.Heads = append(c.Heads, x.atom.Term(z.store))
			}
		}
		clauses = append(clauses, c)
		return bounded(len(clauses))
	})
	if err != nil {
		return nil, err
	}
	return clauses, nil
}
