// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"

	"cornet/internal/rational"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file turns arithmetic literals into constraints and eliminates the
// pending Int and Real variables from them: Real before Int, equalities before
// inequalities.

// isArith reports whether lit is an arithmetic (dis)equality or inequality.
func isArith(lit *logic.Term) bool {
	if lit.Op() == logic.OpNot {
		lit = lit.Arg(0)
	}
	switch lit.Op() {
	case logic.OpLe, logic.OpLt:
		return true
	case logic.OpEq:
		return lit.Arg(0).Sort().IsArith()
	}
	return false
}

// parse appends to cs the constraints for an arithmetic literal. The model splits a disequality.
// Div and mod by numerals over pending variables are replaced by the residue that the model
// selects.
func (e *elimination) parse(cs []constraint, lit *logic.Term) []constraint {
	atom, negated := lit, false
	if lit.Op() == logic.OpNot {
		atom, negated = lit.Arg(0), true
	}
	lhs, rhs := atom.Arg(0), atom.Arg(1)
	c := constraint{lin: e.store.Linear(lhs).Sub(e.store.Linear(rhs)), int: lhs.Sort().IsInt()}
	switch atom.Op() {
	case logic.OpLe, logic.OpLt:
		if atom.Op() == logic.OpLt {
			c.rel = relLt
		}
		if negated {
			c = c.complement()
		}
	case logic.OpEq:
		if m, k := modEquation(c.lin); m != nil && e.mentions(m) {
			v, _ := e.val.num(m)
			c = constraint{lin: e.store.Linear(m.Arg(0)), rel: relDivides, k: k, int: true}
			c.lin.Const = c.lin.Const.Sub(v)
			break
		}
		c.rel = relEq
		if negated {
			v := e.val.linear(c.lin)
			c.rel = relLe
			if v.Sign() < 0 { // lin < 0, the complement of -lin <= 0
				c.lin = c.lin.Scale(rational.Int(-1))
			}
			c = c.complement()
		}
	}
	return e.expand(cs, c)
}

// complement returns the negation of an inequality.
func (c constraint) complement() constraint {
	c.lin = c.lin.Scale(rational.Int(-1))
	switch {
	case c.int:
		c.lin.Const = c.lin.Const.Add(one)
	case c.rel == relLe:
		c.rel = relLt
	default:
		c.rel = relLe
	}
	return c
}

// modEquation returns the term (mod t k) if l is that term plus a constant, up to sign, and k is a
// positive numeral.
func modEquation(l logic.Linear) (*logic.Term, rational.Rat) {
	if len(l.Monomials) != 1 || !l.Monomials[0].Coeff.Abs().IsOne() {
		return nil, rational.Rat{}
	}
	m := l.Monomials[0].Term
	if m.Op() != logic.OpMod || m.Arg(1).Op() != logic.OpNum || m.Arg(1).Num().Sign() <= 0 {
		return nil, rational.Rat{}
	}
	return m, m.Arg(1).Num()
}

// expand appends c to cs, with div, mod and to_int over pending variables replaced. The
// replacements may add constraints.
func (e *elimination) expand(cs []constraint, c constraint) []constraint {
	work := []constraint{c}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		i := 0
		for ; i < len(c.lin.Monomials); i++ {
			if t := c.lin.Monomials[i].Term; isIntegerOp(t.Op()) && e.mentions(t) {
				break
			}
		}
		if i == len(c.lin.Monomials) {
			if c, ok := c.normal(); ok {
				cs = append(cs, c)
			}
			continue
		}
		m := c.lin.Monomials[i]
		rest := without(c.lin, m.Term)
		if m.Term.Op() == logic.OpToInt {
			q := e.introduce("floor", m.Term)
			lin, u := e.store.Linear(e.store.ToReal(q)), e.store.Linear(m.Term.Arg(0))
			above := constraint{lin: u.Sub(lin), rel: relLt}
			above.lin.Const = above.lin.Const.Sub(one)
			work = append(work, constraint{lin: lin.Sub(u), rel: relLe}, above)
			c.lin = rest.Add(logic.Linear{Monomials: []logic.Monomial{{Coeff: m.Coeff, Term: q}}})
			work = append(work, c)
			continue
		}
		t, k := e.store.Linear(m.Term.Arg(0)), m.Term.Arg(1).Num()
		v := e.val.linear(t)
		_, r := v.DivEuclid(k)
		t.Const = t.Const.Sub(r)
		work = append(work, constraint{lin: t, rel: relDivides, k: k.Abs(), int: true})
		if m.Term.Op() == logic.OpMod {
			rest.Const = rest.Const.AddMul(m.Coeff, r)
			c.lin = rest
		} else { // t - r is a multiple of k
			c.lin = rest.AddMul(m.Coeff.Div(k), t)
		}
		work = append(work, c)
	}
	return cs
}

func isIntegerOp(op logic.Op) bool {
	return op == logic.OpMod || op == logic.OpIntDiv || op == logic.OpToInt
}

// solveArith eliminates all pending variables from arithmetic literals in
// which no pending variable is inside an alien term.
func (e *elimination) solveArith(ctx context.Context) error {
	var cs []constraint
	for _, lit := range e.lits {
		cs = e.parse(cs, lit)
	}
	e.lits = nil
	for _, sort := range []*logic.Sort{e.store.Real, e.store.Int} {
		if sort.IsInt() {
			next, mixed := e.integral(cs)
			if mixed != nil {
				return e.evaluateMixed(ctx, cs, mixed)
			}
			cs = next
		}
		for {
			if err := turn.Yield(ctx); err != nil {
				return context.Cause(ctx)
			}
			cs = e.retire(cs)
			if next, ok := e.substituteEquality(cs, sort); ok {
				cs = next
				continue
			}
			x := e.cheapest(cs, sort)
			if x == nil {
				break
			}
			cs = e.eliminate(cs, x)
		}
	}
	for _, c := range cs {
		e.done = append(e.done, c.atom(e.store))
	}
	return nil
}

// retire moves constraints without pending variables to the result.
func (e *elimination) retire(cs []constraint) []constraint {
	k := 0
	for _, c := range cs {
		pending := false
		for _, m := range c.lin.Monomials {
			if e.mentions(m.Term) {
				pending = true
				break
			}
		}
		if pending {
			cs[k] = c
			k++
		} else {
			e.done = append(e.done, c.atom(e.store))
		}
	}
	return cs[:k]
}

// substituteEquality solves an equality for a pending variable of the sort, the
// one with the smallest coefficient, and replaces it elsewhere.
func (e *elimination) substituteEquality(cs []constraint, sort *logic.Sort) ([]constraint, bool) {
	at, best := -1, logic.Monomial{}
	for i, c := range cs {
		if c.rel != relEq || c.int != sort.IsInt() {
			continue
		}
		for _, m := range c.lin.Monomials {
			if e.pending[m.Term] && (at < 0 || sort.IsInt() && m.Coeff.Abs().Less(best.Coeff.Abs())) {
				at, best = i, m
			}
		}
	}
	if at < 0 {
		return cs, false
	}
	// a·x = t with a > 0.
	x, a := best.Term, best.Coeff.Abs()
	t := without(cs[at].lin, x)
	if best.Coeff.Sign() > 0 {
		t = t.Scale(rational.Int(-1))
	}
	out := make([]constraint, 0, len(cs))
	for i, c := range cs {
		switch {
		case i == at:
		case c.lin.Coeff(x).IsZero():
			out = append(out, c)
		default:
			out = keep(out, c.replace(x, t, a))
		}
	}
	if sort.IsInt() {
		out = keep(out, constraint{lin: t, rel: relDivides, k: a, int: true})
	}
	e.drop(x)
	return out, true
}

// keep appends c to the result in normal form, unless c always holds. All constraints are in normal
// form.
func keep(cs []constraint, c constraint) []constraint {
	if c, ok := c.normal(); ok {
		return append(cs, c)
	}
	return cs
}

// cheapest returns the pending variable of the sort whose elimination yields the fewest
// constraints, or nil if there is no such variable. Variables bounded on one side come first, then
// those with unit coefficients.
func (e *elimination) cheapest(cs []constraint, sort *logic.Sort) *logic.Term {
	type tally struct{ lower, upper, hard int }
	count := map[*logic.Term]*tally{}
	var order []*logic.Term
	for _, c := range cs {
		for _, m := range c.lin.Monomials {
			if !e.pending[m.Term] || m.Term.Sort() != sort {
				continue
			}
			n := count[m.Term]
			if n == nil {
				n = &tally{}
				count[m.Term] = n
				order = append(order, m.Term)
			}
			switch {
			case c.rel == relDivides:
				n.hard++
			case m.Coeff.Sign() < 0:
				n.lower++
			default:
				n.upper++
			}
			if sort.IsInt() && !m.Coeff.Abs().IsOne() {
				n.hard++
			}
		}
	}
	var best *logic.Term
	bestCost := 0
	for _, x := range order {
		n := count[x]
		if c := n.lower*n.upper*(1+n.hard)*16 + n.hard; best == nil || c < bestCost {
			best, bestCost = x, c
		}
	}
	return best
}

// eliminate removes x, which occurs in no equality, from the constraints.
func (e *elimination) eliminate(cs []constraint, x *logic.Term) []constraint {
	var with, out []constraint
	for _, c := range cs {
		if c.lin.Coeff(x).IsZero() {
			out = append(out, c)
		} else {
			with = append(with, c)
		}
	}
	if x.Sort().IsInt() {
		with = e.p.resolveInt(&e.val, with, x)
	} else {
		with = resolveReal(&e.val, with, x)
	}
	for _, c := range with {
		out = keep(out, c)
	}
	e.drop(x)
	return out
}

// integral turns Real constraints over to_real of Int terms into Int constraints. It returns the
// first pending Int variable in a Real constraint with other Real terms, if there is one.
func (e *elimination) integral(cs []constraint) (next []constraint, mixed *logic.Term) {
	for _, c := range cs {
		if c.int {
			next = append(next, c)
			continue
		}
		z := constraint{rel: c.rel, int: true, lin: logic.Linear{Const: c.lin.Const}}
		den := one
		for _, m := range c.lin.Monomials {
			den = rational.LCM(den, m.Coeff.Den())
			if m.Term.Op() != logic.OpToReal {
				return nil, e.firstPending(c.atom(e.store))
			}
			z.lin = z.lin.Add(e.store.Linear(m.Term.Arg(0)).Scale(m.Coeff))
		}
		if z.rel == relLt { // S + c < 0 iff S <= ceil(-c) - 1, for an integral S
			z.lin = z.lin.Scale(den)
			z.lin.Const = z.lin.Const.Neg().Ceil().Sub(one).Neg()
			z.rel = relLe
		}
		next = e.expand(next, z)
	}
	return next, nil
}

// evaluateMixed replaces x by its value as a last resort, and continues. x occurs in a Real sum
// with other Real terms.
func (e *elimination) evaluateMixed(ctx context.Context, cs []constraint, x *logic.Term) error {
	if !e.p.opts.LastResortValues {
		return unsupported("Int variable " + x.Name() + " in a Real sum with other Real terms")
	}
	for _, c := range cs {
		e.lits = append(e.lits, c.atom(e.store))
	}
	if err := e.byValue(x, e.val.eval(x)); err != nil {
		return err
	}
	e.collectDone()
	return e.solveArith(ctx)
}
