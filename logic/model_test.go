// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// TestEval evaluates in a model with x=7, y=-2, a=2.5, p=true, u=#xf0,
// m = 0 everywhere but 5 at 1, e = (succ zero), f = 10 at 7, 3 elsewhere.
func TestEval(t *testing.T) {
	sc := testScope(t)
	s := sc.Store()
	model := s.NewModel()
	set := func(name, value string) {
		model.SetFunc(mustRead(t, sc, name).Func(), &logic.Table{Else: mustRead(t, sc, value)})
	}
	set("x", "7")
	set("y", "(- 2)")
	set("a", "2.5")
	set("p", "true")
	set("u", "#xf0")
	set("m", "(store ((as const (Array Int Int)) 0) 1 5)")
	set("e", "(succ zero)")
	model.SetFunc(mustRead(t, sc, "(f 0)").Func(), &logic.Table{
		Entries: []logic.Entry{{Args: []*logic.Term{s.IntNum(7)}, Value: s.IntNum(10)}},
		Else:    s.IntNum(3),
	})
	for in, out := range map[string]string{
		"(+ x (* 2 y))":                      "3",
		"(<= x y)":                           "false",
		"(div x y)":                          "(- 3)",
		"(mod x y)":                          "1",
		"(/ a 2)":                            "(/ 5.0 4.0)",
		"(to_int a)":                         "2",
		"(ite p x y)":                        "7",
		"(=> p q)":                           "false", // q is false by default
		"(bvadd u #x20)":                     "#x10",
		"(select m 1)":                       "5",
		"(select m x)":                       "0",
		"(select (store m x y) 7)":           "(- 2)",
		"(= m (store m 3 0))":                "true",
		"(= m n)":                            "false",
		"(pred e)":                           "zero",
		"((_ is zero) (pred e))":             "true",
		"(= e (succ zero))":                  "true",
		"(f x)":                              "10",
		"(f y)":                              "3",
		"(f (f x))":                          "3",
		"(g x p)":                            "false",
		"s":                                  "(as @U!0 U)",
		"(= s t)":                            "true",
		"d":                                  "(pair 0 zero)",
		"o":                                  "((as const (Array Bool Int)) 0)",
		"(div x 0)":                          "(div 7 0)",
		"(= 0 (* 0 (div x 0)))":              "true",
		"(f (div x 0))":                      "(f (div 7 0))",
		"(g (div x 0) p)":                    "false", // whatever the value of the argument is
		"(pred zero)":                        "(pred zero)",
		"(exists ((i Int)) (= i x))":         "(exists ((i Int)) (= i 7))",
		"(exists ((i Int)) (and p (< 8 7)))": "false",
	} {
		got := model.Eval(mustRead(t, sc, in))
		require.Equal(t, out, got.String(), in)
	}
	require.True(t, model.Holds(mustRead(t, sc, "(< y x)")))
}

// TestEvalQuantified replaces free variables only.
func TestEvalQuantified(t *testing.T) {
	sc, vars := scopeOf(t, "x y: Int")
	model := sc.Store().NewModel()
	model.Set(vars["x"], sc.Store().IntNum(5))
	model.Set(vars["y"], sc.Store().IntNum(1))
	in := mustRead(t, sc, "(and (= x 5) (forall ((x Int)) (exists ((z Int)) (< x (+ y z)))))")
	require.Equal(t, "(forall ((x Int)) (exists ((z Int)) (<= x z)))", model.Eval(in).String())
	model.Set(vars["x"], sc.Store().IntNum(6))
	require.Equal(t, "false", model.Eval(in).String())
}

func TestDefaultValues(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
(declare-sort U 0)
(declare-datatypes ((Rose 0) (Roses 0))
  (((rose (kids Roses) (name U))) ((cons (head Rose) (tail Roses)) (nil))))
(declare-datatype Grid ((grid (rows (Array Int (Array Int Rose))))))
(declare-const rose1 Rose) (declare-const grid1 Grid)`)
	require.NoError(t, err)
	s := script.Store
	for name, want := range map[string]string{
		"Rose":  "(rose nil (as @U!0 U))",
		"Roses": "nil",
		"Grid":  "(grid ((as const (Array Int (Array Int Rose))) ((as const (Array Int Rose)) (rose nil (as @U!0 U)))))",
	} {
		z := s.DefaultValue(s.NamedSort(name))
		require.Equal(t, want, z.String())
		require.True(t, z.IsValue())
	}
}

// TestDeepDatatypeValues compares values whose trees have 2^1000 nodes, and values with 300,000
// nested constructors.
func TestDeepDatatypeValues(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "", "(declare-datatype T ((leaf) (node (left T) (right T))))(declare-const x T)(declare-const y T)")
	require.NoError(t, err)
	s, sc := script.Store, script.Scope
	node := s.NamedSort("T").Datatype().Constructor("node")
	x, y := mustRead(t, sc, "x"), mustRead(t, sc, "y")
	tx, ty := x, y
	for range 1000 {
		tx, ty = s.Construct(node, tx, tx), s.Construct(node, ty, ty)
	}
	require.Equal(t, "(= x y)", s.Eq(tx, ty).String())
	require.Less(t, len(tx.String()), 50_000)
	lx, ly := x, y
	leaf := mustRead(t, sc, "leaf")
	for range 300_000 {
		lx, ly = s.Construct(node, leaf, lx), s.Construct(node, leaf, ly)
	}
	require.Equal(t, "(= x y)", s.Eq(lx, ly).String())
	require.True(t, s.Substitute(lx, nil, nil) == lx)
	require.False(t, lx.IsValue())
}
