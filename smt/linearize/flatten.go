// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// maxTerms bounds the monomials of a product after it is multiplied out.
const maxTerms = 200

// flattener makes terms flat. Names never change, so that earlier terms remain valid.
type flattener struct {
	store      *logic.Store
	flat       *logic.Rewriter
	abstract   *logic.Rewriter
	names      map[*logic.Term]*logic.Term  // names of factors
	divisions  map[[2]*logic.Term]*division // by dividend and divisor
	remainders map[*logic.Term]*division
	// definitions has the flat formulas that define names, except names of products.
	definitions map[*logic.Term]*logic.Term
	// leaves are the possible values of a name that represents an if-then-else.
	leaves   map[*logic.Term][]*logic.Term
	products map[*logic.Term]*logic.Term // their names
	tooLong  bool
}

func newFlattener(s *logic.Store) *flattener {
	f := &flattener{
		store: s, names: map[*logic.Term]*logic.Term{}, divisions: map[[2]*logic.Term]*division{}, remainders: map[*logic.Term]*division{}, definitions: map[*logic.Term]*logic.Term{},
		leaves: map[*logic.Term][]*logic.Term{}, products: map[*logic.Term]*logic.Term{},
	}
	f.flat = s.NewRewriter(nil, f.multiplyOut)
	f.abstract = s.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		if t.IsProduct() {
			return f.product(t)
		}
		return t
	})
	return f
}

// flatten returns t in flat form.
func (f *flattener) flatten(t *logic.Term) *logic.Term { return f.flat.Map(t) }

// linear returns the flat term t with names for products.
func (f *flattener) linear(t *logic.Term) *logic.Term { return f.abstract.Map(t) }

// product returns the name of a product of variables.
func (f *flattener) product(t *logic.Term) *logic.Term {
	v := f.products[t]
	if v == nil {
		v = f.store.Fresh("product", t.Sort())
		f.products[t] = v
	}
	return v
}

// multiplyOut makes t flat. Its arguments are flat already.
func (f *flattener) multiplyOut(t *logic.Term) *logic.Term {
	switch {
	case t.Op() == logic.OpIte && t.Sort().IsArith():
		return f.name(t)
	case t.Op() == logic.OpMod || t.Op() == logic.OpIntDiv:
		if k := t.Arg(1); k.Op() == logic.OpNum && !k.Num().IsZero() {
			d := f.divide(t.Arg(0), k.Num().Abs())
			switch {
			case t.Op() == logic.OpMod:
				return d.remainder
			case k.Num().Sign() < 0:
				return f.store.Neg(d.quotient)
			}
			return d.quotient
		}
	case t.IsProduct():
		z := logic.Linear{Const: rational.Int(1)}
		for _, x := range t.Args() {
			z = f.times(z, f.polynomial(x), t.Sort())
		}
		return f.store.Sum(z, t.Sort())
	}
	return t
}

// polynomial returns x as a sum of variables and products of variables.
func (f *flattener) polynomial(x *logic.Term) logic.Linear {
	l := f.store.Linear(x)
	z := logic.Linear{Const: l.Const}
	for _, m := range l.Monomials {
		if !m.Term.IsSymbol() && !m.Term.IsProduct() {
			m.Term = f.name(m.Term)
		}
		z.Monomials = append(z.Monomials, m)
	}
	return f.store.Linear(f.store.Sum(z, x.Sort()))
}

// times returns the product of two flat sums.
func (f *flattener) times(x, y logic.Linear, sort *logic.Sort) logic.Linear {
	if f.tooLong = f.tooLong || (len(x.Monomials)+1)*(len(y.Monomials)+1) > maxTerms; f.tooLong {
		return x
	}
	z := x.Scale(y.Const)
	for _, n := range y.Monomials {
		z.Monomials = append(z.Monomials, logic.Monomial{Coeff: n.Coeff.Mul(x.Const), Term: n.Term})
		for _, m := range x.Monomials {
			z.Monomials = append(z.Monomials, logic.Monomial{Coeff: m.Coeff.Mul(n.Coeff), Term: f.store.Mul(m.Term, n.Term)})
		}
	}
	return f.store.Linear(f.store.Sum(z, sort))
}

// name returns a variable that is equal to t.
func (f *flattener) name(t *logic.Term) *logic.Term {
	v := f.names[t]
	if v == nil {
		s := f.store
		v = s.Fresh("factor", t.Sort())
		f.names[t] = v
		f.definitions[v] = s.Eq(v, t)
		f.leaves[v] = leaves(t)
	}
	return v
}

// leaves returns the possible values of t if t is an if-then-else.
func leaves(t *logic.Term) []*logic.Term {
	if t.Op() != logic.OpIte {
		return nil
	}
	var z []*logic.Term
	seen := map[*logic.Term]bool{}
	for work := []*logic.Term{t}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case seen[t]:
		case t.Op() == logic.OpIte:
			work = append(work, t.Arg(2), t.Arg(1))
		default:
			z = append(z, t)
		}
		seen[t] = true
	}
	return z
}

// division states that dividend = modulus·quotient + remainder, and 0 <= remainder < modulus.
// Quotient and remainder are variables.
type division struct {
	dividend, quotient, remainder *logic.Term
	modulus                       rational.Rat
}

// divide returns the division of x by k > 0.
func (f *flattener) divide(x *logic.Term, k rational.Rat) *division {
	s := f.store
	key := s.Mod(s.Var("\\dividend", s.Int), s.Num(k, s.Int)) // a term for each k
	d := f.divisions[[2]*logic.Term{x, key}]
	if d == nil {
		d = &division{x, s.Fresh("quotient", s.Int), s.Fresh("remainder", s.Int), k}
		f.divisions[[2]*logic.Term{x, key}] = d
		f.remainders[d.remainder] = d
		below := s.And(s.Ge(d.remainder, s.IntNum(0)), s.Lt(d.remainder, s.Num(k, s.Int)))
		whole := d.whole(s)
		f.definitions[d.quotient] = s.And(below, whole)
		f.definitions[d.remainder] = below
		if _, ok := exponent(k); !ok {
			f.definitions[d.remainder] = s.And(below, whole)
		}
	}
	return d
}

func (d *division) whole(s *logic.Store) *logic.Term {
	return s.Eq(d.dividend, s.Add(d.remainder, s.Scale(d.modulus, d.quotient)))
}
