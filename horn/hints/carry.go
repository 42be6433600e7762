// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// Map returns the hints of h for the predicates that sys has too, with terms in
// the store of sys, as far as they go: hints for a predicate are kept when sys
// has a predicate of the same name over the same sorts, and dropped otherwise
// with a message to log at level Info (nil discards it). sys is the system after
// preprocessing or after a copy into another store. Preprocessing that inlines a
// predicate, or removes arguments of it, makes it another one; its hints are
// lost.
//
// Cost: linear in sys.Preds and in the size of the hints.
func (h *Hints) Map(sys *horn.System, log *slog.Logger) *Hints {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
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
	from, to *smtlib.Store
	importer *smtlib.Importer // nil within one store
}

func (c carrier) term(t *smtlib.Term) *smtlib.Term {
	if c.importer == nil {
		return t
	}
	return c.to.Simplify(c.importer.Term(t))
}

// find returns the predicate with the name and sorts of p, nil without one.
func (c carrier) find(x index, p *smtlib.Func) *smtlib.Func {
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
