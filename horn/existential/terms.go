// SPDX-License-Identifier: Apache-2.0

package existential

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// terms makes the terms that instantiate variables of a clause, the most likely ones first.
type terms struct {
	store  *logic.Store
	clause *clause
	tests  tests
	lists  map[*logic.Sort][]*logic.Term // by sort, for any variable
}

// tuples returns tuples of terms for the variables of e: those with the smallest sum of ranks
// first. inHead says that instances of e have positive atoms. The number of tuples is bounded.
//
// Cost: O(tuples·bound variables), after the ranks are known.
func (z *terms) tuples(e *horn.Existential, inHead bool) (tuples [][]*logic.Term) {
	n := maxInstances
	if inHead {
		n = maxWitnesses
	}
	lists := make([][]*logic.Term, len(e.Bound))
	most := 0
	for i, v := range e.Bound {
		lists[i] = z.forVariable(e, v, inHead)
		if len(lists[i]) == 0 {
			lists[i] = []*logic.Term{z.store.DefaultValue(v.Sort())}
		}
		most += len(lists[i]) - 1
	}
	tuple := make([]*logic.Term, len(e.Bound))
	var fill func(i, rank int)
	fill = func(i, rank int) {
		if i == len(tuple)-1 {
			if rank < len(lists[i]) && len(tuples) < n {
				tuple[i] = lists[i][rank]
				tuples = append(tuples, slices.Clone(tuple))
			}
			return
		}
		for k := 0; k <= rank && k < len(lists[i]) && len(tuples) < n; k++ {
			tuple[i] = lists[i][k]
			fill(i+1, rank-k)
		}
	}
	for rank := 0; rank <= most && len(tuples) < n; rank++ {
		fill(0, rank)
	}
	return tuples
}

// forVariable returns the terms for one variable of e: terms that stand beside the variable in an
// equation or comparison, then terms in the positions of the variable (arguments of the same
// predicate, indices of arrays), then any others. For a forall in a body, the others are only tried
// if there are no terms in positions of the variable.
func (z *terms) forVariable(e *horn.Existential, v *logic.Term, inHead bool) []*logic.Term {
	out := z.list()
	z.beside(&out, e, v)
	z.positions(&out, e, v)
	if len(out.terms) == 0 || inHead {
		for _, t := range z.any(v.Sort()) {
			out.add(t)
		}
	}
	return out.terms[:min(len(out.terms), maxTerms)]
}

// list is a list of different terms over the variables of a clause.
type list struct {
	vars  []*logic.Term
	terms []*logic.Term
	known map[*logic.Term]bool
}

func (z *terms) list() list { return list{vars: z.clause.vars, known: map[*logic.Term]bool{}} }

// add adds terms unless they mention other variables.
func (l *list) add(all ...*logic.Term) {
	for _, t := range all {
		other := func(v *logic.Term) bool { return !slices.Contains(l.vars, v) }
		if !l.known[t] && !t.HasApps() && !t.HasQuantifiers() && !slices.ContainsFunc(logic.FreeVars(t), other) {
			l.known[t] = true
			l.terms = append(l.terms, t)
		}
	}
}

// beside adds t for a comparison of v and t in e, or in a test of its atoms, and the neighbours of
// t.
func (z *terms) beside(out *list, e *horn.Existential, v *logic.Term) {
	s := z.store
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpEq:
			for i := range 2 {
				if t.Arg(i) == v {
					out.add(t.Arg(1 - i))
				}
			}
			fallthrough
		case logic.OpLe, logic.OpLt:
			if v.Sort() != s.Int && v.Sort() != s.Real || t.Arg(0).Sort() != v.Sort() {
				break
			}
			difference := s.Sub(t.Arg(0), t.Arg(1))
			for _, rest := range []*logic.Term{s.Add(v, difference), s.Sub(v, difference)} {
				out.add(rest)
				out.add(s.Add(rest, z.one(v.Sort())))
				out.add(s.Sub(rest, z.one(v.Sort())))
			}
		}
		return true
	}, append(z.tests.of(s, e.Body), e.Body)...)
}

func (z *terms) one(sort *logic.Sort) *logic.Term {
	if sort == z.store.Real {
		return z.store.RealNum(1)
	}
	return z.store.IntNum(1)
}

// position is a place for an argument: of a predicate, or the index of an array that has a sort.
type position struct {
	pred  *logic.Func
	array *logic.Sort
	arg   int
}

// positions adds the terms of the clause in places where e has v.
func (z *terms) positions(out *list, e *horn.Existential, v *logic.Term) {
	places := map[position]bool{}
	visit := func(f func(p position, t *logic.Term), roots ...*logic.Term) {
		logic.Walk(func(t *logic.Term) bool {
			switch t.Op() {
			case logic.OpApp:
				for i, a := range t.Args() {
					f(position{pred: t.Func(), arg: i}, a)
				}
			case logic.OpSelect, logic.OpStore:
				f(position{array: t.Arg(0).Sort(), arg: 1}, t.Arg(1))
			}
			return true
		}, roots...)
	}
	visit(func(p position, t *logic.Term) {
		if t == v {
			places[p] = true
		}
	}, e.Body)
	all := slices.Concat(z.clause.Side, z.clause.Heads)
	for k := range z.clause.Some {
		all = append(all, z.clause.Some[k].Body)
	}
	visit(func(p position, t *logic.Term) {
		if places[p] {
			out.add(t)
		}
	}, all...)
}

// any returns terms of a sort: variables of the clause, other terms of it, values, and sums and
// differences of these.
func (z *terms) any(sort *logic.Sort) []*logic.Term {
	if l, ok := z.lists[sort]; ok {
		return l
	}
	s := z.store
	out := z.list()
	for _, v := range z.clause.vars {
		if v.Sort() == sort {
			out.add(v)
		}
	}
	vars := slices.Clone(out.terms)
	logic.Walk(func(t *logic.Term) bool {
		if t.Sort() == sort {
			out.add(t)
		}
		return true
	}, z.clause.parts(s)...)
	z.values(&out, sort)
	if sort == s.Int || sort == s.Real {
		one := z.one(sort)
		for _, t := range slices.Clone(out.terms) {
			if t.Op() == logic.OpNum {
				out.add(s.Add(t, one), s.Sub(t, one))
			}
		}
		for _, t := range vars {
			out.add(s.Add(t, one))
			out.add(s.Sub(t, one))
			out.add(s.Neg(t))
			out.add(s.Add(t, t))
		}
		for i, x := range vars {
			for _, y := range vars[:i] {
				out.add(s.Add(x, y))
				out.add(s.Sub(x, y))
				out.add(s.Sub(y, x))
				out.add(s.Ite(s.Le(x, y), x, y))
				out.add(s.Ite(s.Le(x, y), y, x))
			}
		}
	}
	z.lists[sort] = out.terms[:min(len(out.terms), maxTerms)]
	return z.lists[sort]
}

// values adds simple values of a sort.
func (z *terms) values(out *list, sort *logic.Sort) {
	s := z.store
	switch {
	case sort == s.Bool:
		out.add(s.True())
		out.add(s.False())
	case sort == s.Int || sort == s.Real:
		one := z.one(sort)
		out.add(s.Sub(one, one))
		out.add(one)
		out.add(s.Neg(one))
	case sort.IsDatatype():
		for _, c := range sort.Datatype().Constructors {
			if len(c.Fields) == 0 {
				out.add(s.Construct(c))
			}
		}
	}
	if s.WellFounded(sort) {
		out.add(s.DefaultValue(sort))
	}
}

// conditions returns conditions over the variables of the clause: comparisons in it first.
func (z *terms) conditions() []*logic.Term {
	s := z.store
	out := z.list()
	parts := z.clause.parts(s)
	logic.Walk(func(t *logic.Term) bool {
		if isAtomic(t) {
			out.add(t)
		}
		return true
	}, append(z.tests.of(s, z.clause.Heads...), parts...)...)
	for i, v := range z.clause.vars {
		switch {
		case v.Sort() == s.Int || v.Sort() == s.Real:
			zero := s.Sub(v, v)
			out.add(s.Le(zero, v))
			out.add(s.Lt(zero, v))
			out.add(s.Eq(zero, v))
			for _, w := range z.clause.vars[:i] {
				if w.Sort() == v.Sort() {
					out.add(s.Le(v, w))
					out.add(s.Lt(v, w))
					out.add(s.Eq(v, w))
				}
			}
		case v.Sort().IsDatatype():
			for _, c := range v.Sort().Datatype().Constructors {
				out.add(s.Is(c, v))
			}
		}
	}
	return out.terms[:min(len(out.terms), maxConditions)]
}
