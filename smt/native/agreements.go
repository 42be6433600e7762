// SPDX-License-Identifier: Apache-2.0

package native

import "cornet/smt/euf"

// This file finds reads that arrays connected by stores need not propagate to each other. Consider
// the reads of such arrays at one index, including the values of stores. Suppose that they are all
// in one class. Then there is a model in which all of these arrays have that value at the index:
// each store either writes this value, or does not change the index. Only reads of different
// classes must be spread, since they may contradict each other. So n stores and m reads cost n·m
// look-ups instead of n·(n+m). Weak equivalence uses the same idea (J. Christ, J. Hoenicke: Weakly
// Equivalent Arrays, FroCoS 2015, https://doi.org/10.1007/978-3-319-24246-0_8).
//
// This applies to indices and elements whose values other theories determine. Other sorts need all
// reads: elements may contain parts of themselves, and indices may turn out to be equal. Constant
// arrays are read everywhere.

// agreements are the reads of arrays that stores connect, by component and index.
type agreements struct {
	q     *equality
	up    map[euf.Node]euf.Node // by root of an array: another array of its component
	parts map[euf.Node]*agreement
}

// agreement has, for each index at which all reads of one component are equal, one of these reads.
// For other indices it has NoNode.
type agreement struct {
	indices []euf.Node // by root, in the order in which they were met
	reads   map[euf.Node]euf.Node
	differ  bool // the reads at some index differ
}

// agreements finds the components, and the values on which their reads agree.
//
// Cost: almost linear in the number of stores and uses of their arrays.
func (q *equality) agreements() *agreements {
	z := &agreements{q: q, up: map[euf.Node]euf.Node{}, parts: map[euf.Node]*agreement{}}
	var arrays []euf.Node // roots
	for _, s := range q.stores {
		for _, n := range [2]euf.Node{s.n, s.a} {
			r := q.g.Find(n)
			if _, met := z.up[r]; !met {
				z.up[r] = r
				arrays = append(arrays, r)
			}
		}
		z.up[z.component(s.n)] = z.component(s.a)
	}
	spread := map[euf.Node]bool{}
	for _, k := range q.consts {
		spread[z.component(k)] = true
	}
	for _, r := range arrays {
		sort, c := q.sorts[r], z.component(r)
		if spread[c] || !q.isShared(sort.Index()) || !q.isShared(sort.Elem()) {
			continue
		}
		if z.parts[c] == nil {
			z.parts[c] = &agreement{reads: map[euf.Node]euf.Node{}}
		}
		for _, u := range q.readsOf(r) {
			z.parts[c].add(q, u)
		}
	}
	return z
}

func (x *agreement) add(q *equality, u euf.Node) {
	i := q.g.Find(q.g.Arg(u, 1))
	switch v, met := x.reads[i]; {
	case !met:
		x.indices = append(x.indices, i)
		x.reads[i] = u
	case v != euf.NoNode && !q.g.Same(u, v):
		x.reads[i] = euf.NoNode
		x.differ = true
	}
}

// component returns the representative of the arrays that stores connect with n.
func (z *agreements) component(n euf.Node) euf.Node {
	n = z.q.g.Find(n)
	for {
		b, met := z.up[n]
		if !met || b == n {
			return n
		}
		if c, met := z.up[b]; met {
			z.up[n] = c
		}
		n = b
	}
}

// of returns the agreement of array n's component, or nil.
func (z *agreements) of(n euf.Node) *agreement {
	if z == nil {
		return nil
	}
	return z.parts[z.component(n)]
}

// throughout reports whether reads of array n's component agree at all indices.
func (z *agreements) throughout(n euf.Node) bool {
	x := z.of(n)
	return x != nil && !x.differ
}

// at returns a read that equals all reads at index j of array n's component, or NoNode.
func (z *agreements) at(n, j euf.Node) euf.Node {
	x := z.of(n)
	if x == nil {
		return euf.NoNode
	}
	u, met := x.reads[z.q.g.Find(j)]
	if !met {
		return euf.NoNode
	}
	return u
}

// common returns the reads of array n's component at the indices where all reads agree. They
// determine n there, even if other arrays of the component are read instead of n.
func (z *agreements) common(n euf.Node) []euf.Node {
	x := z.of(n)
	if x == nil {
		return nil
	}
	var reads []euf.Node
	for _, i := range x.indices {
		if u := x.reads[i]; u != euf.NoNode {
			reads = append(reads, u)
		}
	}
	return reads
}
