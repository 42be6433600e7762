// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// stackVariable names an environment variable. If it is set, the test binary runs the program
// itself, with stacks of at most that many bytes. A stack that overflows ends the process, so the
// test needs a child process.
const stackVariable = "CORNET_TEST_STACK"

func TestMain(m *testing.M) {
	if n, err := strconv.Atoi(os.Getenv(stackVariable)); err == nil {
		debug.SetMaxStack(n)
		os.Exit(process())
	}
	os.Exit(m.Run())
}

const (
	depth      = 5_000
	depthStack = 1 << 18 // bytes: too little for one frame per level, which takes at least 50 bytes
)

// confined runs the program with small stacks in a folder and returns its outcome.
func confined(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	return separate(t, dir, depthStack, args...)
}

// unconfined runs the program in a process of its own.
func unconfined(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	return separate(t, dir, 1<<30, args...)
}

func separate(t *testing.T, dir string, stack int, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), stackVariable+"="+strconv.Itoa(stack))
	cmd.Dir = dir
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	cmd.Run()
	return outcome{cmd.ProcessState.ExitCode(), out.String(), err.String()}
}

// nest returns open around body depth times; %d in open is the level.
func nest(open, body, end string) string { return nestTo(depth, open, body, end) }

func nestTo(n int, open, body, end string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(open, "%d", strconv.Itoa(i)))
	}
	b.WriteString(body)
	for range n {
		b.WriteString(end)
	}
	return b.String()
}

// lines returns line for each level; %d is the level, %p the one before.
func lines(line string) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.NewReplacer("%d", strconv.Itoa(i+1), "%p", strconv.Itoa(i)).Replace(line))
		b.WriteByte('\n')
	}
	return b.String()
}

const depthDeclarations = `(set-logic HORN)
(declare-sort U 0)
(declare-datatypes ((L 0) (T 0)) (((nil) (cons (head Int) (tail L))) ((leaf) (node (left T) (val Int) (right T)))))
(declare-datatypes ((R 0)) (((none) (many (sub (Array Int R))))))
(declare-fun p (Int) Bool)
(declare-fun q () Bool)
(declare-fun r ((Array Int Int)) Bool)
(declare-fun v ((_ BitVec 8)) Bool)
(declare-fun l (L) Bool)
(declare-fun k (R) Bool)
`

// depthTerms are terms over the variables of their sort's clause, nested in every operator.
var depthTerms = map[string][]string{ // by sort: opening, end
	"Bool": {
		"(not |)", "(and b (or c |))", "(or b |)", "(=> b |)", "(=> | b)", "(xor b |)", "(= b |)", "(distinct c |)", "(ite b c |)", "(ite | c b)",
		"(let ((b |)) b)", "(let ((b (not b))) |)", "(! | :named n%d)", "(! | :pattern (b))", "(forall ((x Int)) (or (> x y) |))",
		"(exists ((x%d Int)) (and (> x%d y) |))", "(forall ((x Int)) (exists ((y Int)) (=> (> x y) |)))", "(or (> (ite | 1 2) y) c)",
		"(= (store m (ite | 1 2) y) m)", "(= (select (ite | m n) 1) y)", "(bvult (ite | w w2) w)", "((_ is cons) (ite | s (cons 1 s)))",
		"(= (ite | s (cons 1 s)) s)", "(< (ite | 1.5 z) z)", "(p (ite | 1 2))",
	},
	"Int": {
		"(+ 1 |)", "(- | x)", "(- |)", "(* 2 |)", "(* x |)", "(div | 3)", "(div x |)", "(mod | 7)", "(mod x |)", "(abs |)", "(ite (> | x) x y)", "(ite b | x)",
		"(to_int (to_real |))", "(to_int (/ (to_real |) 3.0))", "(select m |)", "(select (store m | x) y)", "(select (store m y |) x)",
		"(head (cons | s))", "(head (ite (> x 0) (cons | s) s))", "(bv2nat ((_ int2bv 8) |))", "(let ((x |)) (+ x y))", "(let ((x (+ x y))) |)",
		"(select ((as const (Array Int Int)) |) x)", "(val (node leaf | leaf))", "(match (cons | s) ((nil 0) ((cons a o) (+ a 1))))",
		"(match s ((nil 0) ((cons x s) |)))",
	},
	"Real": {"(+ 1.5 |)", "(/ | 3.0)", "(/ z |)", "(* z |)", "(ite (< | z) z 1.0)", "(to_real (to_int |))", "(- |)"},
	"BitVec": {
		"(bvnot |)", "(bvneg |)", "(bvand w |)", "(bvor w |)", "(bvxor w |)", "(bvadd w |)", "(bvmul w |)", "(bvudiv w |)", "(bvurem | w)", "(bvsdiv | w)",
		"(bvsrem w |)", "(bvsmod w |)", "(bvshl | w)", "(bvlshr w |)", "(bvashr | w)", "(bvsub | w)", "(bvnand w |)", "(bvxnor w |)",
		"((_ extract 7 0) (concat w |))", "((_ extract 8 1) (concat | w))", "((_ rotate_left 3) |)", "((_ extract 7 0) ((_ sign_extend 2) |))",
		"((_ extract 9 2) ((_ zero_extend 2) |))", "((_ extract 8 1) ((_ repeat 2) |))", "(ite (bvult | w) w w2)", "((_ int2bv 8) (+ 1 (bv2nat |)))",
		"(ite (= #b1 (bvcomp | w)) w w2)",
	},
	"Array": {"(store | x y)", "(store m (select | x) y)", "(store m x (select | y))", "(ite (= | n) m n)", "(store (store | x 1) 2 y)"},
	"L":     {"(cons 1 |)", "(tail |)", "(tail (cons 1 |))", "(ite ((_ is cons) |) s (tail s))", "(match | ((nil nil) ((cons h t) t)))", "(cons (head |) s)", "(let ((s |)) (cons 1 s))"},
	"R":     {"(many ((as const (Array Int R)) |))", "(many (store (sub j) 1 |))", "(select (sub |) 1)", "(many (store ((as const (Array Int R)) none) 1 |))"},
}

// depthAtoms are atoms over a nested term.
var depthAtoms = map[string]string{
	"Bool": "(=> (and | (> x 3)) (p y))", "Int": "(=> (= x |) (p y))", "Real": "(=> (< | z) (p y))", "BitVec": "(=> (= w2 |) (v w))", "Array": "(=> (r m) (r |))",
	"L": "(=> (l s) (l |))", "R": "(=> (k j) (k |))",
}

var depthBodies = map[string]string{"Bool": "(> x y)", "Int": "y", "Real": "z", "BitVec": "w", "Array": "m", "L": "s", "R": "j"}

const depthVariables = "(forall ((x Int) (y Int) (z Real) (b Bool) (c Bool) (w (_ BitVec 8)) (w2 (_ BitVec 8)) (m (Array Int Int)) (n (Array Int Int)) (s L) (j R)) "

const depthQueries = `(assert (not (p 5)))
(assert (not (v #x05)))
(assert (not (l (cons 3 nil))))
(assert (not (k none)))
(assert (not (r ((as const (Array Int Int)) 3))))
(assert (k (many ((as const (Array Int R)) none))))
(assert (l nil))
(assert (r ((as const (Array Int Int)) 7)))
(check-sat)
`

// TestDepth nests everything that can be nested. Whatever the answer is, no recursion may overflow.
func TestDepth(t *testing.T) {
	if testing.Short() {
		t.Skip("runs dozens of processes")
	}
	for sort, terms := range depthTerms {
		t.Run(sort, func(t *testing.T) {
			t.Parallel()
			text := depthDeclarations
			for _, term := range terms {
				open, end, _ := strings.Cut(term, "|")
				text += "(assert " + depthVariables + strings.Replace(depthAtoms[sort], "|", nest(open, depthBodies[sort], end), 1) + "))\n"
			}
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte(text+depthQueries), 0o644))
			for _, args := range depthRuns {
				z := confined(t, dir, strings.Fields(args)...)
				require.True(t, ended(z), "%s\n%s\n%s", args, head(z.stdout), head(z.stderr))
			}
		})
	}
}

// depthRuns are the command lines for the file with the terms.
var depthRuns = []string{
	"a --timeout 1", "a --timeout 1 --solver native --no-passes --engine lawi", "a --timeout 1 --solver native --no-passes --engine cellmorph",
}

// systemOf returns a Horn system of declarations and clauses.
func systemOf(parts ...string) string {
	return "(set-logic HORN)\n" + strings.Join(parts, "\n") + "\n(check-sat)\n"
}

const oneLoop = `(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (p x) (>= x 0))))`

// depthFiles are inputs that are deep or long in other ways: files by name, and the arguments of
// the program.
var depthFiles = map[string]struct {
	args  string
	files map[string]string
}{
	"sort":                {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (" + nest("(Array Int ", "Int", ")") + ") Bool)")}},
	"sort, index":         {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (" + nest("(Array ", "Int", " Int)") + ") Bool)")}},
	"sort up to limit":    {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p ("+nestTo(500, "(Array Int ", "Int", ")")+") Bool)", "(assert (forall ((x "+nestTo(500, "(Array Int ", "Int", ")")+")) (=> (p x) (p x))))", "(assert (forall ((x "+nestTo(500, "(Array Int ", "Int", ")")+")) (p x)))", "(assert (forall ((x "+nestTo(500, "(Array Int ", "Int", ")")+")) (not (p x))))")}},
	"defined sorts":       {"a --timeout 2", map[string]string{"a": systemOf("(define-sort S0 () Int)", lines("(define-sort S%d () (Array Int S%p))"), "(declare-fun p (S5000) Bool)")}},
	"doubled sorts":       {"a --timeout 2", map[string]string{"a": systemOf("(define-sort S0 (X) X)", lines("(define-sort S%d (X) (Array (S%p X) (S%p X)))"), "(declare-fun p ((S200 Int)) Bool)")}},
	"datatypes":           {"a --timeout 2", map[string]string{"a": systemOf("(declare-datatypes ((D0 0)) (((c0))))", lines("(declare-datatypes ((D%d 0)) (((c%d (f%d D%p)))))"), "(declare-fun p (D5000) Bool)", "(assert (forall ((x D5000)) (p x)))", "(assert (forall ((x D5000)) (not (p x))))")}},
	"mutual datatypes":    {"a --timeout 2", map[string]string{"a": systemOf("(declare-datatypes ("+lines("(D%d 0)")+"(D0 0)) ("+lines("((c%d (f%d D%p)))")+"((c0))))", "(declare-fun p (D5000) Bool)", "(assert (forall ((x D5000)) (p x)))", "(assert (forall ((x D5000)) (not (p x))))")}},
	"old datatypes":       {"a --timeout 2", map[string]string{"a": systemOf("(declare-datatypes () ((D0 c0)"+lines("(D%d (c%d (f%d D%p)))")+"))", "(declare-fun p (D5000) Bool)", "(assert (forall ((x D5000)) (not (p x))))")}},
	"deep old datatypes":  {"a --timeout 2", map[string]string{"a": systemOf("(declare-datatypes () " + nest("(", "x", ")") + ")")}},
	"definitions":         {"a --timeout 2", map[string]string{"a": systemOf("(define-fun f0 ((x Int)) Int x)", lines("(define-fun f%d ((x Int)) Int (ite (> x %d) (f%p x) x))"), "(declare-fun p (Int) Bool)", "(assert (forall ((x Int)) (p (f5000 x))))", "(assert (not (p 3)))")}},
	"doubled definitions": {"a --timeout 2", map[string]string{"a": systemOf("(define-fun f0 ((x Int)) Int x)", lines("(define-fun f%d ((x Int)) Int (ite (> (f%p x) 0) (f%p (- x 1)) x))"), "(declare-fun p (Int) Bool)", "(assert (forall ((x Int)) (p (f5000 x))))", "(assert (not (p 3)))")}},
	"doubled lets":        {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (forall ((x0 Int)) "+lines("(let ((x%d (ite (> x%p 0) x%p (div x%p 2))))")+"(p x5000)"+strings.Repeat(")", depth+2), "(assert (not (p 3)))")}},
	"predicates in lets":  {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (forall ((x Int)) (let ((y0 (p x))) "+lines("(let ((y%d (and y%p (or y%p (> x %d)))))")+"(not y5000)"+strings.Repeat(")", depth+3))}},
	"chain":               {"a --model", map[string]string{"a": systemOf("(declare-fun p0 (Int) Bool)", lines("(declare-fun p%d (Int) Bool)"), "(assert (p0 0))", lines("(assert (forall ((x Int)) (=> (p%p x) (p%d (+ x 1)))))"), "(assert (not (p5000 3)))")}},
	"refuted chain":       {"a --proof", map[string]string{"a": systemOf("(declare-fun p0 (Int) Bool)", lines("(declare-fun p%d (Int) Bool)"), "(assert (p0 0))", lines("(assert (forall ((x Int)) (=> (p%p x) (p%d (+ x 1)))))"), "(assert (not (p5000 5000)))")}},
	"chain as it is":      {"a --no-passes --timeout 2", map[string]string{"a": systemOf("(declare-fun p0 (Int) Bool)", lines("(declare-fun p%d (Int) Bool)"), "(assert (p0 0))", lines("(assert (forall ((x Int)) (=> (p%p x) (p%d (+ x 1)))))"), "(assert (not (p5000 5000)))")}},
	"nonlinear chain":     {"a --no-passes --timeout 2", map[string]string{"a": systemOf("(declare-fun p0 (Int) Bool)", lines("(declare-fun p%d (Int) Bool)"), "(assert (p0 0))", lines("(assert (forall ((x Int)) (=> (and (p%p x) (p%p x)) (p%d (+ x 1)))))"), "(assert (not (p5000 5000)))")}},
	"wide body":           {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (p 0))", "(assert (forall ((x Int)) (=> (and "+lines("(p (+ x %d))")+") false)))")}},
	"stores and reads":    {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p0 ((Array Int Int)) Bool)", lines("(declare-fun p%d ((Array Int Int)) Bool)"), "(assert (forall ((m (Array Int Int))) (p0 m)))", lines("(assert (forall ((m (Array Int Int)) (i Int)) (=> (p%p m) (p%d (store m (select m i) %d)))))"), "(assert (forall ((m (Array Int Int))) (=> (p5000 m) (= (select m 0) 5))))")}},
	"information":         {"a --timeout 2", map[string]string{"a": systemOf("(set-info :x "+nest("(", "x", ")")+")", "(set-option :y "+nest("(", "x", ")")+")", "(get-info "+nest("(", "x", ")")+")")}},
	"levels":              {"a --timeout 2", map[string]string{"a": systemOf("(push 1000000)", lines("(push 1)"), oneLoop)}},
	"annotations":         {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p () Bool)", "(assert (! p :x "+nest("(", "x", ")")+"))")}},
	"unclosed":            {"a --timeout 2", map[string]string{"a": nest("(", "", "")}},
	"unclosed term":       {"a --timeout 2", map[string]string{"a": "(assert " + nest("(not ", "", "")}},
	"qualified":           {"a --timeout 2", map[string]string{"a": systemOf("(assert (" + nest("(as ", "const", " Int)") + " 3))")}},
	"model":               {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "sat\n((define-fun p ((x Int)) Bool " + nest("(and (>= x 0) (not ", "false", "))") + "))"}},
	"model of terms":      {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "sat\n((define-fun p ((x Int)) Bool (>= " + nest("(ite (> x %d) ", "x", " x)") + " 0)))"}},
	"model of helpers":    {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "sat\n((define-fun h0 ((x Int)) Bool (>= x 0))" + lines("(define-fun h%d ((x Int)) Bool (and (h%p x) (>= x (- %d))))") + "(define-fun p ((x Int)) Bool (h5000 x)))"}},
	"model of lets":       {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "sat\n((define-fun p ((x Int)) Bool (let ((y0 (>= x 0))) " + lines("(let ((y%d (and y%p (or y%p (> x (- %d))))))") + "y5000" + strings.Repeat(")", depth+3) + ")"}},
	"bare lists":          {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": nest("(", "", ")")}},
	"refutation":          {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "unsat\n(refutation (step 0 (clause 0) (values (x 0)) (premises))" + lines("(step %d (clause 1) (values (x %p)) (premises %p))") + "(step 5001 (clause 2) (values (x 5000)) (premises 5000)))"}},
	"refutation of lists": {"check a b --timeout 2", map[string]string{"a": systemOf(oneLoop), "b": "unsat\n(refutation " + nest("(", "", ")") + ")"}},
	"refutation of terms": {"check a b --timeout 2", map[string]string{"a": systemOf("(declare-datatypes ((L 0)) (((nil) (cons (tail L)))))", "(declare-fun p (L) Bool)", "(assert (forall ((x L)) (p x)))", "(assert (forall ((x L)) (not (p x))))"), "b": "unsat\n(refutation (step 0 (clause 0) (values (x " + nest("(cons ", "nil", ")") + ")) (premises)) (step 1 (clause 1) (values (x " + nest("(cons ", "nil", ")") + ")) (premises 0)))"}},
	"interpolants":        {"interpolate a --timeout 2", map[string]string{"a": "(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)(assert (! (= x " + nest("(f ", "y", ")") + ") :named a))(assert (! (not (= x " + nest("(f ", "y", ")") + ")) :named b))(check-sat)(get-interpolants a b)"}},
	"interpolation tree":  {"interpolate a", map[string]string{"a": "(declare-const x Int)(assert (! (> x 3) :named a))(assert (! (< x 3) :named b))(check-sat)(get-interpolants " + nest("(", "a", ")") + " b)"}},
	"hints":               {"a --timeout 2 --hints b", map[string]string{"a": systemOf(oneLoop), "b": "(templates p ((x Int)) (term " + nest("(ite (> x 0) ", "x", " 1)") + " 1))"}},
	"hints of lists":      {"a --timeout 2 --hints b", map[string]string{"a": systemOf(oneLoop), "b": nest("(", "", ")")}},
	"candidates":          {"a --timeout 2 --hints b", map[string]string{"a": systemOf(oneLoop), "b": "((define-fun p ((x Int)) Bool " + nest("(and (>= x 0) (not ", "false", "))") + "))"}},
	"simplified":          {"simplify a", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (forall ((x Int) (y Int)) (p "+nest("(ite (> y %d) x ", "y", ")")+")))", "(assert (not (p 3)))")}},
	"graph":               {"graph --system a", map[string]string{"a": systemOf("(declare-fun p0 (Int) Bool)", lines("(declare-fun p%d (Int) Bool)"), "(assert (p0 0))", lines("(assert (forall ((x Int)) (=> (p%p x) (p%d (+ x 1)))))"), "(assert (not (p5000 3)))")}},
	"graph of terms":      {"graph --system a", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (forall ((x Int) (y Int)) (p "+nest("(ite (> y %d) x ", "y", ")")+")))", "(assert (not (p 3)))")}},
	"conjunctions":        {"a --timeout 2", map[string]string{"a": systemOf("(declare-fun p (Int) Bool)", "(assert (forall ((x Int) (y Int)) (=> "+nest("(and (> x (* y %d)) ", "(> x y)", ")")+"(p x))))", "(assert (not (p 3)))")}},
	"set":                 {"bench b.set", map[string]string{"b.set": nest("b.set\n", "", "")}},
}

// TestDepthOfFiles reads everything that the program reads.
func TestDepthOfFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("runs dozens of processes")
	}
	for name, test := range depthFiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for f, text := range test.files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, f), []byte(text), 0o644))
			}
			z := confined(t, dir, strings.Fields(test.args)...)
			require.True(t, ended(z), "%s\n%s", head(z.stdout), head(z.stderr))
		})
	}
}

// ended reports whether the program ended by itself, rather than by a crash or signal.
func ended(z outcome) bool {
	return z.code >= 0 && z.code <= 3 && !strings.Contains(z.stderr, "goroutine ") && !strings.Contains(z.stderr, "SIG")
}

func head(text string) string {
	return text[:min(len(text), 3000)]
}
