// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// This file solves the equations of a clause: a variable that an equation among the conjuncts of
// the constraint defines is replaced by its definition.
//
// One round visits the conjuncts once and accepts an equation v = t if v is not bound yet and does
// not occur in a term accepted before. So no accepted term mentions a variable that is bound later
// in the round. With the earlier bindings applied, the accepted terms are final for the round, for
// every order of the equations, and the round costs one substitution. A chain of n equations takes
// one round if it is in order, and a few at worst.
//
// Substitution must not blow up. Terms are shared, so only two forms can: linear sums, which are
// flat (n variables that are partial sums of n inputs take quadratic space), and stores at value
// indices, which are kept sorted. An equation whose term would exceed a limit remains, with v as a
// local variable of the clause.

const (
	maxImageSum  = 48   // monomials of a term that replaces a variable
	maxImageSize = 1000 // distinct subterms of a term that replaces a variable
	maxRounds    = 40   // rounds of one call; each is linear
)

// Binding states that variable v equals t.
type Binding struct{ Var, Term *logic.Term }

// Solved is a conjunction in solved form. It has no variable that an equation defines, except those
// to keep.
type Solved struct {
	Also []*logic.Term // further terms, rewritten in the same way
	q    *equations
}

// Conj returns the conjuncts. If the conjunction is false, it returns false alone.
func (z *Solved) Conj() []*logic.Term { return z.q.conjuncts() }

// Bind returns the eliminated variables in the order in which they can be evaluated: each term
// mentions variables that remain or are bound before.
func (z *Solved) Bind() []Binding { return z.q.eliminated() }

// IsFalse reports whether the conjunction is false.
func (z *Solved) IsFalse() bool { return z.q.falsity }

// Solve solves the equations in conj for variables that are not in keep. It takes ownership of the
// slices.
//
// Cost: near-linear in the size of the terms.
func Solve(s *logic.Store, keep map[*logic.Term]bool, conj, also []*logic.Term) Solved {
	q := &equations{store: s, keep: keep, conj: conj, also: also}
	q.solve()
	return Solved{q.also, q}
}

// Tighten returns the conjunction of conj with the tightest bounds of each sum that follow, instead
// of the given bounds.
func Tighten(s *logic.Store, conj []*logic.Term) *logic.Term {
	q := &equations{store: s}
	q.flatten(conj)
	q.tighten()
	return q.constraint()
}

// equations is a conjunction on its way to solved form. It is used once.
type equations struct {
	store *logic.Store
	// keep holds the variables that must not be eliminated. An equation between one of them and a
	// value, or another one of them, is applied to the rest of the conjunction, but remains as a
	// fact.
	keep map[*logic.Term]bool
	// invert allows solving v = c(…, x, …) for x by the selector of constructor c.
	invert bool

	conj    []*logic.Term               // conjuncts, flattened
	also    []*logic.Term               // further terms that are rewritten
	facts   []Binding                   // equations for kept variables, which occur nowhere else
	solved  []Binding                   // equations for eliminated variables, by round
	falsity bool                        // the conjunction is false
	factOf  map[*logic.Term]*logic.Term // index of facts, made on demand

	// The following fields are data of one round.
	image map[*logic.Term]*logic.Term // the terms of bound variables
	used  map[*logic.Term]bool        // variables in those terms
	count map[*logic.Term]int         // conjuncts in which a variable occurs
}

// solve brings the conjunction into solved form. It eliminates from conj and also the variables
// that an equation defines, except those to keep.
func (q *equations) solve() {
	q.factOf = nil
	q.flatten(q.conj)
	for range maxRounds {
		if q.falsity || !q.tighten() && !q.round() && !q.propagate() {
			break
		}
	}
	if q.falsity {
		q.conj = []*logic.Term{q.store.False()}
		q.facts = nil
	}
}

// constraint returns the conjunction.
func (q *equations) constraint() *logic.Term {
	if q.falsity {
		return q.store.False()
	}
	return q.store.And(q.conjuncts()...)
}

// conjuncts returns the conjuncts with the facts.
func (q *equations) conjuncts() []*logic.Term {
	z := slices.Clone(q.conj)
	for _, f := range q.facts {
		z = append(z, q.store.Eq(f.Var, f.Term))
	}
	return z
}

// eliminated returns the bindings of the eliminated variables in the order in
// which they can be evaluated: each term mentions variables that remain or that
// are bound before.
func (q *equations) eliminated() []Binding {
	z := slices.Clone(q.solved)
	slices.Reverse(z)
	return z
}

// flatten sets conj to the conjuncts of ts, without duplicates. The terms must be in canonical
// form.
func (q *equations) flatten(ts []*logic.Term) {
	seen := map[*logic.Term]bool{}
	var conj []*logic.Term
	stack := slices.Clone(ts)
	slices.Reverse(stack)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case t.Op() == logic.OpAnd:
			for i := len(t.Args()) - 1; i >= 0; i-- {
				stack = append(stack, t.Arg(i))
			}
		case t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpOr:
			or := t.Arg(0)
			for i := len(or.Args()) - 1; i >= 0; i-- {
				stack = append(stack, q.store.Not(or.Arg(i)))
			}
		case t.IsTrue() || seen[t]:
		case t.IsFalse() || seen[q.store.Not(t)]:
			q.falsity = true
		default:
			seen[t] = true
			conj = append(conj, t)
		}
	}
	q.conj = conj
}

// round accepts equations and applies them. It reports whether there were any.
func (q *equations) round() bool {
	q.image = map[*logic.Term]*logic.Term{}
	q.used = map[*logic.Term]bool{}
	q.count = map[*logic.Term]int{}
	for _, c := range q.conj {
		for _, v := range logic.FreeVars(c) {
			q.count[v]++
		}
	}
	rest := slice.Filter(q.conj, func(c *logic.Term) bool { return !q.accept(c) })
	if len(q.image) == 0 {
		return false
	}
	rw := q.store.NewRewriter(q.replace, nil)
	rw.MapAll(rest)
	rw.MapAll(q.also)
	for i := range q.facts {
		q.facts[i].Term = rw.Map(q.facts[i].Term)
	}
	q.flatten(rest)
	return true
}

// replace is the substitution of the round, as the hook of a rewriter.
func (q *equations) replace(t *logic.Term) *logic.Term {
	switch {
	case !t.HasVars():
		return t
	case t.IsVar():
		if z := q.image[t]; z != nil {
			return z
		}
		return t
	case t.HasQuantifiers():
		return q.replaceUnder(t)
	}
	return nil
}

// replaceUnder substitutes in a term with quantifiers, without capture.
func (q *equations) replaceUnder(t *logic.Term) *logic.Term {
	var vars, terms []*logic.Term
	for _, v := range logic.FreeVars(t) {
		if z := q.image[v]; z != nil {
			vars, terms = append(vars, v), append(terms, z)
		}
	}
	if len(vars) == 0 {
		return t
	}
	return q.store.Substitute(t, vars, terms)
}

// accept binds a variable by conjunct c, if c is an equation that can be solved.
func (q *equations) accept(c *logic.Term) bool {
	switch {
	case c.IsVar():
		return q.bind(c, q.store.True())
	case c.Op() == logic.OpNot && c.Arg(0).IsVar():
		return q.bind(c.Arg(0), q.store.False())
	case c.Op() == logic.OpNot && c.Arg(0).Op() == logic.OpEq && c.Arg(0).Arg(0).Sort().IsBool():
		x, y := c.Arg(0).Arg(0), c.Arg(0).Arg(1)
		return q.acceptSides(x, q.store.Not(y), y, q.store.Not(x))
	case c.Op() != logic.OpEq:
		return false
	case c.Arg(0).Sort().IsArith():
		return q.acceptSum(c)
	}
	x, y := c.Arg(0), c.Arg(1)
	if q.acceptSides(x, y, y, x) || x.Sort().IsBitVec() && q.acceptVectors(x, y) {
		return true
	}
	if q.invert {
		q.solveParts(x, y)
		q.solveParts(y, x)
	}
	return false
}

// acceptSides binds x by t or y by u, local variables first.
func (q *equations) acceptSides(x, t, y, u *logic.Term) bool {
	if q.local(y) && (!q.local(x) || q.count[y] < q.count[x]) {
		x, t, y, u = y, u, x, t
	}
	return q.local(x) && q.bind(x, t) || q.local(y) && q.bind(y, u) ||
		q.keep[x] && q.bind(x, t) || q.keep[y] && q.bind(y, u)
}

// acceptSum binds a variable by an arithmetic equation. Over Int the variable must have coefficient
// ±1; over Real, any nonzero one suffices. Rare variables come first.
func (q *equations) acceptSum(c *logic.Term) bool {
	sort := c.Arg(0).Sort()
	l := q.store.Linear(c.Arg(0))
	l.Const = c.Arg(1).Num().Neg()
	order := slice.Filter(l.Monomials, func(m logic.Monomial) bool { return m.Term.IsVar() && (sort.IsReal() || m.Coeff.Abs().IsOne()) })
	slices.SortStableFunc(order, func(a, b logic.Monomial) int {
		if x, y := q.keep[a.Term], q.keep[b.Term]; x != y {
			if x {
				return 1
			}
			return -1
		}
		if q.keep[a.Term] { // later variables are bound to earlier ones
			return int(b.Term.ID()) - int(a.Term.ID())
		}
		return q.count[a.Term] - q.count[b.Term]
	})
	for _, m := range order {
		if q.image[m.Term] != nil || q.used[m.Term] || q.keep[m.Term] && len(l.Monomials) > 2 {
			continue
		}
		// coeff·v + rest = 0
		rest := logic.Linear{Const: l.Const}
		for _, n := range l.Monomials {
			if n.Term != m.Term {
				rest.Monomials = append(rest.Monomials, n)
			}
		}
		rest = rest.Scale(rational.Int(-1).Div(m.Coeff))
		if q.bind(m.Term, q.store.Sum(rest, sort)) {
			return true
		}
	}
	return false
}

// acceptVectors binds a local variable by an equation of sums of bit-vectors in which its
// coefficient is 1 or -1. Rare variables come first.
func (q *equations) acceptVectors(x, y *logic.Term) bool {
	s := q.store
	if x.Op() != logic.OpBVAdd && y.Op() != logic.OpBVAdd && x.Op() != logic.OpBVNeg && y.Op() != logic.OpBVNeg {
		return false
	}
	// A summand of the difference of the two sides, which is 0.
	type summand struct {
		term    *logic.Term
		negated bool
	}
	sum := []summand{{x, false}, {y, true}}
	for i := 0; i < len(sum); {
		switch t := sum[i]; t.term.Op() {
		case logic.OpBVNeg:
			sum[i] = summand{t.term.Arg(0), !t.negated}
		case logic.OpBVAdd:
			sum = slices.Delete(sum, i, i+1)
			for _, a := range t.term.Args() {
				sum = append(sum, summand{a, t.negated})
			}
		default:
			i++
		}
		if len(sum) > maxImageSum {
			return false
		}
	}
	best := -1
	for i, t := range sum {
		if q.local(t.term) && q.image[t.term] == nil && !q.used[t.term] && (best < 0 || q.count[t.term] < q.count[sum[best].term]) {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	var rest []*logic.Term
	for i, t := range sum {
		switch {
		case i == best:
		case t.negated == sum[best].negated:
			rest = append(rest, s.BV(logic.OpBVNeg, t.term))
		default:
			rest = append(rest, t.term)
		}
	}
	t := rest[0]
	if len(rest) > 1 {
		t = s.BV(logic.OpBVAdd, rest...)
	}
	return q.bind(sum[best].term, t)
}

// solveParts solves x = c(…, y, …) for a local y. The equation remains, with y replaced.
func (q *equations) solveParts(x, t *logic.Term) {
	if t.Op() != logic.OpConstruct || x.Op() == logic.OpConstruct {
		return
	}
	for i, y := range t.Args() {
		if q.local(y) {
			q.bind(y, q.store.Field(t.Constructor().Fields[i], x))
		}
	}
}

func (q *equations) local(v *logic.Term) bool { return v.IsVar() && !q.keep[v] }

// bind replaces v by t at the end of the round, if that is possible.
func (q *equations) bind(v, t *logic.Term) bool {
	if q.image[v] != nil || q.used[v] {
		return false
	}
	fact := q.keep[v]
	if fact && !t.IsValue() && !(t.IsVar() && q.keep[t]) {
		return false
	}
	t = q.store.NewRewriter(q.replace, nil).Map(t)
	if t.Op() == logic.OpAdd && len(t.Args()) > maxImageSum || largerThan(t, maxImageSize) {
		return false
	}
	vars := logic.FreeVars(t)
	if slices.Contains(vars, v) || fact && !t.IsValue() && !(t.IsVar() && q.keep[t]) {
		return false
	}
	for _, u := range vars {
		q.used[u] = true
	}
	q.image[v] = t
	if fact {
		q.facts = append(q.facts, Binding{v, t})
	} else {
		q.solved = append(q.solved, Binding{v, t})
	}
	return true
}

// largerThan reports whether t has more than n distinct subterms.
//
// Cost: O(n).
func largerThan(t *logic.Term, n int) bool {
	if t.Args() == nil {
		return n < 1
	}
	size := 0
	logic.Walk(func(*logic.Term) bool { size++; return size <= n }, t)
	return size > n
}

// propagate replaces literals that are conjuncts by true inside the other conjuncts. It reports
// whether that changed anything.
func (q *equations) propagate() bool {
	conj, changed := q.store.PropagateLiterals(q.conj)
	if changed {
		q.flatten(conj)
	}
	return changed
}
