// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// maxBoundRounds limits how often bounds pass from one sum to the next.
const maxBoundRounds = 4

// bounded simplifies the conjunction neg by interval arithmetic. Literals that compare sums of
// plain terms with numbers give bounds. The other conjuncts are evaluated bottom-up under these
// bounds. Parts that the bounds decide become true or false. The result has the same models as neg.
//
// A block of a program is a DAG of conditional sums, with too many paths for a solver. Bounds
// settle most of it without looking at paths. If a term has few paths for its size, each path is
// examined: see paths.go.
//
// Cost: linear in the DAG of neg.
func bounded(s *logic.Store, neg *logic.Term) *logic.Term {
	b := &bounds{store: s, facts: map[*logic.Term]rational.Interval{}, values: map[*logic.Term]rational.Interval{}}
	var sources []comparison
	kept := map[*logic.Term]bool{}
	conj := conjuncts(s, neg)
	for _, c := range conj {
		if x, ok := b.source(c); ok {
			sources = append(sources, x)
			kept[c] = true
		}
	}
	if !b.propagate(sources) || !b.exclude(conj, kept) {
		return s.False()
	}
	rw := s.NewRewriter(keepQuantified, b.decide)
	z := conj[:0:0]
	for _, c := range conj {
		if !kept[c] {
			c = rw.Map(c)
		}
		if c.IsFalse() || b.contradict {
			return s.False()
		}
		z = append(z, c)
	}
	if b.refutes(z) {
		return s.False()
	}
	return s.And(z...)
}

// keepQuantified does not evaluate quantified terms, since bounds apply to free variables.
func keepQuantified(t *logic.Term) *logic.Term {
	if t.Op() == logic.OpForall || t.Op() == logic.OpExists {
		return t
	}
	return nil
}

// bounds has intervals for the terms of one formula.
type bounds struct {
	store *logic.Store
	facts map[*logic.Term]rational.Interval // from conjuncts
	// of evaluated terms; a missing interval is the full one
	values map[*logic.Term]rational.Interval
	// contradict means that some term has no value, so the formula has no model.
	contradict bool
}

// comparison states that a sum lies in an interval. The sum has the constant 0.
type comparison struct {
	sum logic.Linear
	in  rational.Interval
}

// source reads a literal that compares a sum of plain terms with a number.
func (b *bounds) source(c *logic.Term) (comparison, bool) {
	atom, in, _, ok := compared(c)
	if !ok {
		return comparison{}, false
	}
	sum := b.store.Linear(atom)
	for _, m := range sum.Monomials {
		if !isPlain(m.Term) {
			return comparison{}, false
		}
	}
	z := comparison{sum, in.Shift(sum.Const.Neg())}
	z.sum.Const = rational.Rat{}
	return z, len(sum.Monomials) > 0
}

// compared returns an arithmetic term and an interval for the literal c. Wherever c holds, the term
// lies in the interval. If exact, the converse holds too. Intervals are closed, while bounds of
// real numbers may be strict.
func compared(c *logic.Term) (t *logic.Term, in rational.Interval, exact, ok bool) {
	negated := c.Op() == logic.OpNot
	if negated {
		c = c.Arg(0)
	}
	if len(c.Args()) != 2 || c.Arg(1).Op() != logic.OpNum || c.Op() == logic.OpEq && negated {
		return nil, in, false, false
	}
	t, k := c.Arg(0), c.Arg(1).Num()
	switch {
	case c.Op() == logic.OpEq:
		return t, rational.Point(k), true, true
	case c.Op() != logic.OpLe && c.Op() != logic.OpLt:
		return nil, in, false, false
	case !negated:
		return t, rational.AtMost(k), c.Op() == logic.OpLe, true
	case t.Sort().IsInt() && c.Op() == logic.OpLe:
		return t, rational.AtLeast(k.Add(rational.Int(1))), true, true
	}
	return t, rational.AtLeast(k), c.Op() == logic.OpLt, true
}

// isPlain reports whether evaluation uses only the sort of t, and not its subterms.
func isPlain(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpIte, logic.OpMul, logic.OpMod, logic.OpIntDiv, logic.OpToReal, logic.OpToInt:
		return false
	}
	return true
}

// propagate collects what the comparisons state about each plain term. It returns false if they
// contradict each other.
func (b *bounds) propagate(sources []comparison) bool {
	for range maxBoundRounds {
		changed := false
		for _, c := range sources {
			for i, m := range c.sum.Monomials {
				rest := c.in
				for j, o := range c.sum.Monomials {
					if j != i {
						rest = rest.Add(b.facts[o.Term].Scale(o.Coeff.Neg()))
					}
				}
				old := b.facts[m.Term]
				z := old.Meet(rest.Scale(m.Coeff.Inv()))
				if m.Term.Sort().IsInt() {
					z = z.Round()
				}
				if z.IsEmpty() {
					return false
				}
				if !z.Equal(old) {
					b.facts[m.Term], changed = z, true
				}
				if len(c.sum.Monomials) > maxSummands {
					break // each plain term would need the sum of all others
				}
			}
		}
		if !changed {
			break
		}
	}
	return true
}

// exclude moves the ends of integer facts past the numbers that conjuncts exclude: (not (= x k)).
// It keeps the conjuncts that moved an end. It returns false if no numbers are left.
func (b *bounds) exclude(conj []*logic.Term, kept map[*logic.Term]bool) bool {
	type number struct {
		t *logic.Term
		k string
	}
	excluded := map[number]*logic.Term{}
	var order []*logic.Term
	for _, c := range conj {
		if c.Op() != logic.OpNot || c.Arg(0).Op() != logic.OpEq {
			continue
		}
		t, k := c.Arg(0).Arg(0), c.Arg(0).Arg(1)
		if v := b.facts[t]; k.Op() == logic.OpNum && t.Sort().IsInt() && isPlain(t) && (v.Lo.Finite || v.Hi.Finite) {
			excluded[number{t, k.Num().String()}] = c
			order = append(order, t)
		}
	}
	for _, t := range order {
		v := b.facts[t]
		move := func(end *rational.Bound, step rational.Rat) {
			for end.Finite && !v.IsEmpty() {
				c := excluded[number{t, end.X.String()}]
				if c == nil {
					return
				}
				kept[c] = true
				end.X = end.X.Add(step)
			}
		}
		move(&v.Lo, rational.Int(1))
		move(&v.Hi, rational.Int(-1))
		if v.IsEmpty() {
			return false
		}
		b.facts[t] = v
	}
	return true
}

// decide stores the interval of t, whose arguments have been evaluated. If the interval of t, or
// the intervals of its arguments, determine the value of t, it returns this value.
func (b *bounds) decide(t *logic.Term) *logic.Term {
	switch {
	case t.Sort().IsBool():
		if atom, in, exact, ok := compared(t); ok {
			switch v := b.of(atom); {
			case v.Meet(in).IsEmpty():
				return b.store.False()
			case exact && v.In(in):
				return b.store.True()
			}
		}
		return b.residue(t)
	case t.Sort().IsInt(), t.Sort().IsReal():
		v := b.structure(t).Meet(b.facts[t])
		if t.Sort().IsInt() {
			v = v.Round()
		}
		t = b.remainder(t)
		switch {
		case v.IsEmpty():
			b.contradict = true
		case !v.IsFull():
			b.values[t] = v
		}
	}
	return t
}

// remainder returns t without mod if t is a remainder and the dividend stays within one period, as
// that of machine integers that do not overflow: x mod 16 is x - 16 for 16 <= x < 32.
func (b *bounds) remainder(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpMod || t.Arg(1).Op() != logic.OpNum {
		return t
	}
	q, ok := b.of(t.Arg(0)).Period(b.of(t.Arg(1)))
	if !ok {
		return t
	}
	return b.store.Sub(t.Arg(0), b.store.Num(q.Mul(t.Arg(1).Num()), b.store.Int))
}

// residue returns t without mod if t states the remainder of a number that has only one value with
// that remainder: x mod 16 = 3 is x = 3 for -12 <= x < 19.
func (b *bounds) residue(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpEq || t.Arg(0).Op() != logic.OpMod || t.Arg(0).Arg(1).Op() != logic.OpNum || t.Arg(1).Op() != logic.OpNum {
		return t
	}
	x, k, c := t.Arg(0).Arg(0), t.Arg(0).Arg(1).Num().Abs(), t.Arg(1).Num()
	v := b.of(x)
	if !v.IsBounded() || k.IsZero() || c.Sign() < 0 || !c.Less(k) {
		return t
	}
	// the least such number that is not below the interval
	first := v.Lo.X.Sub(c).Div(k).Neg().Floor().Neg().Mul(k).Add(c)
	switch {
	case v.Hi.X.Less(first):
		return b.store.False()
	case v.Hi.X.Less(first.Add(k)):
		return b.store.Eq(x, b.store.Num(first, b.store.Int))
	}
	return t
}

// of returns the interval of an evaluated term.
func (b *bounds) of(t *logic.Term) rational.Interval {
	if t.Op() == logic.OpNum {
		return rational.Point(t.Num())
	}
	return b.values[t]
}

// structure returns an interval that contains the values of t, computed from the intervals of its
// arguments.
func (b *bounds) structure(t *logic.Term) rational.Interval {
	switch t.Op() {
	case logic.OpNum:
		return rational.Point(t.Num())
	case logic.OpAdd, logic.OpMul:
		return b.sum(t)
	case logic.OpIte:
		c := t.Arg(0)
		return b.where(t.Arg(1), c).Join(b.where(t.Arg(2), b.store.Not(c)))
	case logic.OpMod:
		return b.of(t.Arg(0)).Mod(b.of(t.Arg(1)))
	case logic.OpIntDiv:
		return b.of(t.Arg(0)).IntDiv(b.of(t.Arg(1)))
	case logic.OpToReal:
		return b.of(t.Arg(0))
	case logic.OpToInt:
		return b.of(t.Arg(0)).Floor()
	}
	return rational.Interval{}
}

// sum returns an interval that contains the values of a sum or product.
func (b *bounds) sum(t *logic.Term) rational.Interval {
	if t.Op() == logic.OpMul && t.Arg(0).Op() != logic.OpNum {
		z := rational.Point(rational.Int(1))
		for _, x := range t.Args() {
			z = z.Mul(b.of(x))
		}
		return z
	}
	l := b.store.Linear(t)
	z := rational.Point(l.Const)
	for _, m := range l.Monomials {
		z = z.Add(b.of(m.Term).Scale(m.Coeff))
	}
	return z
}

// where returns an interval that contains the values of t under the literal c. It uses c if t and c
// are linear in the same single term, as in the wrap (ite (<= x 9) (+ x 1) (- x 9)).
func (b *bounds) where(t, c *logic.Term) rational.Interval {
	v := b.of(t)
	atom, in, _, ok := compared(c)
	if !ok {
		return v
	}
	x, y := b.store.Linear(atom), b.store.Linear(t)
	if len(x.Monomials) != 1 || len(y.Monomials) != 1 || x.Monomials[0].Term != y.Monomials[0].Term {
		return v
	}
	here := in.Shift(x.Const.Neg()).Scale(x.Monomials[0].Coeff.Inv()).Meet(b.of(x.Monomials[0].Term))
	if here.IsEmpty() {
		return v // t has no value in this case, so any interval is right
	}
	return here.Scale(y.Monomials[0].Coeff).Shift(y.Const).Meet(v)
}
