// SPDX-License-Identifier: Apache-2.0

package passtest

import (
	"fmt"

	"cornet/horn"
	"cornet/internal/test/horntest"
	"cornet/logic"
)

// generator makes random systems over Int, Bool and records of them. Finitely many facts are
// derivable, since every integer argument of a head is bounded. Its choices favour the patterns
// that passes handle: steps from one predicate to the next, branches that join, copied, constant
// and unread arguments, equations.
type generator struct {
	*horntest.Choices
	store *logic.Store
	sys   *horn.System
	vars  map[*logic.Sort][]*logic.Term // of the current clause
	Records
}

// Records are sorts of a store.
type Records struct {
	pair  *logic.Sort // of Bool and Int
	outer *logic.Sort // of pair and Int
}

// NewRecords declares the sorts.
func NewRecords(s *logic.Store) Records {
	z := Records{s.NewDatatype("pair"), s.NewDatatype("outer")}
	s.AddConstructor(z.pair, "pair", []string{"flag", "fst"}, []*logic.Sort{s.Bool, s.Int})
	s.AddConstructor(z.outer, "outer", []string{"inner", "snd"}, []*logic.Sort{z.pair, s.Int})
	return z
}

func construct(s *logic.Store, sort *logic.Sort, field func(*logic.Sort) *logic.Term) *logic.Term {
	c := sort.Datatype().Constructors[0]
	return s.Construct(c, field(c.Fields[0].Sort), field(c.Fields[1].Sort))
}

const bound3 = 2 // integer arguments of heads lie in 0 … bound3

// System returns a random system: see generator. The same choices give the same system.
func System(s *logic.Store, r Records, c *horntest.Choices) *horn.System {
	g := &generator{Choices: c, store: s, sys: &horn.System{Store: s}, Records: r}
	kinds := []*logic.Sort{s.Bool, s.Int, s.Int, s.Int}
	if g.Next(3) == 0 {
		kinds = append(kinds, g.pair, g.outer)
	}
	for i := range 2 + g.Next(5) {
		var sorts []*logic.Sort
		for range g.Next(4) {
			sorts = append(sorts, kinds[g.Next(len(kinds))])
		}
		g.sys.Preds = append(g.sys.Preds, s.Func(fmt.Sprintf("p%d", i), sorts, s.Bool))
	}
	last := len(g.sys.Preds) - 1
	g.clause(nil, 0)
	for i := range last {
		g.clause([]int{i}, i+1) // a backbone
	}
	for range g.Next(5) {
		g.any(false)
	}
	if g.Next(4) != 0 {
		g.clause([]int{last}, -1)
	} else {
		g.any(true)
	}
	return g.sys
}

// any adds a clause between any predicates.
func (g *generator) any(query bool) {
	head := -1
	if !query {
		head = g.Next(len(g.sys.Preds))
	}
	var body []int
	for range [...]int{0, 1, 1, 1, 1, 1, 2, 2}[g.Next(8)] {
		body = append(body, g.Next(len(g.sys.Preds)))
	}
	g.clause(body, head)
}

// clause adds a clause with the given predicates; head -1 is a query.
func (g *generator) clause(body []int, head int) {
	s := g.store
	g.vars = map[*logic.Sort][]*logic.Term{}
	for i := range 3 {
		g.vars[s.Int] = append(g.vars[s.Int], s.Var(string(rune('x'+i)), s.Int))
	}
	g.vars[s.Bool] = []*logic.Term{s.Var("a", s.Bool), s.Var("b", s.Bool)}
	g.vars[g.pair] = []*logic.Term{s.Var("t", g.pair), s.Var("u", g.pair)}
	g.vars[g.outer] = []*logic.Term{s.Var("r", g.outer), s.Var("s", g.outer)}
	c := &horn.Clause{Constraint: s.True()}
	var conj []*logic.Term
	for _, i := range body {
		c.Body = append(c.Body, g.atom(i))
	}
	for range g.Next(3) {
		conj = append(conj, g.formula(2))
	}
	if head >= 0 {
		h := g.atom(head)
		for j, t := range h.Args {
			if t.Sort().IsInt() {
				if g.Next(3) == 0 { // a variable defined by an equation
					v := s.Var("w"+string(rune('0'+j)), s.Int)
					conj = append(conj, s.Eq(v, t))
					h.Args[j], t = v, v
				}
			}
			for _, n := range g.numbers(t) {
				conj = append(conj, s.Ge(n, s.IntNum(0)), s.Le(n, s.IntNum(bound3)))
			}
		}
		c.Head = &h
	}
	c.Constraint = s.And(conj...)
	g.sys.Clauses = append(g.sys.Clauses, c)
}

// numbers returns the numbers that occur in t.
func (g *generator) numbers(t *logic.Term) []*logic.Term {
	switch {
	case t.Sort().IsInt():
		return []*logic.Term{t}
	case t.Sort().IsBool():
		return nil
	}
	var z []*logic.Term
	for _, f := range t.Sort().Datatype().Constructors[0].Fields {
		z = append(z, g.numbers(g.store.Field(f, t))...)
	}
	return z
}

func (g *generator) atom(i int) horn.Atom {
	p := g.sys.Preds[i]
	z := horn.Atom{Pred: p}
	for j, sort := range p.Params() {
		vars := g.vars[sort]
		t := vars[j%len(vars)] // mostly the same position
		switch g.Next(8) {
		case 0:
			t = g.value(sort)
		case 1:
			t = g.term(sort, 1)
		case 2:
			t = vars[g.Next(len(vars))]
		}
		z.Args = append(z.Args, t)
	}
	return z
}

func (g *generator) value(sort *logic.Sort) *logic.Term {
	if sort.IsBool() {
		return g.store.BoolValue(g.Next(2) == 0)
	}
	if sort.IsDatatype() {
		return construct(g.store, sort, g.value)
	}
	return g.store.IntNum(int64(g.Next(bound3 + 1)))
}

func (g *generator) term(sort *logic.Sort, depth int) *logic.Term {
	s := g.store
	if sort.IsBool() {
		if depth == 0 {
			return g.vars[sort][g.Next(2)]
		}
		return g.formula(depth - 1)
	}
	if sort.IsDatatype() {
		return g.record(sort, depth)
	}
	v := g.vars[sort][g.Next(3)]
	if depth == 0 {
		return v
	}
	switch g.Next(7) {
	case 0, 1:
		return s.Add(v, s.IntNum(int64(g.Next(3))-1))
	case 2:
		return s.Add(v, g.vars[sort][g.Next(3)])
	case 3:
		return s.Ite(g.formula(0), v, g.term(sort, depth-1))
	case 4:
		return s.Mod(v, s.IntNum(2))
	case 5:
		return s.Add(s.IntDiv(v, s.IntNum(2)), g.value(sort))
	case 6:
		if g.Next(2) == 0 {
			return g.numbers(g.vars[g.outer][g.Next(2)])[g.Next(2)]
		}
	}
	return v
}

// record returns a term of a sort of records.
func (g *generator) record(sort *logic.Sort, depth int) *logic.Term {
	v := g.vars[sort][g.Next(2)]
	if depth == 0 {
		return v
	}
	switch g.Next(4) {
	case 0:
		return construct(g.store, sort, func(f *logic.Sort) *logic.Term { return g.term(f, depth-1) })
	case 1:
		return g.store.Ite(g.formula(0), v, g.record(sort, depth-1))
	case 2:
		if sort == g.pair {
			return g.store.Field(g.outer.Datatype().Constructors[0].Fields[0], g.vars[g.outer][g.Next(2)])
		}
	}
	return v
}

func (g *generator) formula(depth int) *logic.Term {
	s := g.store
	if depth > 0 {
		switch g.Next(6) {
		case 0:
			return s.And(g.formula(depth-1), g.formula(depth-1))
		case 1:
			return s.Or(g.formula(depth-1), g.formula(depth-1))
		case 2:
			return s.Not(g.formula(depth - 1))
		case 3:
			return s.Eq(g.vars[s.Bool][g.Next(2)], g.formula(depth-1))
		}
	}
	switch g.Next(7) {
	case 0:
		return g.vars[s.Bool][g.Next(2)]
	case 4:
		sort := []*logic.Sort{g.pair, g.outer}[g.Next(2)]
		return s.Eq(g.vars[sort][g.Next(2)], g.record(sort, min(depth, 1)))
	case 1, 2:
		return s.Eq(g.vars[s.Int][g.Next(3)], g.term(s.Int, min(depth, 1)))
	case 3:
		return s.Eq(g.vars[s.Int][g.Next(3)], g.value(s.Int))
	}
	return s.Le(g.vars[s.Int][g.Next(3)], g.term(s.Int, min(depth, 1)))
}
