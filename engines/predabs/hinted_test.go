// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/internal/test/enginetest"
	"cornet/smt/abstraction"
	"cornet/smt/native"
)

// twice says that x1 is twice x0. The analysis of the loop would find this invariant, but here
// hints give it.
const twice = `
	(declare-fun p (Int Int) Bool)
	(assert (p 0 0))
	(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 2)))))
	(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y (+ x x))) false)))`

// TestHinted shows how the templates of a hint file are used and when they suffice: one bound of
// 2·x0 - x1 is enough for the query, the other one is not.
func TestHinted(t *testing.T) {
	for _, c := range []struct {
		hint  string
		first int64 // the refinement at which it is a template
		count int   // the number of templates that it makes
	}{
		{"(term (- (* 2 x) y) 1)", 0, 1},
		{"(predicate (>= (* 2 x) y) 1)", 0, 1},
		{"(predicate-2 (>= (* 2 x) y) 1)", 0, 1},
		{"(inequality-term (- (* 2 x) y) 1)", 0, 1},
		{"(inequality-term-2 (- y (* 2 x)) 1)", 0, 2},
		{"(term (= (* 2 x) y) 1) (iterationThreshold 2)", 2, 1},
	} {
		sys := enginetest.Parse(t, twice)
		h, err := hints.Read(sys, "", strings.NewReader("(templates p ((x Int) (y Int)) "+c.hint+")"))
		require.NoError(t, err)
		o := Options{Backend: native.Backend{}, Hints: h}
		s := newSearch(o.withDefaults(), sys, nil, nil)
		for s.stats.Refinements = range int64(4) {
			n := len(s.hinted(s.locs[0]))
			if s.stats.Refinements < c.first {
				require.Zero(t, n, c.hint)
			} else {
				require.Equal(t, c.count, n, c.hint)
			}
		}
		e := New(o)
		r, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, horn.Safe, r.Verdict, c.hint)
		enginetest.Validate(t, sys, r, native.Backend{})
		stats := e.Stats().(Stats)
		require.Equal(t, c.first == 0, stats.Guided > 0, "%s: hints count from a refinement on", c.hint)
		require.LessOrEqual(t, stats.Refinements, int64(6), c.hint)
	}
}

// TestQuantified has a loop that fills an array. It lists the templates with bound variables, and
// proves the system.
func TestQuantified(t *testing.T) {
	sys := enginetest.Parse(t, `
		(declare-fun p (Int (Array Int Int)) Bool)
		(assert (forall ((a (Array Int Int))) (p 0 a)))
		(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (< i 100)) (p (+ i 1) (store a i 7)))))
		(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (> i 0) (not (= (select a 0) 7))) false)))`)
	s := newSearch(Options{}.withDefaults(), sys, nil, nil)
	var got []string
	for _, z := range s.quantified(s.locs[0]) {
		require.Len(t, z.Bound, 1)
		got = append(got, s.store.Substitute(z.Term, s.locs[0].formals, s.plain(s.locs[0])).String())
	}
	require.Equal(t, []string{`(select x1 |_k|)`, `(ite (<= (+ |_k| 1) x0) (select x1 |_k|) 0)`}, got)

	e := New(Options{Backend: native.Backend{}, Abstraction: abstraction.Relational,
		Lattice: func(z *abstraction.Lattice) { require.NotEmpty(t, z.Base) }})
	r, err := e.Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, r.Verdict, r.Reason)
	enginetest.Validate(t, sys, r, native.Backend{})
}
