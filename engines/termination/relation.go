// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/logic"
	"cornet/smt"
)

// block relates the visits of a cut point to the next visits of cut points: one formula describes
// all paths of steps in between.
//
// Each step has a Boolean that is true if the path uses the step. A used step implies its
// constraint, and that the path uses a step before it. The clauses have variables of their own,
// since no path uses a step twice. So the formula grows with the steps, and not with the paths.
type block struct {
	from    int
	state   []*logic.Term // the state at the start
	formula *logic.Term
	links   []link
	arrive  []int         // links that lead to a cut point
	into    map[int][]int // links by the predicate that they lead to
}

// link is a step of a block.
type link struct {
	termination.Step
	used   *logic.Term
	source int           // predicate that the link leaves
	target int           // predicate that the link leads to
	vars   []*logic.Term // the variables of the clause in the block
	args   []*logic.Term // arguments of the body atom
	head   []*logic.Term
	guard  *logic.Term // the constraint
}

// newBlock returns the block from a cut point of a component. facts are known facts about
// predicates, by number, over horn.Params.
func (p *program) newBlock(c *component, from int, facts []*logic.Term) *block {
	s := p.s
	name := fmt.Sprintf("b%d!", from)
	b := &block{from: from, into: map[int][]int{}}
	isCut := map[int]bool{}
	for _, q := range c.cuts {
		isCut[q] = true
	}
	out := map[int][]termination.Step{}
	for _, e := range c.steps {
		source, _ := p.ends(e)
		out[source] = append(out[source], e)
	}
	seen := map[int]bool{from: true}
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		for _, e := range out[todo[0]] {
			l := p.link(name, len(b.links), from, e, facts)
			b.into[l.target] = append(b.into[l.target], len(b.links))
			if isCut[l.target] {
				b.arrive = append(b.arrive, len(b.links))
			} else if !seen[l.target] {
				seen[l.target] = true
				todo = append(todo, l.target)
			}
			b.links = append(b.links, l)
		}
	}
	for i, x := range p.q.System.Preds[from].Params() {
		b.state = append(b.state, s.Var(fmt.Sprintf("%ss%d", name, i), x))
	}
	parts := []*logic.Term{s.Substitute(facts[from], horn.Params(s, p.q.System.Preds[from]), b.state)}
	for _, l := range b.links {
		var use []*logic.Term
		if l.source == from {
			for i, x := range l.args {
				use = append(use, s.Eq(x, b.state[i]))
			}
		} else {
			var before []*logic.Term
			for _, k := range b.into[l.source] {
				ok := []*logic.Term{b.links[k].used}
				for i, x := range l.args {
					ok = append(ok, s.Eq(x, b.links[k].head[i]))
				}
				before = append(before, s.And(ok...))
			}
			use = append(use, s.Or(before...))
		}
		parts = append(parts, s.Implies(l.used, s.And(append(use, l.guard)...)))
	}
	b.formula = s.And(parts...)
	return b
}

// link returns a step with its own variables.
func (p *program) link(name string, n, from int, e termination.Step, facts []*logic.Term) link {
	s, c := p.s, p.clause(e)
	vars := c.Vars()
	own := make([]*logic.Term, len(vars))
	for i, v := range vars {
		own[i] = s.Var(fmt.Sprintf("%s%d.%d", name, n, i), v.Sort())
	}
	at := s.NewSubstitution(vars, own)
	z := link{Step: e, used: s.Var(fmt.Sprintf("%su%d", name, n), s.Bool), vars: own, guard: at.Apply(c.Constraint)}
	z.source, z.target = p.ends(e)
	z.args, z.head = at.ApplyAll(c.Body[e.Atom].Args), at.ApplyAll(c.Head.Args)
	guard := []*logic.Term{z.guard}
	for i, a := range c.Body {
		if k := p.index[a.Pred]; i != e.Atom || k != from {
			guard = append(guard, s.Substitute(facts[k], horn.Params(s, a.Pred), at.ApplyAll(a.Args)))
		}
	}
	z.guard = s.And(guard...)
	return z
}

// path is an execution of a block from a cut point to a cut point.
type path struct {
	from, to int
	links    []int         // links of the block, in order
	state    []*logic.Term // variables for the state at the start
	next     []*logic.Term // the state at the end, over the variables of the start and others
	// constraint holds on the path, over the same variables.
	constraint *logic.Term
}

// trace returns the path to the end of a link that a model of the block's formula uses.
func (b *block) trace(s *logic.Store, m *logic.Model, arrival int) *path {
	links := []int{arrival}
	for b.links[links[0]].source != b.from {
		l := b.links[links[0]]
		before := -1
	search:
		for _, k := range b.into[l.source] {
			if !m.Holds(b.links[k].used) {
				continue
			}
			for i, x := range l.args {
				if !m.Holds(s.Eq(x, b.links[k].head[i])) {
					continue search
				}
			}
			before = k
			break
		}
		if before < 0 {
			return nil // the model does not determine some values
		}
		links = append([]int{before}, links...)
	}
	return b.path(s, links)
}

// path returns a path through links. It replaces variables by terms that equal them, if they are
// arguments of body atoms.
func (b *block) path(s *logic.Store, links []int) *path {
	z := &path{from: b.from, to: b.links[links[len(links)-1]].target, links: links, state: b.state}
	now := b.state
	var parts []*logic.Term
	for _, k := range links {
		l := b.links[k]
		var vars, terms []*logic.Term
		known := map[*logic.Term]bool{}
		for i, x := range l.args {
			if x.IsVar() && !known[x] {
				known[x] = true
				vars, terms = append(vars, x), append(terms, now[i])
			}
		}
		at := s.NewSubstitution(vars, terms)
		for i, x := range l.args {
			parts = append(parts, s.Eq(at.Apply(x), now[i]))
		}
		parts = append(parts, at.Apply(l.guard))
		now = at.ApplyAll(l.head)
	}
	z.next, z.constraint = now, s.And(parts...)
	return z
}

// find returns a path of the block to one of its ends for which wanted holds, with a model, or nil
// if there is no such path. ok is false if the solver could not decide.
func (b *block) find(ctx context.Context, s *logic.Store, solver smt.Solver, wanted func(l link) *logic.Term) (p *path, m *logic.Model, ok bool, err error) {
	ends := make([]*logic.Term, len(b.arrive))
	for i, k := range b.arrive {
		ends[i] = s.And(b.links[k].used, wanted(b.links[k]))
	}
	goal := s.Or(ends...)
	status := smt.Unsat
	if !goal.IsFalse() {
		if status, err = solver.Check(ctx, goal); err != nil {
			return nil, nil, false, err
		}
	}
	if status != smt.Sat {
		return nil, nil, status == smt.Unsat, nil
	}
	if m, err = solver.Model(); err != nil {
		return nil, nil, false, err
	}
	for i, k := range b.arrive {
		if m.Holds(ends[i]) {
			p = b.trace(s, m, k)
			return p, m, p != nil, nil
		}
	}
	return nil, nil, false, nil
}
