// SPDX-License-Identifier: Apache-2.0

package netlist_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/ic3/netlist"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// TestSupport changes the inputs that a gate's value does not need, and expects the same value.
func TestSupport(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var g netlist.Graph
	c := bits.New(&g)
	in := func() sat.Lit { return g.NewVar().Pos() }
	a, b, d := in(), in(), in()
	for name, gate := range map[string]sat.Lit{
		"and": c.And(a, b.Not()), "xor": c.Xor(a, b), "xor3": c.Xor3(a, b, d), "majority": c.Majority(a, b.Not(), d), "choice": c.Mux(a, b, d.Not()),
	} {
		cone := g.Walker().Cone(gate)
		for range 200 {
			values, cost := make([]bool, len(g.Nodes)), make([]int32, len(g.Nodes))
			for _, l := range []sat.Lit{a, b, d} {
				values[l.Var()], cost[l.Var()] = rng.IntN(2) == 0, int32(rng.IntN(3))
			}
			g.Evaluate(cone, values)
			want := values[gate.Var()]
			needed := map[sat.Var]bool{}
			g.Support(gate.Var(), values, cost, func(v sat.Var) { needed[v] = true })
			for _, l := range []sat.Lit{a, b, d} {
				if !needed[l.Var()] {
					values[l.Var()] = rng.IntN(2) == 0
				}
			}
			g.Evaluate(cone, values)
			require.Equal(t, want, values[gate.Var()], name)
		}
	}
}

// TestCopy copies a circuit of all kinds of gates and expects the same values.
func TestCopy(t *testing.T) {
	var g, other netlist.Graph
	c, into := bits.New(&g), bits.New(&other)
	x, y := make(bits.Word, 4), make(bits.Word, 4)
	image := map[sat.Var]sat.Lit{}
	for k := range x {
		x[k], y[k] = g.NewVar().Pos(), g.NewVar().Pos()
		image[x[k].Var()], image[y[k].Var()] = other.NewVar().Pos(), other.NewVar().Pos()
	}
	product := c.MuxWord(c.Ule(x, y), c.Mul(x, y), c.Add(x, bits.Not(y)))
	at := func(l sat.Lit) sat.Lit {
		if v, ok := c.Const(l); ok {
			return into.Bool(v)
		}
		if l.IsNeg() {
			return image[l.Var()].Not()
		}
		return image[l.Var()]
	}
	cone := g.Walker().Cone(product...)
	for _, v := range cone {
		if !g.Nodes[v].IsInput() {
			image[v] = g.Copy(into, v, at)
		}
	}
	roots := make([]sat.Lit, 4)
	for k, l := range product {
		roots[k] = at(l)
	}
	copied := other.Walker().Cone(roots...)
	for n := range 256 {
		values, also := make([]bool, len(g.Nodes)), make([]bool, len(other.Nodes))
		for k := range x {
			values[x[k].Var()], values[y[k].Var()] = n>>k&1 == 1, n>>(k+4)&1 == 1
			also[image[x[k].Var()].Var()], also[image[y[k].Var()].Var()] = n>>k&1 == 1, n>>(k+4)&1 == 1
		}
		g.Evaluate(cone, values)
		other.Evaluate(copied, also)
		for k, l := range product {
			require.Equal(t, values[l.Var()] != l.IsNeg(), also[roots[k].Var()] != roots[k].IsNeg(), "bit %d of %d", k, n)
		}
	}
}

// TestLanes compares the values in each lane with those that are computed one by one.
func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var g netlist.Graph
	c := bits.New(&g)
	x, y := make(bits.Word, 6), make(bits.Word, 6)
	for k := range x {
		x[k], y[k] = g.NewVar().Pos(), g.NewVar().Pos()
	}
	product := append(c.MuxWord(c.Ule(x, y), c.Mul(x, y), c.Add(x, bits.Not(y))), c.Majority(x[0], y[1], x[2].Not()), c.Bool(true), c.Bool(false))
	cone := g.Walker().Cone(product...)
	lanes := make([]netlist.Lanes, len(g.Nodes))
	for _, l := range append(x, y...) {
		for k := range lanes[l.Var()] {
			lanes[l.Var()][k] = rng.Uint64()
		}
	}
	in := func(l netlist.Lanes, n int) bool { return l[n/64]>>(n%64)&1 == 1 }
	inputs := slices.Clone(lanes)
	g.EvaluateLanes(cone, lanes)
	for n := range netlist.Width {
		values := make([]bool, len(g.Nodes))
		for v := range values {
			values[v] = in(inputs[v], n)
		}
		g.Evaluate(cone, values)
		for k, l := range product {
			require.Equal(t, values[l.Var()] != l.IsNeg(), in(netlist.Of(l, lanes), n), "bit %d of lane %d", k, n)
		}
	}
}
