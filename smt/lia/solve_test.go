// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/smttest"
	"cornet/smt/lra"
)

// kindOf returns the kind of a variable of the test language. A name that begins with r is a real;
// all others are integers.
func kindOf(s *smttest.LinearSystem, v int) Kind { return Kind(s.Names[v][0] != 'r') }

// instance is a system of the test language, loaded into a solver, with a search that decides
// branchings and checks every certificate.
type instance struct {
	t        testing.TB
	system   *smttest.LinearSystem
	solver   *Solver
	vars     []lra.Var
	sums     []lra.Var
	branches []Branch // by reason, from firstBranch on
	checks   int      // counts up to maxChecks
}

// firstBranch is the reason of the first branching; reasons below are numbers of atoms.
const firstBranch = 1_000_000

// maxChecks bounds a search; past it the answer is Unknown.
const maxChecks = 20_000

func load(t testing.TB, s *smttest.LinearSystem, opts Options) *instance {
	in := &instance{t: t, system: s, solver: New(opts)}
	for v := range s.Names {
		in.vars = append(in.vars, in.solver.NewVar(kindOf(s, v)))
	}
	terms := map[string]lra.Var{}
	for i := range s.Atoms {
		a := &s.Atoms[i]
		if len(a.Sum) == 1 && a.Sum[0].Coeff.IsOne() {
			in.sums = append(in.sums, in.vars[a.Sum[0].Var])
			continue
		}
		var sum []lra.Monomial
		for _, t := range a.Sum {
			sum = append(sum, lra.Monomial{Coeff: t.Coeff, Var: in.vars[t.Var]})
		}
		v, found := terms[fmt.Sprint(a.Sum)]
		if !found {
			v = in.solver.NewTerm(sum)
			terms[fmt.Sprint(a.Sum)] = v
		}
		in.sums = append(in.sums, v)
	}
	return in
}

// core is a set of reasons that contradict each other.
type core map[lra.Reason]bool

// assert asserts atom i; the core is nil unless there is a conflict.
func (in *instance) assert(i int) core {
	a := &in.system.Atoms[i]
	var conflict []lra.Premise
	if a.Relation[0] == '>' || a.Relation == "=" {
		conflict = in.solver.AssertLower(in.sums[i], a.Right, a.Relation == ">", lra.Reason(i))
	}
	if conflict == nil && (a.Relation[0] == '<' || a.Relation == "=") {
		conflict = in.solver.AssertUpper(in.sums[i], a.Right, a.Relation == "<", lra.Reason(i))
	}
	return in.farkas(conflict)
}

// farkas checks a conflict and returns its core.
func (in *instance) farkas(conflict []lra.Premise) core {
	if conflict == nil {
		return nil
	}
	require.NoError(in.t, in.solver.Relaxation().CheckConflict(conflict), "%v", in.system)
	z := core{}
	for _, p := range conflict {
		in.checkBound(p.Bound)
		z[p.Reason] = true
	}
	return z
}

// checkBound checks that a bound follows from its reason alone, an atom or branching.
func (in *instance) checkBound(b lra.Bound) {
	if b.Reason >= firstBranch {
		branch := in.branches[b.Reason-firstBranch]
		want := branch.Floor
		if b.Side == lra.Lower {
			want = want.Add(rational.Int(1))
		}
		require.True(in.t, b.Var == branch.Var && b.Value.Equal(want) && !b.Strict, "%v: %v", in.system, b)
		return
	}
	a := &in.system.Atoms[b.Reason]
	require.Equal(in.t, in.sums[b.Reason], b.Var)
	step := in.solver.Step(b.Var)
	if step.IsZero() {
		require.True(in.t, b.Value.Equal(a.Right) && b.Strict == (len(a.Relation) == 1 && a.Relation != "="), "%v: %v", in.system, b)
		return
	}
	// The bound is the extremal multiple of step that satisfies the atom.
	require.True(in.t, !b.Strict && b.Value.Div(step).IsInt(), "%v: %v", in.system, b)
	beyond := b.Value.Sub(step)
	if b.Side == lra.Upper {
		beyond = b.Value.Add(step)
	}
	half := strings.Map(func(r rune) rune { // the half of an equation from which the bound comes
		if r == '=' && len(a.Relation) == 1 {
			return rune(b.Side.String()[0])
		}
		return r
	}, a.Relation)
	if a.Relation == "=" {
		half += "="
	}
	one := smttest.LinearAtom{Sum: []smttest.LinearTerm{{Coeff: rational.Int(1)}}, Relation: half, Right: a.Right}
	require.True(in.t, one.Holds([]rational.Rat{b.Value}) && !one.Holds([]rational.Rat{beyond}), "%v: %v", in.system, b)
}

// search decides the asserted atoms. It returns no core and Feasible, or a core, or Unknown.
func (in *instance) search(ctx context.Context) (Outcome, core) {
	if in.checks++; in.checks > maxChecks {
		return Unknown, nil
	}
	r, err := in.solver.Check(ctx)
	require.NoError(in.t, err)
	switch r.Outcome {
	case Feasible:
		return Feasible, nil
	case Infeasible:
		if r.Equalities == nil {
			return Infeasible, in.farkas(r.Conflict)
		}
		require.NoError(in.t, in.solver.CheckIndivisible(r.Equalities), "%v", in.system)
		z := core{}
		for _, e := range r.Equalities {
			in.checkBound(e.Lower)
			in.checkBound(e.Upper)
			z[e.Lower.Reason], z[e.Upper.Reason] = true, true
		}
		return Infeasible, z
	case Unknown:
		require.NotEmpty(in.t, r.Cause)
		return Unknown, nil
	}

	require.True(in.t, in.solver.Step(r.Branch.Var).IsOne() && r.Branch.Floor.IsInt())
	reason := lra.Reason(firstBranch + len(in.branches))
	in.branches = append(in.branches, r.Branch)
	level := in.solver.Level()
	union := core{}
	for _, up := range []bool{r.Branch.Upper, !r.Branch.Upper} {
		in.solver.Push()
		var c core
		if up {
			c = in.farkas(in.solver.AssertLower(r.Branch.Var, r.Branch.Floor.Add(rational.Int(1)), false, reason))
		} else {
			c = in.farkas(in.solver.AssertUpper(r.Branch.Var, r.Branch.Floor, false, reason))
		}
		outcome := Infeasible
		if c == nil {
			outcome, c = in.search(ctx)
		}
		if outcome != Infeasible {
			return outcome, nil
		}
		in.solver.Backtrack(level)
		if !c[reason] {
			return Infeasible, c
		}
		delete(c, reason)
		for r := range c {
			union[r] = true
		}
	}
	return Infeasible, union
}

// solve asserts all atoms and searches.
func (in *instance) solve() Outcome {
	for i := range in.system.Atoms {
		if in.assert(i) != nil {
			return Infeasible
		}
	}
	outcome, _ := in.search(context.Background())
	if outcome == Feasible {
		model := in.solver.Model(nil)
		values := make([]rational.Rat, len(in.vars))
		for i, v := range in.vars {
			values[i] = model[v]
			require.True(in.t, values[i].IsInt() || !in.solver.IsInt(v), "%v: %v", in.system, values)
		}
		require.Equal(in.t, -1, in.system.Violated(values), "%v: model %v", in.system, values)
	}
	return outcome
}

func TestSolve(t *testing.T) {
	for _, test := range []string{
		"x > 0 & x < 5 & 2x = 7 ⊢ unsat",
		"r > 0 & r < 5 & 2r = 7 ⊢ sat",
		"x > 0 & x < 2 ⊢ sat",
		"x > 0 & x < 1 ⊢ unsat",
		"x >= 1/3 & x <= 2/3 ⊢ unsat",
		"2x + 4y = 7 ⊢ unsat",
		"2x + 4y <= 7 & 2x + 4y >= 7 ⊢ unsat",
		"1/2 x + 1/2 y = 1/3 ⊢ unsat",
		"2x + 3y = 7 ⊢ sat",
		"2r + 2x = 1 & r + rr = 1 & r - rr = 0 ⊢ sat",
		"2x - 2y >= 1 & 2x - 2y <= 1 ⊢ unsat",
		"3x - 3y + 6z >= 1 & 3x - 3y + 6z <= 2 ⊢ unsat",
		"x + y = 2a & x - y = 2b + 1 ⊢ unsat",
		"x + y = 2a & x - y = 2b ⊢ sat",
		"6x + 10y + 15z = 1 ⊢ sat",
		"6x + 10y + 15z = 1 & x + y + z = 3a & x - 2y = 3b & z = 3c ⊢ sat",
		"6x + 10y + 15z = 1 & x + y + z = 3a & x - 2y = 3b + 1 & z = 3c ⊢ unsat",
		"4x + 6y + 3z = 2 & z = 2w + 1 ⊢ unsat",
		"3x + 5y = 4 & x >= 0 & y >= 0 ⊢ unsat",
		"3x + 5y = 7 & x >= 0 & y >= 0 ⊢ unsat",
		"3x + 5y = 8 & x >= 0 & y >= 0 ⊢ sat",
		"27x + 31y >= 1 & 27x + 31y <= 26 & x >= 0 & y >= 0 ⊢ unsat",
		"r + x = 1/2 & r = 0 ⊢ unsat",
		"r + x = 1/2 & r >= 0 & r < 1 ⊢ sat",
		"2r + 2x = 1 & r + s = 0 & r - s = 0 ⊢ unsat",
		"r + 2x = 0 & r - 2y = 1 ⊢ unsat",
		"x >= 1/2 & x + r <= 1 & r > 0 ⊢ unsat",
		"x > r & x < r + 1/2 & 4r = 1 ⊢ unsat",
		"x > r & x < r + 1 & 4r = 1 ⊢ sat",
		// Terms have ranges, variables have none.
		"11x - 11y + 13z - 13w >= 27 & 11x - 11y + 13z - 13w <= 45 & 7x - 7y - 9z + 9w >= -10 & 7x - 7y - 9z + 9w <= 4 ⊢ unsat",
		"11x - 11y + 13z - 13w >= 27 & 11x - 11y + 13z - 13w <= 45 & 7x - 7y - 9z + 9w >= -10 & 7x - 7y - 9z + 9w <= 5 ⊢ sat",
		"10000000000x - 9999999999y = 1 & x >= 0 & y >= 0 ⊢ sat",
		"18446744073709551616x = 36893488147419103232 ⊢ sat",
		"18446744073709551616x + 2y = 36893488147419103233 ⊢ unsat",
	} {
		t.Run(test, func(t *testing.T) {
			text, want, _ := strings.Cut(test, "⊢")
			s, err := smttest.ParseLinear(text)
			require.NoError(t, err)
			expected := map[string]Outcome{"sat": Feasible, "unsat": Infeasible}[strings.TrimSpace(want)]
			require.Equal(t, expected, load(t, s, Options{}).solve())
			require.Equal(t, expected, load(t, s, Options{CubePeriod: 1}).solve())
		})
	}
}

// shapes are the random systems of the differential tests. Most are boxed, so that branching
// terminates.
var shapes = []smttest.LinearShape{
	{Vars: 2, Atoms: 3, Length: 2, Coeff: 7, Right: 20, Relations: "< <= > >= =", Box: 30},
	{Vars: 4, Atoms: 5, Length: 3, Coeff: 5, Right: 20, Relations: "<= >= =", Box: 10},
	{Vars: 6, Atoms: 5, Length: 6, Coeff: 9, Right: 30, Relations: "= = = <= >=", Box: 20},
	{Vars: 5, Atoms: 4, Length: 5, Coeff: 12, Right: 40, Relations: "="},
	{Vars: 8, Atoms: 12, Length: 2, Coeff: 1, Right: 5, Relations: "<= >= < >", Fractions: true, Box: 5},
	{Vars: 4, Atoms: 5, Length: 4, Coeff: 6, Right: 10, Relations: "<= >= < >", Fractions: true},
	{Vars: 5, Atoms: 5, Length: 3, Coeff: 1000000, Right: 1000000000, Relations: "<= >= =", Box: 1000},
}

// mixed makes a third of the variables real.
func mixed(s *smttest.LinearSystem) *smttest.LinearSystem {
	for v := 0; v < len(s.Names); v += 3 {
		s.Names[v] = "r" + s.Names[v]
	}
	return s
}

// TestAgainstZ3 compares verdicts with z3's.
func TestAgainstZ3(t *testing.T) {
	var systems []*smttest.LinearSystem
	var got []Outcome
	rng := rand.New(rand.NewPCG(1, 2))
	var stats Stats
	for i := range 30 * len(shapes) {
		s := smttest.RandomLinear(rng, shapes[i%len(shapes)])
		if i%2 == 0 {
			s = mixed(s)
		}
		in := load(t, s, Options{CubePeriod: 1 + i%5, MaxDepth: 100})
		systems = append(systems, s)
		got = append(got, in.solve())
		stats.Add(in.solver.Stats())
	}
	want, err := smttest.SolveLinear(t, systems, func(s *smttest.LinearSystem, v int) bool { return kindOf(s, v) == Integer })
	require.NoError(t, err)
	count := map[string]int{}
	for i := range systems {
		if got[i] == Unknown {
			count["unknown"]++
			continue
		}
		require.Equal(t, want[i], map[Outcome]string{Feasible: "sat", Infeasible: "unsat"}[got[i]], "%v", systems[i])
		count[want[i]]++
	}
	t.Logf("%v; %+v", count, stats)
	require.Less(t, count["unknown"], len(systems)/20)
}

// TestAgainstEnumeration compares the verdicts with a search of all points in a small box.
func TestAgainstEnumeration(t *testing.T) {
	const box = 3
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		s := smttest.RandomLinear(rng, smttest.LinearShape{Vars: 3, Atoms: 4, Length: 3, Coeff: 6, Right: 12, Relations: "<= >= < > =", Box: box})
		want := Infeasible
		values := make([]rational.Rat, 3)
		for n := range 343 { // (2·box+1)³
			for v := range values {
				values[v] = rational.Int(int64(n%7 - box))
				n /= 7
			}
			if s.Violated(values) < 0 {
				want = Feasible
				break
			}
		}
		require.Equal(t, want, load(t, s, Options{}).solve(), "%v", s)
	}
}

// plant changes the right sides so that a random integer point satisfies all equations.
func plant(rng *rand.Rand, s *smttest.LinearSystem) {
	point := make([]rational.Rat, len(s.Names))
	for v := range point {
		point[v] = rational.Int(rng.Int64N(2000) - 1000)
	}
	for i := range s.Atoms {
		a := &s.Atoms[i]
		a.Right = rational.Rat{}
		for _, t := range a.Sum {
			a.Right = a.Right.AddMul(t.Coeff, point[t.Var])
		}
	}
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Checks += t.Checks
	s.Relaxed += t.Relaxed
	s.Indivisible += t.Indivisible
	s.Patched += t.Patched
	s.Cubes += t.Cubes
	s.Branches += t.Branches
	s.GivenUp += t.GivenUp
}
