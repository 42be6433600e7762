// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// Increments returns by how much each argument changes from an atom of c's body to its head, which
// has the same predicate. A change that is not constant is nil. If a disjunction defines head
// variables, there is a list for each of its cases.
func Increments(s *logic.Store, c *horn.Clause, from *horn.Atom) [][]*rational.Rat {
	var z [][]*rational.Rat
	for _, conjuncts := range cases(c.Constraint) {
		defined := map[*logic.Term]*logic.Term{}
		for _, t := range conjuncts {
			if t.IsEquation() {
				solve(s, t, defined)
			}
		}
		r := make([]*rational.Rat, len(from.Args))
		for i, after := range c.Head.Args {
			if !after.Sort().IsArith() {
				if after == from.Args[i] {
					r[i] = &rational.Rat{}
				}
				continue
			}
			// An equation such as x2 = x + y also defines y, which may be in both atoms.
			for _, t := range []*logic.Term{after, defined[after]} {
				if t == nil || r[i] != nil {
					continue
				}
				if d := s.Linear(s.Sub(t, from.Args[i])); d.IsConst() {
					r[i] = &d.Const
				}
			}
		}
		z = append(z, r)
	}
	return z
}

// cases returns the conjuncts of a constraint, once for each disjunct of its first disjunction.
func cases(t *logic.Term) [][]*logic.Term {
	conjuncts := []*logic.Term{t}
	if t.Op() == logic.OpAnd {
		conjuncts = t.Args()
	}
	for i, c := range conjuncts {
		if c.Op() != logic.OpOr {
			continue
		}
		var z [][]*logic.Term
		for _, d := range c.Args() {
			one := slices.Concat(conjuncts[:i], conjuncts[i+1:])
			if d.Op() == logic.OpAnd {
				one = append(one, d.Args()...)
			} else {
				one = append(one, d)
			}
			z = append(z, one)
		}
		return z
	}
	return [][]*logic.Term{conjuncts}
}

// solve records, for variables with coefficient 1 or -1 in an equation, the terms that they equal.
func solve(s *logic.Store, equation *logic.Term, defined map[*logic.Term]*logic.Term) {
	left := s.Linear(equation.Arg(0))
	for _, m := range left.Monomials {
		if m.Term.IsVar() && m.Coeff.Abs().IsOne() && defined[m.Term] == nil {
			// c·v + rest = k, so v = (k - rest)/c with c = ±1.
			rest := s.Sub(equation.Arg(0), s.Scale(m.Coeff, m.Term))
			defined[m.Term] = s.Scale(m.Coeff, s.Sub(equation.Arg(1), rest))
		}
	}
}
