// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"container/heap"

	"cornet/logic"
)

// pob is a proof obligation. It must be shown that no derivation of height at most level ends in
// the cube, or that one does.
type pob struct {
	loc   *location
	cube  []*logic.Term // literals over the formals
	level int
	depth int // steps to the goal
	id    int
	// queued is the position in the queue plus one, or 0 if it is not there.
	queued int
	// start is the rule that was satisfiable in the last expansion.
	start int
	// conjecture is not nil for an obligation that may fail.
	conjecture *conjecture
}

// pobs is the queue of obligations. Lower levels come first, then obligations nearer to the goal,
// and then older ones.
type pobs []*pob

func (q pobs) Len() int { return len(q) }

func (q pobs) Less(i, j int) bool {
	x, y := q[i], q[j]
	switch {
	case x.level != y.level:
		return x.level < y.level
	case (x.conjecture != nil) != (y.conjecture != nil):
		return x.conjecture != nil
	case x.depth != y.depth:
		return x.depth < y.depth
	}
	return x.id < y.id
}

func (q pobs) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].queued, q[j].queued = i+1, j+1
}

func (q *pobs) Push(x any) {
	*q = append(*q, x.(*pob))
	x.(*pob).queued = len(*q)
}

func (q *pobs) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	x.queued = 0
	return x
}

// oblige puts the obligation of a cube into the queue. If it is in the queue already, its level may
// fall but does not rise.
func (s *search) oblige(l *location, cube []*logic.Term, level, depth int) *pob {
	term := s.store.And(cube...)
	o := l.pobs[term]
	if o == nil {
		s.stats.Obligations++
		o = &pob{loc: l, cube: cube, level: level, depth: depth, id: int(s.stats.Obligations)}
		l.pobs[term] = o
	}
	if o.queued > 0 {
		level, depth = min(o.level, level), min(o.depth, depth)
	}
	o.level, o.depth, o.conjecture = level, depth, nil
	s.enqueue(o)
	return o
}

// slack bounds how far blocked obligations rise before the bound does. An obligation of depth d
// starts at level bound - d. With slack 1 it never rises above that level, and all obligations
// belong to derivations of height bound. Without a limit, obligations can get deeper and deeper at
// one bound, and the search may never end. (In 4 s of processor time per task, slack 1 solved 57
// and 44 of the 60 quick tasks of LIA and LIA-Lin. Slack 2 solved 57 and 47, and no limit 56 and
// 46.)
const slack = 2

// enqueue puts an obligation into the queue, or defers it until the bound is high enough. If it is
// in the queue, it moves to its new position. This happens when a recursive rule demands the same
// cube again: the obligation is then its own child, at a lower level.
func (s *search) enqueue(o *pob) {
	if o.queued > 0 {
		heap.Fix(&s.queue, o.queued-1)
		return
	}
	if o.level > s.bound || o.conjecture == nil && o.level+o.depth > slack*s.bound {
		s.deferred = append(s.deferred, o)
		return
	}
	heap.Push(&s.queue, o)
}

// next takes the first obligation from the queue, or returns nil.
func (s *search) next() *pob {
	if len(s.queue) == 0 {
		return nil
	}
	return heap.Pop(&s.queue).(*pob)
}
