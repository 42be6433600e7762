// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// free asks a solver about terms over datatypes as if these were uninterpreted sorts, and
// constructors, fields and tests uninterpreted functions. For each constructor term that occurs, it
// adds its fields and tests. A constructor without fields has one value, so its test is the
// equation with that value. A call of a function with an enumeration as its result has one of these
// values. If the result is unsatisfiable, then the original is unsatisfiable, too. There are no
// case distinctions for other terms, whereas a solver for datatypes has cases for each term. Most
// lemmas follow by congruence.
type free struct {
	smt.Solver
	store  *logic.Store
	sorts  map[*logic.Sort]*logic.Sort
	funcs  map[any]*logic.Func
	image  *logic.Rewriter
	axioms []*logic.Term // facts about terms that are new since the last assertion
	open   bool          // an array occurs: its elements may be of a datatype
}

func newFree(s *logic.Store, solver smt.Solver) *free {
	z := &free{Solver: solver, store: s, sorts: map[*logic.Sort]*logic.Sort{}, funcs: map[any]*logic.Func{}}
	z.image = s.NewRewriter(z.mapped, nil)
	return z
}

// Assert asserts the image of x, unless x has no image.
func (z *free) Assert(x *logic.Term) error {
	logic.Walk(func(y *logic.Term) bool {
		z.open = z.open || y.Sort().IsArray()
		return !z.open
	}, x)
	if z.open {
		return nil
	}
	y := z.image.Map(x)
	all := append(z.axioms, y)
	z.axioms = nil
	for _, a := range all {
		if err := z.Solver.Assert(a); err != nil {
			return err
		}
	}
	return nil
}

// sort returns the image of a sort.
func (z *free) sort(x *logic.Sort) *logic.Sort {
	if !x.IsDatatype() {
		return x
	}
	y := z.sorts[x]
	if y == nil {
		y = z.store.Uninterpreted(z.store.FreshFunc(x.String()+"!free", nil, z.store.Bool).Name())
		z.sorts[x] = y
	}
	return y
}

// apply applies the uninterpreted function that represents "of": a function, a constructor, a
// field, or the tester of a constructor.
func (z *free) apply(of any, name string, result *logic.Sort, args []*logic.Term) *logic.Term {
	f := z.funcs[of]
	if f == nil {
		f = z.store.FreshFunc(name, logic.SortsOf(args), z.sort(result))
		z.funcs[of] = f
	}
	return z.store.Apply(f, args...)
}

// test represents the test of a constructor.
type test struct{ c *logic.Constructor }

func (z *free) test(c *logic.Constructor, x *logic.Term) *logic.Term {
	if len(c.Fields) == 0 {
		return z.store.Eq(x, z.apply(c, c.Name, c.Sort, nil))
	}
	return z.apply(test{c}, "is!"+c.Name, z.store.Bool, []*logic.Term{x})
}

// mapped returns the image of a term, or nil if it is built from the images of its arguments.
func (z *free) mapped(x *logic.Term) *logic.Term {
	s := z.store
	args := func() []*logic.Term { return slice.Map(x.Args(), z.image.Map) }
	switch x.Op() {
	case logic.OpApp:
		y := z.apply(x.Func(), x.Func().Name(), x.Func().Result(), args())
		if sort := x.Sort(); sort.IsDatatype() && isEnumeration(sort) {
			z.axioms = append(z.axioms, s.Or(slice.Map(sort.Datatype().Constructors, func(c *logic.Constructor) *logic.Term { return z.test(c, y) })...))
		}
		return y
	case logic.OpField:
		return z.apply(x.Selector(), x.Selector().Name, x.Sort(), args())
	case logic.OpIs:
		return z.test(x.Constructor(), z.image.Map(x.Arg(0)))
	case logic.OpConstruct:
		c := x.Constructor()
		y := z.apply(c, c.Name, x.Sort(), args())
		for i, f := range c.Fields {
			z.axioms = append(z.axioms, s.Eq(z.apply(f, f.Name, f.Sort, []*logic.Term{y}), z.image.Map(x.Arg(i))))
		}
		for _, d := range x.Sort().Datatype().Constructors {
			z.axioms = append(z.axioms, s.Eq(z.test(d, y), s.BoolValue(c == d)))
		}
		return y
	}
	if sort := z.sort(x.Sort()); x.IsVar() && sort != x.Sort() {
		return s.Var(x.Name(), sort)
	}
	return nil
}
