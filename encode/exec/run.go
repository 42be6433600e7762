// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"context"
	"fmt"
	"math/big"

	"cornet/encode/cfg"
)

// Options are the environment of a run, and its limits. The zero value gives zeros for all inputs,
// runs each thread as long as it can, and limits nothing.
type Options struct {
	// Input gives a value that the program leaves open. It is brought into the range of
	// the type asked for. Nil gives zeros.
	Input func(Request) *big.Int
	// Schedule picks the thread that moves next among those that can, by their identities
	// (the first thread is 1). Nil picks the one that moved last, or else the first.
	Schedule func(enabled []int) int
	// Choose picks one of several edges that do not block. Nil picks the first.
	Choose func(edges []*cfg.Edge) int
	// MaxSteps ends a run after that many edges; 0 means never.
	MaxSteps int
	// Assigned, if not nil, sees the value of each variable of the source that is a number when an edge has assigned it.
	Assigned func(e *cfg.Edge, v *cfg.Var, value *big.Int)
	// Observe, if not nil, sees what each step has done; Observing limits it to some steps, by their number.
	Observe   func(Step)
	Observing func(step int) bool
	// Trace, if not nil, sees each edge after it has been taken, and the thread that took it.
	Trace func(thread int, e *cfg.Edge)
}

// A Request asks for the value of a scalar that the program leaves open.
type Request struct {
	Edge *cfg.Edge // where
	// Thread is the identity of the thread that asks, and Depth how many calls it is inside of.
	Thread, Depth int
	Type          *cfg.Type
	Name          string // the input's name (see cfg.Havoc), or ""
	Note          string // what is not modelled exactly (see cfg.Any), or ""
}

// Outcome says how a run ended. The zero value says nothing.
type Outcome uint8

// The outcomes of runs.
const (
	Unknown  Outcome = iota
	Returned         // the main function returned
	Stopped          // the program ended itself
	Failed           // the property is violated: Result.Edge
	Blocked          // no thread can go on: an assumption does not hold, or a deadlock
	Invalid          // memory was misused: Result.Edge, Result.Reason
	Limit            // too many steps
)

var outcomeNames = [...]string{"unknown", "returned", "stopped", "failed", "blocked", "invalid", "limit"}

func (o Outcome) String() string { return outcomeNames[o] }

// A Result is what is known after a run.
type Result struct {
	Outcome Outcome
	Value   *big.Int  // what the main function returned, if it is an integer
	Edge    *cfg.Edge // of Failed and Invalid; of Blocked: one that blocks, or nil
	Reason  string    // of Invalid
	Steps   int       // edges taken
	// Undefined counts operations on values that C leaves undefined, UndefinedAt is the first.
	Undefined   int
	UndefinedAt *cfg.Edge
}

// Run runs a program. An error means that ctx was cancelled.
//
// Run may be called concurrently for one program, as long as nobody changes it.
func Run(ctx context.Context, p *cfg.Program, o Options) (Result, error) {
	m := newMachine(p, o)
	main := m.newThread()
	m.push(main, p.Main, nil, nil)
	for _, v := range p.Main.Params {
		m.havoc(&cfg.Edge{}, m.variable(main.frames[0], v), v.Type, "")
	}
	m.push(main, p.Init, nil, nil) // on top: it runs first
	for m.result.Outcome == Unknown {
		if m.result.Steps%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return m.result, fmt.Errorf("run: %w", context.Cause(ctx))
			}
		}
		if o.MaxSteps > 0 && m.result.Steps >= o.MaxSteps {
			m.result.Outcome = Limit
			break
		}
		m.step()
	}
	return m.result, nil
}

// A machine is the state of a run.
type machine struct {
	p       *cfg.Program
	o       Options
	mem     memory
	globals map[*cfg.Var]int64
	initial map[*cfg.Var][]byte // of thread-local variables
	codes   map[string]int64    // addresses of functions
	byCode  map[int64]*cfg.Function
	threads []*thread
	last    int // thread that moved last: index
	atomic  int // thread inside an atomic block: identity, or 0
	locks   map[int64]*lock
	edge    *cfg.Edge // that is being taken
	th      *thread   // that takes it
	note    string    // of the cfg.Any that is evaluated
	watch   *watch    // nil: nobody looks on
	result  Result
}

// A thread is a stack of frames.
type thread struct {
	id     int
	frames []*frame
	ended  bool
	value  *big.Int           // that it returned
	relock int64              // a mutex to acquire again after Wait, or 0
	locals map[*cfg.Var]int64 // thread-local variables
}

// A frame is a function under execution.
type frame struct {
	f    *cfg.Function
	at   *cfg.Node
	vars map[*cfg.Var]int64
	base mark      // of the stack at entry
	to   cfg.Place // where the caller wants the result
}

func newMachine(p *cfg.Program, o Options) *machine {
	m := &machine{
		p: p, o: o,
		mem:     newMemory(p.Model),
		globals: map[*cfg.Var]int64{},
		codes:   map[string]int64{},
		byCode:  map[int64]*cfg.Function{},
		locks:   map[int64]*lock{},
		initial: map[*cfg.Var][]byte{},
	}
	if o.Observe != nil {
		m.watch = newWatch()
	}
	for _, v := range p.Globals {
		if !v.Thread {
			m.globals[v] = m.mem.heap.alloc(sizeOf(v.Type))
			m.called(m.globals[v], v.Name, v.Type)
		}
	}
	return m
}

// sizeOf is the size of a variable of type t; arrays of unknown length get room for some elements.
func sizeOf(t *cfg.Type) int64 {
	if t.Size >= 0 {
		return t.Size
	}
	return 1 << 10
}

func (m *machine) newThread() *thread {
	th := &thread{id: len(m.threads) + 1, locals: map[*cfg.Var]int64{}}
	m.mem.newStack()
	m.threads = append(m.threads, th)
	return th
}

// push enters a function.
func (m *machine) push(th *thread, f *cfg.Function, args []value, to cfg.Place) {
	fr := &frame{f: f, at: f.Entry, vars: map[*cfg.Var]int64{}, base: m.mem.mark(th.id), to: to}
	th.frames = append(th.frames, fr)
	was := m.th
	m.th = th
	for i, v := range f.Params {
		if i < len(args) {
			m.mem.store(m.variable(fr, v), v.Type, args[i])
		}
	}
	m.th = was
}

// pop leaves the innermost function of a thread.
func (m *machine) pop(th *thread) {
	fr := th.frames[len(th.frames)-1]
	var result value
	if fr.f.Result != nil {
		result = m.mem.load(m.variable(fr, fr.f.Result), fr.f.Result.Type)
	}
	if fr.f.Atomic && m.atomic == th.id && !m.insideAtomic(th, len(th.frames)-1) {
		m.atomic = 0
	}
	if fr.f == m.p.Init {
		for v, a := range th.locals {
			m.initial[v] = append([]byte(nil), m.mem.bytes(a, sizeOf(v.Type))...)
		}
	}
	m.returned(th, fr, result)
	m.mem.release(th.id, fr.base)
	th.frames = th.frames[:len(th.frames)-1]
	switch {
	case len(th.frames) == 0:
		th.ended = true
		if fr.f.Result != nil && fr.f.Result.Type.IsScalar() {
			th.value = result.int()
		}
		if th.id == 1 {
			m.result.Outcome = Returned
			m.result.Value = th.value
		}
	case fr.to != nil:
		caller := th.frames[len(th.frames)-1]
		m.mem.store(m.place(caller, fr.to), fr.to.Type(), result)
	}
}

// insideAtomic reports whether one of the innermost n frames' callers is an atomic function.
func (m *machine) insideAtomic(th *thread, n int) bool {
	for _, fr := range th.frames[:n] {
		if fr.f.Atomic {
			return true
		}
	}
	return false
}

// variable is the address of a variable as seen from a frame.
func (m *machine) variable(fr *frame, v *cfg.Var) int64 {
	if v.Kind == cfg.Global {
		if !v.Thread {
			return m.globals[v]
		}
		return m.threadLocal(v)
	}
	a, ok := fr.vars[v]
	if !ok {
		a = m.mem.stackOf(m.owner(fr)).alloc(sizeOf(v.Type))
		fr.vars[v] = a
		m.called(a, v.Name, v.Type)
	}
	return a
}

// owner is the thread that a frame belongs to: the one that runs, or is being set up.
func (m *machine) owner(*frame) int {
	if m.th == nil {
		return 1
	}
	return m.th.id
}

// threadLocal is the running thread's copy of a variable, made from the initial value.
func (m *machine) threadLocal(v *cfg.Var) int64 {
	th := m.th
	if th == nil {
		th = m.threads[0]
	}
	a, ok := th.locals[v]
	if !ok {
		a = m.mem.heap.alloc(sizeOf(v.Type))
		th.locals[v] = a
		m.called(a, v.Name, v.Type)
		copy(m.mem.bytes(a, sizeOf(v.Type)), m.initial[v])
	}
	return a
}

// step takes one edge.
func (m *machine) step() {
	var enabled []int
	edges := map[int][]*cfg.Edge{}
	for i, th := range m.threads {
		if th.ended || m.atomic != 0 && m.atomic != th.id {
			continue
		}
		m.th = th
		if es := m.enabled(th); len(es) > 0 || m.returns(th) {
			enabled = append(enabled, i)
			edges[i] = es
		}
		if m.result.Outcome != Unknown {
			return
		}
	}
	if len(enabled) == 0 {
		m.result.Outcome = Blocked
		if th := m.threads[0]; !th.ended {
			if out := th.frames[len(th.frames)-1].at.Out; len(out) > 0 {
				m.result.Edge = out[0]
			}
		}
		return
	}
	i := m.schedule(enabled)
	m.last = i
	th := m.threads[i]
	m.th = th
	m.result.Steps++
	if len(edges[i]) == 0 {
		m.edge = nil
		m.pop(th)
		return
	}
	e := edges[i][0]
	if len(edges[i]) > 1 && m.o.Choose != nil {
		e = edges[i][m.o.Choose(edges[i])]
	}
	m.take(th, e)
	if m.o.Trace != nil {
		m.o.Trace(th.id, e)
	}
}

func (m *machine) schedule(enabled []int) int {
	if len(enabled) == 1 {
		return enabled[0]
	}
	if m.o.Schedule != nil {
		ids := make([]int, len(enabled))
		for k, i := range enabled {
			ids[k] = m.threads[i].id
		}
		return m.o.Schedule(ids) - 1
	}
	for _, i := range enabled {
		if i == m.last {
			return i
		}
	}
	return enabled[0]
}

// returns reports whether a thread stands at the exit of a function.
func (m *machine) returns(th *thread) bool {
	fr := th.frames[len(th.frames)-1]
	return fr.at == fr.f.Exit
}

// enabled are the edges that a thread can take.
func (m *machine) enabled(th *thread) []*cfg.Edge {
	fr := th.frames[len(th.frames)-1]
	if th.relock != 0 {
		if !m.canLock(th, th.relock, cfg.Mutex) {
			return nil
		}
		m.lock(th, th.relock, cfg.Mutex)
		th.relock = 0
	}
	var es []*cfg.Edge
	for _, e := range fr.at.Out {
		if m.ready(th, fr, e) {
			es = append(es, e)
		}
	}
	return es
}

// ready reports whether the operation of an edge does not block.
func (m *machine) ready(th *thread, fr *frame, e *cfg.Edge) bool {
	m.edge = e
	switch op := e.Op.(type) {
	case cfg.Assume:
		return m.eval(fr, op.Cond).truth() != op.Negate
	case cfg.Join:
		t := m.threadOf(m.eval(fr, op.Thread))
		return t == nil || t.ended
	case cfg.Lock:
		return op.Try || m.canLock(th, m.eval(fr, op.Mutex).address(), op.Kind)
	}
	return true
}
