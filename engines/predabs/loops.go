// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// This file looks at the loops around a predicate, the clauses from it to itself:
// what they leave unchanged, change by a constant, or change in step.

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
