// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

func read(t *testing.T, text string) *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "test", "(set-logic HORN)\n"+text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// bounds runs the interval analysis and prints the bounds of the predicate's parameters.
func bounds(t *testing.T, sys *horn.System, o Options, pred string) string {
	r, err := Run(context.Background(), sys, NewIntervals(sys), o)
	require.NoError(t, err)
	for _, p := range sys.Preds {
		if p.Name() != pred {
			continue
		}
		var xs []*logic.Term
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

// TestBudget: when the budget is used up, the bounds of finished components are kept.
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

// TestTemplates bounds sums of machine integers by the counters of their loops, so that nothing
// wraps.
func TestTemplates(t *testing.T) {
	const wrap = "(define-fun w ((x Int)) Int (ite (<= x (- 2147483649)) (+ x 4294967296) (ite (<= x 2147483647) x (- x 4294967296))))"
	for _, c := range []struct{ name, text, want string }{
		{"a sum of what is counted", `
(declare-fun p (Int Int) Bool)
(assert (p 1 0))
(assert (forall ((s Int) (n Int)) (=> (and (p s n) (< n 1000)) (p (w (+ s n)) (w (+ n 1))))))
`, "(and (>= x 1) (<= x 999001) (>= y 0) (<= y 1000) (>= (+ x 998000) (* 999 y)) (<= x (+ (* 999 y) 1)))"},
		{"a counter of some steps of another, which counts down", `
(declare-fun p (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 2147483647)) (p 0 n))))
(assert (forall ((k Int) (n Int) (b Bool)) (=> (and (p k n) (> n 0)) (p (ite b (w (+ k 1)) k) (w (- n 1))))))
`, "(and (<= x 2147483647) (>= x 0) (>= y 0) (<= y 2147483647) (>= (+ x y) 0) (<= (+ x y) 2147483647))"},
		{"additions that are checked", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((s Int) (n Int) (t Int)) (=> (and (p s n) (< n 1000) (<= 0 t) (< t 1000) (<= (+ s t) 2147483647)) (p (+ s t) (+ n 1)))))
(assert (forall ((s Int) (n Int) (t Int)) (=> (and (p s n) (< n 1000) (<= 0 t) (< t 1000) (> (+ s t) 2147483647)) false)))
`, "(and (>= x 0) (<= x 999000) (>= y 0) (<= y 1000) (>= (+ x 999000) (* 999 y)) (<= x (* 999 y)))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := read(t, wrap+c.text)
			o := Options{Delay: 2, Descents: 2}
			r, err := Run(context.Background(), sys, NewIntervals(sys), o)
			require.NoError(t, err)
			d := NewIntervals(sys).WithTemplates(context.Background(), r)
			require.NotNil(t, d)
			r, err = Run(context.Background(), sys, d, o)
			require.NoError(t, err)
			s := sys.Store
			f := r.Atom(&horn.Atom{Pred: sys.Preds[0], Args: []*logic.Term{s.Var("x", s.Int), s.Var("y", s.Int)}})
			require.Equal(t, c.want, f.String())
			body, _ := r.Body(1)
			z, ok := d.Simplify(1, body)
			require.True(t, ok)
			require.NotContains(t, s.Apply(z.Head.Pred, z.Head.Args...).String(), "4294967296")
		})
	}
}
