// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// Import returns a copy of sys over the terms of another store, without its
// Source. Predicates and clauses keep their order. The store of sys must not
// change during the call.
func (sys *System) Import(into *logic.Store) *System {
	im := into.NewImporter()
	z := &System{Store: into}
	for _, p := range sys.Preds {
		z.Preds = append(z.Preds, im.Func(p))
	}
	atom := func(a Atom) Atom {
		args := slice.Map(a.Args, im.Term)
		return Atom{im.Func(a.Pred), args}
	}
	for _, c := range sys.Clauses {
		phi := im.Term(c.Constraint)
		d := c.Map(atom)
		d.Constraint, d.origin = phi, nil
		z.Clauses = append(z.Clauses, d)
	}
	return z
}

// Import returns a copy of r, a result for a system that is a copy of sys made
// by [System.Import], over the terms of sys. The store of the copy must not
// change during the call.
func (r Result) Import(sys *System, copied *System) Result {
	im := sys.Store.NewImporter()
	if r.Model != nil {
		m := NewModel()
		for i, p := range copied.Preds {
			d, ok := r.Model.Definition(p)
			if !ok {
				continue
			}
			params := slice.Map(d.Params, im.Term)
			m.Define(sys.Preds[i], params, im.Term(d.Body))
		}
		r.Model = m
	}
	if r.Refutation != nil {
		imported := func(values map[*logic.Term]*logic.Term) map[*logic.Term]*logic.Term {
			z := make(map[*logic.Term]*logic.Term, len(values))
			for v, x := range values {
				z[im.Term(v)] = im.Term(x)
			}
			return z
		}
		z := &Refutation{Steps: slices.Clone(r.Refutation.Steps), Loops: slices.Clone(r.Refutation.Loops)}
		for i := range z.Steps {
			z.Steps[i].Values = imported(z.Steps[i].Values)
		}
		for i := range z.Loops {
			z.Loops[i].Times = im.Term(z.Loops[i].Times)
			z.Loops[i].Next = slice.Map(z.Loops[i].Next, imported)
		}
		r.Refutation = z
	}
	return r
}
