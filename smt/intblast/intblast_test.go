// SPDX-License-Identifier: Apache-2.0

package intblast_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/intblast"
	"cornet/smt/native"
)

// TestAgainstEvaluation decides random formulas over two vectors of three bits. It compares the
// answers with the values at all 64 pairs.
func TestAgainstEvaluation(t *testing.T) {
	ctx, done := context.Background(), 0
	for seed := range uint64(800) {
		g := smttest.NewVectors(seed)
		s := g.Store
		f := s.And(g.Formula(1+g.IntN(3)), g.Formula(1+g.IntN(2)))
		if g.IntN(3) == 0 {
			f = s.And(f, s.Le(s.BVToInt(g.Vector(1)), s.IntNum(g.Int64N(9))))
		}
		solver, err := intblast.Backend{Backend: native.Backend{}}.New(s, smt.Options{})
		require.NoError(t, err)
		if err := solver.Assert(f); err != nil {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			solver.Close()
			continue
		}
		done++
		want := smt.Unsat
		g.Each(func(m *logic.Model) {
			if m.Holds(f) {
				want = smt.Sat
			}
		})
		st, err := solver.Check(ctx)
		require.NoError(t, err)
		require.Equal(t, want, st, "seed %d: %v", seed, f)
		if st == smt.Sat {
			m, err := solver.Model()
			require.NoError(t, err)
			require.True(t, m.Holds(f), "seed %d: %v", seed, f)
		}
		// The negation at a pair of values, as an assumption.
		at := s.And(s.Eq(g.X, g.Numeral()), s.Eq(g.Y, g.Numeral()))
		for _, assumed := range []*logic.Term{at, s.Not(at)} {
			fresh := native.NewSolver(s, smt.Options{})
			require.NoError(t, fresh.Assert(s.And(f, assumed)))
			want, err := fresh.Check(ctx)
			require.NoError(t, err)
			fresh.Close()
			st, err = solver.Check(ctx, assumed, s.Eq(g.X, g.X))
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

// TestScopes uses a definition that was made in a closed scope.
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

// TestRefused has unsupported terms of all sorts.
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
