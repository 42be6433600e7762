// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// TestPrintSharing prints a term with 2^200 nodes as a tree.
func TestPrintSharing(t *testing.T) {
	s := logic.NewStore()
	f := s.Func("f", []*logic.Sort{s.Int, s.Int}, s.Int)
	x := s.Var("x", s.Int)
	for range 200 {
		x = s.Apply(f, x, x)
	}
	text := x.String()
	require.Less(t, len(text), 10_000)
	sc := smtlib.NewScope(s)
	sc.Declare([]*logic.Func{f}, []*logic.Term{s.Var("x", s.Int)})
	require.Same(t, x, mustRead(t, sc, text))
}

// TestPrintSharingUnderQuantifiers shares subterms across quantifiers if they do not mention the
// bound variables.
func TestPrintSharingUnderQuantifiers(t *testing.T) {
	s := logic.NewStore()
	v := s.Var("v", s.Int)
	left, right := s.Le(v, s.IntNum(1)), s.Le(v, s.IntNum(2))
	for i := range 60 {
		b := s.Var(fmt.Sprintf("b%d", i), s.Int)
		l, r := left, right
		left = s.Forall([]*logic.Term{b}, s.Or(l, r, s.Le(b, v)))
		right = s.Exists([]*logic.Term{b}, s.And(l, r, s.Le(v, b)))
	}
	top := s.Forall([]*logic.Term{v}, s.And(left, right))
	text := top.String()
	require.Less(t, len(text), 20_000)
	require.Same(t, top, mustRead(t, smtlib.NewScope(s), text))
}

// TestPrintLet lists terms that need let, and terms that do not.
func TestPrintLet(t *testing.T) {
	const long = "(f (f (f (f (f (f (f (f x))))))))"
	for _, c := range [][2]string{
		{"short: (and (g (f x) p) (g (f x) q))", "(and (g (f x) p) (g (f x) q))"},
		{"long: (and (g L p) (g L q))", "(let (($1 L)) (and (g $1 p) (g $1 q)))"},
		{"nested: (and (g L p) (g (f L) q) (g (f L) r))", "(let (($1 L)) (and (g $1 p) (g (f $1) q) (g (f $1) r)))"},
		{"long in long: (and (g L p) (g (+ x y z L 1) q) (g (+ x y z L 1) r) (g (+ 5 (* 2 (+ x y z L))) q))",
			"(let (($1 L)) (and (g $1 p) (g (+ x y z $1 1) q) (g (+ x y z $1 1) r) (g (+ (* 2 x) (* 2 y) (* 2 z) (* 2 $1) 5) q)))"},
		{"in one quantifier: (forall ((i Int)) (and (g (+ i L) p) (g (- i L) q)))",
			"(forall ((i Int)) (let (($1 L)) (and (g (+ i $1) p) (g (- i $1) q))))"},
		{"in two quantifiers: (and (forall ((i Int)) (g (+ i L) p)) (exists ((i Int)) (g (- i L) q)))",
			"(let (($1 L)) (and (forall ((i Int)) (g (+ i $1) p)) (exists ((i Int)) (g (- i $1) q))))"},
		{"below the variable: (forall ((i Int)) (and (g (f (f (f (f (f (f (f (f i)))))))) p) (g (f (f (f (f (f (f (f (f i)))))))) q)))",
			"(forall ((i Int)) (let (($1 (f (f (f (f (f (f (f (f i)))))))))) (and (g $1 p) (g $1 q))))"},
		{"quantifier: (=> (forall ((i Int)) (g (f (f i)) p)) q (forall ((i Int)) (g (f (f i)) p)))",
			"(let (($1 (forall ((i Int)) (g (f (f i)) p)))) (=> $1 q $1))"},
		{"same variable twice: (and (forall ((i Int)) (g (f (f (f (f (f (f (f (f i)))))))) p)) (exists ((i Int)) (g (f (f (f (f (f (f (f (f i)))))))) p)))",
			"(and (forall ((i Int)) (g (f (f (f (f (f (f (f (f i)))))))) p)) (exists ((i Int)) (g (f (f (f (f (f (f (f (f i)))))))) p)))"},
		{"hidden constant: (let ((h x)) (exists ((x Int)) (< h x)))", "(let (($1 x)) (exists ((x Int)) (<= (+ $1 1) x)))"},
		{"hidden variable: (forall ((i Int)) (let ((h i)) (exists ((i Real)) (< h i))))",
			"(forall ((i Int)) (let (($1 i)) (exists ((i Real)) (> i (to_real $1)))))"},
		{"hidden constructor: (let ((h zero)) (exists ((zero Nat)) (= h (pred zero))))",
			"(let (($1 zero)) (exists ((zero Nat)) (= (pred zero) $1)))"},
		{"hidden truth: (let ((h true)) (exists ((true Bool)) (and h true)))",
			"(let (($1 true)) (exists ((true Bool)) (and $1 true)))"},
		{"names with dollars: (let ((h x)) (exists ((x Int) ($1 Int)) (< h x $1)))",
			"(let (($$1 x)) (exists ((x Int) ($1 Int)) (and (<= (+ $$1 1) x) (<= (+ x 1) $1))))"},
		{"function of the same name: (exists ((f Int)) (= (f f) f))", "(exists ((f Int)) (= f (f f)))"},
		{"nested, same name: (forall ((i Int)) (and (g i p) (exists ((i Int)) (g i q))))",
			"(forall ((i Int)) (and (g i p) (exists ((i Int)) (g i q))))"},
		{"nested, both used: (forall ((i Int)) (let ((h i)) (exists ((i Int)) (< h i))))",
			"(forall ((i Int)) (exists ((i!0 Int)) (<= (+ i 1) i!0)))"},
		{"sum: (and (<= (+ x y z (f 100) (f 200) (f 300)) 7) (>= (+ x y z (f 100) (f 200) (f 300)) 2))",
			"(let (($1 (+ x y z (f 100) (f 200) (f 300)))) (and (<= $1 7) (>= $1 2)))"},
		{"difference: (and (<= (- (+ x y z (f 100) (f 200)) (f 300)) 7) (>= (- (+ x y z (f 100) (f 200)) (f 300)) 2))",
			"(and (<= (+ x y z (f 100) (f 200)) (+ (f 300) 7)) (>= (+ x y z (f 100) (f 200)) (+ (f 300) 2)))"},
		{"long difference: (and (<= (- (+ x y z (f 1) (f 2) (f 3) (f 4) (f 5)) (f 6)) 7) (>= (- (+ x y z (f 1) (f 2) (f 3) (f 4) (f 5)) (f 6)) 2))",
			"(let (($1 (- (+ x y z (f 1) (f 2) (f 3) (f 4) (f 5)) (f 6)))) (and (<= $1 7) (>= $1 2)))"},
	} {
		name, in, _ := strings.Cut(c[0], ": ")
		t.Run(name, func(t *testing.T) {
			sc := testScope(t)
			in, want := strings.ReplaceAll(in, "L", long), strings.ReplaceAll(c[1], "L", long)
			z := mustRead(t, sc, in)
			require.Equal(t, want, z.String())
			require.Same(t, z, mustRead(t, sc, want))
			var b bytes.Buffer
			require.NoError(t, logic.WriteTerm(&b, z))
			require.Same(t, z, mustRead(t, sc, b.String()))
		})
	}
}

func TestFormat(t *testing.T) {
	sc := testScope(t)
	z := mustRead(t, sc, "(and (g x p) (g y q) (=> (g (+ x y z) p) (<= (+ x (* 2 y) (* 3 z)) (f (f (f x))))) (or p q r (g (f z) p)))")
	require.Equal(t, z.String(), fmt.Sprint(z))
	require.Equal(t, z.String(), fmt.Sprintf("%s", z))
	require.Equal(t, "(and (g x p) (…", fmt.Sprintf("%.14v", z))
	require.Equal(t, z.String(), fmt.Sprintf("%.1000v", z))
	require.Equal(t, "<nil>", fmt.Sprint((*logic.Term)(nil)))
	require.Equal(t, `(and
  (g x p)
  (g y q)
  (=> (g (+ x y z) p) (<= (+ x (* 2 y) (* 3 z)) (f (f (f x)))))
  (or p q r (g (f z) p)))`, fmt.Sprintf("%+v", z))
}

// TestLogValue limits the text of a huge term. If the log is off, no text is made.
func TestLogValue(t *testing.T) {
	s := logic.NewStore()
	f := s.Func("f", []*logic.Sort{s.Int, s.Int}, s.Int)
	x := s.Var("x", s.Int)
	for range 200 {
		x = s.Apply(f, x, x)
	}
	var b bytes.Buffer
	log := slog.New(slog.NewTextHandler(&b, nil))
	log.Info("query", "term", x)
	require.Less(t, b.Len(), 1000)
	require.Contains(t, b.String(), "(f (f (f")
	b.Reset()
	log.Debug("query", "term", x)
	require.Zero(t, b.Len())
	quiet := slog.New(slog.DiscardHandler)
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { quiet.LogAttrs(context.Background(), slog.LevelInfo, "query", slog.Any("term", x)) }), 1.0)
}

func TestQuoteSymbol(t *testing.T) {
	for name, want := range map[string]string{
		"x": "x", "x!0": "x!0", "a b": "|a b|", "": "||", "0x": "|0x|", "let": "|let|", "assert": "|assert|",
		"+": "+", "é": "|é|", "a|b": "|a_b|", "mapping(uint256 => uint8)": "|mapping(uint256 => uint8)|",
	} {
		require.Equal(t, want, logic.QuoteSymbol(name))
	}
}
