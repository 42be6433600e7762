// SPDX-License-Identifier: Apache-2.0

package backends

import (
	"cornet/logic"
	"cornet/smt"
)

// late is libz3, loaded when it is first needed. If loading fails, another back end does its work.
type late struct {
	open    func() (smt.Backend, error)
	without smt.Backend
}

func (b *late) backend() smt.Backend {
	if z, err := b.open(); err == nil {
		return z
	}
	return b.without
}

// Name implements smt.Backend.
func (b *late) Name() string { return "z3" }

// New implements smt.Backend.
func (b *late) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	return b.backend().New(store, o)
}

// Projector implements smt.Backend.
func (b *late) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return b.backend().Projector(store, o)
}

// Interpolator implements smt.Backend.
func (b *late) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	return b.backend().Interpolator(store, o)
}
