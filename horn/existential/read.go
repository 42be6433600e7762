// SPDX-License-Identifier: Apache-2.0

package existential

import (
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// Problem is a set of assertions that are not all Horn.
type Problem struct {
	store  *logic.Store
	preds  []*logic.Func
	source *horn.Source
	horn   []horn.Assert // the assertions that are Horn
	open   []*clause     // the clauses of the others, except those that are Horn
	next   int           // the first number that no assertion has
}

// clause is a clause beyond Horn, with the alternatives that replace it.
type clause struct {
	horn.OpenClause
	from         int // its assertion
	vars         []*logic.Term
	alternatives []alternative
}

// FromSource returns the problem of some assertions. Errors are of type [*horn.Error] and carry the
// position of the assertion.
//
// Cost: as for [horn.FromSource], and the number of alternatives for each clause, which is bounded.
func FromSource(s *logic.Store, preds []*logic.Func, source *horn.Source) (*Problem, error) {
	p := &Problem{store: s, preds: preds, source: source}
	z := horn.NewClausifier(s)
	for i := range source.Asserts {
		p.next = max(p.next, source.Asserts[i].Number+1)
	}
	for i := range source.Asserts {
		a := &source.Asserts[i]
		_, err := z.Assertion(a.Term)
		if err != nil && err.Code == horn.CodeNotHorn && len(source.Functions) == 0 {
			err = p.add(z, i, err)
		} else if err == nil {
			p.horn = append(p.horn, *a)
		}
		if err != nil {
			err.Pos = a.Pos
			return nil, err
		}
	}
	tests, err := p.tests(z)
	if err != nil {
		return nil, err
	}
	for _, c := range p.open {
		c.find(s, tests)
	}
	return p, nil
}

// tests has the atomic formulas that clauses with a predicate in their body have beside it.
type tests map[*logic.Func][]test

// test is an atomic formula beside an atom, all of whose arguments are variables.
type test struct {
	args    []*logic.Term
	formula *logic.Term
}

// maxTests bounds the tests of a predicate.
const maxTests = 20

// tests returns the tests in clauses that are Horn.
//
// Cost: the sizes of the clauses times their atoms.
func (p *Problem) tests(z *horn.Clausifier) (tests, *horn.Error) {
	found := tests{}
	for i := range p.horn {
		clauses, err := z.Assertion(p.horn[i].Term)
		if err != nil {
			return nil, err
		}
		for _, c := range clauses {
			var atomic []*logic.Term
			logic.Walk(func(t *logic.Term) bool {
				if isAtomic(t) {
					atomic = append(atomic, t)
				}
				return true
			}, c.Constraint)
			for k := range c.Body {
				a := &c.Body[k]
				if !a.HasDistinctVars() {
					continue
				}
				for _, f := range atomic {
					inside := func(v *logic.Term) bool { return slices.Contains(a.Args, v) }
					if len(found[a.Pred]) < maxTests && !slices.ContainsFunc(logic.FreeVars(f), func(v *logic.Term) bool { return !inside(v) }) {
						found[a.Pred] = append(found[a.Pred], test{a.Args, f})
					}
				}
			}
		}
	}
	return found, nil
}

// of returns the tests of the atoms in some terms.
func (z tests) of(s *logic.Store, roots ...*logic.Term) (formulas []*logic.Term) {
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpApp {
			for _, use := range z[t.Func()] {
				formulas = append(formulas, s.Substitute(use.formula, use.args, t.Args()))
			}
		}
		return true
	}, roots...)
	return formulas
}

// isAtomic reports whether t is a formula without Boolean parts.
func isAtomic(t *logic.Term) bool {
	return t.Sort().IsBool() && (len(t.Args()) == 0 || !t.Arg(0).Sort().IsBool()) && !t.IsTrue() && !t.IsFalse()
}

// add adds the clauses of the i-th assertion. why is the reason that it is not Horn.
func (p *Problem) add(z *horn.Clausifier, i int, why *horn.Error) *horn.Error {
	a := p.source.Asserts[i]
	open, err := z.Open(a.Term)
	if err != nil {
		return err
	}
	for _, o := range open {
		c := &clause{OpenClause: o, from: i}
		c.vars = logic.FreeVars(c.parts(p.store)...)
		if len(c.Some) == 0 && len(c.Heads) < 2 {
			a.Term, a.Number = p.store.Forall(c.vars, c.formula(p.store)), p.next
			p.next++
			p.horn = append(p.horn, a)
			continue
		}
		for k := range c.Some {
			inner, err := z.Open(p.store.Forall(logic.FreeVars(c.Some[k].Body), c.Some[k].Body))
			if err != nil {
				return err
			}
			if slices.ContainsFunc(inner, func(o horn.OpenClause) bool { return len(o.Some) > 0 }) {
				return why
			}
		}
		p.open = append(p.open, c)
	}
	return nil
}

// ground returns the instance of the clause for some values.
func (c *clause) ground(s *logic.Store, m *logic.Model) *logic.Term {
	z := clause{OpenClause: horn.OpenClause{
		Side: slices.Clone(c.Side), Heads: slices.Clone(c.Heads), Some: slices.Clone(c.Some),
	}}
	values := slice.Map(c.vars, m.Value)
	for i, t := range c.Side {
		z.Side[i] = s.Substitute(t, c.vars, values)
	}
	for i, t := range c.Heads {
		z.Heads[i] = s.Substitute(t, c.vars, values)
	}
	for i := range c.Some {
		z.Some[i].Body = s.Substitute(c.Some[i].Body, c.vars, values)
	}
	return z.formula(s)
}

// formula returns the clause without its outer quantifier.
func (c *clause) formula(s *logic.Store) *logic.Term { return s.Or(c.parts(s)...) }

// parts returns the disjuncts.
func (c *clause) parts(s *logic.Store) []*logic.Term {
	z := slices.Concat(c.Side, c.Heads)
	for k := range c.Some {
		z = append(z, c.Some[k].Formula(s))
	}
	return z
}
