// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"

	"cornet/logic"
	"cornet/logic/softfloat"
)

// This file reads the theory FloatingPoint of SMT-LIB: operations are circuits of package softfloat
// over the bits of numbers. Operations that are not in the table are refused: minima and maxima,
// since the standard leaves the sign of zero open, and conversions to integers and reals, since it
// leaves values outside of the range open.

// Limits of formats: the lower ones are those of SMT-LIB, the upper ones those of quadruple
// precision.
const (
	minExponent, maxExponent       = 2, 15
	minSignificand, maxSignificand = 2, 113
)

// complaint returns what is wrong with a format, "" if nothing.
func complaint(f logic.FloatFormat) string {
	if f.Exponent < minExponent || f.Exponent > maxExponent || f.Significand < minSignificand || f.Significand > maxSignificand {
		return fmt.Sprintf("floating-point numbers with %d bits of exponent and %d of significand; expected %d to %d and %d to %d",
			f.Exponent, f.Significand, minExponent, maxExponent, minSignificand, maxSignificand)
	}
	return ""
}

// maxRemainder is the largest exponent of formats with remainders, whose circuits have a step for
// each exponent.
const maxRemainder = 11

// floats computes with the bits of numbers.
type floats struct{ softfloat.Circuits }

func floatsOf(s *logic.Store, f logic.FloatFormat) floats { return floats{softfloat.Patterns(s, f)} }

// number returns the number with some bits.
func (f floats) number(bits *logic.Term) *logic.Term { return f.FloatOf(f.FloatFormat, bits) }

// mode returns the rounding mode rm.
func (f floats) mode(rm *logic.Term) (m softfloat.Mode) {
	for k := range m {
		m[k] = f.Eq(rm, f.Construct(rm.Sort().Datatype().Constructors[k]))
	}
	return m
}

// floatNames are the abbreviations of SMT-LIB.
var floatNames = map[string]logic.FloatFormat{"Float16": {Exponent: 5, Significand: 11}, "Float32": {Exponent: 8, Significand: 24}, "Float64": {Exponent: 11, Significand: 53}, "Float128": {Exponent: 15, Significand: 113}}

// roundingModes are the names of the constants of sort RoundingMode, short and long.
var roundingModes = [...][2]string{
	{"RNE", "roundNearestTiesToEven"}, {"RNA", "roundNearestTiesToAway"},
	{"RTP", "roundTowardPositive"}, {"RTN", "roundTowardNegative"}, {"RTZ", "roundTowardZero"},
}

// floatOperators extends the table of operators.
var floatOperators = []operator{
	{name: "fp", min: 3, max: 3, check: floatParts, build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := logic.FloatFormat{Exponent: a[1].Sort().Width(), Significand: a[2].Sort().Width() + 1}
		return s.FloatOf(f, s.BV(logic.OpConcat, s.BV(logic.OpConcat, a[0], a[1]), a[2]))
	}},
	// supported by z3 and others
	{name: "fp.to_ieee_bv", min: 1, max: 1, check: sameFloats(0), build: unaryOp((*logic.Store).FloatBits)},
	{name: "to_fp", min: 1, max: 2, check: convertible, indices: 2, index: floatIndex, build: buildToFloat},
	{name: "to_fp_unsigned", min: 2, max: 2, check: convertibleBits, indices: 2, index: floatIndex, build: func(s *logic.Store, a []*logic.Term, ix []int) *logic.Term {
		f := floatsOf(s, logic.FloatFormat{Exponent: ix[0], Significand: ix[1]})
		return f.number(f.FromInteger(f.mode(a[0]), a[1], false))
	}},

	{name: "fp.abs", min: 1, max: 1, check: sameFloats(0), build: floatUnary(softfloat.Circuits.Abs)},
	{name: "fp.neg", min: 1, max: 1, check: sameFloats(0), build: floatUnary(softfloat.Circuits.Negated)},
	{name: "fp.add", min: 3, max: 3, check: sameFloats(1), build: floatBinary(softfloat.Circuits.Sum)},
	{name: "fp.sub", min: 3, max: 3, check: sameFloats(1), build: floatBinary(softfloat.Circuits.Difference)},
	{name: "fp.mul", min: 3, max: 3, check: sameFloats(1), build: floatBinary(softfloat.Circuits.Product)},
	{name: "fp.div", min: 3, max: 3, check: sameFloats(1), build: floatBinary(softfloat.Circuits.Quotient)},
	{name: "fp.fma", min: 4, max: 4, check: sameFloats(1), build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := floatsOf(s, a[1].Sort().FloatFormat())
		return f.number(f.Fused(f.mode(a[0]), s.FloatBits(a[1]), s.FloatBits(a[2]), s.FloatBits(a[3])))
	}},
	{name: "fp.sqrt", min: 2, max: 2, check: sameFloats(1), build: floatRounded(softfloat.Circuits.Root)},
	{name: "fp.rem", min: 2, max: 2, check: shortFloats, build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := floatsOf(s, a[0].Sort().FloatFormat())
		return f.number(f.Remainder(s.FloatBits(a[0]), s.FloatBits(a[1])))
	}},
	{name: "fp.roundToIntegral", min: 2, max: 2, check: sameFloats(1), build: floatRounded(softfloat.Circuits.Integral)},

	{name: "fp.leq", min: 2, max: many, check: sameFloats(0), build: floatOrder(softfloat.Circuits.LessEqual, false)},
	{name: "fp.lt", min: 2, max: many, check: sameFloats(0), build: floatOrder(softfloat.Circuits.Less, false)},
	{name: "fp.geq", min: 2, max: many, check: sameFloats(0), build: floatOrder(softfloat.Circuits.LessEqual, true)},
	{name: "fp.gt", min: 2, max: many, check: sameFloats(0), build: floatOrder(softfloat.Circuits.Less, true)},
	{name: "fp.eq", min: 2, max: many, check: sameFloats(0), build: floatOrder(softfloat.Circuits.Equal, false)},

	{name: "fp.isNaN", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsNaN)},
	{name: "fp.isInfinite", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsInfinite)},
	{name: "fp.isZero", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsZero)},
	{name: "fp.isNegative", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsNegative)},
	{name: "fp.isPositive", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsPositive)},
	{name: "fp.isSubnormal", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsSubnormal)},
	{name: "fp.isNormal", min: 1, max: 1, check: sameFloats(0), build: floatClass(softfloat.Circuits.IsNormal)},
}

func floatClass(test func(softfloat.Circuits, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		return test(floatsOf(s, a[0].Sort().FloatFormat()).Circuits, s.FloatBits(a[0]))
	}
}

func floatUnary(op func(softfloat.Circuits, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := floatsOf(s, a[0].Sort().FloatFormat())
		return f.number(op(f.Circuits, s.FloatBits(a[0])))
	}
}

func floatRounded(op func(softfloat.Circuits, softfloat.Mode, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := floatsOf(s, a[1].Sort().FloatFormat())
		return f.number(op(f.Circuits, f.mode(a[0]), s.FloatBits(a[1])))
	}
}

func floatBinary(op func(softfloat.Circuits, softfloat.Mode, *logic.Term, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		f := floatsOf(s, a[1].Sort().FloatFormat())
		return f.number(op(f.Circuits, f.mode(a[0]), s.FloatBits(a[1]), s.FloatBits(a[2])))
	}
}

func floatOrder(compare func(softfloat.Circuits, *logic.Term, *logic.Term) *logic.Term, swapped bool) builder {
	return chain(func(s *logic.Store, x, y *logic.Term) *logic.Term {
		if swapped {
			x, y = y, x
		}
		return compare(floatsOf(s, x.Sort().FloatFormat()).Circuits, s.FloatBits(x), s.FloatBits(y))
	})
}

// shortFloats requires numbers of one format with an exponent range that is small enough for
// remainders.
func shortFloats(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := sameFloats(0)(s, args); want != "" {
		return bad, want
	}
	if args[0].Sort().FloatFormat().Exponent > maxRemainder {
		return 0, fmt.Sprintf("a format with at most %d bits of exponent, for remainders", maxRemainder)
	}
	return 0, ""
}

// sameFloats requires a rounding mode if there are modes, and numbers of one format.
func sameFloats(modes int) signature {
	return func(_ *coercer, args []*logic.Term) (int, string) {
		if modes > 0 && !args[0].Sort().IsRoundingMode() {
			return 0, "RoundingMode"
		}
		for i, a := range args[modes:] {
			if !a.Sort().IsFloat() {
				return i + modes, "a floating-point number"
			}
			if a.Sort() != args[modes].Sort() {
				return i + modes, "the sort of the arguments before it, " + args[modes].Sort().String()
			}
		}
		return 0, ""
	}
}

// floatParts requires sign, exponent and fraction.
func floatParts(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := bitVectors(s, args); want != "" {
		return bad, want
	}
	if args[0].Sort().Width() != 1 {
		return 0, "(_ BitVec 1)"
	}
	if why := complaint(logic.FloatFormat{Exponent: args[1].Sort().Width(), Significand: args[2].Sort().Width() + 1}); why != "" {
		return 1, "parts of a supported format, not " + why
	}
	return 0, ""
}

func floatIndex(args []*logic.Term, index []int) string {
	f := logic.FloatFormat{Exponent: index[0], Significand: index[1]}
	if why := complaint(f); why != "" {
		return why
	}
	if len(args) == 1 && args[0].Sort().Width() != f.Width() {
		return "the argument has another number of bits than the number"
	}
	return ""
}

func convertibleBits(_ *coercer, args []*logic.Term) (int, string) {
	switch {
	case !args[0].Sort().IsRoundingMode():
		return 0, "RoundingMode"
	case !args[1].Sort().IsBitVec():
		return 1, "a bit-vector"
	}
	return 0, ""
}

// convertible requires arguments that to_fp can convert: bits, or a rounding mode and a number,
// bit-vector or real numeral.
func convertible(s *coercer, args []*logic.Term) (int, string) {
	if len(args) == 1 {
		return bitVectors(s, args)
	}
	if !args[0].Sort().IsRoundingMode() {
		return 0, "RoundingMode"
	}
	s.coerce(&args[1], s.Real)
	if x := args[1]; !x.Sort().IsFloat() && !x.Sort().IsBitVec() && (x.Op() != logic.OpNum || !x.Sort().IsReal()) {
		return 1, "a floating-point number, a bit-vector or a numeral"
	}
	return 0, ""
}

func buildToFloat(s *logic.Store, a []*logic.Term, ix []int) *logic.Term {
	f := floatsOf(s, logic.FloatFormat{Exponent: ix[0], Significand: ix[1]})
	switch {
	case len(a) == 1:
		return s.FloatOf(f.FloatFormat, a[0])
	case a[1].Sort().IsFloat() && a[1].Sort().FloatFormat() == f.FloatFormat:
		return a[1]
	case a[1].Sort().IsFloat():
		return f.number(f.Resized(f.mode(a[0]), floatsOf(s, a[1].Sort().FloatFormat()).Circuits, s.FloatBits(a[1])))
	case a[1].Sort().IsBitVec():
		return f.number(f.FromInteger(f.mode(a[0]), a[1], true))
	}
	return f.number(f.FromRational(f.mode(a[0]), a[1].Num().Big()))
}

// floatConstants are the indexed constants, as bits.
var floatConstants = map[string]func(f floats) *logic.Term{
	"NaN":   func(f floats) *logic.Term { return f.NaN() },
	"+oo":   func(f floats) *logic.Term { return f.Infinity(f.False()) },
	"-oo":   func(f floats) *logic.Term { return f.Infinity(f.True()) },
	"+zero": func(f floats) *logic.Term { return f.Zero(f.False()) },
	"-zero": func(f floats) *logic.Term { return f.Zero(f.True()) },
}

// floatConstant reads eb sb ')' after the name of a constant.
func (r *reader) floatConstant(make func(f floats) *logic.Term) *logic.Term {
	f := r.floatFormat()
	return r.store.FloatOf(f, make(floatsOf(r.store, f)))
}

// FloatFormat reads eb sb ')'.
func (r *reader) floatFormat() (f logic.FloatFormat) {
	for _, part := range []*int{&f.Exponent, &f.Significand} {
		r.expect(tokNumeral, "the number of bits of exponent and significand")
		*part = r.index()
	}
	if why := complaint(f); why != "" {
		panic(r.errorAt(r.lx.at, CodeIndex, "%s", why))
	}
	r.expect(tokClose, "')'")
	return f
}

// floatSort returns the sort of the theory that has the name, or nil.
func floatSort(s *logic.Store, name string) *logic.Sort {
	if f, ok := floatNames[name]; ok {
		return s.Float(f)
	}
	if name == "RoundingMode" {
		return s.RoundingMode()
	}
	return nil
}

// holdsFloat reports whether floating-point numbers are inside of values of s, which is not such a
// sort itself.
func holdsFloat(s *logic.Sort) bool {
	for _, x := range s.Parts() {
		if x != s && x.IsFloat() {
			return true
		}
	}
	return false
}

// noFloats refuses sorts that are made of floating-point numbers.
func (r *reader) noFloats(sort *logic.Sort, at place) {
	if !sort.IsFloat() && holdsFloat(sort) {
		panic(r.errorAt(at, CodeUnsupported, "sort %v: floating-point numbers inside of arrays and datatypes are not supported", sort))
	}
}

// canonical restricts the variables of a quantifier over body to canonical floating-point numbers,
// and to heaps whose size is not negative.
func (r *reader) canonical(op logic.Op, vars []*logic.Term, body *logic.Term) *logic.Term {
	guard := r.store.And(r.store.Canonical(vars), r.heapSizes(vars))
	join := logic.OpAnd
	if op == logic.OpForall {
		join = logic.OpImplies
	}
	if guard.IsTrue() || body.Op() == join && len(body.Args()) == 2 && body.Args()[0] == guard {
		return body
	}
	return r.store.Faithful(join, guard, body)
}
