// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"

	"cornet/horn"
	"cornet/logic"
)

// Domain is an abstract domain for the predicates of one system. A state of type S represents a set
// of argument vectors of one predicate, its members.
type Domain[S any] interface {
	// Top returns the state of predicate p that has all argument vectors as members.
	Top(p int) S
	// Post interprets clause c, which is not a query. body has one state per body atom. If members
	// of these states satisfy c's body, the arguments of its head must be members of the result. ok
	// is false if there are no such members. The result need not contain members of head, which is
	// the current state of the head's predicate, or nil.
	Post(ctx context.Context, c int, body []S, head *S) (z S, ok bool, err error)
	// Join returns a state with the members of x and y.
	Join(p int, x, y S) S
	// Leq reports whether all members of x are members of y. It may return false if it cannot
	// decide this. It must return true for x and x. In every sequence in which states are joined,
	// it must eventually return true for two consecutive states.
	Leq(p int, x, y S) bool
	// Widen returns a state that contains the members of y, which include those of x. A sequence in
	// which each state is widened by the previous one must become constant. n counts the earlier
	// widenings of p.
	Widen(p int, x, y S, n int) S
	// Formula states that args is a member of x.
	Formula(p int, x S, args []*logic.Term) *logic.Term
}

// Sparse is implemented by domains that interpret only the changed parts of a clause again.
type Sparse interface {
	// Worked returns the number of subterms of its clause that the last Post visited.
	Worked() int
}

// Options configure a run. The zero value joins once, does not descend, and does not limit the
// work.
type Options struct {
	// Delay is the number of joins of a loop head's state before the first widening.
	Delay int
	// Descents is the number of descending iterations of a component.
	Descents int
	// Budget bounds the work, in subterms of clauses interpreted; 0 is no bound.
	Budget int
}

// Result has the states that a run found.
type Result[S any] struct {
	sys     *horn.System
	graph   *horn.Graph
	domain  Domain[S]
	states  []S
	reached []bool
	// Complete reports whether the run stayed within its budget.
	Complete bool
}

// State returns the state of predicate p. If ok is false, p is not reached, so it has no
// derivation.
func (r *Result[S]) State(p int) (x S, ok bool) { return r.states[p], r.reached[p] }

// Body returns the states of the body atoms of clause c. ok is false if one of them is not reached.
func (r *Result[S]) Body(c int) (z []S, ok bool) {
	body := r.sys.Clauses[c].Body
	z = make([]S, len(body))
	for i := range body {
		p := r.graph.Number(body[i].Pred)
		if !r.reached[p] {
			return nil, false
		}
		z[i] = r.states[p]
	}
	return z, true
}

// Atom returns a formula that holds of the arguments of a if a is derivable.
func (r *Result[S]) Atom(a *horn.Atom) *logic.Term {
	p := r.graph.Number(a.Pred)
	if !r.reached[p] {
		return r.sys.Store.False()
	}
	return r.domain.Formula(p, r.states[p], a.Args)
}
