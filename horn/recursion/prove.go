// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"context"
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// Holds reports whether x has been shown to follow from the equations of the functions and the
// lemmas, for all values of its variables.
func (t *Theory) Holds(ctx context.Context, x *logic.Term) bool {
	return t.holds(ctx, x, byCongruence|byDatatypes)
}

// HoldsSoon is like Holds, but gives up as soon as the solver for datatypes does.
func (t *Theory) HoldsSoon(ctx context.Context, x *logic.Term) bool {
	return t.holds(ctx, x, byDatatypes)
}

func (t *Theory) holds(ctx context.Context, x *logic.Term, by means) bool {
	if x.Depth() > MaxDepth {
		return false
	}
	t.begin()
	x = t.Solved(x)
	for _, y := range t.parts(x) {
		if !t.refutes(ctx, t.statement(y), by) {
			return false
		}
	}
	return true
}

// parts returns formulas from which x follows, one for each part of a conjunction with quantifiers
// in the conclusion of x.
func (t *Theory) parts(x *logic.Term) []*logic.Term {
	if !x.HasQuantifiers() {
		return []*logic.Term{x}
	}
	s := t.store
	cs := conjuncts(s, s.Not(x))
	i := slices.IndexFunc(cs, func(c *logic.Term) bool {
		return c.Op() == logic.OpNot && c.Arg(0).Op() == logic.OpAnd && c.HasQuantifiers()
	})
	if i < 0 {
		return []*logic.Term{x}
	}
	var z []*logic.Term
	for _, y := range cs[i].Arg(0).Args() {
		with := slices.Clone(cs)
		with[i] = s.Not(y)
		z = append(z, t.parts(s.Not(s.And(with...)))...)
	}
	return z
}

// statement returns the goal to show x. A universal conclusion of x, such as ∀z. ψ in φ ⇒ ∀z. ψ,
// becomes a claim about fresh variables. A universal assumption is a hypothesis, and is also
// assumed for these variables.
func (t *Theory) statement(x *logic.Term) goal {
	if !x.HasQuantifiers() {
		return goal{claim: x}
	}
	s := t.store
	var g goal
	var rest, claimed, assumed []*logic.Term
	for _, c := range conjuncts(s, s.Not(x)) {
		switch {
		case c.Op() == logic.OpForall:
			assumed = append(assumed, c)
		case c.Op() == logic.OpNot && c.Arg(0).Op() == logic.OpForall:
			vars, body := t.instance(c.Arg(0))
			claimed = append(claimed, vars...)
			rest = append(rest, s.Not(body))
		default:
			rest = append(rest, c)
		}
	}
	for _, q := range assumed {
		if q.Arg(0).HasQuantifiers() {
			continue
		}
		h := &Lemma{}
		h.Vars, h.Body = t.instance(q)
		t.prepare(h)
		g.hypotheses = append(g.hypotheses, h)
		var at []*logic.Term
		for _, v := range q.Bound() {
			if i := slices.IndexFunc(claimed, func(w *logic.Term) bool { return w.Sort() == v.Sort() && !slices.Contains(at, w) }); i >= 0 {
				at = append(at, claimed[i])
			}
		}
		if len(at) == len(q.Bound()) {
			rest = append(rest, s.Substitute(q.Arg(0), q.Bound(), at))
		}
	}
	g.claim = s.Not(s.And(rest...))
	return g
}

// Pointwise returns a formula without quantifiers from which x follows: it uses the universal
// assumptions of x only for the variables of its conclusions. So (∀z. φ(z)) ⇒ ∀z. ψ(z) becomes φ(z)
// ⇒ ψ(z), which can be a lemma.
func (t *Theory) Pointwise(x *logic.Term) *logic.Term { return t.statement(x).claim }

// instance returns the body of a quantifier over fresh variables.
func (t *Theory) instance(q *logic.Term) (vars []*logic.Term, body *logic.Term) {
	vars = slice.Map(q.Bound(), func(v *logic.Term) *logic.Term { return t.store.Fresh(v.Name(), v.Sort()) })
	return vars, t.store.Substitute(q.Arg(0), q.Bound(), vars)
}

// Solved returns a formula that holds for all values of its variables if and only if x does, and
// that has no variables that an equation defines, except those to keep.
func (t *Theory) Solved(x *logic.Term, keep ...*logic.Term) *logic.Term {
	s := t.store
	neg := s.Simplify(s.Not(x))
	for again := true; again; {
		again = false
		cs := conjuncts(s, neg)
		for i, c := range cs {
			if v, y := definition(s, c, keep); v != nil {
				neg, again = s.Substitute(neg, []*logic.Term{v}, []*logic.Term{y}), true
				break
			}
			if fields := fieldwise(s, c); fields != nil {
				neg, again = s.And(slices.Concat(cs[:i], fields, cs[i+1:])...), true
				break
			}
		}
	}
	return s.Not(neg)
}

// fieldwise reads c as t = record(x, …) and returns field(t) = x, …, or nil if it is not such an
// equation.
func fieldwise(s *logic.Store, c *logic.Term) []*logic.Term {
	if c.Op() != logic.OpEq || !c.Arg(0).Sort().IsDatatype() || len(c.Arg(0).Sort().Datatype().Constructors) > 1 {
		return nil
	}
	record, t := c.Arg(0), c.Arg(1)
	if record.Op() != logic.OpConstruct {
		record, t = t, record
	}
	if record.Op() != logic.OpConstruct || t.Op() == logic.OpConstruct {
		return nil
	}
	z := []*logic.Term{}
	for i, f := range record.Constructor().Fields {
		z = append(z, s.Eq(s.Field(f, t), record.Arg(i)))
	}
	return z
}

// conjuncts returns the conjuncts of t. A negated disjunction has conjuncts, too.
func conjuncts(s *logic.Store, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, t) {
		if c.Op() != logic.OpNot || c.Arg(0).Op() != logic.OpOr {
			z = append(z, c)
			continue
		}
		for _, d := range c.Arg(0).Args() {
			z = append(z, conjuncts(s, s.Not(d))...)
		}
	}
	return z
}

// Reduces reports whether equations and lemmas rewrite x to true.
func (t *Theory) Reduces(x *logic.Term) bool { return t.normalise(x, true).IsTrue() }

// definition reads c as v = y for a variable v that is not to be kept and that y does not mention.
func definition(s *logic.Store, c *logic.Term, keep []*logic.Term) (v, y *logic.Term) {
	if c.Op() != logic.OpEq {
		return nil, nil
	}
	for _, side := range sides(s, c) {
		if v, y = side[0], side[1]; v.IsVar() && !slices.Contains(keep, v) && !slices.Contains(logic.FreeVars(y), v) {
			return v, y
		}
	}
	return nil, nil
}

// Prove proves l, by induction if need be, and adds it to the lemmas.
func (t *Theory) Prove(ctx context.Context, l *Lemma) bool {
	return t.Rewrite(ctx, l) || t.Follow(ctx, l) || t.Induct(ctx, l) || t.Distinguish(ctx, l)
}

// Follow shows that l holds without induction, and adds it to the lemmas.
func (t *Theory) Follow(ctx context.Context, l *Lemma) bool {
	if !t.Holds(ctx, l.Body) {
		return false
	}
	l.needs = t.Used()
	t.Assume(l)
	return true
}

// Induct proves l by induction, and adds it to the lemmas.
func (t *Theory) Induct(ctx context.Context, l *Lemma) bool {
	return t.induction(ctx, l, func(g goal) bool { return t.refutes(ctx, g, byDatatypes) })
}

// Rewrite is like Induct, but without a solver: all cases must be rewritten to true. It is much
// faster, and suffices for most lemmas.
func (t *Theory) Rewrite(ctx context.Context, l *Lemma) bool {
	return t.induction(ctx, l, func(g goal) bool { return t.rewrites(g, maxSplits, false, nil) })
}

// Distinguish is like Rewrite, but with cases for atoms with calls, such as x ≤ y, instead of cases
// for the variables in them. Congruence may prove the rest of a case. So insert(x, insert(y, z)) =
// insert(y, insert(x, z)) follows if ≤ is known to be an order.
func (t *Theory) Distinguish(ctx context.Context, l *Lemma) bool {
	return t.induction(ctx, l, func(g goal) bool {
		return t.rewrites(g, maxSplits, true, func(g goal) bool { return t.refutes(ctx, g, byCongruence) })
	})
}

func (t *Theory) induction(ctx context.Context, l *Lemma, shows func(goal) bool) bool {
	schemes, goalOf := t.inductions(l)
	for _, cases := range schemes {
		ok := len(cases) > 0
		for _, c := range cases {
			ok = ok && turn.Yield(ctx) == nil && shows(goalOf(c))
		}
		if ok {
			l.needs = t.Used()
			t.Assume(l)
			return true
		}
	}
	return false
}

// inductions begins proofs of l: it returns the schemes of induction, and the goal in a case.
func (t *Theory) inductions(l *Lemma) (schemes [][]inductionCase, goalOf func(inductionCase) goal) {
	if l.Body.Depth() > MaxDepth {
		return nil, nil
	}
	t.begin()
	skolem := slice.Map(l.Vars, func(v *logic.Term) *logic.Term { return t.store.Fresh(v.Name(), v.Sort()) })
	body := t.store.Substitute(l.Body, l.Vars, skolem)
	return t.schemes(body, skolem), func(c inductionCase) goal { return t.induct(body, skolem, c) }
}

// Needs returns ls and the lemmas that their proofs use, in the order in which they were proved.
func (t *Theory) Needs(ls ...*Lemma) []*Lemma {
	all := map[*Lemma]bool{}
	var visit func(*Lemma)
	visit = func(l *Lemma) {
		if all[l] {
			return
		}
		all[l] = true
		for _, x := range l.needs {
			visit(x)
		}
	}
	for _, l := range ls {
		visit(l)
	}
	return slices.DeleteFunc(slices.Clone(t.lemmas), func(l *Lemma) bool { return !all[l] })
}

// Simplifies reports whether l is an equation that makes terms smaller. Such an equation deserves a
// rule even if it follows from other lemmas.
func (t *Theory) Simplifies(l *Lemma) bool {
	return l.Body.Op() == logic.OpEq && treeSize(l.Body.Arg(0), maxFormSize) != treeSize(l.Body.Arg(1), maxFormSize)
}

// begin resets the record of used lemmas.
func (t *Theory) begin() {
	t.used = map[*Lemma]bool{}
	t.ruled = &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true}
}

// Used returns the lemmas that the last proof may have used.
func (t *Theory) Used() []*Lemma {
	return slices.DeleteFunc(slices.Clone(t.lemmas), func(l *Lemma) bool { return !t.used[l] })
}

// calls returns the calls in ts, inner ones first.
func (t *Theory) calls(ts ...*logic.Term) []*logic.Term {
	var z []*logic.Term
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpApp && t.functions[x.Func()] != nil {
			z = append(z, x)
		}
		return x.HasApps()
	}, ts...)
	slices.SortFunc(z, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	return z
}

// goal is a claim with the facts that its proof may use.
type goal struct {
	claim      *logic.Term
	condition  *logic.Term // nil for none
	hypotheses []*Lemma
}

// means states how a goal is refuted: with datatypes as uninterpreted sorts, or with the theory of
// datatypes.
type means uint8

const (
	byCongruence means = 1 << iota
	byDatatypes
)

// refutes reports whether the negation of a goal has been shown to be unsatisfiable.
func (t *Theory) refutes(ctx context.Context, g goal, by means) bool {
	s := t.store
	claim := t.normalise(g.claim, true)
	condition := s.True()
	if g.condition != nil {
		condition = t.normalise(g.condition, true)
	}
	if claim.IsTrue() || condition.IsFalse() {
		return true
	}
	if claim.HasQuantifiers() || condition.HasQuantifiers() {
		return false
	}
	if claim.IsFalse() && condition.IsTrue() {
		return false
	}
	e := &instances{theory: t, depth: map[*logic.Term]int{}, done: map[*logic.Term]bool{}, hypotheses: g.hypotheses}
	defer e.close()
	for _, m := range []means{byCongruence, byDatatypes} {
		if by&m == 0 {
			continue
		}
		solver, err := t.solver()
		if err != nil {
			return false
		}
		if m == byCongruence {
			solver = newFree(s, solver)
		}
		e.solvers = append(e.solvers, solver)
	}
	e.note(0, t.normalise(g.claim, false), claim, condition)
	if e.add(0, s.And(s.Not(claim), condition)) != nil {
		return false
	}
	for _, h := range g.hypotheses {
		if len(h.Vars) == 0 && e.add(0, t.normalise(h.Body, true)) != nil {
			return false
		}
	}
	// if instances do not suffice: patterns match only one side of an equational hypothesis
	if rules := t.rules(g.hypotheses); rules != nil {
		switch by := t.under(nil, rules).form(claim); {
		case by.IsTrue():
			return true
		case by != claim && e.add(0, s.Not(by)) != nil:
			return false
		}
	}
	for round := 0; turn.Yield(ctx) == nil; round++ {
		if e.unsatisfiable(ctx) {
			return true
		}
		if len(e.solvers) == 0 {
			return false
		}
		if round == maxRounds || !e.round(round) {
			return false
		}
	}
	return false
}

// rules returns equations among hypotheses as rules.
func (t *Theory) rules(hypotheses []*Lemma) []*Lemma {
	var z []*Lemma
	for _, h := range hypotheses {
		l := &Lemma{Vars: h.Vars, Body: t.normalise(h.Body, true)}
		if t.prepare(l); l.from != nil {
			z = append(z, l)
		}
	}
	return z
}

// under returns normal forms by lemmas and more rules, in a case with facts.
func (t *Theory) under(facts []*logic.Term, rules []*Lemma) *normal {
	n := &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true, more: rules, fuel: rewritingFuel, facts: map[*logic.Term]*logic.Term{}, limits: map[*logic.Term]rational.Interval{}}
	for _, c := range facts {
		n.limit(c)
		atom, value := c, t.store.True()
		if c.Op() == logic.OpNot {
			atom, value = c.Arg(0), t.store.False()
		}
		n.facts[atom] = value
		if not := t.store.Not(atom); not.Op() != logic.OpNot { // of integers, x ≤ 0 is the negation of x ≥ 1
			n.facts[not] = t.store.Not(value)
		}
		if atom.Op() == logic.OpIs && !atom.Arg(0).IsVar() {
			if y := only(t.store, atom, value.IsTrue()); y != nil {
				n.facts[atom.Arg(0)] = y
			}
		}
	}
	return n
}

// only returns the single value that the truth or falsity of a test leaves for its argument, or nil
// if there are several.
func only(s *logic.Store, test *logic.Term, holds bool) *logic.Term {
	var left []*logic.Constructor
	for _, c := range test.Arg(0).Sort().Datatype().Constructors {
		if (c == test.Constructor()) == holds {
			left = append(left, c)
		}
	}
	if len(left) != 1 || len(left[0].Fields) > 0 {
		return nil
	}
	return s.Construct(left[0])
}

// Limits of a proof by rewriting: nested case distinctions, and normal forms.
const (
	maxSplits = 4
	maxForms  = 30
)

// closes reports whether x, which n has rewritten in a case, is true in the case. For this it may
// assume that the other disjuncts do not hold, and may use a hypothesis in the direction that makes
// terms larger.
func (t *Theory) closes(n *normal, x *logic.Term, facts []*logic.Term, hypotheses []*Lemma) bool {
	if x.IsFalse() {
		return false
	}
	if main, all := t.main(x, facts); len(all) > len(facts) {
		facts = all
		n, _ = t.inCase(facts, hypotheses)
		x = n.form(main)
	}
	if x.IsTrue() {
		return true
	}
	for _, h := range n.more {
		if y := n.expanded(x, h); y != x && t.under(facts, nil).form(y).IsTrue() {
			return true
		}
	}
	return false
}

// main returns the largest disjunct of x, and facts: those given and the negations of the other
// disjuncts.
func (t *Theory) main(x *logic.Term, facts []*logic.Term) (main *logic.Term, all []*logic.Term) {
	denied := conjuncts(t.store, t.store.Not(x))
	largest := slices.MaxFunc(denied, func(x, y *logic.Term) int { return treeSize(x, maxFormSize) - treeSize(y, maxFormSize) })
	others := slices.DeleteFunc(denied, func(d *logic.Term) bool { return d == largest })
	return t.store.Not(largest), append(slices.Clip(facts), others...)
}

// inCase returns normal forms by lemmas and hypotheses in a case with facts, and the hypotheses
// there. Facts may decide guards and the values of calls.
func (t *Theory) inCase(facts []*logic.Term, hypotheses []*Lemma) (n *normal, under []*Lemma) {
	n = t.under(facts, nil)
	under = slice.Map(hypotheses, func(h *Lemma) *Lemma { return &Lemma{Vars: h.Vars, Body: n.form(h.Body)} })
	return t.under(facts, append(t.rules(hypotheses), t.rules(under)...)), under
}

// rewrites reports whether a goal has been rewritten to true, by equations, lemmas and hypotheses,
// in all cases. The cases distinguish the conditions that decide its calls: constructors of
// variables and other atoms. If atoms is set, atoms with calls come first. Other methods may prove
// the rest of a case.
func (t *Theory) rewrites(g goal, splits int, whole bool, otherwise func(goal) bool) bool {
	s := t.store
	claim, condition := t.normalise(g.claim, true), s.True()
	if g.condition != nil {
		condition = t.normalise(g.condition, true)
	}
	if claim.IsTrue() || condition.IsFalse() {
		return true
	}
	var facts []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, condition) {
		if !c.IsTrue() {
			facts = append(facts, c)
		}
	}
	forms := maxForms
	var show func(claim *logic.Term, facts []*logic.Term, hypotheses []*Lemma, left int) bool
	show = func(claim *logic.Term, facts []*logic.Term, hypotheses []*Lemma, left int) bool {
		n, under := t.inCase(facts, hypotheses)
		n.whole = whole
		z := n.form(claim)
		if forms--; t.closes(n, z, facts, hypotheses) {
			return true
		}
		if n.asked == nil || left == 0 || forms <= 0 || z.IsFalse() {
			return otherwise != nil && otherwise(goal{claim: z, condition: s.And(facts...), hypotheses: under})
		}
		if v := n.asked.Arg(0); isVariable(n.asked) {
			for _, c := range v.Sort().Datatype().Constructors {
				x := s.Construct(c, slice.Map(c.Fields, func(f *logic.Selector) *logic.Term { return s.Fresh(f.Name, f.Sort) })...)
				sub := s.NewSubstitution([]*logic.Term{v}, []*logic.Term{x})
				var hs []*Lemma
				for _, h := range hypotheses {
					hs = append(hs, &Lemma{Vars: h.Vars, Body: sub.Apply(h.Body)})
				}
				if !show(sub.Apply(claim), sub.ApplyAll(facts), hs, left-1) {
					return false
				}
			}
			return true
		}
		return show(claim, append(slices.Clip(facts), n.asked), hypotheses, left-1) && show(claim, append(slices.Clip(facts), s.Not(n.asked)), hypotheses, left-1)
	}
	return show(claim, facts, append(slices.Clip(g.hypotheses), t.lengthened(g.hypotheses)...), splits)
}
