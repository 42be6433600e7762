// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"cornet/internal/rational"
	"cornet/smtlib"
)

// gen makes random terms. Choices come from a fuzzer's bytes while there are
// some, then from a fixed generator.
type gen struct {
	s    *smtlib.Store
	data []byte
	rand *rand.Rand
	vars map[*smtlib.Sort][]*smtlib.Term
	// theory switches
	nonlinear, divisions, apps bool
	sorts                      []*smtlib.Sort
}

func newGen(s *smtlib.Store, seed uint64, sorts ...*smtlib.Sort) *gen {
	g := &gen{s: s, rand: rand.New(rand.NewPCG(seed, 7)), vars: map[*smtlib.Sort][]*smtlib.Term{}, sorts: sorts}
	for _, x := range sorts {
		for i := range 3 {
			g.vars[x] = append(g.vars[x], s.Var(fmt.Sprintf("v%d_%d", x.ID(), i), x))
		}
	}
	return g
}

// pick returns a number below n.
func (g *gen) pick(n int) int {
	if len(g.data) > 0 {
		k := int(g.data[0]) % n
		g.data = g.data[1:]
		return k
	}
	return g.rand.IntN(n)
}

func (g *gen) sort() *smtlib.Sort { return g.sorts[g.pick(len(g.sorts))] }

// formula returns a random formula of the given depth.
func (g *gen) formula(depth int) *smtlib.Term {
	s := g.s
	if depth <= 0 || g.pick(6) == 0 {
		return g.atom(2)
	}
	switch g.pick(7) {
	case 0:
		return s.Not(g.formula(depth - 1))
	case 1, 2:
		return s.And(g.formula(depth-1), g.formula(depth-1))
	case 3, 4:
		return s.Or(g.formula(depth-1), g.formula(depth-1))
	case 5:
		return s.Eq(g.formula(depth-1), g.formula(depth-1))
	}
	return s.Ite(g.formula(depth-1), g.formula(depth-1), g.formula(depth-1))
}

func (g *gen) atom(depth int) *smtlib.Term {
	s, x := g.s, g.sort()
	switch x.Kind() {
	case smtlib.KindBool:
		return g.term(x, 0)
	case smtlib.KindInt, smtlib.KindReal:
		a, b := g.term(x, depth), g.term(x, depth)
		return []*smtlib.Term{s.Le(a, b), s.Lt(a, b), s.Eq(a, b)}[g.pick(3)]
	case smtlib.KindBitVec:
		a, b := g.term(x, depth), g.term(x, depth)
		if op := []smtlib.Op{smtlib.OpBVUle, smtlib.OpBVUlt, smtlib.OpBVSle, smtlib.OpBVSlt, smtlib.OpEq}[g.pick(5)]; op != smtlib.OpEq {
			return s.BV(op, a, b)
		}
		return s.Eq(a, b)
	case smtlib.KindDatatype:
		if g.pick(3) == 0 {
			ctors := x.Datatype().Constructors
			return s.Is(ctors[g.pick(len(ctors))], g.term(x, depth))
		}
	}
	return s.Eq(g.term(x, depth), g.term(x, depth))
}

// term returns a random term of sort x.
func (g *gen) term(x *smtlib.Sort, depth int) *smtlib.Term {
	s := g.s
	if depth <= 0 || g.pick(5) == 0 {
		return g.leaf(x)
	}
	sub := func() *smtlib.Term { return g.term(x, depth-1) }
	if g.apps && g.pick(6) == 0 {
		y := g.sort()
		return s.Apply(s.Func(fmt.Sprintf("f%d", g.pick(2)), []*smtlib.Sort{y}, x), g.term(y, depth-1))
	}
	for _, a := range g.sorts {
		if a.IsArray() && a.Elem() == x && g.pick(5) == 0 {
			return s.Select(g.term(a, depth-1), g.term(a.Index(), depth-1))
		}
		if a.IsDatatype() && g.pick(8) == 0 {
			ctors := a.Datatype().Constructors
			for _, f := range ctors[g.pick(len(ctors))].Fields {
				if f.Sort == x {
					return s.Field(f, g.term(a, depth-1))
				}
			}
		}
	}
	if g.pick(8) == 0 {
		return s.Ite(g.formula(depth-2), sub(), sub())
	}
	switch x.Kind() {
	case smtlib.KindInt, smtlib.KindReal:
		return g.arith(x, depth)
	case smtlib.KindBitVec:
		return g.bitvec(x, depth)
	case smtlib.KindArray:
		if g.pick(5) == 0 {
			return s.ConstArray(x, g.term(x.Elem(), depth-1))
		}
		return s.Store(sub(), g.term(x.Index(), depth-1), g.term(x.Elem(), depth-1))
	case smtlib.KindDatatype:
		ctors := x.Datatype().Constructors
		c := ctors[g.pick(len(ctors))]
		args := make([]*smtlib.Term, len(c.Fields))
		for i, f := range c.Fields {
			args[i] = g.term(f.Sort, depth-1)
		}
		return s.Construct(c, args...)
	}
	return g.leaf(x)
}

func (g *gen) arith(x *smtlib.Sort, depth int) *smtlib.Term {
	s := g.s
	sub := func() *smtlib.Term { return g.term(x, depth-1) }
	k := rational.Int(int64(g.pick(9) - 4))
	switch g.pick(9) {
	case 0:
		return s.Scale(k, sub())
	case 1:
		return s.Sub(sub(), sub())
	case 2:
		if g.nonlinear {
			return s.Mul(sub(), sub())
		}
	case 3:
		if g.divisions && x.IsInt() {
			return s.IntDiv(sub(), s.IntNum(int64(g.pick(7)-3)))
		}
	case 4:
		if g.divisions && x.IsInt() {
			return s.Mod(sub(), s.IntNum(int64(g.pick(5)+1)))
		}
	case 5:
		if g.divisions && x.IsReal() && len(g.vars[s.Int]) > 0 {
			return s.ToReal(g.term(s.Int, depth-1))
		}
		if g.divisions && x.IsInt() && len(g.vars[s.Real]) > 0 {
			return s.ToInt(g.term(s.Real, depth-1))
		}
	case 6:
		if x.IsReal() {
			return s.Scale(rational.New(1, int64(g.pick(5)+2)), sub())
		}
	}
	return s.Add(sub(), sub())
}

func (g *gen) bitvec(x *smtlib.Sort, depth int) *smtlib.Term {
	s, w := g.s, x.Width()
	sub := func() *smtlib.Term { return g.term(x, depth-1) }
	ops := []smtlib.Op{
		smtlib.OpBVNot, smtlib.OpBVNeg, smtlib.OpBVAnd, smtlib.OpBVOr, smtlib.OpBVXor, smtlib.OpBVAdd, smtlib.OpBVMul,
		smtlib.OpBVUDiv, smtlib.OpBVURem, smtlib.OpBVSDiv, smtlib.OpBVSRem, smtlib.OpBVSMod,
		smtlib.OpBVShl, smtlib.OpBVLshr, smtlib.OpBVAshr, smtlib.OpConcat, smtlib.OpSignExtend, smtlib.OpIntToBV,
	}
	switch op := ops[g.pick(len(ops))]; op {
	case smtlib.OpBVNot, smtlib.OpBVNeg:
		return s.BV(op, sub())
	case smtlib.OpConcat:
		k := 1 + g.pick(w-1)
		return s.BV(op, s.Extract(w-1, w-k, sub()), s.Extract(w-k-1, 0, sub()))
	case smtlib.OpSignExtend:
		k := 1 + g.pick(w-1)
		return s.SignExtend(w-k, s.Extract(k-1, 0, sub()))
	case smtlib.OpIntToBV:
		return s.IntToBV(w, s.Add(s.BVToInt(sub()), s.IntNum(int64(g.pick(40)-20))))
	default:
		return s.BV(op, sub(), sub())
	}
}

func (g *gen) leaf(x *smtlib.Sort) *smtlib.Term {
	s := g.s
	vars := g.vars[x]
	if len(vars) > 0 && g.pick(3) > 0 {
		return vars[g.pick(len(vars))]
	}
	switch x.Kind() {
	case smtlib.KindBool:
		return s.BoolValue(g.pick(2) == 0)
	case smtlib.KindInt:
		return s.IntNum(int64(g.pick(13) - 6))
	case smtlib.KindReal:
		return s.Num(rational.New(int64(g.pick(13)-6), int64(g.pick(3)+1)), x)
	case smtlib.KindBitVec:
		return s.BVNum(big.NewInt(int64(g.pick(256))), x.Width())
	case smtlib.KindUninterpreted:
		if g.pick(4) == 0 {
			return s.UninterpretedValue(fmt.Sprintf("e%d", g.pick(3)), x)
		}
	}
	if len(vars) > 0 {
		return vars[g.pick(len(vars))]
	}
	return s.DefaultValue(x)
}

// theories are the fragments that the property tests run over.
var theories = map[string]func(s *smtlib.Store, seed uint64) *gen{
	"Bool": func(s *smtlib.Store, seed uint64) *gen { return newGen(s, seed, s.Bool) },
	"LIA":  func(s *smtlib.Store, seed uint64) *gen { return newGen(s, seed, s.Int, s.Int, s.Bool) },
	"LRA":  func(s *smtlib.Store, seed uint64) *gen { return newGen(s, seed, s.Real, s.Real, s.Bool) },
	"LIRA": func(s *smtlib.Store, seed uint64) *gen {
		g := newGen(s, seed, s.Int, s.Real)
		g.divisions = true
		return g
	},
	"NIA": func(s *smtlib.Store, seed uint64) *gen {
		g := newGen(s, seed, s.Int)
		g.nonlinear, g.divisions = true, true
		return g
	},
	"BV": func(s *smtlib.Store, seed uint64) *gen { return newGen(s, seed, s.BitVec(5), s.Bool) },
	"arrays": func(s *smtlib.Store, seed uint64) *gen {
		return newGen(s, seed, s.Array(s.Int, s.Int), s.Int, s.Bool)
	},
	"nested arrays": func(s *smtlib.Store, seed uint64) *gen {
		in := s.Array(s.Int, s.Real)
		return newGen(s, seed, s.Array(s.Int, in), in, s.Int, s.Real)
	},
	"BV arrays": func(s *smtlib.Store, seed uint64) *gen {
		return newGen(s, seed, s.Array(s.BitVec(4), s.BitVec(6)), s.BitVec(4), s.BitVec(6))
	},
	"datatypes": func(s *smtlib.Store, seed uint64) *gen {
		list, tree, forest := declareDatatypes(s)
		return newGen(s, seed, list, tree, forest, s.Int)
	},
	"EUF": func(s *smtlib.Store, seed uint64) *gen {
		g := newGen(s, seed, s.Uninterpreted("U"), s.Int, s.Bool)
		g.apps = true
		return g
	},
	"arrays of everything": func(s *smtlib.Store, seed uint64) *gen {
		list, _, _ := declareDatatypes(s)
		u := s.Uninterpreted("U")
		g := newGen(s, seed, s.Array(list, u), s.Array(s.Int, list), list, u, s.Int)
		g.apps = true
		return g
	},
}

// theoryNames lists the theories in a fixed order.
var theoryNames = []string{"Bool", "LIA", "LRA", "LIRA", "NIA", "BV", "arrays", "nested arrays", "BV arrays", "datatypes", "EUF", "arrays of everything"}

// declareDatatypes declares lists of integers and mutually recursive trees.
func declareDatatypes(s *smtlib.Store) (list, tree, forest *smtlib.Sort) {
	if list = s.NamedSort("List"); list == nil {
		list = s.NewDatatype("List")
		s.AddConstructor(list, "nil", nil, nil)
		s.AddConstructor(list, "cons", []string{"head", "tail"}, []*smtlib.Sort{s.Int, list})
		tree = s.NewDatatype("Tree")
		forest = s.NewDatatype("Forest")
		s.AddConstructor(tree, "node", []string{"label", "children", "rest"}, []*smtlib.Sort{list, forest, s.Int})
		s.AddConstructor(forest, "nil", nil, nil) // the same name as the list's
		s.AddConstructor(forest, "cons", []string{"head", "tail"}, []*smtlib.Sort{tree, forest})
	}
	return s.NamedSort("List"), s.NamedSort("Tree"), s.NamedSort("Forest")
}
