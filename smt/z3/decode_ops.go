// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"math/big"

	"cornet/internal/rational"
	"cornet/logic"
)

// zKind is a Z3_decl_kind. The numbers below are the same in all versions from
// 4.8.12 on; operators whose numbers differ are found by name in namedBuilders.
type zKind uint32

const (
	zTrue zKind = 0x100 + iota
	zFalse
	zEq
	zDistinct
	zIte
	zAnd
	zOr
	zIff
	zXor
	zNot
	zImplies
)

const (
	_ zKind = 0x200 + iota // a numeral, which is not an application
	zAlgebraic
	zLe
	zGe
	zLt
	zGt
	zAdd
	zSub
	zNeg
	zMul
	zDiv
	zIntDiv
	zRem
	zMod
	zToReal
	zToInt
	zIsInt
	zPower
)

const (
	zStore zKind = 0x300 + iota
	zSelect
	zConstArray
	zArrayMap
	zArrayDefault
	zSetUnion
	zSetIntersect
	zSetDifference
	zSetComplement
	zSetSubset
	zAsArray
)

const (
	_ zKind = 0x400 + iota // a numeral
	zBit1
	zBit0
	zBVNeg
	zBVAdd
	zBVSub
	zBVMul
	zBVSDiv
	zBVUDiv
	zBVSRem
	zBVURem
	zBVSMod
	_ // the next five are found by name: 4.8.12 mixes two of them up
	_
	_
	_
	_
	zBVUle
	zBVSle
	zBVUge
	zBVSge
	zBVUlt
	zBVSlt
	zBVUgt
	zBVSgt
	zBVAnd
	zBVOr
	zBVNot
	zBVXor
	zBVNand
	zBVNor
	zBVXnor
	zConcat
	zSignExt
	zZeroExt
	zExtract
	zRepeat
	zBVRedOr
	zBVRedAnd
	zBVComp
	zBVShl
	zBVLshr
	zBVAshr
	zRotateLeft
	zRotateRight
	zExtRotateLeft
	zExtRotateRight
	zBitToBool
	zIntToBV
	zBVToInt
)

const (
	_ zKind = 0x800 + iota // a constructor, known by its declaration
	zRecogniser
	zIs
	_ // an accessor, known by its declaration
	zUpdateField
)

// operands are what a builder makes a term of.
type operands struct {
	*decoder
	decl decl
	x    []*logic.Term
}

// errShape reports operands that an operator's builder does not know.
var errShape = errors.New("z3: unexpected operands")

type builder = func(operands) (*logic.Term, error)

// builders make terms by the kind of the head.
var builders map[zKind]builder

// namedBuilders make terms by the name of the head.
var namedBuilders map[string]builder

func init() { // not an initialiser: builders refer to decoder methods that refer to builders
	builders = map[zKind]builder{
		zTrue:  nullary((*logic.Store).True),
		zFalse: nullary((*logic.Store).False),
		zEq:    chain((*logic.Store).Eq), zIff: chain((*logic.Store).Eq),
		zDistinct: variadic((*logic.Store).Distinct),
		zIte:      ternaryTerm((*logic.Store).Ite),
		zAnd:      variadic((*logic.Store).And), zOr: variadic((*logic.Store).Or),
		zXor: fold((*logic.Store).Xor), zNot: unaryTerm((*logic.Store).Not),
		zImplies: binaryTerm((*logic.Store).Implies),

		zLe: binaryTerm((*logic.Store).Le), zGe: binaryTerm((*logic.Store).Ge),
		zLt: binaryTerm((*logic.Store).Lt), zGt: binaryTerm((*logic.Store).Gt),
		zAdd: variadic((*logic.Store).Add), zSub: fold((*logic.Store).Sub),
		zNeg: unaryTerm((*logic.Store).Neg), zMul: variadic((*logic.Store).Mul),
		zDiv: binaryTerm((*logic.Store).Div), zIntDiv: binaryTerm((*logic.Store).IntDiv),
		zRem: binaryTerm(rem), zMod: binaryTerm((*logic.Store).Mod),
		zToReal: unaryTerm((*logic.Store).ToReal), zToInt: unaryTerm((*logic.Store).ToInt),
		zIsInt: unaryTerm((*logic.Store).IsInt), zPower: buildPower,

		zStore: ternaryTerm((*logic.Store).Store), zSelect: binaryTerm((*logic.Store).Select),
		zConstArray: buildConstArray, zAsArray: buildAsArray,

		zIs: buildTester, zRecogniser: buildTester, zUpdateField: buildUpdate,

		zBit1: bit(1), zBit0: bit(0),
		zBVNeg: bv(logic.OpBVNeg), zBVAdd: bv(logic.OpBVAdd), zBVSub: fold((*logic.Store).BVSub),
		zBVMul: bv(logic.OpBVMul), zBVSDiv: bv(logic.OpBVSDiv), zBVUDiv: bv(logic.OpBVUDiv),
		zBVSRem: bv(logic.OpBVSRem), zBVURem: bv(logic.OpBVURem), zBVSMod: bv(logic.OpBVSMod),
		zBVUle: bv(logic.OpBVUle), zBVSle: bv(logic.OpBVSle), zBVUlt: bv(logic.OpBVUlt), zBVSlt: bv(logic.OpBVSlt),
		zBVUge: swapped(logic.OpBVUle), zBVSge: swapped(logic.OpBVSle),
		zBVUgt: swapped(logic.OpBVUlt), zBVSgt: swapped(logic.OpBVSlt),
		zBVAnd: bv(logic.OpBVAnd), zBVOr: bv(logic.OpBVOr), zBVNot: bv(logic.OpBVNot), zBVXor: bv(logic.OpBVXor),
		zBVNand: complement(logic.OpBVAnd), zBVNor: complement(logic.OpBVOr), zBVXnor: complement(logic.OpBVXor),
		zConcat: bv(logic.OpConcat), zBVShl: bv(logic.OpBVShl), zBVLshr: bv(logic.OpBVLshr), zBVAshr: bv(logic.OpBVAshr),
		zSignExt: indexed((*logic.Store).SignExtend), zZeroExt: indexed((*logic.Store).ZeroExtend),
		zRotateLeft: indexed((*logic.Store).RotateLeft), zRotateRight: indexed(rotateRight),
		zRepeat: indexed(repeat), zIntToBV: indexed((*logic.Store).IntToBV), zBitToBool: indexed(bitToBool),
		zExtract: buildExtract, zExtRotateLeft: buildRotate((*logic.Store).RotateLeft),
		zExtRotateRight: buildRotate(rotateRight),
		zBVRedOr:        unaryTerm(redOr), zBVRedAnd: unaryTerm(redAnd), zBVComp: binaryTerm(comp),
		zBVToInt: unaryTerm((*logic.Store).BVToInt),
	}
	namedBuilders = map[string]builder{
		"abs": unaryTerm((*logic.Store).Abs), "divisible": indexed(divisible),
		// Z3's names for the results of divisions by zero; some versions pass the
		// divisor too, which then is zero.
		"/0": zeroDivisor((*logic.Store).Div), "div0": zeroDivisor((*logic.Store).IntDiv),
		"mod0": zeroDivisor((*logic.Store).Mod), "rem0": zeroDivisor((*logic.Store).Mod),
		"bvsdiv0": zeroBV(logic.OpBVSDiv), "bvudiv0": zeroBV(logic.OpBVUDiv), "bvsrem0": zeroBV(logic.OpBVSRem),
		"bvurem0": zeroBV(logic.OpBVURem), "bvsmod0": zeroBV(logic.OpBVSMod),
		// Division with a divisor known not to be zero.
		"bvsdiv_i": bv(logic.OpBVSDiv), "bvudiv_i": bv(logic.OpBVUDiv), "bvsrem_i": bv(logic.OpBVSRem),
		"bvurem_i": bv(logic.OpBVURem), "bvsmod_i": bv(logic.OpBVSMod),
		"mkbv": buildMkBV,
	}
}

// The functions below turn methods of the store into builders.

func nullary(f func(*logic.Store) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) { return f(o.c.store), nil }
}

func unaryTerm(f func(s *logic.Store, x *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 1 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0]), nil
	}
}

func binaryTerm(f func(s *logic.Store, x, y *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 2 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0], o.x[1]), nil
	}
}

func ternaryTerm(f func(s *logic.Store, x, y, z *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 3 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0], o.x[1], o.x[2]), nil
	}
}

func variadic(f func(s *logic.Store, x ...*logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) { return f(o.c.store, o.x...), nil }
}

// fold applies a binary operator from the left.
func fold(f func(s *logic.Store, x, y *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		z := o.x[0]
		for _, y := range o.x[1:] {
			z = f(o.c.store, z, y)
		}
		return z, nil
	}
}

// chain conjoins a binary predicate over neighbours.
func chain(f func(s *logic.Store, x, y *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		z := o.c.store.True()
		for i, y := range o.x[1:] {
			z = o.c.store.And(z, f(o.c.store, o.x[i], y))
		}
		return z, nil
	}
}

// bv folds a bit-vector operator.
func bv(op logic.Op) builder {
	return func(o operands) (*logic.Term, error) { return o.c.store.BV(op, o.x...), nil }
}

func swapped(op logic.Op) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 2 {
			return nil, errShape
		}
		return o.c.store.BV(op, o.x[1], o.x[0]), nil
	}
}

func complement(op logic.Op) builder {
	return func(o operands) (*logic.Term, error) {
		return o.c.store.BV(logic.OpBVNot, o.c.store.BV(op, o.x...)), nil
	}
}

// indexed builds an operator of one argument and one numeral index.
func indexed(f func(s *logic.Store, n int, x *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 1 {
			return nil, errShape
		}
		return f(o.c.store, o.index(0), o.x[0]), nil
	}
}

// index returns the i-th numeral index of the operator.
func (o operands) index(i int) int {
	return int(int32(o.c.call(fnDeclIntParameter, o.c.ref, uintptr(o.decl), uintptr(i))))
}

func bit(v int64) builder {
	return func(o operands) (*logic.Term, error) { return o.c.store.BVNum(big.NewInt(v), 1), nil }
}

// The functions below express operators of Z3 by those of the store.

// rem is Z3's: the Euclidean remainder with the sign of the divisor.
func rem(s *logic.Store, x, y *logic.Term) *logic.Term {
	m := s.Mod(x, y)
	return s.Ite(s.Ge(y, s.IntNum(0)), m, s.Neg(m))
}

func divisible(s *logic.Store, k int, x *logic.Term) *logic.Term {
	return s.Eq(s.Mod(x, s.IntNum(int64(k))), s.IntNum(0))
}

func rotateRight(s *logic.Store, n int, x *logic.Term) *logic.Term {
	w := x.Sort().Width()
	return s.RotateLeft(w-n%w, x)
}

func repeat(s *logic.Store, n int, x *logic.Term) *logic.Term {
	z := x
	for range n - 1 {
		z = s.BV(logic.OpConcat, x, z)
	}
	return z
}

func bitToBool(s *logic.Store, i int, x *logic.Term) *logic.Term {
	return s.Eq(s.Extract(i, i, x), s.BVNum(big.NewInt(1), 1))
}

func boolToBit(s *logic.Store, x *logic.Term) *logic.Term {
	return s.Ite(x, s.BVNum(big.NewInt(1), 1), s.BVNum(new(big.Int), 1))
}

func comp(s *logic.Store, x, y *logic.Term) *logic.Term { return boolToBit(s, s.Eq(x, y)) }

func redOr(s *logic.Store, x *logic.Term) *logic.Term {
	return boolToBit(s, s.Not(s.Eq(x, s.BVNum(new(big.Int), x.Sort().Width()))))
}

func redAnd(s *logic.Store, x *logic.Term) *logic.Term {
	return comp(s, x, s.BVNum(big.NewInt(-1), x.Sort().Width()))
}

func zeroDivisor(f func(s *logic.Store, x, y *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		x := o.x[0]
		return f(o.c.store, x, o.c.store.Num(rational.Rat{}, x.Sort())), nil
	}
}

func zeroBV(op logic.Op) builder {
	return func(o operands) (*logic.Term, error) {
		x := o.x[0]
		return o.c.store.BV(op, x, o.c.store.BVNum(new(big.Int), x.Sort().Width())), nil
	}
}

// buildPower unrolls small constant exponents.
func buildPower(o operands) (*logic.Term, error) {
	const largest = 16
	if len(o.x) != 2 || o.x[1].Op() != logic.OpNum {
		return nil, errShape
	}
	n, ok := o.x[1].Num().Int64()
	if !ok || n < 1 || n > largest {
		return nil, errShape
	}
	factors := make([]*logic.Term, n)
	for i := range factors {
		factors[i] = o.x[0]
	}
	z := o.c.store.Mul(factors...)
	sort, err := o.c.smtSort(zsort(o.c.call(fnDeclRange, o.c.ref, uintptr(o.decl))))
	if err == nil && sort.IsReal() && z.Sort().IsInt() { // so it is in some versions
		z = o.c.store.ToReal(z)
	}
	return z, err
}

func buildExtract(o operands) (*logic.Term, error) {
	return o.c.store.Extract(o.index(0), o.index(1), o.x[0]), nil
}

// buildRotate builds a rotation by a bit-vector, where that is a numeral.
func buildRotate(f func(s *logic.Store, n int, x *logic.Term) *logic.Term) builder {
	return func(o operands) (*logic.Term, error) {
		if len(o.x) != 2 || o.x[1].Op() != logic.OpBV {
			return nil, errShape
		}
		width := big.NewInt(int64(o.x[0].Sort().Width()))
		n := new(big.Int).Mod(o.x[1].BV(), width)
		return f(o.c.store, int(n.Int64()), o.x[0]), nil
	}
}

// buildMkBV builds a bit-vector from truth values, the least bit first.
func buildMkBV(o operands) (*logic.Term, error) {
	z := boolToBit(o.c.store, o.x[0])
	for _, x := range o.x[1:] {
		z = o.c.store.BV(logic.OpConcat, boolToBit(o.c.store, x), z)
	}
	return z, nil
}

func buildConstArray(o operands) (*logic.Term, error) {
	sort, err := o.c.smtSort(zsort(o.c.call(fnDeclRange, o.c.ref, uintptr(o.decl))))
	if err != nil {
		return nil, err
	}
	return o.c.store.ConstArray(sort, o.x[0]), nil
}

// buildAsArray builds the array that a function of the model defines.
func buildAsArray(o operands) (*logic.Term, error) {
	if o.model == nil {
		return nil, errShape
	}
	return o.model.arrayOf(o.decl)
}

// declParameter returns what the first parameter of the operator, a
// declaration, stands for.
func (o operands) declParameter() symbol {
	return o.c.symbols[decl(o.c.call(fnDeclFuncParameter, o.c.ref, uintptr(o.decl), 0))]
}

func buildTester(o operands) (*logic.Term, error) {
	sym := o.declParameter()
	if sym.ctor == nil {
		return nil, errShape
	}
	return o.c.store.Is(sym.ctor, o.x[0]), nil
}

// buildUpdate builds ((_ update-field f) x v): x with field f changed to v where
// x has that field, else x.
func buildUpdate(o operands) (*logic.Term, error) {
	f := o.declParameter().field
	if f == nil || len(o.x) != 2 {
		return nil, errShape
	}
	s, x := o.c.store, o.x[0]
	args := make([]*logic.Term, len(f.Ctor.Fields))
	for i, g := range f.Ctor.Fields {
		args[i] = s.Field(g, x)
	}
	args[f.Index] = o.x[1]
	return s.Ite(s.Is(f.Ctor, x), s.Construct(f.Ctor, args...), x), nil
}
