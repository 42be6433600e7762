// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// translation makes an abstract clause from one clause.
//
// Each datatype term x becomes the tuple parts(x) of its measures. The measures of variables are
// new variables. A term under a tester or selector is opened: literals choose one of its
// constructors, and relate the measures of its fields to its own measures. So every valuation of
// the old variables yields a valuation of the new variables that satisfies all side conditions. The
// new clause derives the measures of what the old clause derives.
type translation struct {
	*catamorphisms
	parts  map[*logic.Term][]*logic.Term // by datatype term
	plain  map[*logic.Term]*logic.Term   // by term: fields of other sorts
	opened map[*logic.Term][]*logic.Term // by term: a literal for each constructor
	bodies map[*logic.Term]bool          // variables in body atoms
	own    []*logic.Term                 // variables that depend on the parameter
	side   []*logic.Term
	err    error
}

func (v *catamorphisms) translation() *translation {
	return &translation{
		catamorphisms: v,
		parts:         map[*logic.Term][]*logic.Term{}, plain: map[*logic.Term]*logic.Term{},
		opened: map[*logic.Term][]*logic.Term{}, bodies: map[*logic.Term]bool{},
	}
}

func (v *catamorphisms) clause(c *horn.Clause, image map[*logic.Func]*logic.Func) (*horn.Clause, error) {
	t := v.translation()
	for i := range c.Body {
		for _, x := range c.Body[i].Args {
			t.bodies[x] = true
		}
	}
	z := c.Map(func(a horn.Atom) horn.Atom { return t.atom(&a, image) })
	z.Constraint = t.constraint(c.Constraint)
	if len(v.elements) > 0 && (c.Head == nil || !v.hasParameter(c.Head.Pred)) {
		t.instantiate(z, t.instances(compared(c)))
	}
	return z, t.err
}

// constraint translates a constraint, together with other known facts about its terms.
func (t *translation) constraint(x *logic.Term) *logic.Term {
	for _, f := range logic.AppendConjuncts(nil, x) {
		if f.Op() == logic.OpEq && t.folds(f.Arg(0).Sort()) {
			t.side = append(t.side, t.same(f.Arg(0), f.Arg(1)))
			continue
		}
		t.side = append(t.side, t.term(f))
	}
	return t.store.And(t.side...)
}

// maxParameters bounds the instances of a clause.
const maxParameters = 3

// compared returns the terms of c that elements may be compared with: arguments of its body atoms
// and of constructors.
func compared(c *horn.Clause) (z []*logic.Term) {
	for i := range c.Body {
		for _, x := range c.Body[i].Args {
			logic.Walk(func(y *logic.Term) bool { z = append(z, y); return true }, x)
		}
	}
	logic.Walk(func(y *logic.Term) bool {
		if y.Op() == logic.OpConstruct {
			z = append(z, y.Args()...)
		}
		return true
	}, c.Constraint)
	return z
}

// instances returns the terms that are values for the parameter.
func (t *translation) instances(terms []*logic.Term) (values []*logic.Term) {
	for _, x := range terms {
		if len(values) == maxParameters {
			break
		}
		if !t.elements[x.Sort()] {
			continue
		}
		if y := number(t.value(x)); y != nil && !slices.Contains(values, y) {
			values = append(values, y)
		}
	}
	return values
}

// instantiate substitutes values for the parameter of a clause whose head has no parameter. The
// values are terms that elements may be compared with. This is sound since the atoms hold for all
// values of the parameter.
func (t *translation) instantiate(z *horn.Clause, values []*logic.Term) {
	s := t.store
	if len(values) == 0 {
		return
	}
	body, constraint := z.Body, z.Constraint
	z.Body = nil
	var all []*logic.Term
	for _, value := range values {
		from, to := []*logic.Term{t.parameter}, []*logic.Term{value}
		for _, v := range t.own {
			from, to = append(from, v), append(to, s.Fresh(v.Name(), v.Sort()))
		}
		sub := s.NewSubstitution(from, to)
		for _, a := range body {
			z.Body = append(z.Body, horn.Atom{Pred: a.Pred, Args: sub.ApplyAll(a.Args)})
		}
		all = append(all, sub.Apply(constraint))
	}
	z.Constraint = s.And(all...)
}

func (t *translation) atom(a *horn.Atom, image map[*logic.Func]*logic.Func) horn.Atom {
	z := horn.Atom{Pred: image[a.Pred]}
	if t.hasParameter(a.Pred) {
		z.Args = append(z.Args, t.parameter)
	}
	for _, x := range a.Args {
		if t.folds(x.Sort()) {
			z.Args = append(z.Args, t.tuple(x)...)
		} else {
			z.Args = append(z.Args, t.term(x))
		}
	}
	return z
}

// term translates a term that is not a datatype.
func (t *translation) term(x *logic.Term) *logic.Term {
	if x.HasQuantifiers() {
		t.err = fmt.Errorf("catamorphism: quantifiers inside of constraints: %w", errors.ErrUnsupported)
		return x
	}
	return t.store.NewRewriter(t.before, func(y *logic.Term) *logic.Term { return y }).Map(x)
}

// before translates terms with datatype arguments. It returns nil for other terms.
func (t *translation) before(x *logic.Term) *logic.Term {
	if t.folds(x.Sort()) {
		return x // x is inside an array, which does not change
	}
	folded := false
	for _, a := range x.Args() {
		folded = folded || t.folds(a.Sort())
	}
	switch {
	case !folded:
		return nil
	case x.Op() == logic.OpEq:
		return t.equal(x)
	case x.Op() == logic.OpIs:
		return t.open(x.Arg(0))[x.Constructor().Index]
	case x.Op() == logic.OpField:
		t.open(x.Arg(0))
		return t.field(x)
	case x.Op() == logic.OpSelect:
		return t.field(x)
	}
	return x
}

// field returns the variable for x, a value that a datatype determines.
func (t *translation) field(x *logic.Term) *logic.Term {
	if t.plain[x] == nil {
		t.plain[x] = t.store.Fresh("field", x.Sort())
	}
	return t.plain[x]
}

// same states that the measures of x and y are equal.
func (t *translation) same(x, y *logic.Term) *logic.Term {
	var z []*logic.Term
	a, b := t.tuple(x), t.tuple(y)
	for i := range a {
		z = append(z, t.store.Eq(a[i], b[i]))
	}
	return t.store.And(z...)
}

// equal translates an equality of datatypes at any position of a formula.
func (t *translation) equal(x *logic.Term) *logic.Term {
	s, d := t.store, x.Arg(0).Sort()
	same := t.same(x.Arg(0), x.Arg(1))
	if t.exact(d) {
		return same
	}
	b := s.Fresh("eq", s.Bool)
	t.side = append(t.side, s.Implies(b, same))
	// If x and y differ, at most one of them is the only value without parts.
	if empty := t.empty(d, x.Arg(0)); empty != nil {
		t.side = append(t.side, s.Or(b, s.Not(empty), s.Not(same)))
	}
	return b
}

// empty states by measures that x is the only value of d without inner nodes. It returns nil if the
// measures cannot express this.
func (t *translation) empty(d *logic.Sort, x *logic.Term) *logic.Term {
	if !t.isRecursive(d) || len(t.component(d)) > 1 {
		return nil
	}
	leaves := 0
	for _, c := range d.Datatype().Constructors {
		inner := false
		for _, f := range c.Fields {
			inner = inner || f.Sort == d
		}
		if inner {
			continue
		}
		if leaves++; leaves > 1 || len(c.Fields) > 0 {
			return nil
		}
	}
	for i, m := range t.measures(d) {
		if m.name == "count" {
			return t.store.Eq(t.tuple(x)[i], t.store.IntNum(0))
		}
	}
	return nil
}

// tuple returns the measures of x.
func (t *translation) tuple(x *logic.Term) []*logic.Term {
	if z, ok := t.parts[x]; ok {
		return z
	}
	s, d := t.store, x.Sort()
	var z []*logic.Term
	switch x.Op() {
	case logic.OpConstruct:
		c := x.Constructor()
		fields := make([]value, len(c.Fields))
		for i, a := range x.Args() {
			fields[i] = t.value(a)
		}
		z = t.step(d, c, fields)
		t.parts[x] = z
	case logic.OpIte:
		z = t.unknown(x)
		cond := t.term(x.Arg(0))
		then, other := t.tuple(x.Arg(1)), t.tuple(x.Arg(2))
		for i := range z {
			t.side = append(t.side, s.Eq(z[i], s.Ite(cond, then[i], other[i])))
		}
	case logic.OpField:
		z = t.unknown(x)
		if t.folds(x.Arg(0).Sort()) {
			t.open(x.Arg(0))
		}
	default:
		z = t.unknown(x)
		if !t.bodies[x] && t.isRecursive(d) && len(z) > 1 {
			t.shape(d, z)
		}
	}
	return z
}

func (t *translation) value(x *logic.Term) value {
	if t.folds(x.Sort()) {
		return value{parts: t.tuple(x)}
	}
	return value{term: t.term(x)}
}

func (v *catamorphisms) step(d *logic.Sort, c *logic.Constructor, fields []value) []*logic.Term {
	var z []*logic.Term
	for _, m := range v.measures(d) {
		z = append(z, m.step(c, fields))
	}
	return z
}

// unknown makes x's measures new variables within their bounds.
func (t *translation) unknown(x *logic.Term) []*logic.Term {
	z := t.fresh(x.Sort())
	t.parts[x] = z
	return z
}

func (t *translation) fresh(d *logic.Sort) []*logic.Term {
	s := t.store
	var z []*logic.Term
	var tag *logic.Term
	var step func(*logic.Constructor, []value) *logic.Term
	for _, m := range t.measures(d) {
		y := s.Fresh(m.name, m.sort)
		z = append(z, y)
		if m.parametric {
			t.own = append(t.own, y)
		}
		if m.name == "tag" {
			tag, step = y, m.step
		}
		if m.lower != nil {
			t.side = append(t.side, s.Le(m.lower, y))
		}
		if m.upper != nil {
			t.side = append(t.side, s.Le(y, m.upper))
		}
		if tag != nil && m.only != nil {
			is := s.Eq(tag, step(m.only, nil))
			t.side = append(t.side, s.Or(is, s.Eq(y, s.DefaultValue(m.sort))))
		}
	}
	return z
}

// shape states that the measures are those of some constructor.
func (t *translation) shape(d *logic.Sort, measures []*logic.Term) {
	s := t.store
	var some []*logic.Term
	for _, c := range d.Datatype().Constructors {
		fields := make([]value, len(c.Fields))
		for i, f := range c.Fields {
			if t.folds(f.Sort) {
				fields[i].parts = t.fresh(f.Sort)
			} else {
				fields[i].term = s.Fresh("field", f.Sort)
			}
		}
		some = append(some, s.And(t.equations(measures, t.step(d, c, fields))...))
	}
	t.side = append(t.side, s.Or(some...))
}

func (t *translation) equations(x, y []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for i := range x {
		z = append(z, t.store.Eq(x[i], y[i]))
	}
	return z
}

// open returns, for each constructor, a literal which states that x is made by it. The literal
// relates the fields of x to x.
func (t *translation) open(x *logic.Term) []*logic.Term {
	if z := t.opened[x]; z != nil {
		return z
	}
	s, d := t.store, x.Sort()
	cs := d.Datatype().Constructors
	measures := t.tuple(x)
	if z := t.opened[x]; z != nil { // evaluating x's own measures may have opened x
		return z
	}
	z := t.choice(d, measures)
	t.opened[x] = z
	var some []*logic.Term
	for k, c := range cs {
		fields := make([]value, len(c.Fields))
		for i, f := range c.Fields {
			fx := s.Field(f, x)
			switch {
			case t.folds(f.Sort):
				fields[i].parts = t.tuple(fx)
			case fx.Op() == logic.OpField:
				fields[i].term = t.field(fx)
			default:
				fields[i].term = t.term(fx)
			}
		}
		some = append(some, s.And(append(t.stepEquations(d, measures, c, fields), z[k])...))
	}
	t.side = append(t.side, s.Or(some...))
	return z
}

// stepEquations equates measures with the measures of c applied to fields. If there is a tag,
// fields of other constructors are left out, since the tag implies that they have default values.
// So the equations of all constructors together are only as many as there are measures.
func (t *translation) stepEquations(d *logic.Sort, measures []*logic.Term, c *logic.Constructor, fields []value) []*logic.Term {
	var z []*logic.Term
	tagged := t.has(d, "tag")
	for i, m := range t.measures(d) {
		if !tagged || m.only == nil || m.only == c {
			z = append(z, t.store.Eq(measures[i], m.step(c, fields)))
		}
	}
	return z
}

// choice returns a literal for each constructor of d; exactly one of them is true. It uses the tag
// among the measures if there is one.
func (t *translation) choice(d *logic.Sort, measures []*logic.Term) []*logic.Term {
	s := t.store
	cs := d.Datatype().Constructors
	z := make([]*logic.Term, len(cs))
	ms := tag(t.catamorphisms, d)
	if len(ms) == 0 {
		z[0] = s.True()
		return z
	}
	y := s.Fresh("tag", ms[0].sort)
	for i, m := range t.measures(d) {
		if m.name == "tag" {
			y = measures[i]
		}
	}
	for _, c := range cs {
		z[c.Index] = s.Eq(y, ms[0].step(c, nil))
	}
	return z
}
