// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// mixture makes random terms over given sorts.
type mixture struct {
	*rand.Rand
	s     *smtlib.Store
	sorts []*smtlib.Sort
	vars  map[*smtlib.Sort][]*smtlib.Term
	apps  bool // uninterpreted functions
	plain bool // few operations on bit-vectors, and none with integers
}

func newMixture(s *smtlib.Store, seed uint64, sorts ...*smtlib.Sort) *mixture {
	g := &mixture{Rand: rand.New(rand.NewPCG(seed, 9)), s: s, sorts: sorts, vars: map[*smtlib.Sort][]*smtlib.Term{}}
	for _, x := range sorts {
		for i := range 3 {
			g.vars[x] = append(g.vars[x], s.Var(fmt.Sprintf("v%d_%d", x.ID(), i), x))
		}
	}
	return g
}

func (g *mixture) sort() *smtlib.Sort { return g.sorts[g.IntN(len(g.sorts))] }

func (g *mixture) formula(depth int) *smtlib.Term {
	s := g.s
	if depth <= 0 || g.IntN(6) == 0 {
		return g.atom(2)
	}
	switch g.IntN(7) {
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

func (g *mixture) atom(depth int) *smtlib.Term {
	s, x := g.s, g.sort()
	a, b := g.term(x, depth), g.term(x, depth)
	switch x.Kind() {
	case smtlib.KindBool:
		return a
	case smtlib.KindInt, smtlib.KindReal:
		return []*smtlib.Term{s.Le(a, b), s.Lt(a, b), s.Eq(a, b)}[g.IntN(3)]
	case smtlib.KindBitVec:
		ops := []smtlib.Op{smtlib.OpBVUle, smtlib.OpBVUlt, smtlib.OpBVSle, smtlib.OpBVSlt}
		if k := g.IntN(len(ops) + 1); k < len(ops) {
			return s.BV(ops[k], a, b)
		}
	case smtlib.KindDatatype:
		if g.IntN(3) == 0 {
			ctors := x.Datatype().Constructors
			return s.Is(ctors[g.IntN(len(ctors))], a)
		}
	}
	return s.Eq(a, b)
}

func (g *mixture) term(x *smtlib.Sort, depth int) *smtlib.Term {
	s := g.s
	if depth <= 0 || g.IntN(5) == 0 {
		return g.leaf(x)
	}
	sub := func() *smtlib.Term { return g.term(x, depth-1) }
	if g.apps && g.IntN(4) == 0 {
		y := g.sort()
		if !y.IsArray() {
			return s.Apply(s.Func(fmt.Sprintf("f%d", g.IntN(2)), []*smtlib.Sort{y}, x), g.term(y, depth-1))
		}
	}
	for _, a := range g.sorts {
		if a.IsArray() && a.Elem() == x && g.IntN(3) == 0 {
			return s.Select(g.term(a, depth-1), g.term(a.Index(), depth-1))
		}
		if a.IsDatatype() && g.IntN(8) == 0 {
			ctors := a.Datatype().Constructors
			for _, f := range ctors[g.IntN(len(ctors))].Fields {
				if f.Sort == x {
					return s.Field(f, g.term(a, depth-1))
				}
			}
		}
	}
	if g.IntN(8) == 0 {
		return s.Ite(g.formula(depth-2), sub(), sub())
	}
	switch x.Kind() {
	case smtlib.KindInt, smtlib.KindReal:
		switch g.IntN(4) {
		case 0:
			return s.Scale(rational.Int(int64(g.IntN(7)-3)), sub())
		case 1:
			return s.Sub(sub(), sub())
		case 2:
			if x.IsInt() {
				return s.Mod(sub(), s.IntNum(int64(g.IntN(4)+1)))
			}
		}
		return s.Add(sub(), sub())
	case smtlib.KindBitVec:
		return g.bitvec(x, depth)
	case smtlib.KindArray:
		if g.IntN(5) == 0 {
			return s.ConstArray(x, g.term(x.Elem(), depth-1))
		}
		return s.Store(sub(), g.term(x.Index(), depth-1), g.term(x.Elem(), depth-1))
	case smtlib.KindDatatype:
		ctors := x.Datatype().Constructors
		c := ctors[g.IntN(len(ctors))]
		args := make([]*smtlib.Term, len(c.Fields))
		for i, f := range c.Fields {
			args[i] = g.term(f.Sort, depth-1)
		}
		return s.Construct(c, args...)
	}
	return g.leaf(x)
}

func (g *mixture) bitvec(x *smtlib.Sort, depth int) *smtlib.Term {
	s, w := g.s, x.Width()
	sub := func() *smtlib.Term { return g.term(x, depth-1) }
	ops := []smtlib.Op{
		smtlib.OpBVNot, smtlib.OpBVNeg, smtlib.OpBVAnd, smtlib.OpBVOr, smtlib.OpBVXor, smtlib.OpBVAdd, smtlib.OpBVMul,
		smtlib.OpBVUDiv, smtlib.OpBVURem, smtlib.OpBVSDiv, smtlib.OpBVSRem, smtlib.OpBVSMod,
		smtlib.OpBVShl, smtlib.OpBVLshr, smtlib.OpBVAshr, smtlib.OpConcat, smtlib.OpSignExtend, smtlib.OpIntToBV,
	}
	if g.plain {
		ops = []smtlib.Op{smtlib.OpBVAnd, smtlib.OpBVOr, smtlib.OpBVLshr, smtlib.OpBVURem, smtlib.OpBVAdd}
	}
	switch op := ops[g.IntN(len(ops))]; op {
	case smtlib.OpBVNot, smtlib.OpBVNeg:
		return s.BV(op, sub())
	case smtlib.OpConcat:
		k := 1 + g.IntN(w-1)
		return s.BV(op, s.Extract(w-1, w-k, sub()), s.Extract(w-k-1, 0, sub()))
	case smtlib.OpSignExtend:
		k := 1 + g.IntN(w-1)
		return s.SignExtend(w-k, s.Extract(k-1, 0, sub()))
	case smtlib.OpIntToBV:
		return s.IntToBV(w, s.Add(s.BVToInt(sub()), s.IntNum(int64(g.IntN(40)-20))))
	default:
		return s.BV(op, sub(), sub())
	}
}

func (g *mixture) leaf(x *smtlib.Sort) *smtlib.Term {
	s := g.s
	vars := g.vars[x]
	if len(vars) > 0 && g.IntN(4) > 0 {
		return vars[g.IntN(len(vars))]
	}
	switch x.Kind() {
	case smtlib.KindBool:
		return s.BoolValue(g.IntN(2) == 0)
	case smtlib.KindInt, smtlib.KindReal:
		return s.Num(rational.Int(int64(g.IntN(7)-3)), x)
	case smtlib.KindBitVec:
		return s.BVNum(big.NewInt(int64(g.IntN(256))), x.Width())
	}
	if len(vars) > 0 {
		return vars[g.IntN(len(vars))]
	}
	return s.DefaultValue(x)
}

// declareDatatypes declares lists of integers, an enumeration, and pairs of both.
func declareDatatypes(s *smtlib.Store) (list, color, pair *smtlib.Sort) {
	list, color, pair = s.NewDatatype("List"), s.NewDatatype("Color"), s.NewDatatype("Pair")
	s.AddConstructor(list, "nil", nil, nil)
	s.AddConstructor(list, "cons", []string{"head", "tail"}, []*smtlib.Sort{s.Int, list})
	for _, name := range []string{"red", "green", "blue"} {
		s.AddConstructor(color, name, nil, nil)
	}
	s.AddConstructor(pair, "pair", []string{"first", "second"}, []*smtlib.Sort{color, list})
	return list, color, pair
}

// theories are the mixtures that tests run over.
var theories = []struct {
	name string
	make func(s *smtlib.Store, seed uint64) *mixture
}{
	{"bit-vectors", func(s *smtlib.Store, seed uint64) *mixture { return newMixture(s, seed, s.BitVec(4), s.Bool) }},
	{"arrays", func(s *smtlib.Store, seed uint64) *mixture {
		return newMixture(s, seed, s.Array(s.Int, s.Int), s.Int, s.Bool)
	}},
	{"arrays of arrays", func(s *smtlib.Store, seed uint64) *mixture {
		in := s.Array(s.Int, s.Real)
		return newMixture(s, seed, s.Array(s.Int, in), in, s.Int, s.Real)
	}},
	{"arrays of bit-vectors", func(s *smtlib.Store, seed uint64) *mixture {
		return newMixture(s, seed, s.Array(s.BitVec(3), s.BitVec(4)), s.BitVec(3), s.BitVec(4))
	}},
	{"arrays of truth values", func(s *smtlib.Store, seed uint64) *mixture {
		return newMixture(s, seed, s.Array(s.Int, s.Bool), s.Array(s.Bool, s.Int), s.Bool, s.Int)
	}},
	{"functions", func(s *smtlib.Store, seed uint64) *mixture {
		g := newMixture(s, seed, s.Uninterpreted("U"), s.Int, s.Bool)
		g.apps = true
		return g
	}},
	{"datatypes", func(s *smtlib.Store, seed uint64) *mixture {
		list, color, pair := declareDatatypes(s)
		return newMixture(s, seed, list, color, pair, s.Int)
	}},
	{"arrays of datatypes", func(s *smtlib.Store, seed uint64) *mixture {
		list, color, _ := declareDatatypes(s)
		return newMixture(s, seed, s.Array(s.Int, list), s.Array(color, s.Int), list, color, s.Int)
	}},
	{"datatypes of arrays", func(s *smtlib.Store, seed uint64) *mixture {
		in := s.Array(s.Int, s.Int)
		tuple := s.NewDatatype("Tuple")
		s.AddConstructor(tuple, "tuple", []string{"content", "length"}, []*smtlib.Sort{in, s.Int})
		return newMixture(s, seed, s.Array(s.Int, tuple), s.Array(tuple, s.Int), tuple, in, s.Int)
	}},
	{"arrays over a sort", func(s *smtlib.Store, seed uint64) *mixture {
		u := s.Uninterpreted("U")
		g := newMixture(s, seed, s.Array(u, s.Int), s.Array(s.Int, u), u, s.Int)
		g.apps = true
		return g
	}},
}

func TestTheoriesAgainstZ3(t *testing.T) {
	for _, theory := range theories {
		t.Run(theory.name, func(t *testing.T) {
			for seed := range seeds(25) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					s := smtlib.NewStore()
					testScript(t, s, theory.make(s, seed), 6, viaZ3(t, s))
				})
			}
		})
	}
}

func FuzzTheories(f *testing.F) {
	for i := range theories {
		f.Add(uint64(i), uint8(i), uint8(12))
	}
	f.Fuzz(func(t *testing.T, seed uint64, theory, rounds uint8) {
		s := smtlib.NewStore()
		testScript(t, s, theories[int(theory)%len(theories)].make(s, seed), int(rounds)%30, viaZ3(t, s))
	})
}

// TestTheoriesDecided: within the budget of these tests most questions have an answer.
func TestTheoriesDecided(t *testing.T) {
	for _, theory := range theories {
		t.Run(theory.name, func(t *testing.T) {
			count := map[smt.Status]int{}
			n := int(seeds(40))
			for seed := range n {
				s := smtlib.NewStore()
				g := theory.make(s, uint64(seed))
				solver := native.NewSolver(s, smt.Options{Ticks: 1_000_000})
				st, err := solver.Check(t.Context(), g.formula(2), g.formula(2), g.atom(2), g.atom(2))
				require.NoError(t, err)
				count[st]++
			}
			t.Logf("%d sat, %d unsat, %d unknown", count[smt.Sat], count[smt.Unsat], count[smt.Unknown])
			require.LessOrEqual(t, count[smt.Unknown], n/2)
		})
	}
}
