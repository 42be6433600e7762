// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
)

// parsed loads a system of the test language.
func parsed(t testing.TB, text string) *instance {
	s, err := smttest.ParseLinear(text)
	require.NoError(t, err)
	return load(t, s, Options{})
}

func TestDelta(t *testing.T) {
	one, delta := Delta{R: rational.Int(1)}, Delta{K: rational.Int(1)}
	require.Equal(t, "1+1δ", one.Add(delta).String())
	require.Equal(t, "1/2-1/2δ", one.Sub(delta).Mul(rational.New(1, 2)).String())
	require.Equal(t, "1", one.String())
	require.True(t, delta.Cmp(Delta{}) > 0 && delta.Cmp(one) < 0 && one.Cmp(one) == 0)
	require.Equal(t, "3/2", one.Add(delta).At(rational.New(1, 2)).String())
	require.True(t, one.Sub(one).IsZero())
}

func TestSizes(t *testing.T) {
	require.EqualValues(t, 24, unsafe.Sizeof(entry{}))
	require.EqualValues(t, 8, unsafe.Sizeof(occurrence{}))
	require.EqualValues(t, 48, unsafe.Sizeof(Delta{}))
}

func TestFixedAndBounds(t *testing.T) {
	in := parsed(t, "x >= 2 & x <= 2 & y > 1")
	require.Equal(t, Feasible, in.solve(false))
	lower, upper, fixed := in.solver.Fixed(in.vars[0])
	require.True(t, fixed)
	require.Equal(t, []Reason{0, 1}, []Reason{lower.Reason, upper.Reason})
	_, _, fixed = in.solver.Fixed(in.vars[1])
	require.False(t, fixed)
	b, found := in.solver.Lower(in.vars[1])
	require.True(t, found)
	require.Equal(t, "v1 > 1", b.String())
	_, found = in.solver.Upper(in.vars[1])
	require.False(t, found)
}

func TestDefinition(t *testing.T) {
	s := New(Options{})
	x, y := s.NewVar(), s.NewVar()
	one, half := rational.Int(1), rational.New(1, 2)
	sum := s.NewTerm([]Monomial{{one, y}, {one, x}})                       // x + y
	mean := s.NewTerm([]Monomial{{half, sum}, {half, y}, {half.Neg(), y}}) // (x + y)/2
	zero := s.NewTerm([]Monomial{{one, mean}, {half.Neg(), x}, {half.Neg(), y}})
	require.NoError(t, s.Invariant())

	d, isTerm := s.Definition(mean)
	require.True(t, isTerm)
	require.Equal(t, []Monomial{{half, x}, {half, y}}, d)
	d, isTerm = s.Definition(zero)
	require.True(t, isTerm)
	require.Empty(t, d)
	_, isTerm = s.Definition(x)
	require.False(t, isTerm)

	require.Nil(t, s.AssertLower(zero, rational.Int(1), false, 7))
	status, err := s.Check(context.Background())
	require.NoError(t, err)
	require.Equal(t, Infeasible, status)
	require.Equal(t, "[1·(v4 >= 1)]", premises(s.Conflict()))
	require.Panics(t, func() { s.NewTerm([]Monomial{{one, 99}}) })
}

func premises(p []Premise) string {
	out := "["
	for i := range p {
		if i > 0 {
			out += ", "
		}
		out += p[i].String()
	}
	return out + "]"
}

// A refused bound is not recorded, and backtracking brings older bounds back.
func TestBacktrack(t *testing.T) {
	s := New(Options{})
	x := s.NewVar()
	require.Nil(t, s.AssertLower(x, rational.Int(0), false, 1))
	s.Push()
	require.Nil(t, s.AssertUpper(x, rational.Int(5), false, 2))
	require.Nil(t, s.AssertUpper(x, rational.Int(9), false, 3), "a weaker bound")
	s.Push()
	require.Nil(t, s.AssertUpper(x, rational.Int(4), true, 4))
	require.Equal(t, 2, s.Level())
	conflict := s.AssertLower(x, rational.Int(4), false, 5)
	require.Equal(t, "[1·(v0 >= 4), 1·(v0 < 4)]", premises(conflict))
	require.NoError(t, s.CheckConflict(conflict))
	b, _ := s.Lower(x)
	require.Equal(t, Reason(1), b.Reason)
	s.Backtrack(1)
	b, _ = s.Upper(x)
	require.Equal(t, Reason(2), b.Reason)
	s.Backtrack(1)
	require.Equal(t, 1, s.Level())
	s.Backtrack(0)
	_, found := s.Upper(x)
	require.False(t, found)
	require.NoError(t, s.Invariant())
}

// Model separates shared variables that differ by a multiple of δ only.
func TestModelKeepsSharedValuesApart(t *testing.T) {
	in := parsed(t, "x > 0 & y = 1 & x < 3 & z >= 1 & z <= 1")
	require.Equal(t, Feasible, in.solve(false))
	x, y, z := in.vars[0], in.vars[1], in.vars[2]
	require.Equal(t, "0+1δ", in.solver.Value(x).String())
	model := in.solver.Model(nil)
	require.True(t, model[x].Equal(model[y]), "δ = 1 is possible and comes first")
	model = in.solver.Model(in.vars)
	require.False(t, model[x].Equal(model[y]))
	require.True(t, model[z].Equal(model[y]))
}

func TestImplied(t *testing.T) {
	for _, test := range []struct{ system, watch, want string }{
		{"x + y <= 3 & x >= 1", "y", "[v1 <= 2]"},
		{"x + y <= 3 & x > 1", "y", "[v1 < 2]"},
		{"x + y <= 3 & x >= 1", "x", "[]"},
		{"x + y <= 3 & x >= 1 & y >= 1", "xy", "[v0 <= 2 v1 <= 2]"},
		{"2x - 3y >= 6 & x <= 3", "y", "[v1 <= 0]"},
		{"x + y + z <= 3 & x >= 1", "yz", "[]"},
	} {
		in := parsed(t, test.system)
		require.Equal(t, Feasible, in.solve(false), test.system)
		for v, name := range in.system.Names {
			for _, w := range test.watch {
				in.solver.Watch(in.vars[v], name == string(w) || in.solver.vars[v].watched)
			}
		}
		got := "["
		for i, im := range in.solver.Implied() {
			require.NoError(t, in.solver.CheckImplied(im.Bound, in.solver.Explain(nil, im)))
			if i > 0 {
				got += " "
			}
			got += im.String()
		}
		require.Equal(t, test.want, got+"]", test.system)
		require.Empty(t, in.solver.Implied(), "nothing is reported twice")
	}
}

func TestCheckConflictRefuses(t *testing.T) {
	s := New(Options{})
	x, y := s.NewVar(), s.NewVar()
	one := rational.Int(1)
	low := Premise{Bound{Var: x, Side: Lower, Value: one}, one}
	high := Premise{Bound{Var: x, Side: Upper, Value: one}, one}
	require.ErrorContains(t, s.CheckConflict([]Premise{low, high}), "no contradiction")
	high.Strict = true
	require.NoError(t, s.CheckConflict([]Premise{low, high}))
	high.Var = y
	require.ErrorContains(t, s.CheckConflict([]Premise{low, high}), "left side")
	high.Coeff = rational.Int(-1)
	require.ErrorContains(t, s.CheckConflict([]Premise{low, high}), "not positive")
}

// hard returns a solver with a system that takes many pivots.
func hard(t testing.TB, opts Options) *Solver {
	rng := rand.New(rand.NewPCG(1, 1))
	s := satisfiable(rng, smttest.RandomLinear(rng, smttest.LinearShape{Vars: 25, Atoms: 50, Length: 25, Coeff: 9, Relations: "<= >="}))
	in := load(t, s, opts)
	for i := range s.Atoms {
		in.assert(i)
	}
	return in.solver
}

func TestLimits(t *testing.T) {
	s := hard(t, Options{TickLimit: 20_000})
	calls := 0
	for {
		status, err := s.Check(context.Background())
		require.NoError(t, err)
		require.NoError(t, s.Invariant())
		if status == Feasible {
			break
		}
		require.Equal(t, Unknown, status)
		calls++
	}
	require.Positive(t, calls, "the limit was never reached")

	reason := errors.New("the caller has had enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	status, err := hard(t, Options{}).Check(ctx)
	require.Equal(t, Unknown, status)
	require.ErrorIs(t, err, reason)
}

func TestDeterministic(t *testing.T) {
	run := func() Stats {
		s := hard(t, Options{})
		_, err := s.Check(context.Background())
		require.NoError(t, err)
		return s.Stats()
	}
	require.Equal(t, run(), run())
}

// Once the slices have grown, checking and backtracking allocate nothing.
func TestSearchDoesNotAllocate(t *testing.T) {
	in := parsed(t, "x + y <= 3 & y + z <= 4 & z - x >= 2 & x + y + z >= 3 & x - y >= -1 & z - y <= 2 & y >= 0 & x >= 0")
	for i := range in.system.Atoms {
		in.sum(i)
	}
	ctx := context.Background()
	run := func() {
		for i := range in.system.Atoms {
			a := &in.system.Atoms[i]
			in.solver.Push()
			if a.Relation == "<=" {
				in.solver.AssertUpper(in.sum(i), a.Right, false, Reason(i))
			} else {
				in.solver.AssertLower(in.sum(i), a.Right, false, Reason(i))
			}
			if _, err := in.solver.Check(ctx); err != nil {
				t.Fatal(err)
			}
			in.solver.Implied()
		}
		in.solver.Backtrack(0)
	}
	for range 50 {
		run()
	}
	require.Zero(t, testing.AllocsPerRun(20, run))
	require.NoError(t, in.solver.Invariant())
}
