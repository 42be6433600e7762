// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"iter"

	"cornet/encode/cfg"
)

// An access is a set of shared objects that are read, and a set of those that are written.
type access struct {
	reads, writes objects
}

// objects is a set of objects, by number.
type objects []uint64

func (o *objects) add(i int) {
	for len(*o) <= i/64 {
		*o = append(*o, 0)
	}
	(*o)[i/64] |= 1 << (i % 64)
}

// join adds p's elements. It reports whether any of them is new.
func (o *objects) join(p objects) bool {
	for len(*o) < len(p) {
		*o = append(*o, 0)
	}
	changed := false
	for i, w := range p {
		if w&^(*o)[i] != 0 {
			(*o)[i] |= w
			changed = true
		}
	}
	return changed
}

func (o objects) meets(p objects) bool {
	for i := range min(len(o), len(p)) {
		if o[i]&p[i] != 0 {
			return true
		}
	}
	return false
}

// keep returns the intersection with p, as a new set.
func (o objects) keep(p objects) objects {
	q := make(objects, min(len(o), len(p)))
	for i := range q {
		q[i] = o[i] & p[i]
	}
	return q
}

func (a *access) join(b access) bool {
	r, w := a.reads.join(b.reads), a.writes.join(b.writes)
	return r || w
}

// conflicts reports whether the order of a and b may matter.
func (a access) conflicts(b access) bool {
	return a.writes.meets(b.writes) || a.writes.meets(b.reads) || a.reads.meets(b.writes)
}

// A numbering assigns numbers to objects: variables, the heap, and the starts and ends of threads.
type numbering struct {
	objects map[any]int
	memory  objects // possible targets of a dereference
}

type heapObject struct{}

// startOf returns the number of the event that a thread has started.
type startOf struct{ in *instance }

func (n *numbering) number(object any) int {
	i, ok := n.objects[object]
	if !ok {
		i = len(n.objects)
		n.objects[object] = i
	}
	return i
}

// findAccesses computes the accesses of steps, and those that may follow each point.
func (b *builder) findAccesses() {
	n := &numbering{objects: map[any]int{}}
	n.memory.add(n.number(heapObject{}))
	for _, op := range b.ops() {
		cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && kind == cfg.Pointed {
				n.memory.add(n.number(v))
			}
		})
	}
	for v := range b.s.addressed { // addresses that Init stores
		if v.Kind == cfg.Global && !v.Thread {
			n.memory.add(n.number(v))
		}
	}

	for st, op := range b.ops() {
		st.access.join(n.op(op))
	}
	used := make([]access, len(b.instances))
	for in, st := range b.steps() {
		if st.awaits != nil {
			st.access.reads.add(n.number(st.awaits))
		}
		if st.precedes != nil {
			st.access.reads.add(n.number(startOf{st.precedes}))
		}
		if st.starts != nil {
			st.access.writes.add(n.number(startOf{st.starts}))
		}
		if st.to.ended {
			st.access.writes.add(n.number(in))
		}
		used[in.id].join(st.access)
	}
	shared := b.keepShared(used)
	if b.opts.Races != nil {
		b.findUses(n, shared)
	}
	if b.opts.Races == nil { // a thread that sees an unfinished block has a race
		b.findBlocks()
	}
	if b.opts.Level > 0 {
		b.findMovers(n)
	}
	for _, in := range b.instances {
		in.extendBlocks()
	}
	b.findFutures()
}

// steps yields the steps of all threads.
func (b *builder) steps() iter.Seq2[*instance, *step] {
	return func(yield func(*instance, *step) bool) {
		for _, in := range b.instances {
			for _, p := range in.points {
				for _, st := range p.steps {
					if !yield(in, st) {
						return
					}
				}
			}
		}
	}
}

// ops yields the operations of all threads.
func (b *builder) ops() iter.Seq2[*step, cfg.Op] {
	return func(yield func(*step, cfg.Op) bool) {
		for _, st := range b.steps() {
			for _, op := range st.ops {
				if !yield(st, op) {
					return
				}
			}
		}
	}
}

// op returns the accesses of op: to globals, and to variables whose address is taken.
func (n *numbering) op(op cfg.Op) access {
	var a access
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		if kind == cfg.Pointed {
			return
		}
		touched := n.touched(l)
		if kind == cfg.Write {
			a.writes.join(touched)
		} else {
			a.reads.join(touched)
		}
	})
	return a
}

// touched returns the objects, among those that threads may share, that an access to l may touch.
func (n *numbering) touched(l cfg.Place) (z objects) {
	switch v := cfg.Root(l); {
	case v == nil:
		return n.memory
	case v.Kind == cfg.Global:
		z.add(n.number(v))
	default:
		if i, ok := n.objects[v]; ok && n.memory.meets(single(i)) {
			z.add(i)
		}
	}
	return z
}

func single(i int) objects {
	var o objects
	o.add(i)
	return o
}

// keepShared returns the objects that at least two instances access and at least one writes. It
// drops accesses to all others.
func (b *builder) keepShared(used []access) (shared objects) {
	for i, a := range used {
		for j, c := range used {
			if i == j {
				continue
			}
			shared.join(a.writes.keep(c.writes))
			shared.join(a.writes.keep(c.reads))
			shared.join(a.reads.keep(c.writes))
		}
	}
	for _, st := range b.steps() {
		st.access = access{st.access.reads.keep(shared), st.access.writes.keep(shared)}
	}
	return shared
}

// extendBlocks adds the accesses of the rest of an atomic block to the steps that lead into it.
func (in *instance) extendBlocks() {
	for changed := true; changed; {
		changed = false
		for i := len(in.points) - 1; i >= 0; i-- {
			for _, st := range in.points[i].steps {
				if !st.to.atomic {
					continue
				}
				for _, next := range st.to.steps {
					if st.access.join(next.access) {
						changed = true
					}
				}
			}
		}
	}
}

// findFutures computes point.future.
func (b *builder) findFutures() {
	for changed := true; changed; {
		changed = false
		for k := len(b.instances) - 1; k >= 0; k-- {
			in := b.instances[k]
			for i := len(in.points) - 1; i >= 0; i-- {
				p := in.points[i]
				for _, st := range p.steps {
					if p.future.join(st.access) {
						changed = true
					}
					if p.future.join(st.to.future) {
						changed = true
					}
					if st.starts != nil && p.future.join(st.starts.entry.future) {
						changed = true
					}
				}
			}
		}
	}
}

// next returns the accesses of all steps that leave p.
func (p *point) next() access {
	var a access
	for _, st := range p.steps {
		a.join(st.access)
	}
	return a
}
