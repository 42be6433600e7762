// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"slices"

	"cornet/internal/rational"
)

// Monomial is a coefficient times a term that is not itself a sum, a scaled
// term or a numeral.
type Monomial struct {
	Coeff rational.Rat
	Term  *Term
}

// Linear is the linear sum Σ Coeff·Term + Const. The zero value is the sum 0.
// Monomials are sorted by the IDs of their terms, which are distinct, and no
// coefficient is zero.
type Linear struct {
	Monomials []Monomial
	Const     rational.Rat
}

// Linear returns the canonical linear sum of t, of sort Int or Real. Nonlinear parts of t are
// opaque terms.
//
// Cost: O(size of the sum).
func (s *Store) Linear(t *Term) Linear {
	var z Linear
	if t.op != OpAdd {
		z.addTerm(rational.Int(1), t)
		return z
	}
	z.Monomials = make([]Monomial, 0, len(t.args))
	for _, a := range t.args {
		z.addTerm(rational.Int(1), a)
	}
	return z
}

// addTerm appends c·t for a t that is not a sum. The caller restores order.
func (z *Linear) addTerm(c rational.Rat, t *Term) {
	switch {
	case t.op == OpNum:
		z.Const = z.Const.Add(c.Mul(t.Num()))
	case t.op == OpMul && t.args[0].op == OpNum:
		z.Monomials = append(z.Monomials, Monomial{c.Mul(t.args[0].Num()), t.args[1]})
	default:
		z.Monomials = append(z.Monomials, Monomial{c, t})
	}
}

// roomFor returns the sum 0 with room for the monomials of xs.
func roomFor(xs ...*Term) Linear {
	n := 0
	for _, x := range xs {
		switch x.op {
		case OpAdd:
			n += len(x.args)
		case OpNum:
		default:
			n++
		}
	}
	return Linear{Monomials: make([]Monomial, 0, n)}
}

// addScaled adds c·t; the caller restores order.
func (z *Linear) addScaled(c rational.Rat, t *Term) {
	if t.op != OpAdd {
		z.addTerm(c, t)
		return
	}
	for _, a := range t.args {
		z.addTerm(c, a)
	}
}

// normalize sorts the monomials, merges equal terms and drops zeros.
func (z *Linear) normalize() {
	m := z.Monomials
	slices.SortFunc(m, func(x, y Monomial) int { return byID(x.Term, y.Term) })
	k := 0
	for i := 0; i < len(m); {
		x := m[i]
		for i++; i < len(m) && m[i].Term == x.Term; i++ {
			x.Coeff = x.Coeff.Add(m[i].Coeff)
		}
		if !x.Coeff.IsZero() {
			m[k] = x
			k++
		}
	}
	z.Monomials = m[:k]
}

// normalized returns x with sorted and distinct monomials without zeros. It does not change x.
func (x Linear) normalized() Linear {
	for i, m := range x.Monomials {
		if m.Coeff.IsZero() || i > 0 && x.Monomials[i-1].Term.id >= m.Term.id {
			x.Monomials = slices.Clone(x.Monomials)
			x.normalize()
			break
		}
	}
	return x
}

// Scale returns c·x.
func (x Linear) Scale(c rational.Rat) Linear {
	if c.IsZero() {
		return Linear{}
	}
	z := Linear{make([]Monomial, len(x.Monomials)), x.Const.Mul(c)}
	for i, m := range x.Monomials {
		z.Monomials[i] = Monomial{m.Coeff.Mul(c), m.Term}
	}
	return z
}

// Add returns x + y.
func (x Linear) Add(y Linear) Linear { return x.AddMul(rational.Int(1), y) }

// Sub returns x - y.
func (x Linear) Sub(y Linear) Linear { return x.AddMul(rational.Int(-1), y) }

// AddMul returns x + c·y, for c ≠ 0. Monomials may be in any order and repeat.
//
// Cost: linear in the sizes of x and y if both are sorted.
func (x Linear) AddMul(c rational.Rat, y Linear) Linear {
	a, b := x.Monomials, y.Monomials
	z := Linear{make([]Monomial, 0, len(a)+len(b)), x.Const.AddMul(c, y.Const)}
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Term.id < b[0].Term.id:
			z.Monomials = append(z.Monomials, a[0])
			a = a[1:]
		case len(a) == 0 || b[0].Term.id < a[0].Term.id:
			z.Monomials = append(z.Monomials, Monomial{b[0].Coeff.Mul(c), b[0].Term})
			b = b[1:]
		default:
			if k := a[0].Coeff.AddMul(b[0].Coeff, c); !k.IsZero() {
				z.Monomials = append(z.Monomials, Monomial{k, a[0].Term})
			}
			a, b = a[1:], b[1:]
		}
	}
	return z.normalized()
}

// IsConst reports whether x has no monomials.
func (x Linear) IsConst() bool { return len(x.Monomials) == 0 }

// Coeff returns the coefficient of t in x, 0 when t does not occur.
func (x Linear) Coeff(t *Term) rational.Rat {
	i, found := slices.BinarySearchFunc(x.Monomials, t, func(m Monomial, t *Term) int { return byID(m.Term, t) })
	if !found {
		return rational.Rat{}
	}
	return x.Monomials[i].Coeff
}

// Sum returns the canonical term of sort Int or Real for x, whose monomials may be in any order and
// repeat.
func (s *Store) Sum(x Linear, sort *Sort) *Term {
	return s.sum(x.normalized(), sort)
}

// sum makes the term for a normalised x.
func (s *Store) sum(x Linear, sort *Sort) *Term {
	n := len(x.Monomials)
	if n == 0 {
		return s.Num(x.Const, sort)
	}
	if n == 1 && x.Const.IsZero() {
		return s.scaled(x.Monomials[0])
	}
	args := make([]*Term, n, n+1)
	for i, m := range x.Monomials {
		args[i] = s.scaled(m)
	}
	if !x.Const.IsZero() {
		args = append(args, s.Num(x.Const, sort))
	}
	return s.intern(OpAdd, sort, args, nil)
}

func (s *Store) scaled(m Monomial) *Term {
	if m.Coeff.IsOne() {
		return m.Term
	}
	return s.intern(OpMul, m.Term.sort, []*Term{s.Num(m.Coeff, m.Term.sort), m.Term}, nil)
}

// primitive divides the monomials of a non-constant x by the positive rational that makes their
// coefficients coprime integers. The constant is divided, too.
func (x Linear) primitive() Linear {
	num, den := rational.Rat{}, rational.Int(1)
	for _, m := range x.Monomials {
		num = rational.GCD(num, m.Coeff.Num())
		den = rational.LCM(den, m.Coeff.Den())
	}
	divisor := num.Div(den)
	if divisor.IsOne() {
		return x
	}
	return x.Scale(divisor.Inv())
}
