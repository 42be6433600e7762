// SPDX-License-Identifier: Apache-2.0

package certificate_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/certificate"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
	"cornet/test/smttest"
)

// tests are systems with models.
var tests = map[string]struct{ system, model string }{
	"sums": {
		`(declare-fun p (Int Int) Bool)
		(assert (forall ((i Int) (n Int)) (=> (and (= i 0) (>= n 0)) (p i n))))
		(assert (forall ((i Int) (n Int)) (=> (and (p i n) (distinct i n)) (p (+ i 1) n))))
		(assert (forall ((i Int) (n Int)) (=> (and (p i n) (> i n)) false)))`,
		"(define-fun p ((x Int) (y Int)) Bool (and (<= x y) (>= y 0)))",
	},
	"connectives": {
		`(declare-fun p (Bool Bool Int) Bool)
		(assert (forall ((a Bool) (b Bool) (i Int)) (=> (= a (xor b (> i 3))) (ite b (< i 3) (= i 4)) (p a b i))))
		(assert (forall ((a Bool) (b Bool) (i Int)) (=> (p a b i) (not (not (p (and a (or b a)) b i))))))
		(assert (not (exists ((b Bool) (i Int)) (and (p true b i) (= b (= i 5)) (not (= i 4)) (distinct i 6 7) (<= 5 i)))))`,
		"(define-fun p ((a Bool) (b Bool) (i Int)) Bool (ite b (< i 3) (= i 4)))",
	},
	"parity: an integer split": {
		`(declare-fun p (Int Int) Bool)
		(assert (forall ((x Int) (y Int)) (p (* 2 x) (* 4 y))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (+ x y) 7)) false)))`,
		"(define-fun p ((x Int) (y Int)) Bool (and (= (mod x 2) 0) (= (mod y 4) 0)))",
	},
	"fractions": {
		`(declare-fun p (Real Real) Bool)
		(assert (forall ((x Real)) (=> (and (> x 0.5) (<= x (/ 3.0 4.0))) (p x (* 2.0 x)))))
		(assert (forall ((x Real) (y Real)) (=> (p x y) (p (/ x 2.0) (/ y 2.0)))))
		(assert (forall ((x Real) (y Real)) (=> (and (p x y) (or (<= x 0.0) (not (= (* 2.0 x) y)))) false)))`,
		"(define-fun p ((x Real) (y Real)) Bool (and (> x 0.0) (= y (* 2.0 x))))",
	},
	"conditional terms, quotients and remainders": {
		`(declare-fun p (Int Int) Bool)
		(assert (forall ((x Int)) (p x (ite (> x 0) x (- x)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (or (< y 0) (> (div x 3) (+ (mod y 2) y)))) false)))`,
		"(define-fun p ((x Int) (y Int)) Bool (and (>= y 0) (<= x y)))",
	},
}

// write returns the folder of the certificate of a test.
func write(t *testing.T, system, model string) (string, certificate.Summary) {
	script, err := smtlib.ReadString(logic.NewStore(), "system", system)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	w, err := horn.ReadWitness(sys, "model", strings.NewReader("sat\n("+model+")"))
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "certificate")
	z, err := certificate.Write(context.Background(), dir, sys, w.Model, smt.Options{Ticks: 5_000_000})
	require.NoError(t, err)
	return dir, z
}

// TestWrite has proofs for all conditions, which Carcara accepts where it is installed; when the model is wrong for an assertion,
// that one has none.
func TestWrite(t *testing.T) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir, z := write(t, test.system, test.model)
			require.Empty(t, z.Open)
			require.Equal(t, z.Conditions, z.Proofs)
			files, err := filepath.Glob(filepath.Join(dir, "*.alethe"))
			require.NoError(t, err)
			require.Len(t, files, z.Conditions)
			c := exec.Command(filepath.Join(dir, "check.sh"))
			c.Env = append(os.Environ(), "CARCARA="+smttest.Carcara(t))
			out, err := c.Output()
			require.NoError(t, err, "%s", out)
			require.Equal(t, fmt.Sprintf("%d valid, 0 without a proof, 0 invalid", z.Conditions), strings.TrimSpace(string(out)))
		})
	}
}

// TestWriteRefutation has a refutation without holes, which Carcara accepts where it is installed, and one with.
func TestWriteRefutation(t *testing.T) {
	for _, test := range []struct {
		condition string
		holes     int
		checked   string
	}{{"(< (* 2 x) 7)", 0, "the refutation is valid"}, {"(= (bvadd #x1 #x2) #x3)", 1, "the refutation is holey"}} {
		text := "(declare-fun p (Int) Bool) (assert (p 3)) (assert (forall ((x Int)) (=> (and (p x) " + test.condition + ") false)))"
		script, err := smtlib.ReadString(logic.NewStore(), "system", text)
		require.NoError(t, err)
		sys, err := horn.FromScript(script)
		require.NoError(t, err)
		w, err := horn.ReadWitness(sys, "refutation", strings.NewReader("unsat (refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 3)) (premises 0)))"))
		require.NoError(t, err)
		dir := t.TempDir()
		z, err := certificate.WriteRefutation(dir, []byte(text), sys, w.Proof)
		require.NoError(t, err)
		require.Equal(t, test.holes, z.Holes)
		c := exec.Command(filepath.Join(dir, certificate.ScriptFile))
		c.Env = append(os.Environ(), "CARCARA="+smttest.Carcara(t))
		out, _ := c.Output()
		require.Contains(t, string(out), test.checked)
	}
}

func TestWrongModel(t *testing.T) {
	_, z := write(t, tests["sums"].system, "(define-fun p ((x Int) (y Int)) Bool (<= x (+ y 1)))")
	require.Equal(t, certificate.Summary{Conditions: 3, Proofs: 1, Open: []certificate.Open{
		{1, "the search for a proof ended with sat"}, {2, "the search for a proof ended with sat"},
	}}, z)
	require.Equal(t, "0001.smt2: the search for a proof ended with sat", z.Open[0].String())
}

// TestNoProofs has conditions that hold, and for which there are no rules.
func TestNoProofs(t *testing.T) {
	for want, system := range map[string]string{
		"no theory for select":       "(declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int)) (i Int) (j Int)) (=> (and (= i j) (p (store a i 2)) (not (= (select a j) 2))) (p a))))",
		"no proofs with quantifiers": "(declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int))) (=> (and (p a) (< (select a 1) 0)) false)))",
		"sums over Int and Real":     "(declare-fun p (Real) Bool) (assert (forall ((x Int)) (=> (<= 2 x) (p (to_real x))))) (assert (forall ((x Real)) (=> (and (p x) (<= x 1.5)) false)))",
	} {
		model := "(define-fun p ((a (Array Int Int))) Bool (= (select a 1) (select a 1)))"
		switch {
		case strings.Contains(system, "Real"):
			model = "(define-fun p ((x Real)) Bool (<= 2.0 x))"
		case strings.Contains(want, "quantifiers"):
			model = "(define-fun p ((a (Array Int Int))) Bool (forall ((k Int)) (<= 0 (select a (ite (< k 3) k 5)))))"
		}
		dir, z := write(t, system, model)
		require.NotEmpty(t, z.Open, want)
		require.Contains(t, fmt.Sprint(z.Open), want)
		for _, o := range z.Open {
			text, err := os.ReadFile(filepath.Join(dir, certificate.Name(o.Number)+".smt2"))
			require.NoError(t, err)
			_, err = smtlib.ReadString(logic.NewStore(), "condition", string(text))
			require.NoError(t, err)
		}
	}
}
