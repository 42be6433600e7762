// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"math/big"

	"cornet/internal/rational"
	"cornet/smtlib"
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
	x    []*smtlib.Term
}

// errShape reports operands that an operator's builder does not know.
var errShape = errors.New("z3: unexpected operands")

type builder = func(operands) (*smtlib.Term, error)

// builders make terms by the kind of the head.
var builders map[zKind]builder

// namedBuilders make terms by the name of the head.
var namedBuilders map[string]builder

func init() { // not an initialiser: builders refer to decoder methods that refer to builders
	builders = map[zKind]builder{
		zTrue:  nullary((*smtlib.Store).True),
		zFalse: nullary((*smtlib.Store).False),
		zEq:    chain((*smtlib.Store).Eq), zIff: chain((*smtlib.Store).Eq),
		zDistinct: variadic((*smtlib.Store).Distinct),
		zIte:      ternaryTerm((*smtlib.Store).Ite),
		zAnd:      variadic((*smtlib.Store).And), zOr: variadic((*smtlib.Store).Or),
		zXor: fold((*smtlib.Store).Xor), zNot: unaryTerm((*smtlib.Store).Not),
		zImplies: binaryTerm((*smtlib.Store).Implies),

		zLe: binaryTerm((*smtlib.Store).Le), zGe: binaryTerm((*smtlib.Store).Ge),
		zLt: binaryTerm((*smtlib.Store).Lt), zGt: binaryTerm((*smtlib.Store).Gt),
		zAdd: variadic((*smtlib.Store).Add), zSub: fold((*smtlib.Store).Sub),
		zNeg: unaryTerm((*smtlib.Store).Neg), zMul: variadic((*smtlib.Store).Mul),
		zDiv: binaryTerm((*smtlib.Store).Div), zIntDiv: binaryTerm((*smtlib.Store).IntDiv),
		zRem: binaryTerm(rem), zMod: binaryTerm((*smtlib.Store).Mod),
		zToReal: unaryTerm((*smtlib.Store).ToReal), zToInt: unaryTerm((*smtlib.Store).ToInt),
		zIsInt: unaryTerm((*smtlib.Store).IsInt), zPower: buildPower,

		zStore: ternaryTerm((*smtlib.Store).Store), zSelect: binaryTerm((*smtlib.Store).Select),
		zConstArray: buildConstArray, zAsArray: buildAsArray,

		zIs: buildTester, zRecogniser: buildTester, zUpdateField: buildUpdate,

		zBit1: bit(1), zBit0: bit(0),
		zBVNeg: bv(smtlib.OpBVNeg), zBVAdd: bv(smtlib.OpBVAdd), zBVSub: fold((*smtlib.Store).BVSub),
		zBVMul: bv(smtlib.OpBVMul), zBVSDiv: bv(smtlib.OpBVSDiv), zBVUDiv: bv(smtlib.OpBVUDiv),
		zBVSRem: bv(smtlib.OpBVSRem), zBVURem: bv(smtlib.OpBVURem), zBVSMod: bv(smtlib.OpBVSMod),
		zBVUle: bv(smtlib.OpBVUle), zBVSle: bv(smtlib.OpBVSle), zBVUlt: bv(smtlib.OpBVUlt), zBVSlt: bv(smtlib.OpBVSlt),
		zBVUge: swapped(smtlib.OpBVUle), zBVSge: swapped(smtlib.OpBVSle),
		zBVUgt: swapped(smtlib.OpBVUlt), zBVSgt: swapped(smtlib.OpBVSlt),
		zBVAnd: bv(smtlib.OpBVAnd), zBVOr: bv(smtlib.OpBVOr), zBVNot: bv(smtlib.OpBVNot), zBVXor: bv(smtlib.OpBVXor),
		zBVNand: complement(smtlib.OpBVAnd), zBVNor: complement(smtlib.OpBVOr), zBVXnor: complement(smtlib.OpBVXor),
		zConcat: bv(smtlib.OpConcat), zBVShl: bv(smtlib.OpBVShl), zBVLshr: bv(smtlib.OpBVLshr), zBVAshr: bv(smtlib.OpBVAshr),
		zSignExt: indexed((*smtlib.Store).SignExtend), zZeroExt: indexed((*smtlib.Store).ZeroExtend),
		zRotateLeft: indexed((*smtlib.Store).RotateLeft), zRotateRight: indexed(rotateRight),
		zRepeat: indexed(repeat), zIntToBV: indexed((*smtlib.Store).IntToBV), zBitToBool: indexed(bitToBool),
		zExtract: buildExtract, zExtRotateLeft: buildRotate((*smtlib.Store).RotateLeft),
		zExtRotateRight: buildRotate(rotateRight),
		zBVRedOr:        unaryTerm(redOr), zBVRedAnd: unaryTerm(redAnd), zBVComp: binaryTerm(comp),
		zBVToInt: unaryTerm((*smtlib.Store).BVToInt),
	}
	namedBuilders = map[string]builder{
		"abs": unaryTerm((*smtlib.Store).Abs), "divisible": indexed(divisible),
		// Z3's names for the results of divisions by zero; some versions pass the
		// divisor too, which then is zero.
		"/0": zeroDivisor((*smtlib.Store).Div), "div0": zeroDivisor((*smtlib.Store).IntDiv),
		"mod0": zeroDivisor((*smtlib.Store).Mod), "rem0": zeroDivisor((*smtlib.Store).Mod),
		"bvsdiv0": zeroBV(smtlib.OpBVSDiv), "bvudiv0": zeroBV(smtlib.OpBVUDiv), "bvsrem0": zeroBV(smtlib.OpBVSRem),
		"bvurem0": zeroBV(smtlib.OpBVURem), "bvsmod0": zeroBV(smtlib.OpBVSMod),
		// Division with a divisor known not to be zero.
		"bvsdiv_i": bv(smtlib.OpBVSDiv), "bvudiv_i": bv(smtlib.OpBVUDiv), "bvsrem_i": bv(smtlib.OpBVSRem),
		"bvurem_i": bv(smtlib.OpBVURem), "bvsmod_i": bv(smtlib.OpBVSMod),
		"mkbv": buildMkBV,
	}
}

// The functions below turn methods of the store into builders.

func nullary(f func(*smtlib.Store) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) { return f(o.c.store), nil }
}

func unaryTerm(f func(s *smtlib.Store, x *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		if len(o.x) != 1 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0]), nil
	}
}

func binaryTerm(f func(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		if len(o.x) != 2 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0], o.x[1]), nil
	}
}

func ternaryTerm(f func(s *smtlib.Store, x, y, z *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		if len(o.x) != 3 {
			return nil, errShape
		}
		return f(o.c.store, o.x[0], o.x[1], o.x[2]), nil
	}
}

func variadic(f func(s *smtlib.Store, x ...*smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) { return f(o.c.store, o.x...), nil }
}

// fold applies a binary operator from the left.
func fold(f func(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		z := o.x[0]
		for _, y := range o.x[1:] {
			z = f(o.c.store, z, y)
		}
		return z, nil
	}
}

// chain conjoins a binary predicate over neighbours.
func chain(f func(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		z := o.c.store.True()
		for i, y := range o.x[1:] {
			z = o.c.store.And(z, f(o.c.store, o.x[i], y))
		}
		return z, nil
	}
}

// bv folds a bit-vector operator.
func bv(op smtlib.Op) builder {
	return func(o operands) (*smtlib.Term, error) { return o.c.store.BV(op, o.x...), nil }
}

func swapped(op smtlib.Op) builder {
	return func(o operands) (*smtlib.Term, error) {
		if len(o.x) != 2 {
			return nil, errShape
		}
		return o.c.store.BV(op, o.x[1], o.x[0]), nil
	}
}

func complement(op smtlib.Op) builder {
	return func(o operands) (*smtlib.Term, error) {
		return o.c.store.BV(smtlib.OpBVNot, o.c.store.BV(op, o.x...)), nil
	}
}

// indexed builds an operator of one argument and one numeral index.
func indexed(f func(s *smtlib.Store, n int, x *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
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
	return func(o operands) (*smtlib.Term, error) { return o.c.store.BVNum(big.NewInt(v), 1), nil }
}

// The functions below express operators of Z3 by those of the store.

// rem is Z3's: the Euclidean remainder with the sign of the divisor.
func rem(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term {
	m := s.Mod(x, y)
	return s.Ite(s.Ge(y, s.IntNum(0)), m, s.Neg(m))
}

func divisible(s *smtlib.Store, k int, x *smtlib.Term) *smtlib.Term {
	return s.Eq(s.Mod(x, s.IntNum(int64(k))), s.IntNum(0))
}

func rotateRight(s *smtlib.Store, n int, x *smtlib.Term) *smtlib.Term {
	w := x.Sort().Width()
	return s.RotateLeft(w-n%w, x)
}

func repeat(s *smtlib.Store, n int, x *smtlib.Term) *smtlib.Term {
	z := x
	for range n - 1 {
		z = s.BV(smtlib.OpConcat, x, z)
	}
	return z
}

func bitToBool(s *smtlib.Store, i int, x *smtlib.Term) *smtlib.Term {
	return s.Eq(s.Extract(i, i, x), s.BVNum(big.NewInt(1), 1))
}

func boolToBit(s *smtlib.Store, x *smtlib.Term) *smtlib.Term {
	return s.Ite(x, s.BVNum(big.NewInt(1), 1), s.BVNum(new(big.Int), 1))
}

func comp(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term { return boolToBit(s, s.Eq(x, y)) }

func redOr(s *smtlib.Store, x *smtlib.Term) *smtlib.Term {
	return boolToBit(s, s.Not(s.Eq(x, s.BVNum(new(big.Int), x.Sort().Width()))))
}

func redAnd(s *smtlib.Store, x *smtlib.Term) *smtlib.Term {
	return comp(s, x, s.BVNum(big.NewInt(-1), x.Sort().Width()))
}

func zeroDivisor(f func(s *smtlib.Store, x, y *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		x := o.x[0]
		return f(o.c.store, x, o.c.store.Num(rational.Rat{}, x.Sort())), nil
	}
}

func zeroBV(op smtlib.Op) builder {
	return func(o operands) (*smtlib.Term, error) {
		x := o.x[0]
		return o.c.store.BV(op, x, o.c.store.BVNum(new(big.Int), x.Sort().Width())), nil
	}
}

// buildPower unrolls small constant exponents.
func buildPower(o operands) (*smtlib.Term, error) {
	const largest = 16
	if len(o.x) != 2 || o.x[1].Op() != smtlib.OpNum {
		return nil, errShape
	}
	n, ok := o.x[1].Num().Int64()
	if !ok || n < 1 || n > largest {
		return nil, errShape
	}
	factors := make([]*smtlib.Term, n)
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

func buildExtract(o operands) (*smtlib.Term, error) {
	return o.c.store.Extract(o.index(0), o.index(1), o.x[0]), nil
}

// buildRotate builds a rotation by a bit-vector, where that is a numeral.
func buildRotate(f func(s *smtlib.Store, n int, x *smtlib.Term) *smtlib.Term) builder {
	return func(o operands) (*smtlib.Term, error) {
		if len(o.x) != 2 || o.x[1].Op() != smtlib.OpBV {
			return nil, errShape
		}
		width := big.NewInt(int64(o.x[0].Sort().Width()))
		n := new(big.Int).Mod(o.x[1].BV(), width)
		return f(o.c.store, int(n.Int64()), o.x[0]), nil
	}
}

// buildMkBV builds a bit-vector from truth values, the least bit first.
func buildMkBV(o operands) (*smtlib.Term, error) {
	z := boolToBit(o.c.store, o.x[0])
	for _, x := range o.x[1:] {
		z = o.c.store.BV(smtlib.OpConcat, boolToBit(o.c.store, x), z)
	}
	return z, nil
}

func buildConstArray(o operands) (*smtlib.Term, error) {
	sort, err := o.c.smtSort(zsort(o.c.call(fnDeclRange, o.c.ref, uintptr(o.decl))))
	if err != nil {
		return nil, err
	}
	return o.c.store.ConstArray(sort, o.x[0]), nil
}

// buildAsArray builds the array that a function of the model defines.
func buildAsArray(o operands) (*smtlib.Term, error) {
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

func buildTester(o operands) (*smtlib.Term, error) {
	sym := o.declParameter()
	if sym.ctor == nil {
		return nil, errShape
	}
	return o.c.store.Is(sym.ctor, o.x[0]), nil
}

// buildUpdate builds ((_ update-field f) x v): x with field f changed to v where
// x has that field, else x.
func buildUpdate(o operands) (*smtlib.Term, error) {
	f := o.declParameter().field
	if f == nil || len(o.x) != 2 {
		return nil, errShape
	}
	s, x := o.c.store, o.x[0]
	args := make([]*smtlib.Term, len(f.Ctor.Fields))
	for i, g := range f.Ctor.Fields {
		args[i] = s.Field(g, x)
	}
	args[f.Index] = o.x[1]
	return s.Ite(s.Is(f.Ctor, x), s.Construct(f.Ctor, args...), x), nil
}
