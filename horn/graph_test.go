// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

var update = flag.Bool("update", false, "write golden files")

// graphOf returns the graph of clauses like "p q > r", where the head may be 0
// for false and predicates are single letters.
func graphOf(t *testing.T, text string) *Graph {
	t.Helper()
	s := logic.NewStore()
	sys := &System{Store: s}
	pred := func(name string) *logic.Func {
		p := s.Func(name, nil, s.Bool)
		if !slices.Contains(sys.Preds, p) {
			sys.Preds = append(sys.Preds, p)
		}
		return p
	}
	for _, clause := range strings.Split(text, ",") {
		body, head, _ := strings.Cut(clause, ">")
		c := &Clause{Constraint: s.True()}
		for _, name := range strings.Fields(body) {
			c.Body = append(c.Body, Atom{Pred: pred(name)})
		}
		if head = strings.TrimSpace(head); head != "0" {
			c.Head = &Atom{Pred: pred(head)}
		}
		sys.Clauses = append(sys.Clauses, c)
	}
	require.NoError(t, sys.Check())
	return NewGraph(sys)
}

// names returns predicates by name.
func (g *Graph) names(ps []int) string {
	z := ""
	for _, p := range ps {
		z += g.sys.Preds[p].Name()
	}
	return z
}

// TestGraph has systems with their components in topological order, cyclic ones
// in parentheses, their cutpoints, and the depth of the last component.
func TestGraph(t *testing.T) {
	for _, c := range []struct {
		in, components, cuts string
		depth                int
		linear               bool
	}{
		{"> a, a > b, b > c, c > 0", "a b c", "", 2, true},
		{"> a, a > a, a > 0", "(a)", "a", 0, true},
		{"> a, a > b, b > a, b > c, c > 0", "(ab) c", "a", 1, true},
		{"> a, a > b, b > b, b > c, c > b, c > d, d > 0", "a (bc) d", "b", 2, true},
		{"> a, a > b, b > c, c > b, c > d, d > a", "(abcd)", "b", 0, true},
		{"> a, > b, a b > c, c > 0", "b a c", "", 1, false},
		{"> a, a a > a, a > 0", "(a)", "a", 0, false},
		{"a > b, b > a, a > 0", "(ab)", "a", 0, true},
		{"> a, a > b, b > c, c > a, c > b, a > 0", "(abc)", "b", 0, true},
		{"> 0", "", "", 0, true},
	} {
		t.Run(c.in, func(t *testing.T) {
			g := graphOf(t, c.in)
			require.NoError(t, checkGraph(g))
			var parts []string
			recursive := false
			for k, members := range g.Components() {
				text := g.names(members)
				if g.IsCyclic(k) {
					recursive = true
					text = "(" + text + ")"
				}
				parts = append(parts, text)
			}
			require.Equal(t, c.components, strings.Join(parts, " "))
			require.Equal(t, c.cuts, g.names(g.Cutpoints()))
			require.Equal(t, c.depth, g.MaxDepth())
			require.Equal(t, c.linear, g.sys.IsLinear())
			require.Equal(t, recursive, g.Recursive())
		})
	}
}

func TestGraphEdges(t *testing.T) {
	g := graphOf(t, "> a, a > b, a b > b, b b > c, c > 0, > 0, a > b")
	b := g.Number(g.sys.Preds[1])
	require.Equal(t, []int{1, 2, 6}, g.In(b))
	require.Equal(t, []int{2, 3}, g.Out(b))
	require.Equal(t, []int{0, 5}, g.Facts())
	require.Equal(t, []int{4, 5}, g.Queries())
	require.Equal(t, []int{b, 2}, g.Succ(b))
	require.Equal(t, 2, g.Component(2))
	require.Panics(t, func() { g.Number(g.sys.Store.Func("z", nil, g.sys.Store.Bool)) })
}

// TestGraphDeep has a chain and a cycle that recursion could not follow.
func TestGraphDeep(t *testing.T) {
	const n = 100_000
	s := logic.NewStore()
	sys := &System{Store: s}
	for i := range n {
		sys.Preds = append(sys.Preds, s.Func(fmt.Sprint("p", i), nil, s.Bool))
	}
	for i := range n - 1 {
		sys.Clauses = append(sys.Clauses, &Clause{
			Constraint: s.True(), Body: []Atom{{Pred: sys.Preds[i]}}, Head: &Atom{Pred: sys.Preds[i+1]},
		})
	}
	g := NewGraph(sys)
	require.Equal(t, n-1, g.MaxDepth())
	require.Empty(t, g.Cutpoints())
	sys.Clauses = append(sys.Clauses, &Clause{
		Constraint: s.True(), Body: []Atom{{Pred: sys.Preds[n-1]}}, Head: &Atom{Pred: sys.Preds[0]},
	})
	g = NewGraph(sys)
	require.Len(t, g.Components(), 1)
	require.Equal(t, []int{0}, g.Cutpoints())
}

// TestGraphRandom checks the invariants, and that no cutpoint is superfluous.
func TestGraphRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		n := 1 + rnd.IntN(9)
		var clauses []string
		for range rnd.IntN(20) {
			clauses = append(clauses, fmt.Sprintf("%c > %c", 'a'+rnd.IntN(n), 'a'+rnd.IntN(n)))
		}
		if len(clauses) == 0 {
			continue
		}
		g := graphOf(t, strings.Join(clauses, ","))
		require.NoError(t, checkGraph(g), "%v", clauses)
		for _, p := range g.Cutpoints() {
			g.cuts[p] = false
			require.True(t, g.hasUncutCycle(p), "cutpoint %v of %v", g.sys.Preds[p], clauses)
			g.cuts[p] = true
		}
	}
}

// TestPictures draws a system, with its model, and a refutation.
func TestPictures(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
		(declare-fun init (Int) Bool) (declare-fun |loop "x"| (Int Int) Bool) (declare-fun call () Bool)
		(assert (forall ((x Int)) (=> (= x 0) (init x))))
		(assert (! (forall ((x Int) (y Int)) (=> (and (init x) (= y (* 2 x))) (|loop "x"| x y))) :named enter))
		(assert (forall ((x Int) (y Int)) (=> (|loop "x"| x y) (|loop "x"| (+ x 1) y))))
		(assert (forall ((x Int) (y Int)) (=> (and (|loop "x"| x y) (init y)) call)))
		(assert (forall ((x Int) (y Int)) (=> (and call (|loop "x"| x y) (> x (* 123456 y)) (< (* 9 x) (+ y 10000000))) false)))
		(check-sat)`)
	require.NoError(t, err)
	sys, err := FromScript(script)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, NewGraph(sys).Picture().WriteDOT(&b, 0))
	golden(t, "graph.dot", b.String())

	m := NewModel()
	for _, p := range sys.Preds {
		params := Params(sys.Store, p)
		body := sys.Store.False()
		if p.Name() == "init" {
			body = sys.Store.Eq(params[0], sys.Store.IntNum(0))
		}
		m.Define(p, params, body)
	}
	b.Reset()
	require.NoError(t, NewGraph(sys).ModelPicture(m).WriteDOT(&b, 0))
	golden(t, "model.dot", b.String())

	x := sys.Clauses[0].Vars()[0]
	r := &Refutation{Steps: []Step{
		{Clause: 0, Values: map[*logic.Term]*logic.Term{x: sys.Store.IntNum(0)}},
		{Clause: 1, Premises: []int{0}},
		{Clause: 3, Premises: []int{1, 0}},
		{Clause: 4, Premises: []int{2, 1}},
	}}
	b.Reset()
	require.NoError(t, sys.RefutationPicture(r).WriteDOT(&b, 0))
	golden(t, "refutation.dot", b.String())
}

// TestArgumentNames has atoms of p, and the names that they give to its arguments.
func TestArgumentNames(t *testing.T) {
	for atoms, want := range map[string]string{
		"i n":                "[i n]",
		"0 1":                "[x0 x1]",
		"n n":                "[n x1]",
		"0 m, i n, j n":      "[i n]",
		"j m, i n, i 0, 0 n": "[i n]",
		"i i, i n":           "[i n]",
		"i!3 n@2":            "[i n]",
		"x1 5":               "[x1 x1']",
	} {
		s := logic.NewStore()
		p := s.Func("p", []*logic.Sort{s.Int, s.Int}, s.Bool)
		var clauses []*Clause
		for _, atom := range strings.Split(atoms, ", ") {
			a := &Atom{Pred: p}
			for _, x := range strings.Fields(atom) {
				if v, err := strconv.ParseInt(x, 10, 64); err == nil {
					a.Args = append(a.Args, s.IntNum(v))
				} else {
					a.Args = append(a.Args, s.Var(x, s.Int))
				}
			}
			clauses = append(clauses, &Clause{Constraint: s.True(), Head: a})
		}
		require.Equal(t, want, fmt.Sprint(ArgumentNames(clauses)[p]), atoms)
	}
}

// golden compares got with a file in testdata, or writes that file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run the test with -update to write the file")
	require.Equal(t, string(want), got)
}

// checkGraph returns an error when g breaks an invariant.
func checkGraph(g *Graph) error {
	for p := range g.succ {
		for _, q := range g.succ[p] {
			if g.scc.Of[p] > g.scc.Of[q] {
				return fmt.Errorf("components of %v and %v are not in topological order", g.sys.Preds[p], g.sys.Preds[q])
			}
		}
		if !g.cuts[p] && g.hasUncutCycle(p) {
			return fmt.Errorf("%v is on a cycle without a cutpoint", g.sys.Preds[p])
		}
	}
	return nil
}
