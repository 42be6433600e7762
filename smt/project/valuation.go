// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// valuation extends a model by values for fresh variables. It does not change the model, which
// belongs to the caller.
type valuation struct {
	store *logic.Store
	m     *logic.Model
	vars  []*logic.Term // fresh variables
	vals  []*logic.Term // and their values
	sub   *logic.Substitution
}

// set gives the fresh variable v the value x.
func (e *valuation) set(v, x *logic.Term) {
	e.vars = append(e.vars, v)
	e.vals = append(e.vals, x)
	e.sub = nil
}

// fresh returns a new variable of x's sort that has the value of x.
func (e *valuation) fresh(prefix string, x *logic.Term) *logic.Term {
	val := e.eval(x)
	v := e.store.Fresh(prefix, x.Sort())
	e.set(v, val)
	return v
}

// eval returns the value of t; see [logic.Model.Eval].
func (e *valuation) eval(t *logic.Term) *logic.Term {
	if len(e.vars) > 0 {
		if e.sub == nil {
			e.sub = e.store.NewSubstitution(e.vars, e.vals)
		}
		t = e.sub.Apply(t)
	}
	return e.m.Eval(t)
}

// num returns the value of the Int or Real term t and reports whether the
// valuation determines it.
func (e *valuation) num(t *logic.Term) (rational.Rat, bool) {
	x := e.eval(t)
	return x.Num(), x.Op() == logic.OpNum
}

// linear returns the value of a sum, or 0 if the valuation does not determine it.
func (e *valuation) linear(l logic.Linear) rational.Rat {
	z := l.Const
	for _, m := range l.Monomials {
		x, ok := e.num(m.Term)
		if !ok {
			return rational.Rat{}
		}
		z = z.AddMul(m.Coeff, x)
	}
	return z
}
