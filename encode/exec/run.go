// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"reflect"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// Options are the environment of a run, and its limits. The zero value gives zeros for all inputs,
// runs each thread as long as it can, and limits nothing.
type Options struct {
	// Input chooses a value that the program leaves open. The value is converted to the range of
	// the requested type. Nil chooses zeros.
	Input func(Request) *big.Int
	// Schedule picks the thread that moves next among those that can, by their identities (the
	// first thread is 1). Nil picks the thread that moved last. If that cannot move, it picks the
	// first.
	Schedule func(enabled []int) int
	// Choose picks one of several edges that do not block. Nil picks the first.
	Choose func(edges []*cfg.Edge) int
	// MaxSteps ends a run after that many edges; 0 means never.
	MaxSteps int
	// MaxThreads ends a run that has more threads; 0 means never.
	MaxThreads int
	// Assigned, if not nil, is called with the value of each numeric variable of the source after
	// an edge has assigned it.
	Assigned func(e *cfg.Edge, v *cfg.Var, value *big.Int)
	// Observe, if not nil, is called after each step. Observing restricts this to some steps, by
	// their number.
	Observe   func(Step)
	Observing func(step int) bool
	// Trace, if not nil, is called for each edge after it was taken, with the thread that took it.
	Trace func(thread int, e *cfg.Edge)
}

// A Request asks for the value of a scalar that the program leaves open.
type Request struct {
	Edge *cfg.Edge // the current edge
	// Thread is the identity of the thread, and Depth the number of calls around the request.
	Thread, Depth int
	Type          *cfg.Type
	Name          string // the input's name (see cfg.Havoc), or ""
	Note          string // the construct that is not modelled exactly (see cfg.Any), or ""
}

// Outcome is the way in which a run ended. The zero value is unknown.
type Outcome uint8

// The outcomes of runs.
const (
	Unknown  Outcome = iota
	Returned         // the main function returned
	Stopped          // the program ended itself
	Failed           // the property is violated at Result.Edge
	Blocked          // no thread can continue: an assumption does not hold, or there is a deadlock
	Invalid          // memory was misused at Result.Edge, because of Result.Reason
	Limit            // too many steps, or too much memory
)

var outcomeNames = [...]string{"unknown", "returned", "stopped", "failed", "blocked", "invalid", "limit"}

func (o Outcome) String() string { return outcomeNames[o] }

// A Result describes a run that has ended.
type Result struct {
	Outcome Outcome
	Value   *big.Int  // the result of the main function, if it is an integer
	Edge    *cfg.Edge // for Failed and Invalid; for Blocked an edge that blocks, or nil
	Reason  string    // for Invalid
	Cause   string    // for Failed: what is wrong with the address that was checked, or ""
	Steps   int       // edges taken
	// Undefined counts operations on values that C leaves undefined. UndefinedAt is the first.
	Undefined   int
	UndefinedAt *cfg.Edge
	// Strayed reports that pointer arithmetic has led from one object into another, or around the
	// address space. C leaves this undefined.
	Strayed bool
}

// Defined reports whether the interpreter has detected no undefined behaviour in the run.
func (z Result) Defined() bool { return z.Undefined == 0 && !z.Strayed }

// Run runs a program. An error means that ctx was cancelled.
//
// Run may be called concurrently for one program, as long as the program does not change.
func Run(ctx context.Context, p *cfg.Program, o Options) (Result, error) {
	m := start(p, o)
	for m.result.Outcome == Unknown {
		if m.result.Steps%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return m.result, fmt.Errorf("run: %w", context.Cause(ctx))
			}
		}
		if o.MaxSteps > 0 && m.result.Steps >= o.MaxSteps || o.MaxThreads > 0 && len(m.threads) > o.MaxThreads {
			m.result.Outcome = Limit
			break
		}
		m.step()
	}
	return m.result, nil
}

// start returns a machine at the beginning of a run.
func start(p *cfg.Program, o Options) *machine {
	m := newMachine(p, o)
	main := m.newThread()
	m.push(main, p.Main, nil, nil)
	for _, v := range p.Main.Params {
		m.havoc(&cfg.Edge{}, m.variable(main.frames[0], v), v.Type, "")
	}
	if p.Init != nil {
		m.push(main, p.Init, nil, nil) // on top of the stack, since it runs first
	}
	if m.mem.isExhausted() {
		m.result.Outcome = Limit
	}
	return m
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
	last    int  // index of the thread that moved last
	atomic  int  // identity of the thread inside an atomic block, or 0
	inner   int  // number of inner blocks around it
	block   bool // it is in a block that is not an inner one
	locks   map[int64]lock
	trial   bool // conditions are being evaluated, without effects
	// during the trial, an evaluation had effects: an input, an undefined operation
	impure        bool
	edge          *cfg.Edge // the edge that is being taken
	th            *thread   // the thread that takes it
	note          string    // the note of the cfg.Any that is being evaluated
	observer      *observer // nil if the run is not observed
	enabledBuffer []int     // buffer of movable
	edgeBuffer    [][]*cfg.Edge
	pools         pools
	bad           badAddress        // the last check that failed
	freed         map[int64]cfg.Pos // by address: where an object was freed
	result        Result
}

// A thread is a stack of frames.
type thread struct {
	id     int
	frames []*frame
	ended  bool
	value  *big.Int // the result that it returned
	relock int64    // a mutex to acquire again in Wait, or 0
	// decided has the edges out of its node that can be taken, according to the environment. It is
	// nil before the decision.
	decided map[*cfg.Edge]bool
	open    bool               // the environment decides about some edges
	locals  map[*cfg.Var]int64 // thread-local variables
}

// A frame is a function under execution.
type frame struct {
	f    *cfg.Function
	at   *cfg.Node
	vars map[*cfg.Var]int64
	base mark // height of the stack at entry
	// shared means that another frame has the same vars, see machine.clone. key covers the first
	// keyed variables.
	shared bool
	key    []byte
	keyed  int
	to     cfg.Place // where the result is stored
}

func newMachine(p *cfg.Program, o Options) *machine {
	m := &machine{
		p: p, o: o,
		mem:     newMemory(layoutOf(p.Model.PointerBytes())),
		globals: map[*cfg.Var]int64{},
		codes:   map[string]int64{},
		byCode:  map[int64]*cfg.Function{},
		locks:   map[int64]lock{},
		initial: map[*cfg.Var][]byte{},
	}
	if o.Observe != nil {
		m.observer = newObserver()
	}
	for _, f := range p.Functions {
		m.code(cfg.FuncAddr{Func: f, Name: f.Name})
	}
	for _, v := range p.Globals {
		if !v.Thread {
			m.globals[v] = m.mem.heap.alloc(sizeOf(v.Type), v.Type.Align)
			m.mem.find(m.globals[v]).literal = v.Literal
			m.nameObject(m.globals[v], v.Name, v.Type)
		}
	}
	return m
}

// sizeOf returns the size of a variable of type t. An array of unknown length gets room for some
// elements.
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
	m.endAtomic(th, len(th.frames)-1)
	if fr.f == m.p.Init {
		for v, a := range th.locals {
			m.initial[v] = append([]byte(nil), m.mem.bytes(a, sizeOf(v.Type))...)
		}
	}
	m.observeReturn(th, fr, result)
	if len(m.locks) > 0 {
		m.forgetLocks(fr.base.next, m.mem.stackOf(th.id).next-fr.base.next)
	}
	m.mem.release(th.id, fr.base)
	th.frames = th.frames[:len(th.frames)-1]
	switch {
	case len(th.frames) == 0:
		m.end(th)
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

// insideAtomic reports whether a caller of one of the innermost n frames is an atomic function.
func (m *machine) insideAtomic(th *thread, n int) bool {
	for _, fr := range th.frames[:n] {
		if fr.f.Atomic {
			return true
		}
	}
	return false
}

// variable returns the address of a variable as seen from a frame.
func (m *machine) variable(fr *frame, v *cfg.Var) int64 {
	if v.Kind == cfg.Global {
		if !v.Thread {
			return m.globals[v]
		}
		return m.threadLocal(v)
	}
	a, ok := fr.vars[v]
	if !ok {
		a = m.mem.stackOf(m.owner(fr)).alloc(sizeOf(v.Type), v.Type.Align)
		if fr.shared {
			fr.vars, fr.shared = maps.Clone(fr.vars), false
		}
		fr.vars[v] = a
		m.nameObject(a, v.Name, v.Type)
	}
	return a
}

// owner returns the thread that a frame belongs to: the running thread, or one that is being set
// up.
func (m *machine) owner(*frame) int {
	if m.th == nil {
		return 1
	}
	return m.th.id
}

// threadLocal returns the address of the running thread's copy of a variable. The copy is made from
// the initial value.
func (m *machine) threadLocal(v *cfg.Var) int64 {
	th := m.th
	if th == nil {
		th = m.threads[0]
	}
	a, ok := th.locals[v]
	if !ok {
		a = m.mem.heap.alloc(sizeOf(v.Type), v.Type.Align)
		th.locals[v] = a
		m.nameObject(a, v.Name, v.Type)
		copy(m.mem.bytes(a, sizeOf(v.Type)), m.initial[v])
	}
	return a
}

// step takes one edge.
func (m *machine) step() {
	enabled, edges := m.movable()
	if m.result.Outcome != Unknown {
		return
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
	m.move(m.schedule(enabled), edges)
}

// movable returns the threads that can move, by index, and the edges that each thread can take.
// Both are valid until the next call. Its only effect is that variables and functions may get
// addresses.
func (m *machine) movable() (enabled []int, edges [][]*cfg.Edge) {
	enabled, edges = m.enabledBuffer[:0], m.edgeBuffer[:0]
	defer func() { m.enabledBuffer, m.edgeBuffer = enabled, edges }()
	for i, th := range m.threads {
		edges = append(edges, nil)
		if th.ended || m.atomic != 0 && m.atomic != th.id {
			continue
		}
		m.th = th
		if es := m.enabled(th); len(es) > 0 || m.returns(th) {
			enabled = append(enabled, i)
			edges[i] = es
		}
		if m.result.Outcome != Unknown {
			break
		}
	}
	return enabled, edges
}

// move makes a thread take one of the edges, or return.
func (m *machine) move(i int, edges [][]*cfg.Edge) {
	m.last = i
	th := m.threads[i]
	m.th = th
	m.result.Steps++
	if m.returns(th) {
		m.edge = nil
		m.pop(th)
		return
	}
	es := m.decide(th, edges[i])
	if len(es) == 0 {
		return // the environment has decided that the thread blocks
	}
	e := es[0]
	if len(es) > 1 && m.o.Choose != nil {
		e = es[m.o.Choose(es)]
	}
	th.decided = nil
	m.execute(th, e)
	if m.result.Outcome == Unknown && m.mem.isExhausted() {
		m.result.Outcome = Limit
	}
	if m.o.Trace != nil {
		m.o.Trace(th.id, e)
	}
}

func (m *machine) schedule(enabled []int) int {
	if len(enabled) == 1 {
		return enabled[0]
	}
	if m.o.Schedule != nil {
		ids := slice.Map(enabled, func(i int) int { return m.threads[i].id })
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

// enabled returns the edges that a thread can take, or could take if the environment allows it.
func (m *machine) enabled(th *thread) []*cfg.Edge {
	fr := th.frames[len(th.frames)-1]
	th.open = false
	if len(fr.at.Out) == 1 && !mayBlock(fr.at.Out[0].Op) {
		return fr.at.Out
	}
	m.trial = true
	var es []*cfg.Edge
	for _, e := range fr.at.Out {
		yes, known := th.decided[e]
		if !known {
			m.impure = false
			yes = m.ready(th, fr, e) || m.impure
			th.open = th.open || m.impure
		}
		if yes {
			es = append(es, e)
		}
	}
	m.trial = false
	return es
}

// decide returns the enabled edges among es that th can take. If the environment decides this,
// decide asks it once.
func (m *machine) decide(th *thread, es []*cfg.Edge) []*cfg.Edge {
	if !th.open {
		return es
	}
	fr := th.frames[len(th.frames)-1]
	var z []*cfg.Edge
	for i, e := range es {
		yes, known := th.decided[e]
		if !known {
			m.trial, m.impure = true, false
			yes = m.ready(th, fr, e)
			m.trial = false
			if m.impure {
				yes = m.determine(th, fr, es[:i], e)
			}
		}
		if yes {
			z = append(z, e)
		}
	}
	return z
}

// determine lets the environment decide whether th can take e. Exactly one of a condition and its
// negation holds.
func (m *machine) determine(th *thread, fr *frame, before []*cfg.Edge, e *cfg.Edge) bool {
	if th.decided == nil {
		th.decided = map[*cfg.Edge]bool{}
	}
	yes, like := false, false
	if a, ok := e.Op.(cfg.Assume); ok {
		for _, f := range before {
			b, ok := f.Op.(cfg.Assume)
			if was, known := th.decided[f]; known && ok && reflect.DeepEqual(a.Cond, b.Cond) {
				yes, like = was == (a.Negate == b.Negate), true
			}
		}
	}
	if !like {
		yes = m.ready(th, fr, e)
	}
	th.decided[e] = yes
	return yes
}

// mayBlock reports whether an operation may block.
func mayBlock(op cfg.Op) bool {
	switch op.(type) {
	case cfg.Assume, cfg.Join, cfg.Lock, cfg.Wait:
		return true
	}
	return false
}

// ready reports whether an edge's operation does not block.
func (m *machine) ready(th *thread, fr *frame, e *cfg.Edge) bool {
	m.edge = e
	switch op := e.Op.(type) {
	case cfg.Assume:
		return m.eval(fr, op.Cond).truth() != op.Negate
	case cfg.Join:
		t := m.threadOf(m.eval(fr, op.Thread))
		return t == nil || t.ended || t == th
	case cfg.Lock:
		_, blocks := m.locks[m.eval(fr, op.Mutex).address()].try(th, op)
		return !blocks
	case cfg.Wait:
		return th.relock == 0 || m.locks[th.relock].owner == 0
	}
	return true
}
