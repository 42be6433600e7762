// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// node is a value in a clause: a variable, or a constructor applied to other nodes.
type node struct {
	sort        *logic.Sort
	constructor *logic.Constructor // nil for a variable
	fields      []*node            // nil for values that have no states
	fixed       int                // value of a Boolean variable; -1 if it is not known
	splits      int                // number of case distinctions that made it
}

// fact is a relation of nodes.
type fact struct {
	rel  int
	args []*node // nil for values that have no states
}

// builder makes clauses of one case of a clause, in which equations are solved by unification.
type builder struct {
	*signature
	nodes []*node
	equal unionfind.Sets[*node]
	of    map[*logic.Term]*node
	body  []fact
	head  *fact
	clash bool // the case is impossible
	made  []*clause
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
		b := g.builder()
		for _, l := range conj {
			b.literal(l)
		}
		for i := range body {
			b.body = append(b.body, b.atom(&body[i]))
		}
		if c.Head != nil {
			h := b.atom(&end)
			b.head = &h
		}
		z = append(z, b.clauses()...)
	}
	return z
}

func (g *signature) builder() *builder { return &builder{signature: g, of: map[*logic.Term]*node{}} }

func (b *builder) literal(l literal) {
	x := l.atom
	switch {
	case x.Op() == logic.OpIs:
		c := x.Constructor()
		b.union(b.term(x.Arg(0)), b.construct(c, func(i int) *node { return b.term(b.store.Field(c.Fields[i], x.Arg(0))) }))
	case x.Op() != logic.OpEq:
		w := b.fresh(b.store.Bool)
		w.fixed = 1
		if l.neg {
			w.fixed = 0
		}
		b.union(b.term(x), w)
	case l.neg:
		b.body = append(b.body, fact{b.different(x.Arg(0).Sort()), []*node{b.term(x.Arg(0)), b.term(x.Arg(1))}})
	default:
		b.union(b.term(x.Arg(0)), b.term(x.Arg(1)))
	}
}

func (b *builder) atom(a *horn.Atom) fact {
	return fact{b.relOf[a.Pred], slice.Map(a.Args, func(x *logic.Term) *node {
		if !b.hasStates(x.Sort()) {
			return nil
		}
		return b.term(x)
	})}
}

func (b *builder) fresh(sort *logic.Sort) *node {
	n := &node{sort: sort, fixed: -1}
	b.nodes = append(b.nodes, n)
	return n
}

// construct returns a node for c applied to the nodes for its fields.
func (b *builder) construct(c *logic.Constructor, field func(int) *node) *node {
	n := b.fresh(c.Sort)
	b.bind(n, c, field)
	return n
}

// bind equates n, a variable, with c applied to the nodes for its fields.
func (b *builder) bind(n *node, c *logic.Constructor, field func(int) *node) {
	fields := make([]*node, len(c.Fields))
	for i, f := range c.Fields {
		if b.hasStates(f.Sort) {
			fields[i] = field(i)
		}
	}
	n.constructor, n.fields = c, fields
}

// term returns the node for t.
func (b *builder) term(t *logic.Term) *node {
	if n, ok := b.of[t]; ok {
		return n
	}
	n := b.fresh(t.Sort())
	switch t.Op() {
	case logic.OpTrue:
		n.fixed = 1
	case logic.OpFalse:
		n.fixed = 0
	case logic.OpConstruct:
		b.bind(n, t.Constructor(), func(i int) *node { return b.term(t.Arg(i)) })
	}
	b.of[t] = n
	return n
}

// union makes x and y equal, and so their fields.
func (b *builder) union(x, y *node) {
	x, y = b.equal.Find(x), b.equal.Find(y)
	if x == y {
		return
	}
	if x.constructor != nil {
		x, y = y, x
	}
	b.clash = b.clash || x.fixed >= 0 && y.fixed >= 0 && x.fixed != y.fixed || x.constructor != nil && x.constructor != y.constructor
	y.fixed = max(x.fixed, y.fixed)
	b.equal.Union(x, y)
	if b.clash || x.constructor == nil {
		return
	}
	for i, f := range x.fields {
		if f != nil {
			b.union(f, y.fields[i])
		}
	}
}

// cyclic reports whether a node is a part of itself. Values never are.
func (b *builder) cyclic() bool {
	state := map[*node]int{} // 1 while its parts are visited, 2 afterwards
	var visit func(n *node) bool
	visit = func(n *node) bool {
		n = b.equal.Find(n)
		if state[n] > 0 {
			return state[n] == 1
		}
		state[n] = 1
		for _, f := range n.fields {
			if f != nil && visit(f) {
				return true
			}
		}
		state[n] = 2
		return false
	}
	return slices.ContainsFunc(b.nodes, visit)
}

// clauses returns the clauses of the case. If a variable is read together with a constructor, there
// is one for each constructor of the variable.
func (b *builder) clauses() []*clause {
	if !b.clash && !b.cyclic() {
		b.split(maxCases)
	}
	return b.made
}

// split makes a clause for each combination of constructors on which the rest depends. It stops
// when there would be more than limit clauses.
func (b *builder) split(limit int) {
	v := b.stuck()
	if v == nil || len(v.sort.Datatype().Constructors) > limit {
		b.made = append(b.made, b.emit())
		return
	}
	all := v.sort.Datatype().Constructors
	for _, c := range all {
		b.bind(v, c, func(i int) *node {
			n := b.fresh(c.Fields[i].Sort)
			n.splits = v.splits + 1
			return n
		})
		b.split(limit / len(all))
	}
	v.constructor, v.fields = nil, nil
}

// maxSplits bounds the case distinctions that make a variable.
const maxSplits = 2

// stuck returns a variable that is read together with a constructor, or nil.
func (b *builder) stuck() *node {
	seen := map[[2]*node]bool{}
	var visit func(x, y *node) *node
	visit = func(x, y *node) *node {
		x, y = b.equal.Find(x), b.equal.Find(y)
		switch {
		case seen[[2]*node{x, y}] || x.constructor == nil && y.constructor == nil:
			return nil
		case x.constructor == nil:
			x, y = y, x
		}
		seen[[2]*node{x, y}] = true
		if y.constructor == nil {
			if y.splits < maxSplits {
				return y
			}
			return nil
		}
		for _, r := range b.ops[b.opOf[[2]*logic.Constructor{x.constructor, y.constructor}]].reads {
			if r.first >= 0 && r.second >= 0 {
				if v := visit(x.fields[r.first], y.fields[r.second]); v != nil {
					return v
				}
			}
		}
		return nil
	}
	facts := b.body
	if b.head != nil {
		facts = append(slices.Clip(facts), *b.head)
	}
	for _, f := range facts {
		for _, p := range b.rels[f.rel].pairs {
			if v := visit(f.args[p[0]], f.args[p[1]]); v != nil {
				return v
			}
		}
	}
	return nil
}
