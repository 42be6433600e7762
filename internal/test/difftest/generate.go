// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Theory is a set of theories.
type Theory uint16

// The theories; Bool is always there.
const (
	Int    Theory = 1 << iota // linear integer arithmetic
	Real                      // linear real arithmetic
	DivMod                    // div, mod and to_int
	Ite                       // if-then-else of sorts other than Bool
	Big                       // large numerals
	Functions
	Arrays
	BitVectors
	Datatypes
	Words // bit-vectors with few operations
)

// Theories are combinations worth testing, by name.
var Theories = map[string]Theory{
	"bool":    0,
	"lia":     Int,
	"lra":     Real,
	"mixed":   Int | Real | Ite | DivMod,
	"divmod":  Int | DivMod | Ite,
	"big":     Int | Real | Big | Ite,
	"uf":      Int | Functions,
	"euf":     Functions,
	"arrays":  Int | Arrays,
	"bv":      BitVectors,
	"words":   BitVectors | Words,
	"data":    Int | Datatypes,
	"mixture": Int | Functions | Arrays | BitVectors | Datatypes | Ite,
	"all":     Int | Real | DivMod | Ite | Functions | Arrays,
}

// TheoryNames returns the names of [Theories] in order.
func TheoryNames() []string {
	var z []string
	for name := range Theories {
		z = append(z, name)
	}
	slices.Sort(z)
	return z
}

// Generator makes random terms and instances over a store. The same seed gives the same output.
type Generator struct {
	*rand.Rand
	s      *logic.Store
	theory Theory
	bools  []*logic.Term
	ints   []*logic.Term
	reals  []*logic.Term
	arrays []*logic.Term
	words  []*logic.Term
	things []*logic.Term // of an uninterpreted sort
	funcs  []*logic.Func
	lists  []*logic.Term // of a datatype
}

const wordWidth = 5

// NewGenerator returns a generator over a new store.
func NewGenerator(seed uint64, theory Theory) *Generator {
	g := &Generator{Rand: rand.New(rand.NewPCG(seed, uint64(theory))), s: logic.NewStore(), theory: theory}
	s := g.s
	list := func(names string, n int, sort *logic.Sort) []*logic.Term {
		var z []*logic.Term
		for _, name := range strings.Fields(names)[:n] {
			z = append(z, s.Var(name, sort))
		}
		return z
	}
	g.bools = list("p q r", 2+g.IntN(2), s.Bool)
	if theory&Int != 0 {
		g.ints = list("x y z w", 2+g.IntN(3), s.Int)
	}
	if theory&Real != 0 {
		g.reals = list("a b c", 2+g.IntN(2), s.Real)
	}
	if theory&Arrays != 0 {
		g.arrays = list("m n o", 2+g.IntN(2), s.Array(s.Int, s.Int))
	}
	if theory&BitVectors != 0 {
		g.words = list("t u v", 2+g.IntN(2), s.BitVec(wordWidth))
	}
	if theory&Datatypes != 0 {
		sort := s.NewDatatype("List")
		s.AddConstructor(sort, "end", nil, nil)
		s.AddConstructor(sort, "node", []string{"head", "rest"}, []*logic.Sort{s.Int, sort})
		s.AddConstructor(sort, "pair", []string{"left", "right"}, []*logic.Sort{sort, sort})
		g.lists = list("d e! i!", 2+g.IntN(2), sort)
	}
	if theory&Functions != 0 {
		if theory&Int != 0 {
			g.funcs = append(g.funcs, s.Func("f", []*logic.Sort{s.Int}, s.Int),
				s.Func("g", []*logic.Sort{s.Int, s.Int}, s.Int), s.Func("P", []*logic.Sort{s.Int}, s.Bool))
		}
		sort := s.Uninterpreted("U")
		g.things = list("k l m!", 2+g.IntN(2), sort)
		g.funcs = append(g.funcs, s.Func("h", []*logic.Sort{sort}, sort), s.Func("e", []*logic.Sort{sort, sort}, sort),
			s.Func("Q", []*logic.Sort{sort}, s.Bool))
	}
	return g
}

// chance is true once in n.
func (g *Generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *Generator, xs []T) T { return xs[g.IntN(len(xs))] }

// coefficients, drawn evenly: small ones, with common divisors.
var coefficients = []int64{1, 1, 1, 1, -1, -1, -1, 2, 2, -2, 3, -3, 4, -4, 5, 6, -6, 7, 12}

// numeral returns an integer near 0, or at times a large one.
func (g *Generator) numeral() rational.Rat {
	if g.theory&Big != 0 && g.chance(6) {
		z := rational.Int(pick(g, []int64{1 << 31, 1<<31 - 1, 1 << 32, 1 << 53, 1<<62 - 1, 1<<63 - 1, -1 << 63, 1_000_000_007}))
		if g.chance(4) {
			z = z.Mul(rational.Int(1 << 40)).Add(rational.Int(g.Int64N(5) - 2))
		}
		return z
	}
	return rational.Int(int64(g.IntN(15) - 6))
}

func (g *Generator) coefficient() rational.Rat {
	if g.theory&Big != 0 && g.chance(8) {
		return g.numeral()
	}
	return rational.Int(pick(g, coefficients))
}

// arithmetic sorts of the theory.
func (g *Generator) numeric() []*logic.Sort {
	var z []*logic.Sort
	if g.ints != nil {
		z = append(z, g.s.Int)
	}
	if g.reals != nil {
		z = append(z, g.s.Real)
	}
	return z
}

// leaf returns a simple term of sort Int or Real.
func (g *Generator) leaf(sort *logic.Sort, depth int) *logic.Term {
	isInt := sort.IsInt()
	if depth > 0 {
		switch n := g.IntN(16); {
		case n < 2 && g.theory&Ite != 0:
			return g.s.Ite(g.Formula(depth-1), g.sum(sort, depth-1), g.sum(sort, depth-1))
		case n < 5 && g.theory&DivMod != 0 && isInt:
			k := g.s.IntNum(pick(g, []int64{2, 2, 3, 3, 4, 5, 6, 7, -2, -3}))
			if g.chance(2) {
				return g.s.Mod(g.sum(sort, depth-1), k)
			}
			return g.s.IntDiv(g.sum(sort, depth-1), k)
		case n < 6 && g.theory&DivMod != 0 && isInt && g.reals != nil:
			return g.s.ToInt(g.sum(g.s.Real, depth-1))
		case n < 8 && !isInt && g.ints != nil:
			return g.s.ToReal(g.sum(g.s.Int, depth-1))
		case n < 12 && isInt && g.theory&Functions != 0:
			if g.chance(3) {
				return g.s.Apply(g.funcs[1], g.sum(sort, depth-1), g.sum(sort, depth-1))
			}
			return g.s.Apply(g.funcs[0], g.sum(sort, depth-1))
		case n < 14 && isInt && g.arrays != nil:
			return g.s.Select(g.array(depth-1), g.sum(sort, 0))
		case n < 15 && isInt && g.lists != nil:
			return g.s.Field(g.constructors()[1].Fields[0], g.list(depth-1))
		}
	}
	if isInt {
		return pick(g, g.ints)
	}
	return pick(g, g.reals)
}

// sum returns a linear sum.
func (g *Generator) sum(sort *logic.Sort, depth int) *logic.Term {
	parts := []*logic.Term{g.s.Num(rational.Int(0), sort)}
	for range 1 + g.IntN(3) {
		c := g.coefficient()
		if sort.IsReal() && g.chance(4) {
			c = c.Mul(rational.New(1, int64(2+g.IntN(5))))
		}
		parts = append(parts, g.s.Scale(c, g.leaf(sort, depth)))
	}
	if g.chance(3) {
		parts = append(parts, g.s.Num(g.numeral(), sort))
	}
	return g.s.Add(parts...)
}

func (g *Generator) array(depth int) *logic.Term {
	if depth > 0 {
		switch g.IntN(4) {
		case 0, 1:
			return g.s.Store(g.array(depth-1), g.sum(g.s.Int, 0), g.sum(g.s.Int, 0))
		case 2:
			if g.chance(3) {
				return g.s.Ite(g.Formula(0), g.array(depth-1), g.array(depth-1))
			}
		}
	}
	return pick(g, g.arrays)
}

func (g *Generator) constructors() []*logic.Constructor {
	return g.lists[0].Sort().Datatype().Constructors
}

// list returns a term of the datatype. Selectors are also applied to other constructors than their
// own, where their values are open.
func (g *Generator) list(depth int) *logic.Term {
	if depth == 0 || g.chance(4) {
		if g.chance(4) {
			return g.s.Construct(g.constructors()[0])
		}
		return pick(g, g.lists)
	}
	c := g.constructors()
	switch g.IntN(7) {
	case 0, 1:
		return g.s.Construct(c[1], g.sum(g.s.Int, depth-1), g.list(depth-1))
	case 2:
		return g.s.Construct(c[2], g.list(depth-1), g.list(depth-1))
	case 3, 4:
		return g.s.Field(c[1].Fields[1], g.list(depth-1))
	case 5:
		return g.s.Field(c[2].Fields[g.IntN(2)], g.list(depth-1))
	}
	if g.theory&Ite == 0 {
		return pick(g, g.lists)
	}
	return g.s.Ite(g.Formula(0), g.list(depth-1), g.list(depth-1))
}

func (g *Generator) thing(depth int) *logic.Term {
	if depth == 0 || g.chance(4) {
		return pick(g, g.things)
	}
	n := len(g.funcs)
	if g.chance(3) {
		return g.s.Apply(g.funcs[n-2], g.thing(depth-1), g.thing(depth-1))
	}
	return g.s.Apply(g.funcs[n-3], g.thing(depth-1))
}

var wordOps = []logic.Op{logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVAdd, logic.OpBVAdd, logic.OpBVMul,
	logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod,
	logic.OpBVShl, logic.OpBVLshr, logic.OpBVAshr}

// plainWordOps are the operations that the rules about words support best.
var plainWordOps = []logic.Op{logic.OpBVAnd, logic.OpBVOr, logic.OpBVLshr, logic.OpBVURem, logic.OpBVAdd}

func (g *Generator) word(depth int) *logic.Term {
	if depth == 0 || g.chance(5) {
		if g.chance(4) {
			return g.s.BVNum(big.NewInt(g.Int64N(1<<wordWidth)), wordWidth)
		}
		return pick(g, g.words)
	}
	switch n := g.IntN(10); {
	case n < 6:
		ops := wordOps
		if g.theory&Words != 0 {
			ops = plainWordOps
		}
		return g.s.BV(pick(g, ops), g.word(depth-1), g.word(depth-1))
	case n < 7:
		return g.s.BV(pick(g, []logic.Op{logic.OpBVNot, logic.OpBVNeg}), g.word(depth-1))
	case n < 8:
		return g.s.BV(logic.OpConcat, g.s.Extract(wordWidth-1, 2, g.word(depth-1)), g.s.Extract(1, 0, g.word(depth-1)))
	case n < 9:
		return g.s.Ite(g.Formula(0), g.word(depth-1), g.word(depth-1))
	}
	return g.s.SignExtend(2, g.s.Extract(wordWidth-3, 0, g.word(depth-1)))
}

// Atom returns an atom or a Boolean variable.
func (g *Generator) Atom(depth int) *logic.Term {
	var kinds []func() *logic.Term
	for _, sort := range g.numeric() {
		kinds = append(kinds, func() *logic.Term { return g.comparison(sort, depth) },
			func() *logic.Term { return g.comparison(sort, depth) })
	}
	if g.arrays != nil {
		kinds = append(kinds, func() *logic.Term { return g.s.Eq(g.array(1+depth), g.array(1+depth)) })
	}
	if g.things != nil {
		kinds = append(kinds,
			func() *logic.Term { return g.s.Eq(g.thing(1+depth), g.thing(1+depth)) },
			func() *logic.Term { return g.s.Eq(g.thing(1+depth), g.thing(depth)) },
			func() *logic.Term { return g.s.Apply(g.funcs[len(g.funcs)-1], g.thing(depth)) })
		if g.ints != nil {
			kinds = append(kinds, func() *logic.Term { return g.s.Apply(g.funcs[2], g.sum(g.s.Int, depth)) })
		}
	}
	if g.lists != nil {
		kinds = append(kinds,
			func() *logic.Term { return g.s.Eq(g.list(1+depth), g.list(1+depth)) },
			func() *logic.Term { return g.s.Eq(g.list(2), g.list(depth)) },
			func() *logic.Term { return g.s.Is(pick(g, g.constructors()), g.list(1+depth)) })
	}
	if g.words != nil {
		kinds = append(kinds, func() *logic.Term {
			x, y := g.word(1+depth), g.word(1+depth)
			switch g.IntN(4) {
			case 0:
				return g.s.BV(logic.OpBVUle, x, y)
			case 1:
				return g.s.BV(logic.OpBVSlt, x, y)
			}
			return g.s.Eq(x, y)
		})
	}
	if len(kinds) == 0 || g.chance(6) {
		return pick(g, g.bools)
	}
	return pick(g, kinds)()
}

// comparison returns an atom of arithmetic.
func (g *Generator) comparison(sort *logic.Sort, depth int) *logic.Term {
	num := func() *logic.Term { return g.s.Num(g.numeral(), sort) }
	x := g.sum(sort, depth)
	if sort.IsInt() && g.chance(5) {
		// A congruence: k·v + … = numeral, with coefficients that have a divisor in common
		// up to one.
		k := rational.Int(pick(g, []int64{2, 3, 4, 6}))
		return g.s.Eq(g.s.Add(g.s.Scale(k, g.sum(sort, 0)), g.leaf(sort, depth)), num())
	}
	switch g.IntN(8) {
	case 0, 1:
		return g.s.Le(x, num())
	case 2:
		return g.s.Ge(x, num())
	case 3:
		return g.s.Lt(x, g.sum(sort, depth))
	case 4, 5:
		return g.s.Eq(x, num())
	case 6:
		return g.s.Eq(x, g.sum(sort, depth))
	}
	y := num()
	return g.s.And(g.s.Le(y, x), g.s.Le(x, g.s.Add(y, g.s.Num(rational.Int(int64(g.IntN(3))), sort)))) // a tight box
}

// Formula returns a formula of some depth.
func (g *Generator) Formula(depth int) *logic.Term {
	if depth == 0 {
		if g.chance(3) {
			return g.s.Not(g.Atom(0))
		}
		return g.Atom(0)
	}
	switch g.IntN(9) {
	case 0, 1:
		return g.s.Or(g.Formula(depth-1), g.Formula(depth-1))
	case 2:
		return g.s.And(g.Formula(depth-1), g.Formula(depth-1))
	case 3:
		return g.s.Or(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
	case 4:
		return g.s.Ite(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
	case 5:
		return g.s.Eq(g.Formula(depth-1), g.Formula(depth-1))
	case 6:
		return g.s.Not(g.Formula(depth - 1))
	}
	return g.Atom(depth)
}

// conjunction returns a few formulas joined.
func (g *Generator) conjunction(n int) *logic.Term {
	var z []*logic.Term
	for range n {
		z = append(z, g.Formula(g.IntN(3)))
	}
	return g.s.And(z...)
}

// Instance returns a question: a tree in two of five cases.
func (g *Generator) Instance() *Instance {
	if g.IntN(5) < 2 {
		return &Instance{Store: g.s, Tree: g.tree()}
	}
	return &Instance{Store: g.s, Steps: g.script()}
}

// script returns assertions and checks, in scopes at times.
func (g *Generator) script() []Step {
	var z []Step
	assert := func(n int) {
		for range n {
			z = append(z, Step{Assert, []*logic.Term{g.Formula(g.IntN(3))}})
		}
	}
	check := func() {
		s := Step{Kind: Check}
		if g.chance(2) {
			for range 1 + g.IntN(3) {
				s.Terms = append(s.Terms, g.Formula(g.IntN(2)))
			}
		}
		z = append(z, s)
	}
	if g.chance(3) { // no scopes
		n := 2 + g.IntN(8)
		if g.theory&(Functions|Arrays|Datatypes) != 0 { // these need more to be contradictory
			n += 2 + g.IntN(8)
		}
		assert(n)
		check()
		return z
	}
	depth := 0
	for range 4 + g.IntN(12) {
		switch n := g.IntN(10); {
		case n < 4 && g.theory&(Functions|Arrays|Datatypes) != 0:
			assert(2 + g.IntN(4))
		case n < 4:
			assert(1 + g.IntN(2))
		case n < 6:
			z = append(z, Step{Kind: Push})
			depth++
		case n < 8 && depth > 0:
			z = append(z, Step{Kind: Pop})
			depth--
		default:
			check()
		}
	}
	check()
	return z
}

// tree returns a path or a tree. Partitions have their own variables: each name gets a suffix for
// its node, except some that all nodes share, and some that a node shares with its parent.
func (g *Generator) tree() *smt.Query {
	n := 2 + g.IntN(4)
	q := &smt.Query{Parent: make([]int, n), Strength: smt.Strength(g.IntN(4))}
	path := g.chance(2)
	for i := range n {
		q.Parent[i] = i + 1
		if !path && i < n-1 {
			q.Parent[i] = i + 1 + g.IntN(n-i-1)
		}
	}
	q.Parent[n-1] = -1
	scheme := g.IntN(3)
	for i := range n {
		t := g.conjunction(1 + g.IntN(4))
		vars := logic.FreeVars(t)
		to := make([]*logic.Term, len(vars))
		for k, v := range vars {
			name := v.Name()
			switch r := g.IntN(4); {
			case scheme == 0 || r == 0: // shared by all
			case r == 1 && scheme == 1:
				name = fmt.Sprintf("%s_own%d", name, i)
			case r < 3:
				name = fmt.Sprintf("%s_edge%d", name, i)
			default:
				var kids []int
				for j, p := range q.Parent {
					if p == i {
						kids = append(kids, j)
					}
				}
				if len(kids) > 0 {
					name = fmt.Sprintf("%s_edge%d", name, pick(g, kids))
				}
			}
			to[k] = g.s.Var(name, v.Sort())
		}
		q.Part = append(q.Part, g.s.Substitute(t, vars, to))
	}
	return q
}
