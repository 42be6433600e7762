// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// definition states that variable v equals t.
type definition struct{ v, t *logic.Term }

// Bounds on the substitutions by equations.
const (
	maxRounds    = 30
	maxSummands  = 30  // summands of a sum that replaces a variable
	maxDefiniens = 500 // distinct terms in a term that replaces a variable
)

// solveEquations replaces the variables that conjuncts of neg define by their definitions.
// Assertions that list one operation after the other contain many of these. The result is
// satisfiable if and only if neg is. The definitions, from the last to the first, give values to
// the variables that were replaced.
//
// All substitutions of a round are made at once. So in one round no definition may mention a
// variable that the round defines.
func solveEquations(s *logic.Store, neg *logic.Term) (rest *logic.Term, defs []definition) {
	for range maxRounds {
		image, used := map[*logic.Term]*logic.Term{}, map[*logic.Term]bool{}
		first := len(defs)
		var left []*logic.Term
		for _, c := range conjuncts(s, neg) {
			d := defines(s, c, func(d definition) bool { return fits(d, image, used) })
			if d.v == nil {
				left = append(left, c)
				continue
			}
			image[d.v] = d.t
			for _, u := range logic.FreeVars(d.t) {
				used[u] = true
			}
			defs = append(defs, d)
		}
		if len(image) == 0 {
			left, changed := s.PropagateLiterals(left)
			if !changed {
				break
			}
			neg = s.And(left...)
			continue
		}
		var from, to []*logic.Term
		for _, d := range defs[first:] {
			from, to = append(from, d.v), append(to, d.t)
		}
		neg = s.Substitute(s.And(left...), from, to)
	}
	return neg, defs
}

// fits reports whether d can join the definitions of a round.
func fits(d definition, image map[*logic.Term]*logic.Term, used map[*logic.Term]bool) bool {
	if image[d.v] != nil || used[d.v] || d.t.Op() == logic.OpAdd && len(d.t.Args()) > maxSummands {
		return false
	}
	size := 0
	logic.Walk(func(*logic.Term) bool { size++; return size <= maxDefiniens }, d.t)
	if size > maxDefiniens {
		return false
	}
	for _, u := range logic.FreeVars(d.t) {
		if u == d.v || image[u] != nil {
			return false
		}
	}
	return true
}

// defines returns the first allowed definition that the conjunct c gives. It is empty if there is
// no such definition.
func defines(s *logic.Store, c *logic.Term, allowed func(definition) bool) definition {
	var z []definition
	add := func(v, t *logic.Term) {
		if v.IsVar() {
			z = append(z, definition{v, t})
		}
	}
	negated := c.Op() == logic.OpNot
	atom := c
	if negated {
		atom = c.Arg(0)
	}
	add(atom, s.BoolValue(!negated))
	if atom.Op() == logic.OpEq {
		switch x, y := atom.Arg(0), atom.Arg(1); {
		case x.Sort().IsBool() && negated:
			add(x, s.Not(y))
			add(y, s.Not(x))
		case negated:
		case x.Sort().IsArith():
			z = append(z, summands(s, atom)...)
		default:
			add(x, y)
			add(y, x)
		}
	}
	if i := slices.IndexFunc(z, allowed); i >= 0 {
		return z[i]
	}
	return definition{}
}

// summands returns the definitions that an equation of sums gives: those of variables with
// coefficient 1 or -1.
func summands(s *logic.Store, equation *logic.Term) []definition {
	sort := equation.Arg(0).Sort()
	l := s.Linear(s.Sub(equation.Arg(0), equation.Arg(1)))
	var z []definition
	for i, m := range l.Monomials {
		if !m.Term.IsVar() || !m.Coeff.Abs().IsOne() {
			continue
		}
		rest := logic.Linear{Const: l.Const, Monomials: slices.Delete(slices.Clone(l.Monomials), i, i+1)}
		z = append(z, definition{m.Term, s.Sum(rest.Scale(rational.Int(-1).Div(m.Coeff)), sort)})
	}
	return z
}

// complete extends a model of solveEquations' result to the defined variables, if these have
// values.
func complete(m *logic.Model, defs []definition) bool {
	for _, d := range slices.Backward(defs) {
		x := m.Eval(d.t)
		if !x.IsValue() {
			return false
		}
		m.Set(d.v, x)
	}
	return true
}
