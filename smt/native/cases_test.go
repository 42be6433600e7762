// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// votes returns the count of n votes. Each vote adds 1 or subtracts 1.
func votes(s *logic.Store, n int) *logic.Term {
	z := s.RealNum(0)
	for i := range n {
		p := s.Var("p"+strconv.Itoa(i), s.Bool)
		z = s.Ite(p, s.Add(z, s.RealNum(1)), s.Sub(z, s.RealNum(1)))
	}
	return z
}

func TestComparisonsOfNumerals(t *testing.T) {
	s := logic.NewStore()
	p, q := s.Var("p", s.Bool), s.Var("q", s.Bool)
	x, i := s.Var("x", s.Real), s.Var("i", s.Int)
	one, two, three := s.RealNum(1), s.RealNum(2), s.RealNum(3)
	either := s.Ite(p, one, three)
	for _, tt := range []struct {
		in   *logic.Term
		want string
	}{
		{s.Le(either, two), "p"},
		{s.Lt(three, either), "false"},
		{s.Eq(either, three), "(not p)"},
		{s.Eq(either, two), "false"},
		{s.Eq(s.Ite(q, either, two), one), "(and p q)"},
		{s.Le(s.Scale(rational.Int(-2), s.Add(either, one)), s.RealNum(-5)), "(not p)"},
		{s.Eq(s.ToReal(s.Ite(p, s.IntNum(1), s.IntNum(2))), two), "(not p)"},
		{s.Eq(votes(s, 2), s.RealNum(2)), "(and p0 p1)"},
		// Not numerals only, or not alone in the sum.
		{s.Le(s.Ite(p, one, x), two), "(<= (ite p 1.0 x) 2.0)"},
		{s.Le(s.Add(either, x), two), "(<= (+ x (ite p 1.0 3.0)) 2.0)"},
		{s.Eq(s.Ite(p, i, s.IntNum(2)), s.IntNum(1)), "(= (ite p i 2) 1)"},
	} {
		require.Equal(t, tt.want, newComparer(s).canonical(tt.in).String(), "%v", tt.in)
	}
}

// Counts of votes are decided without the tableau.
func TestCountsCostNoRows(t *testing.T) {
	s := logic.NewStore()
	solver := NewSolver(s, smt.Options{})
	require.NoError(t, solver.Assert(s.Le(votes(s, 20), s.RealNum(-19))))
	st, err := solver.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, smt.Sat, st)
	require.Zero(t, solver.arith.lia.Relaxation().NumVars())
	st, err = solver.Check(t.Context(), s.Var("p3", s.Bool))
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, st)
}

// If there are more than maxNumerals values, the sum stays a term, since each link doubles the
// number of values to compare with.
func TestManyNumeralsStay(t *testing.T) {
	s := logic.NewStore()
	sum := s.IntNum(0)
	for i := range 40 {
		p := s.Var("p"+strconv.Itoa(i), s.Bool)
		sum = s.Ite(p, s.Add(sum, s.Num(rational.Int(1<<i), s.Int)), sum)
	}
	c := newComparer(s)
	atom := s.Le(sum, s.IntNum(5))
	require.Equal(t, atom, c.canonical(atom))
	require.Nil(t, c.values(sum))
}

// A chain has one alias. A long chain has an alias for every maxChain links.
func TestChainsShareAliases(t *testing.T) {
	s := logic.NewStore()
	index, y := s.Var("index", s.Real), s.Var("y", s.Real)
	chain := func(links int) *logic.Term {
		z := s.Var("cell", s.Real)
		for i := range links {
			cell := s.Var("cell"+strconv.Itoa(i), s.Real)
			if guard := s.Eq(index, s.RealNum(int64(i))); i%3 == 0 {
				z = s.Ite(s.Not(guard), z, cell)
			} else {
				z = s.Ite(guard, cell, z)
			}
		}
		return z
	}
	for links, want := range map[int]int{1: 1, 5: 1, maxChain + 1: 1, maxChain + 2: 2, 3 * maxChain: 3, 20 * maxChain: 19} {
		solver := NewSolver(s, smt.Options{})
		require.NoError(t, solver.Assert(s.Eq(y, chain(links))))
		require.Equal(t, want, len(solver.enc.aliases), "%d links", links)
		first := s.Eq(index, s.RealNum(0))
		st, err := solver.Check(t.Context(), first, s.Not(s.Eq(y, s.Var("cell0", s.Real))))
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st)
		st, err = solver.Check(t.Context(), first, s.Not(s.Eq(y, s.Var("cell", s.Real))))
		require.NoError(t, err)
		require.Equal(t, smt.Sat, st)
	}
}

// TestCanonicalKeepsMeaning compares random nests of numerals and symbols before and after the
// change, in random models.
func TestCanonicalKeepsMeaning(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := logic.NewStore()
		conditions := []*logic.Term{s.Var("p", s.Bool), s.Var("q", s.Bool), s.Var("r", s.Bool)}
		x := s.Var("x", s.Real)
		sums := []*logic.Term{s.RealNum(0), s.ToReal(s.Ite(conditions[0], s.IntNum(3), s.IntNum(-1)))}
		if seed%3 == 0 {
			sums = append(sums, x)
		}
		pick := func(ts []*logic.Term) *logic.Term { return ts[r.IntN(len(ts))] }
		for range 12 {
			k := s.RealNum(int64(r.IntN(7) - 3))
			switch r.IntN(4) {
			case 0:
				sums = append(sums, s.Scale(rational.New(int64(r.IntN(5)-2), 2), s.Add(pick(sums), k)))
			case 1:
				compared := []*logic.Term{s.Le(pick(sums), k), s.Lt(pick(sums), pick(sums)), s.Eq(pick(sums), k)}
				conditions = append(conditions, pick(compared))
			default:
				sums = append(sums, s.Ite(pick(conditions), pick(sums), s.Add(pick(sums), k)))
			}
		}
		formula := s.Simplify(s.And(s.Le(sums[len(sums)-1], s.RealNum(1)), s.Or(conditions[3:]...)))
		z := newComparer(s).canonical(formula)
		for i := range 16 {
			m := s.NewModel()
			for bit, p := range conditions[:3] {
				m.Set(p, s.BoolValue(i>>bit&1 == 1))
			}
			m.Set(x, s.RealNum(int64(i>>3)))
			require.Equal(t, m.Eval(formula), m.Eval(z), "seed %d: %v and %v", seed, formula, z)
		}
	}
}
