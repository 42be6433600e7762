// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"slices"

	"cornet/internal/bound"
	"cornet/internal/rational"
)

func needArith(op string, xs ...*Term) *Sort {
	sort := xs[0].sort
	for _, x := range xs {
		if !x.sort.IsArith() || x.sort != sort {
			panic(fmt.Sprintf("logic: %s over terms of sorts %v and %v", op, sort, x.sort))
		}
	}
	return sort
}

// Add returns the canonical sum of xs, at least one, all Int or all Real.
func (s *Store) Add(xs ...*Term) *Term {
	sort := needArith("+", xs...)
	one := rational.Int(1)
	z := roomFor(xs...)
	for _, x := range xs {
		z.addScaled(one, x)
	}
	z.normalize()
	return s.sum(z, sort)
}

// Sub returns x - y.
func (s *Store) Sub(x, y *Term) *Term {
	sort := needArith("-", x, y)
	return s.sum(s.difference(x, y), sort)
}

func (s *Store) difference(x, y *Term) Linear {
	z := roomFor(x, y)
	z.addScaled(rational.Int(1), x)
	z.addScaled(rational.Int(-1), y)
	z.normalize()
	return z
}

// Neg returns -x.
func (s *Store) Neg(x *Term) *Term { return s.Scale(rational.Int(-1), x) }

// Scale returns c·x. For Int, c must be an integer.
func (s *Store) Scale(c rational.Rat, x *Term) *Term {
	sort := needArith("*", x)
	return s.sum(s.Linear(x).Scale(c), sort)
}

// Mul returns the product of xs, at least one, all Int or all Real. Numerals are multiplied out
// over a sum. A product of several factors that are not numerals is one opaque nonlinear term.
func (s *Store) Mul(xs ...*Term) *Term {
	sort := needArith("*", xs...)
	c := rational.Int(1)
	var factors []*Term
	for _, x := range xs {
		switch {
		case x.op == OpNum:
			c = c.Mul(x.Num())
		case x.op == OpMul && x.args[0].op == OpNum:
			c = c.Mul(x.args[0].Num())
			factors = appendFactors(factors, x.args[1])
		default:
			factors = appendFactors(factors, x)
		}
	}
	switch {
	case c.IsZero() || len(factors) == 0:
		return s.Num(c, sort)
	case len(factors) == 1:
		return s.Scale(c, factors[0])
	}
	slices.SortFunc(factors, byID)
	return s.Scale(c, s.intern(OpMul, sort, factors, nil))
}

// maxFactors limits products. Squares of squares soon have more factors than fit in memory.
const maxFactors = 1 << 12

func appendFactors(factors []*Term, x *Term) []*Term {
	if x.op != OpMul {
		return append(factors, x)
	}
	if len(factors)+len(x.args) > maxFactors {
		panic(&bound.Exceeded{What: fmt.Sprintf("products of more than %d factors", maxFactors)})
	}
	return append(factors, x.args...) // without numeral: a product of factors
}

// Div returns x / y over Real. Division by the numeral 0 or by a term other than a numeral is not
// simplified, since SMT-LIB leaves the value of x/0 open.
func (s *Store) Div(x, y *Term) *Term {
	if sort := needArith("/", x, y); !sort.IsReal() {
		panic("logic: / over Int")
	}
	if y.op == OpNum && !y.Num().IsZero() {
		return s.Scale(y.Num().Inv(), x)
	}
	return s.intern(OpDiv, s.Real, []*Term{x, y}, nil)
}

// IntDiv returns (div x y), Euclidean division over Int. Division by 0 is not simplified. If y is a
// numeral, it is made positive, and its multiples are divided out of the coefficients of x, so that
// (div x k) and (mod x k) have the same first argument.
func (s *Store) IntDiv(x, y *Term) *Term {
	needInt("div", x, y)
	if y.op != OpNum || y.Num().IsZero() {
		return s.intern(OpIntDiv, s.Int, []*Term{x, y}, nil)
	}
	k := y.Num().Abs()
	quotient, rest := s.Linear(x).divide(k)
	if rest.IsConst() {
		q, _ := rest.Const.DivEuclid(k)
		quotient.Const = quotient.Const.Add(q)
	} else {
		div := s.intern(OpIntDiv, s.Int, []*Term{s.sum(rest, s.Int), s.Num(k, s.Int)}, nil)
		quotient.addTerm(rational.Int(1), div)
		quotient.normalize()
	}
	if y.Num().Sign() < 0 {
		quotient = quotient.Scale(rational.Int(-1))
	}
	return s.sum(quotient, s.Int)
}

// Mod returns (mod x y), the Euclidean remainder over Int, in [0, |y|). A remainder modulo 0 is not
// simplified. If y is a numeral k, it is made positive, and the coefficients of x are reduced to
// more than -k/2 and at most k/2.
func (s *Store) Mod(x, y *Term) *Term {
	needInt("mod", x, y)
	if y.op != OpNum || y.Num().IsZero() {
		return s.intern(OpMod, s.Int, []*Term{x, y}, nil)
	}
	k := y.Num().Abs()
	_, rest := s.Linear(x).divide(k)
	if rest.IsConst() {
		_, r := rest.Const.DivEuclid(k)
		return s.Num(r, s.Int)
	}
	x, y = s.sum(rest, s.Int), s.Num(k, s.Int)
	if x.op == OpMod && x.args[1].op == OpNum { // (mod (mod t j) k)
		switch j := x.args[1].Num(); {
		case j.Cmp(k) <= 0 && j.Sign() > 0:
			return x
		case j.Div(k).IsInt() && j.Sign() > 0:
			return s.Mod(x.args[0], y)
		}
	}
	return s.intern(OpMod, s.Int, []*Term{x, y}, nil)
}

// divide returns q and r with x = k·q + r for a normalised x over integers and
// k > 0; the coefficients of r lie between -k/2, exclusive, and k/2. Both are
// normalised.
func (x Linear) divide(k rational.Rat) (q, r Linear) {
	for _, m := range x.Monomials {
		a, b := nearest(m.Coeff, k)
		if !a.IsZero() {
			q.Monomials = append(q.Monomials, Monomial{a, m.Term})
		}
		if !b.IsZero() {
			r.Monomials = append(r.Monomials, Monomial{b, m.Term})
		}
	}
	q.Const, r.Const = nearest(x.Const, k)
	return q, r
}

// nearest returns q and r with x = k·q + r and -k/2 < r <= k/2.
func nearest(x, k rational.Rat) (q, r rational.Rat) {
	q, r = x.DivEuclid(k)
	if k.Less(r.Add(r)) {
		q, r = q.Add(rational.Int(1)), r.Sub(k)
	}
	return q, r
}

func needInt(op string, xs ...*Term) {
	if !needArith(op, xs...).IsInt() {
		panic("logic: " + op + " over Real")
	}
}

// Abs returns (ite (>= x 0) x (- x)).
func (s *Store) Abs(x *Term) *Term {
	return s.Ite(s.Ge(x, s.Num(rational.Rat{}, x.sort)), x, s.Neg(x))
}

// ToReal returns x of sort Int as a Real, distributed over sums.
func (s *Store) ToReal(x *Term) *Term {
	needInt("to_real", x)
	l := s.Linear(x)
	z := Linear{Const: l.Const, Monomials: make([]Monomial, len(l.Monomials))}
	for i, m := range l.Monomials {
		z.Monomials[i] = Monomial{m.Coeff, s.intern(OpToReal, s.Real, []*Term{m.Term}, nil)}
	}
	z.normalize()
	return s.sum(z, s.Real)
}

// ToInt returns the floor of x of sort Real. The integer part of the sum x is moved out of the
// floor.
func (s *Store) ToInt(x *Term) *Term {
	if !x.sort.IsReal() {
		panic("logic: to_int over " + x.sort.String())
	}
	l := s.Linear(x)
	whole := Linear{Const: l.Const.Floor()}
	rest := Linear{Const: l.Const.Sub(whole.Const)}
	for _, m := range l.Monomials {
		if m.Term.op == OpToReal && m.Coeff.IsInt() {
			whole.Monomials = append(whole.Monomials, Monomial{m.Coeff, m.Term.args[0]})
		} else {
			rest.Monomials = append(rest.Monomials, m)
		}
	}
	if !rest.IsConst() {
		floor := s.intern(OpToInt, s.Int, []*Term{s.sum(rest, s.Real)}, nil)
		whole.Monomials = append(whole.Monomials, Monomial{rational.Int(1), floor})
	}
	whole.normalize()
	return s.sum(whole, s.Int)
}

// IsInt returns (= x (to_real (to_int x))) for x of sort Real.
func (s *Store) IsInt(x *Term) *Term { return s.Eq(x, s.ToReal(s.ToInt(x))) }

// Le returns x <= y in canonical form. An atom reads (<= sum numeral), where the sum has no
// constant, coprime integer coefficients and a positive first one; over Int the numeral is rounded.
// The other direction is the negation of such an atom; over Real, it is the negation of a strict
// atom (< sum numeral). So x <= y and its complement y < x share one atom.
func (s *Store) Le(x, y *Term) *Term {
	sort := needArith("<=", x, y)
	return s.compare(s.difference(x, y), false, sort)
}

// Lt returns x < y in the form described at [Store.Le].
func (s *Store) Lt(x, y *Term) *Term {
	sort := needArith("<", x, y)
	return s.compare(s.difference(x, y), true, sort)
}

// Ge returns x >= y in the form described at [Store.Le].
func (s *Store) Ge(x, y *Term) *Term { return s.Le(y, x) }

// Halves returns x <= y and x >= y if t is the equation x = y of numbers, and otherwise t.
func (s *Store) Halves(t *Term) []*Term {
	if !t.IsEquation() {
		return []*Term{t}
	}
	return []*Term{s.Le(t.Arg(0), t.Arg(1)), s.Ge(t.Arg(0), t.Arg(1))}
}

// Gt returns x > y in the form described at [Store.Le].
func (s *Store) Gt(x, y *Term) *Term { return s.Lt(y, x) }

// Nonpositive returns the atom d <= 0, or d < 0 if strict, for a linear sum over terms of the given
// sort, with monomials in any order.
func (s *Store) Nonpositive(d Linear, strict bool, sort *Sort) *Term {
	return s.compare(d.normalized(), strict, sort)
}

// compare returns d <= 0 or d < 0 for a normalised d.
func (s *Store) compare(d Linear, strict bool, sort *Sort) *Term {
	if d.IsConst() {
		sign := d.Const.Sign()
		return s.BoolValue(sign < 0 || sign == 0 && !strict)
	}
	p := d.primitive()
	bound := p.Const.Neg() // Σ <= bound
	p.Const = rational.Rat{}
	if sort.IsInt() {
		if strict {
			bound = bound.Ceil().Sub(rational.Int(1))
		}
		bound, strict = bound.Floor(), false
	}
	if p.Monomials[0].Coeff.Sign() > 0 {
		return s.bound(p, bound, strict, sort)
	}
	// Σ <= b  iff  not (-Σ < -b);  over Int  not (-Σ <= -b-1).
	p, bound = p.Scale(rational.Int(-1)), bound.Neg()
	if sort.IsInt() {
		return s.Not(s.bound(p, bound.Sub(rational.Int(1)), false, sort))
	}
	return s.Not(s.bound(p, bound, !strict, sort))
}

func (s *Store) bound(p Linear, bound rational.Rat, strict bool, sort *Sort) *Term {
	op := OpLe
	if strict {
		op = OpLt
	}
	return s.intern(op, s.Bool, []*Term{s.sum(p, sort), s.Num(bound, sort)}, nil)
}

// arithEq returns the canonical atom for x = y.
func (s *Store) arithEq(x, y *Term) *Term {
	sort := needArith("=", x, y)
	return s.eqZero(s.difference(x, y), sort)
}

// EqZero returns the atom d = 0 for a linear sum over terms of the given sort, with monomials in
// any order.
func (s *Store) EqZero(d Linear, sort *Sort) *Term { return s.eqZero(d.normalized(), sort) }

// eqZero returns the atom d = 0 for a normalised d.
func (s *Store) eqZero(d Linear, sort *Sort) *Term {
	if d.IsConst() {
		return s.BoolValue(d.Const.IsZero())
	}
	p := d.primitive()
	if p.Monomials[0].Coeff.Sign() < 0 {
		p = p.Scale(rational.Int(-1))
	}
	rhs := p.Const.Neg()
	if sort.IsInt() && !rhs.IsInt() {
		return s.falseTerm
	}
	p.Const = rational.Rat{}
	return s.intern(OpEq, s.Bool, []*Term{s.sum(p, sort), s.Num(rhs, sort)}, nil)
}
