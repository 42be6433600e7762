// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// Setup describes the tools that an engine over transition systems needs.
type Setup struct {
	Engine   string // its name, for errors
	Backend  smt.Backend
	Solver   smt.Options // passed to the back end
	Solvers  int         // number of solvers to make
	Projects bool        // make a projector too
}

// Tools are what one run of an engine works with. They belong to the goroutine
// of the run.
type Tools struct {
	setup        Setup
	System       *System
	Solvers      []smt.Solver
	Interpolator smt.Interpolator
	Projector    smt.Projector // nil unless Setup.Projects
}

// Open encodes sys, which must be linear, and makes the tools over its term store. The caller
// closes them. The error wraps errors.ErrUnsupported if sys is not linear.
func (s Setup) Open(sys *horn.System) (*Tools, error) {
	if !sys.IsLinear() {
		return nil, fmt.Errorf("%s: a clause has several body atoms: %w", s.Engine, errors.ErrUnsupported)
	}
	z := &Tools{setup: s}
	if err := s.fill(z, sys); err != nil {
		z.Close()
		return nil, err
	}
	return z, nil
}

// fill makes the parts of z, until one fails.
func (s Setup) fill(z *Tools, sys *horn.System) (err error) {
	if z.System, err = Encode(sys); err != nil {
		return err
	}
	for range s.Solvers {
		solver, err := s.Backend.New(sys.Store, s.Solver)
		if err != nil {
			return err
		}
		z.Solvers = append(z.Solvers, solver)
	}
	if z.Interpolator, err = s.Backend.Interpolator(sys.Store, s.Solver); err != nil {
		return err
	}
	if s.Projects {
		z.Projector, err = s.Backend.Projector(sys.Store, s.Solver)
	}
	return err
}

// Minimise applies a [Minimiser] to inv, a safe inductive invariant, with solvers of its own.
func (t *Tools) Minimise(ctx context.Context, inv *logic.Term) (*logic.Term, MinimiseStats, error) {
	limited := t.setup.Solver.Within(minimiseTicks)
	states, err := t.setup.Backend.New(t.System.Store, limited)
	if err != nil {
		return inv, MinimiseStats{}, err
	}
	defer states.Close()
	steps, err := t.setup.Backend.New(t.System.Store, limited)
	if err != nil {
		return inv, MinimiseStats{}, err
	}
	defer steps.Close()
	z := Minimiser{System: t.System, States: states, Steps: steps}
	inv, err = z.Minimise(ctx, inv)
	return inv, z.Stats, err
}

// Close closes the solvers.
func (t *Tools) Close() {
	for _, solver := range t.Solvers {
		solver.Close()
	}
}

// Decided reports whether a step, such as [Bounded.Next], ended the search.
func Decided(z horn.Result, err error) bool {
	return err != nil || z.Verdict != horn.Unknown || z.Reason != ""
}
