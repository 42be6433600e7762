// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/query"
	"cornet/smtlib"
)

// groundCase is a sequence of partitions with the interpolants in between: those of the strongest
// system, and those of the weakest if they differ.
type groundCase struct {
	name         string
	parts        string // separated by ' | '
	strong, weak string
}

const groundDeclarations = `
(declare-sort U 0)
(declare-fun f (U) U)
(declare-fun g (U U) U)
(declare-fun P (U) Bool)
(declare-fun a () U)
(declare-fun b () U)
(declare-fun c () U)
(declare-fun d () U)
(declare-fun e () U)
(declare-fun h (Int) Int)
(declare-fun i () Int)
(declare-fun j () Int)
(declare-fun k () Int)
(declare-fun m () (Array Int Int))
(declare-fun n () (Array Int Int))
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun l () List)
(declare-fun r () List)
(declare-fun t () List)
(declare-fun w () (_ BitVec 8))
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(declare-fun z () (_ BitVec 8))
(declare-fun v ((_ BitVec 8)) (_ BitVec 8))
`

var groundCases = []groundCase{
	{"transitivity", "(= a b) | (= b c) | (not (= a c))", "(= a b); (= a c)", ""},
	{"disequality first", "(not (= a c)) | (= b c) | (= a b)", "(not (= a c)); (not (= a b))", ""},
	{"congruence", "(= a b) | (= (f a) c) (not (= (f b) c))", "(= a b)", ""},
	{"congruence over both", "(= a b) | (= c d) | (not (= (g a c) (g b d)))", "(= a b); (and (= a b) (= c d))", ""},
	// a is local to the first partition, d to the last: f(a) = f(d) goes through f(b).
	{"a term in between", "(= a b) (= (f a) c) | (= d b) (not (= (f d) c))", "(= c (f b))", ""},
	// The first partition needs b = d of the second before it can say anything.
	{"a premise of the other side", "(= a b) (= c (f a)) (= e d) (not (= (f e) c)) | (= b d)", "(not (= b d))", ""},
	{"predicates", "(= a b) (P a) | (not (P b))", "(P b)", ""},
	{"integers", "(<= i j) (= (h i) 1) | (<= j k) (<= k i) | (= (h k) 2)", "(and (<= i j) (<= (h i) 1)); (<= (h k) 1)", ""},
	{"a read", "(= m (store n i 1)) | (= (select m i) 2)", "(= (select m i) 1)", ""},
	{"selectors", "(= l (cons i r)) | (= (head l) j) | (not (= i j))", "(= i (head l)); (= i j)", ""},
	{"constructors differ", "(= l nil) | (= l r) | (= r (cons i t))", "(= l nil); (= r nil)", ""},
}

var wordCases = []groundCase{
	{"and", "(= x (bvand y z)) | (bvult y x)", "(bvule x y)", ""},
	{"less than one", "(bvult x #x01) | (not (= x #x00))", "(bvult x #x01)", "(= x #x00)"},
	{"transitivity", "(bvule x y) | (bvult y z) | (bvule z x)", "(bvule x y); (bvult x z)", ""},
	{"equal by order", "(bvsle x y) (bvsle y x) | (= z (v x)) | (not (= z (v y)))", "(and (bvsle x y) (bvsle y x)); (= z (v y))", "(= x y); (= z (v y))"},
	{"numerals", "(bvule x #x03) | (bvule #x05 x)", "(bvule x #x03)", "(bvult x #x05)"},
	{"values", "(= x #x03) | (= y (bvadd x #x01)) | (bvult #x04 y)", "(= x #x03); (= y #x04)", "(= x #x03); (bvule y #x04)"},
	{"functions", "(= x y) (= (v x) w) | (bvult w (v y))", "(= w (v y))", "(bvule (v y) w)"},
	{"back and forth", "(bvsge x #x00) (= y (bvadd x #x01)) | (bvslt (bvsub y #x01) #x00)", "(bvsge (bvsub y #x01) #x00)", ""},
	{"solving", "(= (bvadd x #x01) #x05) | (bvult x #x04)", "(= (bvadd #x01 x) #x05)", "(bvuge x #x04)"},
	{"cancelling", "(= (bvadd x #x01) y) | (= (bvadd z #x01) y) | (not (= x z))", "(= y (bvadd #x01 x)); (= (bvadd #x01 x) (bvadd #x01 z))", "(= y (bvadd #x01 x)); (= x z)"},
	{"remainders", "(= x (bvurem y z)) | (= w (bvlshr x #x01)) | (bvult y w)", "(bvule x y); (bvule w y)", "(bvule (bvlshr x #x01) y); (bvule w y)"},
}

// interpolate answers a case, and checks the answer.
func (c *groundCase) interpolate(t *testing.T, strength smt.Strength, words bool) string {
	t.Helper()
	var text strings.Builder
	text.WriteString(groundDeclarations)
	var names []string
	for i, part := range strings.Split(c.parts, " | ") {
		names = append(names, fmt.Sprint("p", i))
		fmt.Fprintf(&text, "(assert (! (and %s true) :named p%d))\n", part, i)
	}
	fmt.Fprintf(&text, "(get-interpolants %s)\n", strings.Join(names, " "))
	s := logic.NewStore()
	script, err := smtlib.Read(s, c.name, strings.NewReader(text.String()))
	require.NoError(t, err)
	questions, err := query.Questions(script)
	require.NoError(t, err)
	q := questions[0].Tree
	q.Strength = strength
	ip := native.NewInterpolator(s, native.InterpolatorOptions{Words: words})
	z, err := ip.Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, z.Status, "%s", z.Reason)
	checkInterpolation(t, s, q, z)
	var out []string
	for _, f := range z.Formulas[:len(z.Formulas)-1] {
		out = append(out, f.String())
	}
	return strings.Join(out, "; ")
}

func TestGround(t *testing.T) {
	for _, x := range []struct {
		cases []groundCase
		words bool
	}{{groundCases, false}, {wordCases, true}} {
		for _, c := range x.cases {
			t.Run(c.name, func(t *testing.T) {
				strong, weak := c.interpolate(t, smt.Strong, x.words), c.interpolate(t, smt.Weak, x.words)
				if c.weak == "" {
					c.weak = c.strong
				}
				require.Equal(t, c.strong, strong)
				require.Equal(t, c.weak, weak)
			})
		}
	}
}

// TestMixed: some interpolants need quantifiers, for example if a and b differ at exactly one
// index. Such queries get no answer.
func TestMixed(t *testing.T) {
	s := logic.NewStore()
	array := s.Array(s.Int, s.Int)
	a, b := s.Var("a", array), s.Var("b", array)
	i, j, k, x := s.Var("i", s.Int), s.Var("j", s.Int), s.Var("k", s.Int), s.Var("x", s.Int)
	read := func(i *logic.Term) *logic.Term { return s.Eq(s.Select(a, i), s.Select(b, i)) }
	q := smt.Sequence(s.Eq(b, s.Store(a, i, x)), s.And(s.Not(s.Eq(j, k)), s.Not(read(j)), s.Not(read(k))))
	z, err := native.NewInterpolator(s, native.InterpolatorOptions{}).Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, z.Status)
	require.Contains(t, z.Reason, "both sides")
}
