// SPDX-License-Identifier: Apache-2.0

package ieee

import "math/big"

// generic returns the result of an operation on numbers, rounded in a direction. The result has
// format to, which is f for all operations except SumTo. It works for all formats; the machine
// computes the same for two of them.
func (f Format) generic(op Op, d Direction, to Format, xs []*big.Int) *big.Int {
	x := xs[0]
	negative := x.Sign() < 0
	switch op {
	case Sqrt:
		return f.sqrt(d, x)
	case Rint:
		return f.integral(d.integral(), x)
	case Floor, Ceil, Trunc, Round:
		return f.integral(op, x)
	}
	y := xs[1]
	if op == Sub {
		op, y = Add, Neg(y)
	}
	unlike := negative != (y.Sign() < 0)
	xInf, yInf := f.IsInf(x), f.IsInf(y)
	switch op {
	case Add, SumTo:
		switch {
		case xInf && yInf && unlike:
			return to.NaN()
		case xInf:
			return signed(to.Inf(), negative)
		case yInf:
			return signed(to.Inf(), y.Sign() < 0)
		}
		// A sum of zero is +0, or -0 if it is rounded down. A sum of two zeros with one sign keeps
		// the sign.
		minus := d == Down
		if IsZero(x) && IsZero(y) && !unlike {
			minus = negative
		}
		return to.RoundToward(d, new(big.Rat).Add(f.Rat(x), f.Rat(y)), minus)
	case Mul:
		switch {
		case xInf && IsZero(y) || yInf && IsZero(x):
			return f.NaN()
		case xInf || yInf:
			return signed(f.Inf(), unlike)
		}
		return f.RoundToward(d, new(big.Rat).Mul(f.Rat(x), f.Rat(y)), unlike)
	case Div:
		switch {
		case xInf && yInf || IsZero(x) && IsZero(y):
			return f.NaN()
		case xInf || IsZero(y):
			return signed(f.Inf(), unlike)
		case yInf:
			return signed(new(big.Int), unlike)
		}
		return f.RoundToward(d, new(big.Rat).Quo(f.Rat(x), f.Rat(y)), unlike)
	}
	// Rem, Remainder
	switch {
	case xInf || IsZero(y):
		return f.NaN()
	case yInf:
		return x
	}
	r, s := f.Rat(x), f.Rat(y)
	q := new(big.Rat).Quo(r, s)
	n := new(big.Int).Quo(q.Num(), q.Denom())
	if op == Remainder {
		n = nearest(new(big.Rat).Abs(q))
		if q.Sign() < 0 {
			n.Neg(n)
		}
	}
	m := new(big.Rat).SetInt(n)
	return f.Round(r.Sub(r, m.Mul(m, s)), negative)
}

// integral returns the operation that rounds to integers in a direction.
func (d Direction) integral() Op { return [...]Op{Rint, Floor, Ceil, Trunc}[d] }

// sqrt returns the square root of x.
func (f Format) sqrt(d Direction, x *big.Int) *big.Int {
	switch {
	case IsZero(x):
		return x
	case x.Sign() < 0:
		return f.NaN()
	case f.IsInf(x):
		return x
	}
	r := f.Rat(x)
	// r = n / 4^k, where n is large enough for two more bits than the precision. A nonzero rest of
	// the root counts as half of the last bit.
	k := f.Precision + 2 + (r.Denom().BitLen()+1)/2
	n := new(big.Int).Lsh(r.Num(), uint(2*k))
	n.Quo(n, r.Denom()) // exact: the denominator is a power of two below 4^k
	s := new(big.Int).Sqrt(n)
	exact := new(big.Int).Mul(s, s).Cmp(n) == 0
	s.Lsh(s, 1)
	if !exact {
		s.Add(s, one)
	}
	return f.RoundToward(d, scaled(s, -k-1), false)
}

// integral rounds x to an integer.
func (f Format) integral(op Op, x *big.Int) *big.Int {
	if f.IsInf(x) {
		return x
	}
	negative := x.Sign() < 0
	r := new(big.Rat).Abs(f.Rat(x))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	whole := r.IsInt()
	switch {
	case whole:
	case op == Floor && negative, op == Ceil && !negative:
		n.Add(n, one)
	case op == Rint:
		n = nearest(r)
	case op == Round:
		n = nearest(r)
		if d := new(big.Rat).Sub(r, new(big.Rat).SetInt(n)); d.Cmp(big.NewRat(1, 2)) == 0 {
			n.Add(n, one)
		}
	}
	return signed(f.round(new(big.Rat).SetInt(n)), negative)
}
