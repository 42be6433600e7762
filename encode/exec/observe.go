// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"fmt"
	"math/big"

	"cornet/encode/cfg"
)

// A Step is a step of a thread in terms of the source: an edge that it has taken, or the return
// from a function.
type Step struct {
	Thread int
	Edge   *cfg.Edge     // nil if a function returns
	Func   *cfg.Function // the function that the thread is in, or that returns
	Depth  int           // number of calls around Func
	// Accesses are the loads and stores of variables and objects, in order, without those of
	// temporaries.
	Accesses []Access
	// Text depends on the operation. It is the condition of an Assume, the mutex of a lock, the
	// condition variable of a Signal, the arguments of a Call or Create, the result for the return
	// from a function, and the new object of an Alloc.
	Text   string
	Callee *cfg.Function // for Call and Create
	Other  int           // for Create and Join: the identity of the other thread, or 0
	Wait   string        // for Wait: the mutex. When it is acquired again, Text is "".
}

// An Access is a load or a store.
type Access struct {
	Write bool
	// Place is the name in the source, with the values of indices: "a[3]", "p->next". Object is the
	// accessed object if it is reached through a pointer, or "".
	Place, Object string
	Address       int64
	Type          *cfg.Type
	Number        *big.Int // the value, if it is a number
	Text          string   // the value as C writes it
	Changed       bool     // a store of a value that differs from the previous one
	Open          bool     // a store of a value that the environment has chosen
	// Shared means that the place is not a variable on the thread's own stack.
	Shared bool
}

// An observer is the state of a machine for Options.Observe.
type observer struct {
	names map[int64]objectName      // objects, by their first address
	texts map[*frame]map[int]string // the sources of temporaries, by their identity
	heap  int                       // objects allocated
	step  *Step                     // the step that is being taken, or nil if it is not observed
}

// objectName returns the name of an object, and its type, or nil if that is unknown.
type objectName struct {
	name string
	typ  *cfg.Type
}

func newObserver() *observer {
	return &observer{names: map[int64]objectName{}, texts: map[*frame]map[int]string{}}
}

// nameObject sets the name of the object at an address.
func (m *machine) nameObject(a int64, name string, t *cfg.Type) {
	if m.observer != nil {
		m.observer.names[a] = objectName{name, t}
	}
}

// nameAllocation names an object that the program has made.
func (m *machine) nameAllocation(a, size int64, elem *cfg.Type) {
	if m.observer == nil {
		return
	}
	m.observer.heap++
	name := fmt.Sprintf("heap%d", m.observer.heap)
	m.nameObject(a, name, nil)
	if elem != nil && elem.IsAggregate() && elem.Size == size {
		m.nameObject(a, name, elem)
	}
	if m.observer.step != nil {
		m.observer.step.Text = fmt.Sprintf("%d bytes, %s", size, name)
	}
}

// observing reports whether the step that begins now should be observed.
func (m *machine) observing() bool {
	return m.observer != nil && (m.o.Observing == nil || m.o.Observing(m.result.Steps))
}

// beginStep starts the observation of a step.
func (m *machine) beginStep(th *thread, e *cfg.Edge) {
	if !m.observing() {
		return
	}
	fr := th.frames[len(th.frames)-1]
	s := &Step{Thread: th.id, Edge: e, Func: fr.f, Depth: len(th.frames) - 1}
	w := m.observer
	w.step = s
	mutex := func(x cfg.Expr) string {
		var a int64
		m.unobserved(func() { a = m.eval(fr, x).address() })
		return m.nameAt(a, nil)
	}
	switch op := e.Op.(type) {
	case cfg.Assume:
		s.Text = m.exprText(fr, op.Cond, 0)
		if op.Negate {
			s.Text = m.exprText(fr, cfg.Unary{Operator: cfg.LogNot, X: op.Cond, Of: op.Cond.Type()}, 0)
		}
		m.withoutInput(func() { m.eval(fr, op.Cond) })
	case cfg.Lock:
		s.Text = mutex(op.Mutex)
	case cfg.Unlock:
		s.Text = mutex(op.Mutex)
	case cfg.Wait:
		if s.Text, s.Wait = mutex(op.Cond), mutex(op.Mutex); th.relock != 0 {
			s.Text = ""
		}
	case cfg.Signal:
		s.Text = mutex(op.Cond)
	case cfg.Join:
		m.unobserved(func() {
			if t := m.threadOf(m.eval(fr, op.Thread)); t != nil {
				s.Other = t.id
			}
		})
	case cfg.Call:
		s.Callee = op.Callee
		if s.Callee == nil {
			m.unobserved(func() { s.Callee = m.byCode[m.eval(fr, op.Fun).address()] })
		}
		s.Text = m.arguments(fr, s.Callee, op.Args)
		if s.Callee != nil {
			m.substitute(fr, op.To, s.Callee.Name+"("+m.arguments(fr, nil, op.Args)+")")
		}
	case cfg.Create:
		s.Callee, s.Other = op.Callee, len(m.threads)+1
		if s.Callee == nil {
			m.unobserved(func() { s.Callee = m.byCode[m.eval(fr, op.Fun).address()] })
		}
		if op.Arg != nil {
			s.Text = m.arguments(fr, s.Callee, []cfg.Expr{op.Arg})
		}
	case cfg.Havoc:
		if op.Input != "" {
			m.substitute(fr, op.To, op.Input+"()")
		}
	case cfg.Assign:
		m.substitute(fr, op.To, "")
		if l, ok := op.To.(cfg.VarPlace); ok && l.Var.Kind == cfg.Temp {
			m.substitute(fr, op.To, m.exprText(fr, op.Value, 100))
		}
	}
}

// finishStep ends the observation of a step.
func (m *machine) finishStep() {
	if m.observer == nil || m.observer.step == nil {
		return
	}
	s := m.observer.step
	m.observer.step = nil
	m.o.Observe(*s)
}

// observeReturn observes the return from a function.
func (m *machine) observeReturn(th *thread, fr *frame, v value) {
	if m.observer == nil {
		return
	}
	delete(m.observer.texts, fr)
	if !m.observing() || fr.f == m.p.Init {
		return
	}
	s := Step{Thread: th.id, Func: fr.f, Depth: len(th.frames) - 1}
	if fr.f.Result != nil {
		s.Text = m.text(v, fr.f.Result.Type)
	}
	m.o.Observe(s)
}

// unobserved evaluates without observation, and without inputs from the environment.
func (m *machine) unobserved(f func()) {
	step := m.observer.step
	m.observer.step = nil
	m.withoutInput(f)
	m.observer.step = step
}

// withoutInput evaluates without inputs from the environment.
func (m *machine) withoutInput(f func()) {
	input, result := m.o.Input, m.result
	m.o.Input = nil
	f()
	m.o.Input, m.result = input, result
}

// substitute records the text that a temporary represents.
func (m *machine) substitute(fr *frame, to cfg.Place, text string) {
	l, ok := to.(cfg.VarPlace)
	if !ok || l.Var.Kind != cfg.Temp {
		return
	}
	if m.observer.texts[fr] == nil {
		m.observer.texts[fr] = map[int]string{}
	}
	m.observer.texts[fr][l.Var.ID] = text
}

// arguments returns the arguments of a call of f, with the names of its parameters; f may be nil.
func (m *machine) arguments(fr *frame, f *cfg.Function, args []cfg.Expr) string {
	s := ""
	for i, x := range args {
		if f != nil && f.VarArgs && i == len(f.Params)-1 {
			break // the record of the variable arguments
		}
		if i > 0 {
			s += ", "
		}
		if f != nil && i < len(f.Params) {
			s += f.Params[i].Name + " = "
		}
		m.unobserved(func() { s += m.text(m.eval(fr, x), x.Type()) })
	}
	return s
}

// recordAccess records an access, before a store happens.
func (m *machine) recordAccess(fr *frame, l cfg.Place, a int64, v value, write bool) {
	w := m.observer
	if w == nil || w.step == nil {
		return
	}
	if p, ok := l.(cfg.VarPlace); ok && (p.Var.Kind == cfg.Temp || p.Var.Kind == cfg.Result) {
		return
	}
	x := Access{Write: write, Address: a, Type: l.Type(), Text: m.text(v, l.Type()), Shared: !m.mem.onStack(a, m.th.id)}
	x.Place = m.placeText(fr, l)
	if viaPointer(l) {
		if x.Object = m.designated(a, l.Type()); x.Object == x.Place {
			x.Object = ""
		}
	}
	if l.Type().IsScalar() && l.Type().Kind != cfg.Pointer {
		x.Number = v.int()
	}
	if write {
		m.unobserved(func() { x.Changed = m.text(m.read(fr, l), l.Type()) != x.Text })
	}
	w.step.Accesses = append(w.step.Accesses, x)
}

// recordInput records that the environment has given the value of a place.
func (m *machine) recordInput(fr *frame, l cfg.Place) {
	if w := m.observer; w != nil && w.step != nil {
		n := len(w.step.Accesses)
		var v value
		m.unobserved(func() { v = m.read(fr, l) })
		if m.recordAccess(fr, l, m.place(fr, l), v, true); len(w.step.Accesses) > n {
			w.step.Accesses[n].Open = true
		}
	}
}

// viaPointer reports whether a place is reached through a pointer.
func viaPointer(l cfg.Place) bool {
	switch l := l.(type) {
	case cfg.Deref:
		if a, ok := l.Pointer.(cfg.AddrOf); ok {
			return viaPointer(a.Place)
		}
		return true
	case cfg.FieldPlace:
		return viaPointer(l.In)
	case cfg.IndexPlace:
		return viaPointer(l.In)
	}
	return false
}

// onStack reports whether an address is on the stack of a thread.
func (mem *memory) onStack(a int64, thread int) bool {
	return a >= mem.at.stackBase && int((a-mem.at.stackBase)/mem.at.stackBytes) == thread-1
}
