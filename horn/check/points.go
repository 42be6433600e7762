// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cmp"
	"slices"

	"cornet/logic"
)

// minPoints is the number of disjuncts from which on the formula is evaluated at each point.
const minPoints = 16

// points evaluates the conjunction neg at the points that one of its conjuncts lists. This conjunct
// is a disjunction of conjunctions that give values to variables, as in definitions by lists of
// facts. The result is neg without the points at which it is false for all values of the other
// variables. found is the first point at which neg is true and all variables have values, or nil.
//
// Cost: one evaluation of neg for each point. Each such list counts as one step of an evaluation.
func points(s *logic.Store, neg *logic.Term) (rest *logic.Term, found *logic.Model) {
	conj := conjuncts(s, neg)
	at := slices.IndexFunc(conj, func(t *logic.Term) bool { return t.Op() == logic.OpOr && len(t.Args()) >= minPoints })
	if at < 0 || neg.HasApps() {
		return neg, nil
	}
	disjuncts := conj[at].Args()
	others := slices.Delete(conj, at, at+1)
	e := newEvaluator(s, s.And(others...))
	vars := logic.FreeVars(neg)
	var left []*logic.Term
	for _, d := range disjuncts {
		m, fixed := point(s, d, vars)
		if m == nil {
			left = append(left, d)
			continue
		}
		switch holds, ok := e.holds(m); {
		case ok && holds && fixed == len(vars):
			return neg, m
		case !ok || holds:
			left = append(left, d)
		}
	}
	if len(left) == len(disjuncts) {
		return neg, nil
	}
	return s.And(s.Or(left...), s.And(others...)), nil
}

// evaluator evaluates a formula with lists of points. It looks each list up in a table.
type evaluator struct {
	store   *logic.Store
	formula *logic.Term // has a variable instead of each list
	lists   []pointList
}

// pointList is a disjunction of conjunctions, indexed by the values that they give to some terms.
type pointList struct {
	variable *logic.Term
	terms    []*logic.Term
	cubes    map[*logic.Term]map[*logic.Term][]*logic.Term // by term and value
}

func newEvaluator(s *logic.Store, t *logic.Term) *evaluator {
	e := &evaluator{store: s}
	e.formula = s.NewRewriter(func(t *logic.Term) *logic.Term {
		if t.Op() != logic.OpOr || len(t.Args()) < minPoints {
			return nil
		}
		l := pointList{variable: s.Fresh("points", s.Bool), cubes: map[*logic.Term]map[*logic.Term][]*logic.Term{}}
		for _, cube := range t.Args() {
			x, v := valued(s, cube)
			if x == nil {
				return nil
			}
			if l.cubes[x] == nil {
				l.cubes[x] = map[*logic.Term][]*logic.Term{}
				l.terms = append(l.terms, x)
			}
			l.cubes[x][v] = append(l.cubes[x][v], cube)
		}
		e.lists = append(e.lists, l)
		return l.variable
	}, nil).Map(t)
	return e
}

// valued returns a term and the value that cube gives it, or nil if there is no such term. The
// value must have a single form, since it is a key.
func valued(s *logic.Store, cube *logic.Term) (x, v *logic.Term) {
	for _, l := range conjuncts(s, cube) {
		switch {
		case l.Op() != logic.OpEq || !l.Arg(0).Sort().HasCanonicalValues():
		case l.Arg(1).IsValue():
			return l.Arg(0), l.Arg(1)
		case l.Arg(0).IsValue():
			return l.Arg(1), l.Arg(0)
		}
	}
	return nil, nil
}

// holds returns whether the formula holds under m. ok is false if this is not known.
func (e *evaluator) holds(m *logic.Model) (z, ok bool) {
	for _, l := range e.lists {
		in, ok := l.has(m)
		if !ok {
			return false, false
		}
		m.Set(l.variable, e.store.BoolValue(in))
	}
	t := m.Eval(e.formula)
	return t.IsTrue(), t.IsValue()
}

// has returns whether m satisfies one of the disjuncts. ok is false if this is not known.
func (l *pointList) has(m *logic.Model) (z, ok bool) {
	for _, x := range l.terms {
		v := m.Eval(x)
		if !v.IsValue() {
			return false, false
		}
		for _, cube := range l.cubes[x][v] {
			switch in := m.Eval(cube); {
			case in.IsTrue():
				return true, true
			case !in.IsFalse():
				return false, false
			}
		}
	}
	return false, true
}

// conjuncts lists the conjuncts of t, through negations. It does not split negated lists.
func conjuncts(s *logic.Store, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	for work := []*logic.Term{t}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case t.Op() == logic.OpAnd:
			work = append(work, t.Args()...)
		case t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpOr && len(t.Arg(0).Args()) < minPoints:
			for _, u := range t.Arg(0).Args() {
				work = append(work, s.Not(u))
			}
		default:
			z = append(z, t)
		}
	}
	return z
}

// point returns the values that the conjunction d gives to variables, and the number of these
// variables. The result is nil if d states anything else. Other variables of vars are mapped to
// themselves.
func point(s *logic.Store, d *logic.Term, vars []*logic.Term) (m *logic.Model, fixed int) {
	values := map[*logic.Term]*logic.Term{}
	for _, c := range conjuncts(s, d) {
		x, v := assigned(s, c)
		if x == nil || values[x] != nil {
			return nil, 0
		}
		values[x] = v
	}
	m = s.NewModel()
	for _, v := range vars {
		m.Set(v, cmp.Or(values[v], v))
	}
	return m, len(values)
}

// assigned returns a variable and the value that the literal c gives it, or nil if c has another
// form.
func assigned(s *logic.Store, c *logic.Term) (x, v *logic.Term) {
	x, v = c, s.True()
	switch {
	case c.Op() == logic.OpNot:
		x, v = c.Arg(0), s.False()
	case c.Op() == logic.OpEq:
		if x, v = c.Arg(0), c.Arg(1); !x.IsVar() {
			x, v = v, x
		}
	}
	if !x.IsVar() || !v.IsValue() {
		return nil, nil
	}
	return x, v
}
