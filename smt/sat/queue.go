// SPDX-License-Identifier: Apache-2.0

package sat

import "math"

// This file implements the decision order of focused search: VMTF (variable move to front), a
// doubly linked list of all variables in the order of their last bump, with a cursor that makes
// finding the next decision cheap (Biere & Fröhlich, "Evaluating CDCL Variable Scoring Schemes",
// SAT 2015, §6).
//
// Stamps grow strictly along the list. Invariant: every variable after the cursor (with a larger
// stamp) is assigned or not eligible for decision.

type vmtf struct {
	links       []queueLink // by Var
	first, last Var
	cursor      Var
	clock       uint32 // the largest stamp
}

type queueLink struct {
	prev, next Var
	stamp      uint32
}

// enlist appends the new variable v to the list.
func (q *vmtf) enlist(v Var) {
	q.links = lengthen(q.links, int(v)+1)
	q.append(v)
	if q.cursor == NoVar {
		q.cursor = v
	}
}

// append links v, which is in no list, in at the end with a fresh stamp.
func (q *vmtf) append(v Var) {
	if q.clock == math.MaxUint32 {
		q.renumber()
	}
	q.clock++
	q.links[v] = queueLink{prev: q.last, stamp: q.clock}
	if q.last != NoVar {
		q.links[q.last].next = v
	} else {
		q.first = v
	}
	q.last = v
}

// unlink removes v from the list. If the cursor is on v, it moves to a neighbour. This is correct
// if v is about to be appended again.
func (q *vmtf) unlink(v Var) {
	l := q.links[v]
	if l.prev != NoVar {
		q.links[l.prev].next = l.next
	} else {
		q.first = l.next
	}
	if l.next != NoVar {
		q.links[l.next].prev = l.prev
	} else {
		q.last = l.prev
	}
	if q.cursor == v {
		q.cursor = l.prev
		if l.prev == NoVar {
			q.cursor = l.next
		}
	}
}

// bump moves v to the end of the list. If free is true, v is unassigned and eligible, and the
// cursor moves to v. O(1).
func (q *vmtf) bump(v Var, free bool) {
	if q.links[v].next == NoVar {
		return
	}
	q.unlink(v)
	q.append(v)
	if free || q.cursor == NoVar {
		q.cursor = v
	}
}

// freed must be called when v becomes unassigned or eligible. O(1).
func (q *vmtf) freed(v Var) {
	if q.links[v].stamp > q.links[q.cursor].stamp {
		q.cursor = v
	}
}

// renumber gives the variables the stamps 1, 2, ... in list order.
func (q *vmtf) renumber() {
	q.clock = 0
	for v := q.first; v != NoVar; v = q.links[v].next {
		q.clock++
		q.links[v].stamp = q.clock
	}
}
