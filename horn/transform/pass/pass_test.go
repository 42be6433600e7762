// SPDX-License-Identifier: Apache-2.0

package pass_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// TestEffects compares the lattice of effects with sets of verdicts that carry over.
func TestEffects(t *testing.T) {
	verdicts := []horn.Verdict{horn.Unknown, horn.Safe, horn.Unsafe}
	carries := map[pass.Effect]map[horn.Verdict]bool{
		pass.Neither: {horn.Unknown: true},
		pass.Over:    {horn.Unknown: true, horn.Safe: true},
		pass.Under:   {horn.Unknown: true, horn.Unsafe: true},
		pass.Exact:   {horn.Unknown: true, horn.Safe: true, horn.Unsafe: true},
	}
	names := map[string]bool{}
	for e := range carries {
		names[e.String()] = true
		for _, v := range verdicts {
			require.Equal(t, carries[e][v], e.Carries(v), "%v %v", e, v)
			for f := range carries {
				require.Equal(t, carries[e][v] && carries[f][v], e.Then(f).Carries(v), "%v, then %v: %v", e, f, v)
			}
		}
	}
	require.Len(t, names, 4)
}

// trace is a translator that logs what it translates, and may fail.
type trace struct {
	name string
	log  *[]string
	err  error
}

func (r trace) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	*r.log = append(*r.log, r.name+" model")
	return m, r.err
}

func (r trace) Refutation(_ context.Context, z *horn.Refutation) (*horn.Refutation, error) {
	*r.log = append(*r.log, r.name+" refutation")
	return z, r.err
}

// TestCarry has results for the output of passes, what they become, and who translates them, in
// order.
func TestCarry(t *testing.T) {
	broken := errors.New("broken")
	safe := horn.Result{Verdict: horn.Safe, Model: horn.NewModel()}
	unsafe := horn.Result{Verdict: horn.Unsafe, Refutation: &horn.Refutation{}}
	tests := []struct {
		name   string
		effect pass.Effect
		result horn.Result
		back   func(log *[]string) pass.BackTranslator
		want   horn.Verdict
		log    []string
		err    error
	}{
		{"identity", pass.Exact, safe, nil, horn.Safe, nil, nil},
		{"over, safe", pass.Over, safe, chain(nil, nil), horn.Safe, []string{"b model", "a model"}, nil},
		{"over, unsafe", pass.Over, unsafe, chain(nil, nil), horn.Unknown, nil, nil},
		{"under, unsafe", pass.Under, unsafe, chain(nil, nil), horn.Unsafe, []string{"b refutation", "a refutation"}, nil},
		{"under, safe", pass.Under, safe, chain(nil, nil), horn.Unknown, nil, nil},
		{"no witness", pass.Exact, horn.Result{Verdict: horn.Safe}, chain(nil, nil), horn.Safe, nil, nil},
		{"unknown", pass.Neither, horn.GiveUp("why"), chain(nil, nil), horn.Unknown, nil, nil},
		{"the second fails", pass.Exact, safe, chain(nil, broken), horn.Unknown, []string{"b model"}, broken},
		{"the first fails", pass.Exact, unsafe, chain(broken, nil), horn.Unknown, []string{"b refutation", "a refutation"}, broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log []string
			o := pass.Outcome{Effect: tt.effect}
			if tt.back != nil {
				o.Back = tt.back(&log)
			}
			r, err := o.Carry(context.Background(), tt.result)
			require.ErrorIs(t, err, tt.err)
			require.Equal(t, tt.want, r.Verdict)
			require.Equal(t, tt.log, log)
		})
	}
}

// chain returns the translators a, for the pass that ran first, and b, with the errors that they
// return.
func chain(a, b error) func(log *[]string) pass.BackTranslator {
	return func(log *[]string) pass.BackTranslator {
		first, second := trace{"a", log, a}, trace{"b", log, b}
		return pass.Chain(pass.Chain(nil, first), pass.Chain(second, nil))
	}
}

// TestEnvironment has what passes may rely on: the zero value is usable.
func TestEnvironment(t *testing.T) {
	s := logic.NewStore()
	var zero pass.Env
	require.NotNil(t, zero.Logger())
	require.Nil(t, zero.NewSolver(s, 100))
	require.False(t, zero.Hinted(s.Func("p", nil, s.Bool)))
	require.Equal(t, 20, zero.MaxSize(10))
	require.Equal(t, 4, zero.Limits.MaxBodyAtoms())
	require.Equal(t, 2000, zero.Limits.MaxFacts())

	x := s.Var("x", s.Int)
	env := pass.Env{Backend: native.Backend{}, Limits: pass.Limits{Growth: 3, BodyAtoms: 1, Facts: 5000}, Run: &pass.Run{MaxSize: 7}}
	solver := env.NewSolver(s, 1000)
	require.NotNil(t, solver)
	defer solver.Close()
	for bound, want := range map[int64]smt.Status{0: smt.Sat, 1: smt.Unsat} {
		status, err := solver.Check(context.Background(), s.Le(x, s.IntNum(0)), s.Le(s.IntNum(bound), x))
		require.NoError(t, err)
		require.Equal(t, want, status)
	}
	require.Equal(t, 7, env.MaxSize(10), "all passes of a run share one limit")
	env.Run = nil
	require.Equal(t, 30, env.MaxSize(10))
	require.Equal(t, 1, env.Limits.MaxBodyAtoms())
	require.Equal(t, 5000, env.Limits.MaxFacts())
}

// TestProperties has sets of properties as lists.
func TestProperties(t *testing.T) {
	list := []pass.Keeps{pass.NotEliminated, pass.NotSplit, pass.NotMerged}
	for set := range pass.All + 1 {
		for _, k := range list {
			require.Equal(t, set&k != 0, set.Has(k), fmt.Sprint(set, k))
		}
		require.True(t, pass.All.Has(set))
		require.True(t, set.Has(0))
	}
}

// TestMeasure counts.
func TestMeasure(t *testing.T) {
	sys, err := horn.Read("", `(declare-fun p (Int Bool) Bool) (declare-fun q () Bool)
		(assert (p 0 true)) (assert (=> (p 1 false) q)) (assert (not q))`)
	require.NoError(t, err)
	m := pass.Measure(sys)
	require.Equal(t, [3]int{2, 3, 2}, [3]int{m.Preds, m.Clauses, m.Args})
	require.Equal(t, sys.Size(), m.Size)
	same := pass.Unchanged(sys)
	require.Same(t, sys, same.System)
	require.Equal(t, pass.Exact, same.Effect)
	require.Nil(t, same.Back)
}
