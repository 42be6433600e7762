// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smt/abstraction"
	"cornet/smtlib"
)

// This file makes the templates of a predicate by looking at the loops around
// it: clauses from the predicate to itself. An argument that no loop changes may
// well stand in an invariant; one that every round changes should not stand
// there alone, but in a combination that the rounds leave alone, such as x - i
// when both grow by one.

// Costs of templates. What loops leave unchanged is cheap; a single argument
// that they change is dear, because bounds on it unroll the loop.
const (
	costInvariant  = 1  // an argument that no loop changes, or a Boolean one
	costBalanced   = 2  // a combination of two arguments that no loop changes
	costOtherSort  = 4  // an array, bit-vector or datatype
	costDifference = 5  // x - y
	costSum        = 6  // x + y
	costChanging   = 10 // an argument that some loop changes
)

// maxPairs bounds the arguments of which all pairs are combined; beyond, only
// balanced combinations are made.
const maxPairs = 12

// maxRatio bounds the coefficients of balanced combinations.
const maxRatio = 10

// templates returns the templates over the formals of l, those of hints first.
// Single arguments are always among them, so that all together determine the state.
func (s *search) templates(l *location) []abstraction.Template {
	rounds := s.rounds(l)
	var z []abstraction.Template
	// Values are shared exactly, so what a hint allows to say about a term or
	// formula in one direction may here be said in both.
	for _, h := range s.opts.Hints.For(l.pred, l.formals) {
		z = append(z, abstraction.Template{Term: h.Term, Cost: h.Cost})
	}
	for i, x := range l.formals {
		cost := costChanging
		switch {
		case x.Sort().IsBool() || unchanged(rounds, i):
			cost = costInvariant
		case !x.Sort().IsArith():
			cost = costOtherSort
		}
		z = append(z, abstraction.Template{Term: x, Cost: cost})
	}
	if s.opts.Abstraction == TermAbstraction {
		return z
	}
	for i, x := range l.formals {
		for k := range i {
			y := l.formals[k]
			if !x.Sort().IsArith() || x.Sort() != y.Sort() {
				continue
			}
			var terms []*smtlib.Term
			if a, b, ok := balance(rounds, k, i); ok {
				t := s.store.Add(s.store.Scale(a, y), s.store.Scale(b, x))
				terms = append(terms, t)
				z = append(z, abstraction.Template{Term: t, Cost: costBalanced})
			}
			if len(l.formals) > maxPairs {
				continue
			}
			if t := s.store.Sub(y, x); !slices.Contains(terms, t) && !slices.Contains(terms, s.store.Neg(t)) {
				z = append(z, abstraction.Template{Term: t, Cost: costDifference})
			}
			if t := s.store.Add(y, x); !slices.Contains(terms, t) {
				z = append(z, abstraction.Template{Term: t, Cost: costSum})
			}
		}
	}
	return z
}

// round gives for every argument the constant by which one way around a loop
// changes it, nil when it is not a constant.
type round []*rational.Rat

// rounds returns the rounds of the clauses from l to itself.
func (s *search) rounds(l *location) []round {
	var z []round
	for _, c := range s.sys.Clauses {
		if c.Head == nil || c.Head.Pred != l.pred {
			continue
		}
		for i := range c.Body {
			if c.Body[i].Pred == l.pred {
				z = append(z, s.roundsOf(c, &c.Body[i])...)
			}
		}
	}
	return z
}

// roundsOf returns the rounds of a clause, one for each case of the disjunction
// that defines head variables, if there is one.
func (s *search) roundsOf(c *horn.Clause, from *horn.Atom) []round {
	var z []round
	for _, conjuncts := range cases(c.Constraint) {
		defined := map[*smtlib.Term]*smtlib.Term{}
		for _, t := range conjuncts {
			if t.Op() == smtlib.OpEq && t.Arg(0).Sort().IsArith() {
				s.solve(t, defined)
			}
		}
		r := make(round, len(from.Args))
		for i, after := range c.Head.Args {
			if t := defined[after]; t != nil {
				after = t
			}
			if !after.Sort().IsArith() {
				if after == from.Args[i] {
					r[i] = &rational.Rat{}
				}
				continue
			}
			if d := s.store.Linear(s.store.Sub(after, from.Args[i])); d.IsConst() {
				r[i] = &d.Const
			}
		}
		z = append(z, r)
	}
	return z
}

// cases returns the conjuncts of a constraint, for each disjunct of its first
// disjunction.
func cases(t *smtlib.Term) [][]*smtlib.Term {
	conjuncts := []*smtlib.Term{t}
	if t.Op() == smtlib.OpAnd {
		conjuncts = t.Args()
	}
	for i, c := range conjuncts {
		if c.Op() != smtlib.OpOr {
			continue
		}
		var z [][]*smtlib.Term
		for _, d := range c.Args() {
			one := slices.Concat(conjuncts[:i], conjuncts[i+1:])
			if d.Op() == smtlib.OpAnd {
				one = append(one, d.Args()...)
			} else {
				one = append(one, d)
			}
			z = append(z, one)
		}
		return z
	}
	return [][]*smtlib.Term{conjuncts}
}

// solve records for the variables with coefficient 1 or -1 in an equation what
// they equal.
func (s *search) solve(equation *smtlib.Term, defined map[*smtlib.Term]*smtlib.Term) {
	left := s.store.Linear(equation.Arg(0))
	for _, m := range left.Monomials {
		if m.Term.IsVar() && m.Coeff.Abs().IsOne() && defined[m.Term] == nil {
			// c·v + rest = k, so v = (k - rest)/c with c = ±1.
			rest := s.store.Sub(equation.Arg(0), s.store.Scale(m.Coeff, m.Term))
			defined[m.Term] = s.store.Scale(m.Coeff, s.store.Sub(equation.Arg(1), rest))
		}
	}
}

// unchanged reports whether no round changes argument i.
func unchanged(rounds []round, i int) bool {
	return !slices.ContainsFunc(rounds, func(r round) bool { return r[i] == nil || !r[i].IsZero() })
}

// balance returns coprime integers a and b, not zero, such that a·arg_i + b·arg_j
// is the same after every round, if the rounds determine them.
func balance(rounds []round, i, j int) (a, b rational.Rat, ok bool) {
	for _, r := range rounds {
		if r[i] == nil || r[j] == nil {
			return a, b, false
		}
		x, y := *r[i], *r[j]
		switch {
		case x.IsZero() && y.IsZero():
		case x.IsZero() || y.IsZero():
			return a, b, false
		case !ok:
			ratio := y.Div(x).Neg() // a·x + b·y = 0 for a = -b·y/x
			a, b, ok = ratio.Num(), ratio.Den(), true
		case !a.Mul(x).Add(b.Mul(y)).IsZero():
			return a, b, false
		}
	}
	limit := rational.Int(maxRatio)
	return a, b, ok && !limit.Less(a.Abs()) && !limit.Less(b.Abs())
}
