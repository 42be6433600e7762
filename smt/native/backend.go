// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
	"cornet/smtlib"
)

// Backend makes embedded solvers; it implements smt.Backend. The zero value is
// ready to use. Safe for concurrent use.
type Backend struct{}

// Name implements smt.Backend.
func (Backend) Name() string { return "native" }

// New implements smt.Backend.
func (Backend) New(store *smtlib.Store, o smt.Options) (smt.Solver, error) {
	return NewSolver(store, o), nil
}

// Projector implements smt.Backend.
func (Backend) Projector(store *smtlib.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{Log: o.Log}), nil
}

// Interpolator implements smt.Backend.
func (b Backend) Interpolator(store *smtlib.Store, o smt.Options) (smt.Interpolator, error) {
	p, err := b.Projector(store, o)
	if err != nil {
		return nil, err
	}
	return itp.NewModelBased(store, func() (smt.Solver, error) { return b.New(store, o) }, p, itp.Options{}), nil
}
