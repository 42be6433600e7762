// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

const width = smttest.VectorWidth

// generator makes clauses and terms over integers, too.
type generator struct{ *smttest.Vectors }

func newGenerator(seed uint64) generator { return generator{smttest.NewVectors(seed)} }

// TestConstraints compares constraints with their translations. For all values of the vectors, the
// translation has a value for each new variable.
func TestConstraints(t *testing.T) {
	done := 0
	for seed := range uint64(400) {
		g := newGenerator(seed)
		f := g.Formula(1 + g.IntN(2))
		tr := &translation{store: g.Store, values: map[*logic.Term]*logic.Term{}, vars: map[*logic.Term]*logic.Term{}}
		z := tr.term(f)
		if tr.err != nil {
			require.ErrorIs(t, tr.err, errors.ErrUnsupported)
			continue
		}
		done++
		side := g.Store.And(tr.side...)
		g.Each(func(m *logic.Model) {
			values := g.Store.NewModel()
			var wraps []*logic.Term
			for _, v := range logic.FreeVars(z, side) {
				if x := tr.vars[v]; x != nil {
					values.Set(v, g.Store.Num(tr.rat(signed(m.Eval(x).BV(), width)), g.Store.Int))
				} else {
					wraps = append(wraps, v)
				}
			}
			solver := native.NewSolver(g.Store, smt.Options{})
			defer solver.Close()
			var facts []*logic.Term
			for v := range tr.vars {
				facts = append(facts, g.Store.Eq(v, values.Value(v)))
			}
			want := z
			if !m.Holds(f) {
				want = g.Store.Not(z)
			}
			if len(wraps) == 0 {
				require.True(t, values.Holds(g.Store.And(want, side)), "seed %d: %v as %v", seed, f, z)
				return
			}
			require.NoError(t, solver.Assert(g.Store.And(append(facts, side)...)))
			require.NoError(t, solver.Assert(want))
			st, err := solver.Check(context.Background())
			require.NoError(t, err)
			require.Equal(t, smt.Sat, st, "seed %d: %v as %v with %v", seed, f, z, side)
		})
	}
	require.Greater(t, done, 200)
}

// number makes a random term over the integers u and v.
func (g generator) number(u, v *logic.Term, depth int) *logic.Term {
	s := g.Store
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

// TestWriter compares formulas over values with the terms written for them.
func TestWriter(t *testing.T) {
	for seed := range uint64(500) {
		g := newGenerator(seed)
		u, v := g.Store.Var("u", g.Store.Int), g.Store.Var("v", g.Store.Int)
		depth := 1 + g.IntN(3)
		f := g.Store.Le(g.number(u, v, depth), g.number(u, v, depth))
		if g.IntN(3) == 0 {
			f = g.Store.Not(g.Store.Eq(g.number(u, v, depth), g.number(u, v, depth)))
		}
		w := newWriter(g.Store)
		w.vectors[u], w.vectors[v] = g.X, g.Y
		z := w.formula(f)
		require.NoError(t, w.err)
		tr := &translation{store: g.Store}
		g.Each(func(m *logic.Model) {
			values := g.Store.NewModel()
			values.Set(u, g.Store.Num(tr.rat(signed(m.Value(g.X).BV(), width)), g.Store.Int))
			values.Set(v, g.Store.Num(tr.rat(signed(m.Value(g.Y).BV(), width)), g.Store.Int))
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
