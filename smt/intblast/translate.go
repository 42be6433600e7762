// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// Bounds on translations.
const (
	maxNesting = 1000 // nesting of terms, since translation is recursive
	maxCases   = 4    // multiples of the modulus that a case distinction considers
	maxRuns    = 4    // runs of ones in a mask
)

func unsupported(what string) error {
	return fmt.Errorf("intblast: %s: %w", what, errors.ErrUnsupported)
}

// number is an integer between low and high, congruent to a vector modulo 2^width.
type number struct {
	term      *logic.Term
	low, high *big.Int
}

// view is a vector whose value must lie in the range of its width that begins at 0 or, if signed,
// at the least signed value.
type view struct {
	vector *logic.Term
	signed bool
}

// translator translates formulas over vectors into formulas over integers.
type translator struct {
	store   *logic.Store
	vars    map[*logic.Term]*logic.Term // integers by variables that are vectors; they remain
	numbers map[*logic.Term]number
	values  map[view]number
	// defs has the definitions of new variables that no formula includes yet.
	defs []*logic.Term
	err  error
}

func newTranslator(s *logic.Store) *translator {
	t := &translator{store: s, vars: map[*logic.Term]*logic.Term{}}
	t.forget()
	return t
}

// forget makes later formulas repeat definitions, since scopes with earlier ones may be closed.
func (t *translator) forget() {
	t.numbers, t.values, t.defs = map[*logic.Term]number{}, map[view]number{}, nil
}

// formula translates f together with the definitions that it needs.
func (t *translator) formula(f *logic.Term) (z *logic.Term, err error) {
	switch {
	case f.Depth() > maxNesting:
		return nil, unsupported("deep terms")
	case f.HasQuantifiers():
		return nil, unsupported("quantifiers")
	}
	t.err = nil
	z = t.other(f)
	z = t.store.And(append(t.defs, z)...)
	t.defs = nil
	return z, t.err
}

// other translates a term that is not a vector.
func (t *translator) other(x *logic.Term) *logic.Term {
	return t.store.NewRewriter(t.atom, func(y *logic.Term) *logic.Term { return y }).Map(x)
}

// atom translates terms about vectors. It returns nil for other terms.
func (t *translator) atom(x *logic.Term) *logic.Term {
	s := t.store
	if x.Sort().IsArray() || x.Sort().IsDatatype() {
		return t.refused("terms of sort "+x.Sort().String(), x)
	}
	vector := false
	for _, a := range x.Args() {
		vector = vector || a.Sort().IsBitVec()
	}
	if !vector {
		return nil
	}
	switch x.Op() {
	case logic.OpEq:
		return t.equal(x.Arg(0), x.Arg(1))
	case logic.OpBVSle:
		return s.Le(t.signed(x.Arg(0)).term, t.signed(x.Arg(1)).term)
	case logic.OpBVUle:
		return s.Le(t.unsigned(x.Arg(0)).term, t.unsigned(x.Arg(1)).term)
	case logic.OpBVToInt:
		return t.unsigned(x.Arg(0)).term
	}
	return t.refused(x.Op().String(), x)
}

// refused records that something is not supported. It returns x in place of a translation, for its
// sort.
func (t *translator) refused(what string, x *logic.Term) *logic.Term {
	t.err = unsupported(what)
	return x
}

// equal states that the difference of two vectors is a multiple of the modulus.
func (t *translator) equal(x, y *logic.Term) *logic.Term {
	s, w := t.store, x.Sort().Width()
	d := t.sum(t.number(x), t.scaled(big.NewInt(-1), t.number(y)))
	first, last := new(big.Int).Neg(quotient(new(big.Int).Neg(d.low), w)), quotient(d.high, w)
	if new(big.Int).Sub(last, first).Cmp(big.NewInt(maxCases)) >= 0 {
		return s.Eq(t.within(d, w, new(big.Int)).term, s.IntNum(0))
	}
	var cases []*logic.Term
	for k := first; k.Cmp(last) <= 0; k = new(big.Int).Add(k, one) {
		cases = append(cases, s.Eq(d.term, t.num(new(big.Int).Lsh(k, uint(w)))))
	}
	return s.Or(cases...)
}

// signed and unsigned return the value of a vector.
func (t *translator) signed(x *logic.Term) number   { return t.value(view{x, true}) }
func (t *translator) unsigned(x *logic.Term) number { return t.value(view{x, false}) }

func (t *translator) value(v view) number {
	z, ok := t.values[v]
	if !ok {
		w, low := v.vector.Sort().Width(), new(big.Int)
		if v.signed {
			low = least(w)
		}
		z = t.within(t.number(v.vector), w, low)
		t.values[v] = z
	}
	return z
}

// within returns the number z that is congruent to x modulo 2^w, with low <= z < low + 2^w.
func (t *translator) within(x number, w int, low *big.Int) number {
	s, m := t.store, modulus(w)
	high := new(big.Int).Sub(new(big.Int).Add(low, m), one)
	first, last := quotient(new(big.Int).Sub(x.low, low), w), quotient(new(big.Int).Sub(x.high, low), w)
	if first.Cmp(last) == 0 {
		return t.shifted(x, new(big.Int).Neg(new(big.Int).Mul(m, first)))
	}
	if new(big.Int).Sub(last, first).Cmp(big.NewInt(maxCases)) >= 0 {
		k := s.Fresh("wraps", s.Int)
		z := s.Sub(x.term, s.Scale(rat(m), k))
		t.defs = append(t.defs, t.between(z, low, high))
		return number{z, low, high}
	}
	z := s.Sub(x.term, t.num(new(big.Int).Mul(m, last)))
	for k := new(big.Int).Sub(last, one); k.Cmp(first) >= 0; k = new(big.Int).Sub(k, one) {
		off := new(big.Int).Mul(m, k)
		below := s.Le(x.term, t.num(new(big.Int).Add(off, high)))
		z = s.Ite(below, s.Sub(x.term, t.num(off)), z)
	}
	return number{z, low, high}
}

// number returns an integer that is congruent to a vector.
func (t *translator) number(x *logic.Term) number {
	z, ok := t.numbers[x]
	if !ok {
		z = t.make(x)
		t.numbers[x] = z
	}
	return z
}

func (t *translator) make(x *logic.Term) number {
	s, w := t.store, x.Sort().Width()
	switch x.Op() {
	case logic.OpVar:
		v := t.vars[x]
		if v == nil {
			v = s.Fresh(x.Name(), s.Int)
			t.vars[x] = v
		}
		t.defs = append(t.defs, t.between(v, least(w), most(w)))
		return number{v, least(w), most(w)}
	case logic.OpBV:
		return t.constant(near(x.BV(), w))
	case logic.OpIte:
		a, b := t.number(x.Arg(1)), t.number(x.Arg(2))
		low, high := slices.MinFunc([]*big.Int{a.low, b.low}, (*big.Int).Cmp), slices.MaxFunc([]*big.Int{a.high, b.high}, (*big.Int).Cmp)
		return number{s.Ite(t.other(x.Arg(0)), a.term, b.term), low, high}
	case logic.OpBVAdd:
		z := t.constant(new(big.Int))
		for _, a := range x.Args() {
			z = t.sum(z, t.number(a))
		}
		return z
	case logic.OpBVNeg:
		return t.scaled(big.NewInt(-1), t.number(x.Arg(0)))
	case logic.OpBVNot:
		return t.shifted(t.scaled(big.NewInt(-1), t.number(x.Arg(0))), big.NewInt(-1))
	case logic.OpBVMul:
		if c := x.Arg(0); c.Op() == logic.OpBV && len(x.Args()) == 2 {
			return t.scaled(near(c.BV(), w), t.number(x.Arg(1)))
		}
	case logic.OpBVShl:
		if k, ok := numeral(x.Arg(1)); ok && k.Cmp(big.NewInt(int64(w))) < 0 {
			return t.scaled(modulus(int(k.Int64())), t.number(x.Arg(0)))
		}
	case logic.OpBVLshr, logic.OpBVAshr:
		if k, ok := numeral(x.Arg(1)); ok && k.Cmp(big.NewInt(int64(w))) < 0 {
			z, _ := t.divide(t.value(view{x.Arg(0), x.Op() == logic.OpBVAshr}), modulus(int(k.Int64())))
			return z
		}
	case logic.OpSignExtend:
		return t.signed(x.Arg(0))
	case logic.OpConcat:
		low := x.Arg(1).Sort().Width()
		return t.sum(t.scaled(modulus(low), t.number(x.Arg(0))), t.unsigned(x.Arg(1)))
	case logic.OpExtract:
		_, low := x.Indices()
		z, _ := t.divide(t.number(x.Arg(0)), modulus(low))
		return z
	case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod:
		if c, ok := numeral(x.Arg(1)); ok && c.Sign() != 0 {
			if z, ok := t.quotients(x, c); ok {
				return z
			}
		}
	case logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor:
		if c, ok := numeral(x.Arg(0)); ok && len(x.Args()) == 2 {
			if z, ok := t.masked(x.Op(), c, x.Arg(1)); ok {
				return z
			}
		}
	}
	t.err = unsupported(x.Op().String() + " of variables")
	return t.constant(new(big.Int))
}

// quotients translates divisions by a numeral.
func (t *translator) quotients(x *logic.Term, c *big.Int) (z number, ok bool) {
	s, w := t.store, x.Sort().Width()
	switch x.Op() {
	case logic.OpBVUDiv:
		z, _ = t.divide(t.unsigned(x.Arg(0)), c)
		return z, true
	case logic.OpBVURem:
		_, z = t.divide(t.unsigned(x.Arg(0)), c)
		return z, true
	}
	by, v := near(c, w), t.signed(x.Arg(0))
	if x.Op() == logic.OpBVSMod {
		if by.Sign() > 0 {
			_, z = t.divide(v, by)
		}
		return z, by.Sign() > 0
	}
	// The quotient of absolute values, with the sign of the product.
	minus, positive := t.scaled(big.NewInt(-1), v), s.Ge(v.term, s.IntNum(0))
	high := slices.MaxFunc([]*big.Int{v.high, minus.high}, (*big.Int).Cmp)
	q, r := t.divide(number{s.Ite(positive, v.term, minus.term), new(big.Int), high}, new(big.Int).Abs(by))
	z = r
	if x.Op() == logic.OpBVSDiv {
		if z = q; by.Sign() < 0 {
			positive = s.Not(positive)
		}
	}
	return number{s.Ite(positive, z.term, s.Neg(z.term)), new(big.Int).Neg(z.high), z.high}, true
}

// masked translates bitwise operations with a numeral whose ones form a few runs of bits.
func (t *translator) masked(op logic.Op, mask *big.Int, x *logic.Term) (number, bool) {
	w := x.Sort().Width()
	and, runs := t.constant(new(big.Int)), 0
	for i := 0; i < w; i++ {
		if mask.Bit(i) == 0 {
			continue
		}
		low := i
		for i+1 < w && mask.Bit(i+1) == 1 {
			i++
		}
		if runs++; runs > maxRuns {
			return number{}, false
		}
		and = t.sum(and, t.scaled(modulus(low), t.unsigned(t.store.Extract(i, low, x))))
	}
	switch op {
	case logic.OpBVOr: // x + mask - (x and mask)
		return t.shifted(t.sum(t.number(x), t.scaled(big.NewInt(-1), and)), mask), true
	case logic.OpBVXor: // x + mask - 2 (x and mask)
		return t.shifted(t.sum(t.number(x), t.scaled(big.NewInt(-2), and)), mask), true
	}
	return and, true
}

// divide returns the quotient and the nonnegative remainder of x by c > 0.
func (t *translator) divide(x number, c *big.Int) (q, r number) {
	if c.Cmp(one) == 0 {
		return x, t.constant(new(big.Int))
	}
	s := t.store
	floor := func(n *big.Int) *big.Int { return new(big.Int).Div(n, c) } // Euclidean
	q = number{s.IntDiv(x.term, t.num(c)), floor(x.low), floor(x.high)}
	r = number{s.Mod(x.term, t.num(c)), new(big.Int), new(big.Int).Sub(c, one)}
	return q, r
}

func (t *translator) sum(x, y number) number {
	return number{t.store.Add(x.term, y.term), new(big.Int).Add(x.low, y.low), new(big.Int).Add(x.high, y.high)}
}

func (t *translator) shifted(x number, c *big.Int) number { return t.sum(x, t.constant(c)) }

func (t *translator) scaled(c *big.Int, x number) number {
	low, high := new(big.Int).Mul(c, x.low), new(big.Int).Mul(c, x.high)
	if c.Sign() < 0 {
		low, high = high, low
	}
	return number{t.store.Scale(rat(c), x.term), low, high}
}

func (t *translator) constant(n *big.Int) number { return number{t.num(n), n, n} }

func (t *translator) between(x *logic.Term, low, high *big.Int) *logic.Term {
	return t.store.And(t.store.Le(t.num(low), x), t.store.Le(x, t.num(high)))
}

func (t *translator) num(n *big.Int) *logic.Term { return t.store.Num(rat(n), t.store.Int) }

func rat(n *big.Int) rational.Rat { return rational.FromBigInt(n) }

func numeral(x *logic.Term) (*big.Int, bool) {
	if x.Op() != logic.OpBV {
		return nil, false
	}
	return x.BV(), true
}

var one = big.NewInt(1)

// modulus is 2^w; least and most bound the signed values of w bits.
func modulus(w int) *big.Int { return new(big.Int).Lsh(one, uint(w)) }
func least(w int) *big.Int   { return new(big.Int).Neg(modulus(w - 1)) }
func most(w int) *big.Int    { return new(big.Int).Sub(modulus(w-1), one) }

// quotient returns n / 2^w, rounded down.
func quotient(n *big.Int, w int) *big.Int { return new(big.Int).Rsh(n, uint(w)) }

// near returns the signed value of w bits that is congruent to n.
func near(n *big.Int, w int) *big.Int {
	z := new(big.Int).Mod(n, modulus(w))
	if z.Cmp(most(w)) > 0 {
		z.Sub(z, modulus(w))
	}
	return z
}
