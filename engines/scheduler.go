// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"sync"
	"time"

	"cornet/smt"
	"cornet/smtlib"
)

// scheduler shares a few processors among the members of a portfolio. A member runs
// when it has been granted a slot, and may be made to wait whenever it asks a
// back end something.
//
// By the clock, a slice is a time. A member whose slice is over waits until it has
// had less than the others, in proportion to its weight. One that asks nothing
// for long, as it sits inside of a hard query, loses its slot to another and goes
// on beside the others, so none starves.
//
// By rounds, a slice is a number of ticks: what queries cost (see cost). In a round
// every member has its slice once; answers count at the end of a round only, in the
// order of the members. So which member answers first depends on nothing but the
// system.
//
// Safe for concurrent use. Invariant: running members that hold a slot are no
// more than slots; while there is a ready one all slots are held.
type scheduler struct {
	slots    int
	byRounds bool
	// batches has the answers as they count. After a batch, next must be called.
	batches chan []answer
	// between, if not nil, is called after every round, when no member is at work; not any
	// more after a cancellation, when members work on to come to their end.
	between func()

	mu       sync.Mutex
	members  []*member
	running  int      // members that hold a slot
	finished []answer // of the round
	loose    bool     // a member goes on without its turn
}

const (
	quantum      = 50 * time.Millisecond // of a slice by the clock
	overrun      = time.Second           // after which a member loses its slot
	quantumTicks = 400                   // of a slice by rounds, for a weight of 1
)

// cost is what something costs in ticks of about 0.05 ms. It was measured on some systems: a
// query that the embedded solver answers at once takes a tick, one interval between
// two looks of it at its context ten, and an interpolation some milliseconds
// beside. Queries alone will not do: those of pdr are a hundred times as many as
// those of imc in the same time.
type cost int

const (
	checkCost       cost = 1
	pollCost        cost = 10
	interpolateCost cost = 20
	projectCost     cost = 5
)

// freePolls are the looks at the context at the beginning and the end of any query.
const freePolls = 2

// member is one engine of a portfolio. Its methods, other than those of the
// scheduler, belong to its goroutine.
type member struct {
	scheduler *scheduler
	weight    int

	// Guarded by the scheduler's mu.
	state memberState
	holds bool          // a slot
	used  time.Duration // by the clock
	grant int           // slots granted so far
	turn  chan struct{} // of capacity 1

	began time.Time // of the slice
	ticks int       // left in the slice
}

type memberState uint8

const (
	ready   memberState = iota // waits for a slot
	running                    // has been granted one
	spent                      // has had its slice of the round
	gone                       // has answered
)

func newScheduler(slots int, byRounds bool) *scheduler {
	return &scheduler{slots: slots, byRounds: byRounds, batches: make(chan []answer)}
}

// join adds a member; all join before any begins.
func (s *scheduler) join(weight int) *member {
	m := &member{scheduler: s, weight: max(weight, 1), turn: make(chan struct{}, 1)}
	s.members = append(s.members, m)
	return m
}

// start grants the first slots.
func (s *scheduler) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.assign()
}

// assign grants slots to ready members. The caller holds mu.
func (s *scheduler) assign() {
	for s.running < s.slots {
		var best *member
		for _, m := range s.members {
			if m.state == ready && (best == nil || !s.byRounds && m.used/time.Duration(m.weight) < best.used/time.Duration(best.weight)) {
				best = m
			}
		}
		if best == nil {
			return
		}
		s.running++
		best.state, best.holds = running, true
		best.grant++
		if !s.byRounds {
			id := best.grant
			time.AfterFunc(overrun, func() { s.evict(best, id) })
		}
		best.turn <- struct{}{}
	}
}

// evict takes the slot of a member that still has the one granted as number id.
func (s *scheduler) evict(m *member, id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.holds && m.grant == id {
		m.release()
		s.assign()
	}
}

// release gives a slot back, if the member has one. The caller holds mu.
func (m *member) release() {
	if m.holds {
		m.holds = false
		m.scheduler.running--
	}
}

// wait returns when the member may run, or its context is done.
func (m *member) wait(ctx context.Context) error {
	select {
	case <-m.turn:
	case <-ctx.Done():
		m.scheduler.mu.Lock()
		m.scheduler.loose = true
		m.scheduler.mu.Unlock()
		return context.Cause(ctx)
	}
	m.began, m.ticks = time.Now(), quantumTicks*m.weight
	return nil
}

// tick is called before every query of the member, and now and then during one; it
// waits when the slice is over. The error is that of the context.
func (m *member) tick(ctx context.Context, c cost) error {
	if m.scheduler.byRounds {
		m.ticks -= int(c)
		if m.ticks > 0 {
			return nil
		}
	} else if time.Since(m.began) < quantum {
		return nil
	}
	s := m.scheduler
	s.mu.Lock()
	m.used += time.Since(m.began)
	m.release()
	m.state = ready
	if s.byRounds {
		m.state = spent
	}
	s.assign()
	over := s.roundOver()
	s.mu.Unlock()
	if over != nil {
		s.deliver(over)
	}
	return m.wait(ctx)
}

// leave says that the member has answered.
func (m *member) leave(z answer) {
	s := m.scheduler
	s.mu.Lock()
	m.release()
	m.state = gone
	s.finished = append(s.finished, z)
	s.assign()
	over := s.roundOver()
	s.mu.Unlock()
	if over != nil {
		s.deliver(over)
	}
}

// roundOver returns the answers that count now, nil when none may: by rounds,
// when no member is left that has not had its slice. The caller holds mu.
func (s *scheduler) roundOver() []answer {
	if s.byRounds {
		for _, m := range s.members {
			if m.state == ready || m.state == running {
				return nil
			}
		}
	}
	z := s.finished
	s.finished = nil
	if z == nil {
		z = []answer{}
	}
	return z
}

// deliver hands answers on. A round without any goes over into the next one.
func (s *scheduler) deliver(z []answer) {
	if len(z) > 0 {
		s.batches <- z
		return
	}
	s.next()
}

// next begins the next round.
func (s *scheduler) next() {
	if !s.byRounds {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.between != nil && !s.loose {
		s.between()
	}
	for _, m := range s.members {
		if m.state == spent {
			m.state = ready
		}
	}
	s.assign()
}

// scheduled is a back end whose users wait for their turn.
type scheduled struct {
	smt.Backend
	member *member
}

func (b scheduled) New(store *smtlib.Store, o smt.Options) (smt.Solver, error) {
	s, err := b.Backend.New(store, o)
	return scheduledSolver{s, b.member}, err
}

func (b scheduled) Interpolator(store *smtlib.Store, o smt.Options) (smt.Interpolator, error) {
	i, err := b.Backend.Interpolator(store, o)
	return scheduledInterpolator{i, b.member}, err
}

func (b scheduled) Projector(store *smtlib.Store, o smt.Options) (smt.Projector, error) {
	p, err := b.Backend.Projector(store, o)
	return scheduledProjector{p, b.member}, err
}

// pausing is the context of one query. It makes its user wait when the slice of a
// member is over and the user asks whether to go on. So a long query of a back end
// that polls its context takes turns like everything else; one that does not, such as
// one of libz3, goes on beside the others, or by rounds makes them wait.
//
// Only the goroutine of the member may call Err before the context is done: the packages
// context and z3 do so no earlier.
type pausing struct {
	context.Context
	member *member
	polls  int
}

// Err implements context.Context.
func (c *pausing) Err() error {
	err := c.Context.Err()
	c.polls++
	if err != nil || c.member.scheduler.byRounds && c.polls <= freePolls {
		return err
	}
	if c.member.tick(c.Context, pollCost) != nil {
		return c.Context.Err()
	}
	return nil
}

type scheduledSolver struct {
	smt.Solver
	member *member
}

func (s scheduledSolver) Check(ctx context.Context, assumptions ...*smtlib.Term) (smt.Status, error) {
	if err := s.member.tick(ctx, checkCost); err != nil {
		return smt.Unknown, err
	}
	return s.Solver.Check(&pausing{Context: ctx, member: s.member}, assumptions...)
}

type scheduledInterpolator struct {
	smt.Interpolator
	member *member
}

func (i scheduledInterpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if err := i.member.tick(ctx, interpolateCost); err != nil {
		return smt.Interpolation{}, err
	}
	return i.Interpolator.Interpolate(&pausing{Context: ctx, member: i.member}, q)
}

type scheduledProjector struct {
	smt.Projector
	member *member
}

func (p scheduledProjector) Project(ctx context.Context, m *smtlib.Model, vars []*smtlib.Term, f *smtlib.Term) (*smtlib.Term, error) {
	if err := p.member.tick(ctx, projectCost); err != nil {
		return nil, err
	}
	return p.Projector.Project(ctx, m, vars, f)
}
