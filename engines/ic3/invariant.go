// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"math/big"
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits/blast"
	"cornet/smt/sat"
)

// model returns the model whose predicates exclude the cubes, as formulas over words.
func (m *machine) model(cubes []cube) *horn.Model {
	z := horn.NewModel()
	st := m.sys.Store
	for _, p := range m.sys.Preds {
		params := horn.Params(st, p)
		w := &wording{store: st, places: map[sat.Var]place{}}
		for j, l := range m.location {
			w.set(l.Var(), m.preds[p]>>j&1 == 1)
		}
		used := map[int]bool{}
		for k, s := range m.slotsOf[p] {
			used[s] = true
			for i, l := range m.slots[s].word {
				w.places[l.Var()] = place{term: params[k], bit: i, known: sat.Undef}
			}
		}
		for s := range m.slots {
			if !used[s] {
				for _, l := range m.slots[s].word {
					w.set(l.Var(), false)
				}
			}
		}
		var lemmas []*logic.Term
		for _, c := range cubes {
			lemmas = append(lemmas, w.negation(c))
		}
		z.Define(p, params, st.And(lemmas...))
	}
	return z
}

// place describes a latch at a location: it is a bit of a parameter, or a constant.
type place struct {
	term  *logic.Term
	bit   int
	known sat.LBool
}

// wording writes cubes as formulas over the predicates' parameters.
type wording struct {
	store  *logic.Store
	places map[sat.Var]place
}

func (w *wording) set(v sat.Var, value bool) { w.places[v] = place{known: truth(value)} }

// negation returns the formula that says that a state is not in the cube. It compares adjacent bits
// of a word together.
func (w *wording) negation(c cube) *logic.Term {
	type bit struct {
		place
		value bool
	}
	var list []bit
	for _, l := range c {
		p := w.places[l.Var()]
		if p.known != sat.Undef {
			if (p.known == sat.True) == l.IsNeg() {
				return w.store.True()
			}
			continue
		}
		list = append(list, bit{p, !l.IsNeg()})
	}
	slices.SortFunc(list, func(x, y bit) int {
		if x.term != y.term {
			return int(x.term.ID()) - int(y.term.ID())
		}
		return x.bit - y.bit
	})
	var z []*logic.Term
	for i := 0; i < len(list); {
		x := list[i]
		if x.term.Sort().IsBool() {
			z = append(z, w.store.Eq(x.term, w.store.BoolValue(!x.value)))
			i++
			continue
		}
		word, low, limit := w.word(x.place)
		value, n := new(big.Int), 0
		for ; i < len(list) && list[i].term == x.term && list[i].bit == x.bit+n && low+n < limit; i, n = i+1, n+1 {
			if list[i].value {
				value.SetBit(value, n, 1)
			}
		}
		if word.Sort().IsBool() {
			z = append(z, w.store.Eq(word, w.store.BoolValue(!x.value)))
			continue
		}
		z = append(z, w.store.Not(w.store.Eq(w.store.Extract(low+n-1, low, word), w.store.BVNum(value, n))))
	}
	return w.store.Or(z...)
}

// word returns the word that contains the bit of a place: a parameter, or a cell of one. It also
// returns the bit's position and the word's width.
func (w *wording) word(p place) (z *logic.Term, low, limit int) {
	z, low = p.term, p.bit
	for z.Sort().IsArray() {
		sort := z.Sort()
		limit, _ = blast.Width(sort.Elem())
		z, low = w.store.Select(z, w.store.BVNum(big.NewInt(int64(low/limit)), sort.Index().Width())), low%limit
	}
	limit, _ = blast.Width(z.Sort()) // there is a width, since the encoding has refused other sorts
	return z, low, limit
}
