// SPDX-License-Identifier: Apache-2.0

package exec

import "cornet/encode/cfg"

// execute performs the operation of an edge, which must not block.
func (m *machine) execute(th *thread, e *cfg.Edge) {
	m.edge = e
	if m.observer != nil {
		m.beginStep(th, e)
		defer m.finishStep()
	}
	fr := th.frames[len(th.frames)-1]
	fr.at = e.To
	switch op := e.Op.(type) {
	case cfg.Skip, cfg.Assume:
	case cfg.Assign:
		if x, ok := op.Value.(cfg.Aggregate); ok && sizeOf(x.Of) > wholeBytes {
			m.initialise(fr, m.place(fr, op.To), x)
			m.overwrite(fr, op.To)
			break
		}
		v := m.eval(fr, op.Value)
		m.write(fr, op.To, v)
		m.overwrite(fr, op.To)
		if l, ok := op.Value.(cfg.Load); ok && len(m.locks) > 0 {
			m.copyLocks(m.place(fr, op.To), m.place(fr, l.From), sizeOf(l.Type()))
		}
		if l, ok := op.To.(cfg.VarPlace); ok && m.o.Assigned != nil && l.Var.Kind != cfg.Temp && l.Var.Kind != cfg.Result && l.Var.Type.IsScalar() {
			m.o.Assigned(e, l.Var, v.int())
		}
	case cfg.Havoc:
		if bitField(op.To) != nil {
			m.write(fr, op.To, m.open(op.To.Type(), op.Input))
		} else if !m.havoc(e, m.place(fr, op.To), op.To.Type(), op.Input) {
			m.invalid("a %v is stored where no object is", op.To.Type())
		}
		m.recordInput(fr, op.To)
		m.overwrite(fr, op.To)
	case cfg.Call:
		m.call(th, fr, op)
	case cfg.Error:
		m.result.Outcome, m.result.Edge, m.result.Cause = Failed, e, m.cause(op.Kind)
	case cfg.Stop:
		m.result.Outcome, m.result.Edge = Stopped, e
	case cfg.Alloc:
		m.allocate(th, fr, op)
	case cfg.Free:
		m.free(m.eval(fr, op.Pointer).address())
	case cfg.Scope:
		m.mem.find(m.variable(fr, op.Var)).freed = op.End
	case cfg.Copy:
		to, from, n := m.eval(fr, op.To).address(), m.eval(fr, op.From).address(), m.eval(fr, op.Bytes).address()
		if n > 0 && !m.mem.copy(to, from, n) {
			m.invalid("%d bytes are copied from %#x to %#x, where no objects of that size are", n, from, to)
		}
		m.forgetLocks(to, n)
		m.copyLocks(to, from, n)
	case cfg.Fill:
		to, n := m.eval(fr, op.To).address(), m.eval(fr, op.Bytes).address()
		if !m.mem.fill(to, n, byte(m.eval(fr, op.Value).n)) && n > 0 {
			m.invalid("%d bytes are filled at %#x, where no object of that size is", n, to)
		}
		m.forgetLocks(to, n)
	case cfg.Clobber:
		m.clobber(m.eval(fr, op.Pointer).address())
	default:
		m.threadOp(th, fr, e.Op)
	}
}

func (m *machine) call(th *thread, fr *frame, op cfg.Call) {
	f := op.Callee
	if f == nil {
		a := m.eval(fr, op.Fun).address()
		if f = m.byCode[a]; f == nil {
			m.invalid("a function at %#x is called, where none is", a)
			return
		}
		if !f.Takes(op.Args, op.To) {
			m.invalid("%s is called through a pointer of another type", f.Name)
			return
		}
	}
	args := make([]value, len(op.Args))
	for i, x := range op.Args {
		args[i] = m.eval(fr, x)
		if i < len(f.Params) && f.Params[i].Type.IsScalar() && f.Params[i].Type.Kind != cfg.Float && !args[i].isFloat {
			args[i] = wrap(args[i], f.Params[i].Type)
		}
	}
	to := op.To
	if f.Result == nil {
		to = nil
	}
	if len(th.frames) > 1<<16 {
		m.invalid("calls are nested too deeply")
		return
	}
	if f.Pool != nil && f.Key != nil && !m.pools.take(m, fr, f) {
		m.invalid("%s: nothing was added for %s", f.Name, f.Key.Name)
		return
	}
	if f.Atomic {
		m.atomic = th.id
	}
	m.push(th, f, args, to)
}

// Limits on the bytes of an allocation, and on the bytes of an object that the environment chooses.
// Further bytes do not change.
const (
	maxAllocated = 1 << 32
	maxOpen      = 1 << 10
)

func (m *machine) allocate(th *thread, fr *frame, op cfg.Alloc) {
	n := m.eval(fr, op.Size).address()
	if n < 0 || n > maxAllocated {
		m.invalid("%d bytes are allocated", n)
		return
	}
	r := &m.mem.heap
	if op.Auto {
		r = m.mem.stackOf(th.id)
	}
	a := r.alloc(n, cfg.AllocAlign)
	m.mem.find(a).alloc = !op.Auto
	m.nameAllocation(a, n, op.Elem)
	if !op.Zero && m.o.Input != nil {
		b := m.mem.bytes(a, min(n, maxOpen))
		for i := range b {
			b[i] = byte(m.input(m.edge, byteType, "").Int64())
		}
	}
	m.write(fr, op.To, small(a))
}

// clobber stores any bytes in the object at an address.
func (m *machine) clobber(a int64) {
	o := m.mem.find(a)
	if o == nil || o.freed {
		return
	}
	b := o.part(0, min(o.size, maxOpen))
	for i := range b {
		b[i] = byte(m.input(m.edge, byteType, "").Int64())
	}
	m.forgetLocks(o.base, o.size)
}

func (m *machine) free(a int64) {
	if a == 0 {
		return
	}
	o := m.mem.find(a)
	if o == nil || o.base != a || o.freed {
		m.invalid("%#x is freed, where no allocated object begins", a)
		return
	}
	o.freed = true
	if m.freed == nil {
		m.freed = map[int64]cfg.Pos{}
	}
	m.freed[a] = m.edge.Pos
}
