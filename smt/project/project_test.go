// SPDX-License-Identifier: Apache-2.0

package project

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smt/project/projecttest"
	"cornet/smtlib"
)

// generator makes random formulas.
type generator struct {
	r                  *rand.Rand
	store              *smtlib.Store
	ints, reals, bools []*smtlib.Term
	hard               bool
}

func (g *generator) sum(vars []*smtlib.Term) *smtlib.Term {
	s := g.store
	sort := vars[0].Sort()
	mk := func(n int) *smtlib.Term {
		if sort.IsInt() {
			return s.IntNum(int64(n))
		}
		return s.RealNum(int64(n))
	}
	z := mk(g.r.IntN(21) - 10)
	for range 1 + g.r.IntN(3) {
		c := g.r.IntN(5) - 2
		if g.hard {
			c = g.r.IntN(11) - 5
		}
		t := vars[g.r.IntN(len(vars))]
		if g.hard && sort.IsInt() {
			switch g.r.IntN(8) {
			case 0:
				t = s.Mod(s.Add(t, vars[g.r.IntN(len(vars))]), s.IntNum(int64(2+g.r.IntN(4))))
			case 1:
				t = s.IntDiv(s.Add(t, vars[g.r.IntN(len(vars))]), s.IntNum(int64(2+g.r.IntN(3))))
			case 2:
				t = s.Ite(g.formula(0), t, vars[g.r.IntN(len(vars))])
			}
		}
		z = s.Add(z, s.Mul(mk(c), t))
	}
	return z
}

func (g *generator) formula(depth int) *smtlib.Term {
	s := g.store
	if depth == 0 || g.r.IntN(4) == 0 {
		if g.r.IntN(6) == 0 && len(g.bools) > 0 {
			return g.bools[g.r.IntN(len(g.bools))]
		}
		vars := g.ints
		if len(vars) == 0 || len(g.reals) > 0 && g.r.IntN(2) == 0 {
			vars = g.reals
		}
		h := g.hard
		if depth == 0 {
			defer func() { g.hard = h }()
			if g.r.IntN(2) == 0 {
				g.hard = false
			}
		}
		x, y := g.sum(vars), g.sum(vars)
		switch g.r.IntN(6) {
		case 0:
			return s.Eq(x, y)
		case 1:
			return s.Not(s.Eq(x, y))
		case 2:
			return s.Lt(x, y)
		default:
			return s.Le(x, y)
		}
	}
	x, y := g.formula(depth-1), g.formula(depth-1)
	switch g.r.IntN(8) {
	case 0:
		return s.Not(x)
	case 1:
		return s.Eq(x, y)
	case 2:
		return s.Ite(g.formula(depth-1), x, y)
	case 3, 4:
		return s.Or(x, y)
	default:
		return s.And(x, y)
	}
}

func TestQuick(t *testing.T) {
	for seed := range 12 {
		store := smtlib.NewStore()
		g := &generator{r: rand.New(rand.NewPCG(uint64(seed), 1)), store: store, hard: seed%2 == 0}
		for _, n := range []string{"x", "y", "z", "w"} {
			if seed%3 != 1 {
				g.ints = append(g.ints, store.Var(n, store.Int))
			}
			if seed%3 != 0 {
				g.reals = append(g.reals, store.Var("r"+n, store.Real))
			}
		}
		g.bools = append(g.bools, store.Var("p", store.Bool), store.Var("q", store.Bool))
		f := g.formula(3)
		vars := []*smtlib.Term{g.bools[0]}
		if len(g.ints) > 0 {
			vars = append(vars, g.ints[:2]...)
		}
		if len(g.reals) > 0 {
			vars = append(vars, g.reals[:2]...)
		}
		solver, err := projecttest.NewPipe(store)
		require.NoError(t, err)
		p := New(store, Options{Check: true})
		require.NoError(t, solver.Assert(f))
		n := 0
		for ; n < 30; n++ {
			st, err := solver.Check(t.Context())
			require.NoError(t, err)
			if st != smt.Sat {
				if st == smt.Unknown {
					t.Log("unknown", seed)
				}
				break
			}
			m, err := solver.Model()
			require.NoError(t, err)
			require.True(t, m.Holds(f))
			h, err := p.Project(t.Context(), m, vars, f)
			require.NoError(t, err, "seed %d %s", seed, projecttest.Text(f))
			if n < 3 {
				s2, err := projecttest.NewPipe(store)
				require.NoError(t, err)
				s2.Assert(h)
				s2.Assert(store.Forall(vars, store.Not(f)))
				st, err := s2.Check(t.Context())
				require.NoError(t, err)
				if st == smt.Sat {
					t.Errorf("seed %d: %v %s\n => %s", seed, st, projecttest.Text(f), projecttest.Text(h))
				}
				s2.Close()
			}
			require.NoError(t, solver.Assert(store.Not(h)))
		}
		solver.Close()
		t.Log(seed, n)
	}
}
