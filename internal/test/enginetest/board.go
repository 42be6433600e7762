// SPDX-License-Identifier: Apache-2.0

package enginetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
)

// Board stands in for the blackboard of a portfolio.
type Board struct {
	// Lemmas and Candidates are the contributions of other engines. They are read once.
	Lemmas, Candidates []*horn.Model
	// ToldLemmas and ToldCandidates are what the engine has published.
	ToldLemmas, ToldCandidates []*horn.Model
}

// PublishLemmas remembers m.
func (b *Board) PublishLemmas(m *horn.Model) { b.ToldLemmas = append(b.ToldLemmas, m) }

// PublishCandidates remembers m.
func (b *Board) PublishCandidates(m *horn.Model) { b.ToldCandidates = append(b.ToldCandidates, m) }

// Read returns the contributions of other engines at the first call.
func (b *Board) Read() (lemmas, candidates []*horn.Model) {
	lemmas, candidates = b.Lemmas, b.Candidates
	b.Lemmas, b.Candidates = nil, nil
	return lemmas, candidates
}

// Doubling returns the system of a loop that preserves y = 2x, with a query about x and y, and a
// board with this fact among wrong formulas.
func Doubling(t testing.TB, query string) (*horn.System, *Board) {
	t.Helper()
	sys := Parse(t, `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 2)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) `+query+`) false)))`)
	st := sys.Store
	x, y := st.Var("a", st.Int), st.Var("b", st.Int)
	b := &Board{}
	for _, f := range []*logic.Term{
		st.Le(y, st.IntNum(1)), st.Eq(y, st.Add(x, x)), st.False(), st.Ge(x, st.IntNum(0)), st.Ge(x, y),
	} {
		said := horn.NewModel()
		said.Define(sys.Preds[0], []*logic.Term{x, y}, f)
		b.Candidates = append(b.Candidates, said)
	}
	return sys, b
}

// RequireFormulas fails the test unless there are models, each about p and with its parameters as
// only variables.
func RequireFormulas(t testing.TB, p *logic.Func, models []*horn.Model) {
	t.Helper()
	require.NotEmpty(t, models)
	for _, m := range models {
		d, ok := m.Definition(p)
		require.True(t, ok)
		for _, v := range logic.FreeVars(d.Body) {
			require.Contains(t, d.Params, v)
		}
	}
}
