// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"slices"

	"cornet/encode/cfg"
)

// worklist has the edges whose operations must be evaluated again, because the sets that they have
// read have grown.
//
// An evaluation registers itself with the cells that it reads. When a cell grows, its readers move
// to the list. Soundness does not depend on the list: the analysis ends only after a sweep over all
// edges has changed nothing.
type worklist struct {
	edges   []*cfg.Edge
	due     []bool
	current int // the edge that is evaluated, or -1
	effort  int // evaluations so far
}

// readers are the edges that have read something since it last changed.
type readers []int

// read registers the current edge as a reader.
func (w *worklist) read(r *readers) {
	if n := len(*r); w.current >= 0 && (n == 0 || (*r)[n-1] != w.current) {
		*r = append(*r, w.current)
	}
}

// grown puts the readers on the list.
func (w *worklist) grown(r *readers) {
	for _, i := range *r {
		w.due[i] = true
	}
	*r = (*r)[:0]
}

// Refresh updates the sets after queries about new cells, which may have made objects flat. It
// reports whether anything changed.
func (a *Analysis) Refresh() bool {
	worked := a.changed
	if !worked {
		return false
	}
	w := &a.work
	w.edges = slices.Collect(a.program.Edges())
	w.due = make([]bool, len(w.edges))
	soon, later := w.effort+max(soonEffort, 4*len(w.edges)), w.effort+max(laterEffort, 8*len(w.edges))
	for a.changed {
		a.changed = false
		// The sets from before an object became flat are less precise than they could be.
		if a.restart && w.effort < later {
			a.forget()
		}
		a.restart = false
		for i := range w.due {
			w.due[i] = true
		}
		for a.sweep() && !(a.restart && w.effort < soon) {
		}
	}
	return true
}

// When an object becomes flat, the sets found so far are less precise than they can be, but not
// wrong. At first, everything is computed again immediately. After soonEffort evaluations, this is
// postponed until nothing else remains to be done. After laterEffort evaluations, it does not
// happen any longer, since large programs have hundreds of such objects.
const (
	soonEffort  = 50_000
	laterEffort = 200_000
)

// sweep evaluates the edges on the list, in the order of the program. It reports whether there were
// any.
func (a *Analysis) sweep() bool {
	w, any := &a.work, false
	for i, e := range w.edges {
		if w.due[i] {
			w.due[i], w.current = false, i
			a.edge(e)
			w.effort++
			any = true
		}
	}
	w.current = -1
	return any
}
