// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"cmp"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// Map returns the hints of h for the predicates of sys, with terms in the store of sys. Hints for a
// predicate are kept if sys has a predicate of the same name over the same sorts. Otherwise they
// are dropped, with a message to log at level Info (nil discards it). sys is the system after
// preprocessing or after a copy into another store. If preprocessing inlines a predicate or removes
// its arguments, the predicate becomes another one, and its hints are lost.
//
// Cost: linear in sys.Preds and in the size of the hints.
func (h *Hints) Map(sys *horn.System, log *slog.Logger) *Hints {
	log = cmp.Or(log, slog.New(slog.DiscardHandler))
	z := &Hints{store: sys.Store}
	if h.IsEmpty() {
		return z
	}
	to := carrier{from: h.store, to: sys.Store}
	if to.from != to.to {
		to.importer = sys.Store.NewImporter()
	}
	index := newIndex(sys)
	for _, p := range h.preds {
		x := h.about[p]
		q := to.find(index, p)
		if q == nil {
			log.Info("hints dropped", "predicate", p.Name(), "templates", len(x.templates), "initial", len(x.initial),
				"reason", "no predicate of this name and these sorts after preprocessing")
			continue
		}
		y := z.add(q)
		y.threshold = x.threshold
		for _, t := range x.templates {
			t.Term = to.term(t.Term)
			y.template(t)
		}
		for _, f := range x.initial {
			y.predicate(to.term(f))
		}
	}
	return z
}

// carrier moves hints from store to store.
type carrier struct {
	from, to *logic.Store
	importer *logic.Importer // nil within one store
}

func (c carrier) term(t *logic.Term) *logic.Term {
	if c.importer == nil {
		return t
	}
	return c.to.Simplify(c.importer.Term(t))
}

// find returns the predicate with the name and sorts of p, or nil.
func (c carrier) find(x index, p *logic.Func) *logic.Func {
	all := x.byName[p.Name()]
	if len(all) == 0 {
		return nil
	}
	sorts := slices.Clone(p.Params())
	if c.importer != nil {
		for i, s := range sorts {
			sorts[i] = c.importer.Sort(s)
		}
	}
	for _, q := range all {
		if slices.Equal(q.Params(), sorts) {
			return q
		}
	}
	return nil
}

// Move records that preprocessing turned predicate From into To. Args has, for each argument of
// From, its value in terms of the formals of To, or nil if the value is not known. A predicate that
// was split has several moves.
type Move struct {
	From, To *logic.Func
	Args     []*logic.Term
}

// Keep returns the move of a predicate that loses arguments: argument i of to is
// argument kept[i] of from.
func Keep(s *logic.Store, from, to *logic.Func, kept []int) Move {
	m := Move{From: from, To: to, Args: make([]*logic.Term, from.Arity())}
	for i, v := range Formals(s, to) {
		m.Args[kept[i]] = v
	}
	return m
}

// Carry returns the hints of h after the moves, all in one store. Hints for a moved predicate
// become hints for its targets. Hints that mention an unknown argument, or become constants, are
// dropped. Other hints remain. Callers apply Carry once for each pass; [Hints.Map] then reports the
// hints that are lost.
//
// Cost: linear in the size of the hints times the moves of their predicates.
func (h *Hints) Carry(moves []Move) *Hints {
	if h.IsEmpty() {
		return &Hints{}
	}
	from := make(map[*logic.Func][]Move, len(moves))
	for _, m := range moves {
		from[m.From] = append(from[m.From], m)
	}
	z := &Hints{store: h.store}
	for _, p := range h.preds {
		x := h.about[p]
		all := from[p]
		if len(all) == 0 {
			all = []Move{{From: p, To: p, Args: Formals(h.store, p)}}
		}
		for _, m := range all {
			m.carry(h.store, x, z.add(m.To))
		}
	}
	return z
}

// carry adds the hints x for m.From to those for m.To.
func (m Move) carry(s *logic.Store, x, z *entry) {
	var known, args []*logic.Term
	lost := map[*logic.Term]bool{}
	for j, v := range Formals(s, m.From) {
		if m.Args[j] == nil {
			lost[v] = true
			continue
		}
		known, args = append(known, v), append(args, m.Args[j])
	}
	speaks := func(t *logic.Term) bool {
		return !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return lost[v] })
	}
	sub := s.NewSubstitution(known, args)
	for _, t := range x.templates {
		if speaks(t.Term) {
			if t.Term = sub.Apply(t.Term); !t.Term.IsValue() {
				z.template(t)
			}
		}
	}
	for _, f := range x.initial {
		if speaks(f) {
			if f = sub.Apply(f); !f.IsValue() {
				z.predicate(f)
			}
		}
	}
	if x.threshold != 0 {
		z.threshold = x.threshold
	}
}
