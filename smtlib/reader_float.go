// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"
)

// This file reads the theory FloatingPoint of SMT-LIB. Operations that are not in the table are refused: square roots, remainders,
// fused products, minima and maxima, whose sign of zero is open, and conversions to integers and reals, whose values are open beyond the range.

// floatOperators extends the table of operators.
var floatOperators = []operator{
	{name: "fp", min: 3, max: 3, check: floatParts, build: func(s *Store, a []*Term, _ []int) *Term {
		f := floatFormat{a[1].sort.width, a[2].sort.width + 1}
		return s.number(f, s.BV(OpConcat, s.BV(OpConcat, a[0], a[1]), a[2]))
	}},
	{name: "fp.to_ieee_bv", min: 1, max: 1, check: sameFloats(0), build: unaryOp((*Store).bits)}, // z3 and others know this one
	{name: "to_fp", min: 1, max: 2, check: convertible, indices: 2, index: floatIndex, build: buildToFloat},
	{name: "to_fp_unsigned", min: 2, max: 2, check: convertibleBits, indices: 2, index: floatIndex, build: func(s *Store, a []*Term, ix []int) *Term {
		return floats{s, floatFormat{ix[0], ix[1]}}.converted(a[0], a[1], false)
	}},

	{name: "fp.abs", min: 1, max: 1, check: sameFloats(0), build: floatUnary(func(f floats, u unpacked, x *Term) *Term {
		return f.choose([2]*Term{u.nan, f.bits(x)}, [2]*Term{nil, f.signed(f.False(), u.magnitude)})
	})},
	{name: "fp.neg", min: 1, max: 1, check: sameFloats(0), build: floatUnary(func(f floats, u unpacked, x *Term) *Term { return f.negated(u, x) })},
	{name: "fp.add", min: 3, max: 3, check: sameFloats(1), build: floatBinary(floats.sum)},
	{name: "fp.sub", min: 3, max: 3, check: sameFloats(1), build: floatBinary(func(f floats, rm, x, y *Term) *Term {
		return f.sum(rm, x, f.negated(f.unpack(y), y))
	})},
	{name: "fp.mul", min: 3, max: 3, check: sameFloats(1), build: floatBinary(floats.product)},
	{name: "fp.div", min: 3, max: 3, check: sameFloats(1), build: floatBinary(floats.quotient)},
	{name: "fp.roundToIntegral", min: 2, max: 2, check: sameFloats(1), build: func(s *Store, a []*Term, _ []int) *Term {
		return floats{s, a[1].sort.float}.integral(a[0], a[1])
	}},

	{name: "fp.leq", min: 2, max: many, check: sameFloats(0), build: floatOrder(false, true)},
	{name: "fp.lt", min: 2, max: many, check: sameFloats(0), build: floatOrder(false, false)},
	{name: "fp.geq", min: 2, max: many, check: sameFloats(0), build: floatOrder(true, true)},
	{name: "fp.gt", min: 2, max: many, check: sameFloats(0), build: floatOrder(true, false)},
	{name: "fp.eq", min: 2, max: many, check: sameFloats(0), build: chain(func(s *Store, x, y *Term) *Term {
		f := floats{s, x.sort.float}
		u, v := f.unpack(x), f.unpack(y)
		return s.And(s.Not(u.nan), s.Not(v.nan), s.Or(s.And(u.zero, v.zero), s.Eq(f.bits(x), f.bits(y))))
	})},

	{name: "fp.isNaN", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return u.nan })},
	{name: "fp.isInfinite", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return u.inf })},
	{name: "fp.isZero", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return u.zero })},
	{name: "fp.isNegative", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return f.And(f.Not(u.nan), u.neg) })},
	{name: "fp.isPositive", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return f.And(f.Not(u.nan), f.Not(u.neg)) })},
	{name: "fp.isSubnormal", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term { return f.And(f.Not(u.zero), f.small(u)) })},
	{name: "fp.isNormal", min: 1, max: 1, check: sameFloats(0), build: floatClass(func(f floats, u unpacked) *Term {
		return f.Not(f.Or(u.nan, u.inf, f.small(u)))
	})},
}

// small returns whether the bits of the exponent are zero.
func (f floats) small(u unpacked) *Term { return f.isZero(f.Extract(f.width()-2, f.sb-1, u.magnitude)) }

func (f floats) negated(u unpacked, x *Term) *Term {
	return f.choose([2]*Term{u.nan, f.bits(x)}, [2]*Term{nil, f.signed(f.Not(u.neg), u.magnitude)})
}

func floatUnary(op func(f floats, u unpacked, x *Term) *Term) builder {
	return func(s *Store, a []*Term, _ []int) *Term {
		f := floats{s, a[0].sort.float}
		return op(f, f.unpack(a[0]), a[0])
	}
}

func floatBinary(op func(f floats, rm, x, y *Term) *Term) builder {
	return func(s *Store, a []*Term, _ []int) *Term { return op(floats{s, a[1].sort.float}, a[0], a[1], a[2]) }
}

func floatClass(op func(f floats, u unpacked) *Term) builder {
	return func(s *Store, a []*Term, _ []int) *Term {
		f := floats{s, a[0].sort.float}
		return op(f, f.unpack(a[0]))
	}
}

func floatOrder(swapped, orEqual bool) builder {
	return chain(func(s *Store, x, y *Term) *Term {
		if swapped {
			x, y = y, x
		}
		return floats{s, x.sort.float}.less(x, y, orEqual)
	})
}

// sameFloats wants a rounding mode if there are modes, and numbers of one format.
func sameFloats(modes int) signature {
	return func(_ *Store, args []*Term) (int, string) {
		if modes > 0 && !args[0].sort.rounding {
			return 0, "RoundingMode"
		}
		for i, a := range args[modes:] {
			if !a.sort.IsFloat() {
				return i + modes, "a floating-point number"
			}
			if a.sort != args[modes].sort {
				return i + modes, "the sort of the arguments before it, " + args[modes].sort.String()
			}
		}
		return 0, ""
	}
}

// floatParts wants sign, exponent and fraction.
func floatParts(s *Store, args []*Term) (int, string) {
	if bad, want := bitVectors(s, args); want != "" {
		return bad, want
	}
	if args[0].sort.width != 1 {
		return 0, "(_ BitVec 1)"
	}
	if why := (floatFormat{args[1].sort.width, args[2].sort.width + 1}).complaint(); why != "" {
		return 1, "parts of a supported format, not " + why
	}
	return 0, ""
}

func floatIndex(args []*Term, index []int) string {
	f := floatFormat{index[0], index[1]}
	if why := f.complaint(); why != "" {
		return why
	}
	if len(args) == 1 && args[0].sort.width != f.width() {
		return "the argument has another number of bits than the number"
	}
	return ""
}

func convertibleBits(_ *Store, args []*Term) (int, string) {
	switch {
	case !args[0].sort.rounding:
		return 0, "RoundingMode"
	case !args[1].sort.IsBitVec():
		return 1, "a bit-vector"
	}
	return 0, ""
}

// convertible wants what to_fp converts: bits, or a rounding mode and a number, bit-vector or real numeral.
func convertible(s *Store, args []*Term) (int, string) {
	if len(args) == 1 {
		return bitVectors(s, args)
	}
	if !args[0].sort.rounding {
		return 0, "RoundingMode"
	}
	s.coerce(&args[1], s.Real)
	if x := args[1]; !x.sort.IsFloat() && !x.sort.IsBitVec() && (x.op != OpNum || !x.sort.IsReal()) {
		return 1, "a floating-point number, a bit-vector or a numeral"
	}
	return 0, ""
}

func buildToFloat(s *Store, a []*Term, ix []int) *Term {
	f := floats{s, floatFormat{ix[0], ix[1]}}
	switch {
	case len(a) == 1:
		return s.number(f.floatFormat, a[0])
	case a[1].sort.IsFloat() && a[1].sort.float == f.floatFormat:
		return a[1]
	case a[1].sort.IsFloat():
		return f.reformatted(a[0], a[1])
	case a[1].sort.IsBitVec():
		return f.converted(a[0], a[1], true)
	}
	return f.fromRational(a[0], a[1].Num().Big())
}

// fromRational returns the number nearest to r: that of its first bits, of which the last one tells of the others.
func (f floats) fromRational(rm *Term, r *big.Rat) *Term {
	if r.Sign() == 0 {
		return f.number(f.floatFormat, f.zero(f.False()))
	}
	n, d := new(big.Int).Abs(r.Num()), new(big.Int).Set(r.Denom())
	k := f.sb + 4 - (n.BitLen() - d.BitLen())
	if k >= 0 {
		n.Lsh(n, uint(k))
	} else {
		d.Lsh(d, uint(-k))
	}
	q, rest := n.QuoRem(n, d, new(big.Int))
	if q.Lsh(q, 1); rest.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	exponent := big.NewInt(int64(q.BitLen() - 2 - k))
	return f.number(f.floatFormat, f.round(rm, f.BoolValue(r.Sign() < 0), f.BVNum(exponent, exponent.BitLen()+2), f.BVNum(q, q.BitLen())))
}

// floatConstants are the indexed constants, as bits.
var floatConstants = map[string]func(f floats) *Term{
	"NaN":   floats.nanBits,
	"+oo":   func(f floats) *Term { return f.infinity(f.False()) },
	"-oo":   func(f floats) *Term { return f.infinity(f.True()) },
	"+zero": func(f floats) *Term { return f.zero(f.False()) },
	"-zero": func(f floats) *Term { return f.zero(f.True()) },
}

// floatConstant reads eb sb ')' behind the name of a constant.
func (r *reader) floatConstant(make func(f floats) *Term) (*Term, *Error) {
	f, err := r.floatFormat()
	if err != nil {
		return nil, err
	}
	return r.store.number(f, make(floats{r.store, f})), nil
}

// floatFormat reads eb sb ')'.
func (r *reader) floatFormat() (f floatFormat, err *Error) {
	for _, part := range []*int{&f.eb, &f.sb} {
		if err := r.expect(tokNumeral, "the number of bits of exponent and significand"); err != nil {
			return f, err
		}
		if *part, err = r.index(); err != nil {
			return f, err
		}
	}
	if why := f.complaint(); why != "" {
		return f, r.errorAt(r.lx.at, CodeIndex, "%s", why)
	}
	return f, r.expect(tokClose, "')'")
}

// floatSort returns the sort of the theory that has the name, nil if there is none.
func (s *Store) floatSort(name string) *Sort {
	if f, ok := floatNames[name]; ok {
		return s.float(f)
	}
	if name == "RoundingMode" {
		return s.roundingSort()
	}
	return nil
}

// noFloats refuses sorts that are made of floating-point numbers.
func (r *reader) noFloats(sort *Sort, at place) *Error {
	if !sort.IsFloat() && sort.holdsFloat() {
		return r.errorAt(at, CodeUnsupported, "sort %v: floating-point numbers inside of arrays and datatypes are not supported", sort)
	}
	return nil
}

// canonical restricts the variables of a quantifier over body to canonical floating-point numbers.
func (r *reader) canonical(op Op, vars []*Term, body *Term) *Term {
	guard := r.store.Canonical(vars)
	join := OpAnd
	if op == OpForall {
		join = OpImplies
	}
	if guard.IsTrue() || body.op == join && len(body.args) == 2 && body.args[0] == guard {
		return body
	}
	return r.store.Faithful(join, guard, body)
}
