// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smtlib"
)

// scriptTests are scripts and the clauses of the systems that they pose, in the
// notation of clausifyTests, with the numbers of the assertions.
var scriptTests = []struct {
	name, in, want string
	numbers        []int
}{
	{"several assertions", `
		(declare-fun p (Int) Bool)
		(assert (p 0))
		(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
		(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))
		(check-sat)`,
		"(p 0) (forall ((x Int)) (=> (p x) (p (+ x 1)))) (forall ((x Int)) (=> (and (p x) (< x 0)) false))", []int{0, 1, 2}},
	{"no check-sat", `(declare-fun p () Bool) (assert p)`, "p", []int{0}},
	{"popped assertions", `
		(declare-fun p (Int) Bool)
		(push 1) (assert (p 0)) (pop 1)
		(push 1) (assert (p 1)) (push 2) (assert (p 2)) (pop 2) (assert (p 3)) (check-sat) (assert (p 4)) (pop 1)`,
		"(p 1) (p 3)", []int{1, 3}},
	{"popped predicates", `
		(push 1) (declare-fun p (Int) Bool) (assert (p 0)) (pop 1)
		(declare-fun p (Bool) Bool) (assert (p true)) (check-sat)`,
		"(p true)", []int{1}},
	{"reset-assertions", `(declare-fun p () Bool) (assert p) (set-option :global-declarations true) (assert (not p)) (check-sat) (exit) (check-sat)`,
		"p (not p)", []int{0, 1}},
	{"global declarations", `
		(set-option :global-declarations true)
		(push 1) (declare-fun p (Int) Bool) (assert (p 0)) (pop 1) (assert (p 1))
		(push 2) (declare-fun q (Int) Bool) (reset-assertions) (assert (p 2)) (assert (q 3)) (check-sat)`,
		"(p 2) (q 3)", []int{2, 3}},
	{"declared again after reset-assertions", `
		(declare-fun p (Int) Bool) (push 1) (assert (p 0)) (reset-assertions)
		(declare-fun p (Int) Bool) (assert (p 1)) (check-sat)`,
		"(p 1)", []int{1}},
	{"macros", `
		(declare-fun p (Int) Bool)
		(define-fun next ((x Int)) Int (+ x 1))
		(define-fun step ((x Int)) Bool (=> (p x) (p (next x))))
		(assert (forall ((x Int)) (step x)))
		(check-sat)`,
		"(forall ((x Int)) (=> (p x) (p (+ x 1))))", []int{0}},
	{"0-ary predicates by declare-const", `(declare-const p Bool) (assert (not p)) (check-sat)`, "(not p)", []int{0}},

	{"recursive function", `
		(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (- n 1))))
		(declare-fun p (Int) Bool)
		(assert (forall ((x Int)) (=> (p (f x)) (= (f 1) x))))`,
		`(forall ((n Int) (f!0 Int)) (=> (<= n 0) (f= n (ite (<= n 0) 0 f!0))))
		 (forall ((n Int) (f!0 Int)) (=> (f= (- n 1) f!0) (f= n (ite (<= n 0) 0 f!0))))
		 (forall ((x Int) (f!1 Int) (f!2 Int)) (=> (and (f= x f!1) (p f!1) (f= 1 f!2)) (= f!2 x)))`, []int{0, 1}},
	{"recursive function of a popped level", `
		(push 1) (define-fun-rec f ((n Int)) Bool (f n)) (pop 1)
		(declare-fun f (Int) Bool) (assert (f 1))`, "(f 1)", []int{1}},
	{"rules and a query", `
		(declare-rel p (Int)) (declare-rel goal ())
		(declare-var x Int) (declare-var y Int)
		(rule (p 0))
		(rule (=> (and (p x) (= y (+ x 2))) (p y)) step)
		(rule (=> (and (p x) (= x 7)) goal))
		(query goal)`,
		`(p 0) (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 2))) (p y)))
		 (forall ((x Int)) (=> (and (p x) (= x 7)) goal)) (not goal)`, []int{0, 1, 2, 3}},
	{"query with arguments", `
		(declare-rel p (Int Bool)) (declare-var x Int)
		(rule (p x true))
		(query (p 3 false))`,
		"(forall ((x Int)) (p x true)) (not (p 3 false))", []int{0, 1}},
	{"query of a relation", `
		(declare-rel p (Int)) (declare-rel q (Int)) (declare-var z Int)
		(rule (p 0)) (query p) (query (q z))`,
		"(p 0) (forall ((x!0 Int)) (not (p x!0))) (forall ((z Int)) (not (q z)))", []int{0, 1, 2}},
}

func TestScript(t *testing.T) {
	for _, c := range scriptTests {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.in)
			fresh := []*logic.Term{sys.Store.Var("x!0", sys.Store.Int)}
			sys.Source.Scope.Declare(sys.Preds, fresh)
			checkClauses(t, sys, c.want)
			for _, k := range sys.Clauses {
				for _, f := range logic.Funcs(k.Formula(sys.Store)) {
					require.Contains(t, sys.Preds, f)
				}
			}
			for i, p := range sys.Preds {
				require.NotContains(t, sys.Preds[:i], p, "once each")
			}
			var numbers []int
			for _, a := range sys.Source.Asserts {
				numbers = append(numbers, a.Number)
			}
			require.Equal(t, c.numbers, numbers)
		})
	}
}

// TestRefuseScript has scripts that pose no Horn problem.
func TestRefuseScript(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two checks", "(declare-fun p () Bool)\n(assert p)\n(check-sat)\n(check-sat)",
			"test:4:1: second check of the script; a Horn problem has one: split the script"},
		{"incremental", "(declare-fun p () Bool)\n(push 1)\n(assert p)\n(check-sat)\n(pop 1)\n(assert p)\n  (check-sat)",
			"test:7:3: second check of the script; a Horn problem has one: split the script"},
		{"assumptions", "(declare-fun p () Bool)\n(check-sat-assuming (p))",
			"test:2:1: check-sat-assuming is not supported: assert the assumptions and use check-sat"},
		{"both styles", "(declare-rel p ())\n(rule p)\n(assert p)",
			"test:3:1: the script mixes assert with rule or query; use one of the two styles"},
		{"query among assertions", "(declare-rel p ())\n(assert p)\n(query p)",
			"test:3:1: the script mixes assert with rule or query; use one of the two styles"},
		{"rule after a query", "(declare-rel p ())\n(query p)\n(rule p)",
			"test:3:1: rule after a query: the query was asked without it; move the query to the end"},
		{"query and check", "(declare-rel p ())\n(rule p)\n(query p)\n(check-sat)",
			"test:4:1: second check of the script; a Horn problem has one: split the script"},
		{"graph of a function", "(define-fun-rec f ((n Int)) Int (f n))\n(declare-fun f= (Int Int) Bool)",
			"test:2:1: f= stands for the graph of the recursive function f; choose another name"},
		{"predicate in a recursive function", "(declare-fun p (Int) Bool)\n(define-fun-rec f ((n Int)) Bool (and (p n) (f n)))",
			"test:2:1: the definition of f mentions the predicate p; only assertions may"},
		{"recursive function under a quantifier", "(define-fun-rec f ((n Int)) Bool (exists ((k Int)) (f k)))",
			"test:1:1: a recursive function stands under a quantifier inside of a term or definition; describe it by clauses over a predicate"},
		{"existential rule", "(declare-rel p (Int))\n(declare-var x Int)\n(rule (exists ((x Int)) (p x)))",
			"test:3:1: predicate p stands under an exists in a positive position (the head of an implication or an assertion); " +
				"Horn clauses quantify predicates universally only"},
		{"negated query", "(declare-rel p (Int))\n(declare-var x Int)\n(query (not (p x)))", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := horn.FromScript(read(t, c.in))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
			require.ErrorIs(t, err, errors.ErrUnsupported)
		})
	}
}

// TestNames checks that clauses carry the names of their assertions.
func TestNames(t *testing.T) {
	sys := system(t, `(declare-fun p () Bool) (assert (! (and p (not p)) :named both)) (check-sat)`)
	require.Len(t, sys.Clauses, 2)
	require.Equal(t, "both", sys.Clauses[0].Name)
	require.Equal(t, "both", sys.Clauses[1].Name)
	require.Equal(t, 0, sys.Clauses[1].Assert)
}

// benchmarks returns the Horn files of the sets in the benchmark folder next to the repository. If
// the folder is missing, it skips the test.
func benchmarks(t testing.TB, pattern string) []string {
	t.Helper()
	root := filepath.Join("..", "..", "shared", "bench", "chc")
	sets, err := filepath.Glob(filepath.Join(root, pattern))
	require.NoError(t, err)
	if len(sets) == 0 {
		t.Skipf("no sets %s; put the CHC-COMP files there to run this test", filepath.Join(root, pattern))
	}
	var files []string
	for _, set := range sets {
		text, err := os.ReadFile(set)
		require.NoError(t, err)
		for _, task := range strings.Fields(string(text)) {
			files = append(files, filepath.Join(root, strings.TrimSuffix(task, ".yml")+".smt2"))
		}
	}
	return files
}

// TestBenchmarks clausifies every file of the benchmark sets; the short test
// those of the quick sets. A few files use sorts before they are declared, which
// the reader refuses.
func TestBenchmarks(t *testing.T) {
	pattern := "*.set"
	if testing.Short() {
		pattern = "*.quick.set"
	}
	illSorted := 0
	done := map[string]bool{}
	for _, file := range benchmarks(t, pattern) {
		if done[file] {
			continue
		}
		done[file] = true
		r, err := os.Open(file)
		require.NoError(t, err)
		script, err := smtlib.Read(logic.NewStore(), file, r)
		r.Close()
		if err != nil {
			illSorted++
			t.Log(err)
			continue
		}
		sys, err := horn.FromScript(script)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := sys.Check(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if illSorted > 3 {
		t.Errorf("%d files are refused by the reader", illSorted)
	}
	t.Logf("%d files", len(done))
}

// TestWriteBenchmarks prints systems and reads them back to the same clauses.
func TestWriteBenchmarks(t *testing.T) {
	for i, file := range benchmarks(t, "*.quick.set") {
		if testing.Short() && i%10 > 0 {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if len(text) > 100_000 {
			continue
		}
		script, err := smtlib.ReadString(logic.NewStore(), file, string(text))
		require.NoError(t, err)
		sys, err := horn.FromScript(script)
		require.NoError(t, err)
		requireWriteRead(t, sys)
	}
}

// requireWriteRead prints sys and reads the text in the same store: the clauses
// must be the same terms.
func requireWriteRead(t *testing.T, sys *horn.System) {
	t.Helper()
	var b strings.Builder
	require.NoError(t, horn.Write(&b, sys))
	script, err := smtlib.ReadString(sys.Store, "written", b.String())
	require.NoError(t, err, b.String())
	again, err := horn.FromScript(script)
	require.NoError(t, err, b.String())
	require.Equal(t, len(sys.Preds), len(again.Preds))
	for i, p := range sys.Preds {
		require.Same(t, p, again.Preds[i])
	}
	require.Equal(t, len(sys.Clauses), len(again.Clauses), b.String())
	for i, c := range sys.Clauses {
		require.Same(t, c.Formula(sys.Store), again.Clauses[i].Formula(sys.Store), b.String())
	}
}

func TestWrite(t *testing.T) {
	for _, c := range clausifyTests {
		switch c.name {
		case "false", "no predicates", "forall in the head's constraint": // read back as leaves of other form
			continue
		}
		t.Run(c.name, func(t *testing.T) { requireWriteRead(t, system(t, preamble+"(assert "+c.in+")")) })
	}
	t.Run("variables of one name", func(t *testing.T) {
		s := logic.NewStore()
		p := s.Func("p", []*logic.Sort{s.Int, s.Bool}, s.Bool)
		x, y := s.Var("x", s.Int), s.Var("x", s.Bool)
		sys := &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{
			{Constraint: s.Le(x, s.IntNum(3)), Head: &horn.Atom{Pred: p, Args: []*logic.Term{x, y}}, Name: "odd\nname"},
		}}
		var b strings.Builder
		require.NoError(t, horn.Write(&b, sys))
		require.Equal(t, `(set-logic HORN)
(declare-fun p (Int Bool) Bool)
; odd name
(assert (forall ((x Int) (x!0 Bool)) (=> (<= x 3) (p x x!0))))
(check-sat)
`, b.String())
	})
	t.Run("random", func(t *testing.T) {
		for _, data := range seeds(50) {
			checkClausification(t, horntest.Script(horntest.NewChoices(data)))
		}
	})
}
