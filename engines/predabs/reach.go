// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
)

// state is an abstract state: a predicate with a conjunction of formulas of its
// precision, and the application that made it.
type state struct {
	loc  *location
	set  []int // indices into the precision, ascending
	term *logic.Term
	from *application
	// number counts the states of a round.
	number int
	dead   bool // the state implies a later, weaker state
}

// application is a clause with a state for every body atom.
type application struct {
	clause int
	body   []*state
}

// reach computes the abstract states that the facts reach. It returns an application of a query, or
// nil if no query applies. In that case the states are a model.
func (s *search) reach(ctx context.Context) (*application, error) {
	s.made = 0
	for _, l := range s.locs {
		l.states = l.states[:0]
	}
	var queue []*application
	for _, i := range s.facts {
		queue = append(queue, &application{clause: i})
	}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		if slices.ContainsFunc(a.body, func(x *state) bool { return x.dead }) {
			continue
		}
		if turn.Yield(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		z, err := s.apply(ctx, a)
		if err != nil {
			return nil, err
		}
		if !z.feasible {
			continue
		}
		c := s.sys.Clauses[a.clause]
		if c.IsQuery() {
			return a, nil
		}
		n := s.insert(s.byPred[c.Head.Pred], z.holds, a)
		if n == nil {
			continue
		}
		for _, b := range s.applications(n) {
			// queries are applied first, to find errors early
			if s.sys.Clauses[b.clause].IsQuery() {
				z, err := s.apply(ctx, b)
				if err != nil {
					return nil, err
				}
				if z.feasible {
					return b, nil
				}
				continue
			}
			queue = append(queue, b)
		}
	}
	return nil, nil
}

// insert adds a state, unless it implies an existing one. Existing states that imply the new one
// become dead: the new state's applications cover theirs.
func (s *search) insert(l *location, set []int, from *application) *state {
	s.stats.States++
	for _, x := range l.states {
		if !x.dead && isSubset(x.set, set) {
			s.stats.Subsumed++
			return nil
		}
	}
	n := &state{loc: l, set: set, from: from, number: s.made}
	for _, x := range l.states {
		if !x.dead && isSubset(set, x.set) {
			s.stats.Subsumed++
			x.dead = true
		}
	}
	parts := make([]*logic.Term, len(set))
	for i, k := range set {
		parts[i] = l.precision[k]
	}
	n.term = s.store.And(parts...)
	s.made++
	l.states = append(l.states, n)
	return n
}

// isSubset reports whether xs is a subset of ys; both ascend.
func isSubset(xs, ys []int) bool {
	i := 0
	for _, x := range xs {
		for i < len(ys) && ys[i] < x {
			i++
		}
		if i == len(ys) || ys[i] != x {
			return false
		}
	}
	return true
}

// applications returns the applications of n together with existing states, without repetitions.
// The first position of n varies; states to the left of it are earlier ones.
func (s *search) applications(n *state) []*application {
	var z []*application
	for _, use := range s.uses[n.loc] {
		c := s.sys.Clauses[use.clause]
		choices := [][]*state{nil}
		for k := range c.Body {
			var options []*state
			l := s.byPred[c.Body[k].Pred]
			switch {
			case k == use.atom:
				options = []*state{n}
			default:
				for _, x := range l.states {
					if !x.dead && (x != n || k > use.atom) {
						options = append(options, x)
					}
				}
			}
			var longer [][]*state
			for _, prefix := range choices {
				for _, x := range options {
					longer = append(longer, append(slices.Clip(prefix), x))
				}
			}
			choices = longer
		}
		for _, body := range choices {
			z = append(z, &application{use.clause, body})
		}
	}
	return z
}
