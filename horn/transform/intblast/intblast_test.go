// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

const width = 3

// generator makes random terms over the vectors x and y.
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
	switch g.IntN(14) {
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
		return s.BV(logic.OpBVShl, t(), g.numeral())
	case 9:
		return s.BV(logic.OpBVLshr, t(), s.BVNum(big.NewInt(1+g.Int64N(width-1)), width))
	case 10:
		return s.BV(logic.OpBVAshr, t(), s.BVNum(big.NewInt(1+g.Int64N(width-1)), width))
	case 11, 12:
		op := []logic.Op{logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVUDiv, logic.OpBVURem}[g.IntN(4)]
		return s.BV(op, t(), s.BVNum(big.NewInt(1+g.Int64N(5)), width))
	}
	return s.BV(logic.OpBVSMod, t(), s.BVNum(big.NewInt(1+g.Int64N(2)), width))
}

func (g *generator) formula(depth int) *logic.Term {
	s := g.s
	t := func() *logic.Term { return g.vector(depth) }
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

// each calls f for all values of x and y.
func (g *generator) each(f func(m *logic.Model)) {
	for x := range int64(1 << width) {
		for y := range int64(1 << width) {
			m := g.s.NewModel()
			m.Set(g.x, g.s.BVNum(big.NewInt(x), width))
			m.Set(g.y, g.s.BVNum(big.NewInt(y), width))
			f(m)
		}
	}
}

// TestConstraints compares constraints with their translations: these have a value
// for each new variable, whatever the vectors are.
func TestConstraints(t *testing.T) {
	done := 0
	for seed := range uint64(400) {
		g := newGenerator(seed)
		f := g.formula(1 + g.IntN(2))
		tr := &translation{store: g.s, values: map[*logic.Term]*logic.Term{}, vars: map[*logic.Term]*logic.Term{}}
		z := tr.term(f)
		if tr.err != nil {
			require.ErrorIs(t, tr.err, errors.ErrUnsupported)
			continue
		}
		done++
		side := g.s.And(tr.side...)
		g.each(func(m *logic.Model) {
			values := g.s.NewModel()
			var wraps []*logic.Term
			for _, v := range logic.FreeVars(z, side) {
				if x := tr.vars[v]; x != nil {
					values.Set(v, g.s.Num(tr.rat(signed(m.Eval(x).BV(), width)), g.s.Int))
				} else {
					wraps = append(wraps, v)
				}
			}
			solver := native.NewSolver(g.s, smt.Options{})
			defer solver.Close()
			var facts []*logic.Term
			for v := range tr.vars {
				facts = append(facts, g.s.Eq(v, values.Value(v)))
			}
			want := z
			if !m.Holds(f) {
				want = g.s.Not(z)
			}
			if len(wraps) == 0 {
				require.True(t, values.Holds(g.s.And(want, side)), "seed %d: %v as %v", seed, f, z)
				return
			}
			require.NoError(t, solver.Assert(g.s.And(append(facts, side)...)))
			require.NoError(t, solver.Assert(want))
			st, err := solver.Check(context.Background())
			require.NoError(t, err)
			require.Equal(t, smt.Sat, st, "seed %d: %v as %v with %v", seed, f, z, side)
		})
	}
	require.Greater(t, done, 200)
}

// number makes a random term over the integers u and v.
func (g *generator) number(u, v *logic.Term, depth int) *logic.Term {
	s := g.s
	if depth == 0 {
		return []*logic.Term{u, v, s.IntNum(g.Int64N(21) - 10)}[g.IntN(3)]
	}
	t := func() *logic.Term { return g.number(u, v, depth-1) }
	switch g.IntN(6) {
	case 0:
		return s.Mod(t(), s.IntNum(1+g.Int64N(6)))
	case 1:
		return s.IntDiv(t(), s.IntNum(1+g.Int64N(6)))
	case 2:
		return s.Ite(s.Le(t(), t()), t(), t())
	case 3:
		return s.Mul(t(), t())
	}
	return s.Add(s.Mul(s.IntNum(g.Int64N(9)-4), t()), t())
}

// TestWriter compares formulas over values with what is written of them.
func TestWriter(t *testing.T) {
	for seed := range uint64(500) {
		g := newGenerator(seed)
		u, v := g.s.Var("u", g.s.Int), g.s.Var("v", g.s.Int)
		depth := 1 + g.IntN(3)
		f := g.s.Le(g.number(u, v, depth), g.number(u, v, depth))
		if g.IntN(3) == 0 {
			f = g.s.Not(g.s.Eq(g.number(u, v, depth), g.number(u, v, depth)))
		}
		w := newWriter(g.s)
		w.vectors[u], w.vectors[v] = g.x, g.y
		z := w.formula(f)
		require.NoError(t, w.err)
		tr := &translation{store: g.s}
		g.each(func(m *logic.Model) {
			values := g.s.NewModel()
			values.Set(u, g.s.Num(tr.rat(signed(m.Value(g.x).BV(), width)), g.s.Int))
			values.Set(v, g.s.Num(tr.rat(signed(m.Value(g.y).BV(), width)), g.s.Int))
			require.Equal(t, values.Holds(f), m.Holds(z), "seed %d: %v as %v", seed, f, z)
		})
	}
}

func TestWitnesses(t *testing.T) {
	tests := []struct {
		name, text string
		verdict    horn.Verdict
	}{
		{"below a bound", `
(declare-fun p ((_ BitVec 8) Bool) Bool)
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (= x #x00) (not b)) (p x b))))
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (p x b) (bvslt x #x64)) (p (bvadd x #x01) (not b)))))
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (p x b) (bvsgt x #x64)) false)))`, horn.Safe},
		{"wraps around", `
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x6))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x1)))))
(assert (forall ((x (_ BitVec 4)) (b Bool)) (=> (and (p x) b (bvslt x #x0)) false)))`, horn.Unsafe},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+tt.text+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			z, err := Translate(sys)
			require.NoError(t, err)
			require.NoError(t, z.System.Check())
			r, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Solve(ctx, z.System)
			require.NoError(t, err)
			require.Equal(t, tt.verdict, r.Verdict)
			r, err = z.Carry(ctx, r)
			require.NoError(t, err)
			o := check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil }}
			if tt.verdict == horn.Safe {
				require.NoError(t, check.Model(ctx, sys, r.Model, o))
				return
			}
			require.NoError(t, check.Refutation(ctx, sys, r.Refutation, o))
		})
	}
}
