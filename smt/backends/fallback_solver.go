// SPDX-License-Identifier: Apache-2.0

package backends

import (
	"context"
	"errors"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// realsFactor is how many times the first solver may use up its bound on a question about many
// reals. The first solver keeps its learnt clauses and checks its context; libz3 does not.
const realsFactor = 16

// keptFactor is the same number for a question that the second solver is not asked.
const keptFactor = 4

// FallbackSolver asks its first solver, as long as that supports the theories. If the first gives
// up, it asks the second. It implements smt.Solver.
//
// The second solver is made when it is needed, and gets the current assertions. From then on, both
// get the same assertions. If the first has refused an assertion that still holds, only the second
// is used.
type FallbackSolver struct {
	bounded   bool // a bound set by the caller
	keeps     func(...*logic.Term) bool
	first     smt.Solver
	newSecond func() (smt.Solver, error)
	second    smt.Solver // nil until it is needed
	current   smt.Solver // the solver that gave the last answer

	frames [][]*logic.Term // assertions by scope
	// refused is the number of scopes up to and including the one in which the first solver refused
	// an assertion. It is 0 if the first solver has all assertions.
	refused int
	reason  string
}

// Push implements smt.Solver.
func (s *FallbackSolver) Push() {
	s.frames = append(s.frames, nil)
	s.first.Push()
	if s.second != nil {
		s.second.Push()
	}
}

// Pop implements smt.Solver.
func (s *FallbackSolver) Pop(n int) {
	s.frames = s.frames[:len(s.frames)-n]
	if s.refused > len(s.frames) {
		s.refused = 0
	}
	s.first.Pop(n)
	if s.second != nil {
		s.second.Pop(n)
	}
}

// Assert implements smt.Solver.
func (s *FallbackSolver) Assert(t *logic.Term) error {
	if s.refused == 0 {
		err := s.first.Assert(t)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		if err != nil {
			if err := s.needSecond(err); err != nil {
				return err
			}
			s.refused = len(s.frames)
		}
	}
	if s.second != nil {
		if err := s.second.Assert(t); err != nil {
			return err
		}
	}
	top := len(s.frames) - 1
	s.frames[top] = append(s.frames[top], t)
	return nil
}

// Check implements smt.Solver.
func (s *FallbackSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.reason = ""
	var why error
	if s.refused == 0 {
		st, err := s.persist(ctx, assumptions)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			why = err
		case err != nil || st != smt.Unknown:
			s.current = s.first
			return st, err
		default:
			s.reason = s.first.Reason()
			if s.reason == smt.OutOfTicks && (s.bounded || s.kept(assumptions)) {
				s.current = s.first // the bound is spent
				return smt.Unknown, nil
			}
		}
	}
	if err := s.needSecond(why); err != nil {
		if why == nil { // the first gave up, and there is no other
			s.current = s.first
			return smt.Unknown, nil
		}
		return smt.Unknown, err
	}
	s.current = s.second
	st, err := s.second.Check(ctx, assumptions...)
	if st == smt.Unknown && err == nil {
		s.reason = s.second.Reason()
	}
	return st, err
}

// persist asks the first solver. It asks again in two cases: if the first has used up its own bound
// on a question about many reals, or on a question that the second solver is not asked.
func (s *FallbackSolver) persist(ctx context.Context, assumptions []*logic.Term) (smt.Status, error) {
	st, err := s.first.Check(ctx, assumptions...)
	if s.bounded || err != nil || st != smt.Unknown || s.first.Reason() != smt.OutOfTicks {
		return st, err
	}
	factor := 1
	switch {
	case s.kept(assumptions):
		factor = keptFactor
	case smt.HasManyReals(s.question(assumptions)...):
		factor = realsFactor
	}
	for i := 1; i < factor && err == nil && st == smt.Unknown && s.first.Reason() == smt.OutOfTicks; i++ {
		st, err = s.first.Check(ctx, assumptions...)
	}
	return st, err
}

// kept reports whether the question stays with the first solver.
func (s *FallbackSolver) kept(assumptions []*logic.Term) bool {
	return s.keeps != nil && s.keeps(s.question(assumptions)...)
}

func (s *FallbackSolver) question(assumptions []*logic.Term) []*logic.Term {
	return slices.Concat(slices.Concat(s.frames...), assumptions)
}

// needSecond makes the second solver. If that fails, the error includes why: the reason why the
// second is needed.
func (s *FallbackSolver) needSecond(why error) error {
	if s.second != nil {
		return nil
	}
	second, err := s.newSecond()
	if err != nil {
		return errors.Join(why, err)
	}
	for i, frame := range s.frames {
		if i > 0 {
			second.Push()
		}
		for _, t := range frame {
			if err := second.Assert(t); err != nil {
				second.Close()
				return err
			}
		}
	}
	s.second = second
	return nil
}

// Reason implements smt.Solver.
func (s *FallbackSolver) Reason() string { return s.reason }

// Model implements smt.Solver.
func (s *FallbackSolver) Model() (*logic.Model, error) { return s.current.Model() }

// Core implements smt.Solver.
func (s *FallbackSolver) Core() []*logic.Term { return slices.Clone(s.current.Core()) }

// Close implements smt.Solver.
func (s *FallbackSolver) Close() {
	s.first.Close()
	if s.second != nil {
		s.second.Close()
	}
}
