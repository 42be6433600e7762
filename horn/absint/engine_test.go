// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/smtlib"
)

func read(t *testing.T, text string) *horn.System {
	script, err := smtlib.ReadString(smtlib.NewStore(), "test", "(set-logic HORN)\n"+text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// bounds runs the interval analysis and prints what it says of the predicate's parameters.
func bounds(t *testing.T, sys *horn.System, o Options, pred string) string {
	r, err := Run(context.Background(), sys, NewIntervals(sys), o)
	require.NoError(t, err)
	for _, p := range sys.Preds {
		if p.Name() != pred {
			continue
		}
		var xs []*smtlib.Term
		for i, sort := range p.Params() {
			xs = append(xs, sys.Store.Var(string(rune('x'+i)), sort))
		}
		return r.Atom(&horn.Atom{Pred: p, Args: xs}).String()
	}
	t.Fatalf("there is no %s", pred)
	return ""
}

// TestIntervals runs the analysis on loops.
func TestIntervals(t *testing.T) {
	const loop = `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (< x 100)) (p (+ x 1)))))
`
	const nested = `
(declare-fun p (Int) Bool) (declare-fun q (Int Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (< x 100)) (q x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (< y 50)) (q x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (>= y 50)) (p (+ x 1)))))
`
	for _, c := range []struct {
		name, text, pred, want string
		options                Options
	}{
		{"thresholds", loop, "p", "(and (>= x 0) (<= x 100))", Options{}},
		{"descent", strings.Replace(loop, "(< x 100)", "(< (* 2 x) 100)", 1), "p", "(and (>= x 0) (<= x 50))", Options{Descents: 1}},
		{"inner loop", nested, "q", "(and (<= x 99) (>= x 0) (>= y 0) (<= y 50))", Options{Delay: 2, Descents: 2}},
		{"outer loop", nested, "p", "(and (>= x 0) (<= x 100))", Options{Delay: 2, Descents: 2}},
		{"no derivation", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))", "p", "false", Options{}},
		{"budget used up", loop, "p", "true", Options{Budget: 10}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, bounds(t, read(t, c.text), c.options, c.pred))
		})
	}
}

// TestBudget keeps what is known of the components that are final.
func TestBudget(t *testing.T) {
	sys := read(t, `
(declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
(assert (p 5))
(assert (forall ((x Int)) (=> (p x) (q x))))
(assert (forall ((x Int)) (=> (and (q x) (< x 1000)) (q (+ x 1)))))
`)
	require.Equal(t, "(= x 5)", bounds(t, sys, Options{Budget: 15}, "p"))
	require.Equal(t, "true", bounds(t, sys, Options{Budget: 15}, "q"))
}

func TestCancelled(t *testing.T) {
	sys := read(t, "(declare-fun p (Int) Bool) (assert (p 5))")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, sys, NewIntervals(sys), Options{})
	require.ErrorIs(t, err, context.Canceled)
}
