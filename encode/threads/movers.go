// SPDX-License-Identifier: Apache-2.0

package threads

import "maps"

// This file finds the points between which a thread of the abstraction continues at once, after R.
// J. Lipton, "Reduction: a method of proving properties of parallel programs", CACM 18(12), 1975. A
// step is a mover if it commutes with the steps of other threads. It is a both-mover if its
// accesses conflict with no others, or if a mutex protects the accessed objects. It is a
// right-mover if it acquires a mutex, and a left-mover if it releases one. This requires that
// threads notice a held mutex only by waiting for it. A thread is not interrupted before a
// left-mover. It is also not interrupted if it has made only right-movers since it could last be
// interrupted, and cannot get stuck.

// guards are the mutexes that protect objects while there are several threads, by object number:
// all has those held at each access, and writes has those held at each write. nil means that the
// object is never accessed, or never written
type guards struct{ all, writes []map[*mutex]bool }

// A mover states in which directions a step moves.
type mover struct{ left, right bool }

// findMovers finds the directions of steps, before the accesses of atomic blocks are joined.
func (b *builder) findMovers(n *numbering) {
	b.company = b.instances[0].accompanied()
	b.held = b.findHeld()
	for in, st := range b.steps() {
		if m := st.resets; m != nil && !b.alone(in, st.from) {
			m.special = true
		}
		if m := st.releases; m != nil && !b.held[st.from][m] {
			m.special = true
		}
	}
	b.guards = guards{make([]map[*mutex]bool, len(n.objects)), make([]map[*mutex]bool, len(n.objects))}
	narrow := func(sets []map[*mutex]bool, objects objects, held map[*mutex]bool) {
		for o := range sets {
			switch {
			case !objects.meets(single(o)):
			case sets[o] == nil:
				sets[o] = held
			default:
				sets[o] = intersection(sets[o], held)
			}
		}
	}
	for in, st := range b.steps() {
		if !b.alone(in, st.from) {
			narrow(b.guards.all, st.access.reads, b.held[st.from])
			narrow(b.guards.all, st.access.writes, b.held[st.from])
			narrow(b.guards.writes, st.access.writes, b.held[st.from])
		}
	}
	for _, m := range b.locks {
		m.number = n.number(m.owner)
	}
}

// alone reports whether no other thread runs while in stands at p.
func (b *builder) alone(in *instance, p *point) bool { return in.id == 0 && !b.company[p.id] }

// mover returns the directions in which st moves.
func (b *builder) mover(in *instance, st *step) mover {
	if b.alone(in, st.from) {
		return mover{left: true, right: st.starts == nil && st.counts == nil}
	}
	held := b.held[st.from]
	own := -1 // number of the owner variable of the mutex that it acquires or releases
	for _, m := range []*mutex{st.acquires, st.releases} {
		if m != nil && !m.special {
			own = m.number
		}
	}
	free := func(o int, sets []map[*mutex]bool) bool {
		if o == own {
			return true
		}
		for m := range sets[o] {
			if !m.special && held[m] {
				return true
			}
		}
		return false
	}
	for o := range b.guards.all {
		switch {
		case st.access.writes.meets(single(o)) && !free(o, b.guards.all):
			return mover{}
		case st.access.reads.meets(single(o)) && !free(o, b.guards.writes) && b.guards.writes[o] != nil:
			return mover{}
		}
	}
	return mover{left: st.acquires == nil, right: st.releases == nil && st.starts == nil && st.counts == nil}
}

// findLocal marks the points of in at which a thread is not interrupted.
func (b *builder) findLocal(in *instance) {
	into := map[*point][]*step{}
	for _, p := range in.points {
		goesOn := p.total && !p.head && !p.atomic && !p.ended && !p.failed
		p.local = goesOn
		for _, st := range p.steps {
			into[st.to] = append(into[st.to], st)
			goesOn = goesOn && st.awaits == nil && st.precedes == nil
			p.local = p.local && goesOn && b.mover(in, st).left
		}
		// an initial assumption; accesses that may race do not qualify, since other threads see
		// them
		p.begun = goesOn && p != in.entry && len(p.uses) == 0
	}
	// Starting from the greatest sets could justify phases by each other. This is sound since every
	// cycle contains a head, which is in no phase.
	for changed := true; changed; {
		changed = false
		for _, p := range in.points {
			for _, st := range into[p] {
				interrupted := !st.from.local && !st.from.begun && !st.from.atomic
				if p.begun && (!b.mover(in, st).right || !interrupted && !st.from.begun) {
					p.begun = false
					changed = true
				}
			}
		}
	}
	for _, p := range in.points {
		p.local = p.local || p.begun
	}
}

// findHeld returns, for each point, the mutexes that a thread holds whenever it is there.
func (b *builder) findHeld() map[*point]map[*mutex]bool {
	held := map[*point]map[*mutex]bool{}
	for _, in := range b.instances {
		held[in.entry] = map[*mutex]bool{}
		for work := []*point{in.entry}; len(work) > 0; {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			for _, st := range p.steps {
				after := maps.Clone(held[p])
				if st.acquires != nil {
					after[st.acquires] = true
				}
				delete(after, st.releases)
				delete(after, st.resets)
				before, met := held[st.to]
				if met {
					after = intersection(before, after)
				}
				if !met || len(after) < len(before) {
					held[st.to] = after
					work = append(work, st.to)
				}
			}
		}
	}
	return held
}

// intersection returns the intersection of two sets.
func intersection(x, y map[*mutex]bool) map[*mutex]bool {
	z := map[*mutex]bool{}
	for m := range x {
		if y[m] {
			z[m] = true
		}
	}
	return z
}
