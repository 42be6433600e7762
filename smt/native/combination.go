// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// This file combines the theories. It starts when the search has a complete assignment and
// arithmetic has a model. The nodes of true equations are merged already (see trail.go). Arguments
// of equal value are merged next, and the graph is closed under congruence and the axioms of
// arrays. If then nodes of different values are equal, or the sides of a false equation, the
// explanation becomes a lemma. Otherwise there is a model.
//
// Equalities of values come from the model of arithmetic. They are assumed, and lemmas that contain
// them retract them: this is model-based combination (L. de Moura, N. Bjørner: Model-based Theory
// Combination, SMT 2007, https://doi.org/10.1016/j.entcs.2008.04.079). All of congruence closure
// runs as lemmas on demand, in the final check (R. Brummayer, A. Biere: Lemmas on Demand for the
// Extensional Theory of Arrays, JSAT 6, 2009, https://doi.org/10.3233/SAT190067). It terminates
// because lemmas are over finitely many atoms: equations, and bounds on differences of shared
// terms.

// combination is the theory that the SAT solver sees.
type combination struct {
	*arithmetic
	eq *equality
}

// NewLevel implements sat.Theory.
func (c *combination) NewLevel() {
	c.arithmetic.NewLevel()
	c.eq.newLevel()
}

// Backtrack implements sat.Theory.
func (c *combination) Backtrack(level int) {
	c.arithmetic.Backtrack(level)
	c.eq.backtrack(level)
}

// Assign implements sat.Theory.
func (c *combination) Assign(l sat.Lit) bool {
	c.eq.assign(l)
	return !c.isAtom(l.Var()) || c.arithmetic.Assign(l)
}

// Propagate implements sat.Theory. Congruence comes first, because it costs less than the simplex
// algorithm.
func (c *combination) Propagate(out *sat.Outbox) {
	if c.conflict == nil && c.eq.propagate(out) {
		return
	}
	c.arithmetic.Propagate(out)
}

// FinalCheck implements sat.Theory.
func (c *combination) FinalCheck(out *sat.Outbox) sat.FinalVerdict {
	if v := c.arithmetic.FinalCheck(out); v != sat.Consistent || c.eq.g.Len() == 0 {
		return v
	}
	return c.eq.finalCheck(out)
}

// Idle implements sat.Idler: the theory is idle if formulas have only bit-vectors and Booleans,
// since these become clauses.
func (c *combination) Idle() bool { return c.eq.g.Len() == 0 }

// check is one final check.
type check struct {
	out     *sat.Outbox
	why     []reason // why nodes were merged, by euf.Reason
	keys    []valueKey
	hubs    map[valueKey]euf.Node
	firsts  map[euf.Node]int32 // a shared term of each class, by its root
	clause  []sat.Lit
	sent    int
	reason  string
	explain euf.Explanation
	causes  [][2]euf.Node // pairs of nodes whose equality is a premise of the lemma
	way     []euf.Node
	wanted  [][2]euf.Node // arrays and indices of reads that should get shared terms

	ctorOf      map[euf.Node]int // by root: 1 plus its position in ctors
	nodesBefore int              // the number of nodes before the check
	pairs       int64            // of stores and indices compared so far
	agreed      *agreements      // the agreements when arrays were last saturated, or nil
	splitting   []euf.Node       // datatype nodes that need a constructor
}

// valueKey is a value of a sort, for comparison.
type valueKey struct {
	sort  uint32
	small int64
	large string
}

// reason states why two nodes were merged.
type reason struct {
	kind reasonKind
	lit  sat.Lit  // is true
	i, j euf.Node // indices that differ

	premises [][2]euf.Node // byFolding: arguments, each with the numeral that equals it
	cycle    []ordering    // byOrder: the ends of its first edge are equal

	reads [2][2]euf.Node // the array and index of the two reads that are equal for this reason
}

type reasonKind uint8

const (
	byAxiom   reasonKind = iota
	byLiteral            // an equation, or a literal
	byDiffering
	byFolding // an operation on numerals
	byOrder   // a cycle of comparisons
)

// axiom is the reason for merges that always hold.
const axiom euf.Reason = 0

// maxLemmas bounds the lemmas of one final check.
const maxLemmas = 16

// pairTicks is the effort of comparing a store and an index: a few look-ups in hash tables.
const pairTicks = 8

func (q *equality) because(r reason) euf.Reason {
	q.why = append(q.why, r)
	return euf.Reason(len(q.why) - 1)
}

// finalCheck decides whether there is a model for the current assignment. If not, it reports
// lemmas.
func (q *equality) finalCheck(out *sat.Outbox) sat.FinalVerdict {
	q.catchUp(out)
	q.nodesBefore, q.pairs = q.g.Len(), 0
	q.g.Push()
	q.out, q.enc.sink.out = out, out
	defer func() {
		out.Spend(int64(8*q.g.Len()) + pairTicks*q.pairs)
		if len(q.wanted)+len(q.splitting) > 0 {
			q.rest()
			q.makeWanted()
			q.makeSplits()
		}
		q.out, q.enc.sink.out = nil, nil
	}()
	q.sent = 0
	q.reason = ""
	for _, x := range q.atoms {
		if out.Value(x.gate.lit) == sat.True {
			q.g.Merge(x.a, x.b, q.because(reason{kind: byLiteral, lit: x.gate.lit}))
		}
	}
	q.mergeValues()
	if q.reportConflicts(); q.sent > 0 {
		return sat.GaveUp
	}
	for q.saturate() {
		if out.Stopped() {
			q.reason = "cancelled"
			return sat.GaveUp
		}
		if q.reportConflicts(); q.sent > 0 {
			return sat.GaveUp
		}
	}
	if q.constructors(); len(q.ctors) > 0 {
		q.reportCycles()
	}
	if q.sent > 0 || q.splitDatatypes() {
		return sat.GaveUp
	}
	return sat.Consistent
}

// saturate instantiates each axiom once. It reports whether anything changed.
func (q *equality) saturate() bool {
	x := q.saturateDatatypes()
	x = q.saturateWords() || x
	return q.saturateArrays() || x
}

// mergeValues merges all arguments of one value with a hub for the value.
func (q *equality) mergeValues() {
	q.keys = q.keys[:0]
	q.hubs = map[valueKey]euf.Node{}
	first := map[valueKey]euf.Node{}
	for i := range q.sharedTerms {
		f := &q.sharedTerms[i]
		k := q.key(f)
		q.keys = append(q.keys, k)
		if !f.arg {
			continue
		}
		other, met := first[k]
		if !met {
			first[k] = f.node
			continue
		}
		hub, ok := q.hubs[k]
		if !ok {
			hub = q.leaf(f.sort)
			q.hubs[k] = hub
			q.g.Merge(other, hub, euf.Hub)
		}
		q.g.Merge(f.node, hub, euf.Hub)
	}
}

// key returns the value of f.
func (q *equality) key(f *sharedTerm) valueKey {
	k := valueKey{sort: f.sort.ID()}
	switch {
	case f.fixed != nil:
		k.large = f.fixed.Name()
		if f.fixed.Op() == logic.OpBV {
			k.large = f.fixed.BV().String()
		}
	case f.lit != sat.NoLit:
		if q.out.Value(f.lit) == sat.True {
			k.small = 1
		}
	case f.word != nil:
		v := wordValue(f.word, q.out.Value)
		if v.IsInt64() {
			k.small = v.Int64()
		} else {
			k.large = v.Text(62)
		}
	default:
		v := q.enc.arith.valueOf(f)
		if n, ok := v.Int64(); ok {
			k.small = n
		} else {
			k.large = v.String()
		}
	}
	return k
}

// valueOf returns the value of a shared arithmetic term in the model.
func (a *arithmetic) valueOf(f *sharedTerm) rational.Rat {
	z := f.constant
	for i := range f.form {
		z = z.AddMul(f.form[i].Coeff, a.model[f.form[i].Var])
	}
	return z
}

// wordValue returns the number that the bits of w represent.
func wordValue(w []sat.Lit, value func(sat.Lit) sat.LBool) *big.Int {
	z := new(big.Int)
	for k, l := range w {
		if value(l) == sat.True {
			z.SetBit(z, k, 1)
		}
	}
	return z
}

// reportConflicts reports lemmas for shared terms of one class with different values and
// for false equations within a class.
func (q *equality) reportConflicts() {
	for _, x := range q.atoms {
		if x.gate.made&negative != 0 && q.out.Value(x.gate.lit) == sat.False && q.g.Same(x.a, x.b) {
			q.clause = append(q.clause[:0], x.gate.lit)
			q.lemma(x.a, x.b)
		}
	}
	q.firsts = map[euf.Node]int32{}
	for i := range q.sharedTerms {
		r := q.g.Find(q.sharedTerms[i].node)
		j, met := q.firsts[r]
		switch {
		case !met:
			q.firsts[r] = int32(i)
		case q.keys[i] != q.keys[j] && q.sent < maxLemmas:
			x, y := q.nearest(q.sharedTerms[i].node, q.sharedTerms[j].node)
			q.conflict(x, y)
		}
	}
}

// nearest returns two consecutive shared terms with different values on the path from a to b.
// Consecutive terms make explanations shorter. If proofs are kept, it prefers two terms that belong
// to one partition.
func (q *equality) nearest(a, b euf.Node) (x, y *sharedTerm) {
	q.way = q.g.Path(a, b, q.way[:0])
	k := q.sharedOf[a]
	for _, n := range q.way[1:] {
		if j := q.sharedOf[n]; j >= 0 {
			if q.keys[j] != q.keys[k] {
				if x == nil {
					x, y = &q.sharedTerms[k], &q.sharedTerms[j]
				}
				if q.grounds == nil || !q.grounds.common(q.term(q.sharedTerms[k].node), q.term(n)).isEmpty() {
					return &q.sharedTerms[k], &q.sharedTerms[j]
				}
			}
			k = j
		}
	}
	if x != nil {
		return x, y
	}
	panic("native: equal nodes have different values, but not on the way")
}

// longLemma is the number of premises from which on a lemma counts as weak.
const longLemma = 6

// promote requests shared terms for the reads in a long explanation. These make later explanations
// shorter.
func (q *equality) promote() {
	if len(q.explain.Reasons)+len(q.explain.Pairs) < longLemma {
		return
	}
	for _, r := range q.explain.Reasons {
		if why := &q.why[r]; why.kind == byDiffering {
			q.wanted = append(q.wanted, why.reads[:]...)
		}
	}
}

// makeWanted makes the reads for which lemmas requested shared terms. Their indices become
// arguments: with proofs, an index may have been equal to another one only in the last check (see
// indexFor).
func (q *equality) makeWanted() {
	wanted := q.wanted
	q.wanted = q.wanted[:0]
	for _, w := range wanted {
		if i := q.sharedTerm(w[1]); i != nil {
			i.arg = true
		}
		sort := q.sorts[w[0]].Elem()
		n := q.read(w[0], w[1])
		if q.sharedOf[n] >= 0 || !q.isShared(sort) && !sort.IsDatatype() {
			continue
		}
		if sort.IsDatatype() {
			continue // the field exists now, and a constructor term will follow
		}
		if err := q.enc.makeNamedShared(n, "\\r"); err != nil {
			panic("native: a face for a read: " + err.Error())
		}
	}
}

// conflict reports the conflict that x and y are equal but have different values.
func (q *equality) conflict(x, y *sharedTerm) {
	switch {
	case x.fixed != nil && y.fixed != nil:
		q.clause = q.clause[:0]
	case x.lit != sat.NoLit:
		q.clause = append(q.clause[:0], q.falseNow(x.lit), q.falseNow(y.lit))
	case x.word != nil:
		q.clause = append(q.clause[:0], q.sameWord(x, y))
	default:
		// the halves of x = y are two bounds; the one that the model violates comes first
		s := q.enc.store
		le, ge := s.Le(x.term, y.term), s.Le(y.term, x.term)
		if q.enc.arith.valueOf(x).Less(q.enc.arith.valueOf(y)) {
			le, ge = ge, le
		}
		if !ge.IsTrue() {
			q.clause = q.addBound(q.clause[:0], ge, true)
			q.lemma(x.node, y.node)
		}
		q.clause = q.addBound(q.clause[:0], le, true)
	}
	q.lemma(x.node, y.node)
}

// falseNow returns the literal among l and its negation that is false.
func (q *equality) falseNow(l sat.Lit) sat.Lit {
	if q.out.Value(l) == sat.True {
		return l.Not()
	}
	return l
}

// lemma reports that q.clause follows from the reasons why a and b are equal.
func (q *equality) lemma(a, b euf.Node) {
	q.beginPremises()
	q.restOn(a, b)
	q.endLemma()
}

// beginLemma begins a lemma without conclusion and premises.
func (q *equality) beginLemma() {
	q.clause = q.clause[:0]
	q.beginPremises()
}

func (q *equality) beginPremises() {
	q.explain.Reasons, q.explain.Pairs = q.explain.Reasons[:0], q.explain.Pairs[:0]
	q.causes = q.causes[:0]
}

// restOn makes the equality of a and b a premise of the lemma.
func (q *equality) restOn(a, b euf.Node) {
	q.g.Explain(a, b, &q.explain)
	q.causes = append(q.causes, [2]euf.Node{a, b})
}

// endLemma adds the premises of the explanation and reports the lemma.
func (q *equality) endLemma() {
	var cert sat.Cert
	if q.grounds != nil {
		cert = q.derive(q.causes)
	} else {
		q.addPremises()
	}
	q.promote()
	q.out.Lemma(sat.Deletable, cert, q.clause...)
	q.sent++
}

// addPremises adds the negated premises of the explanation to the clause.
func (q *equality) addPremises() {
	for _, r := range q.explain.Reasons {
		switch why := &q.why[r]; why.kind {
		case byLiteral:
			q.clause = append(q.clause, why.lit.Not())
		case byDiffering:
			q.addEqual(q.sharedTerm(why.i), q.sharedTerm(why.j))
		}
	}
	for _, p := range q.explain.Pairs {
		q.addDiffer(q.sharedTerm(p[0]), q.sharedTerm(p[1]))
	}
}

// addDiffer adds the literal x ≠ y to the clause. The values of x and y are equal.
func (q *equality) addDiffer(x, y *sharedTerm) {
	s := q.enc.store
	switch {
	case x.lit != sat.NoLit:
		q.clause = append(q.clause, q.falseNow(x.lit), q.falseNow(y.lit))
	case x.word != nil:
		q.clause = append(q.clause, q.sameWord(x, y).Not())
	case x.fixed == nil:
		q.clause = q.addBound(q.clause, s.Le(x.term, y.term), false)
		q.clause = q.addBound(q.clause, s.Le(y.term, x.term), false)
	}
}

// addEqual adds the literal x = y to the clause, or a weaker one that is false now: x ≤ y or y ≤ x.
// The values of x and y differ.
func (q *equality) addEqual(x, y *sharedTerm) {
	s := q.enc.store
	switch {
	case x.lit != sat.NoLit:
		q.clause = append(q.clause, q.falseNow(x.lit), q.falseNow(y.lit))
	case x.word != nil:
		q.clause = append(q.clause, q.sameWord(x, y))
	case x.fixed == nil:
		if q.enc.arith.valueOf(x).Less(q.enc.arith.valueOf(y)) {
			x, y = y, x
		}
		q.clause = q.addBound(q.clause, s.Le(x.term, y.term), true)
	}
}

// addBound adds the literal of a bound, or of its negation, unless it is false.
func (q *equality) addBound(clause []sat.Lit, t *logic.Term, positive bool) []sat.Lit {
	e := q.enc
	if t.Op() == logic.OpNot {
		t, positive = t.Arg(0), !positive
	}
	if t.IsTrue() || t.IsFalse() {
		if t.IsTrue() == positive {
			panic("native: a lemma that is true")
		}
		return clause
	}
	v, err := e.sum(t.Arg(0))
	if err != nil {
		panic("native: a bound on more than symbols and aliases: " + err.Error())
	}
	l := e.arith.literal(upperBound{v, t.Arg(1).Num(), t.Op() == logic.OpLe}, e.sat)
	if !q.decided[l.Var()] {
		e.arith.count(l, +1)
		e.onPop(undo{kind: releaseAtom, lit: l})
		e.decide(l)
	}
	if !positive {
		l = l.Not()
	}
	return append(clause, l)
}

// sameWord returns the literal that two bit-vectors are equal.
func (q *equality) sameWord(x, y *sharedTerm) sat.Lit {
	l := q.enc.circuit.Eq(x.word, y.word)
	q.enc.decide(l)
	return l
}

// equalNodes returns the literal of an equation between nodes whose values no other theory
// determines. It makes the literal if there was no such literal.
func (q *equality) equalNodes(a, b euf.Node) sat.Lit {
	at := slices.IndexFunc(q.atoms, func(x equation) bool { return x.a == a && x.b == b || x.a == b && x.b == a })
	if at >= 0 {
		x := q.atoms[at]
		return x.gate.lit
	}
	l := q.enc.sat.NewVar().Pos()
	q.addEquation(equation{&gate{lit: l, made: both}, a, b})
	if g := q.grounds; g != nil {
		if x, y := q.term(a), q.term(b); x != nil && y != nil {
			g.equals[l.Var()] = q.enc.store.Eq(x, y)
		}
	}
	q.enc.decide(l)
	return l
}

func lraMonomial(c rational.Rat, v lra.Var) lra.Monomial { return lra.Monomial{Coeff: c, Var: v} }
