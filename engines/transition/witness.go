// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"errors"
	"fmt"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
)

// Model returns the definitions of the predicates that inv describes. inv is a quantifier-free
// formula over Vars. It is a model of the Horn system if Init implies inv, inv ∧ Trans implies inv
// after the step, inv excludes Bad, and Direct is unsatisfiable.
//
// The definition of a predicate is inv at its location, with default values for the variables that
// it does not use. Init and Trans do not restrict those, so inv holds for reachable states with any
// values for them.
func (z *System) Model(inv *logic.Term) *horn.Model {
	m := horn.NewModel()
	nloc := len(z.loc.vars)
	for _, p := range z.horn.Preds {
		params := kernel.Formals(z.Store, p)
		terms := append(z.loc.values(p), z.Vars[nloc:]...)
		for k := nloc; k < len(terms); k++ {
			terms[k] = z.Store.DefaultValue(terms[k].Sort())
		}
		for i, slot := range z.slotsOf[p] {
			terms[nloc+slot] = params[i]
		}
		m.Define(p, params, z.Store.Substitute(inv, z.Vars, terms))
	}
	return m
}

// Formula translates m to a formula about states, over Vars: at the location of every predicate
// that m defines, the predicate's definition holds. Model is the inverse.
func (z *System) Formula(m *horn.Model) *logic.Term {
	var conjuncts []*logic.Term
	for _, p := range z.horn.Preds {
		if _, ok := m.Definition(p); ok {
			body := m.Instance(z.Store, p, z.slotVars(p, z.Vars))
			conjuncts = append(conjuncts, z.Store.Implies(z.loc.at(p, z.loc.vars), body))
		}
	}
	return z.Store.And(conjuncts...)
}

// Refutation returns the derivation that a run describes: m is a model of Init at
// step 0, Trans at the steps below length, and Bad at step length.
//
// Cost: O(length · size of the Horn system).
func (z *System) Refutation(m *logic.Model, length int) (*horn.Refutation, error) {
	t := z.NewTrace()
	if err := t.Begin(m); err != nil {
		return nil, err
	}
	if err := t.Extend(m, 0, length); err != nil {
		return nil, err
	}
	return t.End(m, length)
}

// Trace builds the derivation of a run from pieces. A model describes each piece, so that no
// formula is as long as the run.
type Trace struct {
	system *System
	steps  []horn.Step
	loops  []horn.Loop
}

// NewTrace returns a trace without steps.
func (z *System) NewTrace() *Trace { return &Trace{system: z} }

// Begin adds the first state: m is a model of Init at step 0.
func (t *Trace) Begin(m *logic.Model) error {
	return t.add(m, 0, func(c *horn.Clause) bool { return c.IsFact() && !c.IsQuery() })
}

// Extend adds steps: m is a model of Trans at the steps from from to to - 1. Its
// state at from is the last one of the trace, except for variables that the
// predicate of the state does not use.
//
// Cost: O((to - from) · size of the Horn system).
func (t *Trace) Extend(m *logic.Model, from, to int) error {
	for i := from; i < to; i++ {
		if err := t.add(m, i, isStep); err != nil {
			return err
		}
	}
	return nil
}

// End returns the derivation of a run whose last state is bad. m is a model of Bad at step at. The
// trace must not be used afterwards.
func (t *Trace) End(m *logic.Model, at int) (*horn.Refutation, error) {
	if err := t.add(m, at, func(c *horn.Clause) bool { return !c.IsFact() && c.IsQuery() }); err != nil {
		return nil, err
	}
	return &horn.Refutation{Steps: t.steps, Loops: t.loops}, nil
}

// isStep reports whether a clause is one of Trans.
func isStep(c *horn.Clause) bool { return !c.IsFact() && !c.IsQuery() }

// add adds the step of an admitted clause that m takes at step i.
func (t *Trace) add(m *logic.Model, i int, want func(*horn.Clause) bool) error {
	if err := t.take(t.system.Step(m, i), want); err != nil {
		return fmt.Errorf("transition: step %d: %w", i, err)
	}
	return nil
}

// take adds the step of an admitted clause that a model over Vars, Next and Locals takes.
func (t *Trace) take(here *logic.Model, want func(*horn.Clause) bool) error {
	z := t.system
	for k, c := range z.horn.Clauses {
		if !want(c) || !here.Holds(z.blocks[k].formula) {
			continue
		}
		s := horn.Step{Clause: k, Values: z.blocks[k].instance.Values(here)}
		if n := len(t.steps); n > 0 {
			s.Premises = []int{n - 1}
		}
		t.steps = append(t.steps, s)
		return nil
	}
	return errors.New("the model takes no clause")
}

// iterate makes the last two steps the first of n iterations. It returns false if the two steps are
// by different clauses.
func (t *Trace) iterate(n *logic.Term) bool {
	k := len(t.steps) - 2
	if k < 1 || t.steps[k].Clause != t.steps[k+1].Clause {
		return false
	}
	next := []map[*logic.Term]*logic.Term{t.steps[k+1].Values}
	t.steps = t.steps[:k+1]
	t.loops = append(t.loops, horn.Loop{First: k, Last: k, Entry: k - 1, Times: n, Next: next})
	return true
}

// DirectRefutation returns the derivation of one step that a model of Direct
// describes.
func (z *System) DirectRefutation(m *logic.Model) (*horn.Refutation, error) {
	for k, c := range z.horn.Clauses {
		if c.IsFact() && c.IsQuery() && m.Holds(z.blocks[k].formula) {
			return &horn.Refutation{Steps: []horn.Step{{Clause: k, Values: z.blocks[k].instance.Values(m)}}}, nil
		}
	}
	return nil, fmt.Errorf("transition: the model takes no clause")
}

// Step returns the part of m about step i, as a model over Vars, Next and Locals.
func (z *System) Step(m *logic.Model, i int) *logic.Model {
	here := z.Store.NewModel()
	for k, v := range z.Vars {
		here.Set(v, m.Value(z.name(v, i)))
		here.Set(z.Next[k], m.Value(z.name(v, i+1)))
	}
	for _, v := range z.Locals {
		here.Set(v, m.Value(z.name(v, i)))
	}
	return here
}
