// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// This file derives facts about folds: from their equations, for the terms of a question, and by
// induction.

// at returns the value of f at x.
func (z *folds) at(f *fold, x *logic.Term) *logic.Term { return z.store.Select(f.name, x) }

// step returns f at c applied to fields, by its equation.
func (z *folds) step(f *fold, c *logic.Constructor, fields []*logic.Term) *logic.Term {
	vars := make([]*logic.Term, len(fields))
	for i := range vars {
		vars[i] = z.fieldVar(c, i)
	}
	return z.store.Substitute(f.uniform[c.Index], vars, fields)
}

// slot returns the variable of lemmas about f. Like fieldVar, it occurs in no question: a bound
// over a variable of the clause is not a lemma.
func (z *folds) slot(f *fold) *logic.Term {
	if z.slots == nil {
		z.slots = map[*logic.Sort]*logic.Term{}
	}
	sort := f.array.Sort().Elem()
	if z.slots[sort] == nil {
		z.slots[sort] = z.store.Fresh("slot", sort)
	}
	return z.slots[sort]
}

// induce finds lemmas about folds by induction over the datatypes. It keeps those that hold at each
// constructor term whenever all of them hold at the fields.
func (z *folds) induce(fs []*fold) {
	s := z.store
	for _, f := range fs {
		x := z.slot(f)
		zero, one := s.Num(rational.Int(0), x.Sort()), s.Num(rational.Int(1), x.Sort())
		f.lemmas = append([]*logic.Term{s.Ge(x, zero), s.Ge(x, one), s.Le(x, one)}, f.given...)
	}
	for again := true; again; {
		again = false
		for _, f := range fs {
			f.lemmas = slices.DeleteFunc(f.lemmas, func(l *logic.Term) bool {
				for _, c := range f.name.Sort().Index().Datatype().Constructors {
					vars := constructorVars(s, c, "a")
					claim := s.Substitute(l, []*logic.Term{z.slot(f)}, []*logic.Term{z.step(f, c, vars)})
					if !z.prove(s.Implies(s.And(z.known(vars)...), claim)) {
						again = true
						return true
					}
				}
				return false
			})
		}
	}
	for _, f := range fs {
		f.injective = z.isInjective(f)
	}
}

// known returns the instances of lemmas at terms.
func (z *folds) known(terms []*logic.Term) []*logic.Term {
	var all []*logic.Term
	for _, t := range terms {
		for _, f := range z.order {
			if f.name.Sort().Index() == t.Sort() {
				for _, l := range f.lemmas {
					all = append(all, z.store.Substitute(l, []*logic.Term{z.slot(f)}, []*logic.Term{z.at(f, t)}))
				}
			}
		}
	}
	return all
}

// isInjective proves by induction on x that f[x] = f[y] implies x = y.
func (z *folds) isInjective(f *fold) bool {
	s := z.store
	cs := f.name.Sort().Index().Datatype().Constructors
	for _, c := range cs {
		for _, d := range cs {
			x, y := constructorVars(s, c, "a"), constructorVars(s, d, "b")
			given := append(z.known(x), z.known(y)...)
			for _, a := range x {
				for _, b := range y {
					if a.Sort() == b.Sort() && a.Sort() == f.name.Sort().Index() {
						given = append(given, s.Implies(s.Eq(z.at(f, a), z.at(f, b)), s.Eq(a, b)))
					}
				}
			}
			given = append(given, s.Eq(z.step(f, c, x), z.step(f, d, y)))
			if !z.prove(s.Implies(s.And(given...), s.Eq(s.Construct(c, x...), s.Construct(d, y...)))) {
				return false
			}
		}
	}
	return true
}

func constructorVars(s *logic.Store, c *logic.Constructor, prefix string) []*logic.Term {
	return slice.Map(c.Fields, func(f *logic.Selector) *logic.Term { return s.Fresh(prefix, f.Sort) })
}

// instances returns equations and lemmas for the datatype terms of t. It considers fields of terms
// without a constructor up to depth most.
func (z *folds) instances(t *logic.Term, most int) []*logic.Term {
	s := z.store
	var terms []*logic.Term
	depth := map[*logic.Term]int{}
	note := func(d int, roots ...*logic.Term) {
		logic.Walk(func(x *logic.Term) bool {
			if len(x.Bound()) > 0 {
				return false
			}
			if _, seen := depth[x]; x.Sort().IsDatatype() && !seen {
				depth[x] = d
				terms = append(terms, x)
			}
			return true
		}, roots...)
	}
	note(0, t)
	var all []*logic.Term
	for i := 0; i < len(terms); i++ {
		x := terms[i]
		opened := false
		for _, f := range z.order {
			if f.name.Sort().Index() != x.Sort() {
				continue
			}
			if x.Op() == logic.OpConstruct {
				all = append(all, s.Eq(z.at(f, x), z.step(f, x.Constructor(), x.Args())))
				continue
			}
			if depth[x] >= most {
				continue
			}
			var cases []*logic.Term
			for _, c := range x.Sort().Datatype().Constructors {
				fields := slice.Map(c.Fields, func(sel *logic.Selector) *logic.Term { return s.Field(sel, x) })
				if !opened {
					note(depth[x]+1, fields...)
				}
				cases = append(cases, s.And(s.Is(c, x), s.Eq(z.at(f, x), z.step(f, c, fields))))
			}
			opened = true
			all = append(all, s.Or(cases...))
		}
	}
	all = append(all, z.known(terms)...)
	for _, f := range z.order {
		if !f.injective {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(terms), func(x *logic.Term) bool { return x.Sort() != f.name.Sort().Index() })
		if len(same) > foldPairs {
			continue
		}
		for i, x := range same {
			for _, y := range same[:i] {
				all = append(all, s.Implies(s.Eq(z.at(f, x), z.at(f, y)), s.Eq(x, y)))
			}
		}
	}
	return all
}

// proves reports whether the solvers answer that t holds.
func (j *judge) proves(t *logic.Term) bool {
	neg := j.store.Not(t)
	if neg.IsFalse() {
		return true
	}
	z, _ := j.decide(neg) // undecided lemmas are not used
	return z == holds
}
