// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file treats bit-vectors as words, for interpolants over words. Operations are functions of
// the graph of equations. Comparisons are edges of an order (order.go). A few rules give the
// meaning of operations:
//
//	operations on numerals have values
//	x + k + l = x + (k+l);  x + k = l ⊢ x = l-k;  x + k = y + k ⊢ x = y
//	x & y ≤ x,  x ≤ x | y,  x >> y ≤ x,  x % y ≤ x
//	0 ≤ x ≤ max;  numerals are in order;  x < k ⊢ x ≤ k-1 for a numeral k
//
// It is the decision procedure of Wolverine: D. Kroening, G. Weissenbacher: An Interpolating
// Decision Procedure for Transitive Relations with Uninterpreted Functions (HVC 2009), with the
// rules for bit-vectors that "Interpolation-Based Software Verification with Wolverine" (CAV 2011)
// names. It is not complete. If it finds a model, the answer is Unknown, and other interpolators
// are asked.
//
// Differences from the papers: the SAT solver handles Boolean structure, so no unsatisfiable path
// must be found by bits first. The relations are equality and the two orders, with their strict
// versions. Disequalities are literals, and chains do not use them.

// wordOp names an operation of the graph with its indices.
type wordOp struct{ high, low int }

// relation is an atom a ≤ b between words.
type relation struct {
	lit    sat.Lit
	a, b   euf.Node
	signed bool
}

// isShared reports whether other theories determine the values of the sort.
func (q *equality) isShared(sort *logic.Sort) bool {
	return isSharedSort(sort) && !(q.wordLevel && sort.IsBitVec())
}

// wordNode returns the node of a numeral or an operation on words.
func (e *encoder) wordNode(t *logic.Term) (euf.Node, error) {
	q := e.eq
	if t.Op() == logic.OpBV {
		n := q.leaf(t.Sort())
		q.addSharedTerm(sharedTerm{node: n, sort: t.Sort(), fixed: t, arg: true})
		q.numerals = append(q.numerals, n)
		return n, nil
	}
	if t.Op() < logic.OpConcat || t.Op() > logic.OpBVAshr {
		return 0, unsupported(t)
	}
	args := make([]euf.Node, len(t.Args()))
	for i, a := range t.Args() {
		n, err := e.node(a)
		if err != nil {
			return 0, err
		}
		args[i] = n
	}
	key := fnKey{op: t.Op()}
	if t.Op() == logic.OpExtract || t.Op() == logic.OpSignExtend {
		high, low := t.Indices()
		key.of = wordOp{high, low}
	}
	n := q.apply(t.Sort(), q.fn(key), args...)
	q.operations = append(q.operations, n)
	return n, nil
}

// relation encodes a comparison of words as a literal.
func (e *encoder) relation(t *logic.Term) error {
	a, err := e.node(t.Arg(0))
	if err != nil {
		return err
	}
	b, err := e.node(t.Arg(1))
	if err != nil {
		return err
	}
	l := e.sat.NewVar().Pos()
	e.gates[t] = &gate{lit: l, made: both}
	e.eq.relations = append(e.eq.relations, relation{l, a, b, t.Op() == logic.OpBVSle})
	return nil
}

// wordApplied returns an operation applied to args.
func (q *equality) wordApplied(key fnKey, args []*logic.Term) *logic.Term {
	s := q.enc.store
	switch key.op {
	case logic.OpExtract:
		at := key.of.(wordOp)
		return s.Extract(at.high, at.low, args[0])
	case logic.OpSignExtend:
		return s.SignExtend(key.of.(wordOp).high, args[0])
	}
	return s.BV(key.op, args...)
}

// numeral returns the node of a numeral. It makes the node for this check if necessary.
func (q *equality) numeral(value *big.Int, sort *logic.Sort) euf.Node {
	t := q.enc.store.BVNum(value, sort.Width())
	for _, n := range q.numerals {
		if q.grounds.leaves[n] == t {
			return n
		}
	}
	n := q.leaf(sort)
	q.grounds.leaves[n] = t
	q.addSharedTerm(sharedTerm{node: n, sort: sort, fixed: t, arg: true})
	q.numerals = append(q.numerals, n)
	q.check.keys = append(q.check.keys, q.key(q.sharedTerm(n)))
	return n
}

// saturateWords applies each rule once. It reports whether anything changed.
func (q *equality) saturateWords() bool {
	if !q.wordLevel {
		return false
	}
	known := map[euf.Node]euf.Node{} // by root: a numeral in its class
	for _, n := range q.numerals {
		known[q.g.Find(n)] = n
	}
	changed := q.fold(known)
	changed = q.shift(known) || changed
	return q.followOrder() || changed
}

// fold gives operations on numerals their values.
func (q *equality) fold(known map[euf.Node]euf.Node) bool {
	changed := false
	for _, n := range q.operations {
		args := q.g.Args(n, nil)
		terms := make([]*logic.Term, len(args))
		var premises [][2]euf.Node
		for i, a := range args {
			if k, ok := known[q.g.Find(a)]; ok {
				terms[i] = q.term(k)
				premises = append(premises, [2]euf.Node{a, k})
			} else {
				terms[i] = q.term(a)
			}
		}
		if slices.Contains(terms, nil) {
			continue
		}
		f, _ := q.g.Fn(n)
		if z := q.wordApplied(q.heads[f], terms); z.Op() == logic.OpBV {
			k := q.numeral(z.BV(), z.Sort())
			changed = q.g.Merge(n, k, q.because(reason{kind: byFolding, premises: premises})) || changed
		}
	}
	return changed
}

// shifted is a sum n = x + k of a word and a numeral.
type shifted struct{ n, x, k euf.Node }

// shift applies the rules for sums with numerals. It reports whether anything changed.
func (q *equality) shift(known map[euf.Node]euf.Node) bool {
	var sums []shifted
	for _, n := range q.operations {
		f, _ := q.g.Fn(n)
		if q.heads[f].op != logic.OpBVAdd {
			continue
		}
		args := q.g.Args(n, nil)
		if len(args) != 2 {
			continue
		}
		for i, k := range args {
			if q.sharedTerm(k) != nil && q.sharedTerm(k).fixed != nil { // the node of a numeral, not only equal to one
				sums = append(sums, shifted{n, args[1-i], k})
				break
			}
		}
	}
	s := q.enc.store
	changed := false
	add := func(a, b *logic.Term) *logic.Term { return s.BV(logic.OpBVAdd, a, b) }
	merge := func(a, b euf.Node, premises ...[2]euf.Node) {
		changed = q.g.Merge(a, b, q.because(reason{kind: byFolding, premises: premises})) || changed
	}
	for _, a := range sums {
		k := q.term(a.k)
		if l, ok := known[q.g.Find(a.n)]; ok { // x + k = l
			if z := add(q.term(l), s.BV(logic.OpBVNeg, k)); z.Op() == logic.OpBV {
				merge(a.x, q.numeral(z.BV(), z.Sort()), [2]euf.Node{a.n, l})
			}
		}
		for _, b := range sums {
			switch {
			case a.n == b.n:
			case q.g.Same(a.n, b.n) && a.k == b.k:
				merge(a.x, b.x, [2]euf.Node{a.n, b.n})
			case q.g.Same(a.x, b.n): // x = y + l, so n = y + (k+l)
				sum := add(k, q.term(b.k))
				if sum.BV() != nil && sum.BV().Sign() == 0 {
					merge(a.n, b.x, [2]euf.Node{a.x, b.n})
					continue
				}
				for _, c := range sums {
					if c.x == b.x && q.term(c.k) == sum {
						merge(a.n, c.n, [2]euf.Node{a.x, b.n})
					}
				}
			}
		}
	}
	return changed
}

// checkWords returns an error if a formula cannot be treated at the level of words.
func checkWords(parts []*logic.Term) error {
	var err error
	logic.Walk(func(t *logic.Term) bool {
		if err == nil && (t.Op() == logic.OpIntToBV || t.Op() == logic.OpBVToInt) {
			err = fmt.Errorf("native solver: words and integers together: %w", unsupported(t))
		}
		return err == nil
	}, parts...)
	return err
}
