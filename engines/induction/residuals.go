// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"context"
	"maps"
	"slices"

	"cornet/horn/recursion"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file makes conjectures from open cases of proofs (Boyer and Moore's generalisation; Ireland
// and Bundy's lemma speculation). For example, take the conjecture
//
//	len(x) = len(y) ⇒ rev(zip(x, y)) = zip(rev(x), rev(y))
//
// Induction along zip, with the hypothesis, leaves zip(rev(x), rev(y)) ++ [(a, b)] = zip(rev(x) ++
// [a], rev(y) ++ [b]) open. Calls that occur more than once become variables, unless examples
// contradict the result: zip(u, v) ++ [(a, b)] = zip(u ++ [a], v ++ [b]). Its condition is that of
// the claim, with u and v instead of x and y.

const (
	maxResidualSplits  = 2  // case distinctions in a case of an induction
	maxResidualRounds  = 3  // rounds; open cases in proofs of conjectures make further conjectures
	maxSpeculations    = 40 // conjectures of a round
	maxSpeculationSize = 40
	speculationTicks   = 15_000 // ticks of a query
)

// speculate proves the open cases of proofs, with a few case distinctions each. Further rounds do
// the same for the open cases of these proofs. It reports whether all goals then hold. If this
// proves no goal, it drops the lemmas again, since special lemmas would slow down later proofs.
func (p *prover) speculate(ctx context.Context, c *conditional, splits, rounds int) bool {
	goals, lemmas := len(p.goals), len(p.theory.Lemmas())
	defer func() {
		if len(p.goals) == goals {
			p.theory.Truncate(lemmas)
		}
	}()
	defer func(ticks uint64) { p.engine.ticks = ticks }(p.engine.ticks)
	p.engine.ticks = speculationTicks
	others, tried := p.open, maps.Clone(p.tried)
	defer func() { p.open, p.tried = others, tried }()
	for k := range splits + 1 {
		from := p.goals
		for round := 0; round < rounds && len(from) > 0 && turn.Yield(ctx) == nil; round++ {
			p.open = nil
			for _, l := range from {
				for _, r := range p.theory.Residuals(ctx, l, k) {
					if len(p.open) < maxSpeculations {
						c.residual(r)
					}
				}
			}
			p.engine.opts.Log.Debug("speculate", "splits", k, "round", round, "from", len(from), "open", len(p.open))
			slices.SortStableFunc(p.open, func(a, b *recursion.Lemma) int { return logic.Size(a.Body) - logic.Size(b.Body) })
			for again := len(p.open) > 0; again && turn.Yield(ctx) == nil; {
				n := len(p.theory.Lemmas())
				p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool {
					return p.theory.Reduces(l.Body) || p.rewritten(ctx, l) || p.shown(l, turn.Yield(ctx) == nil && p.theory.Induct(ctx, l))
				})
				if again = len(p.theory.Lemmas()) > n; again && p.closed(ctx, bySolver, queryTicks) {
					return true
				}
			}
			from = p.open
		}
	}
	return false
}

// residual makes conjectures from r: r itself, and r with variables instead of calls that occur
// more than once.
func (c *conditional) residual(r recursion.Residual) {
	if logic.Size(r.Claim) > maxSpeculationSize {
		return
	}
	all := []recursion.Residual{r}
	if other, ok := c.solved(r); ok {
		all = append(all, other)
	}
	for _, r := range all {
		for _, terms := range c.repeated(r.Claim) {
			vars := slice.Map(terms, func(x *logic.Term) *logic.Term { return c.store.Fresh("u", x.Sort()) })
			claim := replacedTerms(c.store, r.Claim, terms, vars)
			facts := slice.Map(r.Facts, func(f *logic.Term) *logic.Term { return replacedTerms(c.store, f, terms, vars) })
			c.among(slice.Map(facts, func(f *logic.Term) *logic.Term { return c.moved(f, logic.FreeVars(claim), terms, vars) }), claim)
			if whole := c.moved(claim, nil, terms, vars); whole != claim {
				c.among(slice.Map(facts, func(f *logic.Term) *logic.Term { return c.moved(f, nil, terms, vars) }), whole)
			}
		}
	}
}

// solved replaces a sum that occurs several times as an argument of calls by a variable. It must be
// possible to express a variable of the sum by the new one. For example, it replaces len(x) - n by
// k in f(len(x) - n, y) = g(len(x) - n), and n by len(x) - k in facts.
func (c *conditional) solved(r recursion.Residual) (other recursion.Residual, ok bool) {
	s := c.store
	var once, more []*logic.Term
	logic.Walk(func(x *logic.Term) bool {
		for _, a := range x.Args() {
			switch {
			case x.Op() != logic.OpApp || a.Op() != logic.OpAdd || slices.Contains(more, a):
			case slices.Contains(once, a):
				more = append(more, a)
			default:
				once = append(once, a)
			}
		}
		return true
	}, r.Claim)
	for _, sum := range more {
		l := s.Linear(sum)
		for _, m := range l.Monomials {
			if m.Term.IsVar() && m.Coeff.Abs().IsOne() {
				k := s.Fresh("k", sum.Sort())
				rest := s.Sum(l.Sub(logic.Linear{Monomials: []logic.Monomial{m}}).Scale(m.Coeff.Neg()), sum.Sort())
				sub := s.NewSubstitution([]*logic.Term{m.Term}, []*logic.Term{s.Add(rest, s.Sum(s.Linear(k).Scale(m.Coeff), sum.Sort()))})
				return recursion.Residual{Claim: sub.Apply(r.Claim), Facts: sub.ApplyAll(r.Facts)}, true
			}
		}
	}
	return recursion.Residual{}, false
}

// repeated returns the sets of calls in claim to generalise: the empty set, the set of all calls
// that occur more than once, and each of these calls alone. A call that occurs next to one of its
// own variables, of its sort, is a set of its own, too.
func (c *conditional) repeated(claim *logic.Term) [][]*logic.Term {
	count := map[*logic.Term]int{}
	var calls []*logic.Term
	var visit func(x *logic.Term)
	visit = func(x *logic.Term) {
		if count[x]++; x.Op() == logic.OpApp && x.HasVars() {
			if count[x] > 1 {
				return // the terms inside it occur as often as it does
			}
			calls = append(calls, x)
		}
		for _, a := range x.Args() {
			visit(a)
		}
	}
	visit(claim)
	z := [][]*logic.Term{nil}
	var all []*logic.Term
	for _, x := range calls {
		beside := slices.ContainsFunc(logic.FreeVars(x), func(v *logic.Term) bool { return v.Sort() == x.Sort() && count[v] > 1 })
		switch {
		case count[x] > 1:
			all = append(all, x)
			fallthrough
		case beside:
			z = append(z, []*logic.Term{x})
		}
	}
	if len(all) > 1 {
		z = append(z, all)
	}
	return z
}

// moved returns x with vars instead of the terms that they represent, except those to keep.
func (c *conditional) moved(x *logic.Term, keep, terms, vars []*logic.Term) *logic.Term {
	var from, to []*logic.Term
	for _, v := range logic.FreeVars(x) {
		if slices.Contains(keep, v) {
			continue
		}
		i := slices.IndexFunc(terms, func(t *logic.Term) bool { return t.Sort() == v.Sort() && slices.Contains(logic.FreeVars(t), v) })
		if i >= 0 {
			from, to = append(from, v), append(to, vars[i])
		}
	}
	return c.store.Substitute(x, from, to)
}

// replacedTerms returns x with others instead of terms.
func replacedTerms(s *logic.Store, x *logic.Term, terms, others []*logic.Term) *logic.Term {
	return s.NewRewriter(func(y *logic.Term) *logic.Term {
		if i := slices.Index(terms, y); i >= 0 {
			return others[i]
		}
		return nil
	}, nil).Map(x)
}

// among conjectures that claim holds. If examples contradict this, it conjectures that claim
// follows from one of facts, and finally from all.
func (c *conditional) among(facts []*logic.Term, claim *logic.Term) {
	vars := logic.FreeVars(claim)
	to := c.variables(logic.SortsOf(vars))
	if to == nil {
		return
	}
	facts = slices.DeleteFunc(slices.Clone(facts), func(f *logic.Term) bool {
		return slices.ContainsFunc(logic.FreeVars(f), func(v *logic.Term) bool { return !slices.Contains(vars, v) })
	})
	claim = c.store.Substitute(claim, vars, to)
	facts = c.store.NewSubstitution(vars, to).ApplyAll(facts)
	if c.holds(claim, c.more) {
		c.propose(claim)
		return
	}
	for _, f := range facts {
		if c.given([]*logic.Term{f}, claim) {
			return
		}
	}
	if len(facts) > 1 {
		c.given(facts, claim)
	}
}
