// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"errors"
	"fmt"
	"math/big"

	"cornet/horn"

	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// Translate returns a system over Int that derives the signed values of the facts that sys derives.
// The error wraps errors.ErrUnsupported if sys cannot be translated.
//
// Cost: linear in the size of the clauses, except for the sizes of sums.
func Translate(sys *horn.System) (pass.Outcome, error) {
	z, b, err := translate(sys, (*translation).clause)
	if err != nil {
		return pass.Outcome{}, err
	}
	return pass.Outcome{System: z, Effect: pass.Exact, Back: b}, nil
}

// translate makes predicates over Int, and the clauses by clause.
func translate(sys *horn.System, clause func(*translation, *horn.Clause, map[*logic.Func]*logic.Func) (*horn.Clause, error)) (*horn.System, *back, error) {
	s := sys.Store
	b := &back{sys: sys, image: map[*logic.Func]*logic.Func{}}
	z := &horn.System{Store: s}
	for _, p := range sys.Preds {
		sorts := make([]*logic.Sort, p.Arity())
		for i, d := range p.Params() {
			if sorts[i] = d; d.IsBitVec() {
				sorts[i] = s.Int
			} else if d.IsArray() || d.IsDatatype() {
				return nil, nil, unsupported("arguments of sort " + d.String())
			}
		}
		b.image[p] = s.FreshFunc(p.Name(), sorts, s.Bool)
		z.Preds = append(z.Preds, b.image[p])
	}
	for _, c := range sys.Clauses {
		t := &translation{store: s, values: map[*logic.Term]*logic.Term{}, vars: map[*logic.Term]*logic.Term{}}
		d, err := clause(t, c, b.image)
		if err != nil {
			return nil, nil, err
		}
		z.Clauses = append(z.Clauses, d)
		b.vars = append(b.vars, t.vars)
	}
	return z, b, nil
}

func unsupported(what string) error {
	return fmt.Errorf("intblast: %s: %w", what, errors.ErrUnsupported)
}

// translation makes a clause over values from a clause over vectors.
type translation struct {
	store  *logic.Store
	values map[*logic.Term]*logic.Term // by vector
	vars   map[*logic.Term]*logic.Term // by variable: the vector whose value it is
	side   []*logic.Term
	err    error

	residues *residues // nil if variables stand for values
}

func (t *translation) clause(c *horn.Clause, image map[*logic.Func]*logic.Func) (*horn.Clause, error) {
	z := c.Map(func(a horn.Atom) horn.Atom { return horn.Atom{Pred: image[a.Pred], Args: slice.Map(a.Args, t.term)} })
	constraint := t.term(c.Constraint)
	z.Constraint = t.store.And(append(t.side, constraint)...)
	return z, t.err
}

// term translates any term. A vector becomes its value.
func (t *translation) term(x *logic.Term) *logic.Term {
	if x.HasQuantifiers() {
		t.err = unsupported("quantifiers inside of constraints")
		return x
	}
	if x.Sort().IsBitVec() {
		return t.value(x)
	}
	return t.store.NewRewriter(t.before, func(y *logic.Term) *logic.Term { return y }).Map(x)
}

// before translates terms with vector arguments. It returns nil for other terms.
func (t *translation) before(x *logic.Term) *logic.Term {
	s := t.store
	vector := false
	for _, a := range x.Args() {
		vector = vector || a.Sort().IsBitVec()
	}
	switch {
	case x.Sort().IsArray() || x.Sort().IsDatatype():
		t.err = unsupported("terms of sort " + x.Sort().String())
		return x
	case !vector:
		return nil
	case x.Op() == logic.OpEq:
		return t.equal(x.Arg(0), x.Arg(1))
	case x.Op() == logic.OpBVSle:
		return s.Le(t.value(x.Arg(0)), t.value(x.Arg(1)))
	case x.Op() == logic.OpBVUle:
		return s.Le(t.unsigned(x.Arg(0)), t.unsigned(x.Arg(1)))
	case x.Op() == logic.OpBVToInt:
		return t.unsigned(x.Arg(0))
	}
	t.err = unsupported(fmt.Sprintf("%v over bit-vectors", x.Op()))
	return x
}

// equal translates an equation. Only one side must be brought into range if the other is a
// variable: the variable is in range, and then the other side equals it.
func (t *translation) equal(x, y *logic.Term) *logic.Term {
	if t.residues != nil && x.Sort().IsBitVec() {
		return t.congruent(x, y)
	}
	return t.store.Eq(t.value(x), t.value(y))
}

// value returns the signed value of a vector.
func (t *translation) value(x *logic.Term) *logic.Term {
	if z := t.values[x]; z != nil {
		return z
	}
	z := t.make(x)
	t.values[x] = z
	return z
}

func (t *translation) make(x *logic.Term) *logic.Term {
	s, w := t.store, x.Sort().Width()
	switch x.Op() {
	case logic.OpVar:
		if t.residues != nil {
			return t.settled(t.residue(x), w)
		}
		v := t.variable(x)
		t.side = append(t.side, t.inRange(v, w))
		return v
	case logic.OpBV:
		return t.num(signed(x.BV(), w))
	case logic.OpIte:
		return s.Ite(t.term(x.Arg(0)), t.value(x.Arg(1)), t.value(x.Arg(2)))
	case logic.OpBVNot:
		return s.Sub(t.num(big.NewInt(-1)), t.value(x.Arg(0)))
	case logic.OpBVAdd, logic.OpBVMul, logic.OpBVNeg, logic.OpBVShl:
		if t.residues != nil {
			return t.settled(t.residue(x), w)
		}
		y, low, high := t.sum(t.collect(x))
		return t.wrap(y, low, high, w)
	case logic.OpSignExtend:
		return t.value(x.Arg(0))
	case logic.OpConcat:
		low := x.Arg(1).Sort().Width()
		return s.Add(s.Scale(t.rat(modulus(low)), t.value(x.Arg(0))), t.unsigned(x.Arg(1)))
	case logic.OpExtract:
		high, low := x.Indices()
		// The sign of the argument does not matter, since low bits depend only on the value modulo
		// a power of two.
		y := t.value(x.Arg(0))
		if low > 0 {
			y = s.IntDiv(y, t.num(modulus(low)))
		}
		if high == x.Arg(0).Sort().Width()-1 {
			return y
		}
		m := t.num(modulus(w))
		half := t.num(modulus(w - 1))
		return s.Sub(s.Mod(s.Add(y, half), m), half)
	case logic.OpBVAshr, logic.OpBVLshr:
		by := x.Arg(1)
		if by.Op() != logic.OpBV || by.BV().Cmp(big.NewInt(int64(w))) >= 0 || by.BV().Sign() == 0 {
			break
		}
		y := t.value(x.Arg(0))
		if x.Op() == logic.OpBVLshr {
			y = t.unsigned(x.Arg(0))
		}
		return s.IntDiv(y, t.num(modulus(int(by.BV().Int64()))))
	case logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod:
		if z := t.divide(x); z != nil {
			return z
		}
	case logic.OpBVUDiv, logic.OpBVURem:
		by := x.Arg(1)
		if by.Op() != logic.OpBV || by.BV().Sign() == 0 {
			break
		}
		z := s.IntDiv(t.unsigned(x.Arg(0)), t.num(by.BV()))
		if x.Op() == logic.OpBVURem {
			z = s.Mod(t.unsigned(x.Arg(0)), t.num(by.BV()))
		}
		return s.Ite(s.Le(z, t.num(most(w))), z, s.Sub(z, t.num(modulus(w))))
	}
	t.err = unsupported(fmt.Sprintf("%v of variables", x.Op()))
	return s.IntNum(0)
}

// divide translates signed division by a numeral other than 0 and -1. It rounds towards 0. For
// other divisors it returns nil.
func (t *translation) divide(x *logic.Term) *logic.Term {
	s, w := t.store, x.Sort().Width()
	if x.Arg(1).Op() != logic.OpBV {
		return nil
	}
	by := signed(x.Arg(1).BV(), w)
	if by.Sign() == 0 || by.Cmp(big.NewInt(-1)) == 0 {
		return nil
	}
	y, k := t.value(x.Arg(0)), t.num(by)
	if x.Op() == logic.OpBVSMod {
		if by.Sign() < 0 {
			return nil
		}
		return s.Mod(y, k)
	}
	// div rounds so that the remainder is not negative.
	quotient := s.Ite(s.Ge(y, s.IntNum(0)), s.IntDiv(y, k), s.Neg(s.IntDiv(s.Neg(y), k)))
	if x.Op() == logic.OpBVSDiv {
		return quotient
	}
	return s.Sub(y, s.Scale(t.rat(by), quotient))
}

// unsigned returns the unsigned value of a vector.
func (t *translation) unsigned(x *logic.Term) *logic.Term {
	s, w := t.store, x.Sort().Width()
	y := t.value(x)
	if x.Op() == logic.OpBV {
		return t.num(x.BV())
	}
	return s.Ite(s.Ge(y, s.IntNum(0)), y, s.Add(y, t.num(modulus(w))))
}

// variable returns a new variable for the value of x.
func (t *translation) variable(x *logic.Term) *logic.Term {
	v := t.store.Fresh(x.Name(), t.store.Int)
	t.vars[v] = x
	return v
}

// inRange states that y is the value of a vector of width w.
func (t *translation) inRange(y *logic.Term, w int) *logic.Term {
	s := t.store
	return s.And(s.Le(t.num(least(w)), y), s.Le(y, t.num(most(w))))
}

// multiple is a vector with a coefficient.
type multiple struct {
	coeff *big.Int
	of    *logic.Term
}

// collect returns the vector term x as a sum of a constant and of multiples of terms other than
// sums, in their order. Coefficients are near 0.
func (t *translation) collect(x ...*logic.Term) (sum []multiple, constant *big.Int, w int) {
	w = x[0].Sort().Width()
	place := map[*logic.Term]int{}
	constant = new(big.Int)
	var work []multiple
	for _, y := range x {
		work = append(work, multiple{big.NewInt(1), y})
	}
	times := func(c, d *big.Int) *big.Int { return new(big.Int).Mul(c, d) }
	for len(work) > 0 {
		c, y := work[len(work)-1].coeff, work[len(work)-1].of
		work = work[:len(work)-1]
		switch {
		case y.Op() == logic.OpBV:
			constant.Add(constant, times(c, signed(y.BV(), w)))
			continue
		case y.Op() == logic.OpBVNeg:
			work = append(work, multiple{new(big.Int).Neg(c), y.Arg(0)})
			continue
		case y.Op() == logic.OpBVAdd:
			for _, a := range y.Args() {
				work = append(work, multiple{c, a})
			}
			continue
		case y.Op() == logic.OpBVMul && y.Arg(0).Op() == logic.OpBV:
			work = append(work, multiple{times(c, signed(y.Arg(0).BV(), w)), y.Arg(1)})
			continue
		case y.Op() == logic.OpBVShl && y.Arg(1).Op() == logic.OpBV && y.Arg(1).BV().Cmp(big.NewInt(int64(w))) < 0:
			work = append(work, multiple{new(big.Int).Lsh(c, uint(y.Arg(1).BV().Int64())), y.Arg(0)})
			continue
		case y.Op() == logic.OpBVMul || y.Op() == logic.OpBVShl:
			t.err = unsupported(fmt.Sprintf("%v of variables", y.Op()))
			return nil, constant, w
		}
		k, ok := place[y]
		if !ok {
			k = len(sum)
			place[y] = k
			sum = append(sum, multiple{new(big.Int), y})
		}
		sum[k].coeff.Add(sum[k].coeff, c)
	}
	for k := range sum {
		sum[k].coeff = near(sum[k].coeff, w)
	}
	return sum, near(constant, w), w
}

// sum returns a sum of values before it wraps around, with bounds.
func (t *translation) sum(sum []multiple, constant *big.Int, w int) (z *logic.Term, low, high *big.Int) {
	s := t.store
	low, high = new(big.Int).Set(constant), new(big.Int).Set(constant)
	parts := []*logic.Term{t.num(constant)}
	for _, m := range sum {
		parts = append(parts, s.Scale(t.rat(m.coeff), t.value(m.of)))
		a, b := new(big.Int).Mul(m.coeff, least(w)), new(big.Int).Mul(m.coeff, most(w))
		if m.coeff.Sign() < 0 {
			a, b = b, a
		}
		low.Add(low, a)
		high.Add(high, b)
	}
	return s.Add(parts...), low, high
}

// wrap returns the value of the vector of width w to which y is congruent. y is between low and
// high.
func (t *translation) wrap(y *logic.Term, low, high *big.Int, w int) *logic.Term {
	s, m := t.store, modulus(w)
	if y.Op() == logic.OpNum {
		return y // y is near the range
	}
	down := new(big.Int).Sub(low, least(w))
	up := new(big.Int).Sub(most(w), high)
	if down.CmpAbs(m) > 0 && down.Sign() < 0 || up.CmpAbs(m) > 0 && up.Sign() < 0 {
		k := s.Fresh("wrap", s.Int)
		v := s.Sub(y, s.Scale(t.rat(m), k))
		t.side = append(t.side, t.inRange(v, w))
		return v
	}
	z := y
	if up.Sign() < 0 {
		z = s.Ite(s.Le(y, t.num(most(w))), y, s.Sub(y, t.num(m)))
	}
	if down.Sign() < 0 {
		z = s.Ite(s.Ge(y, t.num(least(w))), z, s.Add(y, t.num(m)))
	}
	return z
}

func (t *translation) num(n *big.Int) *logic.Term { return t.store.Num(t.rat(n), t.store.Int) }

func (t *translation) rat(n *big.Int) rational.Rat { return rational.FromBigInt(n) }

// modulus is 2^w.
func modulus(w int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

// least and most bound the values of vectors of width w.
func least(w int) *big.Int { return new(big.Int).Neg(modulus(w - 1)) }
func most(w int) *big.Int  { return new(big.Int).Sub(modulus(w-1), big.NewInt(1)) }

// signed returns the signed value of the vector with unsigned value n.
func signed(n *big.Int, w int) *big.Int { return near(n, w) }

// near returns the number congruent to n that is the value of a vector.
func near(n *big.Int, w int) *big.Int {
	z := new(big.Int).Mod(n, modulus(w))
	if z.Cmp(most(w)) > 0 {
		z.Sub(z, modulus(w))
	}
	return z
}
