// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/native"
)

// doubling says that p(n, x) holds only for x = 2^n. Its derivations are binary trees with 2^n
// leaves. The query asks for p(n, x) with a condition on x and 2^n.
func doubling(n int, relation string) string {
	return fmt.Sprintf(`
		(declare-fun p (Int Int) Bool)
		(assert (p 0 1))
		(assert (forall ((n Int) (x Int) (y Int)) (=> (and (p n x) (p n y)) (p (+ n 1) (+ x y)))))
		(assert (forall ((x Int)) (=> (and (p %d x) (%s x %d)) false)))`, n, relation, 1<<n)
}

// branching adds one by two branches in each round.
const branching = `
	(declare-fun p (Int Int) Bool)
	(declare-fun q (Int Int) Bool)
	(assert (p 0 0))
	(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 0)) (q (+ x 1) y))))
	(assert (forall ((x Int) (y Int)) (=> (and (p x y) (<= y 0)) (q (+ x 1) (+ y 1)))))
	(assert (forall ((x Int) (y Int)) (=> (and (q x y) (< x 8)) (p x (- 2 y)))))
	(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> x 8)) false)))`

// always unfolds every counterexample lazily.
const always = -1

// TestDoubling refutes a query with a derivation of 13 steps, which unfolds to a tree of 8,191. It
// also proves a query without a derivation.
func TestDoubling(t *testing.T) {
	for _, c := range []struct {
		n        int
		relation string
		whole    int
		want     horn.Verdict
		steps    int // the maximal number of steps of a refutation
	}{{12, "=", 0, horn.Unsafe, 1000}, {6, "=", always, horn.Unsafe, 128}, {12, ">", 0, horn.Safe, 0}} {
		sys := enginetest.Parse(t, doubling(c.n, c.relation))
		e := New(Options{Backend: native.Backend{}, WholeTree: c.whole})
		r, err := e.Solve(t.Context(), sys)
		require.NoError(t, err)
		require.Equal(t, c.want, r.Verdict, r.Reason)
		enginetest.Validate(t, sys, r, native.Backend{})
		require.Positive(t, e.Stats().(Stats).Lazy)
		if r.Refutation != nil {
			require.LessOrEqual(t, len(r.Refutation.Steps), c.steps)
		}
	}
}

// TestUnfoldings compares the verdicts on random systems with and without lazy unfolding of
// counterexamples, and validates the witnesses.
func TestUnfoldings(t *testing.T) {
	for name, o := range map[string]Options{"lazily": {WholeTree: always}} {
		t.Run(name, func(t *testing.T) {
			decided := 0
			for seed := range uint64(90) {
				text := enginetest.Generate(seed)
				if strings.Contains(text, "List") {
					continue // derivations may depend on fields that a list does not have
				}
				solve := func(o Options) (*horn.System, horn.Result) {
					sys := enginetest.Parse(t, text)
					ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
					defer cancel()
					o.Backend = native.Backend{}
					r, _ := New(o).Solve(ctx, sys)
					return sys, r
				}
				sys, other := solve(o)
				if other.Verdict == horn.Unknown {
					continue
				}
				enginetest.Validate(t, sys, other, native.Backend{})
				if _, usual := solve(Options{}); usual.Verdict != horn.Unknown {
					require.Equal(t, usual.Verdict, other.Verdict, text)
					decided++
				}
			}
			require.NotZero(t, decided) // their number depends on the machine
		})
	}
}

// TestInterpolantsStayOnes demands that the simplified interpolants of the first counterexamples of
// each system are still tree interpolants.
func TestInterpolantsStayOnes(t *testing.T) {
	texts := []string{doubling(4, ">"), branching}
	for seed := range uint64(40) {
		texts = append(texts, enginetest.Generate(seed))
	}
	checked := 0
	for _, text := range texts {
		sys := enginetest.Parse(t, text)
		solver := func() smt.Solver {
			z, err := native.Backend{}.New(sys.Store, smt.Options{})
			require.NoError(t, err)
			return z
		}
		itps, err := native.Backend{}.Interpolator(sys.Store, smt.Options{})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := newSearch(Options{Abstraction: abstraction.Off}.withDefaults(), sys, solver(), itps)
		s.bounded = solver()
		s.explorer = abstraction.New(sys.Store, solver(), itps, abstraction.Options{})
		oracle := solver()
		for range 6 {
			a, err := s.reach(ctx)
			if err != nil || a == nil {
				break
			}
			v, err := s.decide(ctx, a, false)
			if err != nil || v.refutation != nil {
				break
			}
			families, err := s.interpolate(ctx, v, false)
			if err != nil {
				break
			}
			for _, formulas := range families {
				require.NoError(t, s.simplify(ctx, v.tree, formulas))
				implies := func(i int, part []*logic.Term, children ...int) {
					step := append([]*logic.Term{s.store.Not(formulas[i])}, part...)
					for _, c := range children {
						step = append(step, formulas[c])
					}
					st, err := oracle.Check(ctx, step...)
					require.NoError(t, err)
					require.Equal(t, smt.Unsat, st, "node %d of\n%s", i, text)
					checked++
				}
				for i := range v.tree {
					if n := &v.tree[i]; !n.isLeaf() {
						implies(i, n.conjuncts, n.children...)
					}
				}
			}
			added := s.track(v, families)
			require.Positive(t, added)
		}
	}
	require.NotZero(t, checked)
}
