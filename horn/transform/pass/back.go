// SPDX-License-Identifier: Apache-2.0

package pass

import (
	"context"
	"errors"

	"cornet/horn"
)

// ErrUndetermined is wrapped by the errors of translators that cannot complete a witness, although
// it may be right: a solver has not answered, or the witness depends on a value that SMT-LIB leaves
// unspecified, such as (head nil).
var ErrUndetermined = errors.New("the witness cannot be completed")

// Sequence composes translators: the last one is applied first.
type Sequence []BackTranslator

// Model is [BackTranslator.Model].
func (c Sequence) Model(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	var err error
	for i := len(c) - 1; i >= 0 && err == nil; i-- {
		m, err = c[i].Model(ctx, m)
	}
	return m, err
}

// Refutation is [BackTranslator.Refutation].
func (c Sequence) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	var err error
	for i := len(c) - 1; i >= 0 && err == nil; i-- {
		r, err = c[i].Refutation(ctx, r)
	}
	return r, err
}

// Chain returns the composition of the back-translations of two transformations, where first ran
// first. Nil means the identity.
func Chain(first, second BackTranslator) BackTranslator {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return Sequence{first, second}
}
