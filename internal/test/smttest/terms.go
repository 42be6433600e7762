// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"cornet/internal/rational"
	"cornet/logic"
)

// Terms makes random terms over sorts of a store. The fields other than Store may be set before the
// first term. It belongs to one goroutine.
type Terms struct {
	Store *logic.Store
	Sorts []*logic.Sort
	// Vars are the variables of the sorts.
	Vars map[*logic.Sort][]*logic.Term
	// Bytes are choices to be made before random ones: those of a fuzzer.
	Bytes []byte

	Functions bool // there are uninterpreted functions
	Elements  bool // there are values of uninterpreted sorts
	Division  bool // div, to_int and to_real; mod by a numeral is always there
	Nonlinear bool // products, and division by zero
	Plain     bool // few operations on bit-vectors, and none with integers

	rand *rand.Rand
}

// New returns a generator over sorts with three variables each.
func New(s *logic.Store, seed uint64, sorts ...*logic.Sort) *Terms {
	g := &Terms{Store: s, Sorts: sorts, Vars: map[*logic.Sort][]*logic.Term{}, rand: rand.New(rand.NewPCG(seed, 9))}
	for _, x := range sorts {
		if g.Vars[x] != nil {
			continue // a sort that is to be drawn more often
		}
		for i := range 3 {
			g.Vars[x] = append(g.Vars[x], s.Var(fmt.Sprintf("v%d_%d", x.ID(), i), x))
		}
	}
	return g
}

// IntN returns a number below n.
func (g *Terms) IntN(n int) int {
	if len(g.Bytes) > 0 {
		k := int(g.Bytes[0]) % n
		g.Bytes = g.Bytes[1:]
		return k
	}
	return g.rand.IntN(n)
}

// Sort returns one of the sorts.
func (g *Terms) Sort() *logic.Sort { return g.Sorts[g.IntN(len(g.Sorts))] }

// Formula returns a formula of a depth.
func (g *Terms) Formula(depth int) *logic.Term {
	s := g.Store
	if depth <= 0 || g.IntN(6) == 0 {
		return g.Atom(2)
	}
	switch g.IntN(7) {
	case 0:
		return s.Not(g.Formula(depth - 1))
	case 1, 2:
		return s.And(g.Formula(depth-1), g.Formula(depth-1))
	case 3, 4:
		return s.Or(g.Formula(depth-1), g.Formula(depth-1))
	case 5:
		return s.Eq(g.Formula(depth-1), g.Formula(depth-1))
	}
	return s.Ite(g.Formula(depth-1), g.Formula(depth-1), g.Formula(depth-1))
}

// Atom returns an atom over terms of a depth.
func (g *Terms) Atom(depth int) *logic.Term {
	s, x := g.Store, g.Sort()
	if x.IsBool() {
		return g.Term(x, 0)
	}
	a, b := g.Term(x, depth), g.Term(x, depth)
	switch x.Kind() {
	case logic.KindInt, logic.KindReal:
		return []*logic.Term{s.Le(a, b), s.Lt(a, b), s.Eq(a, b)}[g.IntN(3)]
	case logic.KindBitVec:
		ops := []logic.Op{logic.OpBVUle, logic.OpBVUlt, logic.OpBVSle, logic.OpBVSlt}
		if k := g.IntN(len(ops) + 1); k < len(ops) {
			return s.BV(ops[k], a, b)
		}
	case logic.KindDatatype:
		if g.IntN(3) == 0 {
			ctors := x.Datatype().Constructors
			return s.Is(ctors[g.IntN(len(ctors))], a)
		}
	}
	return s.Eq(a, b)
}

// Term returns a term of sort x.
func (g *Terms) Term(x *logic.Sort, depth int) *logic.Term {
	s := g.Store
	if depth <= 0 || g.IntN(5) == 0 {
		return g.leaf(x)
	}
	sub := func() *logic.Term { return g.Term(x, depth-1) }
	if g.Functions && g.IntN(5) == 0 {
		y := g.Sort()
		return s.Apply(s.Func(fmt.Sprintf("f%d", g.IntN(2)), []*logic.Sort{y}, x), g.Term(y, depth-1))
	}
	for _, a := range g.Sorts {
		if a.IsArray() && a.Elem() == x && g.IntN(4) == 0 {
			return s.Select(g.Term(a, depth-1), g.Term(a.Index(), depth-1))
		}
		if a.IsDatatype() && g.IntN(8) == 0 {
			ctors := a.Datatype().Constructors
			for _, f := range ctors[g.IntN(len(ctors))].Fields {
				if f.Sort == x {
					return s.Field(f, g.Term(a, depth-1))
				}
			}
		}
	}
	if g.IntN(8) == 0 {
		return s.Ite(g.Formula(depth-2), sub(), sub())
	}
	switch x.Kind() {
	case logic.KindInt, logic.KindReal:
		return g.arith(x, depth)
	case logic.KindBitVec:
		return g.bitvec(x, depth)
	case logic.KindArray:
		if g.IntN(5) == 0 {
			return s.ConstArray(x, g.Term(x.Elem(), depth-1))
		}
		return s.Store(sub(), g.Term(x.Index(), depth-1), g.Term(x.Elem(), depth-1))
	case logic.KindDatatype:
		ctors := x.Datatype().Constructors
		c := ctors[g.IntN(len(ctors))]
		args := make([]*logic.Term, len(c.Fields))
		for i, f := range c.Fields {
			args[i] = g.Term(f.Sort, depth-1)
		}
		return s.Construct(c, args...)
	}
	return g.leaf(x)
}

func (g *Terms) arith(x *logic.Sort, depth int) *logic.Term {
	s := g.Store
	sub := func() *logic.Term { return g.Term(x, depth-1) }
	switch g.IntN(9) {
	case 0:
		return s.Scale(rational.Int(int64(g.IntN(9)-4)), sub())
	case 1:
		return s.Sub(sub(), sub())
	case 2:
		if g.Nonlinear {
			return s.Mul(sub(), sub())
		}
	case 3:
		if k := g.IntN(7) - 3; g.Division && x.IsInt() && (k != 0 || g.Nonlinear) {
			return s.IntDiv(sub(), s.IntNum(int64(k)))
		}
	case 4:
		if x.IsInt() {
			return s.Mod(sub(), s.IntNum(int64(g.IntN(5)+1)))
		}
	case 5:
		if g.Division && x.IsReal() && g.Vars[s.Int] != nil {
			return s.ToReal(g.Term(s.Int, depth-1))
		}
		if g.Division && x.IsInt() && g.Vars[s.Real] != nil {
			return s.ToInt(g.Term(s.Real, depth-1))
		}
	case 6:
		if x.IsReal() {
			return s.Scale(rational.New(1, int64(g.IntN(5)+2)), sub())
		}
	}
	return s.Add(sub(), sub())
}

var (
	wordOps = []logic.Op{
		logic.OpBVNot, logic.OpBVNeg, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVAdd, logic.OpBVMul,
		logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod,
		logic.OpBVShl, logic.OpBVLshr, logic.OpBVAshr, logic.OpConcat, logic.OpSignExtend, logic.OpIntToBV,
	}
	plainWordOps = []logic.Op{logic.OpBVAnd, logic.OpBVOr, logic.OpBVLshr, logic.OpBVURem, logic.OpBVAdd}
)

func (g *Terms) bitvec(x *logic.Sort, depth int) *logic.Term {
	s, w := g.Store, x.Width()
	sub := func() *logic.Term { return g.Term(x, depth-1) }
	ops := wordOps
	if g.Plain {
		ops = plainWordOps
	}
	switch op := ops[g.IntN(len(ops))]; op {
	case logic.OpBVNot, logic.OpBVNeg:
		return s.BV(op, sub())
	case logic.OpConcat:
		k := 1 + g.IntN(w-1)
		return s.BV(op, s.Extract(w-1, w-k, sub()), s.Extract(w-k-1, 0, sub()))
	case logic.OpSignExtend:
		k := 1 + g.IntN(w-1)
		return s.SignExtend(w-k, s.Extract(k-1, 0, sub()))
	case logic.OpIntToBV:
		return s.IntToBV(w, s.Add(s.BVToInt(sub()), s.IntNum(int64(g.IntN(40)-20))))
	default:
		return s.BV(op, sub(), sub())
	}
}

func (g *Terms) leaf(x *logic.Sort) *logic.Term {
	s, vars := g.Store, g.Vars[x]
	if len(vars) > 0 && g.IntN(4) > 0 {
		return vars[g.IntN(len(vars))]
	}
	switch x.Kind() {
	case logic.KindBool:
		return s.BoolValue(g.IntN(2) == 0)
	case logic.KindInt:
		return s.IntNum(int64(g.IntN(9) - 4))
	case logic.KindReal:
		return s.Num(rational.New(int64(g.IntN(9)-4), int64(g.IntN(3)+1)), x)
	case logic.KindBitVec:
		return s.BVNum(big.NewInt(int64(g.IntN(256))), x.Width())
	case logic.KindUninterpreted:
		if g.Elements && g.IntN(4) == 0 {
			return s.UninterpretedValue(fmt.Sprintf("e%d", g.IntN(3)), x)
		}
	}
	if len(vars) > 0 {
		return vars[g.IntN(len(vars))]
	}
	return s.DefaultValue(x)
}
