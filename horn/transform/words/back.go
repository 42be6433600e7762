// SPDX-License-Identifier: Apache-2.0

package words

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/smtlib"
)

// back translates witnesses.
type back struct {
	sys   *horn.System
	image map[*smtlib.Func]*smtlib.Func
	vars  []map[*smtlib.Term]*smtlib.Term // by clause: vectors by variables for their values
}

// Refutation reads the values of a refutation as vectors: its steps are instances of
// the clauses that they were made of.
func (b *back) Refutation(_ context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	s := b.sys.Store
	z := &horn.Refutation{}
	for _, step := range r.Steps {
		values := map[*smtlib.Term]*smtlib.Term{}
		for v, x := range step.Values {
			if vector := b.vars[step.Clause][v]; vector != nil {
				values[vector] = s.BVNum(integer(x), vector.Sort().Width())
			}
		}
		for _, v := range b.sys.Clauses[step.Clause].Vars() {
			if x := step.Values[v]; x != nil && !v.Sort().IsBitVec() {
				values[v] = x
			}
		}
		z.Steps = append(z.Steps, horn.Step{Clause: step.Clause, Values: values, Premises: step.Premises})
	}
	return z, nil
}

// Model writes the definitions over vectors.
func (b *back) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	s := b.sys.Store
	z := horn.NewModel()
	for _, p := range b.sys.Preds {
		w := &writer{store: s, vectors: map[*smtlib.Term]*smtlib.Term{}, made: map[*smtlib.Term]wide{}}
		var params, args []*smtlib.Term
		for i, d := range p.Params() {
			x := s.Var(fmt.Sprintf("x!%d", i), d)
			params = append(params, x)
			if d.IsBitVec() {
				v := s.Fresh("value", s.Int)
				w.vectors[v] = x
				x = v
			}
			args = append(args, x)
		}
		body := m.Instance(s, b.image[p], args)
		if body == nil {
			return nil, fmt.Errorf("words: the model has no definition of predicate %v", b.image[p])
		}
		body = w.formula(body)
		if w.err != nil {
			return nil, fmt.Errorf("words: %w: %w", w.err, transform.ErrUndetermined)
		}
		z.Define(p, params, body)
	}
	return z, nil
}
