// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"slices"

	"cornet/encode/cfg"
)

// worklist has the edges whose operations are to be evaluated again, because what they have read has grown since.
//
// An evaluation enters itself with the cells that it reads. A cell that grows moves those that have read it to the list. Which edges
// these are is no matter of soundness: the result holds only once a sweep over all edges has changed nothing.
type worklist struct {
	edges   []*cfg.Edge
	due     []bool
	current int // the edge that is evaluated, or -1
	effort  int // evaluations so far
}

// readers are the edges that have read something since it last changed.
type readers []int

// read enters the current edge.
func (w *worklist) read(r *readers) {
	if n := len(*r); w.current >= 0 && (n == 0 || (*r)[n-1] != w.current) {
		*r = append(*r, w.current)
	}
}

// grown makes the readers due.
func (w *worklist) grown(r *readers) {
	for _, i := range *r {
		w.due[i] = true
	}
	*r = (*r)[:0]
}

// Refresh brings the sets up to date after queries about new cells, which
// may have made objects flat. It reports whether anything changed.
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
		if a.restart && w.effort < later { // what the sets have of an object that was not flat is less precise than it can be
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

// An object that becomes flat makes what was found so far less precise than it can be, but not wrong. At first, everything is found anew at once. After so
// many evaluations this happens only when nothing else is left to do, and in the end no more: large programs have hundreds of such objects.
const (
	soonEffort  = 50_000
	laterEffort = 200_000
)

// sweep evaluates the edges that are due, in the order of the program. It reports whether there were any.
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
