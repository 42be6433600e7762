// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smtlib"
)

// This file gives arithmetic terms that are not linear sums a variable of the
// tableau: symbols, if-then-else, quotients and remainders by a numeral, floors.
// All but symbols are defined by formulas, in the scope in which they are met;
// the variable itself stays, so that sums over it do, too.

// place returns the variable of the tableau for a term that is no sum.
func (e *encoder) place(t *smtlib.Term) (lra.Var, error) {
	if v, ok := e.places[t]; ok {
		return v, nil
	}
	if t.Op() == smtlib.OpToReal {
		return e.place(t.Arg(0))
	}
	definition, err := e.definition(t)
	if err != nil {
		return 0, err
	}
	v, ok := e.arith.places[t]
	if !ok {
		v = e.arith.newVar(t)
	}
	e.places[t] = v
	if definition == nil {
		return v, nil
	}
	// Nested opaque terms are defined on the way; their depth is that of the
	// formula, and the recursion's stack grows as needed.
	e.onPop(func() { delete(e.places, t) })
	return v, e.assert(e.store.Simplify(definition))
}

// definition returns a formula that determines the value of t, nil for a symbol.
func (e *encoder) definition(t *smtlib.Term) (*smtlib.Term, error) {
	s := e.store
	switch t.Op() {
	case smtlib.OpVar:
		return nil, nil
	case smtlib.OpApp:
		if len(t.Args()) == 0 {
			return nil, nil
		}
	case smtlib.OpIte:
		z := e.alias(t)
		c := t.Arg(0)
		return s.And(s.Implies(c, s.Eq(z, t.Arg(1))), s.Implies(s.Not(c), s.Eq(z, t.Arg(2)))), nil
	case smtlib.OpIntDiv:
		if k := t.Arg(1); k.Op() == smtlib.OpNum && !k.Num().IsZero() {
			// x = k·q + r with 0 <= r < |k|
			return e.remainder(s.Sub(t.Arg(0), s.Scale(k.Num(), e.alias(t))), k.Num()), nil
		}
	case smtlib.OpMod:
		if k := t.Arg(1); k.Op() == smtlib.OpNum && !k.Num().IsZero() {
			z := e.alias(t)
			q := s.IntDiv(t.Arg(0), k)
			return s.Eq(z, s.Sub(t.Arg(0), s.Scale(k.Num(), q))), nil
		}
	case smtlib.OpToInt:
		// q <= x < q + 1
		q := s.ToReal(e.alias(t))
		x := t.Arg(0)
		return s.And(s.Le(q, x), s.Lt(x, s.Add(q, s.RealNum(1)))), nil
	}
	return nil, unsupported(t)
}

// remainder says that r is a remainder modulo k.
func (e *encoder) remainder(r *smtlib.Term, k rational.Rat) *smtlib.Term {
	s := e.store
	return s.And(s.Ge(r, s.IntNum(0)), s.Lt(r, s.Num(k.Abs(), s.Int)))
}

// alias returns a symbol for the value of the opaque term t.
func (e *encoder) alias(t *smtlib.Term) *smtlib.Term {
	if z := e.arith.aliases[t]; z != nil {
		return z
	}
	z := e.store.Fresh("\\v", t.Sort())
	e.arith.aliases[t] = z
	v := e.arith.newVar(t)
	e.arith.places[z] = v
	e.places[z] = v
	return z
}

// newVar makes the variable of the tableau for symbol or opaque term t.
func (a *arithmetic) newVar(t *smtlib.Term) lra.Var {
	if v, ok := a.places[t]; ok {
		return v
	}
	kind := lia.Real
	if t.Sort().IsInt() {
		kind = lia.Integer
	}
	v := a.lia.NewVar(kind)
	a.places[t] = v
	return v
}
