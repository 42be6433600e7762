// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// An instance is one thread: the execution of one pthread_create, or main.
type instance struct {
	id     int // 0 is main
	fn     *cfg.Function
	points []*point
	entry  *point
	param  *cfg.Var // nil if fn takes none
	result *cfg.Var // nil if fn returns nothing
	class  *class   // nil for a single thread
	self   *cfg.Var // identity variable of a thread of a class
	joined *cfg.Var // tells whether it has been waited for
	raced  *point   // its point after a data race
	// holds the condition variable that the thread waits for, or null; nil if it never waits for
	// one
	waits *cfg.Var
	// odd is not nil if a thread of a class has a variable that only a single thread can have; it
	// is this variable
	odd *cfg.Var

	thread map[*cfg.Var]*cfg.Var // copies of thread-local globals
	vars   []*cfg.Var            // all copies
}

// identity returns the value of pthread_t that identifies in.
func (in *instance) identity() int64 { return int64(in.id) + 1 }

// A point is a location of an instance, with known values of tracked variables.
type point struct {
	id     int // number in its instance
	pos    cfg.Pos
	steps  []*step
	atomic bool     // no other thread may move
	ended  bool     // the thread has ended
	failed bool     // the property is violated
	head   bool     // head of a loop: each cycle of the instance goes through such a point
	total  bool     // for all values of variables, some step is possible
	local  bool     // the thread continues at once, see movers.go
	begun  bool     // it has made only right-movers since it could last be interrupted
	count  *cfg.Var // counts the untracked threads of a class at this point

	waits string   // what a thread may wait for here; see deadlock.go
	wait  []cfg.Op // ops that assume that it waits, if this is not a lock or join

	indivisible bool    // accesses here are atomic in the sense of C
	uses        []use   // accesses to shared memory, see races.go
	races       []*step // steps to data races
	// a step from here enters an atomic block that may have a race, so sleep sets leave the thread
	// out here
	watched bool

	future access // accesses of all later steps, including those of threads created there
}

// A step leads from a point to another without interruption.
type step struct {
	from, to *point
	ops      []cfg.Op // Skip, Assume, Assign, Havoc, Call of functions without effects, memory, Error
	pos      cfg.Pos
	site     cfg.Pos   // for users: a position outside the library
	meets    *point    // for a data race: the point of the other thread
	index    int       // for a data race: the index as in Move.Step
	starts   *instance // thread that it creates
	awaits   *instance // thread that must have ended
	precedes *instance // thread that must not have started
	counts   *class    // the class of the untracked thread that it creates
	acquires *mutex
	releases *mutex
	resets   *mutex
	joins    *class // the class of the untracked thread that it joins
	checks   bool   // the step leads to a point at which the abstraction is not valid
	sync     cfg.Op // Lock, Unlock, InitLock, Join or Signal, until it is resolved
	access   access // accesses of its ops, and of the rest of the atomic block that it enters
}

// A frame is an inlined call.
type frame struct {
	id     int
	fn     *cfg.Function
	caller *frame
	call   *cfg.Edge
	vars   map[*cfg.Var]*cfg.Var
}

// isExecuting reports whether fn is being executed in fr or its callers.
func (fr *frame) isExecuting(fn *cfg.Function) bool {
	for ; fr != nil; fr = fr.caller {
		if fr.fn == fn {
			return true
		}
	}
	return false
}

// facts are known along one path: values of tracked variables, and how often threads have been
// created. They are immutable.
type facts struct {
	values map[*cfg.Var]*big.Int
	counts map[creation]int
	key    string
}

// A creation is a call of pthread_create in the inlined text of an instance.
type creation struct {
	frame int
	edge  *cfg.Edge
}

func (k facts) with(change func(values map[*cfg.Var]*big.Int, counts map[creation]int)) facts {
	values := make(map[*cfg.Var]*big.Int, len(k.values)+1)
	for v, x := range k.values {
		values[v] = x
	}
	counts := make(map[creation]int, len(k.counts)+1)
	for c, n := range k.counts {
		counts[c] = n
	}
	change(values, counts)
	var parts []string
	for v, x := range values {
		parts = append(parts, fmt.Sprintf("%d=%s", v.ID, x))
	}
	for c, n := range counts {
		parts = append(parts, fmt.Sprintf("#%d.%d.%d=%d", c.frame, c.edge.From.ID, slices.Index(c.edge.From.Out, c.edge), n))
	}
	slices.Sort(parts)
	return facts{values, counts, strings.Join(parts, ",")}
}

// A site is a state of the unwinding.
type site struct {
	frame  *frame
	node   *cfg.Node
	facts  facts
	atomic atomicity
}

// An atomicity states which atomic blocks are open. It is the sum of 1 for a block that does not
// nest, 2 for each inner block and each atomic function, and plainBlock for each block whose
// accesses are not atomic for C.
type atomicity int

const plainBlock atomicity = 1 << 16

// forC reports whether an access is atomic in the sense of C.
func (a atomicity) forC() bool { return a%plainBlock > 0 }

func (a atomicity) begun(op cfg.AtomicBegin) atomicity {
	switch {
	case op.Plain:
		return a + plainBlock
	case op.Inner:
		return a + 2
	}
	return a | 1
}

func (a atomicity) ended(op cfg.AtomicEnd) atomicity {
	switch {
	case op.Plain:
		return max(a-plainBlock, 0)
	case !op.Inner:
		return a &^ 1
	case a >= 2:
		return a - 2
	}
	return a
}

// entered returns the atomicity inside f, for a call from code with the atomicity a. left returns
// the atomicity after the call.
func (a atomicity) entered(f *cfg.Function) atomicity {
	if f.Atomic {
		return a + 2
	}
	return a
}

func (a atomicity) left(f *cfg.Function) atomicity {
	if f.Atomic {
		return a - 2
	}
	return a
}

type siteKey struct {
	frame, node int
	known       string
	atomic      atomicity
}

// An unwinder unwinds the control flow of one instance.
type unwinder struct {
	b      *builder
	s      *summary
	in     *instance
	root   *frame
	frames map[frameKey]*frame
	points map[siteKey]*point
	work   []pending
	source map[*cfg.Var]*cfg.Var // maps copies to their originals
	end    *point

	stopped *point
}

type frameKey struct {
	caller int
	call   *cfg.Edge
	callee *cfg.Function
}

type pending struct {
	site  site
	point *point
}

// newUnwinder prepares to unwind in.
func newUnwinder(b *builder, in *instance) *unwinder {
	u := &unwinder{
		b: b, s: b.s, in: in,
		frames: map[frameKey]*frame{}, points: map[siteKey]*point{},
		source: map[*cfg.Var]*cfg.Var{},
	}
	u.root = u.frame(nil, nil, in.fn)
	return u
}

// parameters makes the copies of the parameters and the result of the instance's
// function.
func (u *unwinder) parameters() []*cfg.Var {
	var params []*cfg.Var
	for _, v := range u.in.fn.Params {
		params = append(params, u.local(u.root, v))
	}
	if len(params) > 0 {
		u.in.param = params[0]
	}
	if u.in.fn.Result != nil {
		u.in.result = u.local(u.root, u.in.fn.Result)
	}
	return params
}

// run finds the points and steps of the instance.
func (u *unwinder) run() error {
	in := u.in
	in.entry = u.at(site{frame: u.root, node: in.fn.Entry, atomic: atomicity(0).entered(in.fn)})
	for len(u.work) > 0 {
		next := u.work[len(u.work)-1]
		u.work = u.work[:len(u.work)-1]
		if err := u.expand(next.site, next.point); err != nil {
			return err
		}
		if len(in.points) > u.b.opts.MaxPoints {
			if u.s.creating() {
				return fmt.Errorf("%s: a thread that runs %s has more than %d locations after inlining and unwinding: %w", in.fn.Pos, in.fn.Name, u.b.opts.MaxPoints, ErrUnbounded)
			}
			return refuse(in.fn.Pos, "a thread that runs %s has more than %d locations after inlining and unwinding", in.fn.Name, u.b.opts.MaxPoints)
		}
	}
	return nil
}

func (u *unwinder) newPoint(pos cfg.Pos, a atomicity) *point {
	p := &point{id: len(u.in.points), pos: pos, atomic: a > 0, indivisible: a.forC()}
	u.in.points = append(u.in.points, p)
	return p
}

// finish returns the point where the thread has ended.
func (u *unwinder) finish() *point {
	if u.end == nil {
		u.end = u.newPoint(u.in.fn.Pos, 0)
		u.end.ended = true
	}
	return u.end
}

// stop returns the point where the thread has ended the program. The thread stays there, and
// threads that wait for it do not continue.
func (u *unwinder) stop() *point {
	if u.stopped == nil {
		u.stopped = u.newPoint(u.in.fn.Pos, 0)
	}
	return u.stopped
}

// at returns the point of a site.
func (u *unwinder) at(pl site) *point {
	key := siteKey{pl.frame.id, pl.node.ID, pl.facts.key, pl.atomic}
	p := u.points[key]
	if p == nil {
		switch isEnd := pl.frame.caller == nil && pl.node == pl.frame.fn.Exit; {
		case isEnd && u.in.id == 0 && u.b.opts.Deadlocks != nil:
			p = u.stop() // threads no longer wait
		case isEnd:
			p = u.finish()
		default:
			p = u.newPoint(pl.node.Pos, pl.atomic)
			u.work = append(u.work, pending{pl, p})
		}
		u.points[key] = p
	}
	return p
}

func (u *unwinder) frame(caller *frame, call *cfg.Edge, fn *cfg.Function) *frame {
	key := frameKey{-1, call, fn}
	if caller != nil {
		key.caller = caller.id
	}
	fr := u.frames[key]
	if fr == nil {
		fr = &frame{id: len(u.frames), fn: fn, caller: caller, call: call, vars: map[*cfg.Var]*cfg.Var{}}
		u.frames[key] = fr
	}
	return fr
}

// local returns fr's copy of v, a variable of fr's function.
func (u *unwinder) local(fr *frame, v *cfg.Var) *cfg.Var {
	c := fr.vars[v]
	if c == nil {
		c = u.copy(v)
		if fr.caller != nil || u.in.id != 0 {
			c.Name = fmt.Sprintf("%s@%d", v.Name, u.in.id)
		}
		fr.vars[v] = c
	}
	return c
}

func (u *unwinder) copy(v *cfg.Var) *cfg.Var {
	c := *v
	c.ID = u.b.nextVar
	u.b.nextVar++
	if c.Kind != cfg.Temp {
		c.Kind = cfg.Local
	}
	c.Func = u.b.main
	if u.in.class != nil {
		if u.s.addressed[v] {
			u.in.odd = v
		}
	}
	u.source[&c] = v
	u.in.vars = append(u.in.vars, &c)
	return &c
}

// rename maps variables of the source to their copies in fr, and variables with known values to
// constants.
func (u *unwinder) rename(fr *frame, known facts) cfg.Mapper {
	return cfg.Mapper{
		Var: func(v *cfg.Var) *cfg.Var {
			if v.Kind != cfg.Global {
				return u.local(fr, v)
			}
			if !v.Thread || u.in.id == 0 {
				return v
			}
			c := u.in.thread[v]
			if c == nil {
				c = u.copy(v)
				c.Name, c.Kind, c.Func, c.Thread = fmt.Sprintf("%s@%d", v.Name, u.in.id), cfg.Global, nil, false
				u.in.thread[v] = c
			}
			return c
		},
		Expr: func(x cfg.Expr) cfg.Expr {
			l, ok := x.(cfg.Load)
			if !ok {
				return x
			}
			v, ok := l.From.(cfg.VarPlace)
			if !ok {
				return x
			}
			if c := known.values[v.Var]; c != nil {
				return cfg.Const{Value: c, Of: v.Var.Type}
			}
			if c := u.s.constant[v.Var]; c != nil {
				return cfg.Const{Value: c, Of: v.Var.Type}
			}
			return x
		},
	}
}

// afterOp returns the facts after op, renamed, has been executed.
func (u *unwinder) afterOp(known facts, op cfg.Op) facts {
	var target *cfg.Var
	var value *big.Int
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		if v, ok := l.(cfg.VarPlace); ok && kind == cfg.Write && u.s.tracked[u.source[v.Var]] {
			target = v.Var
		}
	})
	if target == nil {
		return known
	}
	if a, ok := op.(cfg.Assign); ok {
		value, _ = cfg.Fold(a.Value, nil)
	}
	if old := known.values[target]; old == nil && value == nil || old != nil && value != nil && old.Cmp(value) == 0 {
		return known
	}
	return known.with(func(values map[*cfg.Var]*big.Int, _ map[creation]int) {
		delete(values, target)
		if value != nil {
			values[target] = value
		}
	})
}

// afterEdge returns the facts after control has taken e in fr. At the entry of a loop, it drops the
// values of variables that the loop changes, unless the loop creates or joins threads.
func (u *unwinder) afterEdge(known facts, fr *frame, e *cfg.Edge) facts {
	fs := u.s.funcs[fr.fn]
	from, to := fs.loops.Of[e.From.ID], fs.loops.Of[e.To.ID]
	if from == to || !fs.loops.Cyclic[to] || fs.busy[to] || len(known.values) == 0 {
		return known
	}
	var changed []*cfg.Var
	for e := range fr.fn.Edges() {
		if fs.loops.Of[e.From.ID] != to || fs.loops.Of[e.To.ID] != to {
			continue
		}
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if v, ok := l.(cfg.VarPlace); ok && kind == cfg.Write && fr.vars[v.Var] != nil && known.values[fr.vars[v.Var]] != nil {
				changed = append(changed, fr.vars[v.Var])
			}
		})
	}
	if len(changed) == 0 {
		return known
	}
	return known.with(func(values map[*cfg.Var]*big.Int, _ map[creation]int) {
		for _, v := range changed {
			delete(values, v)
		}
	})
}

// afterReturn returns the facts after fr has returned.
func (u *unwinder) afterReturn(known facts, fr *frame) facts {
	var dead []*cfg.Var
	for _, v := range fr.vars {
		if known.values[v] != nil {
			dead = append(dead, v)
		}
	}
	if len(dead) == 0 {
		return known
	}
	return known.with(func(values map[*cfg.Var]*big.Int, _ map[creation]int) {
		for _, v := range dead {
			delete(values, v)
		}
	})
}
