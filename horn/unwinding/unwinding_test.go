// SPDX-License-Identifier: Apache-2.0

package unwinding_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/horn/unwinding"
)

// systems are small systems, with the engine's verdict.
var systems = []struct{ name, text, want string }{
	{"a loop with a constant bound", `(declare-fun p ((_ BitVec 8) (_ BitVec 8)) Bool)
		(assert (forall ((x (_ BitVec 8))) (p x #x00)))
		(assert (forall ((x (_ BitVec 8)) (i (_ BitVec 8))) (=> (and (p x i) (bvult i #x05)) (p (bvadd x x) (bvadd i #x01)))))
		(assert (forall ((x (_ BitVec 8)) (i (_ BitVec 8))) (=> (and (p x i) (= i #x05) (not (= ((_ extract 4 0) x) #b00000))) false)))`, "sat"},
	{"a bound that is an input", `(declare-fun p (Int Int Int) Bool)
		(assert (forall ((n Int)) (=> (and (>= n 0) (<= n 5)) (p n 0 0))))
		(assert (forall ((n Int) (i Int) (s Int)) (=> (and (p n i s) (< i n)) (p n (+ i 1) (+ s i)))))
		(assert (forall ((n Int) (i Int) (s Int)) (=> (and (p n i s) (>= i n) (not (= (* 2 s) (* n (- n 1))))) false)))`, "sat"},
	{"no bound", `(declare-fun p (Int) Bool) (assert (p 0))
		(assert (forall ((x Int) (y Int)) (=> (and (p x) (>= y 0) (<= y 1)) (p (mod (+ x y) 4)))))
		(assert (forall ((x Int)) (=> (and (p x) (> x 3)) false)))`, "unknown"},
	{"an array with an index that is an input", `(declare-fun p ((Array (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8)) Bool)
		(assert (forall ((a (Array (_ BitVec 8) (_ BitVec 8))) (i (_ BitVec 8))) (p (store a i #x07) i)))
		(assert (forall ((a (Array (_ BitVec 8) (_ BitVec 8))) (i (_ BitVec 8)) (j (_ BitVec 8))) (=> (and (p a i) (= i j) (not (= (select a j) #x07))) false)))`, "sat"},
	{"an unknown array that is read twice", `(declare-fun p ((Array Int Int) Int Int) Bool)
		(assert (forall ((a (Array Int Int)) (i Int) (j Int)) (=> (and (>= i 0) (<= i 9) (>= j 0) (<= j 9)) (p a i j))))
		(assert (forall ((a (Array Int Int)) (i Int) (j Int)) (=> (and (p a i j) (= i j) (< (select a i) 9) (> (select a j) 10)) false)))`, "sat"},
	{"integers without bounds", `(declare-fun p (Int) Bool) (assert (forall ((x Int)) (p x)))
		(assert (forall ((x Int)) (=> (and (p x) (> x 10) (< x 5)) false)))`, "sat"},
	{"sums of integers without bounds", `(declare-fun p (Int Int) Bool) (assert (forall ((x Int) (y Int)) (=> (> x y) (p x y))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< (- x y) 0)) false)))`, "unknown"},
	{"two facts for one place", `(declare-fun p (Int Int) Bool) (declare-fun q (Int Int) Bool) (assert (p 1 2)) (assert (p 2 1))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (q (+ x y) (- x y)))))
		(assert (forall ((x Int) (y Int)) (=> (and (q x y) (or (not (= x 3)) (= y 0))) false)))`, "sat"},
	{"facts that a choice must not mix", `(declare-fun p (Int Int) Bool) (assert (p 1 2)) (assert (p 2 1))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 1) (= y 1)) false)))`, "sat"},
	{"division rounds down", `(declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (and (>= x (- 100)) (<= x 100)) (p x))))
		(assert (forall ((x Int)) (=> (and (p x) (not (= x (+ (* 7 (div x 7)) (mod x 7))))) false)))
		(assert (forall ((x Int)) (=> (and (p x) (or (< (mod x 7) 0) (> (mod x 7) 6))) false)))`, "sat"},
	{"predicates without arguments", `(declare-fun p () Bool) (declare-fun q () Bool) (assert (=> p q)) (assert (=> q false))`, "sat"},
	{"an argument that is a term", `(declare-fun p (Int) Bool) (assert (p 4)) (assert (forall ((x Int)) (=> (and (p (+ x 1)) (>= x 4) (<= x 9)) false)))`, "sat"},
	{"no predicates", `(assert (forall ((x (_ BitVec 32))) (=> (not (= x (bvadd (bvand x #x0000ffff) (bvand x #xffff0000)))) false)))`, "sat"},
	{"a word that is its halves", `(assert (forall ((t Int)) (let ((u (ite (<= t (- 1)) (+ t 4294967296) t)))
		(=> (and (>= t (- 2147483648)) (<= t 2147483647) (not (= u (+ (mod t 65536) (* 65536 (div (div u 256) 256)))))) false))))`, "sat"},
	{"a difference that is compared", `(declare-fun p (Int Int) Bool) (assert (forall ((x Int) (y Int)) (=> (and (<= 0 x) (<= x 9) (<= 0 y) (<= y 9) (<= y x)) (p x y))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (or (< (- x y) 0) (> (- (* 2 x) (* 3 y)) 18) (= (+ x (* (- 2) y) 10) 0))) false)))`, "sat"},
	{"an error", `(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
		(assert (forall ((x Int)) (=> (and (p x) (= x 3)) false)))`, "unsat"},
	{"an error at once", `(assert (forall ((x (_ BitVec 8))) (=> (= x #x07) false)))`, "unsat"},
}

// TestSystems decides the systems, and prints and reads their unwindings.
func TestSystems(t *testing.T) {
	for _, test := range systems {
		t.Run(test.name, func(t *testing.T) {
			sys := read(t, test.text)
			z, err := unwind.New(unwind.Options{Ticks: 3_000_000}).Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, test.want, z.Verdict.String(), z.Reason)
			if z.Unwinding == nil {
				return
			}
			require.NoError(t, unwinding.Check(t.Context(), sys, z.Unwinding))
			var text bytes.Buffer
			require.NoError(t, horn.WriteUnwinding(&text, sys, z.Unwinding))
			w, err := horn.ReadWitness(sys, "witness", &text)
			require.NoError(t, err)
			require.Equal(t, z.Unwinding.Instances, w.Unwinding.Instances)
			require.NoError(t, unwinding.Check(t.Context(), sys, w.Unwinding))
			again, err := unwinding.Prove(t.Context(), sys, w.Unwinding, 10_000_000)
			require.NoError(t, err)
			require.NoError(t, unwinding.Check(t.Context(), sys, again))
		})
	}
}

// TestMutations changes unwindings of systems, with and without planted errors. No changed
// unwinding may prove a system with an error.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for _, test := range systems {
		if test.want != "sat" {
			continue
		}
		sys := read(t, test.text)
		z, err := unwind.New(unwind.Options{}).Solve(t.Context(), sys)
		require.NoError(t, err)
		broken := read(t, test.text)
		planted := false
		for _, c := range broken.Clauses { // each derivation of the body of a query is an error
			if c.IsQuery() {
				c.Constraint, planted = broken.Store.True(), true
			}
		}
		require.True(t, planted)
		for range 60 {
			u := mutant(r, z.Unwinding)
			tried++
			if test.name != "predicates without arguments" { // where nothing is derived
				require.Error(t, unwinding.Check(t.Context(), broken, u), "an unwinding of a system with an error: %v", u.Instances)
			}
			if len(u.Instances) < len(z.Unwinding.Instances) {
				require.Error(t, unwinding.Check(t.Context(), sys, u), "an instance is missing")
			}
		}
	}
	require.Greater(t, tried, 500)
}

// mutant changes an instance, an edge, or the proof.
func mutant(r *rand.Rand, u *horn.Unwinding) *horn.Unwinding {
	z := &horn.Unwinding{Proof: slices.Clone(u.Proof)}
	for _, x := range u.Instances {
		z.Instances = append(z.Instances, horn.Instance{Pred: x.Pred, Edges: slices.Clone(x.Edges)})
	}
	n := len(z.Instances)
	if n == 0 || r.IntN(4) == 0 {
		lines := strings.Split(strings.TrimSpace(string(z.Proof)), "\n")
		k := r.IntN(len(lines))
		words := strings.Fields(lines[k])
		switch i := r.IntN(len(words)); r.IntN(3) {
		case 0:
			words[i] = fmt.Sprint(r.IntN(200) - 100)
		case 1:
			words = slices.Delete(words, i, i+1)
		default:
			words = nil
		}
		lines[k] = strings.Join(words, " ")
		z.Proof = []byte(strings.Join(lines, "\n") + "\n")
		return z
	}
	k := r.IntN(n)
	x := &z.Instances[k]
	switch r.IntN(5) {
	case 0:
		z.Instances = z.Instances[:n-1]
	case 1:
		x.Edges = slices.Delete(x.Edges, 0, 1)
	case 2:
		x.Edges[0].Clause = r.IntN(4)
	case 3:
		x.Edges[0].Source = r.IntN(n+2) - 1
	default:
		x.Pred = r.IntN(3) - 1
	}
	return z
}

func read(t *testing.T, text string) *horn.System {
	t.Helper()
	sys, err := horn.Read("system", text)
	require.NoError(t, err)
	return sys
}
