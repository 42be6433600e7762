// SPDX-License-Identifier: Apache-2.0

package schedule

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cornet/logic"
)

// A Scheduler gives turns to its members. A is the type of their answers. It is safe for concurrent
// use.
//
// Invariant: at most as many members run as there are slots, and all slots are held while a member
// is ready.
type Scheduler[A any] struct {
	slots int
	race  bool
	made  time.Time // start of the clock of a race
	due   chan A
	// between is called after every round; see Between.
	between func(quiet bool, effort int64)

	mu       sync.Mutex
	members  []*Member[A]
	running  int  // members that hold a slot
	round    int  // number of rounds begun
	judging  int  // answers that are due and not judged yet
	canceled bool // a member continues although it is not its turn
}

const (
	firstQuantum = 5 * logic.TicksPerMillisecond // slice in the first round, for a weight of 1
	// the same in later rounds; it doubles with each round up to this value
	lastQuantum = 20 * logic.TicksPerMillisecond
	// time without progress after which a member of a race loses its slot
	raceOverrun  = time.Second
	roundOverrun = 5 * time.Second // the same for a member in rounds
)

// A Member is one engine of a portfolio. Its methods belong to its goroutine. It implements
// [turn.Yielder].
type Member[A any] struct {
	scheduler *Scheduler[A]
	share     Share
	meter     Meter
	began     int64        // the effort at which the slice began
	seen      int64        // the effort at the last call of Yield
	progress  atomic.Int64 // calls of Yield that saw new effort

	// The scheduler's mu guards these fields; the member also reads left while it runs.
	state  state
	shared bool        // it works on terms that members share
	timer  *time.Timer // while it runs
	left   int64       // what is left of the slice, in ticks; negative if the member has overdrawn it
	used   int64       // effort in all slices that have ended
	favour int64       // while used is less, the member gets half of all slices; see Promise
	turn   chan struct{}
	answer A
}

// A Meter counts effort in ticks, as [logic.Store] does.
type Meter interface{ Effort() int64 }

type state uint8

const (
	ready    state = iota // wants a slot
	running               // has a slot
	overtime              // continues without a slot
	spent                 // has had its slice of the round
	answered              // has an answer that does not count yet
	gone                  // has an answer that is due
)

// New returns a scheduler without members. It runs as many members at a time as there are slots.
func New[A any](slots int, race bool) *Scheduler[A] {
	return &Scheduler[A]{slots: slots, race: race, made: time.Now()}
}

// Join adds a member whose effort is counted by meter. All members join before Start.
func (s *Scheduler[A]) Join(part Share, meter Meter) *Member[A] {
	m := &Member[A]{scheduler: s, share: part, meter: meter, state: spent, turn: make(chan struct{}, 1)}
	s.members = append(s.members, m)
	return m
}

// Between makes the scheduler call f after every round. quiet means that no member is working.
// effort is the effort of all slices that are over. There are no more calls after a cancellation,
// since members then work on to their end. Between is called before Start.
func (s *Scheduler[A]) Between(f func(quiet bool, effort int64)) { s.between = f }

// Start begins the first round. Each member sends one answer, in the order in which answers count.
// After each, the receiver must call Judged; no further slice begins before that.
func (s *Scheduler[A]) Start() (due <-chan A) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = make(chan A, len(s.members))
	s.begin()
	return s.due
}

// begin begins a round, or more if no member has a slice in it. The caller holds mu.
func (s *Scheduler[A]) begin() {
	for again := true; again; {
		again = false
		quantum := int64(min(firstQuantum<<min(s.round, 10), lastQuantum))
		s.round++
		for i, m := range s.members {
			if m.state != spent || m.used == 0 && s.waits(i) {
				continue
			}
			if m.left += quantum * int64(s.weight(m)); m.left > 0 {
				m.state = ready
			}
			again = true
		}
		again = again && !s.any(ready)
	}
	s.assign()
}

// weight returns the weight of a member in the next round. The caller holds mu.
func (s *Scheduler[A]) weight(m *Member[A]) int {
	z := m.share.at(m.used)
	if m.used >= m.favour {
		return z
	}
	others := 0
	for _, x := range s.members {
		if x != m && (x.state == spent || x.state == ready) {
			others += x.share.at(x.used)
		}
	}
	return max(z, others)
}

// waits reports whether a member that has not begun must begin later. The caller holds mu.
func (s *Scheduler[A]) waits(i int) bool {
	before, at := int64(0), false
	for _, m := range s.members[:i] {
		before += m.used
		at = at || m.state == spent || m.state == ready || m.state == running
	}
	return at && before < s.members[i].share.Late
}

// effort returns the effort that the members have spent in slices that are over. The caller holds
// mu.
func (s *Scheduler[A]) effort() (z int64) {
	for _, m := range s.members {
		z += m.used
	}
	return z
}

// any reports whether a member is in one of the states. The caller holds mu.
func (s *Scheduler[A]) any(states ...state) bool {
	for _, m := range s.members {
		for _, x := range states {
			if m.state == x {
				return true
			}
		}
	}
	return false
}

// assign grants slots to ready members, unless an answer that is due may make their work
// unnecessary. The caller holds mu.
func (s *Scheduler[A]) assign() {
	first := true // no earlier member is working
	for _, m := range s.members {
		if s.running == s.slots || s.judging > 0 {
			return
		}
		if m.state == ready && (!m.shared || (first || s.race) && !s.inShared()) {
			s.running++
			m.state = running
			s.watch(m)
			m.turn <- struct{}{}
		}
		first = first && m.state != ready && m.state != running
	}
}

// inShared reports whether a member is working on shared terms. The caller holds mu.
func (s *Scheduler[A]) inShared() bool {
	return slices.ContainsFunc(s.members, func(m *Member[A]) bool {
		return m.shared && (m.state == running || m.state == overtime)
	})
}

// watch takes the slot from a member that has stopped making progress. The caller holds mu.
func (s *Scheduler[A]) watch(m *Member[A]) {
	overrun, seen := roundOverrun, m.progress.Load()
	if s.race {
		overrun = raceOverrun
	}
	var timer *time.Timer
	timer = time.AfterFunc(overrun, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case m.timer != timer: // it has another slice already
		case m.progress.Load() != seen:
			s.watch(m)
		default:
			s.stop(m, overtime)
		}
	})
	m.timer = timer
}

// stop takes the slot of a member, if it has one, and lets the others continue. The caller holds
// mu.
func (s *Scheduler[A]) stop(m *Member[A], now state) {
	if m.state == running {
		s.running--
		m.timer.Stop()
		m.timer = nil
	}
	m.state = now
	for _, m := range s.members {
		if !s.race && (m.state == ready || m.state == running) {
			break // this member may answer first
		}
		if m.state == answered {
			m.state = gone
			s.judging++
			s.due <- m.answer
		}
	}
	s.assign()
	s.advance()
}

// Judged records that the receiver has examined an answer.
func (s *Scheduler[A]) Judged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.judging--
	s.assign()
	s.advance()
}

// advance begins the next round if this one is over. The caller holds mu.
func (s *Scheduler[A]) advance() {
	if s.judging > 0 || s.running > 0 || s.any(ready) && !s.inShared() || !s.any(spent) {
		return
	}
	if s.between != nil && !s.canceled {
		s.between(!s.any(overtime), s.effort())
	}
	s.begin()
}

// Wait returns when the member may run or ctx is done. The error is the context's cause.
func (m *Member[A]) Wait(ctx context.Context) error {
	select {
	case <-m.turn:
	case <-ctx.Done():
		m.scheduler.mu.Lock()
		m.scheduler.canceled = true
		m.scheduler.mu.Unlock()
		return context.Cause(ctx)
	}
	m.began = m.now()
	return nil
}

// now returns the effort of the member so far. In a race, this is time.
func (m *Member[A]) now() int64 {
	if m.scheduler.race {
		return time.Since(m.scheduler.made).Microseconds() * (logic.TicksPerMillisecond / 1000)
	}
	return m.meter.Effort()
}

// Yield implements [turn.Yielder]: if the slice is over, it blocks until the next one begins.
func (m *Member[A]) Yield(ctx context.Context) {
	now := m.now()
	if now != m.seen {
		m.seen = now
		m.progress.Add(1)
	}
	used := now - m.began
	if used < m.left {
		return
	}
	s := m.scheduler
	s.mu.Lock()
	m.left -= used
	m.used += used
	s.stop(m, spent)
	s.mu.Unlock()
	_ = m.Wait(ctx) // the caller checks ctx
}

// promise is the effort, in ticks, for which a member gets half of all slices after its promise.
const promise = 5_000 * logic.TicksPerMillisecond

// Promise implements [turn.Promised]. It may also be called before Start.
func (m *Member[A]) Promise() {
	m.scheduler.mu.Lock()
	m.favour = m.used + promise
	m.scheduler.mu.Unlock()
}

// leastCertification is the least effort, in ticks, that a member may spend on validating its
// answer before the others continue. It gets as much effort as its search took, if that is more.
// Most witnesses take less.
const leastCertification = 2_000 * logic.TicksPerMillisecond

// Certify waits for a turn in which the member may work on shared terms. From then on, meter counts
// its effort. The error is the cause of ctx.
func (m *Member[A]) Certify(ctx context.Context, meter Meter) error {
	used := m.now() - m.began
	s := m.scheduler
	s.mu.Lock()
	m.used += used
	m.meter, m.shared = meter, true
	m.left = max(leastCertification, s.effort())
	s.stop(m, ready)
	s.mu.Unlock()
	return m.Wait(ctx)
}

// Leave records that the member has answered.
func (m *Member[A]) Leave(z A) {
	s := m.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	m.answer = z
	s.stop(m, answered)
}
