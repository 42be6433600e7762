// SPDX-License-Identifier: Apache-2.0

package refutation_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/horntest"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/proof/refutation"
	"cornet/smtlib"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// system returns the system of a file, which has refutations in its own notation.
func system(t *testing.T, name, text string) (*horn.System, []smtlib.Sexpr) {
	script, err := smtlib.ReadString(logic.NewStore(), name, text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	commands, err := smtlib.ReadSexprs(name, strings.NewReader(text))
	require.NoError(t, err)
	return sys, commands
}

// carcara returns a function that checks a proof of a file, or skips the test.
func carcara(t *testing.T) func(proof, file string) string {
	path := need.Of(t, "carcara")
	folder := t.TempDir()
	return func(proof, file string) string {
		p, f := filepath.Join(folder, "proof.alethe"), filepath.Join(folder, "file.smt2")
		require.NoError(t, os.WriteFile(p, []byte(proof), 0o644))
		require.NoError(t, os.WriteFile(f, []byte(file), 0o644))
		out, _ := exec.Command(path, "check", "--expand-let-bindings", "--apply-function-defs", p, f).CombinedOutput()
		return strings.TrimSpace(string(out))
	}
}

// tests are files of testdata with the number of holes in their proofs.
var tests = map[string]int{"connectives": 0, "reals": 0, "array": 3}

// write returns the proof of a file of testdata.
func write(t *testing.T, name string) (proof, text string, z refutation.Stats) {
	data, err := os.ReadFile(filepath.Join("testdata", name+".smt2"))
	require.NoError(t, err)
	text = string(data)
	sys, commands := system(t, name, text)
	given, err := os.Open(filepath.Join("testdata", name+".refutation"))
	require.NoError(t, err)
	defer given.Close()
	w, err := horn.ReadWitness(sys, name, given)
	require.NoError(t, err)
	var out bytes.Buffer
	z, err = refutation.Write(&out, commands, sys, w.Proof)
	require.NoError(t, err)
	return out.String(), text, z
}

func TestGolden(t *testing.T) {
	for name, holes := range tests {
		t.Run(name, func(t *testing.T) {
			proof, _, z := write(t, name)
			require.Equal(t, holes, z.Holes)
			require.Equal(t, holes, strings.Count(proof, ":rule hole"))
			golden := filepath.Join("testdata", name+".alethe")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(proof), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), proof)
		})
	}
}

// TestCarcara checks the proofs against their files. With one value changed, they must be refused.
func TestCarcara(t *testing.T) {
	check := carcara(t)
	for name, holes := range tests {
		proof, text, _ := write(t, name)
		want := "valid"
		if holes > 0 {
			want = "holey"
		}
		require.Equal(t, want, check(proof, text), name)
	}
	proof, text, _ := write(t, "reals")
	changed := strings.Replace(proof, ":args (-3 10)", ":args (-3 11)", 1)
	require.NotEqual(t, proof, changed)
	require.Contains(t, check(changed, text), "forall_inst")
}

// TestWords proves the values of operations on all pairs of words of 3 bits. There are holes where
// Carcara has the wrong value, or no rule: extractions of the highest bit, and divisions of
// negative numbers.
func TestWords(t *testing.T) {
	check := carcara(t)
	for op, holes := range map[string]bool{
		"bvadd x y": false, "bvmul x y": false, "bvsub x y": false, "bvand x y": false, "bvor x y": false, "bvxor x y": false, "bvnot x": false, "bvneg y": false,
		"bvudiv x y": false, "bvurem x y": false, "bvult x y": false, "bvule x y": false, "bvugt x y": false, "bvuge x y": false, "bvslt x y": false, "bvsle x y": false,
		"bvsgt x y": false, "bvsge x y": false, "concat x y": false, "bvnand x y": false, "bvnor x y": false, "bvxnor x y": false, "bvcomp x y": false,
		"(_ zero_extend 2) x": false, "(_ sign_extend 2) x": true, "(_ extract 1 0) x": true, "(_ extract 2 1) x": true, "bvsdiv x y": true, "bvsrem x y": true, "bvsmod x y": true,
	} {
		text := "(declare-fun p ((_ BitVec 3) (_ BitVec 3)) Bool)\n(assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (= (" + op + ") (" + op + ")) (p x y))))\n(assert (not (and"
		given := "unsat (refutation"
		var premises strings.Builder
		for k := range 64 {
			x, y := fmt.Sprintf("#b%03b", k/8), fmt.Sprintf("#b%03b", k%8)
			text += " (p " + x + " " + y + ")"
			given += fmt.Sprintf("\n(step %d (clause 0) (values (x %s) (y %s)) (premises))", k, x, y)
			fmt.Fprintf(&premises, " %d", k)
		}
		text += ")))"
		sys, commands := system(t, op, text)
		w, err := horn.ReadWitness(sys, op, strings.NewReader(given+" (step 64 (clause 1) (values) (premises"+premises.String()+")))"))
		require.NoError(t, err)
		var out bytes.Buffer
		z, err := refutation.Write(&out, commands, sys, w.Proof)
		require.NoError(t, err)
		require.Equal(t, holes, z.Holes > 0, op)
		require.Equal(t, map[bool]string{false: "valid", true: "holey"}[holes], check(out.String(), text), op)
	}
}

// TestArrays proves facts about terms over random arrays: their elements, their normal form, and
// whether they are equal.
func TestArrays(t *testing.T) {
	path := need.Of(t, "carcara")
	rng := rand.New(rand.NewPCG(3, 4))
	folder := t.TempDir()
	for range 60 {
		array := func() string {
			z := "((as const (Array Int Int)) 0)"
			for range 1 + rng.IntN(4) {
				z = fmt.Sprintf("(store %s (+ x %d) %d)", z, rng.IntN(3), rng.IntN(3))
			}
			return z
		}
		text := "(declare-fun p (Int (Array Int Int) Bool) Bool)\n"
		given, premises, atoms := "unsat (refutation", "", ""
		for k := range 8 {
			a := array()
			text += fmt.Sprintf("(assert (forall ((x Int)) (p (select %s (- x %d)) %s (= %s %s))))\n", a, rng.IntN(3), array(), array(), array())
			given += fmt.Sprintf(" (step %d (clause %d) (values (x %d)) (premises))", k, k, rng.IntN(3))
			premises += fmt.Sprintf(" %d", k)
			atoms += fmt.Sprintf(" (p n%d a%d c%d)", k, k, k)
		}
		script, err := smtlib.ReadString(logic.NewStore(), "arrays", text)
		require.NoError(t, err)
		given += fmt.Sprintf(" (step 8 (clause 8) (values%s) (premises%s)))", values(t, script, given), premises)
		vars := ""
		for k := range 8 {
			vars += fmt.Sprintf(" (n%d Int) (a%d (Array Int Int)) (c%d Bool)", k, k, k)
		}
		text += "(assert (forall (" + vars + ") (not (and" + atoms + "))))\n"
		sys, commands := system(t, "arrays", text)
		w, err := horn.ReadWitness(sys, "arrays", strings.NewReader(given))
		require.NoError(t, err)
		var out bytes.Buffer
		z, err := refutation.WriteWithAxioms(&out, commands, sys, w.Proof)
		require.NoError(t, err)
		require.Zero(t, z.Holes, text)
		for name, content := range map[string]string{"proof.alethe": out.String(), "file.smt2": text, "axioms.rare": strings.Join(slices.Sorted(maps.Keys(z.Axioms)), "")} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
		}
		c := exec.Command(path, "check", "proof.alethe", "file.smt2", "--rare-file", "axioms.rare")
		c.Dir = folder
		answer, _ := c.CombinedOutput()
		require.Equal(t, "valid", strings.TrimSpace(string(answer)), "%s\n%s", text, out.String())
	}
}

// values returns the arguments of the atoms that the steps of a refutation derive, as values of the
// variables of a further step.
func values(t *testing.T, script *smtlib.Script, given string) string {
	z, k := "", 0
	for _, c := range script.Commands {
		if c.Kind != smtlib.CmdAssert {
			continue
		}
		var x int64
		_, err := fmt.Sscanf(strings.SplitN(strings.SplitN(given, fmt.Sprintf("(clause %d) (values (x ", k), 2)[1], ")", 2)[0], "%d", &x)
		require.NoError(t, err)
		s := script.Store
		body := s.Substitute(c.Term.Arg(0), c.Term.Bound(), []*logic.Term{s.IntNum(x)})
		for i, name := range []string{"n", "a", "c"} {
			z += fmt.Sprintf(" (%s%d %v)", name, k, s.Simplify(body.Arg(i)))
		}
		k++
	}
	return z
}

// TestCarcaraRandom checks proofs of random systems over Bool. Their assertions nest all
// connectives.
func TestCarcaraRandom(t *testing.T) {
	check := carcara(t)
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 256)
	refuted, whole := 0, 0
	for range 400 {
		for i := range data {
			data[i] = byte(rng.UintN(256))
		}
		text := horntest.Script(horntest.NewChoices(data))
		script, err := smtlib.ReadString(logic.NewStore(), "random", text)
		require.NoError(t, err)
		sys, err := horn.FromScript(script)
		if err != nil {
			continue // not Horn
		}
		r, _ := horntest.Solve(sys)
		if r == nil {
			continue
		}
		p, err := sys.Proof(r)
		require.NoError(t, err)
		commands, err := smtlib.ReadSexprs("random", strings.NewReader(text))
		require.NoError(t, err)
		var out bytes.Buffer
		z, err := refutation.Write(&out, commands, sys, p)
		if err != nil {
			require.Contains(t, err.Error(), "quantified formula", text)
			continue
		}
		refuted++
		want := "valid"
		if z.Holes > 0 {
			want = "holey" // quantified formulas without predicates
		} else {
			whole++
		}
		require.Equal(t, want, check(out.String(), text), "%s\n%s", text, out.String())
	}
	require.Greater(t, whole, max(20, refuted/2))
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"(declare-rel p (Int)) (declare-var x Int) (rule (p 1)) (query (p x))": "assert commands",
	} {
		_, err := refutation.Write(&bytes.Buffer{}, must(smtlib.ReadSexprs("t", strings.NewReader(text))), &horn.System{}, &horn.Proof{})
		require.ErrorContains(t, err, want)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
