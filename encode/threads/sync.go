// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/big"

	"cornet/encode/cfg"
)

// resolve turns Lock, Unlock, InitLock and Join into assumptions and assignments.
func (b *builder) resolve() {
	b.addresses = b.findAddresses()
	var unknown []cfg.LockKind // kinds of mutexes that arbitrary pointers point to
	for _, st := range b.steps() {
		pointer, kind, _ := mutexOf(st.sync)
		if pointer == nil {
			continue
		}
		if m := b.mutex(pointer); m != nil {
			b.extend(m, kind)
			continue
		}
		unknown = append(unknown, kind)
		if l, ok := st.sync.(cfg.Lock); ok && l.Kind == cfg.Mutex && b.opts.Level == 0 {
			b.slot(st, pointer.Type())
		}
	}
	for _, m := range b.locks {
		for _, kind := range unknown {
			b.extend(m, kind)
		}
	}
	b.resetOverwritten()
	joins := b.findJoins()
	for _, in := range b.instances {
		for _, p := range in.points {
			var steps []*step
			for _, st := range p.steps {
				p.waits = b.waitsFor(st.sync)
				switch op := st.sync.(type) {
				case nil:
					steps = append(steps, st)
				case cfg.Join:
					steps = append(steps, joins.steps(in, st, op)...)
				case cfg.Signal:
					steps = append(steps, b.signal(in, st, op)...)
				default:
					steps = append(steps, b.lock(in, st)...)
				}
			}
			p.steps = steps
		}
	}
}

// extend gives m the variables that are needed to lock it as some kind.
func (b *builder) extend(m *mutex, kind cfg.LockKind) {
	switch {
	case kind == cfg.Recursive && m.depth == nil:
		m.depth = b.ghost("depth", m.place)
	case (kind == cfg.ReadLock || kind == cfg.WriteLock) && m.readers == nil:
		m.readers = b.ghost("readers", m.place)
	}
}

// The following functions make expressions over ghosts.

func constant(n int64, t *cfg.Type) cfg.Expr { return cfg.Const{Value: big.NewInt(n), Of: t} }

func number(n int64) cfg.Expr { return constant(n, ghostType) }

func load(v *cfg.Var) cfg.Expr { return cfg.Load{From: cfg.VarPlace{Var: v}} }

func set(v *cfg.Var, x cfg.Expr) cfg.Op { return cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x} }

func apply(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	return cfg.Binary{Operator: op, X: x, Y: y, Of: ghostType}
}

func equal(x, y cfg.Expr) cfg.Expr { return apply(cfg.Eq, x, y) }

func isZero(v *cfg.Var) cfg.Expr { return equal(load(v), number(0)) }

func both(x, y cfg.Expr) cfg.Expr { return apply(cfg.LogAnd, x, y) }

func either(x, y cfg.Expr) cfg.Expr { return apply(cfg.LogOr, x, y) }

func plus(x cfg.Expr, n int64) cfg.Expr { return apply(cfg.Add, x, number(n)) }
