// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"context"
	"errors"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// Solver is a linear solver extended with products. It implements smt.Solver. Formulas without
// products go to the linear solver unchanged. If it gives up, and the formulas divide by powers of
// two, they are treated like formulas with products.
type Solver struct {
	smt.Solver // the linear solver

	store  *logic.Store
	flat   *flattener
	scopes []scope
	// assumed has the assumptions of the last Check by the linear solver's assumptions.
	assumed map[*logic.Term]*logic.Term
	// guessing reports whether a further scope of the linear solver is open. It has laws for single
	// models, which would only slow down later checks.
	guessing bool
	reason   string

	newLinear func() smt.Solver
	always    bool // formulas without products are treated like formulas with products
	// the solver that gave the last answer instead of this one, with the same assertions; or nil
	second *Solver
}

// scope has the assertions since the last Push.
type scope struct {
	all       []*logic.Term        // as they were asserted
	nonlinear []*logic.Term        // those of them with products
	flat      []*logic.Term        // the same, flat
	defined   map[*logic.Term]bool // names whose definitions were asserted
	shown     map[*logic.Term]bool // assertions without products that were asserted in flat form, too
	asserted  map[*logic.Term]bool // laws
}

func newScope() scope {
	return scope{defined: map[*logic.Term]bool{}, shown: map[*logic.Term]bool{}, asserted: map[*logic.Term]bool{}}
}

// New returns a solver that asks linear solvers. newLinear makes one without assertions.
func New(store *logic.Store, newLinear func() smt.Solver) *Solver {
	return &Solver{Solver: newLinear(), store: store, scopes: []scope{newScope()}, newLinear: newLinear}
}

// closeGuesses closes the scope of guesses, and drops the second solver.
func (s *Solver) closeGuesses() {
	if s.second != nil {
		s.second.Close()
		s.second = nil
	}
	if s.guessing {
		s.guessing = false
		s.Solver.Pop(1)
	}
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.closeGuesses()
	s.Solver.Push()
	s.scopes = append(s.scopes, newScope())
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	s.closeGuesses()
	s.Solver.Pop(n)
	s.scopes = s.scopes[:len(s.scopes)-n]
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t *logic.Term) error {
	s.closeGuesses()
	top := &s.scopes[len(s.scopes)-1]
	if !s.always {
		err := s.Solver.Assert(t)
		if err == nil {
			top.all = append(top.all, t)
		}
		if !errors.Is(err, errors.ErrUnsupported) || t.HasQuantifiers() || !logic.HasProducts(t) {
			return err
		}
	}
	flat, err := s.flatten(t)
	if err != nil {
		return err
	}
	if err := s.Solver.Assert(s.flat.linear(flat)); err != nil {
		return err
	}
	top.all, top.nonlinear, top.flat = append(top.all, t), append(top.nonlinear, t), append(top.flat, flat)
	return nil
}

// flatten returns t in flat form, after asserting the definitions of its names.
func (s *Solver) flatten(t *logic.Term) (*logic.Term, error) {
	if s.flat == nil {
		s.flat = newFlattener(s.store)
	}
	z := s.flat.flatten(t)
	if s.flat.tooLong {
		s.flat = nil
		return nil, errors.Join(errors.New("a product is too long"), errors.ErrUnsupported)
	}
	for _, v := range logic.FreeVars(z) {
		if err := s.define(v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// define asserts the definition of v if v is a name, and the definitions of the names in it.
func (s *Solver) define(v *logic.Term) error {
	d := s.flat.definitions[v]
	if d == nil || s.has(func(z *scope) bool { return z.defined[v] }) {
		return nil
	}
	s.scopes[len(s.scopes)-1].defined[v] = true
	parts := []*logic.Term{d}
	if q := s.flat.remainders[v]; q != nil {
		parts = append(parts, q.dividend)
	}
	for _, w := range logic.FreeVars(parts...) {
		if err := s.define(w); err != nil {
			return err
		}
	}
	return s.Solver.Assert(s.flat.linear(d))
}

func (s *Solver) has(in func(*scope) bool) bool {
	for i := range s.scopes {
		if in(&s.scopes[i]) {
			return true
		}
	}
	return false
}

// Bounds on the work of one Check.
const (
	maxRounds  = 200 // models of the linear solver
	maxGuesses = 10  // of these that agree with all congruences
	maxLaws    = 60  // laws asserted at once
)

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.closeGuesses()
	s.assumed, s.reason = nil, ""
	nonlinear := s.always || s.has(func(z *scope) bool { return len(z.nonlinear) > 0 })
	for _, t := range assumptions {
		nonlinear = nonlinear || logic.HasProducts(t)
	}
	if !nonlinear {
		st, err := s.Solver.Check(ctx, assumptions...)
		if err == nil && st == smt.Unknown && s.Solver.Reason() != smt.OutOfTicks && s.dividesByPowers(assumptions) {
			return s.checkAgain(ctx, assumptions)
		}
		return st, err
	}
	if err := s.show(); err != nil {
		return smt.Unknown, err
	}
	s.assumed = map[*logic.Term]*logic.Term{}
	var roots, given []*logic.Term
	for _, t := range assumptions {
		flat, err := s.flatten(t)
		if err != nil {
			return smt.Unknown, err
		}
		roots = append(roots, flat)
		linear := s.flat.linear(flat)
		s.assumed[linear] = t
		given = append(given, linear)
	}
	for i := range s.scopes {
		roots = append(roots, s.scopes[i].flat...)
	}
	l := newLaws(s.flat, roots)
	guesses := 0
	for range maxRounds {
		st, err := s.Solver.Check(ctx, given...)
		switch {
		case err == nil && st == smt.Unknown:
			s.reason = smt.OutOfTicks
			return st, nil
		case err != nil || st == smt.Unsat:
			return st, err
		}
		m, err := s.Solver.Model()
		if err != nil {
			return smt.Unknown, err
		}
		if s.holds(m, assumptions) {
			return smt.Sat, nil
		}
		told := 0
		certain := l.violated(m, func(law *logic.Term, certain bool) bool {
			if !certain && !s.guessing {
				s.guessing = true
				s.Solver.Push()
			}
			if certain && s.has(func(z *scope) bool { return z.asserted[law] }) {
				return true
			}
			if certain && !s.guessing {
				s.scopes[len(s.scopes)-1].asserted[law] = true
			}
			told++
			err = s.Solver.Assert(law)
			return err == nil && told < maxLaws
		})
		if err != nil {
			return smt.Unknown, err
		}
		if !certain {
			guesses++
		}
		if told == 0 || guesses > maxGuesses {
			break
		}
	}
	s.reason = smt.OutOfTicks
	return smt.Unknown, nil
}

// show asserts the formulas without products in flat form, too. The laws need their equations.
func (s *Solver) show() error {
	top := &s.scopes[len(s.scopes)-1]
	for i := range s.scopes {
		for _, t := range s.scopes[i].all {
			if logic.HasProducts(t) || t.HasQuantifiers() || s.has(func(z *scope) bool { return z.shown[t] }) {
				continue
			}
			flat, err := s.flatten(t)
			if err == nil {
				err = s.Solver.Assert(s.flat.linear(flat))
			}
			if err != nil {
				return err
			}
			top.shown[t] = true
			top.flat = append(top.flat, flat)
		}
	}
	return nil
}

// dividesByPowers reports whether the assertions or assumptions divide by powers of two.
func (s *Solver) dividesByPowers(assumptions []*logic.Term) bool {
	roots := slices.Clone(assumptions)
	for i := range s.scopes {
		roots = append(roots, s.scopes[i].all...)
	}
	found := false
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpMod && t.Arg(1).Op() == logic.OpNum {
			_, ok := exponent(t.Arg(1).Num())
			found = found || ok
		}
		return !found
	}, roots...)
	return found
}

// checkAgain is like Check, with a second solver that treats all formulas like formulas with
// products.
func (s *Solver) checkAgain(ctx context.Context, assumptions []*logic.Term) (smt.Status, error) {
	z := New(s.store, s.newLinear)
	z.always = true
	s.second = z
	for i := range s.scopes {
		if i > 0 {
			z.Push()
		}
		for _, t := range s.scopes[i].all {
			if err := z.Assert(t); err != nil {
				return smt.Unknown, err
			}
		}
	}
	return z.Check(ctx, assumptions...)
}

// Model implements smt.Solver.
func (s *Solver) Model() (*logic.Model, error) {
	if s.second != nil {
		return s.second.Model()
	}
	return s.Solver.Model()
}

// Close implements smt.Solver.
func (s *Solver) Close() {
	s.closeGuesses()
	s.Solver.Close()
}

// holds reports whether m satisfies the assertions with products, and the assumptions.
func (s *Solver) holds(m *logic.Model, assumptions []*logic.Term) bool {
	for i := range s.scopes {
		for _, t := range s.scopes[i].nonlinear {
			if !m.Holds(t) {
				return false
			}
		}
	}
	for _, t := range assumptions {
		if !m.Holds(t) {
			return false
		}
	}
	return true
}

// Reason implements smt.Solver.
func (s *Solver) Reason() string {
	switch {
	case s.second != nil:
		return s.second.Reason()
	case s.reason != "":
		return s.reason
	}
	return s.Solver.Reason()
}

// Core implements smt.Solver.
func (s *Solver) Core() []*logic.Term {
	if s.second != nil {
		return s.second.Core()
	}
	z := s.Solver.Core()
	for i, t := range z {
		if a, ok := s.assumed[t]; ok {
			z[i] = a
		}
	}
	return z
}
