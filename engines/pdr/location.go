// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"strconv"

	"cornet/engines/kernel"
	"cornet/logic"
)

// location is a predicate of the system, or the goal: the head of the queries.
type location struct {
	pred    *logic.Func // nil for the goal
	formals []*logic.Term
	rules   []*rule
	lemmas  []*lemma // lemmas that no other lemma has replaced
	log     []entry  // the levels that lemmas have reached, for occurrences to assert
	facts   []*fact
	pobs    map[*logic.Term]*pob // obligations by their cubes
	self    *ruleSolver          // a solver for the lemmas and facts over the formals
	// clusters are the lemmas by shape.
	clusters map[string]*cluster
}

// rule is a clause as a way to derive its head.
type rule struct {
	clause   int
	instance *kernel.Instance
	whole    *logic.Term // conjunction of the instance's conjuncts
	body     []*occurrence
	solver   *ruleSolver
	// recursive reports whether the head is in the body.
	recursive bool
	// refusals counts interpolation queries without an answer.
	refusals int
}

// occurrence is a body atom of a rule, or the head of a location: a place at which the lemmas and
// facts of a location are used.
type occurrence struct {
	loc   *location
	name  string
	state []*logic.Term
	sub   *logic.Substitution // formals to state
	back  *logic.Substitution // state to formals

	entries, facts, levels int // numbers of those asserted in the solver
}

func (s *search) newOccurrence(l *location, at string) *occurrence {
	v := &occurrence{loc: l, name: at, state: l.formals}
	if l.pred != nil && at != "" {
		v.state = kernel.State(s.store, l.pred, at)
	}
	v.sub = s.store.NewSubstitution(l.formals, v.state)
	v.back = s.store.NewSubstitution(v.state, l.formals)
	return v
}

// may returns the literal that asserts the frame of a level in a view.
func (s *search) may(v *occurrence, level int) *logic.Term {
	return s.store.Var("\\may@"+v.name+"."+strconv.Itoa(level), s.store.Bool)
}

// must returns the literal that asserts one of the facts from the i-th on in a view.
func (s *search) must(v *occurrence, i int) *logic.Term {
	return s.store.Var("\\must@"+v.name+"."+strconv.Itoa(i), s.store.Bool)
}
