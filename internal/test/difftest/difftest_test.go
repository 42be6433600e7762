// SPDX-License-Identifier: Apache-2.0

package difftest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/machine"
	"cornet/internal/test/difftest"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/process"
	"cornet/smt/z3"
)

// judges returns the usual judge, and one with cvc5 too, or nil if that is not installed.
func judges(t testing.TB) (*difftest.Judge, *difftest.Judge) {
	t.Helper()
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	j := &difftest.Judge{
		Tested: native.Backend{},
		Interpolator: func(s *logic.Store, o smt.Options) (smt.Interpolator, error) {
			return native.NewInterpolator(s, native.InterpolatorOptions{Solver: o}), nil
		},
		Oracles:       []smt.Backend{z3.NewBackend(lib)},
		Options:       smt.Options{Ticks: 300_000},
		OracleOptions: smt.Options{Ticks: 3_000_000},
		Defects:       []string{"a model that makes a formula false", "an invalid proof"},
	}
	if machine.Lacks("cvc5") != "" {
		return j, nil
	}
	words, err := process.Command("cvc5")
	require.NoError(t, err)
	second := *j
	second.Oracles = append(second.Oracles[:1:1], process.New(words, process.Options{Time: 5 * time.Second}))
	return j, &second
}

// wordJudge returns j for interpolants by rules about words. Most of these interpolants are given
// up.
func wordJudge(j *difftest.Judge) *difftest.Judge {
	z := *j
	z.Interpolator = func(s *logic.Store, o smt.Options) (smt.Interpolator, error) {
		return native.NewInterpolator(s, native.InterpolatorOptions{Solver: o, Words: true}), nil
	}
	return &z
}

// campaign is the configuration of a run.
type campaign struct {
	seed        uint64
	instances   int // of every theory
	round       int // number of instances of one theory before the next theory's turn; 0 means all
	workers     int
	secondEvery int
}

// theories returns the names of the theories to be judged.
func theories() []string {
	if only := os.Getenv("CORNET_DIFFTEST_THEORY"); only != "" {
		return strings.Fields(only)
	}
	return difftest.TheoryNames()
}

// run judges instances of every theory and fails on failures. Theories take turns, so that a run
// that is cut short has judged about as many of each.
func (c campaign) run(t *testing.T) {
	t.Helper()
	first, second := judges(t)
	names := theories()
	words := wordJudge(first)
	tallies := make([]difftest.Tally, len(names))
	seconds := make([]float64, len(names))
	if c.round == 0 {
		c.round = c.instances
	}
	for done := 0; done < c.instances; done += c.round {
		for i, name := range names {
			start := time.Now()
			judge := first
			if name == "words" {
				judge = words
			}
			campaign := difftest.Campaign{Judge: judge, Second: second, SecondEvery: c.secondEvery, Theory: difftest.Theories[name],
				Seed: c.seed + uint64(done), Instances: min(c.round, c.instances-done), Workers: c.workers}
			tally, failures, err := campaign.Run(t.Context())
			tallies[i].Add(tally)
			seconds[i] += time.Since(start).Seconds()
			require.NoError(t, err, name)
			for _, f := range failures {
				t.Errorf("%s: %v", name, f)
			}
		}
		var total difftest.Tally
		for i, name := range names {
			total.Add(tallies[i])
			t.Logf("%-8s %.1f s, %+v", name, seconds[i], tallies[i])
		}
		t.Logf("total    %+v", total)
	}
}

// TestShort is the everyday run.
func TestShort(t *testing.T) {
	instances := 100
	if testing.Short() {
		instances = 15
	}
	campaign{seed: 1, instances: instances, workers: 1, secondEvery: 50}.run(t)
}

// TestLong judges $CORNET_DIFFTEST instances, from seed $CORNET_DIFFTEST_SEED on.
func TestLong(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("CORNET_DIFFTEST"))
	if err != nil {
		t.Skip("set CORNET_DIFFTEST to a number of instances")
	}
	seed, _ := strconv.ParseUint(os.Getenv("CORNET_DIFFTEST_SEED"), 10, 64)
	if seed == 0 {
		seed = 1_000_000
	}
	names := len(theories())
	campaign{seed: seed, instances: (n + names - 1) / names, round: 2000, workers: 2, secondEvery: 400}.run(t)
}

// FuzzInstance lets the fuzzer choose seeds and theories.
func FuzzInstance(f *testing.F) {
	names := difftest.TheoryNames()
	for i := range names {
		f.Add(uint64(i), uint8(i))
	}
	first, _ := judges(f)
	f.Fuzz(func(t *testing.T, seed uint64, theory uint8) {
		c := &difftest.Campaign{Judge: first, Theory: difftest.Theories[names[int(theory)%len(names)]], Seed: seed, Instances: 1}
		_, failures, err := c.Run(t.Context())
		require.NoError(t, err)
		for _, x := range failures {
			t.Error(x)
		}
	})
}

// liar answers unsat if numerals from 100 to 199 occur, and otherwise correctly.
type liar struct{ native.Backend }

func (liar) New(s *logic.Store, o smt.Options) (smt.Solver, error) {
	return &liarSolver{native.NewSolver(s, o), false}, nil
}

type liarSolver struct {
	smt.Solver
	lies bool
}

func (s *liarSolver) Assert(t *logic.Term) error {
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpNum {
			n, ok := t.Num().Int64()
			s.lies = s.lies || ok && n >= 100 && n < 200
		}
		return true
	}, t)
	return s.Solver.Assert(t)
}

func (s *liarSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	st, err := s.Solver.Check(ctx, assumptions...)
	if s.lies && st == smt.Sat {
		return smt.Unsat, err
	}
	return st, err
}

func (s *liarSolver) Core() []*logic.Term { return nil }

// TestLiesAreFoundAndShrunk judges a solver that is known to be wrong.
func TestLiesAreFoundAndShrunk(t *testing.T) {
	j, _ := judges(t)
	j.Tested = liar{}
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	assert := func(f *logic.Term) difftest.Step {
		return difftest.Step{Kind: difftest.Assert, Terms: []*logic.Term{f}}
	}
	instance := &difftest.Instance{Store: s, Steps: []difftest.Step{
		assert(s.Le(x, y)), {Kind: difftest.Push},
		assert(s.Or(s.Le(s.Add(x, y), s.IntNum(187)), s.Eq(s.Mod(x, s.IntNum(3)), s.IntNum(1)))),
		{Kind: difftest.Check, Terms: []*logic.Term{s.Ge(y, s.IntNum(0))}},
		{Kind: difftest.Pop}, {Kind: difftest.Check},
	}}
	var count difftest.Tally
	var court difftest.Session
	defer court.Close()
	err := j.Judge(t.Context(), instance, &court, &count)
	var wrong *difftest.Wrong
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, "unsat", wrong.Kind)
	small := difftest.Shrink(instance, 1000, func(y *difftest.Instance) bool {
		return errors.As(j.Judge(t.Context(), y, &court, &count), &wrong)
	})
	require.Len(t, small.Steps, 2, "%v", small)
	require.Regexp(t, `^\(declare-fun . \(\) Int\)\n\(assert \(<= . 1\d\d\)\)\n\(check-sat\)\n$`, small.String())
}

// TestSameSeedSameInstance guards the reproducibility of reports.
func TestSameSeedSameInstance(t *testing.T) {
	for name, theory := range difftest.Theories {
		for seed := range uint64(20) {
			require.Equal(t, fmt.Sprint(difftest.NewGenerator(seed, theory).Instance()),
				fmt.Sprint(difftest.NewGenerator(seed, theory).Instance()), name)
		}
	}
}
