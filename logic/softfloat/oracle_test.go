// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/big"
	"sort"

	"cornet/logic"
)

// oracle computes with the numbers of a small format by rational arithmetic. It has a list of all
// finite magnitudes, by their bits, and rounds by searching for neighbours in the list. Numbers are
// bits of the interchange format.
type oracle struct {
	logic.FloatFormat
	all []*big.Rat
}

func newOracle(f logic.FloatFormat) *oracle {
	o := &oracle{FloatFormat: f}
	bias := 1<<(f.Exponent-1) - 1
	for e := range 1<<f.Exponent - 1 {
		for m := range 1 << (f.Significand - 1) {
			if e > 0 {
				m += 1 << (f.Significand - 1)
			}
			o.all = append(o.all, scaled(big.NewInt(int64(m)), max(e, 1)-bias-f.Significand+1))
		}
	}
	return o
}

// scaled returns n · 2^k.
func scaled(n *big.Int, k int) *big.Rat {
	if k >= 0 {
		return new(big.Rat).SetInt(new(big.Int).Lsh(n, uint(k)))
	}
	return new(big.Rat).SetFrac(n, new(big.Int).Lsh(big.NewInt(1), uint(-k)))
}

func (o *oracle) inf() int  { return len(o.all) }
func (o *oracle) nan() int  { return o.inf() + 1<<(o.Significand-2) }
func (o *oracle) sign() int { return 1 << (o.Width() - 1) }

func (o *oracle) magnitude(b int) int  { return b &^ o.sign() }
func (o *oracle) negative(b int) bool  { return b&o.sign() != 0 }
func (o *oracle) isNaN(b int) bool     { return o.magnitude(b) > o.inf() }
func (o *oracle) isInf(b int) bool     { return o.magnitude(b) == o.inf() }
func (o *oracle) isZero(b int) bool    { return o.magnitude(b) == 0 }
func (o *oracle) isFinite(b int) bool  { return o.magnitude(b) < o.inf() }
func (o *oracle) unlike(x, y int) bool { return (x^y)&o.sign() != 0 }

func (o *oracle) signed(negative bool, magnitude int) int {
	if negative {
		return magnitude | o.sign()
	}
	return magnitude
}

// value returns a finite number.
func (o *oracle) value(b int) *big.Rat {
	x := new(big.Rat).Set(o.all[o.magnitude(b)])
	if o.negative(b) {
		x.Neg(x)
	}
	return x
}

// up reports whether a magnitude is rounded up. c compares it with the middle of its neighbours.
// odd is set if the lower neighbour is odd.
func (d Direction) up(negative, odd bool, c int) bool {
	switch d {
	case NearestEven:
		return c > 0 || c == 0 && odd
	case NearestAway:
		return c >= 0
	case TowardPositive:
		return !negative
	case TowardNegative:
		return negative
	}
	return false
}

// nearest returns the number nearest to x; negative is the sign of a zero.
func (o *oracle) nearest(d Direction, x *big.Rat, negative bool) int {
	if x.Sign() != 0 {
		negative = x.Sign() < 0
	}
	abs := new(big.Rat).Abs(x)
	low := sort.Search(len(o.all), func(i int) bool { return o.all[i].Cmp(abs) > 0 }) - 1
	if o.all[low].Cmp(abs) == 0 {
		return o.signed(negative, low)
	}
	next := new(big.Rat)
	if low+1 < len(o.all) {
		next.Set(o.all[low+1])
	} else { // the number that would follow the largest one
		next.Add(o.all[low], new(big.Rat).Sub(o.all[low], o.all[low-1]))
	}
	half := new(big.Rat).Add(o.all[low], next)
	half.Mul(half, big.NewRat(1, 2))
	if d.up(negative, low%2 == 1, abs.Cmp(half)) {
		low++
	}
	return o.signed(negative, low)
}

func (o *oracle) sum(d Direction, x, y int) int {
	switch unlike := o.unlike(x, y); {
	case o.isNaN(x) || o.isNaN(y) || o.isInf(x) && o.isInf(y) && unlike:
		return o.nan()
	case o.isInf(x):
		return x
	case o.isInf(y) || o.isZero(x) && o.isZero(y) && !unlike:
		return y
	}
	return o.nearest(d, new(big.Rat).Add(o.value(x), o.value(y)), d == TowardNegative)
}

// sumOf returns the number of o nearest to the sum of two numbers of p.
func (o *oracle) sumOf(d Direction, p *oracle, x, y int) int {
	switch unlike := p.unlike(x, y); {
	case p.isNaN(x) || p.isNaN(y) || p.isInf(x) && p.isInf(y) && unlike:
		return o.nan()
	case p.isInf(x):
		return o.signed(p.negative(x), o.inf())
	case p.isInf(y):
		return o.signed(p.negative(y), o.inf())
	case p.isZero(x) && p.isZero(y) && !unlike:
		return o.signed(p.negative(x), 0)
	}
	return o.nearest(d, new(big.Rat).Add(p.value(x), p.value(y)), d == TowardNegative)
}

func (o *oracle) difference(d Direction, x, y int) int { return o.sum(d, x, y^o.sign()) }

func (o *oracle) product(d Direction, x, y int) int {
	switch neg := o.unlike(x, y); {
	case o.isNaN(x) || o.isNaN(y) || o.isInf(x) && o.isZero(y) || o.isZero(x) && o.isInf(y):
		return o.nan()
	case o.isInf(x) || o.isInf(y):
		return o.signed(neg, o.inf())
	default:
		return o.nearest(d, new(big.Rat).Mul(o.value(x), o.value(y)), neg)
	}
}

func (o *oracle) quotient(d Direction, x, y int) int {
	switch neg := o.unlike(x, y); {
	case o.isNaN(x) || o.isNaN(y) || o.isInf(x) && o.isInf(y) || o.isZero(x) && o.isZero(y):
		return o.nan()
	case o.isInf(x) || o.isZero(y):
		return o.signed(neg, o.inf())
	case o.isInf(y):
		return o.signed(neg, 0)
	default:
		return o.nearest(d, new(big.Rat).Quo(o.value(x), o.value(y)), neg)
	}
}

func (o *oracle) fused(d Direction, x, y, z int) int {
	neg := o.unlike(x, y)
	switch infinite := o.isInf(x) || o.isInf(y); {
	case o.isNaN(x) || o.isNaN(y) || o.isNaN(z), o.isInf(x) && o.isZero(y), o.isZero(x) && o.isInf(y),
		infinite && o.isInf(z) && neg != o.negative(z):
		return o.nan()
	case infinite:
		return o.signed(neg, o.inf())
	case o.isInf(z):
		return z
	}
	product := new(big.Rat).Mul(o.value(x), o.value(y))
	if product.Sign() == 0 && o.isZero(z) && neg == o.negative(z) {
		return z
	}
	return o.nearest(d, product.Add(product, o.value(z)), d == TowardNegative)
}

func (o *oracle) root(d Direction, x int) int {
	switch {
	case o.isZero(x) || x == o.inf():
		return x
	case o.isNaN(x) || o.negative(x):
		return o.nan()
	}
	// Both are compared by their squares.
	r := o.value(x)
	low := sort.Search(len(o.all), func(i int) bool { return new(big.Rat).Mul(o.all[i], o.all[i]).Cmp(r) > 0 }) - 1
	if new(big.Rat).Mul(o.all[low], o.all[low]).Cmp(r) == 0 {
		return low
	}
	half := new(big.Rat).Add(o.all[low], o.all[low+1])
	half.Mul(half, big.NewRat(1, 2))
	if d.up(false, low%2 == 1, r.Cmp(half.Mul(half, half))) {
		low++
	}
	return low
}

// integer returns a finite number rounded to an integer.
func (o *oracle) integer(d Direction, x int) *big.Int {
	r := o.value(x)
	abs := new(big.Rat).Abs(r)
	n := new(big.Int).Quo(abs.Num(), abs.Denom())
	rest := abs.Sub(abs, new(big.Rat).SetInt(n))
	if rest.Sign() != 0 && d.up(o.negative(x), n.Bit(0) == 1, rest.Cmp(big.NewRat(1, 2))) {
		n.Add(n, big.NewInt(1))
	}
	if o.negative(x) {
		n.Neg(n)
	}
	return n
}

func (o *oracle) integral(d Direction, x int) int {
	switch {
	case o.isNaN(x):
		return o.nan()
	case o.isInf(x):
		return x
	}
	return o.nearest(d, new(big.Rat).SetInt(o.integer(d, x)), o.negative(x))
}

// remainder returns x - n·y, where the quotient is rounded to n.
func (o *oracle) remainder(d Direction, x, y int) int {
	switch {
	case o.isNaN(x) || o.isNaN(y) || o.isInf(x) || o.isZero(y):
		return o.nan()
	case o.isInf(y):
		return x
	}
	q := new(big.Rat).Quo(o.value(x), o.value(y))
	abs := new(big.Rat).Abs(q)
	n := new(big.Int).Quo(abs.Num(), abs.Denom())
	rest := abs.Sub(abs, new(big.Rat).SetInt(n))
	if rest.Sign() != 0 && d.up(false, n.Bit(0) == 1, rest.Cmp(big.NewRat(1, 2))) {
		n.Add(n, big.NewInt(1))
	}
	if q.Sign() < 0 {
		n.Neg(n)
	}
	z := new(big.Rat).Mul(new(big.Rat).SetInt(n), o.value(y))
	return o.nearest(NearestEven, z.Sub(o.value(x), z), o.negative(x))
}

// compare returns how two numbers compare, and whether they are comparable.
func (o *oracle) compare(x, y int) (c int, ordered bool) {
	extended := func(b int) *big.Rat {
		if o.isFinite(b) {
			return o.value(b)
		}
		return scaled(big.NewInt(int64(1-2*(b>>(o.Width()-1)))), 1<<o.Exponent)
	}
	if o.isNaN(x) || o.isNaN(y) {
		return 0, false
	}
	return extended(x).Cmp(extended(y)), true
}

// resized returns the number of p nearest to x.
func (o *oracle) resized(d Direction, p *oracle, x int) int {
	switch {
	case o.isNaN(x):
		return p.nan()
	case o.isInf(x):
		return p.signed(o.negative(x), p.inf())
	}
	return p.nearest(d, o.value(x), o.negative(x))
}
