// SPDX-License-Identifier: Apache-2.0

package intblast_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/intblast"
	"cornet/smt/native"
)

const width = 3

// generator makes random terms over vectors x and y.
type generator struct {
	*rand.Rand
	s    *logic.Store
	x, y *logic.Term
}

func newGenerator(seed uint64) *generator {
	s := logic.NewStore()
	return &generator{rand.New(rand.NewPCG(seed, 1)), s, s.Var("x", s.BitVec(width)), s.Var("y", s.BitVec(width))}
}

func (g *generator) numeral() *logic.Term { return g.s.BVNum(big.NewInt(g.Int64N(1<<width)), width) }

func (g *generator) vector(depth int) *logic.Term {
	if depth == 0 {
		return []*logic.Term{g.x, g.y, g.numeral()}[g.IntN(3)]
	}
	s := g.s
	t := func() *logic.Term { return g.vector(depth - 1) }
	op := func(ops ...logic.Op) logic.Op { return ops[g.IntN(len(ops))] }
	switch g.IntN(16) {
	case 0, 1:
		return s.BV(logic.OpBVAdd, t(), t())
	case 2:
		return s.BV(logic.OpBVMul, g.numeral(), t())
	case 3:
		return s.BVSub(t(), t())
	case 4:
		return s.BV(logic.OpBVNot, t())
	case 5:
		return s.Ite(g.formula(depth-1), t(), t())
	case 6:
		return s.BV(logic.OpConcat, s.Extract(1, 0, t()), s.Extract(2, 2, t()))
	case 7:
		return s.Extract(width, 1, s.SignExtend(1, t()))
	case 8:
		return s.Extract(width, 1, s.BV(logic.OpBVAdd, s.ZeroExtend(1, t()), s.SignExtend(1, t())))
	case 9, 10:
		return s.BV(op(logic.OpBVShl, logic.OpBVLshr, logic.OpBVAshr), t(), s.BVNum(big.NewInt(g.Int64N(width)), width))
	case 11, 12, 13:
		return s.BV(op(logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod, logic.OpBVUDiv, logic.OpBVURem), t(), g.numeral())
	}
	return s.BV(op(logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor), t(), g.numeral())
}

func (g *generator) formula(depth int) *logic.Term {
	s := g.s
	t := func() *logic.Term { return g.vector(depth) }
	switch g.IntN(6) {
	case 0:
		return s.BV(logic.OpBVSle, t(), t())
	case 1:
		return s.BV(logic.OpBVUlt, t(), t())
	case 2:
		return s.Not(s.Eq(t(), t()))
	case 3:
		return s.Le(s.BVToInt(t()), s.IntNum(g.Int64N(9)))
	}
	return s.Eq(t(), t())
}

// TestAgainstEvaluation decides random formulas over two vectors of three bits, and compares with the values of all 64 pairs.
func TestAgainstEvaluation(t *testing.T) {
	ctx, done := context.Background(), 0
	for seed := range uint64(800) {
		g := newGenerator(seed)
		s := g.s
		f := s.And(g.formula(1+g.IntN(3)), g.formula(1+g.IntN(2)))
		solver, err := intblast.Backend{Backend: native.Backend{}}.New(s, smt.Options{})
		require.NoError(t, err)
		if err := solver.Assert(f); err != nil {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			solver.Close()
			continue
		}
		done++
		want := smt.Unsat
		for x := range int64(1 << width) {
			for y := range int64(1 << width) {
				m := s.NewModel()
				m.Set(g.x, s.BVNum(big.NewInt(x), width))
				m.Set(g.y, s.BVNum(big.NewInt(y), width))
				if m.Holds(f) {
					want = smt.Sat
				}
			}
		}
		st, err := solver.Check(ctx)
		require.NoError(t, err)
		require.Equal(t, want, st, "seed %d: %v", seed, f)
		if st == smt.Sat {
			m, err := solver.Model()
			require.NoError(t, err)
			require.True(t, m.Holds(f), "seed %d: %v", seed, f)
		}
		// The negation at a pair of values, as an assumption.
		at := s.And(s.Eq(g.x, g.numeral()), s.Eq(g.y, g.numeral()))
		for _, assumed := range []*logic.Term{at, s.Not(at)} {
			fresh := native.NewSolver(s, smt.Options{})
			require.NoError(t, fresh.Assert(s.And(f, assumed)))
			want, err := fresh.Check(ctx)
			require.NoError(t, err)
			fresh.Close()
			st, err = solver.Check(ctx, assumed, s.Eq(g.x, g.x))
			require.NoError(t, err)
			require.Equal(t, want, st, "seed %d: %v under %v", seed, f, assumed)
			if st == smt.Unsat {
				require.Subset(t, []*logic.Term{assumed}, solver.Core())
			}
		}
		solver.Close()
	}
	require.Greater(t, done, 400)
}

// TestScopes has a definition that is made in a scope which is closed.
func TestScopes(t *testing.T) {
	s := logic.NewStore()
	x, y := s.Var("x", s.BitVec(32)), s.Var("y", s.BitVec(32))
	less := s.BV(logic.OpBVSlt, s.BVSub(x, y), s.BVNum(big.NewInt(0), 32))
	solver, err := intblast.Backend{Backend: native.Backend{}}.New(s, smt.Options{})
	require.NoError(t, err)
	defer solver.Close()
	ctx := context.Background()
	solver.Push()
	require.NoError(t, solver.Assert(less))
	solver.Pop(1)
	require.NoError(t, solver.Assert(less))
	require.NoError(t, solver.Assert(s.Eq(x, s.BV(logic.OpBVAdd, y, s.BVNum(big.NewInt(5), 32)))))
	st, err := solver.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, st)
	require.ErrorIs(t, solver.Assert(s.Var("b", s.Bool)), errors.ErrUnsupported)
}

// TestRefused has terms of all sorts that are not translated.
func TestRefused(t *testing.T) {
	s := logic.NewStore()
	word := s.BitVec(8)
	x, i := s.Var("x", word), s.Var("i", s.Int)
	pair := s.NewDatatype("Pair")
	c := s.AddConstructor(pair, "pair", []string{"first", "second"}, []*logic.Sort{s.Int, word})
	zero := s.IntNum(0)
	small := s.Eq(x, s.BVNum(big.NewInt(1), 8))
	for _, f := range []*logic.Term{
		s.Eq(s.Select(s.Var("a", s.Array(s.Int, s.Int)), i), zero),
		s.Eq(s.Select(s.Var("b", s.Array(word, s.Int)), x), zero),
		s.Eq(s.Select(s.Var("c", s.Array(s.Int, word)), i), x),
		s.Eq(s.Select(s.Store(s.Var("a", s.Array(s.Int, s.Int)), i, s.BVToInt(x)), zero), zero),
		s.Eq(s.Field(c.Fields[0], s.Var("p", pair)), zero),
		s.Eq(s.Field(c.Fields[1], s.Var("p", pair)), x),
		s.Eq(s.Apply(s.Func("f", []*logic.Sort{word}, s.Int), x), zero),
		s.Eq(s.Apply(s.Func("g", []*logic.Sort{s.Int}, word), i), x),
		s.BV(logic.OpBVSle, s.BV(logic.OpBVMul, x, x), x),
	} {
		solver, err := intblast.Backend{Backend: native.Backend{}}.New(s, smt.Options{})
		require.NoError(t, err)
		require.ErrorIs(t, solver.Assert(s.And(f, small)), errors.ErrUnsupported, "%v", f)
		solver.Close()
	}
}
