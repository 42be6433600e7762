// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"

	"cornet/logic"
)

// This file builds the overflow predicates of SMT-LIB 2.7, their negations under z3's names, and
// rotations by a term.

// signBit returns that x is negative.
func signBit(s *logic.Store, x *logic.Term) *logic.Term {
	return s.BV(logic.OpBVSlt, x, s.BVNum(new(big.Int), x.Sort().Width()))
}

// leastSigned returns the least signed numeral of the sort of x.
func leastSigned(s *logic.Store, x *logic.Term) *logic.Term {
	w := x.Sort().Width()
	return s.BVNum(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), w)
}

func buildNegOverflow(s *logic.Store, x *logic.Term) *logic.Term { return s.Eq(x, leastSigned(s, x)) }

func buildUAddOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.BV(logic.OpBVUlt, s.BV(logic.OpBVAdd, x, y), x)
}

// buildSAddOverflow: both signs differ from that of the sum.
func buildSAddOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	z := s.BV(logic.OpBVAdd, x, y)
	return signBit(s, s.BV(logic.OpBVAnd, s.BV(logic.OpBVXor, x, z), s.BV(logic.OpBVXor, y, z)))
}

func buildUSubOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.BV(logic.OpBVUlt, x, y)
}

// buildSSubOverflow: the sign of x differs from those of y and of the difference.
func buildSSubOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	return signBit(s, s.BV(logic.OpBVAnd, s.BV(logic.OpBVXor, x, y), s.BV(logic.OpBVXor, x, s.BVSub(x, y))))
}

func buildUMulOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	w := x.Sort().Width()
	z := s.BV(logic.OpBVMul, s.ZeroExtend(w, x), s.ZeroExtend(w, y))
	return s.Not(s.Eq(s.Extract(2*w-1, w, z), s.BVNum(new(big.Int), w)))
}

// signedProduct returns the product in twice the width.
func signedProduct(s *logic.Store, x, y *logic.Term) *logic.Term {
	w := x.Sort().Width()
	return s.BV(logic.OpBVMul, s.SignExtend(w, x), s.SignExtend(w, y))
}

func buildSMulOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.Not(s.And(buildSMulAtMost(s, x, y), buildSMulAtLeast(s, x, y)))
}

// buildSMulAtMost: the product is at most the greatest number.
func buildSMulAtMost(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.BV(logic.OpBVSle, signedProduct(s, x, y), s.SignExtend(x.Sort().Width(), s.BV(logic.OpBVNot, leastSigned(s, x))))
}

// buildSMulAtLeast: the product is at least the least number.
func buildSMulAtLeast(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.BV(logic.OpBVSle, s.SignExtend(x.Sort().Width(), leastSigned(s, x)), signedProduct(s, x, y))
}

func buildSDivOverflow(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.And(s.Eq(x, leastSigned(s, x)), s.Eq(y, s.BVNum(big.NewInt(-1), x.Sort().Width())))
}

func buildUMulFits(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.Not(buildUMulOverflow(s, x, y))
}

// rotation rotates x by y modulo the width: by one operation to the left and one to the right.
func rotation(left, right logic.Op) func(s *logic.Store, x, y *logic.Term) *logic.Term {
	return func(s *logic.Store, x, y *logic.Term) *logic.Term {
		w := x.Sort().Width()
		width := s.BVNum(big.NewInt(int64(w)), w)
		y = s.BV(logic.OpBVURem, y, width)
		return s.BV(logic.OpBVOr, s.BV(left, x, y), s.BV(right, x, s.BVSub(width, y)))
	}
}

// doubleWidth requires two bit-vectors of one width that can be doubled.
func doubleWidth(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := sameWidth(s, args); want != "" {
		return bad, want
	}
	if args[0].Sort().Width() > maxWidth/2 {
		return 0, "at most 32768 bits"
	}
	return 0, ""
}
