// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math/big"
)

// This file represents the sorts of SMT-LIB's theory of floating-point numbers. A number is a record of its bits in the interchange format of
// IEEE 754, a datatype with one constructor. All NaN are one: quantified variables are restricted to numbers whose bits are
// canonical, operations give such bits, and so equality is that of records. A rounding mode is a datatype of five constants.
//
// Solvers and passes see records of bit-vectors and know nothing of floating-point numbers. The printer writes both sorts as SMT-LIB does, and the
// bits of x as (fp.to_ieee_bv x), which several solvers know.

// floatFormat is the number of bits of the exponent and of the significand, the hidden one included.
type floatFormat struct{ eb, sb int }

func (f floatFormat) width() int { return f.eb + f.sb }

// Limits of formats: those of SMT-LIB below, quadruple precision above.
const (
	minExponent, maxExponent       = 2, 15
	minSignificand, maxSignificand = 2, 113
)

// complaint returns what is wrong with a format, "" if nothing.
func (f floatFormat) complaint() string {
	if f.eb < minExponent || f.eb > maxExponent || f.sb < minSignificand || f.sb > maxSignificand {
		return fmt.Sprintf("floating-point numbers with %d bits of exponent and %d of significand; expected %d to %d and %d to %d",
			f.eb, f.sb, minExponent, maxExponent, minSignificand, maxSignificand)
	}
	return ""
}

// floatNames are the abbreviations of SMT-LIB.
var floatNames = map[string]floatFormat{"Float16": {5, 11}, "Float32": {8, 24}, "Float64": {11, 53}, "Float128": {15, 113}}

// IsFloat reports whether s is a sort of floating-point numbers.
func (s *Sort) IsFloat() bool { return s.float.eb > 0 }

// Builtin reports whether s is a datatype of a theory, which needs no declaration.
func (s *Sort) Builtin() bool { return s.IsFloat() || s.rounding }

// float returns the sort of the numbers of a format.
func (s *Store) float(f floatFormat) *Sort {
	name := fmt.Sprintf("(_ FloatingPoint %d %d)", f.eb, f.sb)
	z, isNew := s.builtinSort(name)
	if isNew {
		z.float = f
		s.AddConstructor(z, "to_fp", []string{"fp.to_ieee_bv"}, []*Sort{s.BitVec(f.width())})
	}
	return z
}

// roundingModes are the constants of sort RoundingMode, with their long names.
var roundingModes = [...][2]string{
	{"RNE", "roundNearestTiesToEven"}, {"RNA", "roundNearestTiesToAway"},
	{"RTP", "roundTowardPositive"}, {"RTN", "roundTowardNegative"}, {"RTZ", "roundTowardZero"},
}

const (
	nearestEven = iota
	nearestAway
	towardPositive
	towardNegative
	towardZero
)

// roundingSort returns the sort RoundingMode.
func (s *Store) roundingSort() *Sort {
	z, isNew := s.builtinSort("RoundingMode")
	if isNew {
		z.rounding = true
		for _, names := range roundingModes {
			s.AddConstructor(z, names[0], nil, nil)
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

// holdsFloat reports whether floating-point numbers are inside of values of s, which is not such a sort itself.
func (s *Sort) holdsFloat() bool {
	for _, x := range s.parts() {
		if x != s && x.IsFloat() {
			return true
		}
	}
	return false
}

// bits returns the bits of the number x.
func (s *Store) bits(x *Term) *Term { return s.Field(x.sort.dt.Constructors[0].Fields[0], x) }

// isNaNPattern returns whether the bits b are those of a NaN, canonical or not.
func (s *Store) isNaNPattern(f floatFormat, b *Term) *Term {
	exponent, rest := s.Extract(f.width()-2, f.sb-1, b), s.Extract(f.sb-2, 0, b)
	return s.And(s.Eq(exponent, s.ones(f.eb)), s.Not(s.Eq(rest, s.zeros(f.sb-1))))
}

// nan returns the canonical bits of NaN.
func (s *Store) nan(f floatFormat) *Term {
	v := new(big.Int).Lsh(big.NewInt(1), uint(f.eb+1))
	v.Sub(v, big.NewInt(1)) // exponent and the first bit of the fraction
	return s.BVNum(v.Lsh(v, uint(f.sb-2)), f.width())
}

func (s *Store) zeros(width int) *Term { return s.BVNum(new(big.Int), width) }
func (s *Store) ones(width int) *Term  { return s.BVNum(big.NewInt(-1), width) }

// canonicalBits returns b with one pattern for NaN.
func (s *Store) canonicalBits(f floatFormat, b *Term) *Term {
	if b.op == OpIte && b.args[1] == s.nan(f) && b.args[0] == s.isNaNPattern(f, b.args[2]) {
		return b
	}
	return s.Ite(s.isNaNPattern(f, b), s.nan(f), b)
}

// number returns the number with the bits b.
func (s *Store) number(f floatFormat, b *Term) *Term {
	return s.Construct(s.float(f).dt.Constructors[0], s.canonicalBits(f, b))
}

// Canonical returns that the variables of floating-point sorts have canonical bits: what a quantifier over them, and only over values of the
// sort, must assume. It is true if there are none.
func (s *Store) Canonical(vars []*Term) *Term {
	var z []*Term
	for _, v := range vars {
		if v.sort.IsFloat() {
			b := s.bits(v)
			z = append(z, s.Or(s.Not(s.isNaNPattern(v.sort.float, b)), s.Eq(b, s.nan(v.sort.float))))
		}
	}
	return s.And(z...)
}
