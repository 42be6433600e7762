// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"cornet/logic"
)

// This file turns an assertion into negation normal form, over the part of the formula that
// mentions predicates or quantifiers. Everything else is a leaf: a predicate-free formula, which is
// never split. A leaf holds the canonical form of its negation, which it adds to the constraint of
// a clause.
//
// Universal quantifiers (forall under an even number of negations, exists under an odd one) are
// dropped; their variables become variables of the clauses. Each occurrence of a quantifier in the
// text, after let is expanded, is a site with its own variables: the bound variables themselves, or
// fresh ones if an earlier site of the assertion has taken them. Existential quantifiers stay in
// leaves; over predicates they are refused.
//
// Quantifiers are searched for below not, and, or, => and other universal quantifiers. Below =, xor
// and ite they are searched for only if these mention predicates.

// MaxClauses bounds the clauses that one assertion may represent.
const MaxClauses = 10_000

// maxNodes limits the negation normal form of one assertion, which is a tree although the assertion
// is a DAG, and the steps of its distribution into clauses.
const maxNodes = 2_000_000

// maxMerge limits the junctions that are merged into a larger one, so that deeply nested junctions
// do not cost quadratic time.
const maxMerge = 64

type nodeKind uint8

const (
	leafNode nodeKind = iota // the negation of a predicate-free formula
	atomNode                 // an atom or its negation
	someNode                 // an existential formula over predicates; only in open clauses
	andNode                  // conjunction
	orNode                   // disjunction
)

// node is a formula in negation normal form.
type node struct {
	kind    nodeKind
	negated bool          // for atoms
	term    *logic.Term   // for leaves: the formula that is negated; for someNode: the formula
	bound   []*logic.Term // for someNode
	atom    Atom          // for atoms
	kids    []*node       // for junctions
}

// site is an occurrence of a subformula that contains quantifiers. Sites form a tree that mirrors
// the formula. So a subformula that is visited in both polarities (below =, xor, ite) keeps its
// variables.
type site struct {
	bound []*logic.Term // only for quantifiers: the variables as written
	// variables of clauses, parallel to bound, once the quantifier is dropped; nil before that
	vars []*logic.Term
	kids []*site
}

// kid returns the site of the i-th subformula.
func (s *site) kid(i int) *site {
	for len(s.kids) <= i {
		s.kids = append(s.kids, nil)
	}
	if s.kids[i] == nil {
		s.kids[i] = &site{}
	}
	return s.kids[i]
}

// scope maps the visible bound variables to clause variables.
type scope struct {
	image map[*logic.Term]*logic.Term // only for renamed variables
	apply *logic.Substitution
}

// nnfConverter makes negation normal forms. work has the remaining tasks and done the finished
// parts. The stack is explicit because assertions may be deep.
type nnfConverter struct {
	store *logic.Store
	root  *scope // renames nothing; all assertions share it
	open  bool   // keeps existential quantifiers over predicates as parts of clauses

	owner map[*logic.Term]*site // clause variables of the current assertion
	work  []nnfOp
	done  []*node
	count int
}

// nnfOp is a formula to visit, or, when term is nil, a junction to build
// from the last n finished parts.
type nnfOp struct {
	term  *logic.Term
	neg   bool
	in    *scope
	at    *site // nil if term has no quantifiers
	build nodeKind
	n     int
}

func newNNFConverter(s *logic.Store) *nnfConverter {
	return &nnfConverter{store: s, root: &scope{apply: s.NewSubstitution(nil, nil)}}
}

// convert returns the negation normal form of t and the root of its sites. t has no free
// variables and no functions other than predicates.
//
// Cost: linear in the tree above the leaves, plus the leaves' DAGs.
func (z *nnfConverter) convert(t *logic.Term) (*node, *site, *Error) {
	root := &site{}
	z.owner = make(map[*logic.Term]*site)
	z.work, z.done, z.count = z.work[:0], z.done[:0], 0
	z.visit(t, false, z.root, root)
	for len(z.work) > 0 {
		op := z.work[len(z.work)-1]
		z.work = z.work[:len(z.work)-1]
		if op.term == nil {
			k := len(z.done) - op.n
			x := z.junction(op.build, z.done[k:])
			z.done = append(z.done[:k], x)
			continue
		}
		if z.count++; z.count > maxNodes {
			return nil, nil, refuse(CodeLimit, "the assertion has more than %d subformulas after let is expanded; "+
				"split it into several assertions", maxNodes)
		}
		if err := z.step(op); err != nil {
			return nil, nil, err
		}
	}
	return z.done[0], root, nil
}

// visit schedules t, or its negation if neg is set.
func (z *nnfConverter) visit(t *logic.Term, neg bool, in *scope, at *site) {
	if !t.HasQuantifiers() {
		at = nil
	}
	z.work = append(z.work, nnfOp{term: t, neg: neg, in: in, at: at})
}

// build schedules a junction of the n parts that are visited before it is reached. Since work is a
// stack, build is called before the parts are scheduled, and these are scheduled last one first.
func (z *nnfConverter) build(kind nodeKind, n int) {
	z.work = append(z.work, nnfOp{build: kind, n: n})
}

// step visits one formula.
func (z *nnfConverter) step(op nnfOp) *Error {
	t := op.term
	hasPreds := t.HasApps()
	if !hasPreds && !t.HasQuantifiers() {
		z.leaf(op)
		return nil
	}
	switch t.Op() {
	case logic.OpApp:
		return z.atomic(op)
	case logic.OpNot:
		z.visit(t.Arg(0), !op.neg, op.in, op.sub(0))
		return nil
	case logic.OpAnd, logic.OpOr, logic.OpImplies:
		z.connective(op)
		return nil
	case logic.OpForall, logic.OpExists:
		return z.quantifier(op)
	}
	if !hasPreds {
		z.leaf(op)
		return nil
	}
	switch {
	case t.Op() == logic.OpEq && t.Arg(0).Sort().IsBool():
		z.equivalence(op, op.neg)
	case t.Op() == logic.OpXor:
		z.equivalence(op, !op.neg)
	case t.Op() == logic.OpIte && t.Sort().IsBool():
		z.ite(op)
	default:
		return refuse(CodeNotHorn, "predicate %v stands inside a term of operator %v; "+
			"Horn clauses have predicates below Boolean connectives only", logic.Funcs(t)[0], t.Op())
	}
	return nil
}

// sub returns the site of the i-th argument.
func (op *nnfOp) sub(i int) *site {
	if op.at == nil {
		return nil
	}
	return op.at.kid(i)
}

func (z *nnfConverter) leaf(op nnfOp) {
	x := op.in.apply.Apply(op.term)
	if !op.neg {
		x = z.store.Not(x)
	}
	z.done = append(z.done, &node{kind: leafNode, term: x})
}

func (z *nnfConverter) atomic(op nnfOp) *Error {
	t := op.term
	for i, a := range t.Args() {
		if a.HasApps() {
			return refuse(CodeNotHorn, "argument %d of predicate %v contains predicate %v", i+1, t.Func(), logic.Funcs(a)[0])
		}
	}
	z.done = append(z.done, &node{
		kind: atomNode, negated: op.neg,
		atom: Atom{Pred: t.Func(), Args: op.in.apply.ApplyAll(t.Args())},
	})
	return nil
}

// connective visits and, or, =>: it becomes a conjunction or a disjunction, depending on the sign.
func (z *nnfConverter) connective(op nnfOp) {
	t := op.term
	kind := orNode
	if (t.Op() == logic.OpAnd) != op.neg {
		kind = andNode
	}
	last := len(t.Args()) - 1
	z.build(kind, last+1)
	for i := last; i >= 0; i-- {
		neg := op.neg
		if t.Op() == logic.OpImplies && i < last {
			neg = !neg
		}
		z.visit(t.Arg(i), neg, op.in, op.sub(i))
	}
}

// equivalence visits x = y, or x ≠ y if differ is set: as (¬x ∨ y) ∧ (x ∨ ¬y), or (x ∨ y) ∧ (¬x ∨
// ¬y).
func (z *nnfConverter) equivalence(op nnfOp, differ bool) {
	x, y := op.term.Arg(0), op.term.Arg(1)
	z.build(andNode, 2)
	for _, neg := range [2]bool{false, true} { // the sign of x; the last one comes first
		if differ {
			neg = !neg
		}
		z.build(orNode, 2)
		z.visit(y, neg == differ, op.in, op.sub(1))
		z.visit(x, neg, op.in, op.sub(0))
	}
}

// ite visits ite c x y as (¬c ∨ x) ∧ (c ∨ y), where x and y take the sign.
func (z *nnfConverter) ite(op nnfOp) {
	t := op.term
	z.build(andNode, 2)
	z.build(orNode, 2)
	z.visit(t.Arg(2), op.neg, op.in, op.sub(2))
	z.visit(t.Arg(0), false, op.in, op.sub(0))
	z.build(orNode, 2)
	z.visit(t.Arg(1), op.neg, op.in, op.sub(1))
	z.visit(t.Arg(0), true, op.in, op.sub(0))
}

func (z *nnfConverter) quantifier(op nnfOp) *Error {
	t := op.term
	if universal := (t.Op() == logic.OpForall) != op.neg; !universal {
		if t.HasApps() && z.open {
			z.keep(op)
			return nil
		}
		if t.HasApps() {
			return refuse(CodeNotHorn, "predicate %v stands under %s; Horn clauses quantify predicates universally only",
				logic.Funcs(t)[0], describeExistential(t))
		}
		z.leaf(op)
		return nil
	}
	z.visit(t.Arg(0), op.neg, z.enter(op.in, op.at, t.Bound()), op.sub(0))
	return nil
}

// keep makes a part of a clause of an existential formula.
func (z *nnfConverter) keep(op nnfOp) {
	t := op.term
	body := z.enter(op.in, op.at, t.Bound()).apply.Apply(t.Arg(0))
	if op.neg {
		body = z.store.Not(body)
	}
	z.done = append(z.done, &node{kind: someNode, term: body, bound: op.at.vars})
}

func describeExistential(t *logic.Term) string {
	if t.Op() == logic.OpForall {
		return "a forall in a negative position (the body of an implication or a negation)"
	}
	return "an exists in a positive position (the head of an implication or an assertion)"
}

// enter returns the scope below the quantifier at a site.
func (z *nnfConverter) enter(in *scope, at *site, bound []*logic.Term) *scope {
	if at.vars == nil {
		at.bound = bound
		at.vars = make([]*logic.Term, len(bound))
		for i, v := range bound {
			if z.owner[v] != nil {
				v = z.store.Fresh(v.Name(), v.Sort())
			}
			z.owner[v] = at
			at.vars[i] = v
		}
	}
	same := true
	for i, v := range bound {
		now := in.image[v]
		if now == nil {
			now = v
		}
		same = same && now == at.vars[i]
	}
	if same {
		return in
	}
	image := make(map[*logic.Term]*logic.Term, len(in.image)+len(bound))
	for v, x := range in.image {
		image[v] = x
	}
	for i, v := range bound {
		image[v] = at.vars[i]
	}
	var from, to []*logic.Term
	for v := range image {
		from = append(from, v)
	}
	sortTerms(from) // by ID, since the order of fresh variables must not depend on the map's order
	for _, v := range from {
		to = append(to, image[v])
	}
	return &scope{image, z.store.NewSubstitution(from, to)}
}

// junction returns the conjunction or disjunction of parts. It merges small junctions of the same
// kind, joins leaves into the first, and folds constants.
func (z *nnfConverter) junction(kind nodeKind, parts []*node) *node {
	var kids []*node
	var leaves []*logic.Term
	first := -1
	add := func(x *node) {
		if x.kind != leafNode {
			kids = append(kids, x)
			return
		}
		if first < 0 {
			first = len(kids)
			kids = append(kids, nil)
		}
		leaves = append(leaves, x.term)
	}
	for _, x := range parts {
		if x.kind == kind && len(x.kids) <= maxMerge {
			for _, y := range x.kids {
				add(y)
			}
			continue
		}
		add(x)
	}
	if first >= 0 {
		join, neutral := z.store.Or, z.store.False()
		if kind == orNode {
			join, neutral = z.store.And, z.store.True()
		}
		leaf := join(leaves...)
		switch {
		case leaf == z.store.Not(neutral):
			return &node{kind: leafNode, term: leaf}
		case leaf == neutral && len(kids) > 1:
			kids = append(kids[:first], kids[first+1:]...)
		default:
			kids[first] = &node{kind: leafNode, term: leaf}
		}
	}
	if len(kids) == 1 {
		return kids[0]
	}
	if len(kids) == 0 { // an empty junction is not well-formed SMT-LIB, but has a meaning
		return &node{kind: leafNode, term: z.store.BoolValue(kind == orNode)}
	}
	return &node{kind: kind, kids: kids}
}
