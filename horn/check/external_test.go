// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/need"
)

// tools returns the folder of the stand-alone validators. It skips the test if the programs that
// they call are missing.
func tools(t *testing.T) string {
	t.Helper()
	folder := filepath.Join("..", "..", "tools", "witness")
	need.Of(t, "python3", "z3")
	return folder
}

// ask runs the stand-alone validator on a printed witness. Its exit codes: 0 valid, 1 invalid, 2
// malformed, 3 undecided.
func ask(t *testing.T, folder, problem, witness string) (code int, text string) {
	t.Helper()
	script := "check_model.py"
	if strings.HasPrefix(witness, "unsat") {
		script = "check_refutation.py"
	}
	file := filepath.Join(t.TempDir(), "problem.smt2")
	require.NoError(t, os.WriteFile(file, []byte(problem), 0o644))
	cmd := exec.Command("python3", filepath.Join(folder, script), file)
	cmd.Stdin = strings.NewReader(witness)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestExternal asks independent validators about the valid witnesses of witnessTests. They are
// written in another language and rest on other solvers.
func TestExternal(t *testing.T) {
	folder := tools(t)
	for _, c := range witnessTests {
		if c.want != "" {
			continue
		}
		text := c.witness
		if !strings.HasPrefix(text, "sat") && !strings.HasPrefix(text, "unsat") {
			text = "unsat\n" + text
		}
		code, out := ask(t, folder, c.problem, text)
		if code != 0 {
			t.Errorf("%s: valid here, but: %s", c.name, out)
		}
	}
}

// TestExternalForms has assertions that the stand-alone validator of refutations leaves to z3 as a
// whole. It also has refutations that the validator must reject.
func TestExternalForms(t *testing.T) {
	folder := tools(t)
	for _, c := range []struct {
		name, problem, witness string
		code                   int
	}{
		{"nested binders", "(declare-fun p (Int Int) Bool)\n(assert (forall ((x Int)) (=> (> x 0) (forall ((x Int) (y Int)) (=> (> y x) (p x y))))))(assert (forall ((z Int)) (not (p z 3))))",
			"(refutation (step 0 (clause 0) (values (x 5) (x 2) (y 3)) (premises)) (step 1 (clause 1) (values (z 2)) (premises 0)))", 0},
		{"nested binders, wrong value", "(declare-fun p (Int Int) Bool)\n(assert (forall ((x Int)) (=> (> x 0) (forall ((x Int) (y Int)) (=> (> y x) (p x y))))))(assert (forall ((z Int)) (not (p z 3))))",
			"(refutation (step 0 (clause 0) (values (x 0) (x 2) (y 3)) (premises)) (step 1 (clause 1) (values (z 2)) (premises 0)))", 1},
		{"named terms", "(declare-fun p (Bool Bool) Bool)\n(assert (! (=> (! (= 1 1) :named one) (p one true)) :named first))(assert (=> first (not (p true true))))",
			"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values) (premises 0 0)))", 0},
		{"disjunctive body in a clause with variables", "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)\n(assert (p 1))(assert (forall ((x Int)) (=> (and (or (p x) (q x)) (> x 0)) (q (+ x 1)))))(assert (not (q 2)))",
			"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 1)) (premises 0)) (step 2 (clause 2) (values) (premises 1)))", 0},
		{"disjunctive body, neither part", "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)\n(assert (p 1))(assert (forall ((x Int)) (=> (and (or (p x) (q x)) (> x 0)) (q (+ x 1)))))(assert (not (q 2)))",
			"(refutation (step 0 (clause 1) (values (x 1)) (premises)) (step 1 (clause 2) (values) (premises 0)))", 1},
		{"equivalence", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (= (p x) (> x 0))))(assert (not (p 4)))",
			"(refutation (step 0 (clause 0) (values (x 4)) (premises)) (step 1 (clause 1) (values) (premises 0)))", 0},
		{"negated exists with a disjunction", "(declare-fun p (Int) Bool)\n(assert (p 0))(assert (not (exists ((x Int)) (or (and (p x) (> x 3)) (and (p x) (< x 3))))))",
			"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0)) (premises 0)))", 0},
		{"macro over a predicate", "(declare-fun p (Int) Bool)(define-fun q ((x Int)) Bool (p (+ x 1)))\n(assert (q 0))(assert (forall ((x Int)) (not (p x))))",
			"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 1)) (premises 0)))", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out := ask(t, folder, c.problem, "unsat\n"+c.witness)
			require.Equal(t, c.code, code, out)
			sys := system(t, c.problem)
			w, err := horn.ReadWitness(sys, "", strings.NewReader(c.witness))
			require.NoError(t, err)
			require.Equal(t, c.code == 0, judge(t, sys, w) == nil)
		})
	}
}

// TestExternalFunctions has models with recursive functions. Functions whose recursion may not end
// are refused, since their definitions may contradict themselves.
func TestExternalFunctions(t *testing.T) {
	folder := tools(t)
	need.Of(t, "cvc5")
	t.Setenv("CHECK_S", "3")
	for _, c := range []struct {
		body string
		code int
	}{
		{"(match l ((nil 0) ((cons h t) (+ 1 (len t)))))", 0},
		{"(let ((n (+ (len (tail l)) 2))) (ite ((_ is nil) l) 0 n))", 0},
		{"(+ 1 (len l))", 2},
		{"(+ 1 (len (tail l)))", 2},
		{"(ite ((_ is nil) l) (+ 1 (len (tail l))) 0)", 2},
		{"(ite ((_ is cons) l) (let ((l nil)) (+ 1 (len l))) 0)", 2},
		{"(match l ((nil (+ 1 (len nil))) ((cons h t) 0)))", 2},
		{"(match l ((nil 0) (t (+ 1 (len t)))))", 2},
	} {
		code, out := ask(t, folder, appending, replaced(`sat ((define-fun-rec len ((l List)) Int BODY)
			(define-fun append ((x List) (y List) (z List)) Bool (= (len z) (+ (len x) (len y)))))`, "sat ", "sat\n", "BODY", c.body))
		require.Equal(t, c.code, code, "%s: %s", c.body, out)
	}
}

// mutant returns a text in which one number or one operator has changed.
func mutant(rnd *rand.Rand, text string) string {
	places := regexp.MustCompile(`[0-9]+|>=|<=|and`).FindAllStringIndex(text, -1)
	p := places[rnd.IntN(len(places))]
	word := text[p[0]:p[1]]
	switch word {
	case ">=":
		word = []string{"<=", ">", "="}[rnd.IntN(3)]
	case "<=":
		word = []string{">=", "<", "="}[rnd.IntN(3)]
	case "and":
		word = "or"
	default:
		word = []string{"0", "1", "2", "3", "5"}[rnd.IntN(5)]
	}
	return text[:p[0]] + word + text[p[1]:]
}

// TestExternalMutants changes good witnesses. Those that the validator accepts must pass the
// stand-alone validators too.
func TestExternalMutants(t *testing.T) {
	folder := tools(t)
	rnd := rand.New(rand.NewPCG(7, 8))
	accepted, rejected := 0, 0
	for _, c := range []struct{ problem, witness string }{
		{counting("1"), goodProof}, {counting("(- 1)"), goodModel},
		{counting("(- 1)"), replaced(goodModel, "(and (>= x 0) (>= y 0))", "(and (>= x 0) (<= x 4) (>= y 0) (>= (+ x y) 0))")},
	} {
		seen := map[string]bool{}
		for range 60 {
			text := mutant(rnd, c.witness)
			if rnd.IntN(3) == 0 {
				text = mutant(rnd, text)
			}
			if seen[text] {
				continue
			}
			seen[text] = true
			sys := system(t, c.problem)
			w, err := horn.ReadWitness(sys, "", strings.NewReader(text))
			if err != nil || judge(t, sys, w) != nil {
				rejected++
				continue
			}
			accepted++
			if code, out := ask(t, folder, c.problem, text); code != 0 {
				t.Errorf("accepted, but: %s\n%s", out, text)
			}
		}
	}
	t.Logf("%d accepted, %d rejected", accepted, rejected)
	require.Positive(t, accepted)
	require.Positive(t, rejected)
}
