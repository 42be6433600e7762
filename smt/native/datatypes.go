// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file closes the congruence graph under the axioms of datatypes (C. Barrett, I. Shikanian, C.
// Tinelli: An Abstract Decision Procedure for a Theory of Inductive Data Types, JSAT 3, 2007,
// https://doi.org/10.3233/SAT190028):
//
//	field(C, k)(C(x₁, …, xₙ)) = xₖ
//	is-C(C(x̄)) and not is-D(C(x̄)) for other constructors D
//	is-C(t) ⇒ t = C(field(C, 1)(t), …)
//	is-C(t) for one C
//	no term is part of itself, as an argument of constructors or an element of arrays
//
// Congruence implies that constructors are injective, and that different constructors have
// different values. The third and fourth axioms are instantiated for terms that are not equal to a
// constructor term, one class at a time. Constructors without fields of their own sort are tried
// first, so that lists end as soon as possible.
//
// When every class has a constructor, different classes have different values: they have different
// constructors, or different arguments.

// ctorNode is a constructor term.
type ctorNode struct {
	n    euf.Node
	c    *logic.Constructor
	args []euf.Node
}

// expansion states that t is the constructor term n if lit is true, or always.
type expansion struct {
	t, n  euf.Node
	lit   sat.Lit
	depth int // the number of open scopes when the expansion was made
}

// construct returns the node of a constructor term.
func (q *equality) construct(c *logic.Constructor, args []euf.Node) euf.Node {
	before := q.g.Len()
	n := q.apply(c.Sort, q.fn(fnKey{op: logic.OpConstruct, of: c}), args...)
	if int(n) >= before {
		q.ctors = append(q.ctors, ctorNode{n, c, args})
		q.g.SetMark(n)
		if q.grounds == nil {
			q.open(&q.ctors[len(q.ctors)-1], func(a, b euf.Node) { q.g.Merge(a, b, axiom) })
			q.settleMeetings()
		}
	}
	return n
}

// open merges the fields of constructor term t with their values.
func (q *equality) open(t *ctorNode, merge func(a, b euf.Node)) {
	for i, f := range t.c.Fields {
		merge(q.field(f, t.n), t.args[i])
	}
}

// settleMeetings gives testers their values if their arguments have become equal to constructor
// terms. It tests only for constructors of these testers, and of constructor terms that are equal
// now. It reports whether anything changed.
func (q *equality) settleMeetings() (changed bool) {
	for {
		m, uses, ok := q.g.NextMeeting()
		if !ok {
			return changed
		}
		if m.Other != euf.NoNode {
			changed = q.distinguish(m.Mark, m.Other) || changed
		}
		changed = q.settleTesters(uses) || changed
	}
}

// distinguish tests two constructor terms for the constructor of the first, unless both have this
// constructor.
func (q *equality) distinguish(m, n euf.Node) (changed bool) {
	c := q.constructorOf(m)
	if c == q.constructorOf(n) {
		return false
	}
	changed = q.test(c, m)
	return q.test(c, n) || changed
}

// settleTesters gives values to those testers among some applications whose arguments are equal to
// constructor terms.
func (q *equality) settleTesters(uses []euf.Node) (changed bool) {
	for _, u := range uses {
		f, ok := q.g.Fn(u)
		if !ok || q.heads[f].op != logic.OpIs {
			continue
		}
		if m := q.g.Mark(q.g.Arg(u, 0)); m != euf.NoNode {
			changed = q.test(q.heads[f].of.(*logic.Constructor), m) || changed
		}
	}
	return changed
}

// test merges the tester of c for constructor term n with its value.
func (q *equality) test(c *logic.Constructor, n euf.Node) (changed bool) {
	if len(c.Sort.Datatype().Constructors) == 1 {
		return false
	}
	is, no, _ := q.truths()
	if q.constructorOf(n) != c {
		is = no
	}
	return q.g.Merge(q.applyTester(c, n), is, axiom)
}

// constructorOf returns the constructor of a constructor term.
func (q *equality) constructorOf(n euf.Node) *logic.Constructor {
	f, _ := q.g.Fn(n)
	return q.heads[f].of.(*logic.Constructor)
}

// truths returns the nodes of true and false, and whether there are any.
func (q *equality) truths() (yes, no euf.Node, known bool) {
	s := q.enc.store
	yes, known = q.nodes[s.True()]
	no, both := q.nodes[s.False()]
	return yes, no, known && both
}

// needTruths makes the nodes of true and false before the first constructor term.
func (e *encoder) needTruths() error {
	if _, err := e.node(e.store.True()); err != nil {
		return err
	}
	_, err := e.node(e.store.False())
	return err
}

func (q *equality) field(f *logic.Selector, n euf.Node) euf.Node {
	return q.apply(f.Sort, q.fn(fnKey{op: logic.OpField, of: f}), n)
}

// tester returns the node of a tester. The tester has its value if n is known to be equal to a
// constructor term.
func (q *equality) tester(c *logic.Constructor, n euf.Node) euf.Node {
	z := q.applyTester(c, n)
	if m := q.g.Mark(n); m != euf.NoNode && q.grounds == nil {
		q.test(c, m)
	}
	return z
}

func (q *equality) applyTester(c *logic.Constructor, n euf.Node) euf.Node {
	return q.apply(q.enc.store.Bool, q.fn(fnKey{op: logic.OpIs, of: c}), n)
}

// saturateDatatypes instantiates the axioms of constructor terms. It reports whether
// anything changed.
func (q *equality) saturateDatatypes() bool {
	if len(q.ctors) == 0 {
		return false
	}
	before, merges := q.g.Len(), false
	merge := func(a, b euf.Node, why euf.Reason) {
		merges = q.g.Merge(a, b, why) || merges
	}
	for _, x := range q.expansions {
		if x.lit == sat.NoLit {
			merge(x.t, x.n, axiom)
		} else if q.out.Value(x.lit) == sat.True {
			merge(x.t, x.n, q.because(reason{kind: byLiteral, lit: x.lit}))
		}
	}
	for i := range q.ctors {
		t := &q.ctors[i]
		if q.grounds != nil { // otherwise this was done when the terms got nodes
			q.open(t, func(a, b euf.Node) { merge(a, b, axiom) })
		}
		if m := q.g.Mark(t.n); m == t.n {
			merges = q.settleTesters(q.g.Uses(m)) || merges
		} else {
			merges = q.distinguish(m, t.n) || merges
		}
	}
	merges = q.settleMeetings() || merges
	return merges || q.g.Len() > before
}

// askedFor is the entry in ctorOf of a class that must get a constructor.
const askedFor = -1

// constructors finds a constructor term for every class that has one.
func (q *equality) constructors() {
	q.ctorOf = map[euf.Node]int{}
	for i, t := range q.ctors {
		if r := q.g.Find(t.n); q.ctorOf[r] == 0 {
			q.ctorOf[r] = i + 1
		}
	}
}

// holding states that the value of whole contains the value of part: as an argument of a
// constructor, as an element of an array, or as the element of an array at all indices except a
// few.
type holding struct{ whole, part euf.Node }

// holdings returns, by root, the direct parts of each class that may lead to datatypes.
func (q *equality) holdings() map[euf.Node][]holding {
	z := map[euf.Node][]holding{}
	add := func(whole, part euf.Node) {
		if sort := q.sorts[part]; sort.IsDatatype() || sort.IsArray() {
			r := q.g.Find(whole)
			z[r] = append(z[r], holding{whole, part})
		}
	}
	for _, i := range q.ctorOf {
		t := &q.ctors[i-1]
		for _, a := range t.args {
			add(t.n, a)
		}
	}
	read, all := q.fn(fnKey{op: logic.OpSelect}), q.fn(fnKey{op: logic.OpConstArray, kind: defaultFn})
	for n := range euf.Node(q.g.Len()) {
		if f, ok := q.g.Fn(n); ok && (f == read || f == all) && q.sorts[n] != nil {
			add(q.g.Arg(n, 0), n)
		}
	}
	return z
}

// reportCycles reports a lemma if a constructor term is part of itself. Values of datatypes are
// made in finitely many steps or, with arrays, in well-founded ones. So no value contains itself,
// even through an array.
func (q *equality) reportCycles() {
	const open, closed = 1, 2
	state := map[euf.Node]int{}
	held := q.holdings()
	// A step is a position in the list of holdings of a class, on the path downwards.
	type step struct {
		class euf.Node
		next  int
	}
	for i := range q.ctors {
		from := q.g.Find(q.ctors[i].n)
		if state[from] != 0 {
			continue
		}
		state[from] = open
		way := []step{{class: from}}
		for len(way) > 0 {
			top := &way[len(way)-1]
			if top.next == len(held[top.class]) {
				state[top.class] = closed
				way = way[:len(way)-1]
				if len(way) > 0 {
					way[len(way)-1].next++
				}
				continue
			}
			r := q.g.Find(held[top.class][top.next].part)
			switch state[r] {
			case closed:
				top.next++
			case open:
				// The path from the class of r to here is a cycle.
				q.beginLemma()
				start := slices.IndexFunc(way, func(x step) bool { return x.class == r })
				above := *top
				for _, below := range way[start:] {
					q.restOn(held[above.class][above.next].part, held[below.class][below.next].whole)
					above = below
				}
				q.endLemma()
				return
			default:
				state[r] = open
				way = append(way, step{class: r})
			}
		}
	}
}

// splitDatatypes asks for a constructor of the first class that has none. It reports
// whether there is such a class.
func (q *equality) splitDatatypes() bool {
	for i, sort := range q.sorts {
		if sort == nil || !sort.IsDatatype() {
			continue
		}
		t := euf.Node(i)
		if r := q.g.Find(t); q.ctorOf[r] != 0 {
			continue
		} else if q.grounds == nil && i < q.nodesBefore {
			q.ctorOf[r] = askedFor
		}
		if i >= q.nodesBefore { // a read that this check made
			if f, ok := q.g.Fn(t); ok && f == q.fn(fnKey{op: logic.OpSelect}) {
				q.wanted = append(q.wanted, [2]euf.Node{q.g.Arg(t, 0), q.g.Arg(t, 1)})
				q.sent++
				q.out.Lemma(sat.Deletable, 0, q.enc.circuit.Bool(true))
			}
			if q.sent == 0 {
				continue // a field of a constructor term; it equals the argument
			}
			return true
		}
		q.splitting = append(q.splitting, t)
		q.sent++
		q.out.Lemma(sat.Deletable, 0, q.enc.circuit.Bool(true))
		if q.sent >= maxLemmas {
			break
		}
	}
	return q.sent > 0
}

// makeSplits gives terms testers, or the constructor term that a true tester requires. When a term
// has all its testers, one of them must be true. makeSplits runs when the graph has no merges of
// the search.
func (q *equality) makeSplits() {
	splitting := q.splitting
	q.splitting = q.splitting[:0]
	for _, t := range splitting {
		if err := q.makeSplit(t); err != nil {
			panic("native: a split of a datatype: " + err.Error())
		}
	}
}

func (q *equality) makeSplit(t euf.Node) error {
	e := q.enc
	all := q.sorts[t].Datatype().Constructors
	if len(all) == 1 {
		return q.expand(t, all[0], sat.NoLit)
	}
	var clause []sat.Lit
	made := 0
	for _, c := range all {
		n := q.tester(c, t)
		f := q.sharedTerm(n)
		if f == nil {
			if made++; made > maxTesters {
				return nil // the other testers are made when these are false
			}
			if err := e.makeNamedShared(n, "\\t"); err != nil {
				return err
			}
			f = q.sharedTerm(n)
			phase := sat.False
			if isBase(c) {
				phase = sat.True
			}
			e.sat.SetPhase(f.lit.Var(), phase)
		}
		clause = append(clause, f.lit)
		if q.out.Value(f.lit) == sat.True {
			return q.expand(t, c, f.lit)
		}
	}
	var cert sat.Cert
	if q.grounds != nil {
		q.clause = clause
		cert = q.derive([][2]euf.Node{{t, t}})
	}
	q.out.Lemma(sat.Deletable, cert, clause...)
	return nil
}

// maxTesters is the number of testers that one split gives a term.
const maxTesters = 16

// isBase reports whether no field of c can hold a value of c's own sort.
func isBase(c *logic.Constructor) bool {
	for _, f := range c.Fields {
		if f.Sort.Holds(c.Sort) {
			return false
		}
	}
	return true
}

// expand makes the constructor term that t is if lit is true.
func (q *equality) expand(t euf.Node, c *logic.Constructor, lit sat.Lit) error {
	e := q.enc
	args := make([]euf.Node, len(c.Fields))
	for i, f := range c.Fields {
		n := q.field(f, t)
		if q.isShared(f.Sort) {
			if q.sharedOf[n] < 0 {
				if err := e.makeNamedShared(n, "\\f"); err != nil {
					return err
				}
			}
			q.sharedTerm(n).arg = true
		}
		args[i] = n
	}
	n := q.construct(c, args)
	switch {
	case lit != sat.NoLit:
		q.mean(lit, meaning{meansExpansion, len(q.expansions)})
	case q.grounds == nil:
		q.g.Merge(t, n, axiom)
	}
	q.expansions = append(q.expansions, expansion{t, n, lit, len(e.marks)})
	return nil
}
