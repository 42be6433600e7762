// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"slices"
	"strconv"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// encoding is a query with the two sides of every cut renamed apart.
type encoding struct {
	parts []*logic.Term
	cuts  []Cut
	// below and above rename the state of a cut to the copy for the node and to the copy for its
	// parent.
	below, above []*logic.Substitution
	// indices are, for every node, terms of its part at which arrays are read
	// and written: the instances of bound variables.
	indices [][]*logic.Term
}

// maxInstances bounds the instances of a bound variable on one side of a cut.
const maxInstances = 8

func (x *Explorer) encode(q *smt.Query, cuts []Cut) *encoding {
	e := &encoding{cuts: cuts}
	images := make([][2][]*logic.Term, len(q.Part)) // variables and terms per part
	rename := func(part int, cut Cut, side string, i int) *logic.Substitution {
		copies := slice.Map(cut.State, func(v *logic.Term) *logic.Term { return x.store.Var(v.Name()+"\\"+side+strconv.Itoa(i), v.Sort()) })
		images[part][0] = append(images[part][0], cut.State...)
		images[part][1] = append(images[part][1], copies...)
		return x.store.NewSubstitution(cut.State, copies)
	}
	for i, parent := range q.Parent {
		if parent < 0 {
			e.below, e.above = append(e.below, nil), append(e.above, nil)
			continue
		}
		e.below = append(e.below, rename(i, cuts[i], "below", i))
		e.above = append(e.above, rename(parent, cuts[i], "above", i))
	}
	for i, t := range q.Part {
		t = x.store.Substitute(t, images[i][0], images[i][1])
		e.parts = append(e.parts, t)
		e.indices = append(e.indices, indicesOf(t))
	}
	return e
}

// indicesOf returns the ground terms at which t reads and writes arrays.
func indicesOf(t *logic.Term) []*logic.Term {
	var z []*logic.Term
	logic.Walk(func(u *logic.Term) bool {
		if op := u.Op(); (op == logic.OpSelect || op == logic.OpStore) && !slices.Contains(z, u.Arg(1)) {
			z = append(z, u.Arg(1))
		}
		return !u.HasQuantifiers() || u == t
	}, t)
	return z
}

// relate returns the formula that the value x below a cut and the value y above it are in relation
// r.
func (r Relation) relate(s *logic.Store, x, y *logic.Term) *logic.Term {
	switch {
	case r == Same || !x.Sort().IsBool() && !x.Sort().IsArith():
		return s.Eq(x, y)
	case x.Sort().IsBool():
		return s.Or(s.Not(x), y)
	}
	return s.Le(x, y)
}

// quantifiedBelow and quantifiedAbove handle a template with bound variables, each on its side of
// cut i. They state that the template has the values that the state variables give it. They state
// this only for the index terms of the side's part. This weakens the relation, so the query is more
// abstract and its interpolants are still interpolants of the original.
func (e *encoding) quantifiedBelow(s *logic.Store, t Template, i int) *logic.Term {
	return e.instances(s, t, i, func(x *logic.Term) *logic.Term {
		return t.Relation.relate(s, e.below[i].Apply(x), x)
	})
}

func (e *encoding) quantifiedAbove(s *logic.Store, t Template, i, parent int) *logic.Term {
	return e.instances(s, t, parent, func(x *logic.Term) *logic.Term {
		return s.Eq(x, e.above[i].Apply(x))
	})
}

// instances returns the conjunction of the results of say for instances of a template's term. Index
// terms of a part replace the bound variables.
func (e *encoding) instances(s *logic.Store, t Template, part int, say func(*logic.Term) *logic.Term) *logic.Term {
	instances := [][]*logic.Term{nil}
	for _, v := range t.Bound {
		var longer [][]*logic.Term
		n := 0
		for _, i := range e.indices[part] {
			if i.Sort() != v.Sort() || n == maxInstances {
				continue
			}
			n++
			for _, prefix := range instances {
				longer = append(longer, append(slices.Clip(prefix), i))
			}
		}
		instances = longer
	}
	var z []*logic.Term
	for _, to := range instances {
		z = append(z, say(s.Substitute(t.Term, t.Bound, to)))
	}
	return s.And(z...)
}

// equations returns a formula for a choice: at every cut of the group, its template has related
// values on the two sides.
func (e *encoding) equations(s *logic.Store, q *smt.Query, c Choice) *logic.Term {
	var z []*logic.Term
	for i, parent := range q.Parent {
		if parent < 0 || e.cuts[i].Group != c.Group {
			continue
		}
		t := e.cuts[i].Templates[c.Template]
		if len(t.Bound) == 0 {
			z = append(z, t.Relation.relate(s, e.below[i].Apply(t.Term), e.above[i].Apply(t.Term)))
			continue
		}
		z = append(z, e.quantifiedBelow(s, t, i), e.quantifiedAbove(s, t, i, parent))
	}
	return s.And(z...)
}

// query returns the abstract query of an element and, for every node, the
// substitution of templates for their symbols. Templates with bound variables
// have no symbol: they share the state variables that occur in them.
func (e *encoding) query(s *logic.Store, q *smt.Query, element Element) (*smt.Query, []*logic.Substitution) {
	conjuncts := make([][]*logic.Term, len(q.Part))
	for i, t := range e.parts {
		conjuncts[i] = []*logic.Term{t}
	}
	concrete := make([]*logic.Substitution, len(q.Part))
	for i, parent := range q.Parent {
		var symbols, terms []*logic.Term
		for k, c := range element.Choices {
			if parent < 0 || e.cuts[i].Group != c.Group {
				continue
			}
			t := e.cuts[i].Templates[c.Template]
			if len(t.Bound) > 0 {
				conjuncts[i] = append(conjuncts[i], e.quantifiedBelow(s, t, i))
				conjuncts[parent] = append(conjuncts[parent], e.quantifiedAbove(s, t, i, parent))
				continue
			}
			y := s.Var("\\template"+strconv.Itoa(k)+"@"+strconv.Itoa(i), t.Term.Sort())
			symbols, terms = append(symbols, y), append(terms, t.Term)
			conjuncts[i] = append(conjuncts[i], t.Relation.relate(s, e.below[i].Apply(t.Term), y))
			conjuncts[parent] = append(conjuncts[parent], s.Eq(y, e.above[i].Apply(t.Term)))
		}
		concrete[i] = s.NewSubstitution(symbols, terms)
	}
	z := &smt.Query{Parent: q.Parent, Strength: q.Strength}
	for _, c := range conjuncts {
		z.Part = append(z.Part, s.And(c...))
	}
	return z, concrete
}
