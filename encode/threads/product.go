// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"encoding/binary"
	"math/bits"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// A State is a state of a product, numbered from 0, the initial one, in the order in which
// they are found.
type State int

// A Product is the product of the threads of a program, unwound on demand by Moves.
// It is not safe for concurrent use.
type Product struct {
	b      *builder
	source *cfg.Program
	states []state
	index  map[string]State
}

// A state has the point of each instance.
type state struct {
	at    []int32 // point, or notStarted
	sleep uint64  // instances that sleep: their steps have been explored in another order
	moves []Move
	done  bool
}

const notStarted = -1

// A Move is a step of one thread.
type Move struct {
	Thread int // 0 is main
	Step   int // the index of the step at the thread's point, see StepLabel
	Ops    []cfg.Op
	Pos    cfg.Pos
	To     State
}

// New prepares the product of p's threads. It fails, with errors.ErrUnsupported, if
// something in p cannot be modelled.
func New(p *cfg.Program, opts Options) (*Product, error) {
	b, err := build(p, opts.withDefaults())
	if err != nil {
		return nil, err
	}
	product := &Product{b: b, source: p, index: map[string]State{}}
	first := state{at: make([]int32, len(b.instances))}
	for i := range first.at {
		first.at[i] = notStarted
	}
	first.at[0] = int32(b.instances[0].entry.id)
	product.intern(first)
	return product, nil
}

// Threads returns the number of thread instances, main among them.
func (p *Product) Threads() int { return len(p.b.instances) }

// Cut describes what was left out: executions with more threads than Options.Bound allows, or
// interleavings within a block operation. Then a proof of the product is not a proof of the
// program. Cut is "" if nothing was left out.
func (p *Product) Cut() string { return p.b.cut }

// States returns the number of states found so far.
func (p *Product) States() int { return len(p.states) }

func (p *Product) intern(s state) State {
	key := make([]byte, 0, 4*len(s.at)+8)
	for _, at := range s.at {
		key = binary.LittleEndian.AppendUint32(key, uint32(at))
	}
	key = binary.LittleEndian.AppendUint64(key, s.sleep)
	if id, ok := p.index[string(key)]; ok {
		return id
	}
	id := State(len(p.states))
	p.states = append(p.states, s)
	p.index[string(key)] = id
	return id
}

// point returns the point of instance i in s, or nil before it has started.
func (p *Product) point(s *state, i int) *point {
	if s.at[i] == notStarted {
		return nil
	}
	return p.b.instances[i].points[s.at[i]]
}

// Moves returns the moves in s, in the order of threads and of the source. It is computed once.
func (p *Product) Moves(s State) []Move {
	if !p.states[s].done {
		moves := p.expand(p.states[s])
		p.states[s].moves, p.states[s].done = moves, true
	}
	return p.states[s].moves
}

// expand finds the moves of s.
func (p *Product) expand(s state) []Move {
	if p.b.opts.Level > 0 {
		return p.abstract(s)
	}
	active, stopped := p.active(&s)
	if stopped {
		return nil
	}
	moves := append(p.racesIn(&s), p.deadlockIn(&s)...)
	chosen := active
	if p.b.opts.Reduction != Full {
		chosen = p.persistent(&s, active)
	}
	seen := s.sleep // instances whose steps need not come first any longer
	for _, i := range chosen {
		if s.sleep&(1<<i) != 0 {
			continue
		}
		for k, st := range p.point(&s, i).steps {
			if st.awaits != nil {
				at := p.point(&s, st.awaits.id)
				if at == nil || !at.ended {
					continue
				}
			}
			next := state{at: append([]int32(nil), s.at...)}
			next.at[i] = int32(st.to.id)
			if st.precedes != nil && s.at[st.precedes.id] != notStarted {
				continue
			}
			if st.starts != nil {
				if next.at[st.starts.id] != notStarted {
					continue // the same site creates another thread, which the count excludes here
				}
				next.at[st.starts.id] = int32(st.starts.entry.id)
			}
			if p.b.opts.Reduction == Sleep && !st.to.failed {
				next.sleep = p.sleepSet(&s, seen&^(1<<i), st)
			}
			moves = append(moves, Move{Thread: i, Step: k, Ops: st.ops, Pos: st.pos, To: p.intern(next)})
		}
		seen |= 1 << i
	}
	return moves
}

// sleepSet returns the instances in seen that need not move directly after st either.
func (p *Product) sleepSet(s *state, seen uint64, st *step) uint64 {
	var asleep uint64
	for ; seen != 0; seen &= seen - 1 {
		j := bits.TrailingZeros64(seen)
		if at := p.point(s, j); !at.watched && !st.access.conflicts(at.next()) {
			asleep |= 1 << j
		}
	}
	return asleep
}

// active returns the instances that may move in s. This is the one in an atomic block, or otherwise
// all that have started and not ended. No thread moves once the program has failed.
func (p *Product) active(s *state) (active []int, stopped bool) {
	for i := range s.at {
		at := p.point(s, i)
		switch {
		case at == nil || at.ended:
		case at.failed:
			return nil, true
		case at.atomic:
			return []int{i}, false
		default:
			active = append(active, i)
		}
	}
	return active, false
}

// persistent returns a subset of active such that no other instance interferes with its steps
// before one of them is taken. It computes such a set from each instance, and returns the smallest
// one, or all of active.
func (p *Product) persistent(s *state, active []int) []int {
	if len(active) < 2 {
		return active
	}
	best := active
	for _, seed := range active {
		if at := p.point(s, seed); !at.total || at.head {
			continue
		}
		if set := p.closure(s, active, seed); len(set) < len(best) {
			best = set
		}
	}
	return best
}

// closure returns the closure of seed under interference. If it has a thread at a loop head, the
// result is active.
func (p *Product) closure(s *state, active []int, seed int) []int {
	in := uint64(1) << seed
	next := p.point(s, seed).next()
	for changed := true; changed; {
		changed = false
		for _, i := range active {
			if in&(1<<i) != 0 || !next.conflicts(p.point(s, i).future) {
				continue
			}
			at := p.point(s, i)
			if at.head {
				return active
			}
			in |= 1 << i
			a := at.next()
			next.join(a)
			changed = true
		}
	}
	return slice.Filter(active, func(i int) bool { return in&(1<<i) != 0 })
}
