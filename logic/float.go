// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"math/big"
)

// This file represents the sorts of SMT-LIB's theory of floating-point numbers. A number is a
// record of its bits in the interchange format of IEEE 754, a datatype with one constructor. There
// is only one NaN: quantified variables are restricted to numbers whose bits are canonical, and
// operations return such bits. So equality is equality of records. A rounding mode is a datatype of
// five constants.
//
// Solvers and passes only see records of bit-vectors. The printer writes both sorts as in SMT-LIB,
// and the bits of x as (fp.to_ieee_bv x), which several solvers support.

// FloatFormat is a format of floating-point numbers: the numbers of bits of the exponent and of the
// significand, the hidden one included.
type FloatFormat struct{ Exponent, Significand int }

// Width returns the number of bits of a number.
func (f FloatFormat) Width() int { return f.Exponent + f.Significand }

// IsFloat reports whether s is a sort of floating-point numbers.
func (s *Sort) IsFloat() bool { return s.float.Exponent > 0 }

// FloatFormat returns the format of a sort of floating-point numbers, zero for other sorts.
func (s *Sort) FloatFormat() FloatFormat { return s.float }

// IsRoundingMode reports whether s is the sort RoundingMode.
func (s *Sort) IsRoundingMode() bool { return s.rounding }

// Builtin reports whether s is a datatype of a theory, which needs no declaration.
func (s *Sort) Builtin() bool { return s.IsFloat() || s.rounding }

// Float returns the sort of the numbers of a format.
func (s *Store) Float(f FloatFormat) *Sort {
	name := fmt.Sprintf("(_ FloatingPoint %d %d)", f.Exponent, f.Significand)
	z, isNew := s.builtinSort(name)
	if isNew {
		z.float = f
		s.AddConstructor(z, "to_fp", []string{"fp.to_ieee_bv"}, []*Sort{s.BitVec(f.Width())})
	}
	return z
}

// RoundingMode returns the sort RoundingMode. Its constructors are the modes RNE, RNA, RTP, RTN and
// RTZ, in this order.
func (s *Store) RoundingMode() *Sort {
	z, isNew := s.builtinSort("RoundingMode")
	if isNew {
		z.rounding = true
		for _, name := range []string{"RNE", "RNA", "RTP", "RTN", "RTZ"} {
			s.AddConstructor(z, name, nil, nil)
		}
	}
	return z
}

func (s *Store) builtinSort(name string) (z *Sort, isNew bool) {
	key := "|" + name // no symbol has a bar
	if z := s.named[key]; z != nil {
		return z, false
	}
	z = s.addSort(&Sort{kind: KindDatatype, name: name, dt: &Datatype{}})
	z.dt.Sort = z
	s.named[key] = z
	return z, true
}

// FloatBits returns the bits of the number x.
func (s *Store) FloatBits(x *Term) *Term { return s.Field(x.sort.dt.Constructors[0].Fields[0], x) }

// isNaNPattern returns whether the bits b are those of a NaN, canonical or not.
func (s *Store) isNaNPattern(f FloatFormat, b *Term) *Term {
	exponent, rest := s.Extract(f.Width()-2, f.Significand-1, b), s.Extract(f.Significand-2, 0, b)
	return s.And(s.Eq(exponent, s.ones(f.Exponent)), s.Not(s.Eq(rest, s.zeros(f.Significand-1))))
}

// NaN returns the canonical bits of NaN.
func (s *Store) NaN(f FloatFormat) *Term {
	v := new(big.Int).Lsh(big.NewInt(1), uint(f.Exponent+1))
	v.Sub(v, big.NewInt(1)) // exponent and the first bit of the fraction
	return s.BVNum(v.Lsh(v, uint(f.Significand-2)), f.Width())
}

func (s *Store) zeros(width int) *Term { return s.BVNum(new(big.Int), width) }
func (s *Store) ones(width int) *Term  { return s.BVNum(big.NewInt(-1), width) }

// canonicalBits returns b with one pattern for NaN.
func (s *Store) canonicalBits(f FloatFormat, b *Term) *Term {
	if b.op == OpIte && b.args[1] == s.NaN(f) && b.args[0] == s.isNaNPattern(f, b.args[2]) {
		return b
	}
	return s.Ite(s.isNaNPattern(f, b), s.NaN(f), b)
}

// FloatOf returns the number with the bits b.
func (s *Store) FloatOf(f FloatFormat, b *Term) *Term {
	return s.Construct(s.Float(f).dt.Constructors[0], s.canonicalBits(f, b))
}

// Canonical returns a formula which states that the variables of floating-point sorts have
// canonical bits. A quantifier over them must assume it. It is true if there are no such variables.
func (s *Store) Canonical(vars []*Term) *Term {
	var z []*Term
	for _, v := range vars {
		if v.sort.IsFloat() {
			b := s.FloatBits(v)
			z = append(z, s.Or(s.Not(s.isNaNPattern(v.sort.float, b)), s.Eq(b, s.NaN(v.sort.float))))
		}
	}
	return s.And(z...)
}
