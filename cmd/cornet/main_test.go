// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/smt/z3"
)

// outcome is the exit code and the output of a command line.
type outcome struct {
	code           int
	stdout, stderr string
}

func cornet(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	return cornetUntil(t, t.Context(), stdin, args...)
}

func cornetUntil(t *testing.T, ctx context.Context, stdin string, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &out, &err)
	return outcome{code, out.String(), err.String()}
}

func needZ3(t *testing.T) {
	t.Helper()
	_, err := z3.Load("")
	need.Found(t, "libz3", err)
}

const counter = `(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (= y (+ x 1))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (PROPERTY)) false)))
(check-sat)
`

func counterWith(property string) string {
	return strings.Replace(counter, "(PROPERTY)", property, 1)
}

func TestSolve(t *testing.T) {
	needZ3(t)
	for name, test := range map[string]struct {
		input string
		args  []string
		want  string // prefix of standard output
	}{
		"safe":               {counterWith("(< x 0)"), nil, "sat\n"},
		"unsafe":             {counterWith("(> x 2)"), nil, "unsat\n"},
		"model by flag":      {counterWith("(< x 0)"), []string{"--model"}, "sat\n(\n  (define-fun inv ("},
		"model by command":   {counterWith("(< x 0)") + "(get-model)", nil, "sat\n(\n  (define-fun inv ("},
		"proof by flag":      {counterWith("(> x 0)"), []string{"--proof"}, "unsat\n(refutation"},
		"a form of proof":    {counterWith("(> x 0)"), []string{"--proof", "z3"}, "unsat\n"},
		"proof by command":   {counterWith("(> x 0)") + "(get-proof)", nil, "unsat\n(refutation"},
		"no model for unsat": {counterWith("(> x 0)"), []string{"--model"}, "unsat\n"},
		"bmc":                {counterWith("(> x 2)"), []string{"--engine", "bmc"}, "unsat\n"},
		"no passes":          {counterWith("(> x 2)"), []string{"--no-passes"}, "unsat\n"},
		"unchecked":          {counterWith("(> x 2)"), []string{"--no-check"}, "unsat\n"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, spelling := range [][]string{{"-"}, {"-in"}, {"solve", "-"}} {
				z := cornet(t, test.input, append(spelling, test.args...)...)
				require.Equal(t, exitOK, z.code, z.stderr)
				require.True(t, strings.HasPrefix(z.stdout, test.want), z.stdout)
			}
		})
	}
}

func TestWitnessesCheck(t *testing.T) {
	needZ3(t)
	dir := t.TempDir()
	for name, property := range map[string]string{"model": "(< x 0)", "refutation": "(> x 2)"} {
		file := filepath.Join(dir, name+".smt2")
		require.NoError(t, os.WriteFile(file, []byte(counterWith(property)), 0o644))
		z := cornet(t, "", file, "--model", "--proof")
		require.Equal(t, outcome{exitOK, "valid " + name + "\n", ""}, cornet(t, z.stdout, "check", file))
		bad := strings.NewReplacer("0", "7", ">=", "<").Replace(z.stdout)
		z = cornet(t, bad, "check", file)
		require.Equal(t, exitNegative, z.code)
		require.True(t, strings.HasPrefix(z.stdout, "invalid "+name), z.stdout)
	}
	// A witness may also be malformed.
	file := filepath.Join(dir, "model.smt2")
	z := cornet(t, "sat\n((define-fun inv ((x Int)", "check", file)
	require.Equal(t, exitInput, z.code)
	require.Empty(t, z.stdout)
}

// Definitions may quantify existentially.
func TestModelsWithExists(t *testing.T) {
	needZ3(t)
	const problem = `(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 2) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (p x y) (= (* 3 x) (* 2 y)))))`
	file := filepath.Join(t.TempDir(), "problem.smt2")
	require.NoError(t, os.WriteFile(file, []byte(problem), 0o644))
	model := "sat ((define-fun p ((x Int) (y Int)) Bool (exists ((k Int)) (and (= x (* 2 k)) (= y (* 3 k))))))"
	require.Equal(t, outcome{exitOK, "valid model\n", ""}, cornet(t, model, "check", file))
	require.Equal(t, exitNegative, cornet(t, strings.Replace(model, "(* 3 k)", "(* 4 k)", 1), "check", file).code)
}

func TestSimplify(t *testing.T) {
	needZ3(t)
	z := cornet(t, counterWith("(> x 2)"), "simplify", "-")
	require.Equal(t, exitOK, z.code, z.stderr)
	again := cornet(t, z.stdout, "-")
	require.Equal(t, "unsat\n", again.stdout, again.stderr)
}

// Checking a model can take long, too.
func TestCheckBudget(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hard.smt2")
	// Fermat's last theorem for exponent 3: no solver decides it.
	require.NoError(t, os.WriteFile(file, []byte(`(declare-fun p (Int Int Int) Bool)
		(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 0) (> y 0) (> z 0)) (p x y z))))
		(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (not (= (+ (* x x x) (* y y y)) (* z z z))))))`), 0o644))
	model := "((define-fun p ((x Int) (y Int) (z Int)) Bool (and (> x 0) (> y 0) (> z 0))))"
	start := time.Now()
	z := cornet(t, model, "check", file, "--timeout", "0.5")
	require.Less(t, time.Since(start), 5*time.Second)
	require.Equal(t, exitNegative, z.code, z.stderr)
	require.Regexp(t, "^undecided: .*assertion 1: ", z.stdout)
}

// slow is a system that no engine answers soon.
const slow = `(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y (* 2 x) 1) (+ z (* 3 y) (* 3 x) 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 20000) (not (= (* 2 z) (+ x z)))) false)))
`

func TestBudgets(t *testing.T) {
	needZ3(t)
	for name, test := range map[string]struct {
		args   []string
		prefix string
		why    string
	}{
		"seconds":  {[]string{"--timeout", "0.5"}, "", "out of time (0.5 s)"},
		"duration": {[]string{"--timeout=500ms"}, "", "out of time (0.5 s)"},
		"option":   {nil, "(set-option :timeout 500)", "out of time (0.5 s)"},
		"memory":   {[]string{"--memory", "1M"}, "", "out of memory: before any work"},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			z := cornet(t, test.prefix+slow, append([]string{"-"}, test.args...)...)
			require.Less(t, time.Since(start), 5*time.Second)
			require.Equal(t, exitOK, z.code)
			require.Equal(t, "unknown\n", z.stdout)
			require.Contains(t, z.stderr, test.why)
		})
	}
}

func TestInterrupt(t *testing.T) {
	needZ3(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(300*time.Millisecond, func() { cancel(errors.New("interrupt")) })
	start := time.Now()
	z := cornetUntil(t, ctx, slow, "-")
	require.Less(t, time.Since(start), 5*time.Second)
	require.Equal(t, outcome{exitOK, "unknown\n", "unknown: interrupt\n"}, z)
}

func TestStats(t *testing.T) {
	needZ3(t)
	z := cornet(t, counterWith("(> x 2)"), "-", "--stats")
	require.Contains(t, z.stderr, "verdict: unsat")
	z = cornet(t, counterWith("(> x 2)"), "-", "--stats=json", "--engine=bmc")
	require.Contains(t, z.stderr, `"engine": "bmc"`)
	require.Equal(t, "unsat\n", z.stdout, "statistics go to standard error")
}

func TestVersionAndHelp(t *testing.T) {
	z := cornet(t, "", "version")
	require.Equal(t, exitOK, z.code)
	require.Contains(t, z.stdout, "cornet "+version)
	require.Equal(t, z, cornet(t, "", "--version"))
	for _, args := range [][]string{{"--help"}, {"help"}} {
		z = cornet(t, "", args...)
		require.Equal(t, exitOK, z.code)
		require.Contains(t, z.stdout, "certifies every answer")
	}
	require.Equal(t, cornet(t, "", "check", "--help"), cornet(t, "", "help", "check"))
}

// A loop whose invariant is y = 2x; the query needs it, and hints give it.
const doubling = `(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (<= x 1000)) (inv (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (<= y 3000))))
`

func TestHints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hints.tpl")
	require.NoError(t, os.WriteFile(file, []byte("(initial-predicates inv ((a Int) (b Int)) (= b (* 2 a)) (<= a 1001))"), 0o644))
	for _, args := range [][]string{
		{"--hints", file},
		{"--template", "inv: 2*x0 - x1 @1", "--abstraction", "relational"},
	} {
		z := cornet(t, doubling, append(args, "-", "--engine", "predabs", "--timeout", "100")...)
		require.Equal(t, outcome{exitOK, "sat\n", ""}, z)
	}
	z := cornet(t, doubling, "-", "--template", "inw: x0")
	require.Equal(t, exitInput, z.code)
	require.Contains(t, z.stderr, "inv", "the message names what may be meant")
}

// TestProvedSoon validates small models by proofs, and asks solvers only about others.
func TestProvedSoon(t *testing.T) {
	dir := t.TempDir()
	const system = `(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (= x y) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 2) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x y)) false)))
(check-sat)
`
	long := "; " + strings.Repeat("x", 10_000) + "\n" + system
	const model, wrong = "sat ((define-fun inv ((x Int) (y Int)) Bool (>= x y)))", "sat ((define-fun inv ((x Int) (y Int)) Bool (> x y)))"
	for i, test := range []struct {
		system, model, flag, want string
		asked                     bool
	}{
		{system, model, "--check=auto", "valid model\n", false},
		{system, model, "--check=solver", "valid model\n", true},
		{long, model, "--check=auto", "valid model\n", true},
		{system, wrong, "--check=auto", "invalid model", true},
	} {
		file, folder := filepath.Join(dir, "counter.smt2"), filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(file, []byte(test.system), 0o600))
		z := cornet(t, test.model, "check", file, test.flag, "--dump-queries", folder)
		require.Truef(t, strings.HasPrefix(z.stdout, test.want), "%v: %v", test, z)
		queries, err := os.ReadDir(folder)
		require.NoError(t, err)
		require.Equalf(t, test.asked, len(queries) > 0, "%v", test)
	}
}

// TestCheckByProof validates answers by proofs only. An answer without a proof does not count.
func TestCheckByProof(t *testing.T) {
	for _, test := range []struct{ system, want string }{
		{counterWith("(< x 0)"), "sat\n"}, {counterWith("(> x 2)"), "unsat\n"},
		{"(declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int))) (p a)))", "unknown\n"},
	} {
		z := cornet(t, test.system, "-", "--check", "proof")
		require.Equal(t, test.want, z.stdout)
		if test.want == "unknown\n" {
			require.Contains(t, z.stderr, "not a known sort")
		}
	}
	file := filepath.Join(t.TempDir(), "counter.smt2")
	require.NoError(t, os.WriteFile(file, []byte(counterWith("(< x 0)")), 0o644))
	const model = "sat ((define-fun inv ((x Int)) Bool (>= x %s)))"
	require.Equal(t, outcome{exitOK, "valid model\n", ""}, cornet(t, fmt.Sprintf(model, "0"), "check", file, "--check=proof"))
	z := cornet(t, fmt.Sprintf(model, "1"), "check", file, "--check=proof")
	require.Equal(t, exitNegative, z.code)
	require.Contains(t, z.stdout, "undecided: assertion 0: not checked by a proof")
	const refutation = "(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0)) (premises 0)))"
	require.NoError(t, os.WriteFile(file, []byte("(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int)) (not (p x))))"), 0o644))
	for _, witness := range []string{refutation, "unsat " + refutation, "; a comment\nunsat\n" + refutation} {
		require.Equal(t, outcome{exitOK, "valid refutation\n", ""}, cornet(t, witness, "check", file, "--check=proof"))
	}
}
