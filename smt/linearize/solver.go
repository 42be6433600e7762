// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"context"
	"errors"

	"cornet/smt"
	"cornet/smtlib"
)

// Solver is a linear solver with products. It implements smt.Solver. Formulas without products go
// to the linear solver as they are.
type Solver struct {
	smt.Solver // the linear one

	store  *smtlib.Store
	flat   *flattener
	scopes []scope
	// assumed has the assumptions of the last Check by what the linear solver was told.
	assumed map[*smtlib.Term]*smtlib.Term
	// guessing is whether a further scope of the linear solver is open, with laws for single models that only burden later checks.
	guessing bool
	reason   string
}

// scope is what was asserted since the last Push.
type scope struct {
	nonlinear []*smtlib.Term        // as they were asserted
	flat      []*smtlib.Term        // the same, flat
	defined   map[*smtlib.Term]bool // names whose definitions were asserted
	told      map[*smtlib.Term]bool // laws
}

func newScope() scope { return scope{defined: map[*smtlib.Term]bool{}, told: map[*smtlib.Term]bool{}} }

// New returns a solver that asks linear, which has nothing asserted and is the solver's from now on.
func New(store *smtlib.Store, linear smt.Solver) *Solver {
	return &Solver{Solver: linear, store: store, scopes: []scope{newScope()}}
}

// settle closes the scope of guesses.
func (s *Solver) settle() {
	if s.guessing {
		s.guessing = false
		s.Solver.Pop(1)
	}
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.settle()
	s.Solver.Push()
	s.scopes = append(s.scopes, newScope())
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	s.settle()
	s.Solver.Pop(n)
	s.scopes = s.scopes[:len(s.scopes)-n]
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t *smtlib.Term) error {
	s.settle()
	err := s.Solver.Assert(t)
	if !errors.Is(err, errors.ErrUnsupported) || t.HasQuantifiers() || !hasProducts(t) {
		return err
	}
	flat, err := s.flatten(t)
	if err != nil {
		return err
	}
	if err := s.Solver.Assert(s.flat.linear(flat)); err != nil {
		return err
	}
	top := &s.scopes[len(s.scopes)-1]
	top.nonlinear, top.flat = append(top.nonlinear, t), append(top.flat, flat)
	return nil
}

// flatten returns t in flat form, once what defines its names is asserted.
func (s *Solver) flatten(t *smtlib.Term) (*smtlib.Term, error) {
	if s.flat == nil {
		s.flat = newFlattener(s.store)
	}
	z := s.flat.flatten(t)
	if s.flat.tooLong {
		s.flat = nil
		return nil, errors.Join(errors.New("a product is too long"), errors.ErrUnsupported)
	}
	for _, v := range smtlib.FreeVars(z) {
		if err := s.define(v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// define asserts the definition of v, if it is a name, and those of the names therein.
func (s *Solver) define(v *smtlib.Term) error {
	d := s.flat.definitions[v]
	if d == nil || s.has(func(z *scope) bool { return z.defined[v] }) {
		return nil
	}
	s.scopes[len(s.scopes)-1].defined[v] = true
	parts := []*smtlib.Term{d}
	if q := s.flat.remainders[v]; q != nil {
		parts = append(parts, q.dividend)
	}
	for _, w := range smtlib.FreeVars(parts...) {
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
	maxLaws    = 60  // told at once
)

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...*smtlib.Term) (smt.Status, error) {
	s.settle()
	s.assumed, s.reason = nil, ""
	nonlinear := s.has(func(z *scope) bool { return len(z.nonlinear) > 0 })
	for _, t := range assumptions {
		nonlinear = nonlinear || hasProducts(t)
	}
	if !nonlinear {
		return s.Solver.Check(ctx, assumptions...)
	}
	s.assumed = map[*smtlib.Term]*smtlib.Term{}
	var roots, given []*smtlib.Term
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
		certain := l.violated(m, func(law *smtlib.Term, certain bool) bool {
			if !certain && !s.guessing {
				s.guessing = true
				s.Solver.Push()
			}
			if certain && s.has(func(z *scope) bool { return z.told[law] }) {
				return true
			}
			if certain && !s.guessing {
				s.scopes[len(s.scopes)-1].told[law] = true
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

// holds reports whether m satisfies what was asserted with products, and the assumptions.
func (s *Solver) holds(m *smtlib.Model, assumptions []*smtlib.Term) bool {
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
	if s.reason != "" {
		return s.reason
	}
	return s.Solver.Reason()
}

// Core implements smt.Solver.
func (s *Solver) Core() []*smtlib.Term {
	z := s.Solver.Core()
	for i, t := range z {
		if a, ok := s.assumed[t]; ok {
			z[i] = a
		}
	}
	return z
}
