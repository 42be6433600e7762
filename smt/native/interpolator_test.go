// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/native"
)

// randomQuery returns a tree of n partitions, or a path.
func randomQuery(g *generator, n int, path bool, partition func() *logic.Term) *smt.Query {
	q := &smt.Query{Parent: make([]int, n)}
	for i := range n {
		q.Part = append(q.Part, partition())
		switch {
		case i == n-1:
			q.Parent[i] = -1
		case path:
			q.Parent[i] = i + 1
		default:
			q.Parent[i] = i + 1 + g.IntN(n-i-1)
		}
	}
	return q
}

var strengths = []smt.Strength{smt.StrengthDefault, smt.Strong, smt.Medium, smt.Weak}

// testQuery interpolates q with every strength and checks the answers. It returns the formulas by
// strength, or nil if q is not unsatisfiable.
func testQuery(t *testing.T, s *logic.Store, q *smt.Query) [][]*logic.Term {
	t.Helper()
	var z [][]*logic.Term
	for _, st := range strengths {
		q.Strength = st
		ip := native.NewInterpolator(s, native.InterpolatorOptions{Solver: smt.Options{Ticks: 200_000}})
		r, err := ip.Interpolate(t.Context(), q)
		require.NoError(t, err, "%v %v", q.Parent, q.Part)
		switch r.Status {
		case smt.Sat:
			for _, p := range q.Part {
				require.True(t, r.Model.Holds(p))
			}
			return nil
		case smt.Unknown:
			return nil
		}
		checker := native.NewSolver(s, smt.Options{Ticks: 300_000})
		err = itp.Check(t.Context(), s, checker, q, r.Formulas)
		if err != nil {
			require.ErrorIs(t, err, itp.ErrUndecided, "strength %d\n%v\n%v\n%v", st, q.Parent, q.Part, r.Formulas)
		}
		z = append(z, r.Formulas)
	}
	return z
}

// TestUnboundedVariables has terms with ranges over variables without ranges: branchings on a term
// belong to its partition.
func TestUnboundedVariables(t *testing.T) {
	s := logic.NewStore()
	sum := func(a, b int64) *logic.Term {
		x, y, z, w := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("z", s.Int), s.Var("w", s.Int)
		return s.Add(s.Mul(s.IntNum(a), s.Sub(x, y)), s.Mul(s.IntNum(b), s.Sub(z, w)))
	}
	between := func(lower int64, t *logic.Term, upper int64) *logic.Term {
		return s.And(s.Le(s.IntNum(lower), t), s.Le(t, s.IntNum(upper)))
	}
	for _, strength := range []smt.Strength{smt.Strong, smt.Medium, smt.Weak} {
		q := smt.Sequence(between(27, sum(11, 13), 45), between(-10, sum(7, -9), 4))
		q.Strength = strength
		z, err := native.NewInterpolator(s, native.InterpolatorOptions{}).Interpolate(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, z.Status, z.Reason)
		checkInterpolation(t, s, q, z)
	}
}

func TestRandomQueries(t *testing.T) {
	tests := []struct {
		name  string
		path  bool
		parts func(*generator) *logic.Term
	}{
		{"path", true, mixed},
		{"tree", false, mixed},
		{"linear path", true, func(g *generator) *logic.Term { return g.linear(3) }},
		{"linear tree", false, func(g *generator) *logic.Term { return g.linear(3) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answered := 0
			for seed := range seeds(150) {
				s := logic.NewStore()
				g := newGenerator(seed, s)
				q := randomQuery(g, 2+g.IntN(4), tt.path, func() *logic.Term { return tt.parts(g) })
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					if z := testQuery(t, s, q); z != nil {
						answered++
						if tt.path {
							checkOrder(t, s, z)
						}
					}
				})
			}
			t.Logf("%d queries interpolated", answered)
		})
	}
}

func mixed(g *generator) *logic.Term {
	part := make([]*logic.Term, 2+g.IntN(3))
	for i := range part {
		part[i] = g.Formula(1 + g.IntN(3))
	}
	return g.s.And(part...)
}

// checkOrder checks that each strength implies the next.
func checkOrder(t *testing.T, s *logic.Store, z [][]*logic.Term) {
	for k := int(smt.Strong); k < int(smt.Weak); k++ {
		for i := range z[k] {
			solver := native.NewSolver(s, smt.Options{Ticks: 300_000})
			st, err := solver.Check(t.Context(), z[k][i], s.Not(z[k+1][i]))
			require.NoError(t, err)
			require.NotEqual(t, smt.Sat, st, "node %d: strength %d: %v, strength %d: %v", i, k, z[k][i], k+1, z[k+1][i])
		}
	}
}
