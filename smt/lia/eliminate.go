// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file solves systems of equations over the integers.
//
// One equation after the other eliminates a variable from the remaining ones. If the coefficients
// of an equation have a common divisor that does not divide the right side, there is no solution.
// After division, if a coefficient is ±1, its variable is eliminated. Otherwise, let a·x be the
// summand with the least coefficient, and qᵢ the integer nearest to aᵢ/a. The new variable t = x +
// Σ qᵢ·xᵢ replaces x. The coefficient of t is a, and the others have remainders of at most |a|/2.
// So some coefficient finally becomes ±1.
//
// The replacement is unimodular, so sums with integer coefficients over new variables are such sums
// over the old ones. Therefore divisibility arguments carry over to the original variables. Each
// equation stores the weighted sum of original ones that it equals; this is the certificate.
//
// The method is Griggio's (section 3.1 of the paper). He took it from Knuth (The Art of Computer
// Programming, vol. 2, section 4.5.2). Differences: remainders are the least in absolute value;
// real variables of mixed terms are eliminated too; every run starts from scratch, with a budget.

// elimination is one run of the method. Variables from len(isInt) on are new integer variables.
type elimination struct {
	isInt        []bool
	budget       int64       // summands that may still be visited
	steps        []step      // in the order of elimination
	replacements []*equation // t − x − Σ qᵢ·xᵢ = 0 for each new variable t, in order
}

// step states that an equation eliminated v. The equation contains v, and no variable that was
// eliminated earlier.
type step struct {
	v  lra.Var
	by *equation
}

// run solves the system, which it modifies. It returns an equation that follows from the system and
// has no integer solution. It returns nil if the system is solved, or if this takes too long; then
// the budget is negative.
func (e *elimination) run(system []*equation) *equation {
	for i, eq := range system {
		rest := system[i+1:]
		for len(eq.left) > 0 { // otherwise it is 0 = 0, since the relaxation is feasible
			if e.budget < 0 {
				return nil
			}
			eq.normalise()
			pivot := slices.IndexFunc(eq.left, func(x summand) bool { return !e.isInteger(x.v) })
			if pivot < 0 {
				if !eq.right.IsInt() {
					return eq
				}
				pivot = eq.least()
				if !eq.left[pivot].coeff.IsUnit() {
					e.replace(eq, pivot, rest)
					continue
				}
			}
			e.eliminate(eq, pivot, rest)
			break
		}
	}
	return nil
}

func (e *elimination) isInteger(v lra.Var) bool { return int(v) >= len(e.isInt) || e.isInt[v] }

// eliminate uses eq to eliminate its variable at position k from the rest. The variable is an
// integer with coefficient ±1, or real.
func (e *elimination) eliminate(eq *equation, k int, rest []*equation) {
	t := eq.left[k]
	e.steps = append(e.steps, step{t.v, eq})
	for _, other := range rest {
		b := other.coefficient(t.v)
		switch {
		case b.IsZero():
		case t.coeff.IsUnit():
			e.add(other, rational.IntZ(1), b.Mul(t.coeff).Neg(), eq)
		default:
			e.add(other, t.coeff, b.Neg(), eq)
		}
	}
}

// add sets x to a·x + b·y.
func (e *elimination) add(x *equation, a, b rational.Z, y *equation) {
	e.budget -= int64(len(x.left) + len(y.left) + len(x.from) + len(y.from))
	x.add(a, b, y)
}

// replace introduces a new variable for the variable x of eq at position k.
func (e *elimination) replace(eq *equation, k int, rest []*equation) {
	x := eq.left[k]
	z := &equation{}
	for _, y := range eq.left {
		if q := y.coeff.DivRound(x.coeff); !q.IsZero() { // for x itself, q is 1
			z.left = append(z.left, summand{y.v, q.Neg()})
		}
	}
	t := lra.Var(len(e.isInt) + len(e.replacements))
	z.left = append(z.left, summand{t, rational.IntZ(1)})
	e.replacements = append(e.replacements, z)
	e.steps = append(e.steps, step{x.v, z})
	e.add(eq, rational.IntZ(1), x.coeff, z)
	for _, other := range rest {
		if b := other.coefficient(x.v); !b.IsZero() {
			e.add(other, rational.IntZ(1), b, z)
		}
	}
}
