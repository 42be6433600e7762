// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// Bounds on simplification.
const (
	maxPeriods   = 3 // cases that replace a remainder or a quotient
	maxRewriting = 3 // rounds over the conjuncts of a constraint
)

// Simplify returns a clause with the same instances as clause c among those whose body atoms are
// members of the states. It returns c itself if there is nothing to simplify; ok is false if there
// are no such instances. Body atoms do not change.
//
// It uses the bounds of the body and of linear conjuncts, which stay unchanged:
//
//   - (mod t k) becomes t - k·q if q is the only quotient of t, and a case distinction
//     if there are few quotients; (div t k) becomes q in the same way;
//   - decided formulas and conditions are removed, as are branches of conditional terms
//     that are never taken; branches are simplified under their conditions;
//   - an atom about a conditional term that one of its branches decides becomes one about the
//     condition and the other branch.
//
// Each conjunct is replaced by one that is equivalent to it under the assumption that all other
// conjuncts hold, in their current form.
//
// Cost: linear in the size of the clause, for each scope that is visited; the number of scopes is
// limited.
func (d *Intervals) Simplify(c int, body []Bounds) (z *horn.Clause, ok bool) {
	base, ok := d.base(c, body)
	if !ok {
		return nil, false
	}
	old := d.sys.Clauses[c]
	e, s := d.terms, d.sys.Store
	conj := logic.AppendConjuncts(nil, old.Constraint)
	final := base
	for round := range maxRewriting {
		next, sc := e.rewriteAll(base, conj, true)
		if sc == nil {
			return nil, false
		}
		final = sc
		next = logic.AppendConjuncts(nil, s.And(next...))
		same := slices.Equal(next, conj)
		conj = next
		if same && round > 0 {
			break
		}
		if slices.ContainsFunc(conj, (*logic.Term).IsFalse) {
			return nil, false
		}
		slices.Reverse(conj) // early conjuncts may use facts from late ones
	}
	phi := s.And(conj...)
	if phi.IsFalse() {
		return nil, false
	}
	z = &horn.Clause{Body: old.Body, Constraint: phi, Head: old.Head, Assert: old.Assert, Name: old.Name}
	if old.Head != nil {
		e.allow(d.sizes[c])
		z.Head = &horn.Atom{Pred: old.Head.Pred, Args: e.rewriteArgs(final, old.Head.Args)}
		if slices.Equal(z.Head.Args, old.Head.Args) {
			z.Head = old.Head
		}
	}
	if phi == old.Constraint && z.Head == old.Head {
		return old, true
	}
	return z, true
}

// rewriteAll simplifies the conjuncts ts in sc. Each is simplified under the assumption that the
// others hold. If positive is not set, ts are disjuncts, and the others are assumed to fail. It
// returns the scope of all of them, or nil if there is no such valuation.
func (e *evaluator) rewriteAll(sc *scope, ts []*logic.Term, positive bool) (z []*logic.Term, in *scope) {
	in = sc.inner()
	ts = slices.Clone(ts)
	var pure []*logic.Term
	for i, t := range ts {
		if !isPure(t) {
			continue
		}
		// the enclosing scopes decide the formula
		if v := e.eval(sc, t); sc.depth > 0 && v.IsPoint() {
			if ts[i] = e.store.BoolValue(v.Equal(holds)); v.Equal(holds) != positive {
				return nil, nil
			}
			continue
		}
		pure = append(pure, t)
	}
	for i := 0; i < 2 && len(pure) > 0; i++ {
		for _, t := range pure {
			if !e.refine(in, t, positive, 0) {
				return nil, nil
			}
		}
		in.refresh()
	}
	for _, t := range ts {
		if isPure(t) {
			z = append(z, t)
			continue
		}
		u := e.rewrite(in, t)
		z = append(z, u)
		if !e.refine(in, u, positive, maxDisjunctions-1) {
			return nil, nil
		}
	}
	in.refresh()
	return z, in
}

// isPure reports whether t is a literal about a sum of variables and other non-arithmetic terms, or
// about a Boolean variable. Such a literal supplies bounds.
func isPure(t *logic.Term) bool {
	if t.Op() == logic.OpNot {
		t = t.Arg(0)
	}
	switch t.Op() {
	case logic.OpVar:
		return true
	case logic.OpLe, logic.OpLt:
	case logic.OpEq:
		if !t.Arg(0).Sort().IsArith() {
			return false
		}
	default:
		return false
	}
	sum := t.Arg(0)
	if sum.Op() != logic.OpAdd {
		return isPureTerm(sum)
	}
	return !slices.ContainsFunc(sum.Args(), func(m *logic.Term) bool { return !isPureTerm(m) })
}

func isPureTerm(m *logic.Term) bool {
	if m.Op() == logic.OpMul && m.Arg(0).Op() == logic.OpNum {
		m = m.Arg(1)
	}
	return m.IsVar()
}

// rewriteArgs returns the simplified terms.
func (e *evaluator) rewriteArgs(sc *scope, ts []*logic.Term) []*logic.Term {
	return slice.Map(ts, func(t *logic.Term) *logic.Term { return e.rewrite(sc, t) })
}

// rewrite returns a term that equals t in sc.
func (e *evaluator) rewrite(sc *scope, t *logic.Term) *logic.Term {
	if !t.HasVars() || t.HasQuantifiers() || t.Depth() > maxTermDepth {
		return t
	}
	sort := t.Sort()
	switch v := e.eval(sc, t); {
	case !v.IsPoint():
	case sort.IsBool():
		return e.store.BoolValue(v.Equal(holds))
	case sort.IsReal() || sort.IsInt() && v.Lo.X.IsInt():
		return e.store.Num(v.Lo.X, sort)
	}
	if t.Args() == nil || sort.IsArray() && t.Depth() > maxStores {
		return t
	}
	if z, ok := e.place(sc, t).rewrites[t]; ok {
		return z
	}
	if e.work < 0 {
		return t
	}
	if t.Depth() <= maxScopedDepth {
		return e.rewriteAt(e.place(sc, t), t)
	}
	known := func(u *logic.Term) bool {
		if u.Args() == nil || isDeepJunction(u) || u.Sort().IsArray() {
			return true
		}
		_, ok := e.place(sc, u).rewrites[u]
		return ok
	}
	z := t
	bottomUp(t, known, func(u *logic.Term) {
		if e.work >= 0 {
			z = e.rewriteAt(e.place(sc, u), u)
		}
	})
	if e.work < 0 {
		return t
	}
	return z
}

// isDeepJunction reports whether t is a conjunction or disjunction that is too deep to be
// rewritten.
func isDeepJunction(t *logic.Term) bool {
	return t.Depth() > maxScopedDepth && (t.Op() == logic.OpAnd || t.Op() == logic.OpOr)
}

// rewriteAt is like rewrite, for a term with arguments, in the scope where its result is kept.
func (e *evaluator) rewriteAt(sc *scope, t *logic.Term) *logic.Term {
	e.work--
	z := e.rewriteInside(sc, t)
	if sc.rewrites == nil {
		sc.rewrites = map[*logic.Term]*logic.Term{}
	}
	sc.rewrites[t] = z
	return z
}

// rewriteInside is like rewrite, for a term with arguments.
func (e *evaluator) rewriteInside(sc *scope, t *logic.Term) *logic.Term {
	s := e.store
	if isDeepJunction(t) || sc.depth >= maxScopes && (t.Op() == logic.OpAnd || t.Op() == logic.OpOr) {
		return t // deep terms would be visited again for each scope
	}
	switch t.Op() {
	case logic.OpAnd:
		if z, in := e.rewriteAll(sc, t.Args(), true); in != nil {
			return s.And(z...)
		}
		return s.False()
	case logic.OpOr:
		if z, in := e.rewriteAll(sc, t.Args(), false); in != nil {
			return s.Or(z...)
		}
		return s.True()
	case logic.OpIte:
		return e.rewriteCases(sc, t)
	case logic.OpMod, logic.OpIntDiv:
		return e.rewriteDivision(sc, t)
	case logic.OpLe, logic.OpLt, logic.OpEq:
		if t.Arg(0).Sort().IsArith() {
			if z := e.decideByBranch(sc, t); z != nil {
				return e.rewrite(sc, z)
			}
		}
	}
	return s.Rebuild(t, e.rewriteArgs(sc, t.Args()))
}

// rewriteCases is like rewrite, for a conditional term.
func (e *evaluator) rewriteCases(sc *scope, t *logic.Term) *logic.Term {
	yes, no := e.branches(sc, t.Arg(0))
	switch {
	case yes == nil && no == nil:
		return t
	case yes == nil:
		return e.rewrite(no, t.Arg(2))
	case no == nil:
		return e.rewrite(yes, t.Arg(1))
	}
	return e.store.Ite(e.rewrite(sc, t.Arg(0)), e.rewrite(around(sc, yes, t.Arg(1)), t.Arg(1)), e.rewrite(around(sc, no, t.Arg(2)), t.Arg(2)))
}

// rewriteDivision is like rewrite, for a remainder or quotient. It uses the possible quotients.
func (e *evaluator) rewriteDivision(sc *scope, t *logic.Term) *logic.Term {
	s, k := e.store, t.Arg(1)
	if k.Op() != logic.OpNum || k.Num().Sign() <= 0 {
		return e.rewriteOpenDivision(sc, t)
	}
	arg := t.Arg(0)
	if z := e.byQuotients(sc, t, arg); z != nil {
		return z
	}
	if t.Op() == logic.OpIntDiv {
		return s.IntDiv(e.rewrite(sc, arg), k)
	}
	// In the argument, remainders by k or by multiples of it make no difference.
	if u := e.congruent(arg, k.Num()); u != arg {
		if z := e.byQuotients(sc, t, u); z != nil {
			return z
		}
		return s.Mod(e.rewrite(sc, u), k)
	}
	return s.Mod(e.rewrite(sc, arg), k)
}

// byQuotients returns the division t by a numeral as a case distinction over its possible
// quotients. arg replaces its first argument. It returns nil if there are too many quotients.
func (e *evaluator) byQuotients(sc *scope, t, arg *logic.Term) *logic.Term {
	s, k := e.store, t.Arg(1).Num()
	v := e.eval(sc, arg)
	if !v.IsBounded() {
		return nil
	}
	first, last := v.Lo.X.Div(k).Floor(), v.Hi.X.Div(k).Floor()
	n, ok := last.Sub(first).Int64()
	if !ok || n >= maxPeriods {
		return nil
	}
	arg = e.rewrite(sc, arg)
	value := func(q rational.Rat) *logic.Term {
		if t.Op() == logic.OpIntDiv {
			return s.Num(q, s.Int)
		}
		return s.Sub(arg, s.Num(q.Mul(k), s.Int))
	}
	z := value(last)
	for i := n - 1; i >= 0; i-- {
		q := first.Add(rational.Int(i))
		z = s.Ite(s.Lt(arg, s.Num(q.Add(rational.Int(1)).Mul(k), s.Int)), value(q), z)
	}
	return z
}

// congruent returns a term with fewer remainders that is congruent to t modulo k.
func (e *evaluator) congruent(t *logic.Term, k rational.Rat) *logic.Term {
	l := e.store.Linear(t)
	z := logic.Linear{Const: l.Const}
	changed := false
	for _, m := range l.Monomials {
		u := m.Term
		if u.Op() == logic.OpMod && u.Arg(1).Op() == logic.OpNum && u.Arg(1).Num().Mul(m.Coeff).Div(k).IsInt() {
			u, changed = u.Arg(0), true
		}
		z = z.Add(e.store.Linear(u).Scale(m.Coeff))
	}
	if !changed {
		return t
	}
	return e.congruent(e.store.Sum(z, e.store.Int), k)
}

// rewriteOpenDivision is like rewrite, for a division by a term. If the dividend is less than the
// divisor, the remainder is the dividend and the quotient is 0.
func (e *evaluator) rewriteOpenDivision(sc *scope, t *logic.Term) *logic.Term {
	x, y := e.rewrite(sc, t.Arg(0)), e.rewrite(sc, t.Arg(1))
	v, w := e.eval(sc, t.Arg(0)), e.eval(sc, t.Arg(1)).Abs()
	if v.Lo.Finite && v.Lo.X.Sign() >= 0 && v.Hi.Finite && w.Lo.Finite && v.Hi.X.Less(w.Lo.X) {
		if t.Op() == logic.OpMod {
			return x
		}
		return e.store.IntNum(0)
	}
	return e.store.Rebuild(t, []*logic.Term{x, y})
}

// decideByBranch replaces the atom t about a conditional term by an atom about its condition, if
// one of the branches decides t. Otherwise it returns nil.
func (e *evaluator) decideByBranch(sc *scope, t *logic.Term) *logic.Term {
	s := e.store
	l := s.Linear(t.Arg(0))
	for i, m := range l.Monomials {
		if m.Term.Op() != logic.OpIte || m.Term.Sort() != t.Arg(0).Sort() {
			continue
		}
		atom := func(branch *logic.Term) *logic.Term {
			rest := logic.Linear{Const: l.Const, Monomials: slices.Delete(slices.Clone(l.Monomials), i, i+1)}
			sum := s.Sum(rest.Add(s.Linear(branch).Scale(m.Coeff)), t.Arg(0).Sort())
			return s.Rebuild(t, []*logic.Term{sum, t.Arg(1)})
		}
		c := m.Term.Arg(0)
		yes, no := e.branches(sc, c)
		if yes == nil || no == nil {
			continue // rewriting the term will decide the condition
		}
		a, b := atom(m.Term.Arg(1)), atom(m.Term.Arg(2))
		v, w := e.eval(yes, a), e.eval(no, b)
		if v.IsPoint() {
			a = s.BoolValue(v.Equal(holds))
		}
		if w.IsPoint() {
			b = s.BoolValue(w.Equal(holds))
		}
		if v.IsPoint() || w.IsPoint() {
			return s.Ite(c, a, b)
		}
	}
	return nil
}
