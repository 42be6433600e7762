// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/sat"
)

// instance is a clause in the evaluation of a call. Its conditions hold if lit does.
type instance struct {
	rule    *rule
	lit     sat.Lit
	level   int
	env     map[*logic.Term]*cell
	calls   []*call    // by body atom; nil until it is called
	waiting []equality // equalities whose variables have no values yet
	failed  bool       // the conditions cannot hold
}

// equality is a constraint, or the claim that a term has a value.
type equality struct {
	formula *logic.Term
	term    *logic.Term
	value   *cell
}

// free returns the variables of t that have no value.
func (x *instance) free(t *logic.Term) []*logic.Term {
	return slices.DeleteFunc(logic.FreeVars(t), func(v *logic.Term) bool { return x.env[v] != nil })
}

// require makes l hold.
func (m *machine) require(x *instance, l sat.Lit) {
	if l == m.no() {
		x.failed = true
	} else {
		m.clause(x.lit.Not(), l)
	}
}

// match makes the term t have the value c. This may give values to variables.
func (m *machine) match(x *instance, t *logic.Term, c *cell) {
	c = deref(c)
	switch {
	case x.failed:
	case t.IsVar() && x.env[t] == nil:
		x.env[t] = c
	case t.Op() == logic.OpConstruct:
		k := t.Constructor()
		m.require(x, c.tests[k.Index])
		if x.failed || len(k.Fields) == 0 {
			return
		}
		m.inspect(c)
		for i, p := range m.layout(c.sort).place[k.Index] {
			m.match(x, t.Arg(i), c.fields[p])
		}
	case len(x.free(t)) > 0:
		x.waiting = append(x.waiting, equality{term: t, value: c})
	default:
		y := m.eval(x, t)
		if m.clash(c, y) {
			x.failed = true
		} else {
			m.equate(x.lit, c, y, anyway)
		}
	}
}

// advance states equalities whose variables have values. With force, variables without values get
// unknown ones.
func (m *machine) advance(x *instance, force bool) {
	for again := true; again && !x.failed; {
		again = false
		for i := 0; i < len(x.waiting) && !x.failed; i++ {
			e := x.waiting[i]
			n := len(x.waiting)
			if m.settle(x, e, force) {
				x.waiting = slices.Delete(x.waiting, i, i+1)
				i--
				again = true
			} else {
				x.waiting = x.waiting[:n]
			}
		}
	}
}

// settle states e, if variables have the values that it needs.
func (m *machine) settle(x *instance, e equality, force bool) bool {
	if e.formula == nil {
		if free := x.free(e.term); len(free) > 0 && e.value.sort.IsInt() {
			return m.solve(x, e.term, e.value, force)
		} else if len(free) > 0 && !force {
			return false
		} else {
			for _, v := range free {
				m.eval(x, v)
			}
		}
		m.match(x, e.term, e.value)
		return true
	}
	free := x.free(e.formula)
	if len(free) == 0 {
		m.require(x, m.holds(x, e.formula, true))
		return true
	}
	if e.formula.Op() == logic.OpEq {
		a, b := e.formula.Arg(0), e.formula.Arg(1)
		if a.Sort().IsInt() {
			if m.solve(x, m.store.Sub(a, b), m.integer(a.Sort(), m.number(0)), false) {
				return true
			}
		} else {
			for range 2 {
				if len(x.free(b)) == 0 && (a.IsVar() || isPattern(a)) {
					m.match(x, a, m.eval(x, b))
					return true
				}
				a, b = b, a
			}
		}
	}
	if force {
		m.require(x, m.holds(x, e.formula, true))
	}
	return force
}

// solve makes the integer term t have the value c, if at most one of its variables has no value and
// a coefficient of 1 or -1.
func (m *machine) solve(x *instance, t *logic.Term, c *cell, force bool) bool {
	sum := m.store.Linear(t)
	var v *logic.Term
	coeff := int64(0)
	for _, y := range sum.Monomials {
		switch free := x.free(y.Term); {
		case len(free) == 0:
		case v != nil || !y.Term.IsVar():
			coeff = 0
			v = y.Term
		default:
			v = y.Term
			coeff, _ = y.Coeff.Int64()
		}
	}
	if coeff != 1 && coeff != -1 {
		if !force {
			return false
		}
		m.equate(x.lit, c, m.eval(x, t), anyway)
		return true
	}
	rest := m.store.Sub(t, m.store.Scale(rational.Int(coeff), v))
	w := m.minus(c.word, m.eval(x, rest).word)
	if coeff < 0 {
		w = m.minus(word{m.no()}, w)
	}
	x.env[v] = m.integer(v.Sort(), w)
	return true
}

// eval returns the value of t. Variables without a value get unknown ones.
func (m *machine) eval(x *instance, t *logic.Term) *cell {
	switch t.Op() {
	case logic.OpVar:
		c := x.env[t]
		if c == nil {
			c = m.input(t.Sort(), 0)
			x.env[t] = c
		}
		return deref(c)
	case logic.OpConstruct:
		args := make([]*cell, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = m.eval(x, a)
		}
		return m.construct(t.Constructor(), args)
	case logic.OpField:
		c := m.eval(x, t.Arg(0))
		k := t.Selector().Ctor
		m.require(x, c.tests[k.Index])
		if x.failed {
			return m.unknown(t.Sort())
		}
		m.inspect(c)
		return deref(c.fields[m.layout(c.sort).place[k.Index][t.Selector().Index]])
	case logic.OpIte:
		yes, no := m.holds(x, t.Arg(0), true), m.holds(x, t.Arg(0), false)
		switch {
		case yes == m.yes:
			return m.eval(x, t.Arg(1))
		case no == m.yes:
			return m.eval(x, t.Arg(2))
		}
		m.clause(x.lit.Not(), yes, no)
		return m.merge([]choice{{yes, m.eval(x, t.Arg(1))}, {no, m.eval(x, t.Arg(2))}})
	}
	switch {
	case t.Sort().IsBool():
		yes, no := m.holds(x, t, true), m.holds(x, t, false)
		if yes == m.yes || no == m.yes {
			return m.boolean(t.Sort(), m.constant(yes == m.yes))
		}
		l := m.fresh()
		m.clause(l.Not(), yes)
		m.clause(l, no)
		return m.boolean(t.Sort(), l)
	case t.Sort().IsInt():
		return m.integerOf(x, t)
	}
	return m.unsupported(x, t)
}

// unsupported abandons the clause.
func (m *machine) unsupported(x *instance, t *logic.Term) *cell {
	x.failed = true
	return m.unknown(t.Sort())
}

// integerOf returns the value of an integer term.
func (m *machine) integerOf(x *instance, t *logic.Term) *cell {
	switch t.Op() {
	case logic.OpIntDiv, logic.OpMod:
		return m.division(x, t)
	case logic.OpNum, logic.OpAdd, logic.OpMul:
	default:
		return m.unsupported(x, t)
	}
	sum := m.store.Linear(t)
	var args []*cell
	var coeffs []int64
	n, ok := sum.Const.Int64()
	key := fmt.Sprint("s", n)
	for _, y := range sum.Monomials {
		k, small := y.Coeff.Int64()
		ok = ok && small && max(k, -k) < maxNumber && y.Term != t && !y.Term.IsProduct()
		if !ok {
			break
		}
		c := m.eval(x, y.Term)
		args, coeffs = append(args, c), append(coeffs, k)
		key += fmt.Sprint(" ", k, " ", c.id)
	}
	if !ok || max(n, -n) > maxNumber {
		return m.unsupported(x, t)
	}
	c := m.sums[key]
	if c == nil {
		w := m.number(n)
		for i, a := range args {
			w = m.plus(w, m.times(coeffs[i], a.word), m.no(), false)
			if len(w) > maxBits {
				return m.unsupported(x, t)
			}
		}
		c = m.integer(t.Sort(), w)
		m.sums[key] = c
	}
	return c
}

// division returns a quotient or remainder by a numeral.
func (m *machine) division(x *instance, t *logic.Term) *cell {
	n, ok := int64(0), false
	if d := t.Arg(1); d.Op() == logic.OpNum {
		n, ok = d.Num().Int64()
	}
	if !ok || n == 0 || max(n, -n) > maxNumber {
		return m.unsupported(x, t)
	}
	c := m.eval(x, t.Arg(0))
	key := fmt.Sprint("d", n, " ", c.id)
	if m.sums[key] == nil {
		if a, ok := m.value(c.word); ok {
			q, r := a/n, a%n
			if r < 0 {
				r += max(n, -n)
				q = (a - r) / n
			}
			m.sums[key], m.sums["r"+key] = m.integer(t.Sort(), m.number(q)), m.integer(t.Sort(), m.number(r))
		} else {
			q, r := make(word, len(c.word)+1), make(word, len(m.number(n))+1)
			for _, w := range []word{q, r} {
				for i := range w {
					w[i] = m.fresh()
				}
			}
			m.same(m.yes, c.word, m.plus(m.times(n, q), r, m.no(), false))
			m.clause(r[len(r)-1].Not())
			m.clause(m.less(r, m.number(max(n, -n))))
			m.sums[key], m.sums["r"+key] = m.integer(t.Sort(), q), m.integer(t.Sort(), r)
		}
	}
	if t.Op() == logic.OpMod {
		return m.sums["r"+key]
	}
	return m.sums[key]
}

// less returns a literal for x < y.
func (m *machine) less(x, y word) sat.Lit {
	d := m.minus(x, y)
	return d[len(d)-1]
}

// holds returns a literal that implies t, or its negation.
func (m *machine) holds(x *instance, t *logic.Term, positive bool) sat.Lit {
	signed := func(l sat.Lit) sat.Lit {
		if positive {
			return l
		}
		return l.Not()
	}
	switch t.Op() {
	case logic.OpTrue:
		return signed(m.yes)
	case logic.OpFalse:
		return signed(m.no())
	case logic.OpNot:
		return m.holds(x, t.Arg(0), !positive)
	case logic.OpAnd, logic.OpOr:
		var parts []sat.Lit
		for _, a := range t.Args() {
			parts = append(parts, m.holds(x, a, positive))
		}
		if (t.Op() == logic.OpAnd) == positive {
			return m.conjunction(parts)
		}
		return m.disjunction(parts)
	case logic.OpIte:
		then := m.conjunction([]sat.Lit{m.holds(x, t.Arg(0), true), m.holds(x, t.Arg(1), positive)})
		other := m.conjunction([]sat.Lit{m.holds(x, t.Arg(0), false), m.holds(x, t.Arg(2), positive)})
		return m.disjunction([]sat.Lit{then, other})
	case logic.OpIs:
		return signed(m.eval(x, t.Arg(0)).tests[t.Constructor().Index])
	case logic.OpVar, logic.OpField:
		return signed(m.eval(x, t).word[0])
	case logic.OpLe:
		if t.Arg(0).Sort().IsInt() {
			return signed(m.less(m.eval(x, t.Arg(1)).word, m.eval(x, t.Arg(0)).word).Not())
		}
	case logic.OpEq:
		return m.equation(x, t, positive)
	}
	m.unsupported(x, t)
	return m.no()
}

// equation returns a literal. If positive is true, the literal implies that the sides of t are
// equal; otherwise, that they differ.
func (m *machine) equation(x *instance, t *logic.Term, positive bool) sat.Lit {
	if t.Arg(0).Sort().IsBool() {
		both := m.conjunction([]sat.Lit{m.holds(x, t.Arg(0), true), m.holds(x, t.Arg(1), positive)})
		neither := m.conjunction([]sat.Lit{m.holds(x, t.Arg(0), false), m.holds(x, t.Arg(1), !positive)})
		return m.disjunction([]sat.Lit{both, neither})
	}
	a, b := m.eval(x, t.Arg(0)), m.eval(x, t.Arg(1))
	switch {
	case x.failed:
		return m.no()
	case a.word != nil:
		l := m.zero(m.minus(a.word, b.word))
		if positive {
			return l
		}
		return l.Not()
	case !positive:
		return m.differ(a, b, x.level)
	case a == b:
		return m.yes
	case m.clash(a, b):
		return m.no()
	}
	l := m.fresh()
	m.equate(l, a, b, anyway)
	return l
}

// conjunction returns a literal that implies all of parts.
func (m *machine) conjunction(parts []sat.Lit) sat.Lit {
	parts = slices.DeleteFunc(parts, func(l sat.Lit) bool { return l == m.yes })
	switch {
	case len(parts) == 0:
		return m.yes
	case len(parts) == 1:
		return parts[0]
	case slices.Contains(parts, m.no()):
		return m.no()
	}
	l := m.fresh()
	for _, p := range parts {
		m.clause(l.Not(), p)
	}
	return l
}

// disjunction returns a literal that implies one of parts.
func (m *machine) disjunction(parts []sat.Lit) sat.Lit {
	parts = slices.DeleteFunc(parts, func(l sat.Lit) bool { return l == m.no() })
	switch {
	case len(parts) == 0:
		return m.no()
	case len(parts) == 1:
		return parts[0]
	case slices.Contains(parts, m.yes):
		return m.yes
	}
	l := m.fresh()
	m.clause(append(parts, l.Not())...)
	return l
}

// differ returns a literal that implies that a and b are different values of a datatype. It
// compares their fields when the literal matters.
func (m *machine) differ(a, b *cell, level int) sat.Lit {
	a, b = deref(a), deref(b)
	switch {
	case a == b:
		return m.no()
	case m.clash(a, b):
		return m.yes
	case a.word != nil:
		return m.zero(m.minus(a.word, b.word)).Not()
	}
	if a.id > b.id {
		a, b = b, a
	}
	key := [2]int{a.id, b.id}
	if l, ok := m.differences[key]; ok {
		return l
	}
	outside := m.fresh()
	for k := range a.tests {
		m.clause(outside.Not(), a.tests[k].Not(), b.tests[k].Not())
	}
	l := outside
	if len(m.layout(a.sort).sorts) > 0 {
		inside := m.fresh()
		l = m.disjunction([]sat.Lit{outside, inside})
		m.delay(inside, level+1, func() { m.differInside(inside, a, b, level+1) })
	}
	m.differences[key] = l
	return l
}

func (m *machine) differInside(inside sat.Lit, a, b *cell, level int) {
	m.inspect(a)
	m.inspect(b)
	some := []sat.Lit{inside.Not()}
	for p, users := range m.layout(a.sort).users {
		if a.fields[p] == nil || b.fields[p] == nil {
			continue
		}
		l := m.differ(a.fields[p], b.fields[p], level)
		var has []sat.Lit
		for _, k := range users {
			has = append(has, a.tests[k])
		}
		some = append(some, m.conjunction([]sat.Lit{l, m.disjunction(has)}))
	}
	m.clause(some...)
}
