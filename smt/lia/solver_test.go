// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
	"cornet/smt/lra"
)

// parsed loads a system of the test language and asserts its atoms.
func parsed(t testing.TB, text string, opts Options) *instance {
	s, err := smttest.ParseLinear(text)
	require.NoError(t, err)
	in := load(t, s, opts)
	for i := range s.Atoms {
		require.Nil(t, in.assert(i), text)
	}
	return in
}

func TestRounding(t *testing.T) {
	for _, test := range []string{ // bound on a sum => bound in force
		"x < 5 => v0 <= 4",
		"x < 11/2 => v0 <= 5",
		"x <= 11/2 => v0 <= 5",
		"x > -11/2 => v0 >= -5",
		"x >= -5 => v0 >= -5",
		"x > -5 => v0 >= -4",
		"2x + 4y < 7 => v2 <= 6",
		"2x + 4y <= 6 => v2 <= 6",
		"2x + 4y < 6 => v2 <= 4",
		"2/3 x + 1/2 y >= 1/4 => v2 >= 1/3",
		"r < 5 => v0 < 5",
		"r + 2x > 1/2 => v2 > 1/2",
	} {
		text, want, _ := strings.Cut(test, " => ")
		in := parsed(t, text, Options{})
		b, found := in.solver.Relaxation().Lower(in.sums[0])
		if !found {
			b, found = in.solver.Relaxation().Upper(in.sums[0])
		}
		require.True(t, found)
		require.Equal(t, want, b.String(), test)
		in.checkBound(b)
	}
}

func TestSteps(t *testing.T) {
	for _, test := range []struct{ sum, step string }{
		{"x", "1"}, {"2x + 4y", "2"}, {"1/2 x + 1/3 y", "1/6"}, {"4/3 x - 2/3 y", "2/3"}, {"x + r", "0"}, {"r", "0"},
	} {
		in := parsed(t, test.sum+" <= 0", Options{})
		require.Equal(t, test.step, in.solver.Step(in.sums[0]).String(), test.sum)
	}
}

// Conflicts by divisibility, with their certificates.
func TestIndivisible(t *testing.T) {
	for _, test := range []struct{ system, want string }{
		{"x + y = 2a & x - y = 2b + 1", "[-1/2·(v4 = 0) 1/2·(v5 = 1)]"},
		{"r + 2x = 0 & r - 2y = 1", "[-1/2·(v3 = 0) 1/2·(v4 = 1)]"},
		{"6x + 10y + 15z = 1 & x + y + z = 3a & x - 2y = 3b + 1 & z = 3c", ""},
		{"3x + 3y + z = 0 & z = 1", "[-1/3·(v3 = 0) 1/3·(v2 = 1)]"},
	} {
		in := parsed(t, test.system, Options{})
		r, err := in.solver.Check(context.Background())
		require.NoError(t, err)
		require.Equal(t, Infeasible, r.Outcome, test.system)
		require.NoError(t, in.solver.CheckIndivisible(r.Equalities))
		if test.want != "" {
			require.Equal(t, test.want, fmt.Sprint(r.Equalities), test.system)
		}
	}
}

// If no effort is spent on equations, a conflict of two equations takes branching.
func TestEquationTicks(t *testing.T) {
	for _, ticks := range []int64{-1, 1} {
		in := parsed(t, "x + y = 2a & x - y = 2b + 1", Options{EquationTicks: ticks})
		for range 2 {
			r, err := in.solver.Check(context.Background())
			require.NoError(t, err)
			require.Equal(t, Branching, r.Outcome)
		}
	}
}

func TestCheckIndivisibleRefuses(t *testing.T) {
	in := parsed(t, "x + y = 2a & x - y = 2b + 1 & r = 1/2", Options{})
	r, err := in.solver.Check(context.Background())
	require.NoError(t, err)
	good := r.Equalities
	require.NoError(t, in.solver.CheckIndivisible(good))
	tamper := func(change func(e []Equality)) error {
		e := append([]Equality(nil), good...)
		change(e)
		return in.solver.CheckIndivisible(e)
	}
	double := rational.Int(2)
	require.ErrorContains(t, tamper(func(e []Equality) { e[0].Coeff = e[0].Coeff.Mul(double); e[1].Coeff = e[1].Coeff.Mul(double) }), "want a fraction")
	require.ErrorContains(t, tamper(func(e []Equality) { e[0].Coeff = e[0].Coeff.Mul(rational.New(1, 3)) }), "the sum")
	require.ErrorContains(t, tamper(func(e []Equality) { e[0].Coeff = rational.Rat{} }), "weight 0")
	require.ErrorContains(t, tamper(func(e []Equality) { e[0].Upper.Value = double }), "no equality")
	require.ErrorContains(t, tamper(func(e []Equality) { e[0].Upper.Strict = true }), "no equality")
	lower, upper, fixed := in.solver.Relaxation().Fixed(in.vars[4])
	require.True(t, fixed)
	real := Equality{lower, upper, rational.Int(1)}
	require.ErrorContains(t, in.solver.CheckIndivisible([]Equality{real}), "integer: false")
}

func TestRepairs(t *testing.T) {
	for _, test := range []struct{ value, rate, want string }{
		{"1/2", "1/2", "[1 -1]"},
		{"1/3", "2/3", "[1 -2]"},
		{"1/3", "1/6", "[4 -2]"},
		{"5/6", "5/6", "[5 -1]"},
		{"1/2", "1/3", "[]"},
		{"1/2", "3", "[]"},
		{"-7/5", "-3/5", "[1 -4]"},
	} {
		value, _ := rational.Parse(test.value)
		rate, _ := rational.Parse(test.rate)
		got := repairs(value, rate)
		require.Equal(t, test.want, fmt.Sprint(got), "%v", test)
		for _, d := range got {
			require.True(t, value.AddMul(rate, d).IsInt(), "%v", test)
		}
	}
}

// The solution of equations, as forms over parameters.
func TestLattice(t *testing.T) {
	for _, test := range []struct{ system, want string }{
		{"x + y = 5", "x=5-1y"},
		{"2x + 3y = 7", "x=14-3p0 y=-7+2p0"},
		{"3x + 6y + 2z = 1 & z = 2", "x=-1-2y z=2"},
		{"2r + 4x = 1", "r=1/2-2x"},
	} {
		in := parsed(t, test.system, Options{})
		_, err := in.solver.Check(context.Background())
		require.NoError(t, err)
		require.Nil(t, in.solver.unsolvable())
		l := in.solver.lattice()
		names := map[lra.Var]string{}
		for i, v := range in.vars {
			names[v] = in.system.Names[i]
		}
		for i := range l.by.replacements {
			names[lra.Var(len(in.solver.isInt)+i)] = fmt.Sprintf("p%d", i)
		}
		var got []string
		for i, v := range in.vars {
			f := l.forms[v]
			if len(f.sum) == 1 && f.sum[0].Var == v {
				continue // a parameter
			}
			text := f.constant.String()
			for _, m := range f.sum {
				if m.Coeff.Sign() > 0 {
					text += "+"
				}
				text += m.Coeff.String() + names[m.Var]
			}
			got = append(got, in.system.Names[i]+"="+text)
		}
		require.Equal(t, test.want, strings.Join(got, " "), test.system)
	}
}

// The methods that solve single problems.
func TestMethods(t *testing.T) {
	for _, test := range []struct{ system, want string }{
		{"x > 0 & x <= 7/2", "relaxed"},
		{"x > 0 & x + y < 1 & y > 0", "relaxed"},
		{"2x + 3y = 7", "patched"},
		{"6x + 10y + 15z = 1", "cubes"},
		{"2x + 4y + 6z = 7", "relaxed"}, // by rounding of bounds
		{"2x + 2y = z & z = 3", "indivisible"},
		{"3x + 5y = 7 & x >= 0 & y >= 0", "branches"},
	} {
		s, err := smttest.ParseLinear(test.system)
		require.NoError(t, err)
		in := load(t, s, Options{CubePeriod: 1})
		conflict := false
		for i := range s.Atoms {
			conflict = conflict || in.assert(i) != nil
		}
		st := Stats{Relaxed: 1}
		if !conflict {
			_, err = in.solver.Check(context.Background())
			require.NoError(t, err)
			st = in.solver.Stats()
		}
		got := map[int64]string{st.Relaxed: "relaxed", st.Patched * 2: "patched", st.Cubes * 3: "cubes", st.Indivisible * 4: "indivisible", st.Branches * 5: "branches"}
		delete(got, 0)
		require.Equal(t, 1, len(got), test.system)
		for _, method := range got {
			require.Equal(t, test.want, method, test.system)
		}
	}
}

// Branching prefers small ranges, then small values, and is forgotten by backtracking.
func TestBranching(t *testing.T) {
	in := parsed(t, "3x + 5y = 7 & x >= 0 & y >= 0", Options{MaxDepth: 2})
	r, err := in.solver.Check(context.Background())
	require.NoError(t, err)
	require.Equal(t, Branching, r.Outcome)
	for range 2 {
		require.Equal(t, Branching, r.Outcome)
		in.solver.Push()
		r, err = in.solver.Check(context.Background())
		require.NoError(t, err)
	}
	require.Equal(t, Unknown, r.Outcome)
	require.Equal(t, "2 nested branchings of integer variables", r.Cause)
	in.solver.Backtrack(0)
	r, err = in.solver.Check(context.Background())
	require.NoError(t, err)
	require.Equal(t, Branching, r.Outcome)
}

func TestLimits(t *testing.T) {
	in := parsed(t, "3x + 5y = 7 & x >= 0 & y >= 0", Options{})
	reason := errors.New("the caller has had enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	// Short calls do not check the context. They report what they found.
	r, err := in.solver.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, Branching, r.Outcome)

	rng := newRand(1)
	big := load(t, plantedInequalities(rng, smttest.LinearShape{Vars: 30, Atoms: 60, Length: 30, Coeff: 9, Relations: "<= >="}), Options{})
	for i := range big.system.Atoms {
		require.Nil(t, big.assert(i))
	}
	r, err = big.solver.Check(ctx)
	require.Equal(t, Unknown, r.Outcome)
	require.ErrorIs(t, err, reason)
}

func TestDeterministic(t *testing.T) {
	run := func() Stats {
		in := load(t, plantedInequalities(newRand(2), smttest.LinearShape{Vars: 8, Atoms: 14, Length: 4, Coeff: 9, Relations: "<= >= ="}), Options{})
		in.solve()
		return in.solver.Stats()
	}
	require.Equal(t, run(), run())
}

// The verdict does not depend on the order of the atoms.
func TestShuffled(t *testing.T) {
	rng := newRand(4)
	for i := range 20 * len(shapes) {
		// without the shape that takes long
		s := smttest.RandomLinear(rng, shapes[i%(len(shapes)-1)])
		want := load(t, s, Options{}).solve()
		rng.Shuffle(len(s.Atoms), func(i, j int) { s.Atoms[i], s.Atoms[j] = s.Atoms[j], s.Atoms[i] })
		require.Equal(t, want, load(t, s, Options{}).solve(), "%v", s)
	}
}

// An implied bound x ≤ u implies the literal x ≤ ⌊u⌋ by a Farkas conflict with its negation.
func TestImpliedLiteral(t *testing.T) {
	in := parsed(t, "3x + y <= 7 & y >= 0", Options{})
	lp, x := in.solver.Relaxation(), in.vars[0]
	lp.Watch(x, true)
	implied := lp.Implied()
	require.Len(t, implied, 1)
	require.Equal(t, "v0 <= 7/3", implied[0].String())
	premises := lp.Explain(nil, implied[0])
	negation := lra.Bound{Var: x, Side: lra.Lower, Value: implied[0].Value.Floor().Add(rational.Int(1))}
	require.NoError(t, lp.CheckConflict(append(premises, lra.Premise{Bound: negation, Coeff: rational.Int(1)})))
}

// Effort is counted in addition to the effort of the relaxation. Long numbers count for more.
func TestEffort(t *testing.T) {
	effort := func(text string) (integer, relaxation int64) {
		in := parsed(t, text, Options{})
		_, err := in.solver.Check(context.Background())
		require.NoError(t, err)
		return in.solver.Stats().Ticks, in.solver.Relaxation().Stats().Ticks
	}
	short, _ := effort("3x + 5y = 7 & x >= 0 & y >= 0")
	require.Positive(t, short)
	long, relaxation := effort("300000000000000000000x + 500000000000000000000y = 700000000000000000000 & x >= 0 & y >= 0")
	require.Greater(t, long+relaxation, 2*short)
}
