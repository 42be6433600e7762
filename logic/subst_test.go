// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// scopeOf returns a scope with variables: "x y: Int; p: Bool".
func scopeOf(t testing.TB, text string) (*smtlib.Scope, map[string]*logic.Term) {
	sc := smtlib.NewScope(logic.NewStore())
	vars := map[string]*logic.Term{}
	var list []*logic.Term
	for part := range strings.SplitSeq(text, ";") {
		names, sort, _ := strings.Cut(part, ":")
		xs, err := smtlib.ReadSexprs("", strings.NewReader(sort))
		require.NoError(t, err)
		s, err := sc.Sort(xs[0])
		require.NoError(t, err)
		for name := range strings.FieldsSeq(names) {
			vars[name] = sc.Store().Var(name, s)
			list = append(list, vars[name])
		}
	}
	sc.Declare(nil, list)
	return sc, vars
}

func TestSubstitute(t *testing.T) {
	for _, c := range []string{
		// replacement ; term => result
		"x:=1 ; (+ x y) => (+ y 1)",
		"x:=y y:=x ; (<= x (* 2 y)) => (>= (* 2 x) y)",
		"x:=(+ x 1) ; (* 2 x) => (+ (* 2 x) 2)",
		"p:=(not p) ; (and p q) => (and q (not p))",
		"p:=true ; (or p q) => true",
		// hidden: the bound variable is another one
		"x:=1 ; (forall ((x Int)) (>= x 0)) => (forall ((x Int)) (>= x 0))",
		"x:=1 ; (and (>= x 0) (exists ((x Int)) (>= x y))) => (exists ((x Int)) (>= x y))",
		// captured: the bound variable gets another name
		"x:=y ; (exists ((y Int)) (<= x y)) => (exists ((y! Int)) (<= y y!))",
		"x:=(+ y z) ; (forall ((y Int)) (exists ((z Int)) (<= x (+ y z)))) => (forall ((y! Int)) (exists ((z! Int)) (<= (+ y z) (+ y! z!))))",
		"x:=y ; (exists ((y Int)) (and (<= x y) (forall ((y Int)) (>= y 0)))) => (exists ((y! Int)) (and (forall ((y Int)) (>= y 0)) (<= y y!)))",
		"x:=y ; (exists ((y Int)) (forall ((y Int)) (<= x y))) => (exists ((y! Int)) (forall ((y! Int)) (<= y y!)))",
		"x:=y ; (and (exists ((y Int)) (<= x y)) (forall ((y Int)) (<= x y))) => (and (exists ((y! Int)) (<= y y!)) (forall ((y! Int)) (<= y y!)))",
		// nothing to replace
		"z:=y ; (exists ((y Int)) (<= x y)) => (exists ((y Int)) (<= x y))",
		"x:=1 ; (exists ((y Int)) (and true (= x 1))) => true",
	} {
		t.Run(c, func(t *testing.T) {
			sc, vars := scopeOf(t, "x y z: Int; p q: Bool")
			left, right, _ := strings.Cut(c, " => ")
			repl, text, _ := strings.Cut(left, " ; ")
			var from, to []*logic.Term
			for _, r := range splitAssignments(repl) {
				name, value, _ := strings.Cut(r, ":=")
				from, to = append(from, vars[name]), append(to, mustRead(t, sc, value))
			}
			in := mustRead(t, sc, text)
			require.Equal(t, right, unnumbered(sc.Store().Substitute(in, from, to)))
			require.Equal(t, right, unnumbered(sc.Store().Simplify(sc.Store().SubstituteFaithful(in, from, to))))
		})
	}
}

// unnumbered drops the numbers of fresh names.
func unnumbered(t *logic.Term) string {
	return regexp.MustCompile(`![0-9]+`).ReplaceAllString(t.String(), "!")
}

func splitAssignments(text string) []string {
	var z []string
	for _, part := range strings.SplitAfter(text, " ") {
		if strings.Contains(part, ":=") {
			z = append(z, "")
		}
		z[len(z)-1] += part
	}
	return z
}

// TestSubstituteTwice applies a substitution to its own result, which mentions the invented names.
func TestSubstituteTwice(t *testing.T) {
	sc, vars := scopeOf(t, "x y z: Int")
	sub := sc.Store().NewSubstitution([]*logic.Term{vars["x"]}, []*logic.Term{vars["y"]})
	one := sub.Apply(mustRead(t, sc, "(exists ((y Int)) (<= x y))"))
	require.Equal(t, "(exists ((y! Int)) (<= y y!))", unnumbered(one))
	fresh := one.Bound()[0]
	two := sc.Store().Exists([]*logic.Term{vars["y"]}, sc.Store().Le(sc.Store().Add(vars["x"], fresh), vars["y"]))
	require.Equal(t, "(exists ((y! Int)) (<= (+ y y!) y!))", unnumbered(sub.Apply(two)))
	require.NotEqual(t, fresh, sub.Apply(two).Bound()[0])
}

// TestSubstituteSharedQuantifiers substitutes in a DAG of quantified terms that
// would take 2^200 steps as a tree.
func TestSubstituteSharedQuantifiers(t *testing.T) {
	for _, capture := range []bool{false, true} {
		s := logic.NewStore()
		x, y := s.Var("x", s.Int), s.Var("y", s.Int)
		left, right := s.Le(x, y), s.Le(y, x)
		for i := range 200 {
			v := s.Var(fmt.Sprintf("v%d", i), s.Int)
			if capture {
				v = y
			}
			both := []*logic.Term{left, right}
			left = s.Forall([]*logic.Term{v}, s.Or(append(both, s.Le(v, x))...))
			right = s.Exists([]*logic.Term{v}, s.And(append(both, s.Le(x, v))...))
		}
		z := s.Substitute(s.And(left, right), []*logic.Term{x}, []*logic.Term{s.Add(y, s.IntNum(1))})
		require.Less(t, logic.Size(z), 5000)
	}
}

func TestFreeVars(t *testing.T) {
	sc, _ := scopeOf(t, "x y z: Int; p: Bool")
	for in, out := range map[string]string{
		"(+ x (* 2 y))":                                       "[x y]",
		"(exists ((x Int)) (< x y))":                          "[y]",
		"(and p (exists ((x Int) (y Int)) (< x y)))":          "[p]",
		"(and (< x 1) (exists ((x Int)) (< x z)))":            "[x z]",
		"(forall ((y Int)) (exists ((x Int)) (< x (+ y z))))": "[z]",
		"true": "[]",
	} {
		require.Equal(t, out, fmt.Sprint(logic.FreeVars(mustRead(t, sc, in))), in)
	}
}

func TestDeepTerms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long terms")
	}
	s := logic.NewStore()
	x := s.Var("x", s.Int)
	f := s.Func("f", []*logic.Sort{s.Int}, s.Int)
	deep := x
	for range 300_000 {
		deep = s.Apply(f, deep)
	}
	require.Equal(t, 300_001, logic.Size(deep))
	require.Equal(t, []*logic.Term{x}, logic.FreeVars(deep))
	require.Equal(t, []*logic.Func{f}, logic.Funcs(deep))
	one := s.Substitute(deep, []*logic.Term{x}, []*logic.Term{s.IntNum(1)})
	require.False(t, one.HasVars())
	require.Same(t, one, s.Simplify(one))
	require.Len(t, deep.String(), 300_000*4+1)
	m := s.NewModel()
	m.SetFunc(f, &logic.Table{Else: s.IntNum(7)})
	require.Same(t, s.IntNum(7), m.Eval(deep))
	other := logic.NewStore()
	require.Equal(t, 300_001, logic.Size(other.NewImporter().Term(deep)))
}
