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
)

// tools returns the folder of the stand-alone validators, or skips the test.
func tools(t *testing.T) string {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "shared", "tools")
	if _, err := os.Stat(filepath.Join(folder, "check_model.py")); err != nil {
		t.Skipf("needs the stand-alone validators in %s", folder)
	}
	for _, program := range []string{"python3", "z3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("needs %s (Debian: apt install %s)", program, program)
		}
	}
	return folder
}

// ask runs the stand-alone validator on a printed witness. Its exit code: 0
// valid, 1 not, 2 malformed, 3 undecided.
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

// beyond are witness tests whose assertions have a form that the stand-alone
// validator does not take apart.
var beyond = map[string]bool{
	"undefined part that does not matter": true, "disjunctive body": true, "two conclusions": true, "exists in the body": true,
}

// TestExternal asks validators that are written in another language and rest on
// other solvers about the valid witnesses of witnessTests.
func TestExternal(t *testing.T) {
	folder := tools(t)
	for _, c := range witnessTests {
		if c.want != "" || beyond[c.name] {
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

// mutants are texts in which one number has changed, or one operator.
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

// TestExternalMutants changes good witnesses. What the validator lets pass must
// pass the stand-alone validators too.
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
