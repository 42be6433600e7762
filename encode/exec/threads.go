// SPDX-License-Identifier: Apache-2.0

package exec

import "cornet/encode/cfg"

// A lock is the state of a mutex or read-write lock.
type lock struct {
	owner   int // identity of the thread that holds it, or 0
	depth   int // how often, of recursive ones
	readers map[int]int
}

// busy is what a failing trylock returns: EBUSY.
const busy = 16

func (m *machine) lockAt(a int64) *lock {
	l := m.locks[a]
	if l == nil {
		l = &lock{readers: map[int]int{}}
		m.locks[a] = l
	}
	return l
}

// canLock reports whether a thread can acquire a lock now.
func (m *machine) canLock(th *thread, a int64, kind cfg.LockKind) bool {
	l := m.lockAt(a)
	switch kind {
	case cfg.Recursive:
		return l.owner == 0 || l.owner == th.id
	case cfg.ReadLock:
		return l.owner == 0
	case cfg.WriteLock:
		return l.owner == 0 && len(l.readers) == 0
	}
	return l.owner == 0
}

func (m *machine) lock(th *thread, a int64, kind cfg.LockKind) {
	l := m.lockAt(a)
	if kind == cfg.ReadLock {
		l.readers[th.id]++
		return
	}
	l.owner = th.id
	l.depth++
}

func (m *machine) unlock(th *thread, a int64) {
	l := m.lockAt(a)
	if l.readers[th.id] > 0 {
		l.readers[th.id]--
		if l.readers[th.id] == 0 {
			delete(l.readers, th.id)
		}
		return
	}
	if l.depth > 0 {
		l.depth--
	}
	if l.depth == 0 {
		l.owner = 0
	}
}

// threadOf is the thread of an identity, or nil.
func (m *machine) threadOf(v value) *thread {
	if i := v.address() - 1; i >= 0 && i < int64(len(m.threads)) {
		return m.threads[i]
	}
	return nil
}

// threadOp does an operation on threads; it does not block.
func (m *machine) threadOp(th *thread, fr *frame, op cfg.Op) {
	switch op := op.(type) {
	case cfg.Create:
		m.create(fr, op)
	case cfg.Join:
		if t := m.threadOf(m.eval(fr, op.Thread)); t != nil && op.To != nil {
			v := value{}
			if t.value != nil {
				v = fromBig(t.value)
			}
			m.write(fr, op.To, wrap(v, op.To.Type()))
		}
	case cfg.ExitThread:
		if op.Value != nil {
			th.value = m.eval(fr, op.Value).int()
		}
		th.ended = true
		if m.atomic == th.id {
			m.atomic = 0
		}
		m.endIfAllEnded()
	case cfg.Self:
		m.write(fr, op.To, small(int64(th.id)))
	case cfg.Lock:
		a := m.eval(fr, op.Mutex).address()
		if !op.Try {
			m.lock(th, a, op.Kind)
			return
		}
		if m.canLock(th, a, op.Kind) {
			m.lock(th, a, op.Kind)
			m.write(fr, op.To, value{})
		} else {
			m.write(fr, op.To, small(busy))
		}
	case cfg.Unlock:
		m.unlock(th, m.eval(fr, op.Mutex).address())
	case cfg.Wait:
		a := m.eval(fr, op.Mutex).address()
		m.unlock(th, a)
		th.relock = a
	case cfg.Signal:
	case cfg.AtomicBegin:
		m.atomic = th.id
	case cfg.AtomicEnd:
		if !m.insideAtomic(th, len(th.frames)) {
			m.atomic = 0
		}
	}
}

// endIfAllEnded ends the run when the last thread has exited, which ends a program as returning does.
func (m *machine) endIfAllEnded() {
	for _, t := range m.threads {
		if !t.ended {
			return
		}
	}
	m.result.Outcome = Returned
}

func (m *machine) create(fr *frame, op cfg.Create) {
	f := op.Callee
	if f == nil {
		a := m.eval(fr, op.Fun).address()
		if f = m.byCode[a]; f == nil {
			m.invalid("a thread starts at %#x, where no function is", a)
			return
		}
	}
	var args []value
	if op.Arg != nil {
		args = append(args, m.eval(fr, op.Arg))
	}
	th := m.newThread()
	if op.Thread != nil {
		m.write(fr, op.Thread, small(int64(th.id)))
	}
	m.push(th, f, args, nil)
}
