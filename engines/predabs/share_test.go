// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/enginetest"
	"cornet/horn"
	"cornet/smt/native"
	"cornet/smtlib"
)

// board has what others say, and remembers what it is told.
type board struct{ candidates, told []*horn.Model }

func (b *board) PublishCandidates(m *horn.Model) { b.told = append(b.told, m) }

func (b *board) Read() (lemmas, candidates []*horn.Model) {
	candidates, b.candidates = b.candidates, nil
	return nil, candidates
}

// TestAdoption gives the invariant among formulas that are wrong: the former is tracked
// like the latter, and what holds is in the model. Without it, interpolants count rounds.
func TestAdoption(t *testing.T) {
	for query, verdict := range map[string]horn.Verdict{"(not (= y (+ x x)))": horn.Safe, "(> y 5)": horn.Unsafe} {
		t.Run(verdict.String(), func(t *testing.T) {
			sys := enginetest.Parse(t, `
				(declare-fun p (Int Int) Bool)
				(assert (p 0 0))
				(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 2)))))
				(assert (forall ((x Int) (y Int)) (=> (and (p x y) `+query+`) false)))`)
			st := sys.Store
			x, y := st.Var("a", st.Int), st.Var("b", st.Int)
			b := &board{}
			for _, f := range []*smtlib.Term{
				st.Le(y, st.IntNum(1)), st.Eq(y, st.Add(x, x)), st.False(), st.Ge(x, st.IntNum(0)), st.Ge(x, y),
			} {
				said := horn.NewModel()
				said.Define(sys.Preds[0], []*smtlib.Term{x, y}, f)
				b.candidates = append(b.candidates, said)
			}
			e := New(Options{Backend: native.Backend{}, Abstraction: NoAbstraction, Board: b})
			z, err := e.Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, verdict, z.Verdict, z.Reason)
			enginetest.Validate(t, sys, z, native.Backend{})
			require.NotZero(t, e.Stats().(Stats).Adopted)
		})
	}
}

// TestTell demands that the predicates from interpolants are published, over the parameters.
func TestTell(t *testing.T) {
	sys := enginetest.Parse(t, `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 9)) (p (+ x 1) (+ y 1)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y x)) false)))`)
	b := &board{}
	z, err := New(Options{Backend: native.Backend{}, Board: b}).Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, z.Verdict)
	require.NotEmpty(t, b.told)
	for _, m := range b.told {
		d, ok := m.Definition(sys.Preds[0])
		require.True(t, ok)
		for _, v := range smtlib.FreeVars(d.Body) {
			require.Contains(t, d.Params, v)
		}
	}
}
