// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"context"
	"fmt"
	"slices"

	"cornet/horn"

	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
)

// back translates witnesses.
type back struct {
	sys   *horn.System
	image map[*logic.Func]*logic.Func
	// by clause: the vectors for the variables that are their values
	vars []map[*logic.Term]*logic.Term
}

// Refutation reads the values of a refutation as bit-vectors: its steps are instances of the
// original clauses.
func (b *back) Refutation(_ context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	s := b.sys.Store
	vectors := func(clause int, given map[*logic.Term]*logic.Term) map[*logic.Term]*logic.Term {
		values := map[*logic.Term]*logic.Term{}
		for v, x := range given {
			if vector := b.vars[clause][v]; vector != nil {
				values[vector] = s.BVNum(integer(x), vector.Sort().Width())
			}
		}
		for _, v := range b.sys.Clauses[clause].Vars() {
			if x := given[v]; x != nil && !v.Sort().IsBitVec() {
				values[v] = x
			}
		}
		return values
	}
	z := &horn.Refutation{Steps: slices.Clone(r.Steps), Loops: slices.Clone(r.Loops)}
	for i, step := range r.Steps {
		z.Steps[i].Values = vectors(step.Clause, step.Values)
	}
	for i, l := range r.Loops {
		z.Loops[i].Next = make([]map[*logic.Term]*logic.Term, len(l.Next))
		for j, values := range l.Next {
			z.Loops[i].Next[j] = vectors(r.Steps[l.First+j].Clause, values)
		}
	}
	return z, nil
}

// Model writes the definitions over vectors.
func (b *back) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	return b.define(m, func(*logic.Func, *logic.Term, []*logic.Term, *writer) error { return nil })
}

// define writes the definitions. prepare gets the predicate over numbers, the formula, and the
// formula's arguments.
func (b *back) define(m *horn.Model, prepare func(p *logic.Func, body *logic.Term, args []*logic.Term, w *writer) error) (*horn.Model, error) {
	s := b.sys.Store
	z := horn.NewModel()
	for _, p := range b.sys.Preds {
		w := newWriter(s)
		var args []*logic.Term
		params := horn.Params(s, p)
		for _, x := range params {
			if x.Sort().IsBitVec() {
				v := s.Fresh("value", s.Int)
				w.vectors[v] = x
				x = v
			}
			args = append(args, x)
		}
		body := m.Instance(s, b.image[p], args)
		if body == nil {
			return nil, fmt.Errorf("intblast: the model has no definition of predicate %v", b.image[p])
		}
		if err := prepare(b.image[p], body, args, w); err != nil {
			return nil, err
		}
		body = w.formula(body)
		if w.err != nil {
			return nil, fmt.Errorf("intblast: %w: %w", w.err, pass.ErrUndetermined)
		}
		z.Define(p, params, body)
	}
	return z, nil
}

// residueBack translates witnesses of a system over residues. looked tells for each predicate and
// position whether a clause inspects the number.
type residueBack struct {
	*back
	looked  map[*logic.Func][]bool
	backend smt.Backend
	options smt.Options
}

// modelTicks bounds a query about the bounds in a model.
const modelTicks = 1_000_000

// Model guesses definitions over bit-vectors. It takes numbers that a clause inspects, or that the
// model keeps in range, for the values of the vectors. Other numbers occur in sums of the model. If
// such a sum is in range, it is the sum of the vectors.
func (b *residueBack) Model(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	return b.define(m, func(p *logic.Func, body *logic.Term, args []*logic.Term, w *writer) error {
		for i, v := range args {
			if w.vectors[v] == nil || b.looked[p] != nil && b.looked[p][i] {
				continue
			}
			inside, err := b.bounds(ctx, body, v, w.vectors[v].Sort().Width())
			if err != nil {
				return err
			}
			w.wild[v] = !inside
		}
		return nil
	})
}

// bounds reports whether body implies that v is the value of a vector of width w.
func (b *residueBack) bounds(ctx context.Context, body, v *logic.Term, w int) (bool, error) {
	o := b.options
	o.Ticks = modelTicks
	solver, err := b.backend.New(b.sys.Store, o)
	if err != nil {
		return false, err
	}
	defer solver.Close()
	t := &translation{store: b.sys.Store}
	if err := solver.Assert(b.sys.Store.And(body, b.sys.Store.Not(t.inRange(v, w)))); err != nil {
		return false, err
	}
	st, err := solver.Check(ctx)
	return st == smt.Unsat, err
}
