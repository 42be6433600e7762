// SPDX-License-Identifier: Apache-2.0

package trl

import (
	"context"

	"cornet/internal/rational"
	"cornet/logic"
)

// transitive returns a transitive projection of the loop (Definition 5 of the paper): a transitive
// relation over Vars, Next and times that holds in m for one iteration. The loop is a conjunction
// over Vars and Next, and has finitely many such projections. The relation consists of
//
//   - conditions of the first step on the state before it, and of the last one on the state after
//     it;
//   - bounds on the changes of variables, times n (recurrences);
//   - bounds on the changes by terms that the loop keeps on one side of zero;
//   - bounds on variables that grow by a factor;
//   - what is kept.
func (s *search) transitive(ctx context.Context, m *logic.Model, loop *logic.Term) (*logic.Term, error) {
	st := s.store
	before, err := s.projector.Project(ctx, m, s.base.Next, loop)
	if err != nil {
		return nil, err
	}
	after, err := s.projector.Project(ctx, m, s.base.Vars, loop)
	if err != nil {
		return nil, err
	}
	changes, err := s.changes(ctx, m, loop)
	if err != nil {
		return nil, err
	}
	kept, err := s.kept(ctx, loop)
	if err != nil {
		return nil, err
	}
	z := st.And(before, after, changes, s.periods(m, before, after), s.pushed(m, loop), s.factors(m, loop), kept)
	for _, n := range s.times {
		if occurs(n, z) {
			z = s.solved(m, n, st.And(z, st.Ge(n, s.one(n))))
		}
	}
	return z, nil
}

// solved returns t without n if an equation of t determines n.
func (s *search) solved(m *logic.Model, n, t *logic.Term) *logic.Term {
	st := s.store
	for _, lit := range logic.AppendConjuncts(nil, t) {
		if b, ok := boundOf(st, m, lit); ok && b.equal && b.e.Sort() == n.Sort() {
			c := st.Linear(b.e).Coeff(n)
			if rest := st.Add(b.e, st.Scale(c.Neg(), n)); c.Abs().IsOne() && !occurs(n, rest) { // c·n + rest = 0 with c = ±1
				return st.Substitute(t, []*logic.Term{n}, []*logic.Term{st.Scale(c.Neg(), rest)})
			}
		}
	}
	return t
}

// bound is e <= 0, e < 0 or e = 0.
type bound struct {
	e             *logic.Term
	strict, equal bool
}

// boundOf returns a literal about numbers that m satisfies as a bound. For a disequality it is the
// side that m is on.
func boundOf(st *logic.Store, m *logic.Model, lit *logic.Term) (bound, bool) {
	atom, negated := lit, lit.Op() == logic.OpNot
	if negated {
		atom = lit.Arg(0)
	}
	switch atom.Op() {
	case logic.OpLe, logic.OpLt, logic.OpEq:
	default:
		return bound{}, false
	}
	if !atom.Arg(0).Sort().IsArith() {
		return bound{}, false
	}
	z := bound{e: st.Sub(atom.Arg(0), atom.Arg(1)), strict: atom.Op() == logic.OpLt, equal: atom.Op() == logic.OpEq}
	switch {
	case negated && z.equal:
		z.equal, z.strict = false, true
		if m.Eval(z.e).Num().Sign() > 0 {
			z.e = st.Neg(z.e)
		}
	case negated:
		z.e, z.strict = st.Neg(z.e), !z.strict
	}
	return z, true
}

// with returns the bound for another term.
func (b bound) with(st *logic.Store, e *logic.Term) *logic.Term {
	zero := st.Num(rational.Int(0), e.Sort())
	switch {
	case b.equal:
		return st.Eq(e, zero)
	case b.strict:
		return st.Lt(e, zero)
	}
	return st.Le(e, zero)
}

// one returns 1, of the sort of n.
func (s *search) one(n *logic.Term) *logic.Term { return s.store.Num(rational.Int(1), n.Sort()) }

// scaled returns n times c, of a sort.
func (s *search) scaled(c rational.Rat, sort *logic.Sort) *logic.Term {
	for _, n := range s.times {
		if n.Sort() == sort {
			return s.store.Scale(c, n)
		}
	}
	panic("trl: a number that is neither an Int nor a Real")
}

// changes returns conditions on the sum of n changes that follow because each change satisfies
// them. A bound on a linear combination of changes becomes n times as large. A remainder of such a
// combination is multiplied by n too.
func (s *search) changes(ctx context.Context, m *logic.Model, loop *logic.Term) (*logic.Term, error) {
	st := s.store
	m = s.withDeltas(m)
	cube, err := s.projector.Project(ctx, m, s.base.Vars, s.advanced(loop))
	if err != nil {
		return nil, err
	}
	var z []*logic.Term
	for _, lit := range logic.AppendConjuncts(nil, cube) {
		b, ok := boundOf(st, m, lit)
		if !ok {
			continue
		}
		e, c := s.split(b.e)
		// (mod t k) = r, where t is over changes
		if x := modulus(e); x != nil && b.equal && s.onlyDeltas(x.Arg(0)) {
			t, r := s.split(x.Arg(0))
			sum := st.Add(s.differences(t), s.scaled(r.Sub(c), st.Int))
			if lead := st.Linear(e).Monomials[0].Coeff; lead.IsOne() {
				sum = st.Add(s.differences(t), s.scaled(r.Add(c), st.Int))
			}
			z = append(z, st.Eq(st.Mod(sum, x.Arg(1)), st.IntNum(0)))
			continue
		}
		if s.onlyDeltas(e) {
			z = append(z, b.with(st, st.Add(s.differences(e), s.scaled(c, e.Sort()))))
		}
	}
	return st.And(z...), nil
}

// periods returns equations about remainders that hold before the first step and after the last
// one. Both states satisfy them.
func (s *search) periods(m *logic.Model, before, after *logic.Term) *logic.Term {
	st := s.store
	var z []*logic.Term
	keep := func(cube *logic.Term, from, to []*logic.Term) {
		for _, lit := range logic.AppendConjuncts(nil, cube) {
			if lit.Op() != logic.OpEq || modulus(lit.Arg(0)) == nil && modulus(lit.Arg(1)) == nil {
				continue
			}
			if there := st.Substitute(lit, from, to); m.Holds(there) {
				z = append(z, there)
			}
		}
	}
	keep(before, s.base.Vars, s.base.Next)
	keep(after, s.base.Next, s.base.Vars)
	return st.And(z...)
}

// pushed returns conditions on the changes that follow from g < 0 and r + g >= 0, where g is a term
// over the state, and r is a combination of changes. While g is negative, each step makes r larger
// than 0. Over all steps, r grows by at least -g.
func (s *search) pushed(m *logic.Model, loop *logic.Term) *logic.Term {
	st := s.store
	deltas := s.withDeltas(m)
	var z []*logic.Term
	for _, form := range []*logic.Term{s.advanced(loop), s.returned(loop)} {
		for _, lit := range logic.AppendConjuncts(nil, form) {
			b, ok := boundOf(st, deltas, lit)
			if !ok || !b.e.Sort().IsInt() {
				continue
			}
			e := st.Neg(b.e) // e >= 0, or e > 0, or e = 0
			if b.strict {
				e = st.Sub(e, st.IntNum(1))
			}
			r, g := s.parts(e)
			if r == nil || g == nil || s.shared(r, g) {
				continue
			}
			value := deltas.Eval(g).Num().Sign()
			if value > 0 && b.equal {
				r, g, value = st.Neg(r), st.Neg(g), -1
			}
			r = s.differences(r)
			zero := st.IntNum(0)
			switch {
			case value == 0 && b.equal:
				z = append(z, st.Eq(r, zero), st.Eq(g, zero))
			case value == 0:
				z = append(z, st.Ge(r, zero), st.Ge(g, zero))
			case value < 0:
				z = append(z, st.Lt(g, zero), st.Ge(st.Add(r, g), zero), st.Ge(st.Sub(r, s.times[0]), zero))
			}
		}
	}
	return st.And(z...)
}

// factors returns conditions on variables that grow or shrink by a factor: b·x' = a·x with positive
// a and b, where x stays on its side of zero. After any number of steps, x' is at least as far from
// zero as after one step if x grows, and at least as near if it shrinks.
func (s *search) factors(m *logic.Model, loop *logic.Term) *logic.Term {
	st := s.store
	var z []*logic.Term
	for _, lit := range logic.AppendConjuncts(nil, loop) {
		b, ok := boundOf(st, m, lit)
		l := logic.Linear{}
		if ok && b.equal {
			l = st.Linear(b.e)
		}
		if len(l.Monomials) != 2 {
			continue
		}
		for k, x := range s.base.Vars {
			was, is := l.Coeff(x), l.Coeff(s.base.Next[k])
			if was.IsZero() || is.IsZero() || was.Sign() == is.Sign() || was.Add(is).IsZero() || !l.Const.IsZero() {
				continue
			}
			e := b.e // is·x' + was·x with is > 0 > was
			if is.Sign() < 0 {
				e, was, is = st.Neg(e), was.Neg(), is.Neg()
			}
			zero := st.Num(rational.Int(0), x.Sort())
			positive, grows := m.Value(x).Num().Sign() >= 0, is.Less(was.Neg())
			if side := st.Ge(x, zero); positive {
				z = append(z, side)
			} else {
				z = append(z, st.Not(side))
			}
			if positive == grows {
				z = append(z, st.Ge(e, zero))
			} else {
				z = append(z, st.Le(e, zero))
			}
		}
	}
	return st.And(z...)
}

// kept returns the equations by which variables that are not numbers keep their values.
func (s *search) kept(ctx context.Context, loop *logic.Term) (*logic.Term, error) {
	st := s.store
	var z []*logic.Term
	for k, x := range s.base.Vars {
		if x.Sort().IsArith() {
			continue
		}
		same := st.Eq(x, s.base.Next[k])
		status, err := s.checkLoop(ctx, loop, st.Not(same))
		if err != nil {
			return nil, err
		}
		if status == unsat {
			z = append(z, same)
		}
	}
	return st.And(z...), nil
}

// withDeltas returns m with the values of the changes.
func (s *search) withDeltas(m *logic.Model) *logic.Model {
	z := s.store.NewModel()
	for k, x := range s.base.Vars {
		z.Set(x, m.Value(x))
		z.Set(s.base.Next[k], m.Value(s.base.Next[k]))
		if d := s.deltas[k]; d != nil {
			z.Set(d, m.Eval(s.store.Sub(s.base.Next[k], x)))
		}
	}
	return z
}

// advanced returns t with x + d instead of each number x' of Next, where d is the change of x;
// returned returns t with x' - d instead of each number x of Vars.
func (s *search) advanced(t *logic.Term) *logic.Term {
	z := append([]*logic.Term(nil), s.base.Next...)
	for k, d := range s.deltas {
		if d != nil {
			z[k] = s.store.Add(s.base.Vars[k], d)
		}
	}
	return s.store.Substitute(t, s.base.Next, z)
}

func (s *search) returned(t *logic.Term) *logic.Term {
	z := append([]*logic.Term(nil), s.base.Vars...)
	for k, d := range s.deltas {
		if d != nil {
			z[k] = s.store.Sub(s.base.Next[k], d)
		}
	}
	return s.store.Substitute(t, s.base.Vars, z)
}

// differences returns t with x' - x instead of the change of each x.
func (s *search) differences(t *logic.Term) *logic.Term {
	var from, to []*logic.Term
	for k, d := range s.deltas {
		if d != nil {
			from, to = append(from, d), append(to, s.store.Sub(s.base.Next[k], s.base.Vars[k]))
		}
	}
	return s.store.Substitute(t, from, to)
}

// split returns e without its constant, and the constant.
func (s *search) split(e *logic.Term) (*logic.Term, rational.Rat) {
	c := s.store.Linear(e).Const
	return s.store.Sub(e, s.store.Num(c, e.Sort())), c
}

// parts splits e into a combination of changes and a rest without changes. Both are nil if e cannot
// be split, or one of them would be empty.
func (s *search) parts(e *logic.Term) (changes, rest *logic.Term) {
	l := s.store.Linear(e)
	var r, g logic.Linear
	g.Const = l.Const
	for _, x := range l.Monomials {
		switch {
		case s.isDelta[x.Term]:
			r.Monomials = append(r.Monomials, x)
		case x.Term.IsVar():
			g.Monomials = append(g.Monomials, x)
		default:
			return nil, nil
		}
	}
	if len(r.Monomials) == 0 || len(g.Monomials) == 0 {
		return nil, nil
	}
	return s.store.Sum(r, e.Sort()), s.store.Sum(g, e.Sort())
}

// shared reports whether g mentions a variable whose change occurs in r.
func (s *search) shared(r, g *logic.Term) bool {
	for k, d := range s.deltas {
		if d != nil && occurs(d, r) && (occurs(s.base.Vars[k], g) || occurs(s.base.Next[k], g)) {
			return true
		}
	}
	return false
}

// onlyDeltas reports whether e is a linear combination of changes.
func (s *search) onlyDeltas(e *logic.Term) bool {
	for _, x := range s.store.Linear(e).Monomials {
		if !s.isDelta[x.Term] {
			return false
		}
	}
	return true
}

// modulus returns (mod t k), where k is a numeral, if e is this term or its negative, and else nil.
func modulus(e *logic.Term) *logic.Term {
	if e.Op() == logic.OpMul && e.Arg(0).Op() == logic.OpNum && e.Arg(0).Num().Abs().IsOne() {
		e = e.Arg(1)
	}
	if e.Op() == logic.OpMod && e.Arg(1).Op() == logic.OpNum {
		return e
	}
	return nil
}

// occurs reports whether x occurs in t.
func occurs(x, t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u == x
		return !found
	}, t)
	return found
}
