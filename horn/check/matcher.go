// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// maxSteps bounds the visits of one assertion, which is walked as a tree.
const maxSteps = 4_000_000

// matcher finds the ways in which premises make an instance of an assertion false.
//
// It evaluates by structure, in three-valued logic. A goal is a subformula and the truth value that
// it must have. A state has the number of premises used so far, and the atom assumed false. A goal
// maps states to states:
//
//	and true, or false    all arguments in turn, each from the states of the last
//	and false, or true    the states of any argument
//	atom true             uses the next premise, which must derive the atom
//	atom false            assumes the atom false; one atom of a step only
//	predicate-free        the states as they are, if evaluation gives the value
//
// and dually through the other connectives. So every state at the end is a proof that the assertion
// is false under the state's assumption. By construction, the premises are used in the order of the
// text.
type matcher struct {
	store   *logic.Store
	judge   *judge // for quantifiers that have no values; may be nil
	derived []heads

	premises []int
	ops      []matchOp
	alts     []alternatives
	now      []state
	visits   int
	hint     hint
	failure  error // an error of the judge
	open     bool  // the instance depends on a value that SMT-LIB leaves unspecified
}

// heads are the facts that a step derives, usually one atom. A nil atom represents false.
type heads []*logic.Term

// state is the number of premises used and the atom assumed false, if any.
type state struct {
	used int
	head *logic.Term
}

// alternatives collects the states of the alternatives of a goal.
type alternatives struct{ before, after []state }

type matchKind uint8

const (
	matchTrue  matchKind = iota // goal: term is true
	matchFalse                  // goal: term is false
	matchOpen                   // open alternatives
	matchNext                   // an alternative is done
	matchClose                  // all alternatives are done
)

type matchOp struct {
	kind matchKind
	term *logic.Term
	at   *occurrence
	in   *region
}

// hint explains a failure. It keeps the first failure among those that used the most premises.
type hint struct {
	used int
	text string
}

func (m *matcher) note(used int, format string, args ...any) {
	if m.hint.text == "" || used > m.hint.used {
		m.hint = hint{used, fmt.Sprintf(format, args...)}
	}
}

// run returns the facts that the instance of t derives from the premises. If there are none, m.hint
// explains why. m.failure is set if a solver failed or t is too large.
func (m *matcher) run(t *logic.Term, sh *shape, in *region, premises []int) heads {
	m.premises, m.visits, m.hint, m.open, m.failure = premises, 0, hint{}, false, nil
	m.now = []state{{}}
	m.ops, m.alts = m.ops[:0], m.alts[:0]
	m.goal(t, false, sh.root, in)
	for len(m.ops) > 0 {
		op := m.ops[len(m.ops)-1]
		m.ops = m.ops[:len(m.ops)-1]
		switch op.kind {
		case matchOpen:
			m.alts = append(m.alts, alternatives{before: m.now})
		case matchNext:
			alt := &m.alts[len(m.alts)-1]
			for _, s := range m.now {
				if !slices.Contains(alt.after, s) {
					alt.after = append(alt.after, s)
				}
			}
			m.now = alt.before
		case matchClose:
			m.now = m.alts[len(m.alts)-1].after
			m.alts = m.alts[:len(m.alts)-1]
		default:
			if len(m.now) == 0 {
				continue
			}
			if m.visits++; m.visits > maxSteps {
				m.failure = fmt.Errorf("the assertion has more than %d subformulas after let is expanded", maxSteps)
				return nil
			}
			m.visit(op)
		}
		if m.failure != nil {
			return nil
		}
	}
	var z heads
	for _, s := range m.now {
		if s.used == len(premises) {
			z = append(z, s.head)
			continue
		}
		m.note(s.used, "the instance uses %d of the %d premises", s.used, len(premises))
	}
	return z
}

func (m *matcher) goal(t *logic.Term, value bool, at *occurrence, in *region) {
	kind := matchFalse
	if value {
		kind = matchTrue
	}
	m.ops = append(m.ops, matchOp{kind, t, at, in})
}

// signal schedules one of the operations on alternatives.
func (m *matcher) signal(kind matchKind) { m.ops = append(m.ops, matchOp{kind: kind}) }

// visit expands one goal. It schedules operations in reverse order.
func (m *matcher) visit(op matchOp) {
	t, want := op.term, op.kind == matchTrue
	if !t.HasApps() && !t.HasQuantifiers() {
		m.evaluate(op, want)
		return
	}
	switch t.Op() {
	case logic.OpApp:
		m.atom(op, want)
		return
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpImplies:
		m.connective(op, want)
		return
	case logic.OpForall, logic.OpExists:
		m.quantifier(op, want)
		return
	}
	switch {
	case !t.HasApps():
		m.evaluate(op, want)
	case t.Op() == logic.OpEq && t.Arg(0).Sort().IsBool():
		m.equivalence(op, want)
	case t.Op() == logic.OpXor:
		m.equivalence(op, !want)
	case t.Op() == logic.OpIte && t.Sort().IsBool():
		m.ite(op, want)
	default:
		m.now = nil
		m.note(0, "a predicate stands inside a term of operator %v", t.Op())
	}
}

func (m *matcher) connective(op matchOp, want bool) {
	t := op.term
	inTurn := t.Op() == logic.OpNot || (t.Op() == logic.OpAnd) == want
	if !inTurn {
		m.signal(matchClose)
	}
	for i := len(t.Args()) - 1; i >= 0; i-- {
		value := want
		if argSign(t, i, positive) == negative {
			value = !value
		}
		if !inTurn {
			m.signal(matchNext)
		}
		m.goal(t.Arg(i), value, op.at.kid(i), op.in)
	}
	if !inTurn {
		m.signal(matchOpen)
	}
}

// equivalence handles the goal that x = y has the wanted value. If true is wanted, x and y are both
// true or both false. Otherwise exactly one is true.
func (m *matcher) equivalence(op matchOp, want bool) {
	m.signal(matchClose)
	for _, value := range [2]bool{false, true} { // values of x, pushed in reverse order
		m.signal(matchNext)
		m.goal(op.term.Arg(1), value == want, op.at.kid(1), op.in)
		m.goal(op.term.Arg(0), value, op.at.kid(0), op.in)
	}
	m.signal(matchOpen)
}

func (m *matcher) ite(op matchOp, want bool) {
	m.signal(matchClose)
	for i, value := range [2]bool{true, false} { // values of the condition
		m.signal(matchNext)
		m.goal(op.term.Arg(1+i), want, op.at.kid(1+i), op.in)
		m.goal(op.term.Arg(0), value, op.at.kid(0), op.in)
	}
	m.signal(matchOpen)
}

// quantifier instantiates a quantifier that has values here, to show that a forall is false or an
// exists true. The judge decides other quantifiers.
func (m *matcher) quantifier(op matchOp, want bool) {
	t := op.term
	if (t.Op() == logic.OpExists) != want || op.at == nil || op.at.values == nil {
		m.evaluate(op, want)
		return
	}
	image := make(map[*logic.Term]*logic.Term, len(op.in.image)+len(t.Bound()))
	for v, x := range op.in.image {
		image[v] = x
	}
	for i, v := range t.Bound() {
		image[v] = op.at.values[i]
	}
	m.goal(t.Arg(0), want, op.at.kid(0), &region{image, substitution(m.store, image, false)})
}

// atom handles an atom. An atom that must be true uses a premise. An atom that must be false
// becomes the head.
func (m *matcher) atom(op matchOp, want bool) {
	a := m.simplified(op.in.apply.Apply(op.term))
	if m.failure != nil {
		return
	}
	for i, x := range a.Args() {
		if !isGround(x) {
			m.now, m.open = nil, true
			m.note(0, "argument %d of %v is undefined under the values: %v", i+1, a.Func(), x)
			return
		}
	}
	var after []state
	for _, s := range m.now {
		switch {
		case !want && (s.head == nil || m.same(s.head, a)):
			s.head = a
		case !want:
			m.note(s.used, "two different atoms would be derived, %v and %v", s.head, a)
			continue
		case s.used == len(m.premises):
			m.note(s.used, "no premise is left for body atom %v", a)
			continue
		default:
			k := m.premises[s.used]
			if !slices.ContainsFunc(m.derived[k], func(h *logic.Term) bool { return m.same(h, a) }) {
				m.note(s.used, "premise %d (step %d) derives %v, the body wants %v", s.used, k, m.derived[k], a)
				continue
			}
			s.used++
		}
		if !slices.Contains(after, s) {
			after = append(after, s)
		}
	}
	m.now = after
}

// simplified replaces formulas inside the arguments of an atom by their truth values. They must
// have no free variables. The judge decides those with quantifiers; others are replaced if their
// values do not depend on unspecified values. A formula that the judge finds neither valid nor
// contradictory remains.
func (m *matcher) simplified(a *logic.Term) *logic.Term {
	if !slices.ContainsFunc(a.Args(), func(x *logic.Term) bool { return !isGround(x) }) {
		return a
	}
	return m.store.NewRewriter(func(x *logic.Term) *logic.Term {
		if !x.Sort().IsBool() || x.IsValue() || x.HasApps() || m.failure != nil {
			return nil
		}
		quantified := len(x.Bound()) > 0
		if x.HasQuantifiers() && !quantified {
			return nil
		}
		for _, value := range [2]bool{true, false} {
			if quantified && m.decide(x, value) || !quantified && m.surely(x, value) {
				return m.store.BoolValue(value)
			}
		}
		if quantified {
			return x
		}
		return nil
	}, nil).Map(a)
}

// same reports whether two atoms are equal. Arrays over uninterpreted sorts can be equal in
// different forms, since elements may be equal or not. The judge decides these.
func (m *matcher) same(x, y *logic.Term) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil || x.Func() != y.Func() {
		return false
	}
	eqs := make([]*logic.Term, len(x.Args()))
	for i := range x.Args() {
		eqs[i] = m.store.Eq(x.Arg(i), y.Arg(i))
	}
	eq := m.store.And(eqs...)
	if eq.IsTrue() || eq.IsFalse() {
		return eq.IsTrue()
	}
	same := m.surely(eq, true)
	m.open = m.open || !same
	return same
}

// evaluate keeps the states if a predicate-free formula has the wanted value.
func (m *matcher) evaluate(op matchOp, want bool) {
	if op.term.HasApps() {
		m.now = nil
		m.note(0, "a predicate stands under a quantifier of existential force")
		return
	}
	x := op.in.apply.Apply(op.term)
	if x.IsTrue() || x.IsFalse() {
		if x.IsTrue() != want {
			m.note(m.now[0].used, "the constraint does not hold under the values")
			m.now = nil
		}
		return
	}
	switch {
	case x.HasQuantifiers():
		if m.decide(x, want) {
			return
		}
	case m.surely(x, want):
		return
	default:
		m.open = true
		m.note(m.now[0].used, "the constraint is undefined under the values (division by zero, a field of another constructor, or elements of an uninterpreted sort): %s", shorten(x))
	}
	m.now = nil
}

// surely reports whether a formula has the wanted value for every choice of the values that SMT-LIB
// leaves unspecified.
func (m *matcher) surely(x *logic.Term, want bool) bool {
	if m.judge == nil {
		return false
	}
	if !want {
		x = m.store.Not(x)
	}
	st, _ := m.judge.valid(x)
	return st == holds
}

// decide asks the judge whether a formula has the wanted value. The formula has quantifiers, but no
// free variables.
func (m *matcher) decide(x *logic.Term, want bool) bool {
	if !want {
		x = m.store.Not(x)
	}
	if m.judge == nil {
		m.failure = fmt.Errorf("a quantifier inside of a constraint needs a solver")
		return false
	}
	st, err := m.judge.valid(x)
	switch st {
	case holds:
		return true
	case unknown:
		m.failure = fmt.Errorf("a quantifier inside of a constraint: %s", m.judge.reason)
		if err != nil {
			m.failure = fmt.Errorf("%w: %w", m.failure, err)
		}
		return false
	}
	if !m.surely(x, false) { // its value is unspecified, such as the number of elements of a sort
		m.open = true
		m.note(m.now[0].used, "a quantified formula is undefined under the values: %s", shorten(x))
		return false
	}
	m.note(m.now[0].used, "the constraint does not hold under the values")
	return false
}

// String lists the atoms.
func (h heads) String() string {
	switch {
	case len(h) == 0:
		return "nothing"
	case len(h) > 1:
		return fmt.Sprintf("%v or %v", h[:1], h[1:])
	case h[0] == nil:
		return "false"
	}
	return shorten(h[0])
}

// maxText bounds the formulas in messages, in bytes.
const maxText = 200

func shorten(t *logic.Term) string { return fmt.Sprintf("%.*v", maxText, t) }
