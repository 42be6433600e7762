// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"context"
	"math/big"

	"cornet/logic"
	"cornet/smt"
)

// Backend makes solvers that ask those of another back end about integers. That back end makes the
// interpolators and projectors.
type Backend struct{ smt.Backend }

// New implements smt.Backend.
func (b Backend) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	inner, err := b.Backend.New(store, o)
	if err != nil {
		return nil, err
	}
	return &Solver{Solver: inner, translator: newTranslator(store)}, nil
}

// Solver decides formulas over bit-vectors with a solver for integers. It implements smt.Solver.
type Solver struct {
	smt.Solver // for integers
	*translator
	// assumed has the assumptions of the last Check by their translations.
	assumed map[*logic.Term]*logic.Term
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	s.Solver.Pop(n)
	s.forget()
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t *logic.Term) error {
	z, err := s.translated(t)
	if err != nil {
		return err
	}
	return s.Solver.Assert(z)
}

// translated translates t. It also refuses formulas without vectors.
func (s *Solver) translated(t *logic.Term) (*logic.Term, error) {
	vectors := false
	logic.Walk(func(x *logic.Term) bool {
		vectors = vectors || x.Sort().IsBitVec()
		return !vectors
	}, t)
	if !vectors {
		return nil, unsupported("formulas without bit-vectors")
	}
	z, err := s.formula(t)
	if err != nil {
		s.forget() // definitions that were not asserted
	}
	return z, err
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.assumed = map[*logic.Term]*logic.Term{}
	var given []*logic.Term
	defer s.forget() // definitions are assumed, not asserted
	for _, t := range assumptions {
		s.forget() // each assumption includes the definitions that it needs
		z, err := s.formula(t)
		if err != nil {
			return smt.Unknown, err
		}
		s.assumed[z] = t
		given = append(given, z)
	}
	return s.Solver.Check(ctx, given...)
}

// Core implements smt.Solver.
func (s *Solver) Core() []*logic.Term {
	var z []*logic.Term
	for _, t := range s.Solver.Core() {
		z = append(z, s.assumed[t])
	}
	return z
}

// Model implements smt.Solver.
func (s *Solver) Model() (*logic.Model, error) {
	m, err := s.Solver.Model()
	if err != nil {
		return nil, err
	}
	for x, v := range s.vars {
		n, ok := m.Value(v).Num().BigInt()
		if !ok {
			n = new(big.Int)
		}
		m.Set(x, s.store.BVNum(n, x.Sort().Width()))
	}
	return m, nil
}
