// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"math/big"

	"cornet/internal/rational"
)

// Bit-vectors made from integers. An operation on (_ int2bv w) terms and numerals that can be
// expressed in linear arithmetic, with div and mod by powers of two, is done there. Then int2bv is
// outermost, bv2nat becomes a remainder, and no bits are left.

// residues returns integers congruent to x and y, if both are vectors made from integers or
// numerals, and not both numerals; or else nil.
func (s *Store) residues(x, y *Term) (a, b *Term) {
	if x.op != OpIntToBV && y.op != OpIntToBV {
		return nil, nil
	}
	of := func(x *Term) *Term {
		switch x.op {
		case OpBV:
			return s.BigInt(x.BV())
		case OpIntToBV:
			return x.args[0]
		}
		return nil
	}
	if a, b = of(x), of(y); a == nil || b == nil {
		return nil, nil
	}
	return a, b
}

// power returns 2^n of sort Int.
func (s *Store) power(n int) *Term { return s.BigInt(new(big.Int).Lsh(big.NewInt(1), uint(n))) }

// modulo returns x modulo 2^n.
func (s *Store) modulo(x *Term, n int) *Term { return s.Mod(x, s.power(n)) }

// signedModulo returns the number between -2^(n-1), inclusive, and 2^(n-1) that is congruent to x
// modulo 2^n.
func (s *Store) signedModulo(x *Term, n int) *Term {
	half := s.power(n - 1)
	return s.Sub(s.modulo(s.Add(x, half), n), half)
}

// bvOfInts returns x op y over integers, or nil.
func (s *Store) bvOfInts(op Op, x, y *Term) *Term {
	a, b := s.residues(x, y)
	if a == nil {
		return nil
	}
	w := x.sort.width
	switch op {
	case OpBVAdd:
		return s.IntToBV(w, s.Add(a, b))
	case OpConcat:
		low := y.sort.width
		return s.IntToBV(w+low, s.Add(s.Scale(s.power(low).Num(), a), s.modulo(b, low)))
	case OpBVUle:
		return s.Le(s.modulo(a, w), s.modulo(b, w))
	case OpBVSle:
		return s.Le(s.signedModulo(a, w), s.signedModulo(b, w))
	case OpBVMul, OpBVAnd, OpBVOr, OpBVXor:
		if x.op == OpBV {
			return s.bvWithNumeral(op, y, x.BV())
		}
	}
	if y.op == OpBV {
		return s.bvWithNumeral(op, x, y.BV())
	}
	return nil
}

// bvWithNumeral returns x op k over integers, or nil, for x made of an integer.
func (s *Store) bvWithNumeral(op Op, x *Term, k *big.Int) *Term {
	w, a := x.sort.width, x.args[0]
	shift := w
	if k.Cmp(big.NewInt(int64(w))) < 0 {
		shift = int(k.Int64())
	}
	var z *Term
	switch op {
	case OpBVMul:
		z = s.Scale(rational.FromBigInt(k), a)
	case OpBVShl:
		z = s.Scale(s.power(shift).Num(), a)
	case OpBVLshr:
		z = s.IntDiv(s.modulo(a, w), s.power(shift))
	case OpBVAshr:
		z = s.IntDiv(s.signedModulo(a, w), s.power(shift))
	case OpBVUDiv, OpBVURem:
		if k.Sign() == 0 {
			return nil
		}
		z = s.IntDiv(s.modulo(a, w), s.BigInt(k))
		if op == OpBVURem {
			z = s.Mod(s.modulo(a, w), s.BigInt(k))
		}
	case OpBVAnd, OpBVOr, OpBVXor:
		and := s.masked(a, k, w)
		if and == nil {
			return nil
		}
		z = and
		if op != OpBVAnd { // a | k = a + k - (a & k), a ^ k = a + k - 2·(a & k)
			times := int64(1)
			if op == OpBVXor {
				times = 2
			}
			z = s.Sub(s.Add(a, s.BigInt(k)), s.Scale(rational.Int(times), and))
		}
	default:
		return nil
	}
	return s.IntToBV(w, z)
}

// masked returns an integer congruent to a & k modulo 2^w if the set bits of k, or the unset ones,
// are consecutive; or else nil.
func (s *Store) masked(a *Term, k *big.Int, w int) *Term {
	if low, high, ok := run(k); ok {
		return s.Sub(s.modulo(a, high), s.modulo(a, low))
	}
	rest := new(big.Int).Xor(k, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)))
	if low, high, ok := run(rest); ok {
		return s.Sub(a, s.Sub(s.modulo(a, high), s.modulo(a, low)))
	}
	return nil
}

// run returns low and high if the bits of k > 0 are those from low to high, exclusive.
func run(k *big.Int) (low, high int, ok bool) {
	if k.Sign() <= 0 {
		return 0, 0, false
	}
	low, high = int(k.TrailingZeroBits()), k.BitLen()
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(high)), new(big.Int).Lsh(big.NewInt(1), uint(low)))
	return low, high, ones.Cmp(k) == 0
}
