// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// operator is a function symbol of a theory as the reader sees it.
type operator struct {
	name     string
	reserved bool      // a script cannot declare the name
	min, max int       // number of arguments; max many: any number
	check    signature // sorts of the arguments
	build    builder
	indices  int          // number of numerals in (_ name …)
	index    indexChecker // range of those numerals; nil: any
}

const many = -1

// signature checks the sorts of arguments, which it may coerce in place. It returns the number of
// the first bad argument and what was expected instead; an empty string if all are right.
type signature func(s *coercer, args []*logic.Term) (bad int, want string)

// builder makes the term; the arguments have passed the checks.
type builder func(s *logic.Store, args []*logic.Term, index []int) *logic.Term

// indexChecker returns what is wrong with the indices, "" if nothing.
type indexChecker func(args []*logic.Term, index []int) string

// operators is the table of all theory symbols: Core, Ints, Reals, ArraysEx,
// FixedSizeBitVectors with the usual extensions, and the conversions.
var operators = []operator{
	{name: "true", reserved: true, build: func(s *logic.Store, _ []*logic.Term, _ []int) *logic.Term { return s.True() }},
	{name: "false", reserved: true, build: func(s *logic.Store, _ []*logic.Term, _ []int) *logic.Term { return s.False() }},
	{name: "not", reserved: true, min: 1, max: 1, check: bools, build: faithful(logic.OpNot)},
	{name: "and", reserved: true, min: 0, max: many, check: bools, build: faithful(logic.OpAnd)},
	{name: "or", reserved: true, min: 0, max: many, check: bools, build: faithful(logic.OpOr)},
	{name: "=>", reserved: true, min: 2, max: many, check: bools, build: faithful(logic.OpImplies)},
	{name: "xor", reserved: true, min: 2, max: many, check: bools, build: leftAssoc(binaryXor)},
	{name: "=", reserved: true, min: 2, max: many, check: sameSort, build: chain(readEq)},
	{name: "distinct", reserved: true, min: 2, max: maxDistinct, check: sameSort, build: buildDistinct},
	{name: "ite", reserved: true, min: 3, max: 3, check: iteSorts, build: buildIte},

	// these two are supported by z3
	{name: "implies", min: 2, max: many, check: bools, build: faithful(logic.OpImplies)},
	{name: "iff", min: 2, max: many, check: bools, build: chain(readEq)},

	{name: "+", reserved: true, min: 1, max: many, check: arith, build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.Add(a...) }},
	{name: "-", reserved: true, min: 1, max: many, check: arith, build: buildMinus},
	{name: "*", reserved: true, min: 1, max: many, check: arith, build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.Mul(a...) }},
	{name: "/", reserved: true, min: 2, max: many, check: reals, build: leftAssoc((*logic.Store).Div)},
	{name: "div", min: 2, max: many, check: ints, build: leftAssoc((*logic.Store).IntDiv)},
	{name: "mod", min: 2, max: 2, check: ints, build: binaryOp((*logic.Store).Mod)},
	{name: "rem", min: 2, max: 2, check: ints, build: binaryOp(buildRem)},
	{name: "abs", min: 1, max: 1, check: arith, build: unaryOp((*logic.Store).Abs)},
	{name: "<=", reserved: true, min: 2, max: many, check: arith, build: chain((*logic.Store).Le)},
	{name: "<", reserved: true, min: 2, max: many, check: arith, build: chain((*logic.Store).Lt)},
	{name: ">=", reserved: true, min: 2, max: many, check: arith, build: chain((*logic.Store).Ge)},
	{name: ">", reserved: true, min: 2, max: many, check: arith, build: chain((*logic.Store).Gt)},
	{name: "to_real", min: 1, max: 1, check: realOfInt, build: func(_ *logic.Store, a []*logic.Term, _ []int) *logic.Term { return a[0] }},
	{name: "to_int", min: 1, max: 1, check: reals, build: unaryOp((*logic.Store).ToInt)},
	{name: "is_int", min: 1, max: 1, check: reals, build: unaryOp((*logic.Store).IsInt)},
	{name: "divisible", min: 1, max: 1, check: ints, build: buildDivisible, indices: 1, index: positiveIndex},

	{name: "select", min: 2, max: 2, check: selectSorts, build: binaryOp((*logic.Store).Select)},
	{name: "store", min: 3, max: 3, check: storeSorts, build: func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.Store(a[0], a[1], a[2]) }},

	{name: "concat", min: 2, max: many, check: concatenable, build: bv(logic.OpConcat)},
	{name: "bvnot", min: 1, max: 1, check: sameWidth, build: bv(logic.OpBVNot)},
	{name: "bvneg", min: 1, max: 1, check: sameWidth, build: bv(logic.OpBVNeg)},
	{name: "bvand", min: 2, max: many, check: sameWidth, build: bv(logic.OpBVAnd)},
	{name: "bvor", min: 2, max: many, check: sameWidth, build: bv(logic.OpBVOr)},
	{name: "bvxor", min: 2, max: many, check: sameWidth, build: bv(logic.OpBVXor)},
	{name: "bvnand", min: 2, max: 2, check: sameWidth, build: negatedBV(logic.OpBVAnd)},
	{name: "bvnor", min: 2, max: 2, check: sameWidth, build: negatedBV(logic.OpBVOr)},
	{name: "bvxnor", min: 2, max: 2, check: sameWidth, build: negatedBV(logic.OpBVXor)},
	{name: "bvadd", min: 2, max: many, check: sameWidth, build: bv(logic.OpBVAdd)},
	{name: "bvsub", min: 2, max: many, check: sameWidth, build: leftAssoc((*logic.Store).BVSub)},
	{name: "bvmul", min: 2, max: many, check: sameWidth, build: bv(logic.OpBVMul)},
	{name: "bvudiv", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVUDiv)},
	{name: "bvurem", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVURem)},
	{name: "bvsdiv", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSDiv)},
	{name: "bvsrem", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSRem)},
	{name: "bvsmod", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSMod)},
	// these names are printed by z3
	{name: "bvudiv_i", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVUDiv)},
	{name: "bvurem_i", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVURem)},
	{name: "bvsdiv_i", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSDiv)},
	{name: "bvsrem_i", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSRem)},
	{name: "bvsmod_i", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSMod)},
	{name: "bvshl", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVShl)},
	{name: "bvlshr", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVLshr)},
	{name: "bvashr", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVAshr)},
	{name: "bvule", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVUle)},
	{name: "bvult", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVUlt)},
	{name: "bvuge", min: 2, max: 2, check: sameWidth, build: swappedBV(logic.OpBVUle)},
	{name: "bvugt", min: 2, max: 2, check: sameWidth, build: swappedBV(logic.OpBVUlt)},
	{name: "bvsle", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSle)},
	{name: "bvslt", min: 2, max: 2, check: sameWidth, build: bv(logic.OpBVSlt)},
	{name: "bvsge", min: 2, max: 2, check: sameWidth, build: swappedBV(logic.OpBVSle)},
	{name: "bvsgt", min: 2, max: 2, check: sameWidth, build: swappedBV(logic.OpBVSlt)},
	{name: "bvnego", min: 1, max: 1, check: sameWidth, build: unaryOp(buildNegOverflow)},
	{name: "bvuaddo", min: 2, max: 2, check: sameWidth, build: binaryOp(buildUAddOverflow)},
	{name: "bvsaddo", min: 2, max: 2, check: sameWidth, build: binaryOp(buildSAddOverflow)},
	{name: "bvusubo", min: 2, max: 2, check: sameWidth, build: binaryOp(buildUSubOverflow)},
	{name: "bvssubo", min: 2, max: 2, check: sameWidth, build: binaryOp(buildSSubOverflow)},
	{name: "bvumulo", min: 2, max: 2, check: doubleWidth, build: binaryOp(buildUMulOverflow)},
	{name: "bvsmulo", min: 2, max: 2, check: doubleWidth, build: binaryOp(buildSMulOverflow)},
	{name: "bvsdivo", min: 2, max: 2, check: sameWidth, build: binaryOp(buildSDivOverflow)},
	// these three are supported by z3,
	{name: "bvumul_noovfl", min: 2, max: 2, check: doubleWidth, build: binaryOp(buildUMulFits)},
	{name: "bvsmul_noovfl", min: 2, max: 2, check: doubleWidth, build: binaryOp(buildSMulAtMost)},
	{name: "bvsmul_noudfl", min: 2, max: 2, check: doubleWidth, build: binaryOp(buildSMulAtLeast)},
	{name: "ext_rotate_left", min: 2, max: 2, check: sameWidth, build: binaryOp(rotation(logic.OpBVShl, logic.OpBVLshr))}, // and these two
	{name: "ext_rotate_right", min: 2, max: 2, check: sameWidth, build: binaryOp(rotation(logic.OpBVLshr, logic.OpBVShl))},
	{name: "bvcomp", min: 2, max: 2, check: sameWidth, build: binaryOp(buildBVComp)},
	{name: "bvredor", min: 1, max: 1, check: sameWidth, build: unaryOp(buildRedOr)},
	{name: "bvredand", min: 1, max: 1, check: sameWidth, build: unaryOp(buildRedAnd)},
	{name: "extract", min: 1, max: 1, check: bitVectors, indices: 2, index: extractIndex,
		build: func(s *logic.Store, a []*logic.Term, ix []int) *logic.Term { return s.Extract(ix[0], ix[1], a[0]) }},
	{name: "repeat", min: 1, max: 1, check: bitVectors, indices: 1, index: repeatIndex, build: buildRepeat},
	{name: "zero_extend", min: 1, max: 1, check: bitVectors, indices: 1, index: extendIndex,
		build: func(s *logic.Store, a []*logic.Term, ix []int) *logic.Term { return s.ZeroExtend(ix[0], a[0]) }},
	{name: "sign_extend", min: 1, max: 1, check: bitVectors, indices: 1, index: extendIndex,
		build: func(s *logic.Store, a []*logic.Term, ix []int) *logic.Term { return s.SignExtend(ix[0], a[0]) }},
	{name: "rotate_left", min: 1, max: 1, check: bitVectors, indices: 1,
		build: func(s *logic.Store, a []*logic.Term, ix []int) *logic.Term { return s.RotateLeft(ix[0], a[0]) }},
	{name: "rotate_right", min: 1, max: 1, check: bitVectors, indices: 1, build: buildRotateRight},

	{name: "bv2nat", min: 1, max: 1, check: bitVectors, build: unaryOp((*logic.Store).BVToInt)},
	{name: "bv2int", min: 1, max: 1, check: bitVectors, build: unaryOp((*logic.Store).BVToInt)},
	{name: "ubv_to_int", min: 1, max: 1, check: bitVectors, build: unaryOp((*logic.Store).BVToInt)},
	{name: "sbv_to_int", min: 1, max: 1, check: bitVectors, build: unaryOp(buildSignedToInt)},
	{name: "int2bv", min: 1, max: 1, check: ints, build: buildIntToBV, indices: 1, index: widthIndex},
	{name: "nat2bv", min: 1, max: 1, check: ints, build: buildIntToBV, indices: 1, index: widthIndex},
	{name: "int_to_bv", min: 1, max: 1, check: ints, build: buildIntToBV, indices: 1, index: widthIndex},
}

// maxDistinct limits the arguments of distinct, which expands to quadratically many disequalities.
const maxDistinct = 4096

// Signatures.

func allOf(args []*logic.Term, ok func(*logic.Sort) bool, want string) (int, string) {
	for i, a := range args {
		if !ok(a.Sort()) {
			return i, want
		}
	}
	return 0, ""
}

func bools(_ *coercer, args []*logic.Term) (int, string) {
	return allOf(args, (*logic.Sort).IsBool, "Bool")
}
func ints(_ *coercer, args []*logic.Term) (int, string) {
	return allOf(args, (*logic.Sort).IsInt, "Int")
}

func bitVectors(_ *coercer, args []*logic.Term) (int, string) {
	return allOf(args, (*logic.Sort).IsBitVec, "a bit-vector")
}

// concatenable requires bit-vectors that are not too wide together.
func concatenable(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := bitVectors(s, args); want != "" {
		return bad, want
	}
	width := 0
	for i, a := range args {
		if width += a.Sort().Width(); width > maxWidth {
			return i, fmt.Sprintf("at most %d bits in total", maxWidth)
		}
	}
	return 0, ""
}

func reals(s *coercer, args []*logic.Term) (int, string) {
	for i := range args {
		s.coerce(&args[i], s.Real)
	}
	return allOf(args, (*logic.Sort).IsReal, "Real")
}

// realOfInt makes an Int argument Real, as is written.
func realOfInt(s *coercer, args []*logic.Term) (int, string) {
	before := s.coerced
	bad, want := reals(s, args)
	s.coerced = before
	return bad, want
}

// arith requires Int or Real; Int becomes Real beside Real.
func arith(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := allOf(args, (*logic.Sort).IsArith, "Int or Real"); want != "" {
		return bad, want
	}
	return sameSort(s, args)
}

// sameSort requires one sort; Int becomes Real beside Real.
func sameSort(s *coercer, args []*logic.Term) (int, string) {
	if bad := s.settleAlike(args); bad >= 0 {
		return bad, "the sort of the other arguments"
	}
	if s.address != nil && slices.ContainsFunc(args, func(a *logic.Term) bool { return a.Sort() == s.address }) {
		for i := range args {
			s.coerce(&args[i], s.address)
		}
	}
	sort := args[0].Sort()
	for i, a := range args[1:] {
		if a.Sort() == sort {
			continue
		}
		if !a.Sort().IsArith() || !sort.IsArith() {
			return i + 1, "the sort of the arguments before it, " + sort.String()
		}
		for j := range args {
			if !args[j].Sort().IsArith() {
				return j, "Int or Real"
			}
			s.coerce(&args[j], s.Real)
		}
		return 0, ""
	}
	return 0, ""
}

func iteSorts(s *coercer, args []*logic.Term) (int, string) {
	if !args[0].Sort().IsBool() {
		return 0, "Bool"
	}
	bad, want := sameSort(s, args[1:])
	return bad + 1, want
}

func selectSorts(s *coercer, args []*logic.Term) (int, string) {
	sort := args[0].Sort()
	if !sort.IsArray() {
		return 0, "an array"
	}
	if !s.coerce(&args[1], sort.Index()) {
		return 1, "the array's index sort " + sort.Index().String()
	}
	return 0, ""
}

func storeSorts(s *coercer, args []*logic.Term) (int, string) {
	if bad, want := selectSorts(s, args); want != "" {
		return bad, want
	}
	if elem := args[0].Sort().Elem(); !s.coerce(&args[2], elem) {
		return 2, "the array's element sort " + elem.String()
	}
	return 0, ""
}

func sameWidth(_ *coercer, args []*logic.Term) (int, string) {
	for i, a := range args {
		if !a.Sort().IsBitVec() {
			return i, "a bit-vector"
		}
		if a.Sort() != args[0].Sort() {
			return i, "the width of the arguments before it, " + args[0].Sort().String()
		}
	}
	return 0, ""
}

// coercer makes terms of the sorts that operators require.
type coercer struct {
	*logic.Store
	coerced   int // Int terms other than numerals that have been made Real
	open      openTerms
	address   *logic.Sort // of a heap, nil without
	addresses int         // numerals that have been made addresses
}

// coerce makes an Int term Real if Real is needed, and gives an open term the needed sort. It
// reports whether the term then has the needed sort.
func (s *coercer) coerce(t **logic.Term, want *logic.Sort) bool {
	if x := s.open[*t]; x != nil {
		z := s.settle(x, want)
		if z != nil {
			*t = z
		}
		return z != nil
	}
	if want == s.address && want != nil && (*t).Sort() == s.Int && (*t).Op() == logic.OpNum && (*t).Num().Sign() >= 0 {
		s.addresses++
		*t = s.Construct(want.Datatype().Constructors[0], *t)
	}
	if (*t).Sort() == s.Int && want == s.Real {
		if (*t).Op() != logic.OpNum {
			s.coerced++
		}
		*t = s.ToReal(*t)
	}
	return (*t).Sort() == want
}

// Shapes of builders.

func unaryOp(f func(*logic.Store, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return f(s, a[0]) }
}

func binaryOp(f func(*logic.Store, *logic.Term, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return f(s, a[0], a[1]) }
}

func leftAssoc(f func(*logic.Store, *logic.Term, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		z := a[0]
		for _, x := range a[1:] {
			z = f(s, z, x)
		}
		return z
	}
}

// chain makes (f a b c) the conjunction of (f a b) and (f b c).
func chain(f func(*logic.Store, *logic.Term, *logic.Term) *logic.Term) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
		if len(a) == 2 {
			return f(s, a[0], a[1])
		}
		z := make([]*logic.Term, len(a)-1)
		for i := range z {
			z[i] = f(s, a[i], a[i+1])
		}
		return s.Faithful(logic.OpAnd, z...)
	}
}

func faithful(op logic.Op) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.Faithful(op, a...) }
}

func bv(op logic.Op) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.BV(op, a...) }
}

func negatedBV(op logic.Op) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.BV(logic.OpBVNot, s.BV(op, a...)) }
}

func swappedBV(op logic.Op) builder {
	return func(s *logic.Store, a []*logic.Term, _ []int) *logic.Term { return s.BV(op, a[1], a[0]) }
}

// Single builders.

func binaryXor(s *logic.Store, x, y *logic.Term) *logic.Term { return s.Faithful(logic.OpXor, x, y) }

func readEq(s *logic.Store, x, y *logic.Term) *logic.Term {
	if x.Sort().IsBool() {
		return s.Faithful(logic.OpEq, x, y)
	}
	return s.Eq(x, y)
}

func buildDistinct(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
	var z []*logic.Term
	for i, x := range a {
		for _, y := range a[i+1:] {
			z = append(z, s.Faithful(logic.OpNot, readEq(s, x, y)))
		}
	}
	if len(z) == 1 {
		return z[0]
	}
	return s.Faithful(logic.OpAnd, z...)
}

func buildIte(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
	if a[1].Sort().IsBool() {
		return s.Faithful(logic.OpIte, a...)
	}
	return s.Ite(a[0], a[1], a[2])
}

func buildMinus(s *logic.Store, a []*logic.Term, _ []int) *logic.Term {
	if len(a) == 1 {
		return s.Neg(a[0])
	}
	z := append([]*logic.Term(nil), a...)
	for i := range z[1:] {
		z[i+1] = s.Neg(z[i+1])
	}
	return s.Add(z...)
}

// buildRem follows z3: the remainder with the sign of the divisor.
func buildRem(s *logic.Store, x, y *logic.Term) *logic.Term {
	m := s.Mod(x, y)
	return s.Ite(s.Ge(y, s.IntNum(0)), m, s.Neg(m))
}

func buildDivisible(s *logic.Store, a []*logic.Term, index []int) *logic.Term {
	return s.Eq(s.Mod(a[0], s.IntNum(int64(index[0]))), s.IntNum(0))
}

func buildBVComp(s *logic.Store, x, y *logic.Term) *logic.Term {
	return s.Ite(s.Eq(x, y), bit(s, 1), bit(s, 0))
}

func buildRedOr(s *logic.Store, x *logic.Term) *logic.Term {
	return s.Ite(s.Eq(x, s.BVNum(new(big.Int), x.Sort().Width())), bit(s, 0), bit(s, 1))
}

func buildRedAnd(s *logic.Store, x *logic.Term) *logic.Term {
	return s.Ite(s.Eq(x, s.BVNum(big.NewInt(-1), x.Sort().Width())), bit(s, 1), bit(s, 0))
}

func bit(s *logic.Store, b int64) *logic.Term { return s.BVNum(big.NewInt(b), 1) }

func buildRepeat(s *logic.Store, a []*logic.Term, index []int) *logic.Term {
	var z *logic.Term // repetitions by the bits of index[0] used so far
	for i := bits.Len(uint(index[0])) - 1; i >= 0; i-- {
		if z != nil {
			z = s.BV(logic.OpConcat, z, z)
		}
		if index[0]>>i&1 == 1 {
			if z == nil {
				z = a[0]
			} else {
				z = s.BV(logic.OpConcat, z, a[0])
			}
		}
	}
	return z
}

func buildRotateRight(s *logic.Store, a []*logic.Term, index []int) *logic.Term {
	w := a[0].Sort().Width()
	return s.RotateLeft(w-index[0]%w, a[0])
}

func buildIntToBV(s *logic.Store, a []*logic.Term, index []int) *logic.Term {
	return s.IntToBV(index[0], a[0])
}

func buildSignedToInt(s *logic.Store, x *logic.Term) *logic.Term {
	w := x.Sort().Width()
	u := s.BVToInt(x)
	power := rational.FromBigInt(new(big.Int).Lsh(big.NewInt(1), uint(w)))
	return s.Ite(s.BV(logic.OpBVSlt, x, s.BVNum(new(big.Int), w)), s.Sub(u, s.Num(power, s.Int)), u)
}

// Index checks.

func positiveIndex(_ []*logic.Term, index []int) string {
	if index[0] == 0 {
		return "the index must be positive"
	}
	return ""
}

func widthIndex(_ []*logic.Term, index []int) string {
	if index[0] < 1 || index[0] > maxWidth {
		return fmt.Sprintf("the width must lie between 1 and %d", maxWidth)
	}
	return ""
}

func extractIndex(args []*logic.Term, index []int) string {
	if w := args[0].Sort().Width(); index[0] >= w || index[1] > index[0] {
		return fmt.Sprintf("bits %d down to %d of a vector of %d bits; expected %d >= high >= low >= 0", index[0], index[1], w, w-1)
	}
	return ""
}

func repeatIndex(args []*logic.Term, index []int) string {
	if index[0] == 0 {
		return "the index must be positive"
	}
	return tooWide(args[0].Sort().Width(), index[0])
}

// tooWide returns a message if n copies of w bits are too many.
func tooWide(w, n int) string {
	if n > maxWidth/w {
		return fmt.Sprintf("more than %d bits", maxWidth)
	}
	return ""
}

func extendIndex(args []*logic.Term, index []int) string {
	if index[0] > maxWidth-args[0].Sort().Width() {
		return fmt.Sprintf("more than %d bits", maxWidth)
	}
	return ""
}
