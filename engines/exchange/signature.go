// SPDX-License-Identifier: Apache-2.0

package exchange

import (
	"slices"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/internal/slice"
	"cornet/logic"
)

// Signature is the set of predicates that facts are about: those of the input, or of a system that
// preprocessing made from it for some engines.
//
// Facts cross from one signature to another through the input's signature, along the moves of
// predicates. A move records what a pass did with the arguments. Moves are followed backward and
// then forward, without a solver. Formulas about removed arguments, and predicates that were
// eliminated or are new, are dropped. So a translated fact may be weaker than the original, and
// need not be inductive.
type Signature struct {
	name   string
	system *horn.System // no clauses; over the blackboard's store
	stages []stage      // in order; the first has the input's predicates
}

// stage is a pass that moved predicates, with the predicates before it.
type stage struct {
	preds []*logic.Func
	moves map[*logic.Func][]hints.Move
}

// SignatureOf returns a signature of sys. The trail records how its predicates came from those of
// input. Everything is copied into the store.
func SignatureOf(into *logic.Store, name string, input, sys *horn.System, trail [][]hints.Move) *Signature {
	im := into.NewImporter()
	all := func(preds []*logic.Func) (z []*logic.Func) {
		for _, p := range preds {
			z = append(z, im.Func(p))
		}
		return z
	}
	v := &Signature{name: name, system: &horn.System{Store: into, Preds: all(sys.Preds)}}
	preds := all(input.Preds)
	for _, moves := range trail {
		at := stage{preds, map[*logic.Func][]hints.Move{}}
		for _, m := range moves {
			args := make([]*logic.Term, len(m.Args))
			for i, t := range m.Args {
				if t != nil {
					args[i] = im.Term(t)
				}
			}
			from := im.Func(m.From)
			at.moves[from] = append(at.moves[from], hints.Move{From: from, To: im.Func(m.To), Args: args})
		}
		v.stages = append(v.stages, at)
		var next []*logic.Func
		for _, p := range preds {
			if len(at.moves[p]) == 0 {
				next = append(next, p)
			}
			for _, m := range at.moves[p] {
				next = append(next, m.To)
			}
		}
		preds = next
	}
	return v
}

// System returns the predicates of v as a system without clauses.
func (v *Signature) System() *horn.System { return v.system }

// String returns the name of v.
func (v *Signature) String() string { return v.name }

// Translate translates m, over the predicates of v, to the predicates of w. It returns nil if
// nothing remains.
//
// Cost: O(size of m times the moves of a predicate).
func (v *Signature) Translate(w *Signature, m *horn.Model) *horn.Model {
	if v == w {
		return m
	}
	for _, at := range slices.Backward(v.stages) {
		m = at.backward(v.system.Store, m)
	}
	for _, at := range w.stages {
		m = at.forward(v.system.Store, m)
	}
	var z *horn.Model
	for _, p := range w.system.Preds {
		if d, ok := m.Definition(p); ok && !d.Body.IsTrue() {
			if z == nil {
				z = horn.NewModel()
			}
			z.Define(p, d.Params, d.Body)
		}
	}
	return z
}

// forward translates m to the predicates after the stage.
func (at stage) forward(s *logic.Store, m *horn.Model) *horn.Model {
	z := horn.NewModel()
	for _, p := range at.preds {
		d, ok := m.Definition(p)
		if !ok {
			continue
		}
		moves := at.moves[p]
		if len(moves) == 0 {
			z.Define(p, d.Params, d.Body)
		}
		for _, v := range moves {
			known := map[*logic.Term]*logic.Term{}
			for j, x := range d.Params {
				if v.Args[j] != nil {
					known[x] = v.Args[j]
				}
			}
			z.Define(v.To, hints.Formals(s, v.To), sayable(s, d.Body, known))
		}
	}
	return z
}

// backward translates m, about predicates after the stage, to predicates before it.
func (at stage) backward(s *logic.Store, m *horn.Model) *horn.Model {
	z := horn.NewModel()
	for _, p := range at.preds {
		moves := at.moves[p]
		if d, ok := m.Definition(p); ok && len(moves) == 0 {
			z.Define(p, d.Params, d.Body)
		}
		// The same arguments may belong to several parts of p. One of the parts has a definition.
		var cases, places []*logic.Term
		said := map[*logic.Term][]*logic.Term{} // definitions, by place
		xs := kernel.Formals(s, p)
		for _, v := range moves {
			where, what := undo(s, v, xs, m)
			if said[where] == nil {
				places = append(places, where)
			}
			said[where] = append(said[where], what)
		}
		for _, where := range places {
			cases = append(cases, s.Implies(where, s.Or(said[where]...)))
		}
		if len(cases) > 0 {
			z.Define(p, xs, s.And(cases...))
		}
	}
	return z
}

// undo returns the definition of v.From in m at the arguments xs, and the condition that the move
// maps xs to the arguments of that definition.
func undo(s *logic.Store, v hints.Move, xs []*logic.Term, m *horn.Model) (where, what *logic.Term) {
	formals := hints.Formals(s, v.To)
	known := map[*logic.Term]*logic.Term{}
	for j, t := range v.Args {
		if t != nil && t.IsVar() && known[t] == nil {
			known[t] = xs[j]
		}
	}
	var same []*logic.Term
	for j, t := range v.Args {
		if t != nil && known[t] != xs[j] && covers(known, t) {
			same = append(same, s.Eq(xs[j], replace(s, t, known)))
		}
	}
	d, ok := m.Definition(v.To)
	if !ok {
		return s.And(same...), s.True()
	}
	params := map[*logic.Term]*logic.Term{}
	for i, x := range d.Params {
		if t := known[formals[i]]; t != nil {
			params[x] = t
		}
	}
	return s.And(same...), sayable(s, d.Body, params)
}

// sayable returns the conjuncts of f whose variables all have known values, with these values
// substituted.
func sayable(s *logic.Store, f *logic.Term, known map[*logic.Term]*logic.Term) *logic.Term {
	var z []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, f) {
		if covers(known, c) {
			z = append(z, replace(s, c, known))
		}
	}
	return s.And(z...)
}

// covers reports whether all variables of t have known values.
func covers(known map[*logic.Term]*logic.Term, t *logic.Term) bool {
	return !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return known[v] == nil })
}

// replace returns t with the values of its variables.
func replace(s *logic.Store, t *logic.Term, known map[*logic.Term]*logic.Term) *logic.Term {
	vars := logic.FreeVars(t)
	terms := slice.Map(vars, func(v *logic.Term) *logic.Term { return known[v] })
	return s.Substitute(t, vars, terms)
}
