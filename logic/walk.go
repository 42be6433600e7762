// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"slices"
	"sync"
)

// Walk calls visit once for every subterm of roots, a term before its arguments, and descends into
// the arguments if visit returns true. Quantifier bodies are arguments; bound variables are not
// visited. The walk is iterative, so depth does not matter.
//
// Cost: O(size of the DAG).
func Walk(visit func(*Term) bool, roots ...*Term) {
	w := walkers.Get().(*walker)
	w.begin()
	for i := len(roots) - 1; i >= 0; i-- {
		w.stack = append(w.stack, roots[i])
	}
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.add(t.id) && visit(t) {
			for i := len(t.args) - 1; i >= 0; i-- {
				if !w.has(t.args[i].id) {
					w.stack = append(w.stack, t.args[i])
				}
			}
		}
	}
	walkers.Put(w)
}

// walkers are for use by any walk, since making one costs more than most walks.
var walkers = sync.Pool{New: func() any { return &walker{} }}

// walker is the state of a walk: the terms still to be visited, and the set of the visited ones.
// Terms that are made together have neighbouring IDs, and a walk visits them together. So it reads
// the table in order.
type walker struct {
	stack []*Term
	last  []uint32 // by ID, the last walk that has visited the term, be it one of another store
	walk  uint32   // the number of the present walk
}

func (w *walker) begin() {
	w.stack = w.stack[:0]
	if w.walk++; w.walk == 0 { // after all numbers
		clear(w.last)
		w.walk = 1
	}
}

func (w *walker) has(id uint32) bool { return int(id) < len(w.last) && w.last[id] == w.walk }

// add adds a term to the set, and reports whether it was not there.
func (w *walker) add(id uint32) bool {
	if w.has(id) {
		return false
	}
	if n := int(id) + 1; n > len(w.last) {
		w.last = append(w.last, make([]uint32, max(n, 2*len(w.last), 256)-len(w.last))...)
	}
	w.last[id] = w.walk
	return true
}

// Size returns the number of distinct subterms of ts.
func Size(ts ...*Term) int {
	n := 0
	Walk(func(*Term) bool { n++; return true }, ts...)
	return n
}

// FreeVars returns the variables that occur free in ts, ordered by ID. The caller may keep the
// slice but must not modify it.
//
// Cost: O(size of the DAG). The free variables of quantified subterms are cached.
func FreeVars(ts ...*Term) []*Term {
	if len(ts) == 1 {
		if b, ok := ts[0].ref.(*binder); ok {
			if free := b.free.Load(); free != nil {
				return *free
			}
		}
	}
	for _, q := range newQuantified(ts) {
		b := q.ref.(*binder)
		free := slices.DeleteFunc(freeVars(q.args), func(v *Term) bool { return slices.Contains(b.vars, v) })
		b.free.Store(&free)
	}
	return freeVars(ts)
}

// newQuantified returns the quantified subterms of ts whose free variables are
// not known, by ID: inner ones first.
func newQuantified(ts []*Term) []*Term {
	var z []*Term
	Walk(func(t *Term) bool {
		if b, ok := t.ref.(*binder); ok {
			if b.free.Load() != nil {
				return false
			}
			z = append(z, t)
		}
		return t.HasQuantifiers()
	}, ts...)
	sortByID(z)
	return z
}

// freeVars is like FreeVars. It requires that the free variables of the quantified subterms are
// known.
func freeVars(ts []*Term) []*Term {
	var vars []*Term
	Walk(func(t *Term) bool {
		if t.op == OpVar {
			vars = append(vars, t)
		} else if b, ok := t.ref.(*binder); ok {
			vars = append(vars, *b.free.Load()...)
			return false
		}
		return t.HasVars()
	}, ts...)
	sortByID(vars)
	return slices.Compact(vars)
}

// Funcs returns the uninterpreted functions and predicates that occur in ts,
// ordered by ID.
func Funcs(ts ...*Term) []*Func {
	var funcs []*Func
	seen := map[*Func]bool{}
	Walk(func(t *Term) bool {
		if f := t.Func(); f != nil && !seen[f] {
			seen[f] = true
			funcs = append(funcs, f)
		}
		return t.HasApps()
	}, ts...)
	sortFuncs(funcs)
	return funcs
}

// AppendConjuncts appends the conjuncts of t to z: those of a conjunction, none for true, or else
// t.
func AppendConjuncts(z []*Term, t *Term) []*Term {
	switch t.op {
	case OpTrue:
		return z
	case OpAnd:
		return append(z, t.args...)
	}
	return append(z, t)
}
