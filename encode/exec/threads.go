// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"maps"

	"cornet/encode/cfg"
)

// A lock is the state of a mutex or read-write lock. The zero value is a free lock.
type lock struct {
	owner   int // identity of the thread that holds it (for writing), or 0
	depth   int // how often the owner holds it
	readers int // how often it is held for reading
}

// try returns the effect of an acquisition: it succeeds (0), fails with an error number, or blocks.
func (l lock) try(th *thread, op cfg.Lock) (code int64, blocks bool) {
	mine := l.owner == th.id
	free := l.owner == 0
	switch op.Kind {
	case cfg.Recursive:
		free = free || mine
	case cfg.WriteLock:
		free = free && l.readers == 0
	}
	if free {
		return 0, false
	}
	code = op.Failure()
	if mine {
		code = op.SelfFailure()
	}
	return code, code == 0
}

// acquired returns the state of l after th has acquired it.
func (l lock) acquired(th *thread, kind cfg.LockKind) lock {
	if kind == cfg.ReadLock {
		l.readers++
		return l
	}
	l.owner = th.id
	l.depth++
	return l
}

// released returns the state of l after th has released it, and an error number.
func (l lock) released(th *thread, kind cfg.LockKind) (lock, int64) {
	switch kind {
	case cfg.Recursive, cfg.ErrorCheck:
		if l.owner != th.id {
			return l, cfg.EPERM
		}
		if l.depth--; l.depth == 0 {
			l.owner = 0
		}
		return l, 0
	case cfg.ReadLock, cfg.WriteLock: // one function releases both
		if l.owner != th.id {
			l.readers = max(l.readers-1, 0)
			return l, 0
		}
	}
	return lock{readers: l.readers}, 0
}

// setLock stores the state of the lock at an address.
func (m *machine) setLock(a int64, l lock) {
	if l == (lock{}) {
		delete(m.locks, a)
	} else {
		m.locks[a] = l
	}
}

// overwrite updates the locks in a place after a store.
func (m *machine) overwrite(fr *frame, l cfg.Place) {
	if len(m.locks) > 0 {
		m.forgetLocks(m.place(fr, l), sizeOf(l.Type()))
	}
}

// copyLocks copies the states of locks when their bytes are copied.
func (m *machine) copyLocks(to, from, size int64) {
	copies := map[int64]lock{}
	for b, l := range m.locks {
		if from <= b && b < from+size {
			copies[to+b-from] = l
		}
	}
	maps.Copy(m.locks, copies)
}

// forgetLocks frees the locks in a range of addresses, since something else is stored there now.
func (m *machine) forgetLocks(a, size int64) {
	for b := range m.locks {
		if a <= b && b < a+size {
			delete(m.locks, b)
		}
	}
}

// threadOf returns the thread with an identity, or nil.
func (m *machine) threadOf(v value) *thread {
	if i := v.address() - 1; i >= 0 && i < int64(len(m.threads)) {
		return m.threads[i]
	}
	return nil
}

// threadOp performs an operation on threads, which must not block.
func (m *machine) threadOp(th *thread, fr *frame, op cfg.Op) {
	switch op := op.(type) {
	case cfg.Create:
		m.create(fr, op)
	case cfg.Join:
		m.join(th, fr, op)
	case cfg.ExitThread:
		if op.Value != nil {
			th.value = m.eval(fr, op.Value).int()
		}
		m.end(th)
		m.endIfAllEnded()
	case cfg.Self:
		m.write(fr, op.To, small(int64(th.id)))
	case cfg.Lock:
		a := m.eval(fr, op.Mutex).address()
		code, _ := m.locks[a].try(th, op)
		if code == 0 {
			m.setLock(a, m.locks[a].acquired(th, op.Kind))
		}
		m.status(fr, op.To, code)
	case cfg.Unlock:
		a := m.eval(fr, op.Mutex).address()
		l, code := m.locks[a].released(th, op.Kind)
		m.setLock(a, l)
		m.status(fr, op.To, code)
	case cfg.InitLock:
		delete(m.locks, m.eval(fr, op.Mutex).address())
	case cfg.Wait:
		m.wait(th, fr, op)
	case cfg.Signal:
	case cfg.AtomicBegin:
		m.atomic = th.id
		if op.Inner {
			m.inner++
		} else {
			m.block = true
		}
	case cfg.AtomicEnd:
		if op.Inner {
			m.inner = max(m.inner-1, 0)
		} else {
			m.block = false
		}
		m.endAtomic(th, len(th.frames))
	}
}

// status stores the error number of an operation, if the program uses it.
func (m *machine) status(fr *frame, to cfg.Place, code int64) {
	if to != nil {
		m.write(fr, to, small(code))
	}
}

// wait releases the mutex. In a second step, which may block, it acquires the mutex again. Until
// then, control stays before the operation.
func (m *machine) wait(th *thread, fr *frame, op cfg.Wait) {
	if th.relock != 0 {
		m.setLock(th.relock, m.locks[th.relock].acquired(th, cfg.Mutex))
		th.relock = 0
		return
	}
	a := m.eval(fr, op.Mutex).address()
	l, _ := m.locks[a].released(th, cfg.Mutex)
	m.setLock(a, l)
	th.relock = a
	fr.at = m.edge.From
}

// join performs the join. The awaited thread has ended, or there is no such thread.
func (m *machine) join(th *thread, fr *frame, op cfg.Join) {
	t := m.threadOf(m.eval(fr, op.Thread))
	switch {
	case t == nil:
		m.status(fr, op.Status, cfg.ESRCH)
		return
	case t == th:
		m.status(fr, op.Status, cfg.EDEADLK)
		return
	case op.To != nil:
		v := value{}
		if t.value != nil {
			v = fromBig(t.value)
		}
		m.write(fr, op.To, wrap(v, op.To.Type()))
	}
	m.status(fr, op.Status, 0)
}

// end ends a thread, and the atomic block that it is in.
func (m *machine) end(th *thread) {
	th.ended = true
	if m.atomic == th.id {
		m.atomic, m.inner, m.block = 0, 0, false
	}
}

// endAtomic ends the atomicity of th if it is no longer in an atomic block. n is the number of its
// frames that remain.
func (m *machine) endAtomic(th *thread, n int) {
	if m.atomic == th.id && m.inner == 0 && !m.block && !m.insideAtomic(th, n) {
		m.atomic = 0
	}
}

// endIfAllEnded ends the run when the last thread has exited. This ends a program like a return
// from main.
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
		if !f.Takes([]cfg.Expr{op.Arg}, nil) {
			m.invalid("a thread starts at %s, which has another type", f.Name)
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
