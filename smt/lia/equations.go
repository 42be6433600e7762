// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file collects the equations that follow from the bounds in force: fixed variables and terms
// equal their values.

// solved is the last system of equations that has a solution, or whose solving took too long.
type solved struct {
	fixed  []lra.Var
	values []rational.Rat
	by     elimination // has no steps if it took too long
}

// unsolvable solves the equations in force and leaves the solution in s.solved. If they have no
// solution over the integers, it returns a certificate.
func (s *Solver) unsolvable() []Equality {
	fixed, values := s.fixed()
	if slices.Equal(fixed, s.solved.fixed) && slices.EqualFunc(values, s.solved.values, rational.Rat.Equal) &&
		len(s.solved.by.isInt) == len(s.isInt) {
		return nil
	}
	system := make([]*equation, len(fixed))
	for i, v := range fixed {
		system[i] = s.equationOf(i, v, values[i])
	}
	// Short equations come first: they are the cheapest, and shorten the others.
	slices.SortStableFunc(system, func(x, y *equation) int { return len(x.left) - len(y.left) })
	e := elimination{isInt: s.isInt, budget: s.opts.EquationTicks}
	conflict := e.run(system)
	s.stats.Ticks += s.opts.EquationTicks - e.budget
	if conflict != nil {
		var z []Equality
		for _, w := range conflict.from {
			z = append(z, s.equality(fixed[w.input], w.coeff))
		}
		return z
	}
	if e.budget < 0 {
		e = elimination{isInt: s.isInt, budget: -1}
	}
	s.solved = solved{fixed, values, e}
	return nil
}

// fixed returns the fixed variables and terms, with their values. Those over reals matter only
// if there are terms that connect them with integers.
func (s *Solver) fixed() (vars []lra.Var, values []rational.Rat) {
	for i := range s.step {
		v := lra.Var(i)
		if s.step[v].IsZero() && !s.mixed {
			continue
		}
		if lower, _, fixed := s.lp.Fixed(v); fixed && !lower.Strict {
			vars = append(vars, v)
			values = append(values, lower.Value)
		}
	}
	return vars, values
}

// equationOf returns the equation v = value, multiplied so that the coefficients are integers.
func (s *Solver) equationOf(input int, v lra.Var, value rational.Rat) *equation {
	definition, isTerm := s.lp.Definition(v)
	if !isTerm {
		definition = []lra.Monomial{{Coeff: rational.Int(1), Var: v}}
	}
	den := rational.Int(1)
	for _, m := range definition {
		den = rational.LCM(den, m.Coeff.Den())
	}
	e := &equation{right: value.Mul(den), from: []weight{{input, den}}}
	for _, m := range definition {
		c, _ := m.Coeff.Mul(den).Z()
		e.left = append(e.left, summand{m.Var, c})
	}
	return e
}
