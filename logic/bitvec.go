// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"math/big"
)

// BV returns op over bit-vectors xs, for any operator from OpBVNot to OpBVSlt and OpConcat.
// Operators other than OpConcat require equal widths. OpBVAnd, OpBVOr, OpBVXor, OpBVAdd, OpBVMul
// and OpConcat take two or more arguments, OpBVNot and OpBVNeg one, the others two. Numerals are
// folded; division by zero has the value that SMT-LIB defines. The strict comparisons are negations
// of the others, so that a comparison and its complement share one atom.
func (s *Store) BV(op Op, xs ...*Term) *Term {
	for _, x := range xs {
		if !x.sort.IsBitVec() || op != OpConcat && x.sort != xs[0].sort {
			panic(fmt.Sprintf("logic: %v over terms of sorts %v and %v", op, xs[0].sort, x.sort))
		}
	}
	z := xs[0]
	if len(xs) == 1 {
		return s.bvUnary(op, z)
	}
	for _, y := range xs[1:] {
		z = s.bvBinary(op, z, y)
	}
	return z
}

func (s *Store) bvUnary(op Op, x *Term) *Term {
	w := x.sort.width
	switch {
	case op != OpBVNot && op != OpBVNeg:
		return x // an associative operator over one argument
	case x.op == OpBV && op == OpBVNot:
		return s.BVNum(new(big.Int).Not(x.BV()), w)
	case x.op == OpBV:
		return s.BVNum(new(big.Int).Neg(x.BV()), w)
	case x.op == op: // an involution
		return x.args[0]
	case x.op == OpIntToBV && op == OpBVNeg:
		return s.IntToBV(w, s.Neg(x.args[0]))
	case x.op == OpIntToBV:
		return s.IntToBV(w, s.Sub(s.IntNum(-1), x.args[0]))
	}
	return s.intern(op, x.sort, []*Term{x}, nil)
}

// BVSub returns x - y, as x + (-y).
func (s *Store) BVSub(x, y *Term) *Term { return s.BV(OpBVAdd, x, s.BV(OpBVNeg, y)) }

func (s *Store) bvBinary(op Op, x, y *Term) *Term {
	w := x.sort.width
	if x.op == OpBV && y.op == OpBV {
		return s.foldBV(op, x.BV(), y.BV(), w, y.sort.width)
	}
	if z := s.bvOfInts(op, x, y); z != nil {
		return z
	}
	sort := x.sort
	switch op {
	case OpConcat:
		sort = s.BitVec(w + y.sort.width)
	case OpBVAnd, OpBVOr, OpBVXor, OpBVAdd, OpBVMul: // commutative
		if y.op == OpBV || y.id < x.id && x.op != OpBV {
			x, y = y, x // a numeral comes first
		}
		if x.op == OpBV && y.op == op && y.args[0].op == OpBV {
			return s.bvBinary(op, s.foldBV(op, x.BV(), y.args[0].BV(), w, w), y.args[1])
		}
		if z := s.bvIdentity(op, x, y); z != nil {
			return z
		}
	case OpBVUle, OpBVSle:
		if x == y {
			return s.trueTerm
		}
		sort = s.Bool
	case OpBVUlt:
		return s.Not(s.bvBinary(OpBVUle, y, x))
	case OpBVSlt:
		return s.Not(s.bvBinary(OpBVSle, y, x))
	}
	return s.intern(op, sort, []*Term{x, y}, nil)
}

// bvIdentity returns x op y if an identity over a numeral x or over equal arguments gives it, or
// else nil.
func (s *Store) bvIdentity(op Op, x, y *Term) *Term {
	w := x.sort.width
	zero := func(t *Term) bool { return t.op == OpBV && t.BV().Sign() == 0 }
	ones := func(t *Term) bool {
		return t.op == OpBV && new(big.Int).Add(t.BV(), big.NewInt(1)).BitLen() > w
	}
	one := func(t *Term) bool { return t.op == OpBV && t.BV().IsInt64() && t.BV().Int64() == 1 }
	switch op {
	case OpBVAnd:
		if zero(x) || x == y {
			return x
		}
		if ones(x) {
			return y
		}
	case OpBVOr:
		if ones(x) || x == y {
			return x
		}
		if zero(x) {
			return y
		}
	case OpBVXor:
		if x == y {
			return s.BVNum(new(big.Int), w)
		}
		if zero(x) {
			return y
		}
	case OpBVAdd:
		if zero(x) {
			return y
		}
	case OpBVMul:
		if zero(x) {
			return x
		}
		if one(x) {
			return y
		}
		if ones(x) {
			return s.bvUnary(OpBVNeg, y)
		}
	}
	return nil
}

// foldBV evaluates op over numerals of widths w and yw.
func (s *Store) foldBV(op Op, x, y *big.Int, w, yw int) *Term {
	z := new(big.Int)
	switch op {
	case OpConcat:
		return s.BVNum(z.Or(z.Lsh(x, uint(yw)), y), w+yw)
	case OpBVAnd:
		z.And(x, y)
	case OpBVOr:
		z.Or(x, y)
	case OpBVXor:
		z.Xor(x, y)
	case OpBVAdd:
		z.Add(x, y)
	case OpBVMul:
		z.Mul(x, y)
	case OpBVUDiv:
		if y.Sign() == 0 {
			z.SetInt64(-1)
		} else {
			z.Quo(x, y)
		}
	case OpBVURem:
		if y.Sign() == 0 {
			z.Set(x)
		} else {
			z.Rem(x, y)
		}
	case OpBVSDiv:
		a, b := signed(x, w), signed(y, w)
		switch {
		case b.Sign() != 0:
			z.Quo(a, b)
		case a.Sign() < 0:
			z.SetInt64(1)
		default:
			z.SetInt64(-1)
		}
	case OpBVSRem: // sign of the dividend
		a, b := signed(x, w), signed(y, w)
		if b.Sign() == 0 {
			z.Set(a)
		} else {
			z.Rem(a, b)
		}
	case OpBVSMod: // sign of the divisor
		a, b := signed(x, w), signed(y, w)
		if b.Sign() == 0 {
			z.Set(a)
		} else if z.Rem(a, b); z.Sign() != 0 && z.Sign() != b.Sign() {
			z.Add(z, b)
		}
	case OpBVShl:
		if y.Cmp(big.NewInt(int64(w))) < 0 {
			z.Lsh(x, uint(y.Uint64()))
		}
	case OpBVLshr:
		if y.Cmp(big.NewInt(int64(w))) < 0 {
			z.Rsh(x, uint(y.Uint64()))
		}
	case OpBVAshr:
		n := uint(w)
		if y.Cmp(big.NewInt(int64(w))) < 0 {
			n = uint(y.Uint64())
		}
		z.Rsh(signed(x, w), n)
	case OpBVUle:
		return s.BoolValue(x.Cmp(y) <= 0)
	case OpBVUlt:
		return s.BoolValue(x.Cmp(y) < 0)
	case OpBVSle:
		return s.BoolValue(signed(x, w).Cmp(signed(y, w)) <= 0)
	case OpBVSlt:
		return s.BoolValue(signed(x, w).Cmp(signed(y, w)) < 0)
	default:
		panic(fmt.Sprintf("logic: %v is not a binary bit-vector operator", op))
	}
	return s.BVNum(z, w)
}

// signed returns the two's complement value of the w-bit numeral x.
func signed(x *big.Int, w int) *big.Int {
	if x.Bit(w-1) == 0 {
		return x
	}
	return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// Extract returns bits high down to low of x.
func (s *Store) Extract(high, low int, x *Term) *Term {
	if !x.sort.IsBitVec() || low < 0 || high < low || high >= x.sort.width {
		panic(fmt.Sprintf("logic: bits %d to %d of sort %v", high, low, x.sort))
	}
	width := high - low + 1
	for width < x.sort.width {
		switch x.op {
		case OpBV:
			return s.BVNum(new(big.Int).Rsh(x.BV(), uint(low)), width)
		case OpExtract:
			_, base := x.Indices()
			low, x = low+base, x.args[0]
			continue
		case OpIntToBV:
			return s.IntToBV(width, s.IntDiv(x.args[0], s.power(low)))
		case OpConcat:
			right := x.args[1].sort.width
			if low+width <= right {
				x = x.args[1]
				continue
			}
			if low >= right {
				low, x = low-right, x.args[0]
				continue
			}
		}
		return s.intern(OpExtract, s.BitVec(width), []*Term{x}, indices{low + width - 1, low})
	}
	return x
}

// SignExtend returns x with n >= 0 copies of its sign bit in front.
func (s *Store) SignExtend(n int, x *Term) *Term {
	if n < 0 || !x.sort.IsBitVec() {
		panic(fmt.Sprintf("logic: %d more bits of sort %v", n, x.sort))
	}
	w := x.sort.width
	switch {
	case n == 0:
		return x
	case x.op == OpBV:
		return s.BVNum(signed(x.BV(), w), w+n)
	case x.op == OpIntToBV:
		return s.IntToBV(w+n, s.signedModulo(x.args[0], w))
	}
	return s.intern(OpSignExtend, s.BitVec(w+n), []*Term{x}, indices{n, 0})
}

// ZeroExtend returns x with n >= 0 zero bits in front.
func (s *Store) ZeroExtend(n int, x *Term) *Term {
	if n < 0 || !x.sort.IsBitVec() {
		panic(fmt.Sprintf("logic: %d more bits of sort %v", n, x.sort))
	}
	if n == 0 {
		return x
	}
	return s.BV(OpConcat, s.BVNum(new(big.Int), n), x)
}

// RotateLeft returns x with its bits rotated left by n, which may be any
// non-negative number.
func (s *Store) RotateLeft(n int, x *Term) *Term {
	w := x.sort.width
	if n %= w; n == 0 {
		return x
	}
	return s.BV(OpConcat, s.Extract(w-n-1, 0, x), s.Extract(w-1, w-n, x))
}

// BVToInt returns the unsigned value of x as an Int.
func (s *Store) BVToInt(x *Term) *Term {
	switch x.op {
	case OpBV:
		return s.BigInt(x.BV())
	case OpIntToBV:
		return s.modulo(x.args[0], x.sort.width)
	}
	return s.intern(OpBVToInt, s.Int, []*Term{x}, nil)
}

// IntToBV returns x of sort Int modulo 2^width as a bit-vector.
func (s *Store) IntToBV(width int, x *Term) *Term {
	needInt("int2bv", x)
	switch x.op {
	case OpNum:
		v, _ := x.Num().BigInt()
		return s.BVNum(v, width)
	case OpMod: // a multiple of 2^width does not matter
		if k := x.args[1]; k.op == OpNum {
			if _, rest := s.Linear(k).divide(s.power(width).Num()); rest.IsConst() && rest.Const.IsZero() {
				return s.IntToBV(width, x.args[0])
			}
		}
	case OpBVToInt:
		y := x.args[0]
		if w := y.sort.width; w >= width {
			return s.Extract(width-1, 0, y)
		}
		return s.ZeroExtend(width-y.sort.width, y)
	}
	return s.intern(OpIntToBV, s.BitVec(width), []*Term{x}, indices{width, 0})
}
