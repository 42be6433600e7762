// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// division divides a clause into parts that have no variable in common. Bounds do not pass from one
// part to another, so that a clause is interpreted again only in the parts whose arguments have
// changed: a loop in which each of n variables takes the value of the one before has n parts, and
// mostly one of them changes.
type division struct {
	parts []*part
	size  int // subterms of the parts
}

// part is what a clause says about some of its variables.
type part struct {
	constraint *logic.Term
	body       []bodyArgument
	head       []int // arguments
	size       int   // subterms

	// The last interpretation.
	known bool
	in    []rational.Interval // of body
	out   []rational.Interval // of head
	ok    bool                // there are values
}

// bodyArgument is one of an atom of the body.
type bodyArgument struct{ atom, at int }

// divide finds the parts of a clause with a head.
//
// Cost: linear in the size of the clause, apart from the logarithms of union-find.
func divide(s *logic.Store, c *horn.Clause) *division {
	var linked unionfind.Sets[*logic.Term]
	visited := map[*logic.Term]*logic.Term{} // a variable of each term; nil for none
	// link joins the variables of t, and returns one of them.
	link := func(t *logic.Term) *logic.Term {
		var some *logic.Term
		logic.Walk(func(u *logic.Term) bool {
			if !u.HasVars() {
				return false
			}
			v, again := visited[u]
			if u.IsVar() {
				v = u
			}
			if v != nil && some != nil {
				linked.Union(v, some)
			}
			if some == nil {
				some = v
			}
			return !again
		}, t)
		logic.Walk(func(u *logic.Term) bool {
			if _, again := visited[u]; again || !u.HasVars() {
				return false
			}
			visited[u] = some
			return true
		}, t)
		return some
	}
	var conj []*logic.Term
	for _, x := range (signed{c.Constraint, true}).conjuncts() {
		if !x.positive {
			x.t = s.Not(x.t)
		}
		link(x.t)
		conj = append(conj, x.t)
	}
	for _, a := range c.Body {
		for _, t := range a.Args {
			link(t)
		}
	}
	for _, t := range c.Head.Args {
		link(t)
	}
	z := &division{}
	parts, said := map[*logic.Term]*part{}, map[*part][]*logic.Term{}
	of := func(t *logic.Term) *part {
		root := visited[t]
		if root != nil {
			root = linked.Find(root)
		}
		if parts[root] == nil {
			parts[root] = &part{}
			z.parts = append(z.parts, parts[root])
		}
		return parts[root]
	}
	for _, t := range conj {
		said[of(t)] = append(said[of(t)], t)
	}
	for i, a := range c.Body {
		for j, t := range a.Args {
			p := of(t)
			p.body = append(p.body, bodyArgument{i, j})
		}
	}
	for j, t := range c.Head.Args {
		p := of(t)
		p.head = append(p.head, j)
	}
	for _, p := range z.parts {
		p.constraint = s.And(said[p]...)
		terms := []*logic.Term{p.constraint}
		for _, j := range p.head {
			terms = append(terms, c.Head.Args[j])
		}
		p.size = logic.Size(terms...) + len(p.body)
		p.out = make([]rational.Interval, len(p.head))
		z.size += p.size
	}
	return z
}

// post interprets clause c, about whose predicates there are no templates, under the states of its
// body. spared is the number of subterms in parts that were not interpreted again.
func (d *Intervals) post(c int, body []Bounds) (z Bounds, ok bool, spared int) {
	clause := d.sys.Clauses[c]
	if d.divisions[c] == nil {
		d.divisions[c] = divide(d.sys.Store, clause)
	}
	z, spared = make(Bounds, len(clause.Head.Args)), d.divisions[c].size
	for _, p := range d.divisions[c].parts {
		now := make([]rational.Interval, len(p.body))
		for k, a := range p.body {
			now[k] = body[a.atom][a.at]
		}
		if !p.known || !slices.EqualFunc(now, p.in, rational.Interval.Equal) {
			spared -= p.size
			p.known, p.in = true, now
			p.ok = d.interpret(p, clause)
		}
		if !p.ok {
			return nil, false, spared
		}
		for k, j := range p.head {
			z[j] = p.out[k]
		}
	}
	return z, true, spared
}

// interpret evaluates the arguments of the head that p has; it reports whether there are values.
func (d *Intervals) interpret(p *part, c *horn.Clause) bool {
	d.terms.allow(p.size)
	d.terms.relations = nil
	sc := &scope{}
	for k, a := range p.body {
		if t := c.Body[a.atom].Args[a.at]; !p.in[k].IsFull() && !d.terms.narrow(sc, t, p.in[k]) {
			return false
		}
	}
	if !d.terms.relate(sc) || !d.terms.refine(sc, p.constraint, true, maxDisjunctions) {
		return false
	}
	sc.refresh()
	d.terms.allow(p.size) // for what is evaluated there
	for k, j := range p.head {
		p.out[k] = rational.Interval{}
		if t := c.Head.Args[j]; t.Sort().IsArith() {
			p.out[k] = d.terms.eval(sc, t)
		}
	}
	return true
}
