// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/euf"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// equality is the theory of terms that only equations determine: arrays, uninterpreted functions
// and sorts. It gives terms nodes of a congruence graph. The graph follows the search (see
// trail.go), and is completed when the search has a complete assignment (see combination.go).
//
// The graph has one level for each open scope, and one for each batch of literals. After a final
// check, it has one more with the merges of that check. That level remains until something changes,
// because models are read from it.
type equality struct {
	enc   *encoder
	g     *euf.Graph
	nodes map[*logic.Term]euf.Node // the nodes of terms in open scopes
	bools map[*logic.Term]sat.Lit  // the literals of alien Boolean terms; they remain
	fns   map[fnKey]euf.Fn
	heads []fnKey // the functions of the graph

	sorts    []*logic.Sort // by node
	sharedOf []int32       // by node: its place in shared terms, or -1

	// In the order of their nodes, those of open scopes only.
	sharedTerms []sharedTerm
	stores      []storeNode
	consts      []euf.Node
	apps        []appNode
	ctors       []ctorNode

	expansions []expansion // in the order of their constructor terms

	atoms   []equation       // in the order in which they were made
	decided map[sat.Var]bool // SetDecision has been called for an open scope

	grounds *grounds // nil without proofs

	wordLevel  bool // bit-vectors have nodes instead of bits
	relations  []relation
	operations []euf.Node // nodes of operations on words
	numerals   []euf.Node // nodes of words that are numerals

	trail
	check // the running or last final check
}

// fnKey names a function of the graph: a symbol, or an operator and perhaps a sort.
type fnKey struct {
	op   logic.Op
	of   any
	kind fnKind
}

type fnKind uint8

const (
	plainFn   fnKind = iota
	defaultFn        // the default of a constant array
)

// sharedTerm is a node whose value other theories determine.
type sharedTerm struct {
	node euf.Node
	sort *logic.Sort
	arg  bool // an argument: nodes of equal value matter

	term     *logic.Term // arithmetic: the term, over symbols and aliases
	form     []lra.Monomial
	constant rational.Rat
	lit      sat.Lit     // Bool
	word     bits.Word   // bit-vectors
	fixed    *logic.Term // a value of an uninterpreted sort
}

type storeNode struct{ n, a, i, v euf.Node }

type appNode struct {
	n    euf.Node
	term *logic.Term
	args []euf.Node
}

// equation is an atom a = b between nodes.
type equation struct {
	gate *gate
	a, b euf.Node
}

func newEquality(e *encoder) *equality {
	q := &equality{
		enc: e, g: euf.New(), nodes: map[*logic.Term]euf.Node{}, bools: map[*logic.Term]sat.Lit{},
		fns: map[fnKey]euf.Fn{}, decided: map[sat.Var]bool{},
	}
	q.forgetMerges(0)
	return q
}

// rest undoes the merges of the search, so that terms can get nodes.
func (q *equality) rest() { q.forgetMerges(len(q.enc.marks)) }

func (q *equality) push() {
	if q == nil {
		return
	}
	q.wanted, q.splitting = q.wanted[:0], q.splitting[:0]
	q.forgetMerges(len(q.enc.marks) - 1)
	q.g.Push()
	q.scopes = append(q.scopes, len(q.meant))
}

// pop closes the innermost scope.
func (q *equality) pop() {
	if q != nil {
		q.wanted, q.splitting = q.wanted[:0], q.splitting[:0]
		q.forgetMeanings()
		q.rest()
	}
}

// trim removes data about nodes that the graph no longer has.
func (q *equality) trim() {
	for k := len(q.expansions); k > 0 && q.expansions[k-1].depth > len(q.enc.marks); k-- {
		q.expansions = q.expansions[:k-1]
	}
	n := q.g.Len()
	if n == len(q.sorts) {
		return
	}
	q.sorts, q.sharedOf = q.sorts[:n], q.sharedOf[:n]
	gone := func(x euf.Node) bool { return int(x) >= n }
	for k := len(q.sharedTerms); k > 0 && gone(q.sharedTerms[k-1].node); k-- {
		q.sharedTerms = q.sharedTerms[:k-1]
	}
	for k := len(q.stores); k > 0 && gone(q.stores[k-1].n); k-- {
		q.stores = q.stores[:k-1]
	}
	for k := len(q.consts); k > 0 && gone(q.consts[k-1]); k-- {
		q.consts = q.consts[:k-1]
	}
	for k := len(q.numerals); k > 0 && gone(q.numerals[k-1]); k-- {
		q.numerals = q.numerals[:k-1]
	}
	for k := len(q.ctors); k > 0 && gone(q.ctors[k-1].n); k-- {
		q.ctors = q.ctors[:k-1]
	}
	for k := len(q.apps); k > 0 && gone(q.apps[k-1].n); k-- {
		q.apps = q.apps[:k-1]
	}
}

func (q *equality) forgetEquality() { q.atoms = q.atoms[:len(q.atoms)-1] }

// note records a new node.
func (q *equality) note(n euf.Node, sort *logic.Sort) euf.Node {
	if int(n) == len(q.sorts) {
		q.sorts = append(q.sorts, sort)
		q.sharedOf = append(q.sharedOf, -1)
		if q.grounds != nil { // n may have been the number of another node
			delete(q.grounds.leaves, n)
			delete(q.grounds.apps, n)
		}
	}
	return n
}

func (q *equality) leaf(sort *logic.Sort) euf.Node {
	return q.note(q.g.Leaf(), sort)
}

func (q *equality) apply(sort *logic.Sort, f euf.Fn, args ...euf.Node) euf.Node {
	// Long argument lists make nodes for their beginnings.
	n := q.g.Apply(f, args...)
	for len(q.sorts) < int(n) {
		q.note(euf.Node(len(q.sorts)), nil)
	}
	return q.note(n, sort)
}

// fn returns the function of the graph for a key.
func (q *equality) fn(k fnKey) euf.Fn {
	f, ok := q.fns[k]
	if !ok {
		f = euf.Fn(len(q.fns))
		q.fns[k] = f
		q.heads = append(q.heads, k)
	}
	return f
}

func (q *equality) read(a, i euf.Node) euf.Node {
	return q.apply(q.sorts[a].Elem(), q.fn(fnKey{op: logic.OpSelect}), a, i)
}

// sharedTerm returns the shared term of n, or nil.
func (q *equality) sharedTerm(n euf.Node) *sharedTerm {
	if k := q.sharedOf[n]; k >= 0 {
		return &q.sharedTerms[k]
	}
	return nil
}

// isSharedSort reports whether other theories determine the values of the sort.
func isSharedSort(sort *logic.Sort) bool {
	return sort.IsBool() || sort.IsArith() || sort.IsBitVec()
}
