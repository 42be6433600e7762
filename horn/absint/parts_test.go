// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smtlib"
)

func systemOf(t *testing.T, text string) *horn.System {
	script, err := smtlib.Read(logic.NewStore(), "in", strings.NewReader(text))
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// The parts of a clause, by the arguments of its head.
func TestDivide(t *testing.T) {
	for _, c := range []struct{ clause, want string }{
		{"(=> (p x y z) (p (+ x 1) x y))", "[0 1] [2]"},
		{"(=> (and (p x y z) (< y z)) (p x y z))", "[0] [1 2]"},
		{"(=> (and (p x y z) (or (< x 1) (> z 2))) (p x y z))", "[0 2] [1]"},
		{"(=> (and (p x y z) (= w (+ x y))) (p w 3 z))", "[0] [1] [2]"},
		{"(=> (and (p x y z) (= x y) (= y z)) (p x y z))", "[0 1 2]"},
		{"(=> (p x x z) (p (+ x z) 1 2))", "[0] [1 2]"},
	} {
		sys := systemOf(t, "(declare-fun p (Int Int Int) Bool)\n(assert (forall ((x Int) (y Int) (z Int) (w Int)) "+c.clause+"))")
		var got []string
		for _, p := range divide(sys.Store, sys.Clauses[0]).parts {
			if len(p.head) > 0 {
				got = append(got, fmt.Sprint(p.head))
			}
		}
		slices.Sort(got)
		require.Equal(t, c.want, strings.Join(got, " "), c.clause)
	}
}

// Bounds that are found part by part hold: no run of the system leaves them. They are the same as
// the bounds found from whole clauses.
func TestPartsAreTheWhole(t *testing.T) {
	for seed := range uint64(300) {
		sys := systemOf(t, randomLoop(rand.New(rand.NewPCG(seed, 0))))
		whole := NewIntervals(sys)
		whole.templates = make([][]template, len(sys.Preds))
		o := Options{Delay: 2, Descents: 2}
		want, err := Run(context.Background(), sys, asWhole{whole}, o)
		require.NoError(t, err)
		got, err := Run(context.Background(), sys, NewIntervals(sys), o)
		require.NoError(t, err)
		require.Equal(t, want.reached, got.reached, "seed %d", seed)
		for p, pred := range sys.Preds {
			for j := range pred.Arity() {
				require.True(t, want.states[p].at(j).Equal(got.states[p].at(j)), "seed %d: argument %d", seed, j)
			}
		}
	}
}

// asWhole interprets clauses as a whole.
type asWhole struct{ *Intervals }

func (d asWhole) Post(_ context.Context, c int, body []Bounds, _ *Bounds) (Bounds, bool, error) {
	return d.postWhole(c, body)
}

// Operations on states handle each argument by itself.
func (d asWhole) zip(p int, x, y Bounds, f func(j int, v, w rational.Interval) rational.Interval) Bounds {
	var z []rational.Interval
	for j := range d.sys.Preds[p].Arity() {
		z = append(z, f(j, x.at(j), y.at(j)))
	}
	return boundsAt(z)
}

func (d asWhole) Join(p int, x, y Bounds) Bounds {
	return d.zip(p, x, y, func(_ int, v, w rational.Interval) rational.Interval { return v.Join(w) })
}

func (d asWhole) Leq(p int, x, y Bounds) bool {
	z := true
	d.zip(p, x, y, func(_ int, v, w rational.Interval) rational.Interval { z = z && v.In(w); return v })
	return z
}

func (d asWhole) Widen(p int, x, y Bounds, _ int) Bounds {
	return d.zip(p, x, y, func(j int, v, w rational.Interval) rational.Interval {
		var at []rational.Rat
		if !w.In(v) {
			at = d.thresholds[p][j].at(d.moves[p][j])
			d.moves[p][j]++
		}
		return v.Widen(w, at)
	})
}

// randomLoop is a loop that copies, counts and resets some of its variables.
func randomLoop(r *rand.Rand) string {
	n := 2 + r.IntN(5)
	if r.IntN(5) == 0 {
		n = 15 + r.IntN(20) // states have several nodes
	}
	var sorts, vars, start, next, atoms []string
	for i := range n {
		sorts = append(sorts, "Int")
		vars = append(vars, fmt.Sprintf("x%d", i))
		start = append(start, fmt.Sprint(r.IntN(3)))
	}
	some := func() string { return vars[r.IntN(n)] }
	for range n {
		k := r.IntN(10)
		next = append(next, []string{
			some(), fmt.Sprintf("(+ %s 1)", some()), fmt.Sprintf("(ite (< %s %d) (+ %[1]s 1) 0)", some(), k),
			fmt.Sprint(k), fmt.Sprintf("(mod %s 5)", some()), fmt.Sprintf("(- %s)", some()),
		}[r.IntN(6)])
	}
	for range r.IntN(3) {
		atoms = append(atoms, fmt.Sprintf("(%s %s %s)", []string{"<", "<=", "="}[r.IntN(3)], some(), []string{some(), fmt.Sprint(r.IntN(20))}[r.IntN(2)]))
	}
	all := strings.Join(vars, " ")
	return fmt.Sprintf("(declare-fun p (%s) Bool)\n(assert (p %s))\n(assert (forall ((%s Int)) (=> (and (p %s) %s true) (p %s))))",
		strings.Join(sorts, " "), strings.Join(start, " "), strings.Join(vars, " Int) ("), all, strings.Join(atoms, " "), strings.Join(next, " "))
}
