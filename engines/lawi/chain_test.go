// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// reader turns the formulas of a path into links. A path is written as in the paper, formulas in
// order. An equation with a new variable is an assignment. A formula in brackets is known: an
// atomic formula about the state so far.
type reader struct {
	store *logic.Store
	seen  map[*logic.Term]bool
}

func newReader() *reader {
	return &reader{logic.NewStore(), map[*logic.Term]bool{}}
}

// formula reads an SMT-LIB formula over Int variables.
func (r *reader) formula(t testing.TB, text string) *logic.Term {
	var binders strings.Builder
	for _, name := range strings.Fields("x0 x1 x2 x3 y0 y1 m0 n0") {
		binders.WriteString("(" + name + " Int)")
	}
	script, err := smtlib.Read(r.store, "", strings.NewReader("(assert (forall ("+binders.String()+") "+text+"))"))
	require.NoError(t, err, text)
	q := script.Commands[0].Term
	var vars []*logic.Term
	for _, v := range q.Bound() {
		vars = append(vars, r.store.Var(strings.Trim(v.Name(), "|"), v.Sort()))
	}
	return r.store.Simplify(r.store.Substitute(q.Arg(0), q.Bound(), vars))
}

func (r *reader) path(t testing.TB, text string) []link {
	var z []link
	for step, f := range strings.Split(text, ";") {
		f = strings.TrimSpace(f)
		if inner, ok := strings.CutPrefix(f, "["); ok {
			l, single := atomicLink(r.formula(t, strings.TrimSuffix(inner, "]")), step-1)
			require.True(t, single, f)
			z = append(z, l)
			continue
		}
		g := r.formula(t, f)
		z = append(z, classify(g, func(v *logic.Term) bool { return !r.seen[v] }, step))
		for _, v := range logic.FreeVars(g) {
			r.seen[v] = true
		}
	}
	return z
}

// chosen returns the texts of the links that were chosen.
func chosen(path []string, at []int) string {
	var z []string
	for _, i := range at {
		z = append(z, strings.TrimSpace(path[i]))
	}
	return strings.Join(z, "; ")
}

func TestChains(t *testing.T) {
	for name, c := range map[string]struct {
		path, goal string
		derivation string
		shortest   string
		open       bool // there is no complete chain
	}{
		"the paper's path to s10": {
			path:       "(= x0 0); (= x1 (+ x0 1)); [(<= x1 1)]; (< x1 3); (= x2 (+ x1 2)); (= m0 (- x2 1))",
			goal:       "(> x2 4)",
			derivation: "(= x0 0); (= x1 (+ x0 1)); [(<= x1 1)]; (< x1 3); (= x2 (+ x1 2))",
			shortest:   "[(<= x1 1)]; (= x2 (+ x1 2))",
		},
		"nothing known": {
			path:       "(= x0 0); (= x1 (+ x0 1)); (< x1 3); (= x2 (+ x1 2)); (= m0 (- x2 1))",
			goal:       "(> x2 4)",
			derivation: "(= x0 0); (= x1 (+ x0 1)); (< x1 3); (= x2 (+ x1 2))",
			shortest:   "(= x0 0); (= x1 (+ x0 1)); (= x2 (+ x1 2))",
		},
		"two variables": {
			path:       "(= x0 0); (= y0 5); (= m0 7); (= x1 (+ x0 y0))",
			goal:       "(< x1 y0)",
			derivation: "(= x0 0); (= y0 5); (= x1 (+ x0 y0))",
			shortest:   "(= x0 0); (= y0 5); (= x1 (+ x0 y0))",
		},
		"a nondeterministic variable": {
			path:       "(= x0 0); (= x1 (+ x0 n0))",
			goal:       "(> x1 4)",
			derivation: "(= x0 0); (= x1 (+ x0 n0))",
			shortest:   "(= x0 0); (= x1 (+ x0 n0))",
			open:       true,
		},
		"several atomic formulas": {
			path:       "(= x0 0); [(<= x0 9)]; [(>= x0 (- 9))]",
			goal:       "(> x0 20)",
			derivation: "(= x0 0); [(<= x0 9)]; [(>= x0 (- 9))]",
			shortest:   "[(>= x0 (- 9))]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReader()
			path, texts := r.path(t, c.path), strings.Split(c.path, ";")
			goal := assumeLink(r.formula(t, c.goal), len(path))
			at, complete := derivation(path, goal)
			require.Equal(t, c.derivation, chosen(texts, at))
			require.Equal(t, !c.open, complete)
			at, complete = shortestChain(path, goal)
			require.Equal(t, c.shortest, chosen(texts, at))
			require.Equal(t, !c.open, complete)
		})
	}
}

// TestAffect is the paper's example of Definition 5.
func TestAffect(t *testing.T) {
	r := newReader()
	path := r.path(t, "(= x1 (+ x0 1))")
	x0, x1 := r.formula(t, "(= x0 0)").Arg(0), r.store.Var("x1", r.store.Int)
	_ = x1
	phi := affectionPair{newVarSet(r.store.Var("x1", r.store.Int)), newVarSet(r.store.Var("x0", r.store.Int))}
	psi := assumeLink(r.formula(t, "(< x1 3)"), 1)
	require.Len(t, path, 1)
	require.NotNil(t, x0)
	z, affects := affect(phi, psi.Pair)
	require.True(t, affects)
	require.Equal(t, affectionPair{Left: newVarSet(r.store.Var("x0", r.store.Int))}, z)
	z, affects = affect(phi, assumeLink(r.formula(t, "(< y0 3)"), 1).Pair)
	require.False(t, affects)
	require.Equal(t, affectionPair{Left: newVarSet(r.store.Var("y0", r.store.Int))}, z)
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		formula, fresh string
		kind           linkKind
		left, right    string
	}{
		{"(= x1 (+ x0 1))", "x1", linkAssignment, "x1", "x0"},
		{"(= x0 (+ x1 1))", "x1", linkAssignment, "x1", "x0"},
		{"(= x1 x0)", "x1", linkFrame, "x1", "x0"},
		{"(= x1 7)", "x1", linkAssignment, "x1", ""},
		{"(= (* 2 x1) x0)", "x1", linkAssignment, "x1", "x0"}, // a relation, for x1
		{"(<= x1 x0)", "x1", linkAssignment, "x1", "x0"},
		{"(<= x0 3)", "x1", linkAssumption, "x0", ""},
		{"(= x1 (+ y1 x0))", "x1 y1", linkAssignment, "x1", "x0 y1"},
	} {
		r := newReader()
		f := r.formula(t, c.formula)
		vars := func(names string) varSet {
			z := newVarSet()
			for _, n := range strings.Fields(names) {
				z[r.store.Var(n, r.store.Int)] = struct{}{}
			}
			return z
		}
		fresh := vars(c.fresh)
		z := classify(f, func(v *logic.Term) bool { _, ok := fresh[v]; return ok }, 0)
		require.Equal(t, c.kind, z.Kind, c.formula)
		require.Equal(t, vars(c.left), z.Pair.Left, c.formula)
		require.Equal(t, vars(c.right), z.Pair.Right, c.formula)
	}
}
