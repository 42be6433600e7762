// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// phases counts x to 100 and y along with it from 50 on.
const phases = `
(declare-fun p (Int Int) Bool)
(assert (p 0 50))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (ite (>= x 50) (+ y 1) y)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 3) (not (= y 50))) false)))`

func system(t *testing.T, text string) (*System, smt.Solver) {
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	ts, err := Encode(sys)
	require.NoError(t, err)
	s, err := native.Backend{}.New(sys.Store, smt.Options{})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return ts, s
}

// requireInvariant fails unless inv is a safe inductive invariant.
func requireInvariant(t *testing.T, ts *System, s smt.Solver, inv *logic.Term) {
	st := ts.Store
	for _, impossible := range []*logic.Term{
		st.And(ts.Init, st.Not(inv)),
		st.And(inv, ts.Trans, st.Not(st.Substitute(inv, ts.Vars, ts.Next))),
		st.And(inv, ts.Bad),
	} {
		status, err := s.Check(t.Context(), impossible)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, status)
	}
}

func TestLemmas(t *testing.T) {
	ts, s := system(t, phases)
	st := ts.Store
	x, y := ts.Vars[0], ts.Vars[1]
	z := Lemmas{System: ts, Solver: s}
	z.Offer(st.And(st.Ge(x, st.IntNum(0)), st.Le(x, st.IntNum(7)), st.Ge(y, st.IntNum(50)), st.Ge(y, st.IntNum(40))))
	more, err := z.Prove(t.Context())
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, st.And(st.Ge(x, st.IntNum(0)), st.Ge(y, st.IntNum(50))), z.Proven(), "y ≥ 40 follows")
	safe, err := z.Safe(t.Context())
	require.NoError(t, err)
	require.False(t, safe)
	more, err = z.Prove(t.Context())
	require.NoError(t, err)
	require.False(t, more, "nothing new was offered")
	// Guards make the phases visible.
	z = Lemmas{System: ts, Solver: s}
	z.OfferClauses()
	z.Offer(st.Eq(y, st.IntNum(50)))
	_, err = z.Prove(t.Context())
	require.NoError(t, err)
	safe, err = z.Safe(t.Context())
	require.NoError(t, err)
	require.True(t, safe)
}

func TestBounded(t *testing.T) {
	ts, s := system(t, `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 4)) false)))`)
	b := Bounded{System: ts, Solver: s}
	for length := range 4 {
		r, err := b.Next(t.Context())
		require.NoError(t, err)
		require.Equal(t, horn.Result{}, r)
		require.Equal(t, length+1, b.Length)
	}
	r, err := b.Next(t.Context())
	require.NoError(t, err)
	require.Equal(t, horn.Unsafe, r.Verdict)
	require.Len(t, r.Refutation.Steps, 6)
}

// A property that holds because of the three previous states is turned into an inductive invariant,
// step by step.
func TestInduction(t *testing.T) {
	ts, s := system(t, `
(declare-fun p (Int Int Int) Bool)
(assert (p 1 1 1))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ y z) x y))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< x 1)) false)))`)
	st := ts.Store
	itp, err := native.Backend{}.Interpolator(st, smt.Options{})
	require.NoError(t, err)
	images := &Images{System: ts, Solver: s, Interpolator: itp}
	inv, reason, err := images.Inductive(t.Context(), 3)
	require.NoError(t, err)
	require.NotNil(t, inv, reason)
	requireInvariant(t, ts, s, inv)
	inv, _, err = images.Inductive(t.Context(), 1)
	require.NoError(t, err)
	require.Nil(t, inv, "it is not 1-inductive")
}

func TestMinimise(t *testing.T) {
	ts, s := system(t, `
(declare-fun p (Int Int) Bool)
(assert (p 0 1))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 0)) false)))`)
	steps, err := native.Backend{}.New(ts.Store, smt.Options{})
	require.NoError(t, err)
	defer steps.Close()
	st := ts.Store
	x, y, n := ts.Vars[0], ts.Vars[1], st.IntNum
	needed := st.And(st.Ge(x, n(0)), st.Ge(y, n(0)))
	for _, test := range []struct {
		name string
		inv  *logic.Term
	}{
		{"nothing to drop", needed},
		{"conjuncts that nothing needs", st.And(needed, st.Ge(y, n(1)), st.Ge(st.Add(x, y), n(1)))},
		{"an image that another covers", st.And(needed, st.Or(st.Eq(x, n(0)), st.Ge(x, n(0))))},
		{"an image that is not reached", st.Or(needed, st.And(st.Ge(x, n(5)), st.Ge(y, n(-5)), st.Ge(st.Add(x, y), n(1)), st.Ge(y, n(0))))},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := Minimiser{System: ts, States: s, Steps: steps}
			got, err := z.Minimise(t.Context(), test.inv)
			require.NoError(t, err)
			require.LessOrEqual(t, logic.Size(got), logic.Size(needed))
			require.Equal(t, int64(logic.Size(got)), z.Stats.SizeAfter)
			requireInvariant(t, ts, s, got)
		})
	}
	z := Minimiser{System: ts, States: s, Steps: steps, Stats: MinimiseStats{MinimiseChecks: minimiseLimit}}
	inv := st.And(needed, st.Ge(y, n(1)))
	got, err := z.Minimise(t.Context(), inv)
	require.NoError(t, err)
	require.Equal(t, inv, got, "no queries are left")
}
