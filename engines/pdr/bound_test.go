// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smtlib"
)

// cubes reads conjunctions of literals over the Int constants x, y and z and the
// Real constants u and v, separated by &.
type cubes struct {
	s     *search
	scope *smtlib.Scope
}

func newCubes(t *testing.T) *cubes {
	store := logic.NewStore()
	scope := smtlib.NewScope(store)
	var vars []*logic.Term
	for _, n := range []string{"x", "y", "z"} {
		vars = append(vars, store.Var(n, store.Int))
	}
	for _, n := range []string{"u", "v"} {
		vars = append(vars, store.Var(n, store.Real))
	}
	scope.Declare(nil, vars)
	return &cubes{&search{store: store, opts: Options{}.withDefaults()}, scope}
}

func (c *cubes) read(t *testing.T, text string) []*logic.Term {
	var z []*logic.Term
	for _, lit := range strings.Split(text, "&") {
		if lit = strings.TrimSpace(lit); lit == "true" {
			continue
		}
		a, err := c.scope.ReadTerm(lit)
		require.NoError(t, err)
		z = append(z, c.s.store.Simplify(a))
	}
	return z
}

func show(cube []*logic.Term) string {
	if len(cube) == 0 {
		return "true"
	}
	z := make([]string, len(cube))
	for i, t := range cube {
		z[i] = fmt.Sprint(t)
	}
	return strings.Join(z, " & ")
}

func TestBounds(t *testing.T) {
	c := newCubes(t)
	for _, text := range []string{"(<= x 3)", "(>= x 3)", "(>= (- x y) 2)", "(< u 1.0)", "(> u 1.0)", "(>= (+ u v) 1.5)"} {
		lit := c.read(t, text)[0]
		b, ok := asBound(lit)
		require.True(t, ok, text)
		require.Equal(t, lit, c.s.boundTerm(b), text)
	}
	for _, text := range []string{"(= x 3)", "(not (= x 3))"} {
		_, ok := asBound(c.read(t, text)[0])
		require.False(t, ok, text)
	}
}

func TestTidy(t *testing.T) {
	c := newCubes(t)
	for _, test := range []struct{ in, out string }{
		{"(<= x 3) & (<= x 5)", "(<= x 3)"},
		{"(<= x 5) & (>= x 1) & (<= x 3) & (>= x 2)", "(<= x 3) & (>= x 2)"},
		{"(< u 1.0) & (<= u 1.0)", "(< u 1.0)"},
		{"(> u 1.0) & (>= u 1.0) & (>= u 2.0)", "(>= u 2.0)"},
		{"(<= (- x y) 1) & (<= (- y x) 1)", "(<= (- x y) 1) & (<= (- y x) 1)"},
	} {
		require.Equal(t, show(c.read(t, test.out)), show(tidy(c.read(t, test.in))), test.in)
	}
}

func TestWeaker(t *testing.T) {
	c := newCubes(t)
	for _, test := range []struct {
		x, y string
		want bool
	}{
		{"true", "(<= x 3)", true},
		{"(<= x 3)", "true", false},
		{"(<= x 3)", "(<= x 2) & (>= y 0)", true},
		{"(<= x 3)", "(<= x 4)", false},
		{"(>= x 3)", "(>= x 4)", true},
		{"(>= x 3)", "(<= x 2)", false},
		{"(<= u 3.0)", "(< u 3.0)", true},
		{"(< u 3.0)", "(<= u 3.0)", false},
	} {
		require.Equal(t, test.want, weaker(c.read(t, test.x), c.read(t, test.y)), "%s ⇐ %s", test.x, test.y)
	}
}

func TestSums(t *testing.T) {
	c := newCubes(t)
	for _, test := range []struct{ x, y, want string }{
		{"(<= x 3)", "(>= x (+ y 4))", "(<= y (- 1))"},
		{"(<= x (+ y 5))", "(>= (+ x (* 3 z)) 6)", "(>= (+ y (* 3 z)) 1)"},
		{"(<= (* 2 x) y)", "(>= (* 3 x) z)", "(>= (* 3 y) (* 2 z))"},
		{"(< u v)", "(<= v 1.0)", "(< u 1.0)"},
		{"(<= x 3)", "(<= y 3)", "true"},
		{"(<= x 3)", "(>= x 4)", "true"},
	} {
		got := c.s.sums(c.read(t, test.x)[0], c.read(t, test.y)[0])
		require.Equal(t, show(c.read(t, test.want)), show(got), "%s + %s", test.x, test.y)
	}
}

// TestUnions gives cubes of one shape and the unions that they suggest.
func TestUnions(t *testing.T) {
	c := newCubes(t)
	for _, test := range []struct {
		name, cubes string
		want        []string
	}{
		{"one bound", "(<= x 3); (<= x 2); (<= x 1)", []string{"true", "(<= x 3)", "true"}},
		{"one bound of two", "(<= x 3) & (>= y 0); (<= x 4) & (>= y 0); (<= x 5) & (>= y 0)",
			[]string{"(>= y 0)", "(>= y 0)", "(>= y 0) & (<= x 5)"}},
		{"two bounds", "(<= x 3) & (>= y 4); (<= x 4) & (>= y 5); (<= x 5) & (>= y 6)",
			[]string{"(<= (- x y) (- 1))", "(>= y 4) & (<= (- x y) (- 1))", "(<= x 5) & (<= (- x y) (- 1))"}},
		{"different steps", "(<= x 0) & (>= y 0); (<= x 1) & (>= y 2); (<= x 2) & (>= y 4)",
			[]string{"(<= (- (* 2 x) y) 0)", "(>= y 0) & (<= (- (* 2 x) y) 0)", "(<= x 2) & (<= (- (* 2 x) y) 0)"}},
		{"no line", "(<= x 3) & (>= y 4); (<= x 4) & (>= y 5); (<= x 5) & (>= y 7)", nil},
	} {
		var points [][]rational.Rat
		var keys []string
		var lits []*logic.Term
		for _, text := range strings.Split(test.cubes, ";") {
			l, key, limits := shape(c.read(t, text))
			lits, points, keys = l, append(points, limits), append(keys, key)
		}
		require.Len(t, slices.Compact(keys), 1, test.name)
		var got []string
		for _, u := range c.s.unions(lits, points) {
			got = append(got, show(sorted(u)))
		}
		var want []string
		for _, w := range test.want {
			want = append(want, show(sorted(c.read(t, w))))
		}
		require.Equal(t, want, got, test.name)
	}
}

func sorted(cube []*logic.Term) []*logic.Term {
	return slices.SortedFunc(slices.Values(cube), func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
}

// TestQueue demands the order of obligations.
func TestQueue(t *testing.T) {
	c := newCubes(t)
	s := c.s
	s.bound = 5
	l := &location{pobs: map[*logic.Term]*pob{}}
	s.oblige(l, c.read(t, "(<= x 1)"), 3, 1)
	s.oblige(l, c.read(t, "(<= x 2)"), 2, 4)
	s.oblige(l, c.read(t, "(<= x 3)"), 2, 3)
	s.assume(l, c.read(t, "(<= x 4)"), 2, 9, &conjecture{budget: 1})
	s.oblige(l, c.read(t, "(<= x 5)"), 6, 0) // above the bound
	s.oblige(l, c.read(t, "(<= x 1)"), 1, 2) // again, lower
	var got []string
	for o := s.next(); o != nil; o = s.next() {
		got = append(got, show(o.cube))
	}
	require.Equal(t, []string{"(<= x 1)", "(<= x 4)", "(<= x 3)", "(<= x 2)"}, got)
	require.Len(t, s.deferred, 1)
}
