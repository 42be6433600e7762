// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// generator makes random terms over integers x, y, z and Boolean b, c.
type generator struct {
	r          *rand.Rand
	s          *logic.Store
	ints       []*logic.Term
	bools      []*logic.Term
	terms, all []*logic.Term // the terms so far, to be shared
}

func (g *generator) num() *logic.Term {
	return g.s.IntNum([]int64{-17, -16, -9, -8, -7, -2, -1, 0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 20}[g.r.IntN(18)])
}

func (g *generator) term(depth int) *logic.Term {
	if n := len(g.terms); n > 0 && g.r.IntN(4) == 0 {
		return g.terms[g.r.IntN(n)]
	}
	z := g.newTerm(depth)
	g.terms = append(g.terms, z)
	return z
}

func (g *generator) newTerm(depth int) *logic.Term {
	s := g.s
	if depth == 0 {
		if g.r.IntN(3) == 0 {
			return g.num()
		}
		return g.ints[g.r.IntN(len(g.ints))]
	}
	sub := func() *logic.Term { return g.term(depth - 1) }
	switch g.r.IntN(10) {
	case 0:
		return s.Add(sub(), sub())
	case 1:
		return s.Sub(sub(), sub())
	case 2:
		return s.Mul(sub(), sub())
	case 3:
		return s.Scale(g.num().Num(), sub())
	case 4:
		return s.IntDiv(sub(), s.IntNum([]int64{2, 3, 8, 16, -4}[g.r.IntN(5)]))
	case 5, 6: // a wrap
		lo, k := []int64{-8, 0}[g.r.IntN(2)], []int64{2, 4, 16}[g.r.IntN(3)]
		return s.Add(s.Mod(s.Sub(sub(), s.IntNum(lo)), s.IntNum(k)), s.IntNum(lo))
	case 7:
		if g.r.IntN(2) == 0 {
			return s.Mod(sub(), sub())
		}
		return s.IntDiv(sub(), sub())
	case 8:
		return s.Abs(sub())
	}
	return s.Ite(g.formula(depth-1), sub(), sub())
}

func (g *generator) formula(depth int) *logic.Term {
	s := g.s
	if n := len(g.all); n > 0 && g.r.IntN(6) == 0 {
		return g.all[g.r.IntN(n)]
	}
	var z *logic.Term
	sub := func() *logic.Term { return g.formula(depth - 1) }
	switch n := g.r.IntN(9); {
	case depth == 0 || n < 2:
		z = s.Le(g.term(min(depth, 1)), g.num())
	case n == 2:
		z = s.Eq(g.term(depth-1), g.num())
	case n == 3:
		z = s.Lt(g.term(depth-1), g.term(depth-1))
	case n == 4:
		z = g.bools[g.r.IntN(len(g.bools))]
	case n == 5:
		z = s.And(sub(), sub(), sub())
	case n == 6:
		z = s.Or(sub(), sub(), sub())
	case n == 7:
		z = s.Ite(sub(), sub(), sub())
	default:
		z = s.Eq(sub(), sub())
	}
	if g.r.IntN(3) == 0 {
		z = s.Not(z)
	}
	g.all = append(g.all, z)
	return z
}

// boundsAt returns the state with the given intervals.
func boundsAt(vs []rational.Interval) (z Bounds) {
	for j, v := range vs {
		z.of = z.of.Set(j, v)
	}
	return z
}

// valuations returns models of the variables in the bounds.
func (g *generator) valuations(bounds []rational.Interval, n int) []*logic.Model {
	var z []*logic.Model
	for range n {
		m := g.s.NewModel()
		for i, v := range g.ints {
			x := int64(g.r.IntN(60)) - 30
			b := bounds[i]
			if lo, ok := b.Lo.X.Int64(); ok && b.Lo.Finite && b.Hi.Finite {
				hi, _ := b.Hi.X.Int64()
				x = lo + g.r.Int64N(hi-lo+1)
			} else if b.Lo.Finite {
				x = lo + g.r.Int64N(40)
			}
			m.Set(v, g.s.IntNum(x))
		}
		for _, v := range g.bools {
			m.Set(v, g.s.BoolValue(g.r.IntN(2) == 0))
		}
		z = append(z, m)
	}
	return z
}

// TestRandomClauses tries random clauses under random valuations within the bounds of the body. The
// states that Post returns must have the head's arguments as members. A simplified clause must hold
// for the same arguments.
func TestRandomClauses(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 1500
	}
	simplified, used := 0, 0
	for seed := range n {
		s := logic.NewStore()
		g := &generator{r: rand.New(rand.NewPCG(uint64(seed), 1)), s: s}
		for _, name := range []string{"x", "y", "z"} {
			g.ints = append(g.ints, s.Var(name, s.Int))
		}
		g.bools = []*logic.Term{s.Var("b", s.Bool), s.Var("c", s.Bool)}
		p := s.Func("p", []*logic.Sort{s.Int, s.Int, s.Int, s.Bool, s.Bool}, s.Bool)
		bounds := make([]rational.Interval, 5)
		for i := range g.ints {
			switch lo := int64(g.r.IntN(24)) - 12; g.r.IntN(6) {
			case 0:
			case 1:
				bounds[i] = rational.AtLeast(rational.Int(lo))
			default:
				bounds[i] = rational.Between(rational.Int(lo), rational.Int(lo+int64(g.r.IntN(14))))
			}
		}
		var conj []*logic.Term
		for range 1 + g.r.IntN(4) {
			conj = append(conj, g.formula(3))
		}
		vars := append(append([]*logic.Term(nil), g.ints...), g.bools...)
		head := []*logic.Term{g.term(3), g.term(3), g.term(2), g.formula(2), g.bools[0]}
		c := &horn.Clause{Body: []horn.Atom{{Pred: p, Args: vars}}, Constraint: s.And(conj...), Head: &horn.Atom{Pred: p, Args: head}}
		sys := &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{c}}
		d := NewIntervals(sys)
		if g.r.IntN(2) == 0 {
			d.templates = [][]template{{{0, 1, rational.Int(1)}, {1, 2, rational.Int(-2)}}}
			for range d.templates[0] {
				lo := int64(g.r.IntN(24)) - 12
				bounds = append(bounds, rational.Between(rational.Int(lo), rational.Int(lo+int64(g.r.IntN(24)))))
			}
		}
		body := []Bounds{boundsAt(bounds)}
		post, derives, err := d.Post(context.Background(), 0, body, nil)
		require.NoError(t, err)
		z, ok := d.Simplify(0, body)
		if ok && z != c {
			simplified++
		}
	valuations:
		for _, m := range g.valuations(bounds, 40) {
			for k, t := range d.templatesOf(0) {
				if !bounds[len(vars)+k].Has(m.Eval(t.sum(s, vars)).Num()) {
					continue valuations
				}
			}
			value := m.Eval(c.Constraint)
			if !value.IsValue() || value.IsFalse() && !ok {
				continue
			}
			if value.IsFalse() {
				require.NotEqual(t, s.True(), m.Eval(z.Constraint), "seed %d: %v becomes %v", seed, c.Constraint, z.Constraint)
				continue
			}
			used++
			require.True(t, ok && derives, "seed %d: %v has a model", seed, c.Constraint)
			require.NotEqual(t, s.False(), m.Eval(z.Constraint), "seed %d: %v becomes %v", seed, c.Constraint, z.Constraint)
			for i, u := range head {
				x := m.Eval(u)
				if !x.IsValue() { // division by 0
					continue
				}
				require.Equal(t, x, m.Eval(z.Head.Args[i]), "seed %d: %v becomes %v", seed, u, z.Head.Args[i])
				if x.Op() == logic.OpNum {
					require.True(t, post.at(i).Has(x.Num()), "seed %d: %v is %v, not in %v", seed, u, x, post.at(i))
				}
			}
			for k, u := range d.templatesOf(0) {
				if x := m.Eval(u.sum(s, head)); x.IsValue() {
					require.True(t, post.at(len(head)+k).Has(x.Num()), "seed %d: template %d is %v", seed, k, x)
				}
			}
		}
	}
	require.Greater(t, simplified, n/4)
	require.Greater(t, used, n/2)
}
