// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"slices"

	"cornet/logic"
)

// maxCases limits the conjunctions of one elimination, and maxCaseVars the variables for which it
// distinguishes cases.
const (
	maxCases    = 24
	maxCaseVars = 4
)

// elimination eliminates quantified variables from a conjunction by its equations. If these are
// below a disjunction, the disjuncts become cases:
//
//	∃x. (x = y ∨ z) ∧ p(x)   is   p(y) ∨ z ∧ ∃x. p(x)
//
// If the only requirement on a variable of an infinite sort is that it differs from some terms, the
// variable and the requirement are dropped.
type elimination struct {
	store *logic.Store
	keep  map[*logic.Term]bool // the free variables
	limit int                  // maximal size of the result
	cases int                  // conjunctions so far
}

// eliminate returns a formula over the free variables that is equivalent to the quantified
// conjunction, or nil.
func (e *elimination) eliminate(conj []*logic.Term) *logic.Term {
	if e.cases++; e.cases > maxCases {
		return nil
	}
	q := &equations{store: e.store, keep: e.keep, invert: true, conj: conj}
	q.solve()
	conj = q.conjuncts()
	bound := e.bound(e.store.And(conj...))
	for _, v := range bound {
		conj = dropDisequalities(e.store, conj, v)
	}
	f := e.store.And(conj...)
	bound = e.bound(f)
	if len(bound) > 0 {
		f = e.split(conj, bound)
	}
	if f == nil || largerThan(f, e.limit) {
		return nil
	}
	return f
}

// bound returns the quantified variables of f.
func (e *elimination) bound(f *logic.Term) []*logic.Term {
	return slices.DeleteFunc(slices.Clone(logic.FreeVars(f)), func(v *logic.Term) bool { return e.keep[v] })
}

// split distinguishes two cases: a disjunct with an equation for a quantified variable, and the
// other disjuncts.
func (e *elimination) split(conj, bound []*logic.Term) *logic.Term {
	if len(bound) > maxCaseVars {
		return nil
	}
	for i, c := range conj {
		if c.Op() != logic.OpOr {
			continue
		}
		k := slices.IndexFunc(c.Args(), func(t *logic.Term) bool { return e.defines(t, bound) })
		if k < 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(conj), i, i+1)
		with := e.eliminate(append(slices.Clone(rest), c.Arg(k)))
		if with == nil {
			return nil
		}
		without := e.eliminate(append(rest, e.store.Or(slices.Delete(slices.Clone(c.Args()), k, k+1)...)))
		if without == nil {
			return nil
		}
		return e.store.Or(with, without)
	}
	return nil
}

// defines reports whether a conjunct of t is an equation for a bound variable, or a Boolean bound
// variable or its negation.
func (e *elimination) defines(t *logic.Term, bound []*logic.Term) bool {
	conj := []*logic.Term{t}
	if t.Op() == logic.OpAnd {
		conj = t.Args()
	}
	return slices.ContainsFunc(conj, func(c *logic.Term) bool {
		if c.Op() == logic.OpNot && c.Sort().IsBool() && slices.Contains(bound, c.Arg(0)) || slices.Contains(bound, c) {
			return true
		}
		return c.Op() == logic.OpEq && slices.ContainsFunc(logic.FreeVars(c), func(v *logic.Term) bool { return slices.Contains(bound, v) })
	})
}

// dropDisequalities returns conj without its conjuncts about v, if these only state that v differs
// from terms without v. They exclude finitely many values of an infinite sort.
func dropDisequalities(s *logic.Store, conj []*logic.Term, v *logic.Term) []*logic.Term {
	if !v.Sort().IsArith() {
		return conj
	}
	var rest []*logic.Term
	for _, c := range conj {
		if !slices.Contains(logic.FreeVars(c), v) {
			rest = append(rest, c)
			continue
		}
		if c.Op() != logic.OpNot || c.Arg(0).Op() != logic.OpEq || !linearIn(s, c.Arg(0), v) {
			return conj
		}
	}
	return rest
}

// linearIn reports whether an equation excludes at most one value of v, for all values of the other
// variables: v is one summand, and occurs in no other.
func linearIn(s *logic.Store, eq, v *logic.Term) bool {
	if !eq.Arg(0).Sort().IsArith() {
		return false
	}
	found := false
	for _, side := range eq.Args() {
		for _, m := range s.Linear(side).Monomials {
			switch {
			case m.Term == v && !found:
				found = true
			case slices.Contains(logic.FreeVars(m.Term), v):
				return false
			}
		}
	}
	return found
}
