// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

// TestLoops translates refutations with loops back through passes that contract chains, merge
// clauses, put constants in, and remove arguments.
func TestLoops(t *testing.T) {
	const vectors = `
(declare-fun a (X X X X) Bool)
(declare-fun b (X X X X) Bool)
(declare-fun c (X X X X) Bool)
(declare-fun d (X X X X) Bool)
(assert (forall ((i X) (n X) (free X) (junk X)) (=> (= i ZERO) (a i n free junk))))
(assert (forall ((i X) (n X) (free X) (junk X)) (=> (and (a i n free junk) (LESS i n)) (b i n free junk))))
(assert (forall ((i X) (n X) (free X) (junk X)) (=> (and (b i n free junk) (LESS free ONE)) (c i n free i))))
(assert (forall ((i X) (n X) (free X) (junk X)) (=> (and (b i n free junk) (LESS ZERO free)) (d i n free junk))))
(assert (forall ((i X) (n X) (free X) (junk X) (more X)) (=> (and (c i n free junk) (= more (ADD junk ONE))) (a more n free i))))
(assert (forall ((i X) (n X) (free X) (junk X) (old X)) (=> (and (d old n free junk) (= old (ADD i MINUS))) (a i n free junk))))
(assert (forall ((i X) (n X) (free X) (junk X)) (=> (and (a i n free junk) (= i n) (= n LARGE)) false)))`
	for name, words := range map[string][]string{
		"vectors":  {"X", "(_ BitVec 32)", "ZERO", "#x00000000", "ONE", "#x00000001", "MINUS", "#xffffffff", "LESS", "bvslt", "ADD", "bvadd", "LARGE", "#x7ffffff0"},
		"integers": {"X", "Int", "ZERO", "0", "ONE", "1", "MINUS", "(- 1)", "LESS", "<", "ADD", "+", "LARGE", "123456789012345"},
	} {
		t.Run(name, func(t *testing.T) {
			sys := enginetest.Parse(t, strings.NewReplacer(words...).Replace(vectors))
			z, err := Run(t.Context(), sys, Config{Backend: native.Backend{}, Engine: "bmc"})
			require.NoError(t, err)
			require.Equal(t, horn.Unsafe, z.Verdict, z.Reason)
			require.Len(t, z.Proof.Loops, 1)
			require.Equal(t, 2, z.Proof.Loops[0].Last-z.Proof.Loops[0].First, "steps to an iteration, less one")
		})
	}
}

// TestPeriodicLoops has the argument z, which a pass removes. The values of z are periodic, or the
// first few are irregular.
func TestPeriodicLoops(t *testing.T) {
	for _, test := range []struct {
		z             string // its next value
		period, loops int
	}{
		{"(ite (= (mod x 3) 0) (+ z 2) (- z 1))", 3, 1},
		{"(ite (= (mod x 11) 0) (+ z 29) (- z 1))", 11, 1}, // the first two iterations change alike
		{"(ite (= (mod x 3) 0) 0 (* 2 (+ z 1)))", 3, 1},
		{"(mod (+ z x) 4)", 8, 1},
		{"(ite (< x 3) 7 (+ z 1))", 1, 1},
		{"(ite (= x 7000000) 9 (- z 1))", 1, 2}, // two loops of the input system
	} {
		t.Run(test.z, func(t *testing.T) {
			sys := enginetest.Parse(t, `
(declare-fun p (Int Int Int) Bool)
(assert (p 0 3 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< x 10000000)) (p (+ x 1) (+ y 2) `+test.z+`))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (= x 10000000) (= y 20000003)) false)))`)
			z, err := Run(t.Context(), sys, Config{Backend: native.Backend{}, Engine: "bmc"})
			require.NoError(t, err)
			require.Equal(t, horn.Unsafe, z.Verdict, z.Reason)
			require.Len(t, z.Proof.Loops, test.loops)
			for _, l := range z.Proof.Loops {
				require.Equal(t, test.period, l.Last-l.First+1)
			}
		})
	}
}
