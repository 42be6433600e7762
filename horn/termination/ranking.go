// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"fmt"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/scc"
	"cornet/logic"
)

// Conditions returns the Horn system that has a model if the tuples prove termination: Model must
// be one. Its predicates are those of the question, and a copy p~since of each predicate p that is
// on a cycle and is not a cut point. The copy remembers the tuple of the last cut point in its
// first arguments.
//
//	p(x̄) ∧ φ → q(ȳ)         also gives, if p is a cut point with the tuple r and q is not,
//	p(x̄) ∧ φ → q~since(r(x̄), ȳ)
//
//	p(x̄) ∧ φ → q(ȳ)         also gives, if q is a cut point with the tuple s and p is not,
//	p~since(r̄, x̄) ∧ φ ∧ ¬(s(ȳ) ≺ r̄) → false
//
// The other two cases are similar. s ≺ r is the lexicographic order in which the component that
// decreases was not negative. Components are integers, or reals that decrease by at least 1, or
// bit-vectors, which are compared as unsigned numbers.
//
// It returns an error if the tuples cannot be right, for example because of a cycle without a cut
// point.
//
// Cost: linear in the system, plus the tuples for each step on a cycle.
func (r *Ranking) Conditions(q Question) (*horn.System, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	b := &conditions{q: q, s: q.System.Store, tuples: r.Tuples, index: q.System.Index()}
	if len(r.Tuples) != len(q.System.Preds) {
		return nil, fmt.Errorf("termination: there are tuples for %d predicates, but the system has %d", len(r.Tuples), len(q.System.Preds))
	}
	b.components()
	if err := b.acyclic(); err != nil {
		return nil, err
	}
	if err := b.signatures(); err != nil {
		return nil, err
	}
	b.copies()
	z := &horn.System{Store: b.s, Preds: append([]*logic.Func(nil), q.System.Preds...)}
	for _, p := range b.since {
		if p != nil {
			z.Preds = append(z.Preds, p)
		}
	}
	z.Clauses = append(z.Clauses, q.Derivations()...)
	for _, e := range q.All() {
		if b.onCycle(e) {
			z.Clauses = append(z.Clauses, b.clause(e))
		}
	}
	return z, z.Check()
}

// conditions makes the conditions of a ranking.
type conditions struct {
	q      Question
	s      *logic.Store
	tuples [][]*logic.Term
	index  map[*logic.Func]int
	graph  *scc.Graph
	next   [][]int         // successors by predicate
	sorts  [][]*logic.Sort // sorts of the tuples, by component
	since  []*logic.Func   // copies, by predicate; nil where there is no copy
}

// ends returns the predicates that a step leads from and to.
func (b *conditions) ends(e Step) (from, to int) {
	c := b.q.System.Clauses[e.Clause]
	return b.index[c.Body[e.Atom].Pred], b.index[c.Head.Pred]
}

func (b *conditions) components() {
	b.next = make([][]int, len(b.q.System.Preds))
	for _, e := range b.q.All() {
		from, to := b.ends(e)
		b.next[from] = append(b.next[from], to)
	}
	b.graph = scc.Find(len(b.next), func(v int) []int { return b.next[v] })
}

// onCycle reports whether a step is on a cycle.
func (b *conditions) onCycle(e Step) bool {
	from, to := b.ends(e)
	return b.graph.Of[from] == b.graph.Of[to]
}

// acyclic returns an error if there is a cycle without cut points.
func (b *conditions) acyclic() error {
	rest := scc.Find(len(b.next), func(v int) (z []int) {
		for _, w := range b.next[v] {
			if b.tuples[v] == nil && b.tuples[w] == nil {
				z = append(z, w)
			}
		}
		return z
	})
	for i, cyclic := range rest.Cyclic {
		if cyclic {
			p := b.q.System.Preds[rest.Components[i][0]]
			return fmt.Errorf("termination: a cycle through %v has no cut point; a predicate on it needs a tuple", p)
		}
	}
	return nil
}

// signatures finds the sorts of the tuples.
func (b *conditions) signatures() error {
	b.sorts = make([][]*logic.Sort, len(b.graph.Components))
	seen := make([]bool, len(b.graph.Components))
	for p, tuple := range b.tuples {
		if tuple == nil {
			continue
		}
		name, k := b.q.System.Preds[p], b.graph.Of[p]
		if err := over(b.s, name, tuple...); err != nil {
			return err
		}
		for _, t := range tuple {
			if !t.Sort().IsArith() && !t.Sort().IsBitVec() {
				return fmt.Errorf("termination: a component of the tuple of %v has sort %v; expected Int, Real or a bit-vector", name, t.Sort())
			}
		}
		sorts := logic.SortsOf(tuple)
		if seen[k] && !slices.Equal(sorts, b.sorts[k]) {
			return fmt.Errorf("termination: the tuple of %v has the sorts (%s), that of another predicate on its cycles (%s)",
				name, logic.SortList(sorts), logic.SortList(b.sorts[k]))
		}
		seen[k], b.sorts[k] = true, sorts
	}
	return nil
}

// over returns an error unless the only symbols of the terms are the parameters of p.
func over(s *logic.Store, p *logic.Func, terms ...*logic.Term) error {
	params := map[*logic.Term]bool{}
	for _, v := range horn.Params(s, p) {
		params[v] = true
	}
	for _, t := range terms {
		if t.HasApps() {
			return fmt.Errorf("termination: a term about %v mentions %v", p, logic.Funcs(t)[0])
		}
		for _, v := range logic.FreeVars(t) {
			if !params[v] {
				return fmt.Errorf("termination: a term about %v mentions %v, which is no parameter of it", p, v)
			}
		}
	}
	return nil
}

// copies makes the predicates that remember a tuple.
func (b *conditions) copies() {
	taken := map[string]bool{}
	for _, p := range b.q.System.Preds {
		taken[p.Name()] = true
	}
	b.since = make([]*logic.Func, len(b.q.System.Preds))
	for i, p := range b.q.System.Preds {
		if !b.graph.OnCycle(i) || b.tuples[i] != nil {
			continue
		}
		name := p.Name() + "~since"
		for n := 2; taken[name]; n++ {
			name = p.Name() + "~since" + strconv.Itoa(n)
		}
		taken[name] = true
		sorts := append([]*logic.Sort(nil), b.sorts[b.graph.Of[i]]...)
		b.since[i] = b.s.Func(name, append(sorts, p.Params()...), b.s.Bool)
	}
}

// clause returns the condition of a step on a cycle.
func (b *conditions) clause(e Step) *horn.Clause {
	z := b.q.System.Clauses[e.Clause].Clone()
	z.Assert = 0
	from, to := b.ends(e)
	atom := &z.Body[e.Atom]
	var old []*logic.Term
	if b.tuples[from] != nil {
		old = b.instance(from, atom.Args)
	} else {
		for _, x := range b.sorts[b.graph.Of[from]] {
			old = append(old, b.s.Fresh("rank", x))
		}
		*atom = horn.Atom{Pred: b.since[from], Args: append(append([]*logic.Term(nil), old...), atom.Args...)}
	}
	if b.tuples[to] == nil {
		z.Head = &horn.Atom{Pred: b.since[to], Args: append(append([]*logic.Term(nil), old...), z.Head.Args...)}
		return z
	}
	less := Less(b.s, b.instance(to, z.Head.Args), old)
	z.Constraint, z.Head = b.s.And(z.Constraint, b.s.Not(less)), nil
	return z
}

// instance returns the tuple of a cut point for the given arguments.
func (b *conditions) instance(p int, args []*logic.Term) []*logic.Term {
	z := b.s.NewSubstitution(horn.Params(b.s, b.q.System.Preds[p]), args)
	return z.ApplyAll(append([]*logic.Term(nil), b.tuples[p]...))
}

// Less returns the formula x ≺ y for two tuples of the same sorts: a component decreases from y to
// x, it is not negative in y, and no component before it grows.
//
// Cost: linear in the tuples.
func Less(s *logic.Store, x, y []*logic.Term) *logic.Term {
	z := s.False()
	for i := len(x) - 1; i >= 0; i-- {
		strict, weak := compare(s, x[i], y[i])
		z = s.Or(strict, s.And(weak, z))
	}
	return z
}

// compare returns the formulas for a component that decreases from y to x, and for one that does
// not grow.
func compare(s *logic.Store, x, y *logic.Term) (strict, weak *logic.Term) {
	if x.Sort().IsBitVec() {
		return s.Not(s.BV(logic.OpBVUle, y, x)), s.BV(logic.OpBVUle, x, y)
	}
	zero, one := s.Num(rational.Rat{}, x.Sort()), s.Num(rational.Int(1), x.Sort())
	return s.And(s.Ge(y, zero), s.Le(s.Add(x, one), y)), s.Le(x, y)
}
