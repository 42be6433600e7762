// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"math/rand/v2"

	"cornet/internal/rational"
	"cornet/logic"
)

// generator makes random terms over a few symbols.
type generator struct {
	*rand.Rand
	s     *logic.Store
	ints  []*logic.Term
	reals []*logic.Term
	bools []*logic.Term
}

func newGenerator(seed uint64, s *logic.Store) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), s: s}
	for _, name := range []string{"a", "b", "c", "d"} {
		g.ints = append(g.ints, s.Var("i"+name, s.Int))
		g.reals = append(g.reals, s.Var("r"+name, s.Real))
		g.bools = append(g.bools, s.Var("p"+name, s.Bool))
	}
	return g
}

// num returns an integer. One in sixty-four is large.
func (g *generator) num() rational.Rat {
	z := rational.Int(int64(g.IntN(13) - 6))
	if g.IntN(64) == 0 {
		z = z.Mul(rational.Int(1 + g.Int64N(1<<40)))
	}
	return z
}

// arith returns a term of the given sort.
func (g *generator) arith(sort *logic.Sort, depth int) *logic.Term {
	symbols := g.ints
	if sort.IsReal() {
		symbols = g.reals
	}
	if depth == 0 {
		if g.IntN(4) == 0 {
			return g.s.Num(g.num(), sort)
		}
		return symbols[g.IntN(len(symbols))]
	}
	switch g.IntN(8) {
	case 0, 1, 2:
		return g.s.Add(g.arith(sort, depth-1), g.arith(sort, depth-1))
	case 3:
		return g.s.Sub(g.arith(sort, depth-1), g.arith(sort, depth-1))
	case 4:
		return g.s.Scale(g.num(), g.arith(sort, depth-1))
	case 5:
		return g.s.Ite(g.Formula(depth-1), g.arith(sort, depth-1), g.arith(sort, depth-1))
	}
	if sort.IsReal() {
		switch g.IntN(6) {
		case 0:
			return g.s.Scale(rational.New(1, int64(2+g.IntN(4))), g.arith(sort, depth-1))
		case 1, 2:
			return g.s.ToReal(g.arith(g.s.Int, depth-1))
		}
		return g.arith(sort, depth-1)
	}
	k := g.s.IntNum(int64(1 + g.IntN(5)))
	switch g.IntN(4) {
	case 0:
		return g.s.IntDiv(g.arith(sort, depth-1), g.s.Neg(k))
	case 1:
		return g.s.Mod(g.arith(sort, depth-1), k)
	case 2:
		return g.s.ToInt(g.arith(g.s.Real, depth-1))
	}
	return g.s.IntDiv(g.arith(sort, depth-1), k)
}

// Formula returns a Boolean term.
func (g *generator) Formula(depth int) *logic.Term {
	if depth == 0 {
		return g.bools[g.IntN(len(g.bools))]
	}
	sort := g.s.Int
	if g.IntN(3) == 0 {
		sort = g.s.Real
	}
	switch g.IntN(10) {
	case 0, 1:
		return g.s.Le(g.arith(sort, depth-1), g.arith(sort, depth-1))
	case 2:
		return g.s.Lt(g.arith(sort, depth-1), g.arith(sort, depth-1))
	case 3, 4:
		return g.s.Eq(g.arith(sort, depth-1), g.arith(sort, depth-1))
	case 5:
		return g.s.And(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
	case 6:
		return g.s.Or(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
	case 7:
		return g.s.Ite(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
	case 8:
		return g.s.Eq(g.Formula(depth-1), g.Formula(depth-1))
	}
	return g.s.Not(g.Formula(depth - 1))
}

// linear returns a conjunction of n linear constraints over few symbols. Often each has an even
// number of every symbol, so that divisibility matters.
func (g *generator) linear(n int) *logic.Term {
	z := make([]*logic.Term, n)
	for i := range z {
		sort, symbols := g.s.Int, g.ints
		if g.IntN(4) == 0 {
			sort, symbols = g.s.Real, g.reals
		}
		step := rational.Int(int64(1 + g.IntN(3)))
		sum := []*logic.Term{g.s.Num(rational.Int(int64(g.IntN(11)-5)), sort)}
		for range 1 + g.IntN(3) {
			c := rational.Int(int64(g.IntN(7) - 3)).Mul(step)
			sum = append(sum, g.s.Scale(c, symbols[g.IntN(len(symbols))]))
		}
		if sort.IsReal() && g.IntN(3) == 0 {
			sum = append(sum, g.s.ToReal(g.ints[0]))
		}
		left, right := g.s.Add(sum...), g.s.Num(rational.Rat{}, sort)
		switch g.IntN(4) {
		case 0:
			z[i] = g.s.Eq(left, right)
		case 1:
			z[i] = g.s.Lt(left, right)
		case 2:
			z[i] = g.s.Or(g.s.Le(left, right), g.s.Eq(g.s.Add(left, left), g.s.Num(step, sort)))
		default:
			z[i] = g.s.Le(left, right)
		}
	}
	return g.s.And(z...)
}
