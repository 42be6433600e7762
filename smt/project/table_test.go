// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt/project"
)

// projections are written as: eliminate vars from formula along values, want
// result. Variables are x y z i j k : Int, r s u : Real, p q : Bool, a b :
// (Array Int Int), l m : List of Int.
var projections = []struct {
	name, vars, formula, values, want string
	opts                              project.Options
}{
	{name: "nothing to do", vars: "x", formula: "(< y 3)", values: "y=1", want: "(< y 3)"},
	{name: "bool", vars: "p", formula: "(or (and p (< x 0)) (and (not p) (< y 0)))", values: "p=true x=-1", want: "(< x 0)"},
	{name: "bool literal", vars: "p", formula: "(and p (or (not p) q))", values: "p=true q=true", want: "q"},

	{name: "real between", vars: "r", formula: "(and (< s r) (<= r u))", values: "s=0 r=1 u=1", want: "(< s u)"},
	{name: "real one-sided", vars: "r", formula: "(and (< s r) (< u r))", values: "r=9", want: "true"},
	{name: "real equality", vars: "r", formula: "(and (= (* 2.0 r) (+ s 1.0)) (< r u))", values: "r=1 s=1 u=2", want: "(< (+ s 1.0) (* 2.0 u))"},
	{name: "real disequality", vars: "r", formula: "(and (not (= r s)) (<= r u))", values: "r=1 s=0 u=1", want: "(< s u)"},
	{name: "real tightest", vars: "r", formula: "(and (<= s r) (<= 0.0 r) (<= r u) (<= r 9.0))", values: "s=-1 r=1 u=3", want: "(and (<= s 0.0) (<= 0.0 u))"},

	{name: "int between", vars: "x", formula: "(and (< y x) (< x z))", values: "y=0 x=1 z=2", want: "(< (+ y 1) z)"},
	{name: "int equality", vars: "x", formula: "(and (= x (+ y 1)) (< x z))", values: "y=0 x=1 z=2", want: "(< (+ y 1) z)"},
	{name: "int equality with coefficient", vars: "x", formula: "(and (= (* 2 x) y) (< x z))", values: "x=1 y=2 z=3", want: "(and (= (mod y 2) 0) (<= (+ y 2) (* 2 z)))"},
	{name: "int dark shadow", vars: "x", formula: "(and (<= y (* 2 x)) (<= (* 3 x) z))", values: "y=0 x=3 z=20", want: "(<= (+ (* 3 y) 2) (* 2 z))"},
	{name: "int no room", vars: "x", formula: "(and (<= y (* 2 x)) (<= (* 3 x) z))", values: "y=2 x=1 z=3", want: "(and (= (mod y 2) 0) (<= (* 3 y) (* 2 z)))"},
	{name: "int exact", vars: "x", formula: "(and (<= y (* 2 x)) (<= (* 3 x) z))", values: "y=0 x=3 z=20", want: "(and (= (mod y 2) 0) (<= (* 3 y) (* 2 z)))", opts: project.Options{Divisibility: project.ExactDivisibility}},
	{name: "int unit on one side", vars: "x", formula: "(and (<= y x) (<= (* 3 x) z))", values: "y=0 x=3 z=20", want: "(<= (* 3 y) z)"},
	{name: "mod", vars: "x", formula: "(and (= (mod x 3) 1) (<= y x) (<= x z))", values: "x=4 y=1 z=9", want: "(<= (+ y 2) z)"},
	{name: "mod of a sum", vars: "x", formula: "(= (mod (+ x y) 3) 1)", values: "x=4", want: "true"},
	{name: "div", vars: "x", formula: "(and (= (div x 4) y) (= x z))", values: "x=9 y=2 z=9", want: "(and (= (mod (+ z 3) 4) 0) (= (* 4 y) (- z 1)))"},
	{name: "ite", vars: "x", formula: "(and (= y (ite (< x 0) (- x) x)) (< x z))", values: "x=-2 y=2 z=0", want: "(and (> y 0) (< (- y) z))"},
	{name: "to_real", vars: "x", formula: "(and (< 1.5 (to_real x)) (< x y))", values: "x=2 y=3", want: "(< 2 y)"},
	{name: "to_real beside a Real", vars: "x", formula: "(and (< r (to_real x)) (< (to_real x) s))", values: "r=0 x=1 s=2", want: "unsupported"},
	{name: "to_real beside a Real, by value", vars: "x", formula: "(and (< r (to_real x)) (< (to_real x) s))", values: "r=0 x=1 s=2", want: "(and (< r 1.0) (< 1.0 s))", opts: project.Options{LastResortValues: true}},
	{name: "nonlinear", vars: "x", formula: "(> (* x y) z)", values: "x=2 y=1", want: "unsupported"},
	{name: "nonlinear by an equal term", vars: "x", formula: "(and (> (* x y) z) (< x (+ y 7)))", values: "x=2 y=2", want: "(and (> (* y y) z))"},
	{name: "nonlinear by value", vars: "x", formula: "(> (* x y) z)", values: "x=2 y=1", want: "(> (* 2 y) z)", opts: project.Options{LastResortValues: true}},

	{name: "array by definition", vars: "a", formula: "(and (= a (store b i 1)) (= (select a j) y))", values: "a=[0:1] i=0 j=0 y=1", want: "(= y (select (store b i 1) j))"},
	{name: "array peeled", vars: "a", formula: "(and (= (store a i 1) b) (= (select a j) 2))", values: "a=[1:2] b=[0:1,1:2] i=0 j=1", want: "(and (= (select b i) 1) (not (= i j)) (= (select b j) 2))"},
	{name: "array reads", vars: "a", formula: "(and (= (select a i) x) (= (select a j) y) (= (select a k) 7))", values: "a=[0:1,5:7] i=0 j=0 k=5 x=1 y=1", want: "(and (= i j) (= x y) (< i k))"},
	{name: "array on itself", vars: "a", formula: "(= (store a i x) (store a j y))", values: "i=0 j=0 x=1 y=1", want: "(and (= i j) (= x y))"},
	{name: "array disequality", vars: "a", formula: "(not (= a b))", values: "a=[0:1]", want: "true"},
	{name: "array read within an index", vars: "a", formula: "(and (= (select a (select a i)) 3) (= i 0))", values: "a=[0:1,1:3] i=0", want: "(= i 0)"},
	{name: "array naming itself", vars: "a", formula: "(= (store a (select a i) x) b)", values: "a=[] b=[0:5] x=5 i=1", want: "(and (= (select b (select b i)) x) (not (= (select b i) i)))"},
	{name: "array element", vars: "x", formula: "(= b (store a i x))", values: "b=[2:5] i=2 x=5", want: "(= b (store a i (select b i)))"},
	{name: "array index", vars: "i", formula: "(> (select a i) 0)", values: "a=[3:1] i=3", want: "unsupported"},
	{name: "array index by an equal term", vars: "i", formula: "(and (> (select a i) 0) (<= i j))", values: "a=[3:1] i=3 j=3", want: "(> (select a j) 0)"},
	{name: "array index by value", vars: "i", formula: "(> (select a i) 0)", values: "a=[3:1] i=3", want: "(> (select a 3) 0)", opts: project.Options{LastResortValues: true}},

	{name: "list by definition", vars: "l", formula: "(and (= l (cons x m)) ((_ is cons) l) (< (head l) y))", values: "l=(cons 1 nil) x=1 y=2", want: "(< x y)"},
	{name: "list taken apart", vars: "x", formula: "(and (= l (cons x m)) (< x y))", values: "l=(cons 1 nil) x=1 y=2", want: "(and ((_ is cons) l) (= m (tail l)) (< (head l) y))"},
	{name: "list expanded", vars: "l", formula: "(and ((_ is cons) l) (< (head l) y) (< z (head l)))", values: "l=(cons 1 nil) y=2", want: "(< (+ z 1) y)"},
	{name: "list kept apart", vars: "l", formula: "(and (not (= l m)) (not (= l nil)))", values: "l=(cons 1 nil)", want: "true"},
	{name: "list that differs", vars: "x", formula: "(not (= l (cons x m)))", values: "l=(cons 1 nil) x=2", want: "((_ is cons) l)"},
}

func reader(store *logic.Store) *smttest.Reader {
	z := smttest.NewReader(store, "x y z i j k : Int, r s u : Real, p q : Bool, a b : (Array Int Int)")
	z.Script("(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))")
	z.Declare("l m : List")
	return z
}

// modelOf reads values such as "x=1 p=true a=[0:1,5:7] l=(cons 1 nil)". Unlisted elements of an
// array are 0, and symbols that are not named have default values.
func modelOf(store *logic.Store, r *smttest.Reader, values string) *logic.Model {
	m := store.NewModel()
	set := func(name, text string) {
		v := r.Vars(name)[0]
		switch {
		case strings.HasPrefix(text, "["):
			a := store.DefaultValue(v.Sort())
			for entry := range strings.SplitSeq(strings.Trim(text, "[]"), ",") {
				if i, x, ok := strings.Cut(entry, ":"); ok {
					a = store.Store(a, r.Term(i), r.Term(x))
				}
			}
			m.Set(v, a)
		case v.Sort().IsReal():
			m.Set(v, store.ToReal(r.Term(number(text))))
		default:
			m.Set(v, r.Term(number(text)))
		}
	}
	name, text, depth := "", "", 0
	for _, word := range strings.Fields(values) {
		if depth == 0 {
			name, text, _ = strings.Cut(word, "=")
		} else {
			text += " " + word
		}
		if depth += strings.Count(word, "(") - strings.Count(word, ")"); depth == 0 {
			set(name, text)
		}
	}
	return m
}

func number(text string) string {
	if strings.HasPrefix(text, "-") {
		return "(- " + text[1:] + ")"
	}
	return text
}

func TestProjections(t *testing.T) {
	for _, c := range projections {
		t.Run(c.name, func(t *testing.T) {
			store := logic.NewStore()
			r := reader(store)
			f := r.Term(c.formula)
			m := modelOf(store, r, c.values)
			c.opts.Check = true
			got, err := project.New(store, c.opts).Project(t.Context(), m, r.Vars(c.vars), f)
			if c.want == "unsupported" {
				require.ErrorIs(t, err, errors.ErrUnsupported)
				return
			}
			require.NoError(t, err)
			require.Equal(t, smttest.Text(r.Term(c.want)), smttest.Text(got))
		})
	}
}

func TestImplicant(t *testing.T) {
	cases := []struct{ formula, values, avoid, want string }{
		{"(and (< x 1) (or (< y 0) (< z 0)))", "y=-1", "", "(<= y (- 1)) (<= x 0)"},
		{"(and (< x 1) (or (< y 0) (< z 0)))", "y=-1 z=-1", "y", "(<= z (- 1)) (<= x 0)"},
		{"(or (and p q) (and (not p) (< x 0)))", "p=false x=-1", "", "(<= x (- 1)) (not p)"},
		{"(= p (< x 0))", "p=false", "", "(>= x 0) (not p)"},
		{"(not (and p q))", "p=true", "", "(not q)"},
		{"(=> p (< x 0))", "p=false", "", "(not p)"},
		{"(= (ite (< x 0) y z) 5)", "x=1 z=5", "", "(= z 5) (>= x 0)"},
		{"(xor p q)", "p=true", "", "(not q) p"},
		{"(or p (and p q))", "p=true q=true", "", "p"},
		{"true", "", "", ""},
	}
	for _, c := range cases {
		t.Run(c.formula, func(t *testing.T) {
			store := logic.NewStore()
			r := reader(store)
			lits, err := project.Implicant(store, modelOf(store, r, c.values), r.Term(c.formula), r.Vars(c.avoid))
			require.NoError(t, err)
			var got []string
			for _, l := range lits {
				got = append(got, smttest.Text(l))
			}
			require.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

func TestFalsifyingModel(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	_, err := project.New(store, project.Options{}).Project(t.Context(), store.NewModel(), nil, r.Term("(< x 0)"))
	require.ErrorContains(t, err, "does not satisfy")
}

func TestUndeterminedValue(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	_, err := project.New(store, project.Options{}).Project(t.Context(), store.NewModel(), r.Vars("x"), r.Term("(= (div x 0) 1)"))
	require.ErrorIs(t, err, errors.ErrUnsupported)
}
