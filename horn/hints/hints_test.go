// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/spelling"
	"cornet/logic"
	"cornet/smtlib"
)

var update = flag.Bool("update", false, "rewrite golden files")

const declarations = `
(set-logic HORN)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-sort U 0)
(declare-fun p (Int Int) Bool)
(declare-fun |inv:0| (Int Int) Bool)
(declare-fun inv_main1 (Int) Bool)
(declare-fun mixed (Bool Real (Array Int Int) (_ BitVec 8) L U) Bool)
(declare-fun done () Bool)
(check-sat)
`

func system(t testing.TB, text string) *horn.System {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// describe prints hints on one line in Eldarica's format.
func describe(t testing.TB, h *Hints) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, h.Write(&b))
	return strings.Join(strings.Fields(b.String()), " ")
}

const pHead = "p ((x0 Int) (x1 Int)) "

var files = []struct{ in, out string }{
	{"", ""},
	{"; nothing\n sat", ""},
	{"(templates p ((a Int) (b Int)) (term (- a b) 3) (term (- a b) 2) (predicate (>= a 0) 7))",
		"(templates " + pHead + "(term (- x0 x1) 2) (predicate (>= x0 0) 7))"},
	{"(templates p ((a Int) (b Int)) (term (= a b) 3) (term (= a 0) 2))", "(templates " + pHead + "(term (- x0 x1) 3) (term x0 2))"},
	{"(templates p ((a Int) (b Int)) (predicate-2 (= a b) 1) (inequality-term a 1) (inequality-term-2 b 0) (iterationThreshold 4))",
		"(templates " + pHead + "(predicate-2 (= x0 x1) 1) (inequality-term x0 1) (inequality-term-2 x1 1) (iterationThreshold 4))"},
	// Arguments hide everything of their names and are swapped consistently.
	{"(templates p ((x1 Int) (x0 Int)) (term (- x1 (* 2 x0)) 1))", "(templates " + pHead + "(term (- x0 (* 2 x1)) 1))"},
	{"(templates p ((nil Int) (p Int)) (term (+ nil p) 1))", "(templates " + pHead + "(term (+ x0 x1) 1))"},
	{"(templates |inv:0| ((a Int) (b Int)) (term (let ((c (+ a b))) (+ c c)) 1))",
		"(templates |inv:0| ((x0 Int) (x1 Int)) (term (+ (* 2 x0) (* 2 x1)) 1))"},
	{"(templates done () (predicate true 1))", "(templates done ())"},
	{`(templates mixed ((b Bool) (r Real) (m (Array Int Int)) (v (_ BitVec 8)) (l L) (u U))
	   (term b 1) (term (* 2 r) 1) (term (select m 1) 1) (term (bvadd v #x01) 1) (term (hd l) 1) (predicate ((_ is nil) l) 2) (term u 1))`,
		"(templates mixed ((x0 Bool) (x1 Real) (x2 (Array Int Int)) (x3 (_ BitVec 8)) (x4 L) (x5 U)) " +
			"(term x0 1) (term (* 2.0 x1) 1) (term (select x2 1) 1) (term (bvadd #x01 x3) 1) (term (hd x4) 1) (predicate ((_ is nil) x4) 2) (term x5 1))"},
	{"(initial-predicates p ((a Int) (b Int)) (= a b) (> a 3) (= b a) true)", "(initial-predicates " + pHead + "(= x0 x1) (>= x0 4))"},
	{"(define-fun p ((a Int) (b Int)) Bool (and (>= a 0) (and (<= b a) true)))",
		"(templates " + pHead + "(predicate-2 (>= x0 0) 1) (predicate-2 (>= x0 x1) 1)) (initial-predicates " + pHead + "(>= x0 0) (>= x0 x1))"},
	{"sat (model (define-fun aux ((n Int)) Bool (= (mod n 2) 0)) (define-fun inv_main1 ((n Int)) Bool (aux n)))",
		"(templates inv_main1 ((x0 Int)) (predicate-2 (= (mod x0 2) 0) 1)) (initial-predicates inv_main1 ((x0 Int)) (= (mod x0 2) 0))"},
	{"(set-logic HORN) ((define-fun done () Bool true) (define-fun p ((a Int) (b Int)) Bool false))", "(templates done ()) (templates p ((x0 Int) (x1 Int)))"},
}

func TestRead(t *testing.T) {
	for i, c := range files {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			sys := system(t, declarations)
			h, err := Read(sys, "", strings.NewReader(c.in))
			require.NoError(t, err, c.in)
			require.Equal(t, c.out, describe(t, h))
			again, err := Read(sys, "", strings.NewReader(c.out))
			require.NoError(t, err, c.out)
			require.Equal(t, c.out, describe(t, again))
		})
	}
}

var inline = []struct{ in, out string }{
	{"p: x0 - x1", "(templates " + pHead + "(term (- x0 x1) 1))"},
	{"p: x0 - 2*x1 @5, {x0 >= 0} @3;", "(templates " + pHead + "(term (- x0 (* 2 x1)) 5) (predicate (>= x0 0) 3))"},
	{"p(a, b): a - b, a + 2*b", "(templates " + pHead + "(term (- x0 x1) 1) (term (+ x0 (* 2 x1)) 1))"},
	{"|inv:0|(|a-b|, c): -(|a-b| + c) * 3; inv_main1: x0",
		"(templates |inv:0| ((x0 Int) (x1 Int)) (term (- (* (- 3) x0) (* 3 x1)) 1)) (templates inv_main1 ((x0 Int)) (term x0 1))"},
	{"p: {0 <= x0 < 9}, {x0 mod 2 = 0 || !(x1 == 3)}, {x0 = x1 => x1 != 0}", "(templates " + pHead +
		"(predicate (and (>= x0 0) (<= x0 8)) 1) (predicate (or (= (mod x0 2) 0) (not (= x1 3))) 1) (predicate (or (not (= x1 0)) (not (= x0 x1))) 1))"},
	{"mixed: x0, {x0}, 2*x1 + 0.5, x2[1] - x2[x2[0]], {not x0 and x4 = x4 or x1 > 1}",
		"(templates mixed ((x0 Bool) (x1 Real) (x2 (Array Int Int)) (x3 (_ BitVec 8)) (x4 L) (x5 U)) " +
			"(term x0 1) (predicate x0 1) (term (+ (* 2.0 x1) (/ 1.0 2.0)) 1) (term (- (select x2 1) (select x2 (select x2 0))) 1) (predicate (or (not x0) (> x1 1.0)) 1))"},
	{"p: x0 * x1, x0 div 2, 7", "(templates " + pHead + "(term (* x0 x1) 1) (term (div x0 2) 1))"},
}

func TestParseTemplate(t *testing.T) {
	for _, c := range inline {
		t.Run(c.in, func(t *testing.T) {
			h, err := ParseTemplate(system(t, declarations), "", c.in)
			require.NoError(t, err)
			require.Equal(t, c.out, describe(t, h))
		})
	}
}

// The first group of lines is for files, the second for inline templates.
var fileErrors = []string{
	"(templates", "(templates p)", "(templates q ((x Int)) (term x 1))", "(templates P ((x Int) (y Int)))",
	"(templates inv_main2 ((x Int)))", "(templates zzzzzzzzzzzz ((x Int)))",
	"(templates p ((x Int)) (term x 1))", "(templates p ((x Int) (y Real)) (term x 1))", "(templates p (x y) (term x 1))",
	"(templates p ((x Int) (x Int)))", "(templates p ((x Int) (y Nat)))",
	"(templates p ((x Int) (y Int)) (term x))", "(templates p ((x Int) (y Int)) (term x one))", "(templates p ((x Int) (y Int)) (term x 99999999))",
	"(templates p ((x Int) (y Int)) (term-3 x 1))", "(templates p ((x Int) (y Int)) (term z 1))", "(templates p ((x Int) (y Int)) (term (+ x true) 1))",
	"(templates p ((x Int) (y Int)) (predicate x 1))", "(templates p ((x Int) (y Int)) (inequality-term (= x y) 1))",
	"(templates p ((x Int) (y Int)) (predicate (exists ((z Int)) (= x (* 2 z))) 1))",
	"(templates p ((x Int) (y Int)) (iterationThreshold x))",
	"(initial-predicates p ((x Int) (y Int)) (+ x y))", "(quantified p ((x Int) (y Int)))", "unsat", "(initial-predicates)",
	"(define-fun p ((x Int)) Bool true)", "(define-fun p ((x Int) (y Int)) Int x)", "(define-fun pp ((x Int)) Bool (> x 0))",
	"(define-fun p ((x Int) (y Int)) Bool (q x))", "((((define-fun done () Bool true))))", "(define-fun p)",
}

var inlineErrors = []string{
	"", "p", "p:", "p: x0 -", "p: x2", "p(a): a", "p(a, a): a", "p(a, b): x0", "q: x0", "inv_main: x0", "p: x0 # x1", "p: {x0}", "p: x0 >= 0",
	"p: (x0 >= 0)", "p: x0 @", "p: x0 @9999999", "p: x0 @1.5", "p: {x0 + (x1 > 0) > 1}", "p: {x0 and x1 > 0}", "p: {!x0}", "p: {x0 = 1 => x1}",
	"mixed: x1 mod 2.0", "mixed: x0 + 1", "mixed: -x0", "mixed: {x3 < x3}", "mixed: {x0 = x1}", "mixed: x1[0]", "mixed: x2[x0]", "done: x0",
	"p: x0\n  ; |inv:0|: x7", "p: x0, , x1", "|: x0", "p: {x0 > 0", "and: x0",
}

func TestErrors(t *testing.T) {
	var b strings.Builder
	record := func(in string, err error) {
		require.Error(t, err, in)
		var typed *smtlib.Error
		require.ErrorAs(t, err, &typed, in)
		require.True(t, typed.Pos.IsValid(), "%s: %v", in, err)
		fmt.Fprintf(&b, "%s\n    %s [%s]\n", strings.ReplaceAll(in, "\n", "\\n"), err, typed.Code)
	}
	for _, in := range fileErrors {
		_, err := Read(system(t, declarations), "f.tpl", strings.NewReader(in))
		record(in, err)
	}
	for _, in := range inlineErrors {
		_, err := ParseTemplate(system(t, declarations), "", in)
		record(in, err)
	}
	_, err := ParseTemplate(system(t, declarations), "", strings.Repeat(" ", maxInline+1))
	record("(a long text)", err)

	golden := filepath.Join("testdata", "errors.golden")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "run with -update after a look")
}

func TestUnsupportedIsSaid(t *testing.T) {
	_, err := Read(system(t, declarations), "", strings.NewReader("(initial-predicates inv_main1 ((x Int)) (exists ((z Int)) (= x (* 2 z))))"))
	require.True(t, errors.Is(err, errors.ErrUnsupported))
}

// Reading hints leaves what the script of the system declares as it is.
func TestScopeStaysClean(t *testing.T) {
	sys := system(t, declarations+"(define-fun aux ((x Int)) Int (+ x 1))")
	_, err := Read(sys, "", strings.NewReader("(define-fun aux ((n Int)) Bool true) (define-fun p ((a Int) (b Int)) Bool (aux a))"))
	require.NoError(t, err)
	u, err := sys.Source.Scope.ReadTerm("(aux 3)")
	require.NoError(t, err)
	require.Equal(t, "4", u.String())
}

func TestFor(t *testing.T) {
	sys := system(t, declarations)
	s := sys.Store
	h, err := ParseTemplate(sys, "", "p: x0 - x1 @4, x1 - x0 + 2*x1, x0 @2; inv_main1: x0")
	require.NoError(t, err)
	p := sys.Preds[0]
	a, b := s.Var("a", s.Int), s.Var("b", s.Int)

	z := h.For(p, []*logic.Term{a, b})
	require.Equal(t, []Template{
		{s.Sub(a, b), Term, 4}, {s.Sub(s.Mul(s.IntNum(3), b), a), Term, 1}, {a, Term, 2}}, z)
	z = h.For(p, []*logic.Term{b, b}) // 0, 2b, b
	require.Equal(t, []Template{{s.Mul(s.IntNum(2), b), Term, 1}, {b, Term, 2}}, z)
	z = h.For(p, []*logic.Term{a, s.IntNum(0)}) // a, -a, a
	require.Equal(t, []Template{{a, Term, 2}, {s.Neg(a), Term, 1}}, z)
	require.Empty(t, h.InitialFor(p, []*logic.Term{a, b}))
	require.Empty(t, h.For(sys.Preds[1], []*logic.Term{a, b}))
}

func TestNilAndZeroAreEmpty(t *testing.T) {
	sys := system(t, declarations)
	for _, h := range []*Hints{nil, {}, Merge(), Merge(nil, &Hints{}), (*Hints)(nil).Map(sys, nil)} {
		require.True(t, h.IsEmpty())
		require.Empty(t, h.Preds())
		require.Empty(t, h.For(sys.Preds[0], nil))
		require.Empty(t, describe(t, h))
		require.True(t, h.Map(sys, nil).IsEmpty())
	}
}

func TestMerge(t *testing.T) {
	sys := system(t, declarations)
	a, err := ParseTemplate(sys, "", "p: x0 @5, x1 @1; inv_main1: x0")
	require.NoError(t, err)
	b, err := Read(sys, "", strings.NewReader("(templates p ((x Int) (y Int)) (term x 2) (term y 3) (iterationThreshold 2)) (initial-predicates p ((x Int) (y Int)) (= x y))"))
	require.NoError(t, err)
	before := describe(t, a)
	require.Equal(t, "(templates "+pHead+"(term x0 2) (term x1 1) (iterationThreshold 2)) (initial-predicates "+pHead+"(= x0 x1)) "+
		"(templates inv_main1 ((x0 Int)) (term x0 1))", describe(t, Merge(a, nil, b)))
	require.Equal(t, before, describe(t, a), "the argument is unchanged")
}

func TestMap(t *testing.T) {
	sys := system(t, declarations)
	h, err := Read(sys, "", strings.NewReader(`
		(templates p ((x Int) (y Int)) (term (- x y) 2) (predicate (>= x y) 1) (iterationThreshold 3))
		(templates inv_main1 ((x Int)) (term x 1))
		(initial-predicates |inv:0| ((x Int) (y Int)) (= x y))`))
	require.NoError(t, err)

	require.Equal(t, describe(t, h), describe(t, h.Map(sys, nil)))
	require.Equal(t, describe(t, h), describe(t, h.Map(sys.Import(logic.NewStore()), nil)), "in another store")

	// Arguments dropped, a predicate gone, another one the same.
	var log bytes.Buffer
	other := system(t, "(declare-fun p (Int Int) Bool) (declare-fun |inv:0| (Int) Bool)")
	z := h.Map(other, slog.New(slog.NewTextHandler(&log, nil)))
	require.Equal(t, []*logic.Func{other.Preds[0]}, z.Preds())
	require.Equal(t, 3, z.Threshold(other.Preds[0]))
	require.Equal(t, 2, strings.Count(log.String(), "hints dropped"))
	require.Contains(t, log.String(), "predicate=inv:0")
}

// A predicate loses its first argument, another is split in two, a third stays.
func TestCarry(t *testing.T) {
	sys := system(t, "(declare-fun p (Int Int) Bool) (declare-fun q (Int) Bool) (declare-fun r (Int) Bool)"+
		"(declare-fun p1 (Int) Bool) (declare-fun q1 (Int) Bool) (declare-fun q2 (Int) Bool)")
	p, q, p1, q1, q2 := sys.Preds[0], sys.Preds[1], sys.Preds[3], sys.Preds[4], sys.Preds[5]
	h, err := Read(sys, "", strings.NewReader(`
		(templates p ((x Int) (y Int)) (term (- x y) 2) (term (* 2 y) 1) (iterationThreshold 3))
		(initial-predicates p ((x Int) (y Int)) (= x y) (= y 1))
		(templates q ((x Int)) (term x 1)) (templates r ((x Int)) (term x 7))`))
	require.NoError(t, err)
	z := h.Carry([]Move{Keep(sys.Store, p, p1, []int{1}), Keep(sys.Store, q, q1, []int{0}), Keep(sys.Store, q, q2, []int{0})})
	require.Equal(t, "(templates p1 ((x0 Int)) (term (* 2 x0) 1) (iterationThreshold 3)) (initial-predicates p1 ((x0 Int)) (= x0 1)) "+
		"(templates q1 ((x0 Int)) (term x0 1)) (templates q2 ((x0 Int)) (term x0 1)) (templates r ((x0 Int)) (term x0 7))", describe(t, z))
	require.Equal(t, describe(t, h), describe(t, h.Carry(nil)))

	// The first argument is always 3, so hints about it become hints about 3.
	z = h.Carry([]Move{{From: p, To: p1, Args: []*logic.Term{sys.Store.IntNum(3), Formals(sys.Store, p1)[0]}}})
	require.Contains(t, describe(t, z), "(initial-predicates p1 ((x0 Int)) (= x0 3) (= x0 1))")
}

// The hint files of the benchmarks read, and read again as they are written.
func TestBenchmarkFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "bench", "abstraction", "*.tpl"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("no ../shared/bench/abstraction beside the repository")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(strings.TrimSuffix(file, ".tpl"))
			require.NoError(t, err)
			sys := system(t, string(text))
			in, err := os.Open(file)
			require.NoError(t, err)
			defer in.Close()
			h, err := Read(sys, file, in)
			require.NoError(t, err)
			require.False(t, h.IsEmpty())
			out := describe(t, h)
			again, err := Read(sys, "", strings.NewReader(out))
			require.NoError(t, err)
			require.Equal(t, out, describe(t, again))
		})
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		d    int
	}{{"", "", 0}, {"inv", "INV", 0}, {"inv", "inv1", 1}, {"abc", "acb", 2}, {"", "abc", 3}, {"kitten", "sitting", 3}} {
		require.Equal(t, c.d, spelling.Distance(c.a, c.b, 10), "%s %s", c.a, c.b)
		require.Equal(t, c.d, spelling.Distance(c.b, c.a, 10), "%s %s", c.b, c.a)
	}
	require.Greater(t, spelling.Distance("a", "abcdef", 2), 2)
}

// Nesting up to the limit of an inline text is read, and in files beyond it.
func TestDeepNesting(t *testing.T) {
	sys := system(t, declarations)
	for _, c := range []struct{ open, body, end string }{{"(", "x0", ")"}, {"-", "x0", ""}, {"x0 + (", "x1", ")"}} {
		n := (maxInline - 20) / (len(c.open) + len(c.end))
		text := strings.Repeat(c.open, n) + c.body + strings.Repeat(c.end, n)
		_, err := ParseTemplate(sys, "", "p: "+text)
		require.NoError(t, err)
		_, err = ParseTemplate(sys, "", "p: {"+text+" < 0")
		require.Error(t, err)
	}
	text := strings.Repeat("(- ", 50_000) + "x" + strings.Repeat(")", 50_000)
	h, err := Read(sys, "", strings.NewReader("(templates inv_main1 ((x Int)) (term "+text+" 1))"))
	require.NoError(t, err)
	require.Equal(t, "(templates inv_main1 ((x0 Int)) (term x0 1))", describe(t, h))
}
