// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cornet/logic"
)

// scheduler shares a few processors among the members of a portfolio, in rounds. In each round
// every member has a slice of effort according to its share. A member whose slice is used up waits
// for the next round the next time it polls its context. Effort beyond the slice is deducted from
// later slices.
//
// Effort is counted (see [logic.Store.Effort]), and answers count in the order of the rounds and,
// within a round, of the members. So the first answer depends only on the system, although members
// of one round run at the same time.
//
// In a race, effort is time, and answers count when they arrive.
//
// A member certifies its answer in its own turns, so that a witness that is hard to validate does
// not stop the others. It then works on the terms of the input, which all members share. So only
// one member certifies at a time, in the order of the members.
//
// A member in one hard query spends no counted effort until the query ends. After a while it loses
// its slot and runs beside the others, so that an engine that hangs does not block them. With
// rounds, this takes so long that a search without such queries is the same in every run.
//
// Safe for concurrent use. Invariant: at most as many members run as there are slots; while some
// member is ready, all slots are held.
type scheduler struct {
	slots int
	race  bool
	// due has the answers in the order in which they count. After each, judged must be called.
	due chan answer
	// between, if not nil, is called after every round, with whether no member is running. It is
	// not called after a cancellation, when members run only to end.
	between func(quiet bool)

	mu       sync.Mutex
	members  []*member
	running  int  // members that hold a slot
	round    int  // of those that begin
	judging  int  // answers that are due and not judged
	canceled bool // a member goes on without its turn
}

const (
	firstQuantum = 5 * logic.TicksPerMillisecond  // of a slice in the first round, for a weight of 1
	lastQuantum  = 20 * logic.TicksPerMillisecond // in later ones; between them it doubles
	raceOverrun  = time.Second                    // without progress, after which a member of a race loses its slot
	roundOverrun = 5 * time.Second                // and one of rounds
)

// member is one engine of a portfolio. Its methods, other than those of the
// scheduler, belong to its goroutine.
type member struct {
	scheduler *scheduler
	share     share
	store     *logic.Store
	began     int64        // the effort at which the slice began
	seen      int64        // the effort at the last look at the context
	progress  atomic.Int64 // looks at the context with effort since the one before

	// Guarded by the scheduler's mu, except that the running member may read left.
	state  memberState
	shared bool        // it works on what other members work on, too
	timer  *time.Timer // while it runs
	left   int64       // of the slice, in ticks; negative if too much has been spent
	used   int64       // in all slices that are over
	turn   chan struct{}
	answer answer
}

type memberState uint8

const (
	ready    memberState = iota // wants a slot
	running                     // has one
	overtime                    // goes on without a slot
	spent                       // has had its slice of the round
	answered                    // with an answer that does not count yet
	gone                        // with an answer that is due
)

func newScheduler(slots int, race bool) *scheduler { return &scheduler{slots: slots, race: race} }

// join adds a member, which works on the terms of store. All members join before any begins.
func (s *scheduler) join(part share, store *logic.Store) *member {
	m := &member{scheduler: s, share: part, store: store, state: spent, turn: make(chan struct{}, 1)}
	s.members = append(s.members, m)
	return m
}

// start begins the first round.
func (s *scheduler) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = make(chan answer, len(s.members))
	s.begin()
}

// begin begins a round, or several if no member has a slice in it. The caller holds mu.
func (s *scheduler) begin() {
	for again := true; again; {
		again = false
		quantum := int64(min(firstQuantum<<min(s.round, 10), lastQuantum))
		s.round++
		for _, m := range s.members {
			if m.state != spent {
				continue
			}
			if m.left += quantum * int64(m.share.at(m.used)); m.left > 0 {
				m.state = ready
			}
			again = true
		}
		again = again && !s.any(ready)
	}
	s.assign()
}

// effort returns what the members have spent in finished slices. The caller holds mu.
func (s *scheduler) effort() (z int64) {
	for _, m := range s.members {
		z += m.used
	}
	return z
}

// any reports whether a member is in one of the states. The caller holds mu.
func (s *scheduler) any(states ...memberState) bool {
	for _, m := range s.members {
		for _, x := range states {
			if m.state == x {
				return true
			}
		}
	}
	return false
}

// assign grants slots to ready members. The caller holds mu.
func (s *scheduler) assign() {
	first := true // none before it is at work
	for _, m := range s.members {
		if s.running == s.slots {
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

// inShared reports whether a member is working on shared data. The caller holds mu.
func (s *scheduler) inShared() bool {
	return slices.ContainsFunc(s.members, func(m *member) bool {
		return m.shared && (m.state == running || m.state == overtime)
	})
}

// watch takes the slot of a member that no longer makes progress. The caller holds mu.
func (s *scheduler) watch(m *member) {
	overrun, seen := roundOverrun, m.progress.Load()
	if s.race {
		overrun = raceOverrun
	}
	var timer *time.Timer
	timer = time.AfterFunc(overrun, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case m.timer != timer: // another slice
		case m.progress.Load() != seen:
			s.watch(m)
		default:
			s.stop(m, overtime)
		}
	})
	m.timer = timer
}

// stop takes the slot of a member, if it has one, and continues with the others. The caller holds
// mu.
func (s *scheduler) stop(m *member, now memberState) {
	if m.state == running {
		s.running--
		m.timer.Stop()
		m.timer = nil
	}
	m.state = now
	for _, m := range s.members {
		if !s.race && (m.state == ready || m.state == running) {
			break // may answer first
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

// judged says that an answer that was due has been looked at.
func (s *scheduler) judged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.judging--
	s.advance()
}

// advance begins the next round if this one is over. The caller holds mu.
func (s *scheduler) advance() {
	if s.judging > 0 || s.running > 0 || s.any(ready) && !s.inShared() || !s.any(spent) {
		return
	}
	if s.between != nil && !s.canceled {
		s.between(!s.any(overtime))
	}
	s.begin()
}

// wait returns when the member may run, or its context is done.
func (m *member) wait(ctx context.Context) error {
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

// now returns the effort of the member so far; in a race, the time.
func (m *member) now() int64 {
	if m.scheduler.race {
		return time.Since(processStart).Microseconds() * (logic.TicksPerMillisecond / 1000)
	}
	return m.store.Effort()
}

// processStart is where the clock of races begins.
var processStart = time.Now()

// pause waits if the slice is over. The error is that of the context.
func (m *member) pause(ctx context.Context) error {
	now := m.now()
	if now != m.seen {
		m.seen = now
		m.progress.Add(1)
	}
	used := now - m.began
	if used < m.left {
		return nil
	}
	s := m.scheduler
	s.mu.Lock()
	m.left -= used
	m.used += used
	s.stop(m, spent)
	s.mu.Unlock()
	return m.wait(ctx)
}

// leastCertification is the least effort, in ticks, that a member may spend to certify its answer
// before the others continue. If its search took more, it may spend as much as the search. Most
// witnesses need less.
const leastCertification = 2_000 * logic.TicksPerMillisecond

// certify waits for a turn in which the member may work on the terms of store, which members share.
// The error is that of the context.
func (m *member) certify(ctx context.Context, store *logic.Store) error {
	used := m.now() - m.began
	s := m.scheduler
	s.mu.Lock()
	m.used += used
	m.store, m.shared = store, true
	m.left = max(leastCertification, s.effort())
	s.stop(m, ready)
	s.mu.Unlock()
	return m.wait(ctx)
}

// leave says that the member has answered.
func (m *member) leave(z answer) {
	s := m.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	m.answer = z
	s.stop(m, answered)
}

// turns is the context of a member. When the slice is used up and the member polls the context, as
// engines and back ends do, the call waits. So a long query of a back end that polls takes turns
// like everything else.
//
// Only the goroutine of the member may call Err before the context is done. The packages context
// and z3 call it only afterwards.
type turns struct {
	context.Context
	member *member
}

// Err implements context.Context.
func (c turns) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if c.member.pause(c.Context) != nil {
		return c.Context.Err()
	}
	return nil
}
