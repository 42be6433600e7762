// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
)

// instance is a system of the test language, loaded into a solver that checks its
// invariants after every step and every conflict's certificate.
type instance struct {
	t      testing.TB
	system *smttest.LinearSystem
	solver *Solver
	vars   []Var          // of the system's variables
	terms  map[string]Var // of the sums made so far
	sums   []Var          // of the sums of the atoms, or −1 if not made so far
}

func load(t testing.TB, s *smttest.LinearSystem, opts Options) *instance {
	in := &instance{t: t, system: s, solver: New(opts), terms: map[string]Var{}}
	for range s.Names {
		in.vars = append(in.vars, in.solver.NewVar())
	}
	for range s.Atoms {
		in.sums = append(in.sums, -1)
	}
	return in
}

// sum returns the variable for the sum of atom i.
func (in *instance) sum(i int) Var {
	if in.sums[i] < 0 {
		in.sums[i] = in.term(&in.system.Atoms[i])
	}
	return in.sums[i]
}

// term returns the variable for the sum of an atom: itself, if it is one.
func (in *instance) term(a *smttest.LinearAtom) Var {
	if len(a.Sum) == 1 && a.Sum[0].Coeff.IsOne() {
		return in.vars[a.Sum[0].Var]
	}
	var sum []Monomial
	for _, t := range a.Sum {
		sum = append(sum, Monomial{t.Coeff, in.vars[t.Var]})
	}
	key := fmt.Sprint(a.Sum)
	v, found := in.terms[key]
	if !found {
		v = in.solver.NewTerm(sum)
		in.terms[key] = v
	}
	return v
}

// assert asserts atom i with reason i and reports whether that went without a conflict.
func (in *instance) assert(i int) bool {
	a := &in.system.Atoms[i]
	v, reason := in.sum(i), Reason(i)
	var conflict []Premise
	if a.Relation[0] == '>' || a.Relation == "=" {
		conflict = in.solver.AssertLower(v, a.Right, a.Relation == ">", reason)
	}
	if conflict == nil && (a.Relation[0] == '<' || a.Relation == "=") {
		conflict = in.solver.AssertUpper(v, a.Right, a.Relation == "<", reason)
	}
	require.NoError(in.t, in.solver.Invariant(), "%v", in.system)
	if conflict != nil {
		in.certify(conflict)
	}
	return conflict == nil
}

// certify checks a conflict: the sum is contradictory, and each premise is the atom it names.
func (in *instance) certify(conflict []Premise) {
	require.NoError(in.t, in.solver.CheckConflict(conflict), "%v", in.system)
	for _, p := range conflict {
		a := &in.system.Atoms[p.Reason]
		relation := p.Side.String()
		if p.Strict {
			relation = relation[:1]
		}
		require.Equal(in.t, in.sum(int(p.Reason)), p.Var, "%v: premise %v", in.system, p)
		require.True(in.t, a.Right.Equal(p.Value) && (a.Relation == relation || a.Relation == "="), "%v: premise %v", in.system, p)
	}
}

// check runs Check and verifies its answer.
func (in *instance) check() Status {
	status, err := in.solver.Check(context.Background())
	require.NoError(in.t, err)
	require.NoError(in.t, in.solver.Invariant(), "%v", in.system)
	if status == Infeasible {
		in.certify(in.solver.Conflict())
	}
	return status
}

// verifyModel checks that the model satisfies the atoms with the given numbers.
func (in *instance) verifyModel(asserted []int) {
	model := in.solver.Model(in.vars)
	values := make([]rational.Rat, len(in.vars))
	for i, v := range in.vars {
		values[i] = model[v]
	}
	for _, i := range asserted {
		require.True(in.t, in.system.Atoms[i].Holds(values), "%v: atom %d in model %v", in.system, i, values)
	}
}

// solve asserts all atoms and checks, at the end or after each.
func (in *instance) solve(eager bool) Status {
	var asserted []int
	for i := range in.system.Atoms {
		if !in.assert(i) {
			return Infeasible
		}
		asserted = append(asserted, i)
		if eager || i == len(in.system.Atoms)-1 {
			status := in.check()
			if status != Feasible {
				return status
			}
			in.verifyModel(asserted)
		}
	}
	return Feasible
}

func TestSolve(t *testing.T) {
	for _, test := range []string{
		"x > 0 & x < 5 & 2x = 7 ⊢ sat",
		"x > 0 & x < 0 ⊢ unsat",
		"x >= 0 & x < 0 ⊢ unsat",
		"x >= 0 & x <= 0 ⊢ sat",
		"x = 1 & x = 2 ⊢ unsat",
		"x + y <= 1 & x >= 1 & y >= 1 ⊢ unsat",
		"x + y <= 2 & x >= 1 & y >= 1 ⊢ sat",
		"x + y < 2 & x >= 1 & y >= 1 ⊢ unsat",
		"x < y & y < z & z < x ⊢ unsat",
		"x < y & y < z & z < x + 1/1000 ⊢ sat",
		"x <= y & y <= z & z <= x & x != x + 1 ⊢ sat",
		"2x + 3y = 1 & 4x + 6y = 2 ⊢ sat",
		"2x + 3y = 1 & 4x + 6y = 3 ⊢ unsat",
		"2x + 3y - 2x - 3y = 0 & x = 1 ⊢ sat",
		"x - x >= 1 ⊢ unsat",
		"x - x > 0 ⊢ unsat",
		"1/2 x + 1/3 y = 1/6 & x = y ⊢ sat",
		"3x + 2y >= 7 & x <= 1 & y < 2 ⊢ unsat",
		"3x + 2y >= 7 & x <= 1 & y <= 2 ⊢ sat",
		"x + y + z = 6 & x + 2y + 3z = 14 & x + 4y + 9z = 36 & x >= 2 ⊢ unsat",
		"x + y + z = 6 & x + 2y + 3z = 14 & x + 4y + 9z = 36 & x >= 1 ⊢ sat",
		"9223372036854775807x - y = 0 & 9223372036854775807y - z = 0 & x >= 1 & z < 85070591730234615847396907784232501249 ⊢ unsat",
		"9223372036854775807x - y = 0 & 9223372036854775807y - z = 0 & x >= 1 & z <= 85070591730234615847396907784232501249 ⊢ sat",
	} {
		t.Run(test, func(t *testing.T) {
			text, want, _ := strings.Cut(test, "⊢")
			s, err := smttest.ParseLinear(text)
			require.NoError(t, err)
			expected := map[string]Status{"sat": Feasible, "unsat": Infeasible}[strings.TrimSpace(want)]
			for _, opts := range []Options{{}, {BlandAfter: -1}} {
				require.Equal(t, expected, load(t, s, opts).solve(false))
				require.Equal(t, expected, load(t, s, opts).solve(true))
			}
		})
	}
}

// shapes are the random systems of the differential tests: about half of them feasible.
var shapes = []smttest.LinearShape{
	{Vars: 2, Atoms: 5, Length: 2, Coeff: 3, Right: 5, Relations: "< <= > >= ="},
	{Vars: 4, Atoms: 8, Length: 3, Coeff: 5, Right: 10, Relations: "< <= > >= <= >= ="},
	{Vars: 5, Atoms: 14, Length: 2, Coeff: 1, Right: 4, Relations: "<= >= <"},
	{Vars: 6, Atoms: 10, Length: 6, Coeff: 9, Right: 20, Relations: "<= >= < > =", Fractions: true},
	{Vars: 10, Atoms: 20, Length: 4, Coeff: 4, Right: 30, Relations: "<= >="},
	{Vars: 5, Atoms: 10, Length: 5, Coeff: 1000000, Right: 1000000000, Relations: "<= >=", Fractions: true},
	{Vars: 8, Atoms: 14, Length: 3, Coeff: 1000000000000, Right: 1000000000000000, Relations: "<= >= ="},
}

// TestAgainstZ3 compares verdicts with z3's.
func TestAgainstZ3(t *testing.T) {
	var systems []*smttest.LinearSystem
	var got []string
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 30 * len(shapes) {
		s := smttest.RandomLinear(rng, shapes[i%len(shapes)])
		opts := Options{}
		if i%3 == 0 {
			opts.BlandAfter = -1
		}
		systems = append(systems, s)
		got = append(got, map[Status]string{Feasible: "sat", Infeasible: "unsat"}[load(t, s, opts).solve(i%2 == 0)])
	}
	want, err := smttest.SolveLinear(t, systems, func(*smttest.LinearSystem, int) bool { return false })
	require.NoError(t, err)
	sat := 0
	for i := range systems {
		require.Equal(t, want[i], got[i], "%v", systems[i])
		if want[i] == "sat" {
			sat++
		}
	}
	t.Logf("%d of %d feasible", sat, len(systems))
}
