// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
)

// tidied are "in => out".
var tidied = []string{
	"(and (<= x 3) (>= x 3)) => (= x 3)",
	"(and (<= x 3) (<= x 5)) => (<= x 3)",
	"(and (<= x 3) (> x 3)) => false",
	"(and (<= x 3) (not (= x 3))) => (<= x 2)",
	"(and (<= x 3) (not (= x 7))) => (<= x 3)",
	"(and (<= x 3) (>= x 1) (not (= x 1)) (not (= x 3))) => (= x 2)",
	"(or (<= x 3) (> x 3)) => true",
	"(or (<= x 3) (>= x 5)) => (not (= x 4))",
	"(or (< x y) (> x y)) => (not (= x y))",
	"(not (or (< x y) (> x y))) => (= x y)",
	"(and (< r s) (<= r s)) => (< r s)",
	"(and (<= r s) (>= r s)) => (= r s)",
	"(and (< r s) (> r s)) => false",
	"(or p (and p q)) => p",
	"(and p (or p q)) => p",
	"(or (and p q) (and p q (= x 0))) => (and p q)",
	"(and (or p (<= x 1)) (or p (<= x 1) q)) => (or p (<= x 1))",
	"(not (and (or p q) (<= x 1))) => (or (and (not p) (not q)) (> x 1))",
	"(and (>= (mod x 2) 1) p) => (and (= (mod x 2) 1) p)",
	"(and (> (mod (+ x 1) 2) 0) p) => (and (= (mod x 2) 0) p)",
	"(and (<= (mod x 3) 2) p) => p",
}

func TestTidy(t *testing.T) {
	for _, c := range tidied {
		t.Run(c, func(t *testing.T) {
			in, out, _ := strings.Cut(c, " => ")
			store := logic.NewStore()
			r := reader(store)
			require.Equal(t, smttest.Text(r.Term(out)), smttest.Text(itp.Tidy(store, r.Term(in))))
		})
	}
}

func TestTidyIsEquivalent(t *testing.T) {
	newSolver := solvers(t)
	for seed := range 60 {
		store := logic.NewStore()
		g := smttest.NewGenerator(store, uint64(seed), smttest.Int|smttest.Real, 1, "")
		f := g.Formula(5)
		s, err := newSolver(store)
		require.NoError(t, err)
		st, err := s.Check(t.Context(), store.Xor(f, itp.Tidy(store, f)))
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st, "seed %d: %s", seed, smttest.Text(f))
		s.Close()
	}
}
