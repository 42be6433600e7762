// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"cmp"
	"fmt"

	"cornet/encode/cfg"
)

// This file makes the counter abstraction of a program that creates threads in loops, as the
// package comment describes.

// A class is the set of threads that run one function and are created any number of times.
type class struct {
	fn *cfg.Function
	// tracked are the threads of the class whose data is known. There are at most as many as the
	// options track.
	tracked []*instance
	// any represents each of the other threads while it moves. The abstraction only knows their
	// number at each location.
	any *instance
}

// counted reports whether in represents threads that are not tracked.
func (in *instance) counted() bool { return in.class != nil && in.class.any == in }

// maxMade bounds the identities of threads, so that they fit a C type.
const maxMade = 1<<31 - 2

const fewThreads = "fewer than 2^31 threads are created"

// Repeats reports whether p creates threads in a loop of a function, or in a function that is
// called in one.
func Repeats(p *cfg.Program) bool {
	if p.Main == nil || !Concurrent(p) {
		return false
	}
	b, err := build(p, Options{Level: 1}.withDefaults())
	return err == nil && len(b.classes) > 0
}

// repeats reports whether e, a creation in fr, may run more than once.
func (u *unwinder) repeats(fr *frame, e *cfg.Edge) bool {
	if u.in.class != nil {
		return true
	}
	for ; ; fr, e = fr.caller, fr.call {
		loops := u.s.funcs[fr.fn].loops
		if c := loops.Of[e.From.ID]; c == loops.Of[e.To.ID] && loops.Cyclic[c] {
			return true
		}
		if fr.caller == nil {
			return false
		}
	}
}

// counter makes a variable of the abstraction, initially 0.
func (b *builder) counter(name string) *cfg.Var {
	v := b.ghost(name, nil)
	b.counters = append(b.counters, v)
	return v
}

// class returns the class of the threads that run fn.
func (b *builder) class(fn *cfg.Function) (*class, error) {
	for _, c := range b.classes {
		if c.fn == fn {
			return c, nil
		}
	}
	c := &class{fn: fn}
	b.classes = append(b.classes, c)
	if b.made == nil {
		b.made = b.counter("threads")
		b.notes = append(b.notes, cfg.Note{Pos: fn.Pos, What: fewThreads, Assumed: true})
	}
	for range b.opts.Level + 1 {
		if b.full() {
			return nil, refuse(fn.Pos, "too many functions run as threads that are created in loops")
		}
		in := &instance{id: len(b.instances), fn: fn, thread: map[*cfg.Var]*cfg.Var{}, class: c, self: b.counter("thread"), joined: b.counter("joined")}
		c.tracked = append(c.tracked, in)
		b.instances = append(b.instances, in)
		u := newUnwinder(b, in)
		b.queue = append(b.queue, u)
		u.parameters()
	}
	c.any, c.tracked = c.tracked[b.opts.Level], c.tracked[:b.opts.Level]
	return c, nil
}

// replicate starts a thread of a class: one of the tracked threads, or another. The functions are
// compared with the pointer, unless there is only one.
func (u *unwinder) replicate(at site, p *point, e *cfg.Edge, op cfg.Create, callees []*cfg.Function, compared bool, next func(facts, atomicity) *point) error {
	known := at.facts
	if op.Thread != nil {
		known = u.afterOp(known, cfg.Havoc{To: op.Thread})
	}
	to := next(known, at.atomic)
	for _, g := range callees {
		c, err := u.b.class(g)
		if err != nil {
			return err
		}
		var pre, post []cfg.Op
		if compared {
			pre = append(pre, cfg.Assume{Cond: pointsTo(op.Fun, g)})
		}
		made := u.b.made
		pre = append(pre, cfg.Assume{Cond: apply(cfg.Lt, load(made), number(int64(cmp.Or(u.b.opts.Most, maxMade))))}, set(made, plus(load(made), 1)))
		if op.Thread != nil {
			post = append(post, cfg.Assign{To: op.Thread, Value: converted(load(made), op.Thread.Type())})
			u.b.holders[""] = u.b.instances // this makes joins compare identities
		}
		u.step(p, to, e.Pos, append(pre[:len(pre):len(pre)], post...)...).counts = c
		for _, in := range c.tracked {
			arg, err := argument(op, in)
			if err != nil {
				return err
			}
			ops := append(pre[:len(pre):len(pre)], arg...)
			ops = append(append(ops, set(in.self, load(made))), post...)
			u.step(p, to, e.Pos, ops...).starts = in
		}
	}
	return nil
}

// checkReplicas refuses objects of threads of classes if their addresses are used as values. Such
// an address would not determine one of the many objects.
func (b *builder) checkReplicas() error {
	for _, in := range b.instances {
		if v := in.odd; in.class != nil && v != nil {
			return refuse(v.Pos, "the address of %s is taken in a thread that is created any number of times", v.Name)
		}
	}
	return nil
}

// findCounted marks the points from which a thread continues at once, because its steps concern no
// other thread and it does not get stuck. It makes counters for the other points.
func (b *builder) findCounted() {
	if b.opts.Level == 0 {
		return
	}
	for _, in := range b.instances {
		b.findLocal(in)
		for _, p := range in.points {
			if in.counted() && !p.atomic && !p.failed && (!p.local || p == in.entry) {
				p.count = b.counter(fmt.Sprintf("%s at %s", in.fn.Name, p.pos))
			}
		}
	}
}

// tracked returns the number of tracked threads in s.
func (p *Product) tracked(s *state) (n int) {
	for _, c := range p.b.classes {
		for _, in := range c.tracked {
			if s.at[in.id] != notStarted {
				n++
			}
		}
	}
	return n
}

// runner returns the thread that continues in s before others, or -1. This is a thread in an atomic
// block, or one whose steps concern no other thread.
func (p *Product) runner(s *state) int {
	local := -1
	for i := range s.at {
		switch at := p.point(s, i); {
		case at == nil || at.ended:
		case at.atomic:
			return i
		case at.local && local < 0:
			local = i
		}
	}
	return local
}

// abstract finds the moves of s in the abstraction: the moves of single and tracked threads, and
// those of an untracked thread of each class, from any of its points.
func (p *Product) abstract(s state) []Move {
	if i := p.runner(&s); i >= 0 {
		if p.point(&s, i).failed {
			return nil
		}
		return append(p.racesIn(&s), p.movesOf(&s, i, nil)...)
	}
	moves := append(p.racesIn(&s), p.deadlockIn(&s)...)
	for i := range s.at {
		if at := p.point(&s, i); at != nil && !at.ended {
			moves = append(moves, p.movesOf(&s, i, nil)...)
		}
	}
	if !p.b.company[s.at[0]] {
		return moves
	}
	for _, c := range p.b.classes {
		for _, at := range c.any.points {
			if at.count != nil {
				next := state{at: append([]int32(nil), s.at...)}
				next.at[c.any.id] = int32(at.id)
				moves = append(moves, p.movesOf(&next, c.any.id, p.b.appear(c, at))...)
			}
		}
	}
	return moves
}

// appear returns the operations after which the instance for untracked threads represents one of
// these threads, which is at a point.
func (b *builder) appear(c *class, at *point) []cfg.Op {
	in := c.any
	ops := append([]cfg.Op{cfg.Assume{Cond: apply(cfg.Lt, number(0), load(at.count))}, set(at.count, plus(load(at.count), -1))}, b.anyone(in)...)
	ops = append(ops,
		cfg.Assume{Cond: apply(cfg.Lt, number(int64(len(b.instances))), load(in.self))},
		cfg.Assume{Cond: apply(cfg.Le, load(in.self), load(b.made))})
	for _, d := range b.classes {
		for _, other := range d.tracked {
			ops = append(ops, cfg.Assume{Cond: apply(cfg.Ne, load(in.self), load(other.self))})
		}
	}
	return ops
}

// anyone returns the operations after which the variables of in have any values that a thread of
// its class may have.
func (b *builder) anyone(in *instance) (ops []cfg.Op) {
	for _, v := range append(in.vars[:len(in.vars):len(in.vars)], in.self) {
		ops = append(ops, cfg.Havoc{To: cfg.VarPlace{Var: v}})
	}
	for _, v := range in.vars {
		if x := b.addresses.single[v]; x != nil {
			if l := b.addresses.pointee(x); l != nil && v.Type.Kind == cfg.Pointer && v.Type.Elem.Same(l.Type()) {
				ops = append(ops, set(v, cfg.AddrOf{Place: l, Of: v.Type}))
			} else if n := b.addresses.number(x, maxAddressSteps); n != nil {
				ops = append(ops, set(v, converted(cfg.Const{Value: n, Of: x.Type()}, v.Type)))
			}
		}
	}
	return ops
}

// movesOf returns the moves of thread i in s. Each begins with the operations in before.
func (p *Product) movesOf(s *state, i int, before []cfg.Op) (moves []Move) {
	isCounted := p.b.instances[i].counted()
	for k, st := range p.point(s, i).steps {
		switch {
		case st.awaits != nil && (s.at[st.awaits.id] == notStarted || !p.point(s, st.awaits.id).ended),
			st.precedes != nil && s.at[st.precedes.id] != notStarted,
			// only tracked threads are checked for errors
			isCounted && st.to.failed && !st.checks:
			continue
		}
		next := state{at: append([]int32(nil), s.at...)}
		next.at[i] = int32(st.to.id)
		ops := append(before[:len(before):len(before)], st.ops...)
		if t := st.starts; t != nil {
			if next.at[t.id] != notStarted || t.class != nil && (p.tracked(s) >= p.b.opts.Level || !p.b.first(s, t)) {
				continue
			}
			next.at[t.id] = int32(t.entry.id)
		}
		if c := st.joins; c != nil {
			n := c.any.ended()
			if n == nil {
				continue // no such thread has ended
			}
			ops = append(ops, cfg.Assume{Cond: apply(cfg.Lt, number(0), load(n))}, set(n, plus(load(n), -1)))
		}
		if st.counts != nil {
			ops = append(ops, set(st.counts.any.entry.count, plus(load(st.counts.any.entry.count), 1)))
		}
		if v := st.to.count; isCounted && v != nil && (!st.to.local) {
			next.at[i] = notStarted
			ops = append(ops, set(v, plus(load(v), 1)))
		}
		moves = append(moves, Move{Thread: i, Step: k, Ops: ops, Pos: st.pos, To: p.intern(next)})
	}
	return moves
}

// ended returns the counter of the threads of the class that have ended, have not been joined and
// are not tracked. It returns nil if no such thread ends.
func (in *instance) ended() *cfg.Var {
	for _, p := range in.points {
		if p.ended {
			return p.count
		}
	}
	return nil
}

// first reports whether t is the first thread of its class that may start in s. The others need not
// start, since they are interchangeable.
func (b *builder) first(s *state, t *instance) bool {
	for _, in := range t.class.tracked {
		if in == t {
			return true
		}
		if s.at[in.id] == notStarted {
			return false
		}
	}
	return false
}

// joinCounted returns the operations of waiting for an untracked thread, and the condition that op
// waits for a thread of a class. Each thread is joined at most once. This is checked for the
// tracked threads, which represent all.
func (b *builder) joinCounted(op cfg.Join, before []cfg.Op) (ops []cfg.Op, isThread cfg.Expr) {
	compare := func(o cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
		return cfg.Binary{Operator: o, X: x, Y: y, Of: ghostType}
	}
	t := op.Thread.Type()
	isThread = both(compare(cfg.Lt, constant(int64(len(b.instances)), t), op.Thread), compare(cfg.Le, op.Thread, converted(load(b.made), t)))
	ops = append(before[:len(before):len(before)], cfg.Assume{Cond: isThread})
	if op.To != nil {
		ops = append(ops, cfg.Havoc{To: op.To})
	}
	return ops, isThread
}

// invalid returns a point at which the abstraction is not valid.
func (in *instance) invalid(pos cfg.Pos) *point {
	p := &point{id: len(in.points), pos: pos, atomic: true, failed: true}
	in.points = append(in.points, p)
	return p
}
