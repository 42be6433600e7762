// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"cornet/engines/kernel"
	"cornet/logic"
	"cornet/smt"
)

// effect is the result of an application.
type effect struct {
	feasible bool
	// positions of the formulas in the head's precision that hold after the application
	holds []int
}

// clauseForm is a clause over states with fixed names, made once.
type clauseForm struct {
	instance *kernel.Instance
	// states and headState are the states of body atoms and head; body and head substitute them for
	// the formals. The latter are nil for a query.
	states    [][]*logic.Term
	headState []*logic.Term
	body      []*logic.Substitution
	head      *logic.Substitution
}

func (s *search) form(clause int) *clauseForm {
	if f := s.forms[clause]; f != nil {
		return f
	}
	c := s.sys.Clauses[clause]
	f := &clauseForm{states: make([][]*logic.Term, len(c.Body))}
	for k := range c.Body {
		l := s.byPred[c.Body[k].Pred]
		f.states[k] = kernel.State(s.store, l.pred, "body"+strconv.Itoa(k))
		f.body = append(f.body, s.store.NewSubstitution(l.formals, f.states[k]))
	}
	if c.Head != nil {
		l := s.byPred[c.Head.Pred]
		f.headState = kernel.State(s.store, l.pred, "head")
		f.head = s.store.NewSubstitution(l.formals, f.headState)
	}
	f.instance = kernel.Instantiate(s.store, c, f.states, f.headState, "clause"+strconv.Itoa(clause))
	s.forms[clause] = f
	return f
}

// memory caches results about one application. The terms of its states are the key, and results
// stay valid in later rounds. So if a precision grows, only its new formulas must be decided.
type memory struct {
	infeasible bool
	holds      []bool // by formula of the head's precision, for the first ones
	models     []*logic.Model
}

// maxModels bounds the models that are kept per application.
const maxModels = 4

// apply returns the effect of a.
//
// Cost: one query for feasibility and at most one for each formula of the head's precision that
// neither memory nor an available model decides.
func (s *search) apply(ctx context.Context, a *application) (effect, error) {
	s.stats.Applications++
	key := binary.AppendUvarint(nil, uint64(a.clause))
	for _, x := range a.body {
		key = binary.AppendUvarint(key, uint64(x.term.ID()))
	}
	m := s.memories[string(key)]
	var precision []*logic.Term
	c := s.sys.Clauses[a.clause]
	if c.Head != nil {
		precision = s.byPred[c.Head.Pred].precision
	}
	if m != nil && (m.infeasible || len(m.holds) == len(precision)) {
		s.stats.CacheHits++
		return m.effect(), nil
	}
	f := s.form(a.clause)
	s.solver.Push()
	defer s.solver.Pop(1)
	conjuncts := slices.Clone(f.instance.Conjuncts)
	for k, x := range a.body {
		conjuncts = append(conjuncts, f.body[k].Apply(x.term))
	}
	if err := s.solver.Assert(s.store.And(conjuncts...)); err != nil {
		return effect{}, err
	}
	known := m != nil
	if !known {
		m = &memory{}
	}
	post := smt.Post{Solver: s.solver, Store: s.store, Checks: &s.stats.Checks, Models: m.models, Most: maxModels}
	defer func() { m.models = post.Models }()
	if !known {
		st, err := post.Feasible(ctx)
		if err != nil {
			return effect{}, err
		}
		m.infeasible = st == smt.Unsat
		s.memories[string(key)] = m
	}
	for !m.infeasible && len(m.holds) < len(precision) {
		holds, err := post.Holds(ctx, f.head.Apply(precision[len(m.holds)]))
		if err != nil {
			return effect{}, err
		}
		m.holds = append(m.holds, holds)
	}
	return m.effect(), nil
}

func (m *memory) effect() effect {
	z := effect{feasible: !m.infeasible}
	for k, holds := range m.holds {
		if holds {
			z.holds = append(z.holds, k)
		}
	}
	return z
}
