// SPDX-License-Identifier: Apache-2.0

package certificate_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/proof/certificate"
	"cornet/smt"
	"cornet/smtlib"
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

// theories are systems over arrays and bit-vectors, with models.
var theories = map[string]struct{ system, model string }{
	"arrays: reads over writes": {
		`(declare-fun p ((Array Int Int) Int Int) Bool)
		(assert (forall ((a (Array Int Int)) (n Int)) (p (store ((as const (Array Int Int)) 7) n 0) n 0)))
		(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (n Int)) (=> (and (p a n i) (= b (store a (+ n i 1) (select a n)))) (p b n (+ i 1)))))
		(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (p a n i) (not (= (select (store a 3 (select a n)) 3) 0))) false)))`,
		"(define-fun p ((a (Array Int Int)) (n Int) (i Int)) Bool (and (= (select a n) 0) (>= i 0)))",
	},
	"arrays: equations": {
		`(declare-fun p ((Array Int Bool) (Array Int Bool) Int) Bool)
		(assert (forall ((a (Array Int Bool)) (i Int)) (p a (store a i (not (select a i))) i)))
		(assert (forall ((a (Array Int Bool)) (b (Array Int Bool)) (i Int)) (=> (and (p a b i) (= (store b i (select a i)) a)) (p b a i))))
		(assert (forall ((a (Array Int Bool)) (b (Array Int Bool)) (i Int)) (=> (and (p a b i) (or (= a b) (distinct (store a i true) (store b i true)))) false)))`,
		"(define-fun p ((a (Array Int Bool)) (b (Array Int Bool)) (i Int)) Bool (= b (store a i (not (select a i)))))",
	},
	"arrays: of arrays, conditional": {
		`(declare-fun p ((Array Int (Array Int Real)) Int Bool) Bool)
		(assert (forall ((m (Array Int (Array Int Real))) (i Int) (c Bool)) (=> (= (select (select m i) i) 0.5) (p m i c))))
		(assert (forall ((m (Array Int (Array Int Real))) (i Int) (c Bool)) (=> (p m i c) (p (ite c (store m (+ i 1) (select m i)) m) i (not c)))))
		(assert (forall ((m (Array Int (Array Int Real))) (i Int) (j Int) (c Bool)) (=> (and (p m i c) (= j i) (> (select (select m j) i) 1.0)) false)))`,
		"(define-fun p ((m (Array Int (Array Int Real))) (i Int) (c Bool)) Bool (= (select (select m i) i) 0.5))",
	},
	"bit-vectors: circuits": {
		`(declare-fun p ((_ BitVec 5) (_ BitVec 5)) Bool)
		(assert (forall ((x (_ BitVec 5)) (y (_ BitVec 5))) (=> (= y (bvand x #b00001)) (p x y))))
		(assert (forall ((x (_ BitVec 5)) (y (_ BitVec 5))) (=> (p x y) (p (bvadd x (bvor y #b00010) (bvneg y)) (bvxor y (bvmul x #b10000 #b00010))))))
		(assert (forall ((x (_ BitVec 5)) (y (_ BitVec 5))) (=> (and (p x y) (or (bvugt y #b00001) (bvslt y (bvnot ((_ sign_extend 2) #b011)))
			(not (= (concat ((_ extract 4 3) x) ((_ extract 0 0) y) ((_ extract 2 1) x)) (concat ((_ extract 4 3) x) ((_ extract 0 0) y) (bvcomp #b1 #b0) ((_ extract 2 2) x)))))) 
			(and (bvule y #b00001) (bvsle #b00000 y)))))`,
		"(define-fun p ((x (_ BitVec 5)) (y (_ BitVec 5))) Bool (bvule y #b00001))",
	},
	"bit-vectors: one bit, conditional, in arrays": {
		`(declare-fun p ((_ BitVec 1) (Array (_ BitVec 4) (_ BitVec 8))) Bool)
		(assert (forall ((a (Array (_ BitVec 4) (_ BitVec 8)))) (p #b0 (store a #x3 #xff))))
		(assert (forall ((x (_ BitVec 1)) (i (_ BitVec 4)) (a (Array (_ BitVec 4) (_ BitVec 8)))) (=> (p x a) (p (bvnot x) (store a i (ite (= i #x3) (select a i) #x00))))))
		(assert (forall ((x (_ BitVec 1)) (a (Array (_ BitVec 4) (_ BitVec 8)))) (=> (and (p x a) (bvslt x #b0) (bvslt #x00 (select a #x3))) false)))`,
		"(define-fun p ((x (_ BitVec 1)) (a (Array (_ BitVec 4) (_ BitVec 8)))) Bool (= (select a #x3) #xff))",
	},
	"Int in Real": {
		`(declare-fun p (Real) Bool)
		(assert (forall ((x Real) (n Int) (c Bool)) (=> (and (> x 0.5) (>= (to_real n) 1.5)) (p (+ x (ite c (to_real n) (to_real 3)))))))
		(assert (forall ((x Real)) (=> (and (p x) (<= x 1.5)) false)))`,
		"(define-fun p ((x Real)) Bool (> x 1.5))",
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

// TestWrite has proofs for all conditions. Carcara accepts them if it is installed. If the model is
// wrong for an assertion, only that assertion has no proof.
func TestWrite(t *testing.T) {
	all := maps.Clone(tests)
	maps.Copy(all, theories)
	for name, test := range all {
		t.Run(name, func(t *testing.T) {
			dir, z := write(t, test.system, test.model)
			require.Empty(t, z.Open)
			require.Equal(t, z.Conditions, z.Proofs)
			files, err := filepath.Glob(filepath.Join(dir, "*.alethe"))
			require.NoError(t, err)
			require.Len(t, files, z.Conditions)
			c := exec.Command(filepath.Join(dir, "check.sh"))
			c.Env = append(os.Environ(), "CARCARA="+need.Of(t, "carcara"))
			out, err := c.Output()
			require.NoError(t, err, "%s", out)
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			require.Equal(t, fmt.Sprintf("%d valid, 0 without a proof, 0 invalid", z.Conditions), lines[len(lines)-1])
			require.Equal(t, strings.Contains(test.system, "Array"), strings.Contains(lines[0], "steps rest on axioms.rare"), "%s", out)
		})
	}
}

// TestScriptAnswers: the scripts distinguish wrong proofs from those that Carcara cannot read. A
// shell script replaces Carcara.
func TestScriptAnswers(t *testing.T) {
	need.Of(t, "sh")
	conditions, _ := write(t, tests["sums"].system, tests["sums"].model)
	refutation := t.TempDir()
	sys, err := horn.Read("system", "(assert false)")
	require.NoError(t, err)
	w, err := horn.ReadWitness(sys, "refutation", strings.NewReader("unsat (refutation (step 0 (clause 0) (values) (premises)))"))
	require.NoError(t, err)
	_, err = certificate.WriteRefutation(refutation, []byte("(assert false)"), sys, w.Proof)
	require.NoError(t, err)
	const unreadable = "[ERROR] parser error: undefined sort (on line 1, column 2)\ninvalid"
	for _, test := range []struct{ says, conditions, refutation string }{
		{"valid", "3 valid, 0 without a proof, 0 invalid\n", "the refutation is valid\n"},
		{"invalid", "0 valid, 0 without a proof, 3 invalid\n", "the refutation is invalid\n"},
		{unreadable, "3 that Carcara cannot read: nothing is known about them\n0 valid, 0 without a proof, 0 invalid\n",
			"Carcara cannot read the refutation or its clauses: " + unreadable + "\n"},
	} {
		for dir, want := range map[string]string{conditions: test.conditions, refutation: test.refutation} {
			program := filepath.Join(t.TempDir(), "carcara")
			require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\ncat <<'END'\n"+test.says+"\nEND\n"), 0o755))
			c := exec.Command(filepath.Join(dir, certificate.ScriptFile))
			c.Env = append(os.Environ(), "CARCARA="+program)
			out, err := c.Output()
			require.Equal(t, test.says == "valid", err == nil, "%s", out)
			require.True(t, strings.HasSuffix(string(out), want), "%s", out)
		}
	}
}

// TestWriteRefutation has a refutation without holes, and one with holes. Carcara accepts the
// former if it is installed.
func TestWriteRefutation(t *testing.T) {
	for _, test := range []struct {
		condition string
		holes     int
		checked   string
	}{{"(< (* 2 x) 7)", 0, "the refutation is valid"}, {"(= (select (store ((as const (Array Int Int)) 0) 1 2) 1) 2)", 0, "the refutation is valid"}} {
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
		c.Env = append(os.Environ(), "CARCARA="+need.Of(t, "carcara"))
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

// TestNoProofs has conditions that hold, but for which there are no rules.
func TestNoProofs(t *testing.T) {
	for want, test := range map[string]struct{ system, model string }{
		"no proofs with quantifiers": {
			"(declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int))) (=> (and (p a) (< (select a 1) 0)) false)))",
			"(define-fun p ((a (Array Int Int))) Bool (forall ((k Int)) (<= 0 (select a (ite (< k 3) k 5)))))",
		},
		"no rules of Alethe for bv2nat": {
			"(declare-fun p ((_ BitVec 4)) Bool) (assert (forall ((x (_ BitVec 4))) (=> (< (bv2nat x) 3) (p x)))) (assert (forall ((x (_ BitVec 4))) (=> (and (p x) (> (bv2nat x) 4)) false)))",
			"(define-fun p ((x (_ BitVec 4))) Bool (< (bv2nat x) 4))",
		},
		"no rules of Alethe for": {
			"(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List))))) (declare-fun p (List) Bool) (assert (forall ((x List)) (=> ((_ is nil) x) (p x)))) (assert (forall ((x List)) (=> (and (p x) (not (= x nil))) false)))",
			"(define-fun p ((x List)) Bool ((_ is nil) x))",
		},
		// In sums over Real, it does not count that an Int is integral.
		"the search for a proof ended with sat": {
			"(declare-fun p (Real) Bool) (assert (forall ((x Int)) (=> (<= 2 x) (p (to_real x))))) (assert (forall ((x Real)) (=> (and (p x) (<= x 1.5)) false)))",
			"(define-fun p ((x Real)) Bool (<= 2.0 x))",
		},
	} {
		dir, z := write(t, test.system, test.model)
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
