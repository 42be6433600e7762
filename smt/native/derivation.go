// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file keeps the evidence of lemmas about equations: a derivation of false, step by step. Each
// step belongs to one partition. It is the coloured congruence graph of Fuchs et al. (TACAS 2009),
// coloured for all cuts at once: the formulas of a partition are on its side of every cut.

// step is an inference from literals and equations. Its conclusion is left = right, false or, for
// words, left ≤ right.
type step struct {
	left, right *logic.Term // nil for false
	rel         relKind     // the relation of left and right
	in          partitions  // partitions in which all terms have a meaning; empty for a mixed step
	lits        []sat.Lit   // premises that are literals
	from        []chain     // premises that are equations
}

// chain is a sequence of equations: the right side of each is the left side of the next.
type chain []*step

// grounds has the data that equality needs to keep derivations.
type grounds struct {
	colors *colors
	usage  *usage
	leaves map[euf.Node]*logic.Term    // the terms of leaves of the graph
	apps   map[euf.Node]*logic.Term    // the terms of applications, as far as they were requested
	stands map[*logic.Term]*logic.Term // by symbol: the term that it represents
	equals map[sat.Var]*logic.Term     // by literal made for two nodes: their equation
	shared []*logic.Term               // arithmetic symbols of several partitions
	spare  int                         // number of interface terms with an offset that may still be made
}

// maxOffsets bounds the equations x = y + numeral that the proofs of one query may assume to get
// from one partition to another.
const maxOffsets = 40

func newGrounds(c *colors, u *usage) *grounds {
	return &grounds{colors: c, usage: u, leaves: map[euf.Node]*logic.Term{}, apps: map[euf.Node]*logic.Term{}, stands: map[*logic.Term]*logic.Term{},
		equals: map[sat.Var]*logic.Term{}, spare: maxOffsets}
}

// term returns the term of node n, or nil if there is no such term.
func (q *equality) term(n euf.Node) *logic.Term {
	if _, isApp := q.g.Fn(n); !isApp {
		return q.grounds.leaves[n]
	}
	if t := q.grounds.apps[n]; t != nil {
		return t
	}
	var args []*logic.Term
	for _, a := range q.g.Args(n, nil) {
		t := q.term(a)
		if t == nil {
			return nil // the node may get a meaning later
		}
		args = append(args, t)
	}
	t := q.applied(n, args)
	q.grounds.apps[n] = t
	return t
}

// applied returns the function of n applied to args.
func (q *equality) applied(n euf.Node, args []*logic.Term) *logic.Term {
	f, _ := q.g.Fn(n)
	s, key := q.enc.store, q.heads[f]
	if key.kind != plainFn {
		return nil
	}
	switch key.op {
	case logic.OpSelect:
		return s.Select(args[0], args[1])
	case logic.OpStore:
		return s.Store(args[0], args[1], args[2])
	case logic.OpConstArray:
		return s.ConstArray(q.sorts[n], args[0])
	case logic.OpConstruct:
		return s.Construct(key.of.(*logic.Constructor), args...)
	case logic.OpField:
		return s.Field(key.of.(*logic.Selector), args[0])
	case logic.OpIs:
		return s.Is(key.of.(*logic.Constructor), args[0])
	}
	if key.op != logic.OpApp {
		return q.wordApplied(key, args)
	}
	return s.Apply(key.of.(*logic.Func), args...)
}

// common returns the partitions in which all of ts have a meaning. The set is empty if one of them
// is nil.
func (g *grounds) common(ts ...*logic.Term) partitions {
	if slices.Contains(ts, nil) {
		return nil
	}
	return g.colors.common(ts...)
}

// deriver makes the derivation of one lemma. Literals that steps depend on are added to the lemma's
// clause.
type deriver struct {
	*equality
	made map[[2]euf.Node]chain
}

// derive keeps the derivation of false. It starts from the equations between pairs of nodes, and
// from the negated literals of the clause so far.
func (q *equality) derive(pairs [][2]euf.Node) sat.Cert {
	d := &deriver{q, map[[2]euf.Node]chain{}}
	root := &step{}
	for _, l := range q.clause {
		root.lits = append(root.lits, l.Not())
	}
	var ends []*logic.Term
	for _, p := range pairs {
		root.from = append(root.from, d.chain(p[0], p[1]))
		ends = append(ends, q.term(p[0]), q.term(p[1]))
	}
	d.locate(root, ends...)
	return q.enc.arith.log.add(certificate{ground: root})
}

// locate sets the partitions of step x, which is over the given terms. It prefers a partition of
// the step's literals.
func (d *deriver) locate(x *step, ts ...*logic.Term) *step {
	x.in = d.grounds.common(ts...)
	for _, l := range x.lits {
		if u := d.grounds.usage.of(l.Var()); u.count() == 1 && u.meets(x.in) {
			x.in = u
		}
	}
	return x
}

// chain returns the equations on the path from a to b. If possible, neighbours belong to one
// partition.
func (d *deriver) chain(a, b euf.Node) chain {
	key := [2]euf.Node{a, b}
	if z, ok := d.made[key]; ok {
		return z
	}
	var z chain
	for _, l := range d.g.Links(a, b, nil) {
		z = append(z, d.link(l)...)
	}
	for i := 0; i < len(z); {
		in, j := z[i].in, i+1
		for ; j < len(z) && in.meets(z[j].in); j++ {
			in = in.common(z[j].in)
		}
		for ; i < j; i++ {
			z[i].in = in
		}
	}
	d.made[key] = z
	return z
}

// assumed calls add, which adds literals to the clause. It returns the negations of these literals.
func (d *deriver) assumed(add func()) []sat.Lit {
	before := len(d.clause)
	add()
	z := make([]sat.Lit, 0, len(d.clause)-before)
	for _, l := range d.clause[before:] {
		z = append(z, l.Not())
	}
	return z
}

// link returns the equations for one link of an explanation.
func (d *deriver) link(l euf.Link) chain {
	switch l.Why {
	case euf.Hub:
		return d.equalValues(d.sharedTerm(l.From), d.sharedTerm(l.To))
	case euf.Congruence:
		return d.congruence(l.From, l.To)
	}
	x := &step{left: d.term(l.From), right: d.term(l.To)}
	ts := []*logic.Term{x.left, x.right}
	switch why := &d.why[l.Why]; why.kind {
	case byLiteral:
		x.lits = d.assumed(func() { d.clause = append(d.clause, why.lit.Not()) })
	case byDiffering:
		x.lits = d.assumed(func() { d.addEqual(d.sharedTerm(why.i), d.sharedTerm(why.j)) })
		ts = append(ts, d.term(why.i), d.term(why.j))
	case byFolding:
		for _, p := range why.premises {
			ts = append(ts, d.term(p[0]), d.term(p[1]))
			if c := d.chain(p[0], p[1]); len(c) > 0 {
				x.from = append(x.from, c)
			}
		}
	case byOrder:
		// In both directions: from one end to the other and back.
		first, rest := why.cycle[:1], why.cycle[1:]
		u, v := first[0].u, first[0].v
		ts = append(ts, d.term(u), d.term(v))
		x.from = append(x.from, chain{d.ordered(&first[0])})
		if len(rest) > 0 {
			x.from = append(x.from, append(slices.Clone(d.chain(v, rest[0].u)), d.orderChain(rest, u)...))
		} else {
			x.from = append(x.from, d.chain(v, u))
		}
	}
	return chain{d.locate(x, ts...)}
}

// equalValues returns equations between x and y, whose values are equal in the model, with the
// literals that state this. If x and y have no partition in common, the equations go through
// symbols that partitions share.
func (d *deriver) equalValues(x, y *sharedTerm) chain {
	left, right := d.term(x.node), d.term(y.node)
	if d.grounds.common(left, right).isEmpty() && left != nil && right != nil {
		switch {
		case x.lit != sat.NoLit:
			value := d.enc.store.BoolValue(d.out.Value(x.lit) == sat.True)
			at := func(l sat.Lit) []sat.Lit { return d.assumed(func() { d.clause = append(d.clause, d.falseNow(l)) }) }
			return chain{
				d.locate(&step{left: left, right: value, lits: at(x.lit)}, left),
				d.locate(&step{left: value, right: right, lits: at(y.lit)}, right),
			}
		case x.sort.IsArith():
			if way := d.interfaceTerms(x, y); way != nil {
				return d.equalSums(way)
			}
		}
	}
	z := &step{left: left, right: right, lits: d.assumed(func() { d.addDiffer(x, y) })}
	return chain{d.locate(z, left, right)}
}

// sum is an arithmetic term, both in the form of the tableau and as a term.
type sum struct{ tableau, term *logic.Term }

// equalSums returns the equations between neighbours on a path.
func (d *deriver) equalSums(way []sum) chain {
	s := d.enc.store
	var z chain
	for i, a := range way[:len(way)-1] {
		b := way[i+1]
		lits := d.assumed(func() {
			d.clause = d.addBound(d.clause, s.Le(a.tableau, b.tableau), false)
			d.clause = d.addBound(d.clause, s.Le(b.tableau, a.tableau), false)
		})
		z = append(z, d.locate(&step{left: a.term, right: b.term, lits: lits}, a.term, b.term))
	}
	return z
}

// interfaceTerms returns a shortest path from x to y through symbols of several partitions.
// Neighbours have a partition in common. The symbols have the value of x; if this fails, the path
// may use symbols and offsets. The result is nil if there is no path. The search is breadth-first.
func (d *deriver) interfaceTerms(x, y *sharedTerm) []sum {
	value := d.enc.arith.valueOf(x)
	s := d.enc.store
	for _, offsets := range [2]bool{false, true} {
		if offsets && d.grounds.spare == 0 {
			return nil
		}
		stops := []sum{{x.term, d.term(x.node)}, {y.term, d.term(y.node)}}
		for _, t := range d.grounds.shared {
			at, ok := d.enc.table.tableauVars[t]
			if t.Sort() != x.sort || !ok || int(at) >= len(d.enc.arith.model) {
				continue
			}
			gap := value.Sub(d.enc.arith.model[at])
			if gap.IsZero() {
				stops = append(stops, sum{t, t})
			} else if offsets {
				u := s.Add(t, s.Num(gap, t.Sort()))
				stops = append(stops, sum{u, u})
			}
		}
		came := make([]int, len(stops)) // 1 plus the stop before; 0 if not reached
		came[0] = 1
		for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			for next := range stops {
				if came[next] == 0 && d.grounds.common(stops[at].term).meets(d.grounds.common(stops[next].term)) {
					came[next] = at + 1
					queue = append(queue, next)
				}
			}
		}
		if came[1] == 0 {
			continue
		}
		if offsets {
			d.grounds.spare--
		}
		z := []sum{stops[1]}
		for at := 1; at != 0; {
			at = came[at] - 1
			z = append(z, stops[at])
		}
		slices.Reverse(z)
		return z
	}
	return nil
}

// congruence returns the equations between two applications to equal arguments. If the applications
// have no partition in common, it inserts others in between: arguments are replaced one by one, if
// a partition has them (Fuchs et al., Section 3).
func (d *deriver) congruence(from, to euf.Node) chain {
	left, right := d.term(from), d.term(to)
	a, b := d.g.Args(from, nil), d.g.Args(to, nil)
	ways := make([]chain, len(a))
	for i := range a {
		if a[i] != b[i] {
			ways[i] = d.chain(a[i], b[i])
		}
	}
	// The arguments count too: the applications may have been simplified.
	ts := []*logic.Term{left, right}
	for i := range a {
		ts = append(ts, d.term(a[i]), d.term(b[i]))
	}
	if in := d.grounds.common(ts...); in.isEmpty() && !slices.Contains(ts, nil) {
		if z := d.stepwise(from, a, ways); z != nil {
			return z
		}
	}
	z := &step{left: left, right: right}
	for _, w := range ways {
		if len(w) > 0 {
			z.from = append(z.from, w)
		}
	}
	return chain{d.locate(z, ts...)}
}

// maxGrid bounds the applications that stepwise considers.
const maxGrid = 2000

// stepwise returns a shortest sequence of equations between applications of one function. Each
// equation replaces one argument by a later one on its path, and belongs to a partition. The result
// is nil if there is no such sequence.
func (d *deriver) stepwise(n euf.Node, args []euf.Node, ways []chain) chain {
	size := 1
	for _, w := range ways {
		if size *= len(w) + 1; size > maxGrid {
			return nil
		}
	}
	// A point of the grid is a number in mixed radix. Its digits tell how far each argument has
	// advanced.
	argument := func(i, at int) *logic.Term {
		if at == 0 {
			return d.term(args[i])
		}
		return ways[i][at-1].right
	}
	type application struct {
		term *logic.Term
		in   partitions
	}
	points := make([]application, size)
	at := func(point int) application {
		z := &points[point]
		if z.term == nil {
			ts := make([]*logic.Term, len(args), len(args)+1)
			rest := point
			for i, w := range ways {
				if ts[i] = argument(i, rest%(len(w)+1)); ts[i] == nil {
					return application{}
				}
				rest /= len(w) + 1
			}
			z.term = d.applied(n, ts)
			z.in = d.grounds.common(append(ts, z.term)...)
		}
		return *z
	}
	type move struct{ from, arg, at, to int }
	came := make([]*move, size)
	for queue := []int{0}; len(queue) > 0 && came[size-1] == nil; queue = queue[1:] {
		point, radix, rest := queue[0], 1, queue[0]
		for i, w := range ways {
			far := rest % (len(w) + 1)
			rest /= len(w) + 1
			for next := len(w); next > far; next-- {
				p := point + (next-far)*radix
				if came[p] == nil && at(point).in.meets(at(p).in) {
					came[p] = &move{point, i, far, next}
					queue = append(queue, p)
				}
			}
			radix *= len(w) + 1
		}
	}
	var z chain
	for p := size - 1; p != 0; p = came[p].from {
		m := came[p]
		if m == nil {
			return nil
		}
		a, b := at(m.from), at(p)
		z = append(z, &step{left: a.term, right: b.term, in: a.in.common(b.in), from: []chain{ways[m.arg][m.at:m.to]}})
	}
	slices.Reverse(z)
	return z
}
