// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"
	"slices"

	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file reasons about the orders of words: a graph whose edges are comparisons that hold. A
// cycle with a strict edge is a contradiction. On a cycle without strict edges, all words are
// equal.

// ordering is an edge: u ≤ v or, strict, u < v.
type ordering struct {
	u, v           euf.Node
	strict, signed bool
	lit            sat.Lit // the literal of the edge; NoLit if it holds always, or by tight
	// the strict edge that this edge follows from, with the numeral at as an end
	tight *ordering
	at    euf.Node // the numeral
}

// rel returns the relation of the ends of an edge.
func (o *ordering) rel() relKind {
	switch {
	case o.signed && o.strict:
		return relSlt
	case o.signed:
		return relSle
	case o.strict:
		return relUlt
	}
	return relUle
}

// relKind is the relation that a step states between its sides.
type relKind uint8

// The strict relation of each order comes last, so the relation between the ends of a chain is the
// greatest one in it.
const (
	relEq relKind = iota
	relUle
	relUlt
	relSle
	relSlt
)

// related returns the formula of a relation.
func related(s *logic.Store, r relKind, a, b *logic.Term) *logic.Term {
	switch r {
	case relUle:
		return s.BV(logic.OpBVUle, a, b)
	case relUlt:
		return s.BV(logic.OpBVUlt, a, b)
	case relSle:
		return s.BV(logic.OpBVSle, a, b)
	case relSlt:
		return s.BV(logic.OpBVSlt, a, b)
	}
	return s.Eq(a, b)
}

// maxOrderings bounds the edges of one order.
const maxOrderings = 3000

// orderings returns the edges of an order. Edges of literals come first, with the edges that follow
// from these alone.
func (q *equality) orderings(signed bool) []ordering {
	var z []ordering
	for _, r := range q.relations {
		if r.signed != signed {
			continue
		}
		switch q.out.Value(r.lit) {
		case sat.True:
			z = append(z, ordering{u: r.a, v: r.b, signed: signed, lit: r.lit})
		case sat.False:
			z = append(z, ordering{u: r.b, v: r.a, strict: true, signed: signed, lit: r.lit.Not()})
		}
	}
	if len(z) == 0 {
		return nil
	}
	known := map[euf.Node]euf.Node{}
	for _, n := range q.numerals {
		known[q.g.Find(n)] = n
	}
	for i := range z {
		if o := z[i]; o.strict {
			z = append(z, q.tightened(&o, known)...)
		}
	}
	if !signed {
		z = q.operationOrder(z)
	}
	return q.numeralOrder(z, signed)
}

// tightened returns u ≤ k-1 for u < k, and k+1 ≤ v for k < v.
func (q *equality) tightened(o *ordering, known map[euf.Node]euf.Node) []ordering {
	var z []ordering
	one := big.NewInt(1)
	low, high := limits(q.sorts[o.u].Width(), o.signed)
	if k, ok := known[q.g.Find(o.v)]; ok {
		if value := wordNumber(q.term(k), o.signed); value.Cmp(low) > 0 {
			n := q.numeral(new(big.Int).Sub(value, one), q.sorts[k])
			z = append(z, ordering{u: o.u, v: n, signed: o.signed, tight: o, at: k})
		}
	}
	if k, ok := known[q.g.Find(o.u)]; ok {
		if value := wordNumber(q.term(k), o.signed); value.Cmp(high) < 0 {
			n := q.numeral(new(big.Int).Add(value, one), q.sorts[k])
			z = append(z, ordering{u: n, v: o.v, signed: o.signed, tight: o, at: k})
		}
	}
	return z
}

// operationOrder appends the edges that operations imply.
func (q *equality) operationOrder(z []ordering) []ordering {
	for _, n := range q.operations {
		f, _ := q.g.Fn(n)
		args := q.g.Args(n, nil)
		switch q.heads[f].op {
		case logic.OpBVAnd:
			for _, a := range args {
				z = append(z, ordering{u: n, v: a})
			}
		case logic.OpBVOr:
			for _, a := range args {
				z = append(z, ordering{u: a, v: n})
			}
		case logic.OpBVLshr, logic.OpBVURem:
			z = append(z, ordering{u: n, v: args[0]})
		}
	}
	return z
}

// numeralOrder appends the order of numerals, and edges which state that all words lie between the
// least and the greatest number.
func (q *equality) numeralOrder(z []ordering, signed bool) []ordering {
	var words []euf.Node
	sorts := map[*logic.Sort]bool{}
	for i := range z {
		words = append(words, z[i].u, z[i].v)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	for _, w := range words {
		low, high := limits(q.sorts[w].Width(), signed)
		bottom, top := q.numeral(low, q.sorts[w]), q.numeral(high, q.sorts[w])
		if w != bottom {
			z = append(z, ordering{u: bottom, v: w, signed: signed})
		}
		if w != top {
			z = append(z, ordering{u: w, v: top, signed: signed})
		}
		sorts[q.sorts[w]] = true
	}
	numerals := slices.Clone(q.numerals)
	slices.SortStableFunc(numerals, func(a, b euf.Node) int {
		if x, y := q.sorts[a].ID(), q.sorts[b].ID(); x != y {
			return int(x) - int(y)
		}
		return wordNumber(q.term(a), signed).Cmp(wordNumber(q.term(b), signed))
	})
	for i := range max(0, len(numerals)-1) {
		if a, b := numerals[i], numerals[i+1]; q.sorts[a] == q.sorts[b] && sorts[q.sorts[a]] {
			z = append(z, ordering{u: a, v: b, strict: true, signed: signed})
		}
	}
	return z
}

// limits returns the least and the greatest number of a width.
func limits(width int, signed bool) (low, high *big.Int) {
	power := new(big.Int).Lsh(big.NewInt(1), uint(width))
	if !signed {
		return new(big.Int), power.Sub(power, big.NewInt(1))
	}
	power.Rsh(power, 1)
	return new(big.Int).Neg(power), new(big.Int).Sub(power, big.NewInt(1))
}

// wordNumber returns the value of a numeral.
func wordNumber(t *logic.Term, signed bool) *big.Int {
	v, w := t.BV(), t.Sort().Width()
	if signed && v.Bit(w-1) == 1 {
		return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

// followOrder reports a contradiction of the orders. If there is no contradiction, it merges the
// words that the orders make equal. It reports whether anything changed.
func (q *equality) followOrder() bool {
	changed := false
	for _, signed := range [2]bool{false, true} {
		edges := q.orderings(signed)
		if len(edges) > maxOrderings {
			continue
		}
		from := map[euf.Node][]int{} // by root: the edges that leave the class
		for i := range edges {
			r := q.g.Find(edges[i].u)
			from[r] = append(from[r], i)
		}
		for i := range edges {
			o := &edges[i]
			if !o.strict && q.g.Same(o.u, o.v) {
				continue
			}
			way, ok := q.shortestPath(edges, from, o.v, o.u)
			if !ok {
				continue
			}
			cycle := []ordering{*o}
			strict := o.strict
			for _, k := range way {
				cycle = append(cycle, edges[k])
				strict = strict || edges[k].strict
			}
			if strict {
				q.beginLemma()
				cert := q.deriveOrder(cycle)
				q.out.Lemma(sat.Deletable, cert, q.clause...)
				q.sent++
				return true
			}
			q.g.Merge(o.u, o.v, q.because(reason{kind: byOrder, cycle: cycle}))
			changed = true
		}
	}
	return changed
}

// shortestPath returns the edges of a shortest path from the class of a to that of b.
func (q *equality) shortestPath(edges []ordering, from map[euf.Node][]int, a, b euf.Node) ([]int, bool) {
	start, goal := q.g.Find(a), q.g.Find(b)
	came := map[euf.Node]int{start: -1}
	for queue := []euf.Node{start}; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		if r == goal {
			break
		}
		for _, k := range from[r] {
			to := q.g.Find(edges[k].v)
			if _, met := came[to]; !met {
				came[to] = k
				queue = append(queue, to)
			}
		}
	}
	if _, met := came[goal]; !met {
		return nil, false
	}
	var z []int
	for r := goal; r != start; {
		k := came[r]
		z = append(z, k)
		r = q.g.Find(edges[k].u)
	}
	slices.Reverse(z)
	return z, true
}

// deriveOrder keeps the derivation of false from a cycle with a strict edge.
func (q *equality) deriveOrder(cycle []ordering) sat.Cert {
	d := &deriver{q, map[[2]euf.Node]chain{}}
	root := &step{from: []chain{d.orderChain(cycle, cycle[0].u)}}
	d.locate(root, q.term(cycle[0].u))
	return q.enc.arith.log.add(certificate{ground: root})
}

// orderChain returns the steps along consecutive edges. It ends at a node that is equal to the end
// of the last edge.
func (d *deriver) orderChain(edges []ordering, end euf.Node) chain {
	var z chain
	for i := range edges {
		z = append(z, d.ordered(&edges[i]))
		next := end
		if i+1 < len(edges) {
			next = edges[i+1].u
		}
		z = append(z, d.chain(edges[i].v, next)...)
	}
	return z
}

// ordered returns the step of an edge.
func (d *deriver) ordered(o *ordering) *step {
	x := &step{left: d.term(o.u), right: d.term(o.v), rel: o.rel()}
	ts := []*logic.Term{x.left, x.right}
	switch {
	case o.lit != sat.NoLit:
		x.lits = d.assumed(func() { d.clause = append(d.clause, o.lit.Not()) })
	case o.tight != nil:
		premise := chain{d.ordered(o.tight)}
		if o.tight.u == o.u {
			premise = append(premise, d.chain(o.tight.v, o.at)...)
		} else {
			premise = append(slices.Clone(d.chain(o.at, o.tight.u)), premise...)
		}
		x.from = []chain{premise}
		ts = append(ts, d.term(o.at))
	}
	return d.locate(x, ts...)
}
