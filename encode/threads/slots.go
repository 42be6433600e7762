// SPDX-License-Identifier: Apache-2.0

package threads

import "cornet/encode/cfg"

// This file models mutexes that arbitrary pointers point to: on the heap, or in arrays. For each
// place of a thread that locks such a mutex, there is a variable: the address of the mutex that the
// place holds, or null. A mutex is free if no such variable has its address.

// slot makes the variable of a Lock.
func (b *builder) slot(st *step, pointer *cfg.Type) {
	v := b.counter("held")
	v.Type = pointer
	b.slots[st] = v
	b.slotted = append(b.slotted, v)
}

func isNull(v *cfg.Var) cfg.Expr { return equal(load(v), constant(0, v.Type)) }

// holds returns the condition that v has the address in pointer.
func (b *builder) holds(v *cfg.Var, pointer cfg.Expr) cfg.Expr {
	return b.equalAddress(load(v), pointer)
}

// hold returns the ways in which op, with variable v, can end: it acquires the mutex, or finds it
// held.
func (b *builder) hold(v *cfg.Var, op cfg.Lock) [][]cfg.Op {
	taken := number(0)
	for _, w := range b.slotted {
		taken = either(taken, b.holds(w, op.Mutex))
	}
	end := func(code int64, ops ...cfg.Op) []cfg.Op {
		if op.To != nil {
			ops = append(ops, cfg.Assign{To: op.To, Value: constant(code, op.To.Type())})
		}
		return ops
	}
	ways := [][]cfg.Op{end(0, cfg.Assume{Cond: taken, Negate: true}, cfg.Assume{Cond: isNull(v)}, set(v, converted(op.Mutex, v.Type)))}
	if code := op.Failure(); code != 0 {
		ways = append(ways, end(code, cfg.Assume{Cond: taken}))
	}
	return ways
}

// give returns the effect of op on a mutex that a pointer points to: after it, no variable has the
// address.
func (b *builder) give(op cfg.Unlock) []cfg.Op {
	var ops []cfg.Op
	for _, v := range b.slotted {
		ops = append(ops, set(v, cfg.Cond{If: b.holds(v, op.Mutex), Then: constant(0, v.Type), Else: load(v)}))
	}
	if op.To != nil {
		ops = append(ops, cfg.Assign{To: op.To, Value: constant(0, op.To.Type())})
	}
	return ops
}

// note adds a note, once.
func (b *builder) note(n cfg.Note) {
	for _, m := range b.notes {
		if m == n {
			return
		}
	}
	b.notes = append(b.notes, n)
}
