// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"fmt"

	"cornet/horn"
	"cornet/logic"
)

// Closure returns the Horn system that states that the sets are closed: for each predicate p with a
// set,
//
//	set(x̄) ∧ ¬(move₁ ∨ … ∨ moveₙ) → false
//
// where the disjuncts are the moves from p. A move holds in x̄ if, with its values for the
// variables of the clause, the body atom is p(x̄), the constraint holds, and the head is in a set.
// The system has no predicates. Its model is the empty one if the sets are closed.
//
// It returns an error if the moves cannot be right, for example because a clause has several body
// atoms: the current state does not determine whether the other atoms are derivable.
//
// Cost: linear in the sets and the clauses of the moves.
func (r *Recurrence) Closure(q Question) (*horn.System, error) {
	if err := r.check(q); err != nil {
		return nil, err
	}
	s, index := q.System.Store, q.System.Index()
	leaves := make([][]*logic.Term, len(q.System.Preds))
	for _, m := range r.Moves {
		c := q.System.Clauses[m.Clause]
		at := s.NewSubstitution(c.Vars(), m.Values)
		from, to := index[c.Body[0].Pred], index[c.Head.Pred]
		if r.Sets[to] == nil {
			continue
		}
		hold := []*logic.Term{at.Apply(c.Constraint)}
		for i, x := range horn.Params(s, c.Body[0].Pred) {
			hold = append(hold, s.Eq(x, at.Apply(c.Body[0].Args[i])))
		}
		head := at.ApplyAll(c.Head.Args)
		hold = append(hold, s.Substitute(r.Sets[to], horn.Params(s, c.Head.Pred), head))
		leaves[from] = append(leaves[from], s.And(hold...))
	}
	z := &horn.System{Store: s}
	for p, set := range r.Sets {
		if set != nil {
			stuck := s.And(set, s.Not(s.Or(leaves[p]...)))
			z.Clauses = append(z.Clauses, &horn.Clause{Constraint: stuck, Name: "a move from " + q.System.Preds[p].Name()})
		}
	}
	return z, z.Check()
}

// Reach returns the Horn system whose refutations derive a state of a set: the clauses of the
// question, and a query for each set.
func (r *Recurrence) Reach(q Question) (*horn.System, error) {
	if err := r.check(q); err != nil {
		return nil, err
	}
	z := &horn.System{Store: q.System.Store, Preds: q.System.Preds, Clauses: q.Derivations()}
	for p, set := range r.Sets {
		if set == nil {
			continue
		}
		f := q.System.Preds[p]
		atom := horn.Atom{Pred: f, Args: horn.Params(z.Store, f)}
		z.Clauses = append(z.Clauses, &horn.Clause{Body: []horn.Atom{atom}, Constraint: set, Name: "a state of the set of " + f.Name()})
	}
	return z, z.Check()
}

// check returns an error if the recurrence is malformed.
func (r *Recurrence) check(q Question) error {
	if err := q.Check(); err != nil {
		return err
	}
	if len(r.Sets) != len(q.System.Preds) {
		return fmt.Errorf("termination: there are sets for %d predicates, but the system has %d", len(r.Sets), len(q.System.Preds))
	}
	some := false
	for p, set := range r.Sets {
		if set == nil {
			continue
		}
		some = true
		if !set.Sort().IsBool() {
			return fmt.Errorf("termination: the set of %v is a term of sort %v; expected a formula", q.System.Preds[p], set.Sort())
		}
		if err := over(q.System.Store, q.System.Preds[p], set); err != nil {
			return err
		}
	}
	if !some {
		return fmt.Errorf("termination: no predicate has a set")
	}
	isStep := map[Step]bool{}
	for _, e := range q.All() {
		isStep[e] = true
	}
	for _, m := range r.Moves {
		if !isStep[m.Step] {
			return fmt.Errorf("termination: body atom %d of clause %d is no step of the question", m.Atom, m.Clause)
		}
		c := q.System.Clauses[m.Clause]
		if len(c.Body) != 1 {
			return fmt.Errorf("termination: a move by clause %d, which has %d body atoms; expected one", m.Clause, len(c.Body))
		}
		vars := c.Vars()
		if len(m.Values) != len(vars) {
			return fmt.Errorf("termination: a move has %d values for the %d variables of clause %d", len(m.Values), len(vars), m.Clause)
		}
		if err := over(q.System.Store, c.Body[0].Pred, m.Values...); err != nil {
			return err
		}
		for i, v := range vars {
			if v.Sort() != m.Values[i].Sort() {
				return fmt.Errorf("termination: the value of %v has sort %v instead of %v", v, m.Values[i].Sort(), v.Sort())
			}
		}
	}
	return nil
}
