// SPDX-License-Identifier: Apache-2.0

package netlist

import (
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Width is the number of lanes.
const Width = 256

// Lanes has a bit for each of some valuations that are computed side by side.
type Lanes [Width / 64]uint64

// EvaluateLanes is [Graph.Evaluate] for many valuations at once.
func (g *Graph) EvaluateLanes(nodes []sat.Var, values []Lanes) {
	for _, v := range nodes {
		n := &g.Nodes[v]
		z := &values[v]
		if n.IsInput() {
			if g.True.Var() == v {
				for k := range z {
					z[k] = ^sign(g.True)
				}
			}
			continue
		}
		a, b, d := &values[n.In[0].Var()], &values[n.In[1].Var()], &values[n.In[2].Var()]
		na, nb, nd := sign(n.In[0]), sign(n.In[1]), sign(n.In[2])
		switch n.Kind {
		case bits.AndGate:
			for k := range z {
				z[k] = (a[k] ^ na) & (b[k] ^ nb)
			}
		case bits.XorGate:
			for k := range z {
				z[k] = a[k] ^ na ^ b[k] ^ nb
			}
		case bits.Xor3Gate:
			for k := range z {
				z[k] = a[k] ^ na ^ b[k] ^ nb ^ d[k] ^ nd
			}
		case bits.MajorityGate:
			for k := range z {
				x, y, w := a[k]^na, b[k]^nb, d[k]^nd
				z[k] = x&y | x&w | y&w
			}
		case bits.MuxGate:
			for k := range z {
				x := a[k] ^ na
				z[k] = x&(b[k]^nb) | ^x&(d[k]^nd)
			}
		}
	}
}

// sign returns all ones for a negation, and 0 otherwise.
func sign(l sat.Lit) uint64 {
	if l.IsNeg() {
		return ^uint64(0)
	}
	return 0
}

// Of returns the values of a literal.
func Of(l sat.Lit, values []Lanes) Lanes {
	z := values[l.Var()]
	for k := range z {
		z[k] ^= sign(l)
	}
	return z
}
