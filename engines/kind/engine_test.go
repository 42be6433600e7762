// SPDX-License-Identifier: Apache-2.0

package kind_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/kind"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/z3"
)

func backend(t testing.TB) smt.Backend {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	return z3.NewBackend(lib)
}

func TestConformance(t *testing.T) {
	backend := backend(t)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return kind.New(kind.Options{Backend: backend}) },
		Backend: backend,
		Linear:  true,
		Answers: func(_ string, verdict horn.Verdict) bool { return verdict == horn.Unsafe },
	})
}

// twoInductive has a property that is 2-inductive but not inductive: y follows x
// by a step.
const twoInductive = `
(declare-fun p (Int Int) Bool)
(assert (p 1 1))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 1)) false)))`

// cycle is k-inductive for no k: the unreachable cycle from 5 to 6 and back has an
// exit to the bad state 7. Runs from 0 never end.
const cycle = `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (<= x 0)) (p (- x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 5)) (p 6))))
(assert (forall ((x Int)) (=> (and (p x) (= x 6)) (p 5))))
(assert (forall ((x Int)) (=> (and (p x) (= x 6)) (p 7))))
(assert (forall ((x Int)) (=> (and (p x) (= x 7)) false)))`

func TestOptions(t *testing.T) {
	backend := backend(t)
	for _, test := range []struct {
		name, text string
		o          kind.Options
		want       horn.Verdict
		depth      int64 // runs of the base case, of lengths 0, 1, …
	}{
		{"2-inductive", twoInductive, kind.Options{PlainStep: true}, horn.Safe, 3},
		{"cycle", cycle, kind.Options{PlainStep: true, Depth: 5}, horn.Unknown, 6},
		{"cycle, lemmas", cycle, kind.Options{Depth: 5}, horn.Safe, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := enginetest.Parse(t, test.text)
			o := test.o
			o.Backend = backend
			engine := kind.New(o)
			got, err := engine.Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, test.want, got.Verdict, got.Reason)
			require.Equal(t, test.depth, engine.Stats().(kind.Stats).Depth)
			enginetest.Validate(t, sys, got, backend)
		})
	}
}

// A lemma of another engine makes a property inductive that is not so for any k.
func TestBoard(t *testing.T) {
	backend := backend(t)
	sys := enginetest.Parse(t, `
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y 2) (+ z x y)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< z 0)) false)))`)
	solve := func(b *enginetest.Board) horn.Result {
		o := kind.Options{Backend: backend, PlainStep: true, Depth: 4}
		if b != nil {
			o.Board = b
		}
		got, err := kind.New(o).Solve(t.Context(), sys)
		require.NoError(t, err)
		enginetest.Validate(t, sys, got, backend)
		return got
	}
	require.Equal(t, horn.Unknown, solve(nil).Verdict)
	st := sys.Store
	m := horn.NewModel()
	params := []*logic.Term{st.Var("a", st.Int), st.Var("b", st.Int), st.Var("c", st.Int)}
	m.Define(sys.Preds[0], params, st.And(st.Ge(params[0], st.IntNum(0)), st.Ge(params[1], st.IntNum(0))))
	require.Equal(t, horn.Safe, solve(&enginetest.Board{Lemmas: []*horn.Model{m}}).Verdict)
}
