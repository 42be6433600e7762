// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"

	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// clause makes a random clause over the vectors x and y, with one or two body atoms.
func (g generator) clause() *horn.Clause {
	s := g.Store
	p, q := s.FreshFunc("p", []*logic.Sort{g.X.Sort()}, s.Bool), s.FreshFunc("q", []*logic.Sort{g.X.Sort()}, s.Bool)
	body := []*logic.Term{g.X, g.X, g.Vector(1), g.Numeral()}[g.IntN(4)]
	c := &horn.Clause{
		Body: []horn.Atom{{Pred: p, Args: []*logic.Term{body}}},
		Head: &horn.Atom{Pred: q, Args: []*logic.Term{g.Vector(1)}},
	}
	if g.IntN(3) == 0 {
		c.Body = append(c.Body, horn.Atom{Pred: p, Args: []*logic.Term{g.X}})
	}
	literal := func() *logic.Term { return g.Formula(1) }
	switch g.IntN(4) {
	case 0:
		c.Constraint = s.And(literal(), literal())
	case 1:
		c.Constraint = s.Or(s.And(literal(), s.Eq(g.Y, g.Vector(1))), s.And(s.Eq(g.Vector(1), g.Vector(1)), literal()))
	case 2:
		c.Constraint = s.And(s.Eq(g.Y, g.Vector(1)), s.Or(literal(), s.Eq(g.Y, g.Vector(1))), s.Not(literal()))
	default:
		c.Constraint = literal()
	}
	return c
}

// image returns the translation of c alone.
func image(t *testing.T, g generator, c *horn.Clause) (*translation, *horn.Clause) {
	tr := &translation{store: g.Store, values: map[*logic.Term]*logic.Term{}, vars: map[*logic.Term]*logic.Term{}}
	preds := map[*logic.Func]*logic.Func{}
	for _, p := range []*logic.Func{c.Body[0].Pred, c.Head.Pred} {
		preds[p] = g.Store.FreshFunc(p.Name(), []*logic.Sort{g.Store.Int}, g.Store.Bool)
	}
	z, err := tr.residueClause(c, preds)
	if err != nil {
		t.Logf("%v: %v", c, err)
		return nil, nil
	}
	return tr, z
}

// sat returns a model of the facts, or nil.
func sat(t *testing.T, s *logic.Store, facts ...*logic.Term) *logic.Model {
	solver := native.NewSolver(s, smt.Options{})
	defer solver.Close()
	require.NoError(t, solver.Assert(s.And(facts...)))
	st, err := solver.Check(context.Background())
	require.NoError(t, err)
	if st != smt.Sat {
		return nil
	}
	m, err := solver.Model()
	require.NoError(t, err)
	return m
}

// TestWithinDerivesNoMore checks that instances of images are instances of the clauses.
func TestWithinDerivesNoMore(t *testing.T) {
	done := 0
	for seed := range uint64(400) {
		g := newGenerator(seed)
		c := g.clause()
		tr, z := image(t, g, c)
		if z == nil {
			continue
		}
		s := g.Store
		facts := []*logic.Term{z.Constraint}
		for range 3 {
			m := sat(t, s, facts...)
			if m == nil {
				break
			}
			done++
			vectors := s.NewModel()
			vectors.Set(g.X, s.BVNum(new(big.Int), width))
			vectors.Set(g.Y, s.BVNum(new(big.Int), width))
			var same []*logic.Term
			for v, x := range tr.vars {
				vectors.Set(x, s.BVNum(integer(m.Eval(v)), width))
				same = append(same, s.Eq(v, m.Eval(v)))
			}
			require.True(t, vectors.Holds(c.Constraint), "seed %d: %v\nas %v\nwith %v", seed, c, z, m)
			agree := func(a, b *horn.Atom) {
				require.Equal(t, vectors.Eval(a.Args[0]), s.BVNum(integer(m.Eval(b.Args[0])), width), "seed %d: %v\nas %v\nwith %v", seed, c, z, m)
			}
			for i := range c.Body {
				agree(&c.Body[i], &z.Body[i])
			}
			agree(c.Head, z.Head)
			facts = append(facts, s.Not(s.And(same...)))
		}
	}
	require.Greater(t, done, 300)
}

func TestWithinWitnesses(t *testing.T) {
	tests := []struct {
		name, text string
		verdict    horn.Verdict
		valid      bool
	}{
		{"two sums that wrap around alike", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((d (_ BitVec 32))) (p #x00000000 d (bvadd d d))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p i x y) (bvslt i #x00000064)) (p (bvadd i #x00000001) (bvadd x i) (bvadd y i i)))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p i x y) (not (= y (bvmul #x00000002 x)))) false)))`, horn.Safe, true},
		{"disjunctive step", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (=> (bvsge x #x00000000) (p #x00000000 x))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32)) (j (_ BitVec 32)))
  (=> (and (p i x) (or (and (bvslt i x) (= j (bvadd i #x00000001))) (= i j))) (p j x))))
(assert (forall ((i (_ BitVec 32)) (x (_ BitVec 32))) (=> (and (p i x) (bvsgt i x)) false)))`, horn.Safe, true},
		{"within the range", `
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x0))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x1)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvsgt x #x5)) false)))`, horn.Unsafe, true},
		{"not within the range", `
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x0))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x1)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvslt x #x0)) false)))`, horn.Safe, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
			defer cancel()
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+tt.text+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			z, err := Within(sys, native.Backend{}, smt.Options{})
			require.NoError(t, err)
			require.Equal(t, pass.Under, z.Effect)
			z.Effect = pass.Exact // the witness is checked here
			require.NoError(t, z.System.Check())
			r, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Solve(ctx, z.System)
			require.NoError(t, err)
			require.Equal(t, tt.verdict, r.Verdict)
			r, err = z.Carry(ctx, r)
			require.NoError(t, err)
			o := check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil }}
			if tt.verdict == horn.Safe {
				err = check.Model(ctx, sys, r.Model, o)
			} else {
				err = check.Refutation(ctx, sys, r.Refutation, o)
			}
			if tt.valid {
				require.NoError(t, err)
			} else {
				require.Error(t, err)
			}
		})
	}
}

// TestSharedFormulas has a constraint whose tree is exponentially larger than its graph.
func TestSharedFormulas(t *testing.T) {
	s := logic.NewStore()
	sort := s.BitVec(8)
	p := s.Func("p", []*logic.Sort{sort}, s.Bool)
	x, f := s.Var("x", sort), s.Var("b", s.Bool)
	for i := range int64(60) {
		y := s.Eq(s.Var(fmt.Sprint("y", i), sort), s.BV(logic.OpBVAdd, x, s.BVNum(big.NewInt(i), 8)))
		f = s.Or(s.And(f, y, s.Var("c", s.Bool)), s.And(f, s.Not(y)))
	}
	sys := &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{
		{Constraint: f, Head: &horn.Atom{Pred: p, Args: []*logic.Term{x}}},
	}}
	z, err := Within(sys, native.Backend{}, smt.Options{})
	require.NoError(t, err)
	require.NoError(t, z.System.Check())
}
