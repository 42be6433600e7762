// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smtlib"
)

// The tests of this file call Cornet with the command lines of its clients, and parse the answers
// as the clients do.

// called runs a command line. FILE in it represents a file with the text. Without FILE, the text is
// the standard input.
func called(t *testing.T, line, text string) (stdout string, code int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "input.smt2")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	words := strings.Fields(line)
	for i, w := range words {
		words[i] = strings.Replace(w, "FILE", file, 1)
	}
	var out, err bytes.Buffer
	code = Find(words[0]).Run(t.Context(), words[1:], Process{Stdin: strings.NewReader(text), Stdout: &out, Stderr: &err, Version: "1"})
	return out.String(), code
}

// transactions is a question of the Solidity compiler: predicates of a contract and of its
// functions, and an error that two transactions can reach if the limit is 2.
func transactions(limit string) string {
	return `(set-option :timeout 60000)
(set-logic HORN)
(declare-fun |interface_C_0| (Int) Bool)
(declare-fun |summary_constructor_C_0| (Int Int) Bool)
(declare-fun |summary_f_C_0| (Int Int Int) Bool)
(declare-fun |error_target_3_0| () Bool)
(assert (forall ((x Int)) (=> (= x 0) (summary_constructor_C_0 0 x))))
(assert (forall ((e Int) (x Int)) (=> (and (summary_constructor_C_0 e x) (= e 0)) (interface_C_0 x))))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (<= 0 x) (= e (ite (= x ` + limit + `) 3 0)) (= y (ite (< x 5) (+ x 1) x))) (summary_f_C_0 e x y))))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (interface_C_0 x) (summary_f_C_0 e x y) (= e 0)) (interface_C_0 y))))
(assert (forall ((x Int) (y Int) (e Int)) (=> (and (interface_C_0 x) (summary_f_C_0 e x y) (= e 3)) error_target_3_0)))
(assert (=> error_target_3_0 false))
(check-sat)`
}

const solcZ3 = "z3 -in -smt2 -model rlimit=12000000 rewriter.pull_cheap_ite=true fp.spacer.q3.use_qgen=true fp.spacer.mbqi=false " +
	"fp.spacer.ground_pobs=false fp.xform.slice=true fp.xform.inline_linear=true fp.xform.inline_eager=true"

// invariants parses a model as the Solidity compiler does: after the verdict follows a list of
// define-fun, each with five parts.
func invariants(t *testing.T, answer string) (names []string) {
	t.Helper()
	text, ok := strings.CutPrefix(answer, "sat")
	require.True(t, ok, answer)
	items, err := smtlib.ReadSexprs("", strings.NewReader(text))
	require.NoError(t, err)
	if len(items) == 1 {
		items = items[0].List
	}
	for _, x := range items {
		require.Len(t, x.List, 5)
		require.True(t, x.List[0].IsSymbol("define-fun"))
		require.True(t, x.List[3].IsSymbol("Bool"))
		names = append(names, x.List[1].Text)
	}
	return names
}

// hyperResolution parses a proof of z3 as the Solidity compiler and Theta do. They take the part of
// the list after the verdict that begins with proof, with its let expanded. The root is the first
// argument of the step that derives false. The arguments of a hyper-res step are a clause, the
// children, and the derived fact. The result lists the derived facts, each with the facts that it
// follows from.
func hyperResolution(t *testing.T, answer string) (root string, from map[string][]string) {
	t.Helper()
	text, ok := strings.CutPrefix(answer, "unsat")
	require.True(t, ok, answer)
	items, err := smtlib.ReadSexprs("", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, items, 1)
	var proof *smtlib.Sexpr
	for _, x := range items[0].List {
		if x.Head() == "proof" {
			require.Len(t, x.List, 2)
			proof = &x.List[1]
		}
	}
	require.NotNil(t, proof)
	names := map[string]*smtlib.Sexpr{}
	for proof.Head() == "let" {
		for _, b := range proof.List[1].List {
			names[b.List[0].Text] = &b.List[1]
		}
		proof = &proof.List[2]
	}
	at := func(x *smtlib.Sexpr) *smtlib.Sexpr {
		if y := names[x.Text]; x.Kind == smtlib.SexprSymbol && y != nil {
			return y
		}
		return x
	}
	fact := func(x *smtlib.Sexpr) string { return x.List[len(x.List)-1].String() }
	require.Equal(t, "false", fact(proof))
	from = map[string][]string{}
	var visit func(*smtlib.Sexpr)
	visit = func(x *smtlib.Sexpr) {
		require.Equal(t, "hyper-res", x.List[0].List[1].Text)
		children := []string{}
		for i := 2; i < len(x.List)-1; i++ {
			child := at(&x.List[i])
			children = append(children, fact(child))
			visit(child)
		}
		from[fact(x)] = children
	}
	first := at(&proof.List[1])
	visit(first)
	return fact(first), from
}

func TestSolc(t *testing.T) {
	predicates := []string{"interface_C_0", "summary_constructor_C_0", "summary_f_C_0", "error_target_3_0"}
	for _, line := range []string{solcZ3, "eld -hsmt -in -t:60 -ssol"} {
		answer, code := called(t, line, transactions("7"))
		require.Equal(t, 0, code)
		require.Equal(t, predicates, invariants(t, answer))
	}
	answer, _ := called(t, "eld -hsmt -in -t:60 -ssol", transactions("2"))
	require.Equal(t, "unsat\n", answer)
	// After unsat, the compiler asks again, with the options for a proof before the query and the
	// command for it after the query.
	answer, _ = called(t, strings.NewReplacer("=true", "=false", "-model ", "").Replace(solcZ3), "(set-option :produce-proofs true)"+transactions("2")+"\n(get-proof)")
	root, from := hyperResolution(t, answer)
	require.Equal(t, []string{"error_target_3_0"}, from[root])
	require.Equal(t, map[string][]string{
		root:                            {"error_target_3_0"},
		"error_target_3_0":              {"(interface_C_0 2)", "(summary_f_C_0 3 2 3)"},
		"(interface_C_0 2)":             {"(interface_C_0 1)", "(summary_f_C_0 0 1 2)"},
		"(interface_C_0 1)":             {"(interface_C_0 0)", "(summary_f_C_0 0 0 1)"},
		"(interface_C_0 0)":             {"(summary_constructor_C_0 0 0)"},
		"(summary_constructor_C_0 0 0)": {}, "(summary_f_C_0 0 0 1)": {}, "(summary_f_C_0 0 1 2)": {}, "(summary_f_C_0 3 2 3)": {},
	}, from)
}

// nondet is Korn's question about a program that reads numbers until their sum is the limit.
func nondet(limit string) string {
	return `(set-logic HORN)
(set-info :source |
  Generated by Korn
|)
(declare-fun $main_inv (Int) Bool)
(declare-fun $__VERIFIER_nondet_int (Int) Bool)
(assert (forall ((x Int)) (=> (and (<= (- 4) x) (<= x (- 3))) ($__VERIFIER_nondet_int x))))
(assert ($main_inv 0))
(assert (forall ((s Int) (x Int)) (=> (and ($main_inv s) ($__VERIFIER_nondet_int x) (< (- 8) s)) ($main_inv (+ s x)))))
(assert (forall ((s Int)) (=> (and ($main_inv s) (= s ` + limit + `)) false)))
(check-sat)
`
}

func TestKorn(t *testing.T) {
	const name = "__VERIFIER_nondet_"
	answer, _ := called(t, "eld -t:60 -ssol -cex FILE", nondet("(- 7)"))
	sum := 0
	for _, line := range strings.Split(answer, "\n")[1:] {
		if _, rest, ok := strings.Cut(line, name); ok { // the value is between the first parentheses
			n, err := strconv.Atoi(rest[strings.Index(rest, "(")+1 : strings.Index(rest, ")")])
			require.NoError(t, err)
			sum += n
		}
	}
	require.Equal(t, -7, sum)

	answer, _ = called(t, "golem -l QF_LIA -e spacer --print-witness FILE", nondet("(- 7)"))
	lines := strings.Split(answer, "\n")
	require.Equal(t, []string{"unsat", "0:\ttrue"}, lines[:2])
	known := map[string]bool{"0": true}
	for _, line := range lines[2:] {
		if strings.TrimSpace(line) == "" {
			continue
		}
		here, rest, ok := strings.Cut(line, ":")
		require.True(t, ok)
		_, premises, ok := strings.Cut(rest, "->")
		require.True(t, ok)
		for _, p := range strings.Split(strings.TrimSpace(premises), " ") {
			require.True(t, known[p], line)
		}
		known[here] = true
	}
	require.Contains(t, answer, "($__VERIFIER_nondet_int (- 3)) -> ")

	for _, line := range []string{"z3 -t:60000 FILE", "golem -l QF_LIA -e spacer FILE", "eld -t:60 FILE"} {
		answer, code := called(t, line, nondet("1"))
		require.Equal(t, "sat\n", answer, line)
		require.Equal(t, 0, code)
	}
	answer, _ = called(t, "golem -l QF_LIA -e spacer --print-witness FILE", strings.Replace(nondet("1"), "(check-sat)", "(check-sat)\n(get-model)", 1))
	require.Equal(t, []string{"$main_inv", "$__VERIFIER_nondet_int"}, invariants(t, answer))
}

// TestTheta parses counterexamples by Theta's patterns, and models as a single list after the
// verdict.
func TestTheta(t *testing.T) {
	step := regexp.MustCompile(`^([0-9]+):\s*(.*?)->(\s*([0-9]+)(,?\s+[0-9]+)*)?$`)
	leaf := regexp.MustCompile(`^([0-9]+):\s*(.*)$`)
	for _, line := range []string{"eld -ssol -scex -portfolio FILE", "golem --print-witness FILE"} {
		answer, _ := called(t, line, nondet("(- 7)"))
		facts, children := map[string]string{}, map[string][]string{}
		lines := strings.Split(answer, "\n")
		require.Equal(t, "unsat", lines[0])
		for _, l := range lines[1:] {
			if m := step.FindStringSubmatch(l); m != nil {
				facts[m[1]] = strings.TrimSpace(m[2])
				children[m[1]] = strings.FieldsFunc(m[3], func(c rune) bool { return c == ',' || c == ' ' })
			} else if m := leaf.FindStringSubmatch(l); m != nil {
				facts[m[1]] = strings.TrimSpace(m[2])
			}
		}
		roots := 0
		for id, f := range facts {
			items, err := smtlib.ReadSexprs("", strings.NewReader(f))
			require.NoError(t, err)
			require.Len(t, items, 1, f)
			if f == "false" {
				roots++
			}
			for _, c := range children[id] {
				require.Contains(t, facts, c, line)
			}
		}
		require.Equal(t, 1, roots, line)

		answer, _ = called(t, line, nondet("1"))
		require.Len(t, invariants(t, answer), 2)
	}
	answer, _ := called(t, "z3 -smt2 -in", "(set-option :produce-proofs true)\n"+nondet("(- 7)")+"(get-proof)")
	_, from := hyperResolution(t, answer)
	require.Len(t, from["($main_inv (- 7))"], 2)
}

// TestVerdictReaders has clients that read only the verdict: Thrust, which requires nothing else
// and the exit code 0, and people with the files of TriCera, JayHorn and SeaHorn.
func TestVerdictReaders(t *testing.T) {
	for _, c := range []struct{ line, text, want string }{
		{"z3 fp.spacer.global=true fp.validate=true FILE", nondet("1"), "sat"},
		{"z3 fp.spacer.global=true fp.validate=true FILE", nondet("0"), "unsat"},
		{"eld -portfolio -t:60 FILE", "(set-info :origin \"TriCera\")\n" + nondet("1"), "sat"},
		{"eld FILE", strings.Replace(nondet("0"), "(set-logic HORN)", "(set-logic HORN)\n(declare-datatypes ((Ref 0)) (((null) (ref (id Int)))))", 1), "unsat"},
		{"z3 -T:60 fp.engine=spacer FILE", `(set-info :original "main.bc")
(set-info :authors "SeaHorn")
(declare-rel verifier.error (Bool Bool Bool))
(declare-rel main@entry (Int))
(declare-rel main@verifier.error.split ())
(declare-var main@%x_0 Int)
(rule (verifier.error false false false))
(rule (main@entry 0))
(rule (=> (and (main@entry main@%x_0) (< main@%x_0 3)) (main@entry (+ main@%x_0 1))))
(rule (=> (and (main@entry main@%x_0) (> main@%x_0 2)) main@verifier.error.split))
(query main@verifier.error.split)`, "sat"},
	} {
		answer, code := called(t, c.line, c.text)
		require.Equal(t, c.want, strings.TrimSpace(answer), c.line)
		require.Equal(t, 0, code)
	}
}

// TestVerdictFirst requires the verdict before the message about a witness that cannot be printed:
// here a refutation with a loop of very many iterations.
func TestVerdictFirst(t *testing.T) {
	text := `(set-logic HORN)
(declare-fun p ((_ BitVec 64) (_ BitVec 64)) Bool)
(assert (p (_ bv0 64) (_ bv0 64)))
(assert (forall ((x (_ BitVec 64)) (y (_ BitVec 64))) (=> (p x y) (p (bvadd x (_ bv1 64)) (bvadd y (_ bv3 64))))))
(assert (forall ((x (_ BitVec 64)) (y (_ BitVec 64))) (=> (and (p x y) (= y (_ bv2570 64))) false)))
`
	for _, line := range []string{"eld -cex FILE", "eld -scex FILE", "golem --print-witness FILE"} {
		answer, code := called(t, line, text)
		require.Regexp(t, `^unsat\n\(error "the refutation has a loop of .* iterations, which this form cannot express.*"\)\n$`, answer, line)
		require.Equal(t, 0, code, line)
	}
}

// TestErrors checks where clients look for errors.
func TestErrors(t *testing.T) {
	for line, code := range map[string]int{"eld FILE": 0, "golem FILE": 1, "z3 FILE": 1, "z3 -in": 1} {
		answer, got := called(t, line, "(declare-fun p (Int) Bool)\n(assert (p x))\n")
		require.Regexp(t, `^\(error ".*2.*unknown symbol x.*"\)\n$`, answer, line)
		require.Equal(t, code, got, line)
	}
}
