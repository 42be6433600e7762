// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"errors"

	"cornet/smt"
	"cornet/smtlib"
)

// Fallback asks projectors in turn: the next one whenever one refuses with an
// error that wraps errors.ErrUnsupported. Over an empty chain everything is
// refused. It implements [smt.Projector]; the projectors are over one store.
type Fallback []smt.Projector

var _ smt.Projector = Fallback(nil)

// Project returns the answer of the first projector that has one; see
// [smt.Projector]. When all refuse, the error is that of all of them.
func (f Fallback) Project(ctx context.Context, m *smtlib.Model, vars []*smtlib.Term, t *smtlib.Term) (*smtlib.Term, error) {
	err := unsupported("anything: there is no projector")
	for i, p := range f {
		g, refusal := p.Project(ctx, m, vars, t)
		if refusal == nil || !errors.Is(refusal, errors.ErrUnsupported) {
			return g, refusal
		}
		if i == 0 {
			err = refusal
		} else {
			err = errors.Join(err, refusal)
		}
	}
	return nil, err
}
