// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"cornet/internal/rational"
	"cornet/logic"
)

// Fragment is the set of theories of random formulas. The values can be combined by or.
type Fragment uint16

// The theories. Bool is always there.
const (
	Bool      Fragment = 0
	Int       Fragment = 1 << iota // linear, with coefficients from -2 to 2
	IntCoeffs                      // with coefficients from -5 to 5
	IntDiv                         // with div and mod by numerals
	Real                           // linear
	Mixed                          // with to_real
	Ite                            // with ite terms
	Array                          // arrays from Int to Int: select, store, equality
	Datatype                       // lists of Int
	Word                           // bit-vectors of 3 bits
)

// Generator makes random terms. The same seed makes the same terms in a store with the same
// history. It belongs to one goroutine.
type Generator struct {
	store  *logic.Store
	rand   *rand.Rand
	theory Fragment
	vars   map[*logic.Sort][]*logic.Term
	sorts  []*logic.Sort // with variables, Bool first
	list   *logic.Sort
}

// NewGenerator returns a generator with n variables of every sort of the
// theory, called prefix, a letter for the sort, and a number.
func NewGenerator(store *logic.Store, seed uint64, theory Fragment, n int, prefix string) *Generator {
	g := &Generator{
		store:  store,
		rand:   rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)),
		theory: theory,
		vars:   map[*logic.Sort][]*logic.Term{},
	}
	g.declare(store.Bool, "p", n, prefix)
	if theory&(Int|IntCoeffs|IntDiv|Array|Mixed|Datatype) != 0 {
		g.declare(store.Int, "i", n, prefix)
	}
	if theory&(Real|Mixed) != 0 {
		g.declare(store.Real, "r", n, prefix)
	}
	if theory&Word != 0 {
		g.declare(store.BitVec(3), "w", n, prefix)
	}
	if theory&Array != 0 {
		g.declare(store.Array(store.Int, store.Int), "a", n, prefix)
	}
	if theory&Datatype != 0 {
		if g.list = store.NamedSort("List"); g.list == nil {
			g.list = store.NewDatatype("List")
			store.AddConstructor(g.list, "nil", nil, nil)
			store.AddConstructor(g.list, "cons", []string{"head", "tail"}, []*logic.Sort{store.Int, g.list})
		}
		g.declare(g.list, "l", n, prefix)
	}
	return g
}

func (g *Generator) declare(sort *logic.Sort, letter string, n int, prefix string) {
	g.sorts = append(g.sorts, sort)
	for i := range n {
		g.vars[sort] = append(g.vars[sort], g.store.Var(fmt.Sprintf("%s%s%d", prefix, letter, i), sort))
	}
}

// Vars returns all variables, by sort.
func (g *Generator) Vars() []*logic.Term {
	var z []*logic.Term
	for _, s := range g.sorts {
		z = append(z, g.vars[s]...)
	}
	return z
}

// Some returns about half of the variables.
func (g *Generator) Some() []*logic.Term {
	var z []*logic.Term
	for _, v := range g.Vars() {
		if g.rand.IntN(2) == 0 {
			z = append(z, v)
		}
	}
	return z
}

// IntN returns a random number below n.
func (g *Generator) IntN(n int) int { return g.rand.IntN(n) }

// Formula returns a random formula with connectives nested up to depth.
func (g *Generator) Formula(depth int) *logic.Term {
	s := g.store
	if depth == 0 || g.rand.IntN(5) == 0 {
		return g.Atom(true)
	}
	x, y := g.Formula(depth-1), g.Formula(depth-1)
	switch g.rand.IntN(9) {
	case 0:
		return s.Not(x)
	case 1:
		return s.Eq(x, y)
	case 2:
		return s.Ite(g.Formula(depth-1), x, y)
	case 3, 4, 5:
		return s.Or(x, y)
	}
	return s.And(x, y)
}

// Atom returns a random literal; ites may stand in it when ite is set.
func (g *Generator) Atom(ite bool) *logic.Term {
	s := g.store
	sort := g.sorts[g.rand.IntN(len(g.sorts))]
	if sort.IsBool() && len(g.sorts) > 1 && g.rand.IntN(2) == 0 {
		sort = g.sorts[1]
	}
	var z *logic.Term
	switch {
	case sort.IsBool():
		z = g.pick(sort)
	case sort.IsArith():
		x, y := g.sum(sort, ite), g.sum(sort, ite)
		switch g.rand.IntN(5) {
		case 0:
			z = s.Eq(x, y)
		case 1:
			z = s.Lt(x, y)
		default:
			z = s.Le(x, y)
		}
	case sort.IsBitVec():
		x, y := g.word(2), g.word(1)
		switch g.rand.IntN(5) {
		case 0:
			z = s.BV(logic.OpBVSle, x, y)
		case 1, 2:
			z = s.BV(logic.OpBVUle, x, y)
		default:
			z = s.Eq(x, y)
		}
	case sort.IsDatatype() && g.rand.IntN(3) == 0:
		z = s.Is(sort.Datatype().Constructors[g.rand.IntN(2)], g.listTerm(2))
	case sort.IsDatatype():
		z = s.Eq(g.listTerm(1), g.listTerm(2))
	default:
		z = s.Eq(g.arrayTerm(1), g.arrayTerm(2))
	}
	if g.rand.IntN(3) == 0 {
		z = s.Not(z)
	}
	return z
}

func (g *Generator) pick(sort *logic.Sort) *logic.Term {
	vs := g.vars[sort]
	return vs[g.rand.IntN(len(vs))]
}

// sum returns a random linear sum.
func (g *Generator) sum(sort *logic.Sort, ite bool) *logic.Term {
	num := func(n int) *logic.Term { return g.store.Num(rational.Int(int64(n)), sort) }
	reach := 2
	if g.theory&IntCoeffs != 0 {
		reach = 5
	}
	z := num(g.rand.IntN(21) - 10)
	for range 1 + g.rand.IntN(3) {
		c := g.rand.IntN(2*reach+1) - reach
		z = g.store.Add(z, g.store.Mul(num(c), g.summand(sort, ite)))
	}
	return z
}

func (g *Generator) summand(sort *logic.Sort, ite bool) *logic.Term {
	s := g.store
	z := g.pick(sort)
	can := func(t Fragment) bool { return g.theory&t != 0 && g.rand.IntN(4) == 0 }
	switch {
	case can(Ite) && ite:
		return s.Ite(g.Atom(false), z, g.pick(sort))
	case sort.IsReal() && can(Mixed):
		return s.ToReal(g.pick(s.Int))
	case sort.IsReal():
		return z
	case can(Mixed):
		return s.ToInt(g.pick(s.Real))
	case can(IntDiv):
		k := s.IntNum(int64(2 + g.rand.IntN(3)))
		if g.rand.IntN(2) == 0 {
			return s.Mod(s.Add(z, g.pick(sort)), k)
		}
		return s.IntDiv(s.Add(z, g.pick(sort)), k)
	case can(Array|Int) && g.theory&Array != 0:
		return s.Select(g.arrayTerm(1), z)
	}
	return z
}

// word returns a bit-vector of 3 bits made by at most n operations.
func (g *Generator) word(n int) *logic.Term {
	s := g.store
	z := g.pick(s.BitVec(3))
	for range g.rand.IntN(n + 1) {
		y := g.pick(s.BitVec(3))
		if g.rand.IntN(2) == 0 {
			y = s.BVNum(big.NewInt(int64(g.rand.IntN(8))), 3)
		}
		ops := []logic.Op{logic.OpBVAdd, logic.OpBVAdd, logic.OpBVXor, logic.OpBVMul, logic.OpBVAnd, logic.OpBVLshr, logic.OpBVUDiv}
		z = s.BV(ops[g.rand.IntN(len(ops))], z, y)
		if g.rand.IntN(4) == 0 {
			z = s.BV(logic.OpBVNeg, z)
		}
	}
	return z
}

// arrayTerm returns a variable below at most n stores.
func (g *Generator) arrayTerm(n int) *logic.Term {
	s := g.store
	a := g.pick(s.Array(s.Int, s.Int))
	for range g.rand.IntN(n + 1) {
		v := g.pick(s.Int)
		if g.rand.IntN(3) == 0 {
			v = s.Select(g.pick(a.Sort()), g.pick(s.Int))
		}
		a = s.Store(a, s.Add(g.pick(s.Int), s.IntNum(int64(g.rand.IntN(2)))), v)
	}
	return a
}

// listTerm returns a variable, a list, or the tail of a cons.
func (g *Generator) listTerm(n int) *logic.Term {
	s := g.store
	z := g.pick(g.list)
	if g.rand.IntN(4) == 0 {
		z = s.Construct(g.list.Datatype().Constructors[0])
	}
	for range g.rand.IntN(n + 1) {
		z = s.Construct(g.list.Datatype().Constructors[1], g.pick(s.Int), z)
	}
	return z
}
