// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file describes the solutions of the equations in force. Every variable is a form c + Σ aᵢ·pᵢ
// over parameters. The parameters are the variables, old and new, that elimination has left.
// Integer variables are integer forms over integer parameters. So for any integer values of the
// parameters, the equations hold and the integer variables are integers. The solver rounds in this
// lattice, rather than each variable by itself. So it can find models in the presence of equations.

// lattice is the set of solutions of the equations in force.
type lattice struct {
	by    elimination
	forms []form // by variable, old and new; the form of a parameter is the parameter
}

// form is constant + Σ sum over parameters.
type form struct {
	constant rational.Rat
	sum      []lra.Monomial // ordered by variable, without zeros
}

// lattice returns the set of solutions of s.solved. If that takes too long, it returns the
// solutions of no equations at all.
func (s *Solver) lattice() *lattice {
	z := freeLattice(s.solved.by)
	a := accumulator{coeff: make([]rational.Rat, len(z.forms)), ticks: &s.stats.Ticks}
	for _, step := range slices.Backward(z.by.steps) {
		if z.by.budget < 0 {
			return freeLattice(elimination{isInt: s.isInt})
		}
		// Every variable of the equation except step.v is a parameter or was eliminated later.
		scale := step.by.coefficient(step.v).Rat().Inv()
		a.constant = step.by.right.Mul(scale)
		for _, x := range step.by.left {
			if x.v != step.v {
				f := &z.forms[x.v]
				z.by.budget -= int64(len(f.sum))
				a.add(x.coeff.Rat().Mul(scale).Neg(), f)
			}
		}
		z.forms[step.v] = a.sum()
	}
	return z
}

// freeLattice returns the lattice in which every variable is a parameter.
func freeLattice(by elimination) *lattice {
	z := &lattice{by: by, forms: make([]form, len(by.isInt)+len(by.replacements))}
	for v := range z.forms {
		z.forms[v].sum = []lra.Monomial{{Coeff: rational.Int(1), Var: lra.Var(v)}}
	}
	return z
}

// modulus returns the difference between neighbouring values that the lattice allows the integer
// variable v. If it allows only one value, modulus returns 1.
func (l *lattice) modulus(v lra.Var) rational.Rat {
	var g rational.Rat
	for _, m := range l.forms[v].sum {
		g = rational.GCD(g, m.Coeff)
	}
	if g.IsZero() {
		return rational.Int(1)
	}
	return g
}

// allows reports whether the lattice allows the value for the integer variable v.
func (l *lattice) allows(v lra.Var, value lra.Delta) bool {
	return isIntegral(value) && value.R.Sub(l.forms[v].constant).Div(l.modulus(v)).IsInt()
}

// formOf returns the form of v, which may be a term.
func (l *lattice) formOf(s *Solver, v lra.Var, a *accumulator) form {
	definition, isTerm := s.lp.Definition(v)
	if !isTerm {
		return l.forms[v]
	}
	for _, m := range definition {
		a.add(m.Coeff, &l.forms[m.Var])
	}
	return a.sum()
}

// accumulator adds up forms.
type accumulator struct {
	constant rational.Rat
	coeff    []rational.Rat // by parameter
	touched  []lra.Var      // parameters whose coeff may not be zero
	ticks    *int64         // Stats.Ticks
}

// add adds c·f.
func (a *accumulator) add(c rational.Rat, f *form) {
	a.constant = a.constant.AddMul(c, f.constant)
	for _, m := range f.sum {
		if a.coeff[m.Var].IsZero() {
			a.touched = append(a.touched, m.Var)
		}
		a.coeff[m.Var] = a.coeff[m.Var].AddMul(c, m.Coeff)
		*a.ticks += a.coeff[m.Var].Cost()
	}
}

// sum returns the sum and resets the accumulator.
func (a *accumulator) sum() form {
	slices.Sort(a.touched)
	z := form{constant: a.constant}
	for _, v := range a.touched {
		if c := a.coeff[v]; !c.IsZero() { // repeated ones are zero the second time
			z.sum = append(z.sum, lra.Monomial{Coeff: c, Var: v})
			a.coeff[v] = rational.Rat{}
		}
	}
	a.constant, a.touched = rational.Rat{}, a.touched[:0]
	return z
}

// round changes values so that they satisfy the equations, with integers for integer variables. The
// results are near the given values, which are those of all variables of the solver.
func (l *lattice) round(s *Solver, values []lra.Delta) []lra.Delta {
	half := lra.Delta{R: rational.New(1, 2)}
	for _, eq := range l.by.replacements {
		var t lra.Delta // − Σ of the other summands
		for _, x := range eq.left[:len(eq.left)-1] {
			t = t.Sub(values[x.v].Mul(x.coeff.Rat()))
		}
		values = append(values, t)
	}
	for v := range values {
		if l.by.isInteger(lra.Var(v)) {
			values[v] = lra.Delta{R: floorOf(values[v].Add(half))}
		}
	}
	for _, step := range l.by.steps {
		f := &l.forms[step.v]
		z := lra.Delta{R: f.constant}
		for _, m := range f.sum {
			z = z.Add(values[m.Var].Mul(m.Coeff))
		}
		s.stats.Ticks += int64(len(f.sum)) * z.R.Cost()
		values[step.v] = z
	}
	return values[:len(l.by.isInt)]
}
