// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// fact is a set of derivable states of a location. Each state is derived by an instance of a rule
// whose body atoms are in the premises.
type fact struct {
	loc      *location
	term     *logic.Term // over the formals
	rule     *rule
	premises []*fact // facts by body atom
}

// factOf returns the fact of v's location that holds at v in the model.
func (v *occurrence) factOf(m *logic.Model) *fact {
	for _, f := range v.loc.facts {
		if m.Holds(v.sub.Apply(f.term)) {
			return f
		}
	}
	return nil
}

// derive adds the fact that r derives from the facts that hold in its body under
// the model m.
func (s *search) derive(ctx context.Context, l *location, r *rule, m *logic.Model) error {
	z := &fact{loc: l, rule: r}
	parts := []*logic.Term{r.whole}
	for _, v := range r.body {
		f := v.factOf(m)
		if f == nil {
			return giveUp{fmt.Sprintf("a model of facts of %v leaves open which one holds", v.loc.pred)}
		}
		z.premises = append(z.premises, f)
		parts = append(parts, v.sub.Apply(f.term))
	}
	cube, err := s.project(ctx, m, s.store.And(parts...), l.formals)
	if err != nil {
		return err
	}
	z.term = s.store.And(cube...)
	s.stats.Facts++
	l.facts = append(l.facts, z)
	return nil
}

// ground is one state of a fact. It becomes a step of a refutation.
type ground struct {
	fact     *fact
	state    []*logic.Term // values of the arguments
	expanded bool
	step     horn.Step
	premises []*ground
	index    int // number of its step in the refutation; -1 before it has one
}

// refute returns the derivation of a fact of the goal.
//
// Facts are sets of states. From the goal downwards, a solver finds a state of each premise. States
// that occur repeatedly are derived once.
func (s *search) refute(ctx context.Context, goal *fact) (*horn.Refutation, error) {
	memo := map[string]*ground{}
	at := func(f *fact, state []*logic.Term) *ground {
		var key strings.Builder
		fmt.Fprintf(&key, "%p", f)
		for _, x := range state {
			fmt.Fprintf(&key, ",%d", x.ID())
		}
		g := memo[key.String()]
		if g == nil {
			g = &ground{fact: f, state: state, index: -1}
			memo[key.String()] = g
		}
		return g
	}
	z := &horn.Refutation{}
	stack := []*ground{at(goal, nil)}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		switch {
		case g.index >= 0:
			stack = stack[:len(stack)-1]
		case !g.expanded:
			states, err := s.premises(ctx, g)
			if err != nil {
				return nil, err
			}
			for i, f := range g.fact.premises {
				p := at(f, states[i])
				g.premises = append(g.premises, p)
				stack = append(stack, p)
			}
			g.expanded = true
		default:
			for _, p := range g.premises {
				g.step.Premises = append(g.step.Premises, p.index)
			}
			g.index = len(z.Steps)
			z.Steps = append(z.Steps, g.step)
			stack = stack[:len(stack)-1]
		}
	}
	return z, nil
}

// premises finds the values of the rule that derives g, stores them in its step, and returns the
// states of the body.
func (s *search) premises(ctx context.Context, g *ground) ([][]*logic.Term, error) {
	r := g.fact.rule
	solver, err := s.opts.Backend.New(s.store, s.opts.Solver)
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	parts := []*logic.Term{r.whole}
	for i, x := range g.state {
		parts = append(parts, s.store.Eq(g.fact.loc.formals[i], x))
	}
	for i, f := range g.fact.premises {
		parts = append(parts, r.body[i].sub.Apply(f.term))
	}
	for _, p := range parts {
		if err := solver.Assert(p); err != nil {
			return nil, err
		}
	}
	s.stats.Checks++
	st, err := solver.Check(ctx)
	if err != nil {
		return nil, err
	}
	if st != smt.Sat {
		return nil, giveUp{"a refutation could not be made concrete: " + solver.Reason()}
	}
	m, err := solver.Model()
	if err != nil {
		return nil, err
	}
	g.step = horn.Step{Clause: r.clause, Values: r.instance.Values(m)}
	var states [][]*logic.Term
	for _, v := range r.body {
		state := make([]*logic.Term, len(v.state))
		for i, x := range v.state {
			state[i] = m.Value(x)
		}
		states = append(states, state)
	}
	return states, nil
}

// project returns literals over keep that m satisfies. They imply that f holds for some values of
// its other variables. m must satisfy f.
func (s *search) project(ctx context.Context, m *logic.Model, f *logic.Term, keep []*logic.Term) ([]*logic.Term, error) {
	kept := map[*logic.Term]bool{}
	for _, v := range keep {
		kept[v] = true
	}
	var gone []*logic.Term
	for _, v := range logic.FreeVars(f) {
		if !kept[v] {
			gone = append(gone, v)
		}
	}
	s.stats.Projections++
	g, err := s.projector.Project(ctx, m, gone, f)
	switch {
	case err == nil:
		return s.withGuards(logic.AppendConjuncts(nil, g)), nil
	case !errors.Is(err, errors.ErrUnsupported) || ctx.Err() != nil:
		return nil, err
	}
	s.stats.Values++
	var z []*logic.Term
	for _, v := range keep {
		x := m.Value(v)
		if !x.IsValue() {
			return nil, fmt.Errorf("pdr: a state has no values: %w", err)
		}
		z = logic.AppendConjuncts(z, s.store.Eq(v, x))
	}
	return z, nil
}
