// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/smtlib"
)

// ErrUndetermined is wrapped by the errors of translators that cannot complete a
// witness which need not be wrong: a solver has not answered, or the witness
// rests on a value that SMT-LIB leaves open, as that of (head nil).
var ErrUndetermined = errors.New("the witness cannot be completed")

// modelFunc translates models of a new system into models of the old one.
type modelFunc func(ctx context.Context, m *horn.Model) (*horn.Model, error)

func sameModel(_ context.Context, m *horn.Model) (*horn.Model, error) { return m, nil }

// backward is the translator of every pass: refutations by origin, models by a
// function.
type backward struct {
	expander
	model modelFunc
}

func (b *backward) Model(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	for _, p := range b.new.Preds {
		if _, ok := m.Definition(p); !ok {
			return nil, fmt.Errorf("transform: the model has no definition of predicate %v", p)
		}
	}
	return b.model(ctx, m)
}

func (b *backward) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	return b.expand(ctx, r)
}

// chain composes translators: the last one is applied first.
type chain []BackTranslator

func (c chain) Model(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	var err error
	for i := len(c) - 1; i >= 0 && err == nil; i-- {
		m, err = c[i].Model(ctx, m)
	}
	return m, err
}

func (c chain) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	var err error
	for i := len(c) - 1; i >= 0 && err == nil; i-- {
		r, err = c[i].Refutation(ctx, r)
	}
	return r, err
}

// Chain returns the way back through two transformations, of which first was made
// first. Nil stands for the identity.
func Chain(first, second BackTranslator) BackTranslator {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return chain{first, second}
}

// modelWith returns a modelFunc that defines the predicates of old as m does,
// except where change, which is called for every predicate in order, says
// otherwise.
func modelWith(old *horn.System, change func(z, m *horn.Model, p *smtlib.Func) bool) modelFunc {
	return func(_ context.Context, m *horn.Model) (*horn.Model, error) {
		z := horn.NewModel()
		for _, p := range old.Preds {
			if change(z, m, p) {
				continue
			}
			d, ok := m.Definition(p)
			if !ok {
				return nil, fmt.Errorf("transform: the model has no definition of predicate %v", p)
			}
			z.Define(p, d.Params, d.Body)
		}
		return z, nil
	}
}

// params returns fresh variables for the parameters of p.
func params(s *smtlib.Store, p *smtlib.Func) []*smtlib.Term {
	z := make([]*smtlib.Term, p.Arity())
	for i, sort := range p.Params() {
		z[i] = s.Var(paramName(i), sort)
	}
	return z
}

func paramName(i int) string { return fmt.Sprintf("x!%d", i) }
