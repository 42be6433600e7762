// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// This file finds deadlocks: states in which no thread can continue, every thread that has not
// ended waits, and there is at least one. Such a state has a move to an error. The move changes
// nothing, so persistent sets and sleep sets keep it (Godefroid, LNCS 1032, theorems 4.3 and 5.2).
// Reductions by movers keep it too, since the threads are at points where they are not local.
//
// While a thread waits for a condition variable, a variable of the thread holds that condition
// variable, until another thread signals it. When a thread begins to wait, it is decided whether it
// will wake up spuriously. If so, it does not count as waiting. When main returns, no thread waits
// any longer.
//
// If something ends an execution (a false assumption, exit, a division by zero), a thread does not
// wait there, so there is no deadlock.

// waitsFor returns what a thread may wait for before op, or "".
func (b *builder) waitsFor(op cfg.Op) string {
	switch o := op.(type) {
	case cfg.Lock:
		if o.Try || o.Timed {
			return ""
		}
		var l cfg.Place = cfg.Deref{Pointer: o.Mutex, Of: o.Mutex.Type().Elem}
		if m := b.mutex(o.Mutex); m != nil {
			l = m.place
		}
		return "lock " + b.text(l)
	case cfg.Join:
		return endOfThread
	}
	return ""
}

const endOfThread = "a thread to end"

// wait adds the steps that wait for a condition variable.
func (u *unwinder) wait(at site, p *point, e *cfg.Edge, op cfg.Wait, to *point) error {
	site := at.frame.outside(e.Pos)
	step := func(from, to *point, ops ...cfg.Op) *step {
		st := u.step(from, to, e.Pos, ops...)
		st.site = site
		return st
	}
	held, awake := p, u.newPoint(e.Pos, at.atomic)
	asleep := awake
	if u.b.opts.Deadlocks != nil {
		if u.in.class != nil {
			return refuse(site, "a condition variable that any number of threads wait for, where deadlocks are looked for")
		}
		v := u.in.waits
		if v == nil {
			v = u.b.counter("waits")
			v.Type = op.Cond.Type()
			u.in.waits = v
		}
		none := set(v, constant(0, v.Type))
		held, asleep = u.newPoint(e.Pos, at.atomic+2), u.newPoint(e.Pos, at.atomic)
		step(p, held, set(v, converted(op.Cond, v.Type)))
		if op.Timed {
			step(asleep, awake, none)
		} else {
			step(p, held, none)
			step(asleep, awake, cfg.Assume{Cond: isNull(v), Wait: "a signal"})
		}
	}
	step(held, asleep).sync = cfg.Unlock{Mutex: op.Mutex}
	step(awake, to).sync = cfg.Lock{Mutex: op.Mutex}
	return nil
}

// signal returns the steps of a Signal: they wake one of the waiting threads, or all.
func (b *builder) signal(in *instance, st *step, op cfg.Signal) (steps []*step) {
	alternative := func(ops ...cfg.Op) {
		steps = append(steps, &step{from: st.from, to: st.to, pos: st.pos, site: st.site, ops: ops})
	}
	all, none := []cfg.Op{cfg.Skip{}}, []cfg.Op{cfg.Skip{}}
	for _, other := range b.instances {
		v := other.waits
		if other == in || v == nil {
			continue
		}
		is, null := b.holds(v, op.Cond), constant(0, v.Type)
		all = append(all, set(v, cfg.Cond{If: is, Then: null, Else: load(v)}))
		none = append(none, cfg.Assume{Cond: is, Negate: true})
		if !op.All {
			alternative(cfg.Assume{Cond: is}, set(v, null))
		}
	}
	if op.All {
		none = all
	}
	alternative(none...)
	return steps
}

// maxWaitSteps limits the steps of an atomic block that determine whether a thread waits.
const maxWaitSteps = 64

// findWaits finds the points at which threads wait for something other than locks and threads. From
// such a point, a single step or an atomic block leads to an assumption with Wait set.
func (b *builder) findWaits() {
	if b.opts.Deadlocks == nil {
		return
	}
	b.stuck = b.instances[0].invalid(b.main.Pos)
	for _, in := range b.instances {
		for _, p := range in.points {
			q, ops := p, []cfg.Op(nil)
			for n := 0; !p.atomic && len(q.steps) == 1 && q.steps[0].starts == nil && n < maxWaitSteps; n++ {
				st := q.steps[0]
				for _, op := range st.ops {
					if a, ok := op.(cfg.Assume); ok && a.Wait != "" {
						p.waits = a.Wait
						p.wait = append(ops, cfg.Assume{Cond: a.Cond, Negate: !a.Negate, Check: true})
						break
					}
					ops = append(ops, op)
				}
				if q = st.to; p.waits != "" || !q.atomic {
					break
				}
			}
		}
	}
	for _, in := range b.instances {
		for _, p := range in.points {
			if st := p.mayStop(); st != nil && b.cut == "" {
				b.cut = fmt.Sprintf("%s: whether a thread waits here for ever, in an atomic block, is not known", st.site)
			}
		}
	}
}

// mayStop returns a step in the atomic block after p at which a thread may wait although p has no
// wait. It returns nil if there is no such step.
func (p *point) mayStop() *step {
	seen := map[*point]bool{}
	for work := []*point{p}; len(work) > 0 && !p.atomic && p.wait == nil; {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, st := range q.steps {
			if q != p && q.waits != "" || slices.ContainsFunc(st.ops, func(op cfg.Op) bool { a, ok := op.(cfg.Assume); return ok && a.Wait != "" }) {
				return st
			}
			if st.to.atomic && !seen[st.to] {
				seen[st.to] = true
				work = append(work, st.to)
			}
		}
	}
	return nil
}

// stops returns the operations that a thread at a point in s passes only if it cannot continue. ok
// reports whether the thread may be stuck there; it is false if the thread does not wait.
func (p *Product) stops(s *state, at *point) (ops []cfg.Op, ok bool) {
	if at.waits == "" || at.atomic {
		return nil, false
	}
	if at.wait != nil {
		return at.wait, true
	}
	for _, st := range at.steps {
		if t := st.awaits; t != nil && (s.at[t.id] == notStarted || !p.point(s, t.id).ended) || st.precedes != nil && s.at[st.precedes.id] != notStarted {
			continue
		}
		can := number(1)
		for _, op := range st.ops {
			if a, ok := op.(cfg.Assume); ok {
				cond := a.Cond
				if a.Negate {
					cond = equal(cond, constant(0, cond.Type()))
				}
				can = conjunction(can, cond)
			}
		}
		if st.joins != nil { // an untracked thread may not have ended
			can = conjunction(can, equal(p.b.live(), number(0)))
		}
		if c, ok := cfg.Fold(can, nil); ok && c.Sign() != 0 {
			return nil, false
		}
		ops = append(ops, cfg.Assume{Cond: can, Negate: true, Check: true})
	}
	return ops, true
}

// live returns the condition that a thread is still running among those that are not tracked.
func (b *builder) live() cfg.Expr {
	some := number(0)
	for _, c := range b.classes {
		for _, at := range c.any.points {
			if at.count != nil && !at.ended {
				some = either(some, apply(cfg.Lt, number(0), load(at.count)))
			}
		}
	}
	return some
}

// stopsCounted returns the operations that pass only if no untracked thread can continue.
func (p *Product) stopsCounted(s *state) (ops []cfg.Op) {
	for _, c := range p.b.classes {
		ops = append(ops, p.b.anyone(c.any)...)
		for _, at := range c.any.points {
			if at.count == nil || at.ended {
				continue
			}
			none := isZero(at.count)
			stops, ok := p.stops(s, at)
			if !ok {
				ops = append(ops, cfg.Assume{Cond: none, Check: true})
			}
			for _, op := range stops {
				if a, isAssume := op.(cfg.Assume); isAssume {
					cond := a.Cond
					if a.Negate {
						cond = equal(cond, constant(0, cond.Type()))
					}
					op = cfg.Assume{Cond: either(none, cond), Check: true}
				}
				ops = append(ops, op)
			}
		}
	}
	return ops
}

// deadlockIn returns the move to an error from s, if there may be a deadlock.
func (p *Product) deadlockIn(s *state) []Move {
	search := p.b.opts.Deadlocks
	if search == nil {
		return nil
	}
	var ops []cfg.Op
	var texts []string
	var first *point
	thread := 0
	for i, in := range p.b.instances {
		at := p.point(s, i)
		if at == nil || at.ended {
			continue
		}
		stops, ok := p.stops(s, at)
		if !ok {
			return nil
		}
		ops = append(ops, stops...)
		text := fmt.Sprintf("%s waits for %s", in.name(), at.waits)
		if first == nil || first.waits == endOfThread && at.waits != endOfThread {
			first, thread = at, i
		}
		texts = append(texts, fmt.Sprintf("%s at %s", text, at.steps[0].site))
	}
	if p.b.opts.Level > 0 {
		ops = append(ops, p.stopsCounted(s)...)
		if first == nil {
			ops = append(ops, cfg.Assume{Cond: p.b.live(), Check: true})
		}
	} else if first == nil {
		return nil
	}
	pos, what := p.b.main.Pos, strings.Join(texts, ", ")
	if first != nil {
		pos = first.steps[0].site
		pos.Thread, pos.Mention = 0, 0
	}
	if search.except(pos, pos, what) {
		return nil
	}
	ops = append(ops, cfg.Error{Kind: cfg.Deadlock, Site: search.Site, What: what})
	next := state{at: append([]int32(nil), s.at...)}
	next.at[0] = int32(p.b.stuck.id)
	return []Move{{Thread: thread, Ops: ops, Pos: pos, To: p.intern(next)}}
}
