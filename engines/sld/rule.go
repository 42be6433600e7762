// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// rule is a clause, or a case of it if its constraint is a disjunction.
type rule struct {
	clause int
	head   []*term
	body   []atom
	lits   []literal
	vars   []*logic.Term // variables of the clause, which are the first locals
	values map[int]*term // terms of the locals that have been replaced
	sorts  []*logic.Sort // sorts of all locals
}

// atom is a predicate, given by its position in the system, applied to terms.
type atom struct {
	pred int
	args []*term
}

// literal is a constraint of a rule.
type literal struct {
	kind    relation
	x, y    *term // sides of equal and differ; for other relations x is the sum
	formula *logic.Term
	vars    []*logic.Term // variables of the formula
	locals  []int         // the locals for them
}

// maxCases bounds the rules made from one clause.
const maxCases = 64

// compiler makes rules of a clause.
type compiler struct {
	store  *logic.Store
	index  map[*logic.Func]int
	clause *horn.Clause
	n      int
	rules  []*rule
	all    bool // no case has been left out
}

// compile returns the rules of sys by head; those of queries come last. It reports whether they are
// equivalent to sys.
func compile(sys *horn.System) (rules [][]*rule, all bool) {
	rules = make([][]*rule, len(sys.Preds)+1)
	all = true
	index := sys.Index()
	for i, c := range sys.Clauses {
		z := &compiler{store: sys.Store, index: index, clause: c, n: i, all: true}
		args := []*logic.Term{}
		for k := range c.Body {
			args = append(args, c.Body[k].Args...)
		}
		if c.Head != nil {
			args = append(args, c.Head.Args...)
		}
		z.split([]*logic.Term{c.Constraint}, nil, args)
		k := len(sys.Preds)
		if c.Head != nil {
			k = index[c.Head.Pred]
		}
		rules[k] = append(rules[k], z.rules...)
		all = all && z.all
	}
	return rules, all
}

// split makes rules from the conjunction of todo and the literals. args are the arguments of atoms.
// Disjunctions and conditional terms give several cases.
func (c *compiler) split(todo, lits, args []*logic.Term) {
	s := c.store
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b := condition(t); b != nil && t.Op() != logic.OpAnd && t.Op() != logic.OpOr {
			c.cases(b, append(slices.Clone(todo), t), lits, args)
			return
		}
		inner := t
		if t.Op() == logic.OpNot {
			inner = t.Arg(0)
		}
		switch {
		case t.IsTrue():
		case t.IsFalse():
			return
		case t.Op() == logic.OpAnd:
			todo = append(todo, t.Args()...)
		case t.Op() == logic.OpOr:
			for _, x := range t.Args() {
				c.split(append(slices.Clone(todo), x), slices.Clone(lits), args)
				if x.IsVar() || x.Op() == logic.OpNot && x.Arg(0).IsVar() { // so that no two cases have the same values
					todo = append(slices.Clone(todo), s.Not(x))
				}
			}
			return
		case t.Op() == logic.OpNot && (inner.Op() == logic.OpAnd || inner.Op() == logic.OpOr):
			var z []*logic.Term
			for _, x := range inner.Args() {
				z = append(z, s.Not(x))
			}
			if inner.Op() == logic.OpAnd {
				todo = append(todo, s.Or(z...))
			} else {
				todo = append(todo, z...)
			}
		case t.Op() == logic.OpNot && inner.Op() == logic.OpIs:
			var z []*logic.Term
			for _, k := range inner.Constructor().Sort.Datatype().Constructors {
				if k != inner.Constructor() {
					z = append(z, s.Is(k, inner.Arg(0)))
				}
			}
			todo = append(todo, s.Or(z...))
		case inner.Op() == logic.OpEq && inner.Arg(0).Sort().IsBool():
			x, y := inner.Arg(0), inner.Arg(1)
			if t != inner {
				y = s.Not(y)
			}
			todo = append(todo, s.Or(s.And(x, y), s.And(s.Not(x), s.Not(y))))
		default:
			lits = append(lits, t)
		}
	}
	for _, x := range args {
		if b := condition(x); b != nil {
			c.cases(b, lits, nil, args)
			return
		}
		if x.Sort().IsBool() && !x.IsVar() && !x.IsTrue() && !x.IsFalse() {
			for _, value := range []bool{true, false} {
				fact := x
				if !value {
					fact = s.Not(x)
				}
				c.split(append(slices.Clone(lits), fact), nil, replaced(s, args, x, s.BoolValue(value)))
			}
			return
		}
	}
	if len(c.rules) == maxCases {
		c.all = false
		return
	}
	c.rule(lits, args)
}

// cases makes rules for both values of the condition b.
func (c *compiler) cases(b *logic.Term, todo, lits, args []*logic.Term) {
	s := c.store
	if len(c.rules) == maxCases {
		c.all = false
		return
	}
	c.split(append(replaced(s, append(slices.Clone(todo), lits...), b, s.True()), b), nil, replaced(s, args, b, s.True()))
	c.split(append(replaced(s, append(slices.Clone(todo), lits...), b, s.False()), s.Not(b)), nil, replaced(s, args, b, s.False()))
}

func replaced(s *logic.Store, ts []*logic.Term, from, to *logic.Term) []*logic.Term {
	r := s.NewRewriter(func(t *logic.Term) *logic.Term {
		if t == from {
			return to
		}
		return nil
	}, nil)
	z := slices.Clone(ts)
	r.MapAll(z)
	return z
}

// condition returns the condition of an innermost conditional term in t.
func condition(t *logic.Term) *logic.Term {
	var z *logic.Term
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpIte && !x.Arg(0).HasIte() {
			z = x.Arg(0)
		}
		return z == nil && x.HasIte()
	}, t)
	return z
}

// rule makes a rule from the literals lits. args are the arguments of atoms.
func (c *compiler) rule(lits, args []*logic.Term) {
	lits, args, vars, values := solved(c.store, lits, args)
	b := &builder{store: c.store, rule: &rule{clause: c.n, values: map[int]*term{}, vars: c.clause.Vars()}, parts: map[*logic.Term]*term{}, places: map[*logic.Term]int{}}
	for i, v := range b.rule.vars {
		b.places[v] = i
		b.rule.sorts = append(b.rule.sorts, v.Sort())
	}
	for i, v := range vars {
		b.rule.values[b.places[v]] = b.term(values[i])
	}
	terms := slice.Map(args, b.term)
	for i := range c.clause.Body {
		n := c.clause.Body[i].Pred.Arity()
		b.rule.body = append(b.rule.body, atom{c.index[c.clause.Body[i].Pred], terms[:n]})
		terms = terms[n:]
	}
	b.rule.head = terms
	for _, l := range lits {
		b.literal(l)
	}
	// Equations come first: they give values to the variables of the others.
	slices.SortStableFunc(b.rule.lits, func(x, y literal) int { return int(x.kind) - int(y.kind) })
	c.rules = append(c.rules, b.rule)
}

// solved replaces variables by terms if literals equate them. It returns the variables with these
// terms.
func solved(s *logic.Store, lits, args []*logic.Term) (newLits, newArgs, vars, values []*logic.Term) {
	for i := 0; i < len(lits); i++ {
		v, x := definition(s, lits[i])
		if v == nil {
			continue
		}
		sub := s.NewSubstitution([]*logic.Term{v}, []*logic.Term{x})
		lits, args, values = sub.ApplyAll(slices.Delete(slices.Clone(lits), i, i+1)), sub.ApplyAll(args), sub.ApplyAll(values)
		vars, values = append(vars, v), append(values, x)
		i = -1
	}
	return lits, args, vars, values
}

// definition returns a variable and the term that literal l equates with it. It returns nil for
// other literals.
func definition(s *logic.Store, l *logic.Term) (v, x *logic.Term) {
	switch {
	case l.IsVar():
		return l, s.True()
	case l.Op() == logic.OpNot && l.Arg(0).IsVar():
		return l.Arg(0), s.False()
	case l.Op() != logic.OpEq:
		return nil, nil
	}
	for i := range 2 {
		v, x = l.Arg(i), l.Arg(1-i)
		if v.IsVar() && (x.IsVar() || x.Op() == logic.OpNum || x.Op() == logic.OpConstruct && !slices.Contains(logic.FreeVars(x), v)) {
			return v, x
		}
	}
	return nil, nil
}

// builder makes the terms and literals of a rule.
type builder struct {
	store  *logic.Store
	rule   *rule
	places map[*logic.Term]int
	parts  map[*logic.Term]*term // terms of those that have locals of their own
}

func (b *builder) local(sort *logic.Sort) *term {
	b.rule.sorts = append(b.rule.sorts, sort)
	return &term{kind: local, sort: sort, id: len(b.rule.sorts) - 1}
}

func (b *builder) term(t *logic.Term) *term {
	switch {
	case t.IsVar():
		return &term{kind: local, sort: t.Sort(), id: b.places[t]}
	case t.IsTrue():
		return &term{kind: construct, sort: t.Sort(), offset: 1, fixed: true}
	case t.IsFalse():
		return &term{kind: construct, sort: t.Sort(), fixed: true}
	case t.Op() == logic.OpConstruct:
		z := &term{kind: construct, sort: t.Sort(), cons: t.Constructor(), fixed: true}
		for _, a := range t.Args() {
			x := b.term(a)
			z.args = append(z.args, x)
			z.fixed = z.fixed && x.fixed
		}
		return z
	case t.Op() == logic.OpField:
		z, ok := b.parts[t]
		if !ok {
			z = b.fields(t.Selector().Ctor, b.term(t.Arg(0)))[t.Selector().Index]
			b.parts[t] = z
		}
		return z
	case t.Sort().IsInt() && (t.Op() == logic.OpAdd || t.Op() == logic.OpMul || t.Op() == logic.OpNum):
		if z := b.sum(t); z != nil {
			return z
		}
	}
	z, ok := b.parts[t]
	if !ok {
		z = b.local(t.Sort())
		b.parts[t] = z
		v := b.store.Fresh("sld", t.Sort())
		b.places[v] = z.id
		b.opaque(b.store.Eq(v, t))
	}
	return z
}

// fields equates x with a term of constructor k, and returns its fields.
func (b *builder) fields(k *logic.Constructor, x *term) []*term {
	y := &term{kind: construct, sort: k.Sort, cons: k, fixed: len(k.Fields) == 0}
	for _, f := range k.Fields {
		y.args = append(y.args, b.local(f.Sort))
	}
	b.rule.lits = append(b.rule.lits, literal{kind: equal, x: x, y: y})
	return y.args
}

// sum returns an integer sum; nil if its numbers are too large.
func (b *builder) sum(t *logic.Term) *term {
	var l logic.Linear
	switch {
	case t.Op() == logic.OpMul && t.Arg(0).Op() != logic.OpNum:
		return nil
	case t.Op() == logic.OpMul:
		l.Monomials = []logic.Monomial{{Coeff: t.Arg(0).Num(), Term: t.Arg(1)}}
	case t.Op() == logic.OpNum:
		l.Const = t.Num()
	default:
		for _, a := range t.Args() {
			switch {
			case a.Op() == logic.OpNum:
				l.Const = a.Num()
			case a.Op() == logic.OpMul && a.Arg(0).Op() == logic.OpNum:
				l.Monomials = append(l.Monomials, logic.Monomial{Coeff: a.Arg(0).Num(), Term: a.Arg(1)})
			default:
				l.Monomials = append(l.Monomials, logic.Monomial{Coeff: rational.Int(1), Term: a})
			}
		}
	}
	offset, ok := small(l.Const)
	if !ok {
		return nil
	}
	z := &term{kind: sum, sort: t.Sort(), offset: offset, fixed: true}
	for _, m := range l.Monomials {
		k, ok := small(m.Coeff)
		if !ok {
			return nil
		}
		z.fixed = false
		x := b.term(m.Term)
		z.sum = append(z.sum, monomial{k, x})
	}
	return z
}

func small(x rational.Rat) (int64, bool) {
	n, ok := x.Int64()
	return n, ok && max(n, -n) <= 1<<30
}

// opaque adds a formula that a solver decides.
func (b *builder) opaque(t *logic.Term) {
	l := literal{kind: opaque, formula: t}
	for _, v := range logic.FreeVars(t) {
		l.vars, l.locals = append(l.vars, v), append(l.locals, b.places[v])
	}
	b.rule.lits = append(b.rule.lits, l)
}

// literal adds a literal to the rule.
func (b *builder) literal(l *logic.Term) {
	t, positive := l, true
	if l.Op() == logic.OpNot {
		t, positive = l.Arg(0), false
	}
	add := func(k relation, x, y *term) { b.rule.lits = append(b.rule.lits, literal{kind: k, x: x, y: y}) }
	switch {
	case t.IsVar():
		add(equal, b.term(t), &term{kind: construct, sort: t.Sort(), offset: map[bool]int64{true: 1}[positive], fixed: true})
	case t.Op() == logic.OpIs:
		b.fields(t.Constructor(), b.term(t.Arg(0)))
	case t.Op() == logic.OpEq && positive:
		add(equal, b.term(t.Arg(0)), b.term(t.Arg(1)))
	case t.Op() == logic.OpEq:
		add(differ, b.term(t.Arg(0)), b.term(t.Arg(1)))
	case t.Op() == logic.OpLe && t.Arg(0).Sort().IsInt():
		k, x, y := atMost, t.Arg(0), t.Arg(1)
		z := &term{kind: sum, sort: x.Sort()}
		if positive {
			z.sum = []monomial{{1, b.term(x)}, {-1, b.term(y)}}
		} else { // x > y
			z.sum, z.offset = []monomial{{-1, b.term(x)}, {1, b.term(y)}}, 1
		}
		add(k, z, nil)
	default:
		b.opaque(l)
	}
}
