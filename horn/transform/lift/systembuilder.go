// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// SystemBuilder collects the clauses of a new system with their origins in an old one.
type SystemBuilder struct {
	env     *pass.Env
	old     *horn.System
	clauses []*horn.Clause
	origins []Origin
}

// NewSystemBuilder returns a builder of a system that replaces old.
func NewSystemBuilder(env *pass.Env, old *horn.System) *SystemBuilder {
	return &SystemBuilder{env: env, old: old}
}

// Add adds a clause.
func (b *SystemBuilder) Add(c *horn.Clause, o Origin) {
	b.clauses = append(b.clauses, c)
	b.origins = append(b.origins, o)
}

// Keep adds clause i of the old system as it is.
func (b *SystemBuilder) Keep(i int) {
	c := b.old.Clauses[i]
	b.Add(c, Same(i, len(c.Body)))
}

// Len returns the number of clauses.
func (b *SystemBuilder) Len() int { return len(b.clauses) }

// Outcome makes the system over preds and its back-translator. model turns models of the new system
// into models of the old one; nil leaves them unchanged.
func (b *SystemBuilder) Outcome(preds []*logic.Func, model ModelFunc) pass.Outcome {
	sys := &horn.System{Store: b.old.Store, Preds: preds, Clauses: b.clauses}
	if model == nil {
		model = func(_ context.Context, m *horn.Model) (*horn.Model, error) { return m, nil }
	}
	return pass.Outcome{System: sys, Effect: pass.Exact, Back: &backward{
		refutationLifter: refutationLifter{env: b.env, old: b.old, new: sys, origins: b.origins},
		model:            model,
	}}
}

// ModelFunc translates models of a new system into models of the old one.
type ModelFunc func(ctx context.Context, m *horn.Model) (*horn.Model, error)

// backward is the translator of every pass: refutations by origin, models by a
// function.
type backward struct {
	refutationLifter
	model ModelFunc
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

// ModelWith returns a ModelFunc that defines the predicates of old as in m, unless change defines
// them differently. change is called for every predicate, in order.
func ModelWith(old *horn.System, change func(z, m *horn.Model, p *logic.Func) bool) ModelFunc {
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
