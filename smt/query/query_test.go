// SPDX-License-Identifier: Apache-2.0

package query_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
	"cornet/smtlib"
)

func TestTrees(t *testing.T) {
	for _, test := range []struct{ text, parents, order string }{
		{"a", "-1", "a"},
		{"a b c", "1 2 -1", "a b c"},
		{"a b (c d) e", "1 4 3 4 -1", "a b c d e"},
		{"a (b) (c) d", "3 3 3 -1", "a b c d"},
		{"(a b) c", "1 2 -1", "a b c"},
		{"a (b (c) d) e", "4 3 3 4 -1", "a b c d e"},
		{"(and a b) c", "1 -1", "a+b c"},
		{"a b (c d)", "1 4 3 4 -1", "a b c d "},
	} {
		xs, err := smtlib.ReadSexprs("", strings.NewReader(test.text))
		require.NoError(t, err)
		tree, err := query.ReadTree(smtlib.Pos{}, xs)
		require.NoError(t, err, test.text)
		require.Equal(t, "["+test.parents+"]", fmt.Sprint(tree.Parent), test.text)
		var names []string
		for _, g := range tree.Groups {
			names = append(names, strings.Join(g, "+"))
		}
		require.Equal(t, test.order, strings.Join(names, " "), test.text)
		require.Equal(t, strings.HasSuffix(test.order, " "), tree.OpenRoot)
	}
	for text, want := range map[string]string{
		"":          "name two assertions",
		"()":        "empty list",
		"a (and)":   "empty conjunction",
		"a 3":       "found 3, expected the name",
		"(and a 3)": "found 3, expected the name",
		"a ((and))": "empty conjunction",
	} {
		xs, err := smtlib.ReadSexprs("", strings.NewReader(text))
		require.NoError(t, err)
		_, err = query.ReadTree(smtlib.Pos{}, xs)
		require.ErrorContains(t, err, want, text)
	}
}

// TestRandomTrees writes trees and reads them back.
func TestRandomTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(9)
		parent, names := make([]int, n), make([]string, n)
		for i := range n {
			names[i] = fmt.Sprint("n", i)
			parent[i] = -1
			if i < n-1 {
				parent[i] = i + 1 + r.IntN(n-i-1)
			}
		}
		order, text := query.TreeText(parent, names)
		xs, err := smtlib.ReadSexprs("", strings.NewReader(text))
		require.NoError(t, err)
		tree, err := query.ReadTree(smtlib.Pos{}, xs)
		require.NoError(t, err)
		require.False(t, tree.OpenRoot)
		for k, i := range order {
			require.Equal(t, []string{names[i]}, tree.Groups[k])
			if p := tree.Parent[k]; p >= 0 {
				require.Equal(t, parent[i], order[p], "%v %s", parent, text)
			} else {
				require.Equal(t, -1, parent[i])
			}
		}
	}
}

// TestNarrow: narrow trees have all nodes of the original, in the same order of ancestors.
func TestNarrow(t *testing.T) {
	store := logic.NewStore()
	for _, test := range []struct{ parents, narrow []int }{
		{[]int{-1}, []int{-1}},
		{[]int{2, 2, -1}, []int{2, 2, -1}},
		{[]int{3, 3, 3, -1}, []int{3, 3, 4, 4, -1}},
		{[]int{4, 4, 4, 4, 5, -1}, []int{4, 4, 5, 6, 5, 6, 7, -1}},
	} {
		q := &smt.Query{Parent: test.parents}
		for i := range test.parents {
			q.Part = append(q.Part, store.Var(fmt.Sprint("p", i), store.Bool))
		}
		z, index := query.Narrow(store, q)
		require.Equal(t, test.narrow, z.Parent)
		require.Len(t, index, len(q.Part))
		for i, k := range index {
			require.Equal(t, q.Part[i], z.Part[k])
			z.Part[k] = store.True()
		}
		for _, p := range z.Part {
			require.True(t, p.IsTrue())
		}
	}
}

// TestScripts writes queries and reads them back, in another store.
func TestScripts(t *testing.T) {
	store := logic.NewStore()
	pair := store.NewDatatype("Pair")
	store.AddConstructor(pair, "pair", []string{"first", "second"}, []*logic.Sort{store.Int, store.Array(store.Int, store.Uninterpreted("U"))})
	u := store.Uninterpreted("U")
	x, odd := store.Var("x", store.Int), store.Var("and", store.Int)
	terms := []*logic.Term{
		store.Le(x, store.IntNum(-3)),
		store.Lt(store.Var("x", store.Real), store.RealNum(3)), // another x
		store.Eq(odd, store.Apply(store.Func("a|b", []*logic.Sort{store.Int}, store.Int), x)),
		store.Not(store.Eq(store.Var("v", u), store.UninterpretedValue("one", u))),
		store.Not(store.Eq(store.Var("v", u), store.UninterpretedValue("two", u))),
		store.Is(pair.Datatype().Constructors[0], store.Var("p", pair)),
		store.Exists([]*logic.Term{x}, store.Eq(x, odd)),
	}
	before := store.Len()
	var b strings.Builder
	require.NoError(t, query.WriteCheck(&b, store, terms[:3], terms[3:], query.Info{Status: smt.Sat, Source: "a | test"}))
	q := smt.Sequence(terms[:4]...)
	q.Strength = smt.Weak
	var tree strings.Builder
	require.NoError(t, query.WriteTree(&tree, store, q, query.Info{Status: smt.Unsat}))
	require.Equal(t, before, store.Len(), "writing makes no terms")

	other := logic.NewStore()
	script, err := smtlib.ReadString(other, "", b.String())
	require.NoError(t, err, b.String())
	questions, err := query.Questions(script)
	require.NoError(t, err)
	require.Len(t, questions, 1)
	require.Len(t, questions[0].Asserted, len(terms)+1, "one more keeps two elements apart")
	require.Equal(t, smt.Sat, questions[0].Status)
	t.Run("z3", func(t *testing.T) {
		z3 := need.Of(t, "z3")
		cmd := exec.Command(z3, "-in")
		cmd.Stdin = strings.NewReader(b.String())
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, "sat\n", string(out))
	})

	script, err = smtlib.ReadString(logic.NewStore(), "", tree.String())
	require.NoError(t, err, tree.String())
	questions, err = query.Questions(script)
	require.NoError(t, err)
	require.Len(t, questions, 2)
	require.Equal(t, query.AskTree, questions[1].Kind)
	require.Equal(t, q.Parent, questions[1].Tree.Parent)
	require.Equal(t, smt.Weak, questions[1].Tree.Strength)
}
