// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/lra"
)

// This file gives arithmetic terms variables of the tableau. The terms are linear sums, symbols and
// alien terms: if-then-else, quotients and remainders by a numeral, and floors. An alien term is
// represented by a symbol of this encoder, its alias. A formula defines the alias in the scope
// where the term occurs. The alias and its variable remain when the scope closes, and so do sums
// over them.

// sum returns the variable of the tableau that represents a canonical sum.
func (e *encoder) sum(t *logic.Term) (lra.Var, error) {
	if v, ok := e.table.sums[t]; ok && e.usage == nil {
		return v, nil
	}
	l := e.store.Linear(t)
	if len(l.Monomials) == 1 && l.Monomials[0].Coeff.IsOne() && l.Const.IsZero() {
		return e.tableauVar(l.Monomials[0].Term)
	}
	// Every alien part is looked up, even when the sum is known: it may be undefined
	// in this scope.
	monomials := make([]lra.Monomial, len(l.Monomials))
	own := false
	for i, m := range l.Monomials {
		v, err := e.tableauVar(m.Term)
		if err != nil {
			return 0, err
		}
		monomials[i] = lra.Monomial{Coeff: m.Coeff, Var: v}
		own = own || !inside(m.Term).IsSymbol()
	}
	if !own {
		v, ok := e.table.sums[t]
		if !ok {
			v = e.arith.lia.NewTerm(monomials)
			e.table.sums[t] = v
		}
		return v, nil
	}
	v, ok := e.sums[t]
	if !ok {
		// A combination of theories may already have made the sum over the aliases.
		var err error
		if v, err = e.sum(e.purified(t)); err != nil {
			return 0, err
		}
		e.sums[t] = v
	}
	return v, nil
}

// purified returns a sum with aliases instead of its alien parts. These must have aliases already.
func (e *encoder) purified(t *logic.Term) *logic.Term {
	l := e.store.Linear(t)
	z := make([]*logic.Term, 0, len(l.Monomials)+1)
	for _, m := range l.Monomials {
		u := m.Term
		if x := inside(u); !x.IsSymbol() {
			if x = e.alias(x); u.Sort() != x.Sort() {
				x = e.store.ToReal(x)
			}
			u = x
		}
		z = append(z, e.store.Scale(m.Coeff, u))
	}
	return e.store.Add(append(z, e.store.Num(l.Const, t.Sort()))...)
}

// inside strips a conversion to Real, which has no effect in the tableau.
func inside(t *logic.Term) *logic.Term {
	if t.Op() == logic.OpToReal {
		return t.Arg(0)
	}
	return t
}

// tableauVar returns the variable of the tableau for a symbol or an alien term.
func (e *encoder) tableauVar(t *logic.Term) (lra.Var, error) {
	t = inside(t)
	if t.IsSymbol() {
		v := e.table.tableauVar(t, e.arith)
		if e.usage != nil {
			e.usage.addTableauVar(v, e.partition)
		}
		return v, nil
	}
	if v, ok := e.defined[t]; ok {
		return v, nil
	}
	if isOpaque(t) {
		v := e.table.tableauVars[e.alias(t)]
		_, err := e.node(t)
		return v, err
	}
	definition := e.definitions[t]
	if definition == nil {
		d, err := e.definition(t)
		if err != nil {
			return 0, err
		}
		definition = d // canonical, since t is
		e.definitions[t] = definition
	}
	v := e.table.tableauVars[e.alias(t)]
	e.defined[t] = v
	e.onPop(undo{kind: forgetAlien, t: t})
	// Defining it also defines the alien terms inside t.
	return v, e.assert(definition)
}

// alias returns the symbol for the value of the alien term t.
func (e *encoder) alias(t *logic.Term) *logic.Term {
	if base := e.eqEncoder(); isOpaque(t) && base != e {
		return base.alias(t) // partitions share this alias
	}
	z := e.aliases[t]
	if z == nil {
		z = e.store.Fresh("\\v", t.Sort())
		e.aliases[t] = z
		if t.Sort().IsArith() {
			e.table.tableauVars[z] = e.arith.newVar(t.Sort()) // but it is not one of table.symbols
		}
		if e.eq != nil && e.eq.grounds != nil && isOpaque(t) {
			e.eq.grounds.stands[z] = t
		}
	}
	return z
}

// eqEncoder returns the encoder that owns the graph of equations, or e if there is no graph.
func (e *encoder) eqEncoder() *encoder {
	if e.eq == nil {
		return e
	}
	return e.eq.enc
}

// definition returns a formula which states that the alias of t has the value of t.
func (e *encoder) definition(t *logic.Term) (*logic.Term, error) {
	if !inFragment(t) {
		return nil, unsupported(t)
	}
	s := e.store
	switch t.Op() {
	case logic.OpIte:
		return e.cases(t, e.alias(t)), nil
	case logic.OpIntDiv:
		// x = k·q + r with 0 <= r < |k|
		k := t.Arg(1).Num()
		return e.remainder(s.Sub(t.Arg(0), s.Scale(k, e.alias(t))), k), nil
	case logic.OpMod:
		k := t.Arg(1)
		return s.Eq(e.alias(t), s.Sub(t.Arg(0), s.Scale(k.Num(), s.IntDiv(t.Arg(0), k)))), nil
	case logic.OpBVToInt:
		powers := make([]*logic.Term, t.Arg(0).Sort().Width())
		for k := range powers {
			bit := s.Eq(s.Extract(k, k, t.Arg(0)), s.BVNum(big.NewInt(1), 1))
			powers[k] = s.Ite(bit, s.Num(powerOfTwo(k), s.Int), s.IntNum(0))
		}
		return s.Eq(e.alias(t), s.Add(powers...)), nil
	case logic.OpToInt:
		// q <= x < q + 1
		q := s.ToReal(e.alias(t))
		x := t.Arg(0)
		return s.And(s.Le(q, x), s.Lt(x, s.Add(q, s.RealNum(1)))), nil
	}
	return nil, unsupported(t)
}

// remainder states that r is a remainder modulo k.
func (e *encoder) remainder(r *logic.Term, k rational.Rat) *logic.Term {
	s := e.store
	return s.And(s.Ge(r, s.IntNum(0)), s.Lt(r, s.Num(k.Abs(), s.Int)))
}
