// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"slices"

	"cornet/engines/kernel"
	"cornet/horn/hints"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/abstraction"
)

// This file makes the templates of a predicate from the changes in its loops and the comparisons in
// its clauses. In addition to arguments and combinations of two, these are comparisons with a
// constant of the program, remainders modulo the step of a loop, and elements of arrays.

const (
	// maxCompared bounds the arguments of a sum in comparisons, maxBounds the constants that a sum
	// is compared with, and maxReads the elements of one array.
	maxCompared = 3
	maxBounds   = 3
	maxReads    = 4
)

// hinted returns the templates that hints give for l. Hints may ask for some refinements without
// templates first; during these it returns nil. Two bounds of one term are two templates.
func (s *search) hinted(l *location) []abstraction.Template {
	if s.opts.Hints.IsEmpty() || s.stats.Refinements < int64(s.opts.Hints.Threshold(l.pred)) {
		return nil
	}
	var z []abstraction.Template
	for _, h := range s.opts.Hints.For(l.pred, l.formals) {
		t := abstraction.Template{Term: h.Term, Cost: h.Cost}
		switch h.Kind {
		case hints.Predicate, hints.InequalityTerm:
			t.Relation = abstraction.Upward
		case hints.InequalityTermBoth:
			t.Relation = abstraction.Upward
			down := t
			down.Term = s.store.Neg(t.Term)
			z = append(z, down)
		}
		z = append(z, t)
	}
	return z
}

// templates returns the templates over the formals of l that the clauses suggest. They always
// include the single arguments, so that all templates together determine the state.
func (s *search) templates(l *location) []abstraction.Template {
	rounds := s.rounds(l)
	relational := s.opts.Abstraction != abstraction.Terms
	z := abstraction.OfArguments(s.store, l.formals, rounds, relational)
	if !relational {
		return z
	}
	s.addCompared(l, rounds, &z)
	s.addReads(l, &z)
	return append(z, s.quantified(l)...)
}

// rounds returns the clauses from l to itself, as rounds of a loop.
func (s *search) rounds(l *location) []abstraction.Round {
	var z []abstraction.Round
	for _, c := range s.sys.Clauses {
		if c.Head == nil || c.Head.Pred != l.pred {
			continue
		}
		for i := range c.Body {
			if c.Body[i].Pred == l.pred {
				z = append(z, kernel.Increments(s.store, c, &c.Body[i])...)
			}
		}
	}
	return z
}

// addCompared adds templates for arguments, and sums of arguments, that loops change. These are
// comparisons with the constants that the clauses compare them with. For single arguments they are
// also remainders, modulo the moduli in these comparisons and modulo the steps of loops.
func (s *search) addCompared(l *location, rounds []abstraction.Round, z *abstraction.Templates) {
	var compared []comparison
	moduli := make([][]rational.Rat, len(l.formals))
	for _, u := range s.uses[l] {
		c := s.sys.Clauses[u.clause]
		position := map[*logic.Term]int{}
		for i, v := range c.Body[u.atom].Args {
			if v.IsVar() && v.Sort().IsArith() {
				position[v] = i
			}
		}
		logic.Walk(func(t *logic.Term) bool {
			switch t.Op() {
			case logic.OpLe, logic.OpLt, logic.OpEq:
				if t.Arg(1).Op() == logic.OpNum {
					compared = s.compare(compared, s.store.Linear(t.Arg(0)), position, t.Arg(1).Num())
				}
			case logic.OpMod:
				if i, ok := position[t.Arg(0)]; ok && t.Arg(1).Op() == logic.OpNum {
					note(&moduli[i], t.Arg(1).Num())
				}
			}
			return true
		}, c.Constraint)
	}
	for _, x := range compared {
		if x.unchanged(rounds) {
			continue
		}
		t := s.store.Num(rational.Rat{}, l.formals[x.args[0]].Sort())
		for k, i := range x.args {
			t = s.store.Add(t, s.store.Scale(x.coeffs[k], l.formals[i]))
		}
		for _, c := range x.constants {
			// A loop with the guard x <= c preserves x <= c + 1, or x <= c + its step.
			n := s.store.Num(c, t.Sort())
			z.Add(abstraction.Comparison, s.store.Le(t, n), s.store.Ge(t, n))
			for _, r := range rounds {
				step, ok := x.step(r)
				if !ok || step.IsZero() {
					continue
				}
				next := s.store.Num(c.Add(step), t.Sort())
				if step.Sign() > 0 {
					z.Add(abstraction.Comparison, s.store.Le(t, next))
				} else {
					z.Add(abstraction.Comparison, s.store.Ge(t, next))
				}
			}
		}
	}
	for i, x := range l.formals {
		if !x.Sort().IsInt() || abstraction.Unchanged(rounds, i) {
			continue
		}
		for _, r := range rounds {
			if r[i] != nil && rational.Int(1).Less(r[i].Abs()) {
				note(&moduli[i], r[i].Abs())
			}
		}
		for _, m := range moduli[i] {
			z.Add(abstraction.Remainder, s.store.Mod(x, s.store.Num(m, x.Sort())))
		}
	}
}

// comparison is a sum of arguments, with the constants that clauses compare it with.
type comparison struct {
	args      []int // positions of the arguments, in the order of the sum
	coeffs    []rational.Rat
	constants []rational.Rat
}

// compare records in all that a clause compares sum with c, provided that the sum consists of
// arguments.
func (s *search) compare(all []comparison, sum logic.Linear, position map[*logic.Term]int, c rational.Rat) []comparison {
	if len(sum.Monomials) == 0 || len(sum.Monomials) > maxCompared {
		return all
	}
	// Represent a sum and its negation by the one whose first coefficient is positive.
	sign := rational.Int(int64(sum.Monomials[0].Coeff.Sign()))
	var x comparison
	for _, m := range sum.Monomials {
		i, ok := position[m.Term]
		if !ok {
			return all
		}
		x.args, x.coeffs = append(x.args, i), append(x.coeffs, m.Coeff.Mul(sign))
	}
	k := slices.IndexFunc(all, func(y comparison) bool {
		return slices.Equal(x.args, y.args) && slices.EqualFunc(x.coeffs, y.coeffs, rational.Rat.Equal)
	})
	if k < 0 {
		k = len(all)
		all = append(all, x)
	}
	note(&all[k].constants, c.Mul(sign))
	return all
}

// unchanged reports whether no round changes an argument of the sum.
func (x *comparison) unchanged(rounds []abstraction.Round) bool {
	return !slices.ContainsFunc(x.args, func(i int) bool { return !abstraction.Unchanged(rounds, i) })
}

// step returns the constant by which a round changes the sum, if there is one.
func (x *comparison) step(r abstraction.Round) (z rational.Rat, ok bool) {
	for k, i := range x.args {
		if r[i] == nil {
			return z, false
		}
		z = z.Add(x.coeffs[k].Mul(*r[i]))
	}
	return z, true
}

// note adds c to a list, which may have at most maxBounds constants.
func note(list *[]rational.Rat, c rational.Rat) {
	if len(*list) < maxBounds && !slices.ContainsFunc(*list, c.Equal) {
		*list = append(*list, c)
	}
}

// addReads adds templates for the elements of arrays at other arguments.
func (s *search) addReads(l *location, z *abstraction.Templates) {
	for _, a := range l.formals {
		if !a.Sort().IsArray() {
			continue
		}
		n := 0
		for _, i := range l.formals {
			if i.Sort() == a.Sort().Index() && n < maxReads {
				n++
				z.Add(abstraction.Read, s.store.Select(a, i))
			}
		}
	}
}

// quantified returns templates with a bound variable. They state that the two sides of a cut agree
// on a[k] for all k, or for all k below another argument. They are weaker than the array itself,
// and do not depend on indices that no clause reads or writes.
func (s *search) quantified(l *location) []abstraction.Template {
	var z []abstraction.Template
	for _, a := range l.formals {
		if !a.Sort().IsArray() {
			continue
		}
		k := s.store.Var("\\k", a.Sort().Index())
		element := s.store.Select(a, k)
		add := func(t *logic.Term) {
			z = append(z, abstraction.Template{Term: t, Cost: abstraction.Elements.Cost(), Bound: []*logic.Term{k}})
		}
		add(element)
		if !k.Sort().IsArith() || !element.Sort().IsArith() {
			continue
		}
		n := 0
		for _, i := range l.formals {
			if i.Sort() == k.Sort() && n < maxReads {
				n++
				add(s.store.Ite(s.store.Lt(k, i), element, s.store.Num(rational.Rat{}, element.Sort())))
			}
		}
	}
	return z
}
