// SPDX-License-Identifier: Apache-2.0

package euf

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// naive is congruence closure by rewriting classes until nothing changes.
type naive struct {
	apps  map[Node][]Node // with the function first
	class []int
}

func (x *naive) close(merges [][2]Node) {
	for i := range x.class {
		x.class[i] = i
	}
	join := func(a, b Node) bool {
		p, q := x.class[a], x.class[b]
		for i := range x.class {
			if x.class[i] == p {
				x.class[i] = q
			}
		}
		return p != q
	}
	for _, m := range merges {
		join(m[0], m[1])
	}
	for again := true; again; {
		again = false
		for n, p := range x.apps {
			for m, q := range x.apps {
				if p[0] == q[0] && len(p) == len(q) && x.congruent(p[1:], q[1:]) && join(n, m) {
					again = true
				}
			}
		}
	}
}

func (x *naive) congruent(p, q []Node) bool {
	for i := range p {
		if x.class[p[i]] != x.class[q[i]] {
			return false
		}
	}
	return true
}

// walk does random things to a graph and compares it with a naive one.
func walk(t *testing.T, seed uint64, steps int) {
	r := rand.New(rand.NewPCG(seed, 3))
	g := New()
	x := &naive{apps: map[Node][]Node{}}
	var merges [][2]Node
	type mark struct{ nodes, merges int }
	var marks []mark
	apply := func() {
		args := make([]Node, 1+r.IntN(3))
		for i := range args {
			args[i] = Node(r.IntN(g.Len()))
		}
		f := Fn(r.IntN(2)*4 + len(args))
		n := g.Apply(f, args...)
		x.apps[n] = append([]Node{Node(f)}, args...)
	}
	for range 4 {
		g.Leaf()
	}
	for step := range steps {
		switch k := r.IntN(12); {
		case k < 3 && g.Len() < 30:
			apply()
		case k < 4 && g.Len() < 30:
			g.Leaf()
		case k < 8:
			a, b := Node(r.IntN(g.Len())), Node(r.IntN(g.Len()))
			g.Merge(a, b, Reason(len(merges)))
			merges = append(merges, [2]Node{a, b})
		case k < 10:
			g.Push()
			marks = append(marks, mark{g.Len(), len(merges)})
		case len(marks) > 0:
			to := r.IntN(len(marks))
			m := marks[to]
			marks = marks[:to]
			g.Backtrack(to)
			merges = merges[:m.merges]
			for n := range x.apps {
				if int(n) >= m.nodes {
					delete(x.apps, n)
				}
			}
			require.Equal(t, m.nodes, g.Len())
		}
		require.NoError(t, g.check(), "seed %d, step %d", seed, step)
		x.class = make([]int, g.Len())
		x.close(merges)
		for a := range g.Len() {
			for b := range a {
				require.Equal(t, x.class[a] == x.class[b], g.Same(Node(a), Node(b)), "seed %d, step %d: %d and %d", seed, step, a, b)
			}
		}
		explainSome(t, r, g, x, merges)
	}
}

func explain(g *Graph, a, b Node) []Reason {
	var z Explanation
	g.Explain(a, b, &z)
	return z.Reasons
}

// TestHubs: merges through a hub are reported as a pair.
func TestHubs(t *testing.T) {
	g := New()
	var xs, fs []Node
	for range 4 {
		xs = append(xs, g.Leaf())
		fs = append(fs, g.Apply(0, xs[len(xs)-1]))
	}
	hub := g.Leaf()
	for _, x := range xs {
		g.Merge(x, hub, Hub)
	}
	for i := range xs {
		for j := range i {
			var z Explanation
			g.Explain(fs[i], fs[j], &z)
			require.Empty(t, z.Reasons)
			require.Equal(t, [][2]Node{{xs[j], xs[i]}}, z.Pairs)
		}
	}
}

// explainSome checks that the returned reasons imply the equations.
func explainSome(t *testing.T, r *rand.Rand, g *Graph, x *naive, merges [][2]Node) {
	for range 3 {
		a, b := Node(r.IntN(g.Len())), Node(r.IntN(g.Len()))
		if !g.Same(a, b) {
			continue
		}
		reasons := explain(g, a, b)
		var used [][2]Node
		for _, why := range reasons {
			used = append(used, merges[why])
		}
		slices.Sort(reasons)
		require.Len(t, slices.Compact(slices.Clone(reasons)), len(reasons), "a reason twice")
		x.close(used)
		require.Equal(t, x.class[a], x.class[b], "%v do not make %d and %d equal", used, a, b)
	}
}

func TestWalk(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { walk(t, seed, 60) })
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(uint64(1), uint8(40))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) { walk(t, seed, int(steps)) })
}

func TestLongArguments(t *testing.T) {
	g := New()
	var xs, ys []Node
	for range 9 {
		xs, ys = append(xs, g.Leaf()), append(ys, g.Leaf())
	}
	p, q := g.Apply(1, xs...), g.Apply(1, ys...)
	for i := range xs {
		require.False(t, g.Same(p, q))
		g.Merge(xs[i], ys[i], Reason(i))
	}
	require.True(t, g.Same(p, q))
	require.Len(t, explain(g, p, q), 9)
	require.Equal(t, xs, g.Args(p, nil))
	require.Equal(t, []Link{{p, q, Congruence}}, g.Links(p, q, nil))
	require.Equal(t, p, g.Apply(1, xs...))
}

// BenchmarkChain merges a chain of n leaves under n applications of one function.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := New()
			for range n {
				g.Apply(0, g.Leaf())
			}
			for b.Loop() {
				g.Push()
				for i := range n - 1 {
					g.Merge(Node(2*i), Node(2*i+2), Reason(i))
				}
				explain(g, 1, Node(2*n-1))
				g.Backtrack(0)
			}
		})
	}
}
