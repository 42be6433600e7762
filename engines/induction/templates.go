// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"slices"

	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// templates makes conjectures of common forms that are too large for enumeration:
//
//	f(g(x, y), z…) = h(f(x, z…), f(y, z…))    f distributes over g:             count(z, x ++ y) = count(z, x) + count(z, y)
//	k(g(x…), h(x…)) = x                        g and h split what k joins:       take(n, x) ++ drop(n, x) = x
//	k(f(g(x…)), f(h(x…))) = f(x)               or what f adds up:                count(z, take(n, x)) + count(z, drop(n, x)) = count(z, x)
//	f(x, f(y, z)) = f(y, f(x, z))              the order of steps is the same:   insert(x, insert(y, z)) = insert(y, insert(x, z))
//	f(g(x…, y), z…) = g(x…, f(y, z…))          a step of g may come later:       merge(insert(x, y), z) = insert(x, merge(y, z))
//	f(x…, y) = k(f(x…, c), y)                  y is an accumulator:              qrev(x, y) = qrev(x, nil) ++ y
//
// It also generalises goals: a variable replaces a constant, or a term replaces a variable:
//
//	l(c) = r    from  l(y) = k(r, y)           exp(x, n) = qexp(x, n, 1)     from  qexp(x, n, y) = exp(x, n) · y
//	l(x) = r    from  l(k(x, y)) = h(r, y)     rotate(length(x), x) = x      from  rotate(length(x), x ++ y) = y ++ x
//	l(x, x)     from  l(x, k(y, x))            union(x, x) = x               from  union(x, y ++ x) = y ++ x
type templates struct {
	*explorer
	store *logic.Store
	// for each sort, operators that combine two values of the sort to a third
	binary map[*logic.Sort][]maker
}

func newTemplates(s *logic.Store, e *explorer) *templates {
	t := &templates{explorer: e, store: s, binary: map[*logic.Sort][]maker{}}
	for _, m := range e.makers {
		if len(m.sorts) == 2 && m.sorts[0] == m.sorts[1] && m.result == m.sorts[0] {
			t.binary[m.result] = append(t.binary[m.result], m)
		}
	}
	for _, op := range []func(...*logic.Term) *logic.Term{s.And, s.Or} {
		t.binary[s.Bool] = append(t.binary[s.Bool], maker{sorts: []*logic.Sort{s.Bool, s.Bool}, result: s.Bool, make: func(args []*logic.Term) *logic.Term { return op(args...) }})
	}
	return t
}

// run makes conjectures from the functions.
func (t *templates) run() {
	for _, f := range t.makers {
		if !f.function || turn.Yield(t.ctx) != nil {
			continue
		}
		vars := t.variables(f.sorts)
		if vars == nil {
			continue
		}
		for i, sort := range f.sorts {
			if !sort.IsInt() && !(sort.IsDatatype() && slices.ContainsFunc(sort.Datatype().Constructors, isDeep)) {
				continue
			}
			t.distributes(f, vars, i)
			if sort == f.result {
				t.accumulates(f, vars, i)
				t.splits(f, vars, i)
				t.passes(f, i)
			}
		}
	}
}

// distributes conjectures that f distributes over an operator in argument i.
func (t *templates) distributes(f maker, vars []*logic.Term, i int) {
	pair := t.variables(append(slices.Clone(f.sorts), f.sorts[i]))
	if pair == nil {
		return
	}
	x, y := vars[i], pair[len(pair)-1]
	call := func(a *logic.Term) *logic.Term { return f.make(replaced(vars, i, a)) }
	for _, g := range t.binary[f.sorts[i]] {
		left := call(g.make([]*logic.Term{x, y}))
		for _, h := range t.binary[f.result] {
			t.both(left, h, call(x), call(y))
		}
	}
}

// accumulates conjectures that argument i of f is an accumulator.
func (t *templates) accumulates(f maker, vars []*logic.Term, i int) {
	for _, c := range t.constants(f.result) {
		for _, k := range t.binary[f.result] {
			if len(f.sorts) > 1 && !slices.Equal(f.sorts, k.sorts) {
				t.both(f.make(vars), k, f.make(replaced(vars, i, c)), vars[i])
			}
		}
	}
}

// splits conjectures that f and another function split their argument i.
func (t *templates) splits(f maker, vars []*logic.Term, i int) {
	for _, g := range t.makers {
		if !g.function || g.result != f.result || !slices.Equal(g.sorts, f.sorts) {
			continue
		}
		left, right := f.make(vars), g.make(vars)
		for _, k := range t.binary[f.result] {
			t.equal(k.make([]*logic.Term{left, right}), vars[i])
		}
		for _, m := range t.makers {
			j := slices.Index(m.sorts, f.result)
			if !m.function || j < 0 || m.result == f.result && len(m.sorts) > 1 {
				continue
			}
			all := t.variables(slices.Concat(f.sorts, slices.Delete(slices.Clone(m.sorts), j, j+1)))
			if all == nil {
				continue
			}
			of := func(x *logic.Term) *logic.Term { return m.make(slices.Insert(slices.Clone(all[len(vars):]), j, x)) }
			for _, k := range t.binary[m.result] {
				t.equal(k.make([]*logic.Term{of(left), of(right)}), of(vars[i]))
			}
		}
	}
}

// passes conjectures that a step of a function may come before f, in argument i, or after it, and
// that steps of f commute.
func (t *templates) passes(f maker, i int) {
	for _, g := range t.makers {
		if !g.function || g.result != f.result {
			continue
		}
		for k, sort := range g.sorts {
			if sort != g.result {
				continue
			}
			all := t.variables(slices.Concat(f.sorts, slices.Delete(slices.Clone(g.sorts), k, k+1)))
			if all == nil {
				continue
			}
			outer, inner := all[:len(f.sorts)], all[len(f.sorts):]
			step := func(x *logic.Term) *logic.Term { return g.make(slices.Insert(slices.Clone(inner), k, x)) }
			t.equal(f.make(replaced(outer, i, step(outer[i]))), step(f.make(outer)))
		}
	}
}

// generalise conjectures equations that imply the equation goal.
func (t *templates) generalise(goal *logic.Term) {
	if goal.Op() != logic.OpEq {
		return
	}
	for _, side := range [][2]*logic.Term{{goal.Arg(0), goal.Arg(1)}, {goal.Arg(1), goal.Arg(0)}} {
		left, right := side[0], side[1]
		t.places(left, func(x *logic.Term, with func(*logic.Term) *logic.Term) {
			y := t.store.Var("w!0", x.Sort())
			if x.Op() == logic.OpConstruct && x.Sort() == right.Sort() {
				for _, k := range t.binary[x.Sort()] {
					t.both(with(y), k, right, y)
				}
			}
			if !x.IsVar() || x.Sort() != right.Sort() {
				return
			}
			for _, k := range t.binary[x.Sort()] {
				for _, h := range t.binary[x.Sort()] {
					t.both(with(k.make([]*logic.Term{x, y})), h, right, y)
					t.both(with(k.make([]*logic.Term{y, x})), h, right, y)
				}
			}
		})
	}
}

// maxPlaces limits the occurrences of a variable if only some of them are replaced.
const maxPlaces = 4

// apart generalises the equation goal if a variable occurs more than once in it. In some places, it
// replaces the variable x by a longer value that ends with x: union(x, x) = x becomes union(x, z ++
// x) = z ++ x.
func (t *templates) apart(goal *logic.Term) {
	if goal.Op() != logic.OpEq {
		return
	}
	for _, v := range logic.FreeVars(goal) {
		for _, k := range t.binary[v.Sort()] {
			longer := k.make([]*logic.Term{t.store.Var("w!0", v.Sort()), v})
			for chosen := 1; ; chosen++ {
				n := 0
				var with func(x *logic.Term) *logic.Term
				with = func(x *logic.Term) *logic.Term {
					if x == v {
						n++
						if chosen>>(n-1)&1 == 1 {
							return longer
						}
					}
					return t.store.Rebuild(x, slice.Map(x.Args(), with))
				}
				x, y := with(goal.Arg(0)), with(goal.Arg(1))
				// replacing all places only gives an instance of the goal
				if n > maxPlaces || chosen >= 1<<n-1 {
					break
				}
				t.equal(x, y)
			}
		}
	}
}

// places visits the variables in x and the terms of constructors without variables. with replaces
// the subterm at that place.
func (t *templates) places(x *logic.Term, visit func(y *logic.Term, with func(*logic.Term) *logic.Term)) {
	if x.IsVar() || x.Op() == logic.OpConstruct && !x.HasVars() && !x.HasApps() {
		visit(x, func(z *logic.Term) *logic.Term { return z })
		return
	}
	for i, a := range x.Args() {
		t.places(a, func(y *logic.Term, with func(*logic.Term) *logic.Term) {
			visit(y, func(z *logic.Term) *logic.Term { return t.store.Rebuild(x, replaced(x.Args(), i, with(z))) })
		})
	}
}

// both conjectures that x equals an operator applied to y and z, in either order.
func (t *templates) both(x *logic.Term, k maker, y, z *logic.Term) {
	t.equal(x, k.make([]*logic.Term{y, z}))
	t.equal(x, k.make([]*logic.Term{z, y}))
}

// equal conjectures that x equals y if examples support it.
func (t *templates) equal(x, y *logic.Term) {
	if turn.Yield(t.ctx) != nil {
		return
	}
	body, vars := renamed(t.store, t.store.Eq(x, y), t.vars)
	if len(vars) == len(logic.FreeVars(body)) && t.holds(body, t.examples) {
		t.found(x, y)
	}
}

// holds reports whether no example makes x false, and at least a third of the examples give it a
// value that can be computed.
func (t *templates) holds(x *logic.Term, examples [][]*logic.Term) bool {
	vars := logic.FreeVars(x)
	defined := 0
	for _, example := range examples {
		values := slice.Map(vars, func(v *logic.Term) *logic.Term { return example[slices.Index(t.vars, v)] })
		switch y := t.theory.Evaluate(t.store.Substitute(x, vars, values)); {
		case y == nil:
		case y.IsFalse():
			return false
		default:
			defined++
		}
	}
	return defined*3 >= len(examples)
}

// variables returns different variables of the sorts, or nil if there are not enough.
func (t *templates) variables(sorts []*logic.Sort) []*logic.Term {
	var z []*logic.Term
	for _, sort := range sorts {
		i := slices.IndexFunc(t.vars, func(v *logic.Term) bool { return v.Sort() == sort && !slices.Contains(z, v) })
		if i < 0 {
			return nil
		}
		z = append(z, t.vars[i])
	}
	return z
}

// constants returns the values of a datatype with one constructor, and also those with two if a
// constructor has one field.
func (t *templates) constants(sort *logic.Sort) []*logic.Term {
	if !sort.IsDatatype() {
		return nil
	}
	var z []*logic.Term
	for _, c := range sort.Datatype().Constructors {
		if len(c.Fields) == 0 {
			z = append(z, t.store.Construct(c))
		}
	}
	for _, c := range sort.Datatype().Constructors {
		if len(c.Fields) == 1 && c.Fields[0].Sort == sort && len(z) > 0 {
			z = append(z, t.store.Construct(c, z[0]))
		}
	}
	return z
}

func replaced(xs []*logic.Term, i int, x *logic.Term) []*logic.Term {
	z := slices.Clone(xs)
	z[i] = x
	return z
}
