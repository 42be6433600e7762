// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file closes the congruence graph under the axioms of arrays:
//
//	select(store(a, i, v), i) = v
//	i ≠ j ⇒ select(store(a, i, v), j) = select(a, j)
//	select(const(v), i) = v
//
// instantiated at reads. Each read of an array is repeated for all arrays that are equal or differ
// from it by stores, upwards and downwards. A constant array also has a default. Stores over an
// infinite index sort do not change it (L. de Moura, N. Bjørner: Generalized, Efficient Array
// Decision Procedures, FMCAD 2009, https://doi.org/10.1109/FMCAD.2009.5351142). Extensionality is
// encoded as clauses: see encoder.equality.

// Reads of arrays that stores connect are not spread while all of them at an index are equal: then
// all of the arrays can have that value there; see agreements.

// saturateArrays instantiates each axiom once. It reports whether anything changed.
func (q *equality) saturateArrays() bool {
	q.agreed = nil
	if len(q.stores)+len(q.consts) == 0 {
		return false
	}
	before, merges := q.g.Len(), false
	merge := func(a, b euf.Node, why euf.Reason) {
		merges = q.g.Merge(a, b, why) || merges
	}
	for _, s := range q.stores {
		merge(q.read(s.n, s.i), s.v, axiom)
	}
	if q.doubt(q.out.Value) != risky {
		q.agreed = q.agreements()
	}
	for _, s := range q.stores {
		for _, array := range [2]euf.Node{s.n, s.a} {
			if q.agreed.throughout(array) {
				continue
			}
			indices := q.indicesOf(array)
			q.pairs += int64(len(indices))
			for _, j := range indices {
				if q.g.Same(j, s.i) || q.agreed.at(array, j) != euf.NoNode {
					continue
				}
				if q.grounds != nil {
					j = q.indexFor(s.n, j)
				}
				x, y := q.read(s.n, j), q.read(s.a, j)
				if q.g.Same(x, y) {
					continue
				}
				if why, ok := q.differing(s.i, j); ok {
					q.why[why].reads = [2][2]euf.Node{{s.n, j}, {s.a, j}}
					merge(x, y, why)
				}
			}
		}
	}
	for _, k := range q.consts {
		v := q.g.Arg(k, 0)
		for _, j := range q.indicesOf(k) {
			merge(q.read(k, j), v, axiom)
		}
		merge(q.defaultOf(k), v, axiom)
	}
	if len(q.consts) > 0 {
		for _, s := range q.stores {
			if q.sorts[s.n].Index().IsArith() {
				merge(q.defaultOf(s.n), q.defaultOf(s.a), axiom)
			}
		}
	}
	return merges || q.g.Len() > before
}

func (q *equality) defaultOf(a euf.Node) euf.Node {
	return q.apply(q.sorts[a].Elem(), q.fn(fnKey{op: logic.OpConstArray, kind: defaultFn}), a)
}

// indicesOf returns the indices at which the class of array a is read, one for each
// class.
func (q *equality) indicesOf(a euf.Node) []euf.Node {
	seen := map[euf.Node]bool{}
	var z []euf.Node
	for _, u := range q.readsOf(a) {
		i := q.g.Arg(u, 1)
		if root := q.g.Find(i); !seen[root] {
			seen[root] = true
			z = append(z, i)
		}
	}
	return z
}

// readsOf returns the reads of the class of array a.
func (q *equality) readsOf(a euf.Node) []euf.Node {
	f := q.fn(fnKey{op: logic.OpSelect})
	r := q.g.Find(a)
	var z []euf.Node
	for _, u := range q.g.Uses(r) {
		if fn, ok := q.g.Fn(u); ok && fn == f && q.g.Find(q.g.Arg(u, 0)) == r {
			z = append(z, u)
		}
	}
	return z
}

// indexFor returns an index that is equal to j and belongs to the partitions of array a. If there
// is no such index, it returns j.
func (q *equality) indexFor(a, j euf.Node) euf.Node {
	array := q.grounds.common(q.term(a))
	if q.grounds.common(q.term(j)).meets(array) {
		return j
	}
	for i := q.g.Next(j); ; i = q.g.Next(i) {
		if i == j || int(i) < q.nodesBefore && (q.sharedTerm(i) == nil) == (q.sharedTerm(j) == nil) && q.grounds.common(q.term(i)).meets(array) {
			return i
		}
	}
}

// differing returns the reason why i and j, which are not equal, differ. It returns false if this
// is not decided yet; then a lemma requests the decision.
func (q *equality) differing(i, j euf.Node) (euf.Reason, bool) {
	x, y := q.sharedTerm(i), q.sharedTerm(j)
	if x != nil && y != nil {
		return q.because(reason{kind: byDiffering, i: i, j: j}), true
	}
	l := q.equalNodes(i, j)
	switch q.out.Value(l) {
	case sat.False:
		return q.because(reason{kind: byLiteral, lit: l.Not()}), true
	case sat.Undef:
		q.out.Lemma(sat.Deletable, 0, l, l.Not()) // the clause only makes the search decide l
		q.sent++
	}
	return 0, false
}
