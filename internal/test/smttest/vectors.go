// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"math/big"
	"math/rand/v2"

	"cornet/logic"
)

// VectorWidth is the width of the vectors of [Vectors]: all pairs of values can be tried.
const VectorWidth = 3

// Vectors makes random terms over the vectors X and Y that can be expressed over integers: sums,
// parts, extensions, and operations with one numeral operand.
type Vectors struct {
	*rand.Rand
	Store *logic.Store
	X, Y  *logic.Term
}

// NewVectors returns a generator with a store of its own.
func NewVectors(seed uint64) *Vectors {
	s := logic.NewStore()
	sort := s.BitVec(VectorWidth)
	return &Vectors{rand.New(rand.NewPCG(seed, 1)), s, s.Var("x", sort), s.Var("y", sort)}
}

// Numeral makes a numeral.
func (g *Vectors) Numeral() *logic.Term {
	return g.Store.BVNum(big.NewInt(g.Int64N(1<<VectorWidth)), VectorWidth)
}

// Vector makes a vector.
func (g *Vectors) Vector(depth int) *logic.Term {
	if depth == 0 {
		return []*logic.Term{g.X, g.Y, g.Numeral()}[g.IntN(3)]
	}
	s := g.Store
	t := func() *logic.Term { return g.Vector(depth - 1) }
	op := func(ops ...logic.Op) logic.Op { return ops[g.IntN(len(ops))] }
	switch g.IntN(16) {
	case 0, 1:
		return s.BV(logic.OpBVAdd, t(), t())
	case 2:
		return s.BV(logic.OpBVMul, g.Numeral(), t())
	case 3:
		return s.BVSub(t(), t())
	case 4:
		return s.BV(logic.OpBVNot, t())
	case 5:
		return s.Ite(g.Formula(depth-1), t(), t())
	case 6:
		return s.BV(logic.OpConcat, s.Extract(1, 0, t()), s.Extract(2, 2, t()))
	case 7:
		return s.Extract(VectorWidth, 1, s.SignExtend(1, t()))
	case 8:
		return s.Extract(VectorWidth, 1, s.BV(logic.OpBVAdd, s.ZeroExtend(1, t()), s.SignExtend(1, t())))
	case 9, 10:
		return s.BV(op(logic.OpBVShl, logic.OpBVLshr, logic.OpBVAshr), t(), s.BVNum(big.NewInt(g.Int64N(VectorWidth)), VectorWidth))
	case 11, 12, 13:
		return s.BV(op(logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod, logic.OpBVUDiv, logic.OpBVURem), t(), g.Numeral())
	}
	return s.BV(op(logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor), t(), g.Numeral())
}

// Formula makes a literal.
func (g *Vectors) Formula(depth int) *logic.Term {
	s := g.Store
	t := func() *logic.Term { return g.Vector(depth) }
	switch g.IntN(5) {
	case 0:
		return s.BV(logic.OpBVSle, t(), t())
	case 1:
		return s.BV(logic.OpBVUlt, t(), t())
	case 2:
		return s.Not(s.Eq(t(), t()))
	}
	return s.Eq(t(), t())
}

// Each calls f for all values of X and Y.
func (g *Vectors) Each(f func(m *logic.Model)) {
	for x := range int64(1 << VectorWidth) {
		for y := range int64(1 << VectorWidth) {
			m := g.Store.NewModel()
			m.Set(g.X, g.Store.BVNum(big.NewInt(x), VectorWidth))
			m.Set(g.Y, g.Store.BVNum(big.NewInt(y), VectorWidth))
			f(m)
		}
	}
}
