// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/horn"
	"cornet/internal/persist"
	"cornet/internal/rational"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// division divides a clause into parts that share no variable. Bounds do not pass from one part to
// another. So only parts whose arguments have changed are interpreted again. For example, a loop in
// which each of n variables takes the value of the previous one has n parts, and usually only one
// of them changes.
type division struct {
	parts []*part
	of    [][]*part // by atom of the body and argument

	// These fields describe the last interpretation.
	body    []Bounds // nil before the first interpretation
	head    Bounds   // bounds from the parts that are not open
	open    []*part  // parts to be interpreted again
	without int      // the number of other parts that have no values
}

// part is the part of a clause about some of its variables.
type part struct {
	constraint *logic.Term
	body       []bodyArgument
	head       []int // positions of arguments
	size       int   // number of subterms

	// These fields describe the last interpretation.
	open bool // there was no interpretation, or an argument has changed since
	none bool // the part has no values
}

// bodyArgument is an argument of a body atom.
type bodyArgument struct{ atom, at int }

// divide finds the parts of a clause with a head.
//
// Cost: near-linear in the size of the clause (union-find).
func divide(s *logic.Store, c *horn.Clause) *division {
	var linked unionfind.Sets[*logic.Term]
	// a variable of each term; nil for terms without variables
	visited := map[*logic.Term]*logic.Term{}
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
		z.of = append(z.of, nil)
		for j, t := range a.Args {
			p := of(t)
			p.body = append(p.body, bodyArgument{i, j})
			z.of[i] = append(z.of[i], p)
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
	}
	return z
}

// changed records the states of the body. Then the open parts are those with an argument whose
// interval has changed.
func (z *division) changed(body []Bounds) {
	if z.body == nil {
		z.open = slices.Clone(z.parts)
		for _, p := range z.parts {
			p.open = true
		}
	}
	for i, now := range body {
		if z.body == nil {
			break
		}
		before := z.body[i]
		before.differ(now, func(j int) {
			p := z.of[i][j]
			if p.open || before.at(j).Equal(now.at(j)) {
				return
			}
			z.open, p.open = append(z.open, p), true
			if p.none {
				z.without, p.none = z.without-1, false
			}
		})
	}
	z.body = body
}

// post interprets clause c under the states of its body. The predicates of c have no templates. It
// interprets the parts that have changed, until one of them has no values.
//
// Cost: linear in the changes of the states and the parts that they affect.
func (d *Intervals) post(c int, body []Bounds) (z Bounds, ok bool) {
	clause := d.sys.Clauses[c]
	if d.divisions[c] == nil {
		d.divisions[c] = divide(d.sys.Store, clause)
	}
	x := d.divisions[c]
	x.changed(body)
	d.worked = 0
	var changes []persist.Change[rational.Interval]
	for x.without == 0 && len(x.open) > 0 {
		p := x.open[len(x.open)-1]
		x.open, p.open = x.open[:len(x.open)-1], false
		d.worked += p.size
		out, ok := d.interpret(p, clause, body)
		if !ok {
			x.without, p.none = x.without+1, true
			break
		}
		changes = append(changes, out...)
	}
	slices.SortFunc(changes, func(a, b persist.Change[rational.Interval]) int { return a.Key - b.Key })
	x.head = Bounds{x.head.of.SetAll(changes)}
	return x.head, x.without == 0
}

// interpret evaluates the arguments of the head that p has. ok is false if there are no values.
func (d *Intervals) interpret(p *part, c *horn.Clause, body []Bounds) (z []persist.Change[rational.Interval], ok bool) {
	d.terms.allow(p.size)
	d.terms.relations = nil
	sc := &scope{}
	for _, a := range p.body {
		v := body[a.atom].at(a.at)
		if t := c.Body[a.atom].Args[a.at]; !v.IsFull() && !d.terms.narrow(sc, t, v) {
			return nil, false
		}
	}
	if !d.terms.relate(sc) || !d.terms.refine(sc, p.constraint, true, maxDisjunctions) {
		return nil, false
	}
	sc.refresh()
	d.terms.allow(p.size) // the budget for this part
	for _, j := range p.head {
		var v rational.Interval
		if t := c.Head.Args[j]; t.Sort().IsArith() {
			v = d.terms.eval(sc, t)
		}
		z = append(z, persist.Change[rational.Interval]{Key: j, Value: v})
	}
	return z, true
}
