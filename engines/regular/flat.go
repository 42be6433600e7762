// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// clause is a Horn clause over states: cells and body imply the head. Its variables are numbers.
type clause struct {
	sorts []int // of variables
	fixed []int // values of Boolean variables, -1 for others
	cells []atom
	body  []atom
	head  *atom // nil for a query
	plan  []step
}

// atom is a relation of states; for a cell, symbol is a constructor and the last argument its result.
type atom struct {
	symbol int
	args   []int
}

// maxCases bounds the clauses that are made of one.
const maxCases = 64

// literal is an atom of a constraint, or its negation.
type literal struct {
	atom *logic.Term
	neg  bool
}

// cases returns the disjunctive normal form of t, or of its negation; what says nothing about datatypes, and what has too many cases, is taken to hold.
func cases(s *logic.Store, t *logic.Term, neg bool) [][]literal {
	all := [][]literal{nil}
	switch t.Op() {
	case logic.OpTrue, logic.OpFalse:
		if t.IsTrue() == neg {
			return nil
		}
		return all
	case logic.OpNot:
		return cases(s, t.Arg(0), !neg)
	case logic.OpAnd, logic.OpOr:
		if (t.Op() == logic.OpOr) != neg {
			return either(s, t.Args(), neg)
		}
		for _, a := range t.Args() {
			if y := product(all, cases(s, a, neg)); len(y) <= maxCases {
				all = y
			}
		}
		return all
	case logic.OpIte:
		c, x, y := t.Arg(0), t.Arg(1), t.Arg(2)
		return either(s, []*logic.Term{s.And(c, x), s.And(s.Not(c), y)}, neg)
	case logic.OpEq:
		x, y := t.Arg(0), t.Arg(1)
		if x.Sort().IsBool() {
			return slices.Concat(product(cases(s, x, false), cases(s, y, neg)), product(cases(s, x, true), cases(s, y, !neg)))
		}
		if x.Sort().IsDatatype() {
			return [][]literal{{{t, neg}}}
		}
	case logic.OpIs:
		if !neg {
			return [][]literal{{{t, false}}}
		}
		all = nil
		for _, c := range t.Arg(0).Sort().Datatype().Constructors {
			if c != t.Constructor() {
				all = append(all, []literal{{s.Is(c, t.Arg(0)), false}})
			}
		}
	case logic.OpVar, logic.OpField:
		return [][]literal{{{t, neg}}}
	}
	return all
}

// either returns the cases of a disjunction of terms, or of their negations.
func either(s *logic.Store, terms []*logic.Term, neg bool) (z [][]literal) {
	for _, a := range terms {
		z = append(z, cases(s, a, neg)...)
	}
	if len(z) > maxCases || slices.ContainsFunc(z, func(c []literal) bool { return len(c) == 0 }) {
		return [][]literal{nil}
	}
	return z
}

func product(x, y [][]literal) (z [][]literal) {
	for _, a := range x {
		for _, b := range y {
			z = append(z, slices.Concat(a, b))
		}
	}
	return z
}

// flattener makes a clause of one case.
type flattener struct {
	*signature
	parent []int // of variables: a union-find structure
	sort   []int
	fixed  []int
	of     map[*logic.Term]int
	cells  []atom
	body   []atom
}

// flat returns the clauses of c.
func (g *signature) flat(c *horn.Clause) (z []*clause) {
	s := g.store
	constraint := []*logic.Term{c.Constraint}
	plain := func(a *horn.Atom) horn.Atom { // variables for Boolean arguments
		args := slices.Clone(a.Args)
		for i, x := range args {
			if x.Sort().IsBool() && len(x.Args()) > 0 {
				args[i] = s.Fresh("b", s.Bool)
				constraint = append(constraint, s.Eq(args[i], x))
			}
		}
		return horn.Atom{Pred: a.Pred, Args: args}
	}
	var body []horn.Atom
	for i := range c.Body {
		body = append(body, plain(&c.Body[i]))
	}
	var end horn.Atom
	if c.Head != nil {
		end = plain(c.Head)
	}
	for _, conj := range cases(s, s.And(constraint...), false) {
		f := &flattener{signature: g, of: map[*logic.Term]int{}}
		for _, l := range conj {
			f.literal(l)
		}
		for i := range body {
			f.body = append(f.body, f.atom(&body[i]))
		}
		var head *atom
		if c.Head != nil {
			h := f.atom(&end)
			head = &h
		}
		if k := f.clause(head); k != nil {
			z = append(z, k)
		}
	}
	return z
}

func (f *flattener) literal(l literal) {
	x := l.atom
	switch {
	case x.Op() == logic.OpIs:
		c := x.Constructor()
		a := atom{symbol: f.opOf[c]}
		for _, i := range f.ops[a.symbol].fields {
			a.args = append(a.args, f.term(f.store.Field(c.Fields[i], x.Arg(0))))
		}
		a.args = append(a.args, f.term(x.Arg(0)))
		f.cells = append(f.cells, a)
	case x.Op() != logic.OpEq:
		v := f.term(x)
		w := f.fresh(boolean)
		f.fixed[w] = 1
		if l.neg {
			f.fixed[w] = 0
		}
		f.union(v, w)
	case l.neg:
		f.body = append(f.body, atom{f.different(f.sortOf[x.Arg(0).Sort()]), []int{f.term(x.Arg(0)), f.term(x.Arg(1))}})
	default:
		f.union(f.term(x.Arg(0)), f.term(x.Arg(1)))
	}
}

// different returns the relation of the states of different values of sort d.
func (g *signature) different(d int) int {
	n, ok := g.differ[d]
	if !ok {
		n = len(g.rels)
		g.differ[d] = n
		g.rels = append(g.rels, []int{d, d})
	}
	return n
}

func (f *flattener) atom(a *horn.Atom) atom {
	z := atom{symbol: f.relOf[a.Pred]}
	for _, x := range a.Args {
		if f.hasStates(x.Sort()) {
			z.args = append(z.args, f.term(x))
		}
	}
	return z
}

func (f *flattener) fresh(sort int) int {
	f.parent = append(f.parent, len(f.parent))
	f.sort = append(f.sort, sort)
	f.fixed = append(f.fixed, -1)
	return len(f.parent) - 1
}

// term returns the variable for t.
func (f *flattener) term(t *logic.Term) int {
	if v, ok := f.of[t]; ok {
		return v
	}
	v := f.fresh(f.sortOf[t.Sort()])
	f.of[t] = v
	switch t.Op() {
	case logic.OpTrue:
		f.fixed[v] = 1
	case logic.OpFalse:
		f.fixed[v] = 0
	case logic.OpConstruct:
		a := atom{symbol: f.opOf[t.Constructor()]}
		for _, i := range f.ops[a.symbol].fields {
			a.args = append(a.args, f.term(t.Arg(i)))
		}
		a.args = append(a.args, v)
		f.cells = append(f.cells, a)
	}
	return v
}

func (f *flattener) find(v int) int {
	for f.parent[v] != v {
		v = f.parent[v]
	}
	return v
}

func (f *flattener) union(v, w int) { f.parent[f.find(v)] = f.find(w) }

// clause returns the clause of what has been noted; nil if it holds anyway.
func (f *flattener) clause(head *atom) *clause {
	z := &clause{head: head, cells: f.cells, body: f.body}
	number := make([]int, len(f.parent))
	for v := range f.parent {
		if f.find(v) == v {
			number[v] = len(z.sorts)
			z.sorts = append(z.sorts, f.sort[v])
			z.fixed = append(z.fixed, -1)
		}
	}
	for v, x := range f.fixed {
		n := number[f.find(v)]
		if x >= 0 && z.fixed[n] >= 0 && x != z.fixed[n] {
			return nil
		}
		z.fixed[n] = max(z.fixed[n], x)
	}
	rename := func(a *atom) {
		for i, v := range a.args {
			a.args[i] = number[f.find(v)]
		}
	}
	for i := range z.cells {
		rename(&z.cells[i])
	}
	for i := range z.body {
		rename(&z.body[i])
	}
	if head != nil {
		rename(head)
	}
	z.prepare()
	return z
}

// disequalities returns clauses for the relations of different values, those of the sorts of fields among them: values of two constructors differ, and so do values of one that
// differ in a field. Fields without states may always differ.
func (g *signature) disequalities() (z []*clause) {
	done := map[int]bool{}
	for again := true; again; {
		again = false
		for d := range g.sorts {
			if _, ok := g.differ[d]; !ok || done[d] {
				continue
			}
			done[d], again = true, true
			z = append(z, g.disequality(d)...)
		}
	}
	return z
}

func (g *signature) disequality(d int) (z []*clause) {
	head := atom{symbol: g.different(d)}
	if d == boolean {
		for v := range 2 {
			f := &flattener{signature: g}
			f.fresh(boolean)
			f.fresh(boolean)
			f.fixed[0], f.fixed[1] = v, 1-v
			z = append(z, f.clause(&atom{head.symbol, []int{0, 1}}))
		}
		return z
	}
	for i, a := range g.ops {
		for j, b := range g.ops {
			if a.result != d || b.result != d {
				continue
			}
			add := func(field int) {
				f := &flattener{signature: g}
				h := atom{symbol: head.symbol}
				for k, o := range []op{a, b} {
					cell := atom{symbol: []int{i, j}[k]}
					for _, e := range o.args {
						cell.args = append(cell.args, f.fresh(e))
					}
					cell.args = append(cell.args, f.fresh(d))
					f.cells = append(f.cells, cell)
					h.args = append(h.args, len(f.parent)-1)
				}
				if field >= 0 {
					f.body = []atom{{g.different(a.args[field]), []int{f.cells[0].args[field], f.cells[1].args[field]}}}
				}
				z = append(z, f.clause(&h))
			}
			if i != j || len(a.fields) < len(a.constructor.Fields) {
				add(-1)
				continue
			}
			for k := range a.args {
				add(k)
			}
		}
	}
	return z
}
