// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/big"
	"reflect"

	"cornet/encode/cfg"
)

// A mutex stands for one mutex or read-write lock of the source.
type mutex struct {
	place   cfg.Place
	owner   *cfg.Var // identity of the thread that holds it, or 0
	depth   *cfg.Var // how often, less one, if it is recursive
	readers *cfg.Var // how many hold it for reading, if it is a read-write lock
}

// busyError is what trylock returns if it fails: EBUSY.
const busyError = 16

var ghostType = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}

func sameExpr(x, y cfg.Expr) bool { return reflect.DeepEqual(x, y) }

// ghost makes a variable of the product.
func (b *builder) ghost(what string, l cfg.Place) *cfg.Var {
	v := &cfg.Var{Name: what, Type: ghostType, Kind: cfg.Global, ID: b.nextVar}
	if root := cfg.Root(l); root != nil {
		v.Name += "(" + root.Name + ")"
	}
	b.nextVar++
	return v
}

// resolve turns Lock, Unlock and Join into assumptions and assignments.
func (b *builder) resolve() {
	b.addresses = b.findAddresses()
	b.eachSync(func(_ *instance, st *step) {
		var pointer cfg.Expr
		var kind cfg.LockKind
		switch op := st.sync.(type) {
		case cfg.Lock:
			pointer, kind = op.Mutex, op.Kind
		case cfg.Unlock:
			pointer, kind = op.Mutex, op.Kind
		default:
			return
		}
		m := b.mutex(pointer)
		if m == nil {
			return
		}
		switch {
		case kind == cfg.Recursive && m.depth == nil:
			m.depth = b.ghost("depth", m.place)
		case (kind == cfg.ReadLock || kind == cfg.WriteLock) && m.readers == nil:
			m.readers = b.ghost("readers", m.place)
		}
	})
	clean := b.cleanHolders()
	for _, in := range b.instances {
		for _, p := range in.points {
			var steps []*step
			for _, st := range p.steps {
				switch op := st.sync.(type) {
				case nil:
					steps = append(steps, st)
				case cfg.Join:
					steps = append(steps, b.join(st, op, clean)...)
				default:
					steps = append(steps, b.lock(in, st)...)
				}
			}
			p.steps = steps
		}
	}
}

func (b *builder) eachSync(visit func(*instance, *step)) {
	for _, in := range b.instances {
		for _, p := range in.points {
			for _, st := range p.steps {
				if st.sync != nil {
					visit(in, st)
				}
			}
		}
	}
}

// mutex is what pointer points to, if that is plain; it is made when first met.
func (b *builder) mutex(pointer cfg.Expr) *mutex {
	l := b.addresses.pointee(pointer)
	if l == nil {
		return nil
	}
	key, ok := placeKey(l)
	if !ok {
		return nil
	}
	m := b.mutexes[key]
	if m == nil {
		m = &mutex{place: l}
		m.owner = b.ghost("owner", l)
		b.mutexes[key] = m
		b.locks = append(b.locks, m)
	}
	return m
}

// cleanHolders is the keys of places that hold only the identities that creations
// store in them.
func (b *builder) cleanHolders() map[string]bool {
	roots := map[*cfg.Var]bool{} // variables that something else may set
	for _, in := range b.instances {
		for _, p := range in.points {
			for _, st := range p.steps {
				ops := st.ops
				if st.sync != nil {
					ops = append(ops[:len(ops):len(ops)], st.sync)
				}
				for _, op := range ops {
					if h, ok := op.(cfg.Havoc); ok {
						if _, ok := h.To.(cfg.VarPlace); ok && h.Input == "" {
							continue // its declaration
						}
					}
					cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
						v := cfg.Root(l)
						_, plain := placeKey(l)
						if v != nil && (kind == cfg.Pointed || kind == cfg.Write && (st.starts == nil || !plain)) {
							roots[v] = true
						}
					})
				}
			}
		}
	}
	clean := map[string]bool{}
	if len(b.holders[""]) > 0 {
		return clean
	}
	for _, in := range b.instances {
		for _, p := range in.points {
			for _, st := range p.steps {
				if j, ok := st.sync.(cfg.Join); ok {
					if l, ok := stripCasts(j.Thread).(cfg.Load); ok {
						if key, ok := placeKey(l.From); ok && !roots[cfg.Root(l.From)] {
							clean[key] = true
						}
					}
				}
			}
		}
	}
	return clean
}

// join is the steps that wait for each thread that op may mean.
func (b *builder) join(st *step, op cfg.Join, clean map[string]bool) []*step {
	candidates, sure := b.instances[1:], false
	if l, ok := stripCasts(op.Thread).(cfg.Load); ok {
		if key, ok := placeKey(l.From); ok && clean[key] {
			candidates = b.holders[key]
			sure = len(candidates) == 1
		}
	}
	var steps []*step
	for _, in := range candidates {
		alt := &step{from: st.from, to: st.to, pos: st.pos, awaits: in}
		if !sure {
			same := cfg.Binary{Operator: cfg.Eq, X: op.Thread, Y: identity(in, op.Thread.Type()), Of: ghostType}
			alt.ops = append(alt.ops, cfg.Assume{Cond: same})
		}
		if op.To != nil {
			var set cfg.Op = cfg.Havoc{To: op.To}
			if in.result != nil {
				set = cfg.Assign{To: op.To, Value: converted(cfg.Load{From: cfg.VarPlace{Var: in.result}}, op.To.Type())}
			}
			alt.ops = append(alt.ops, set)
		}
		if len(alt.ops) == 0 {
			alt.ops = []cfg.Op{cfg.Skip{}}
		}
		steps = append(steps, alt)
	}
	return steps
}

// lock is the steps of a Lock or an Unlock: one or two for each mutex that the
// pointer may mean.
func (b *builder) lock(in *instance, st *step) []*step {
	var pointer cfg.Expr
	switch op := st.sync.(type) {
	case cfg.Lock:
		pointer = op.Mutex
	case cfg.Unlock:
		pointer = op.Mutex
	}
	if m := b.mutex(pointer); m != nil {
		return b.lockOne(in, st, m, nil)
	}
	var steps []*step
	var none []cfg.Op // pointer means no mutex that is known
	for _, m := range b.locks {
		same := cfg.Binary{Operator: cfg.Eq, X: pointer, Y: cfg.AddrOf{Place: m.place, Of: pointer.Type()}, Of: ghostType}
		steps = append(steps, b.lockOne(in, st, m, []cfg.Op{cfg.Assume{Cond: same}})...)
		none = append(none, cfg.Assume{Cond: same, Negate: true})
	}
	const ignored = "a mutex that is not a variable may be ignored"
	b.notes = append(b.notes, cfg.Note{Pos: st.pos, What: ignored, Inexact: true})
	// The condition may hold whenever it is asked; it tells on what a counterexample depends.
	none = append(none, cfg.Assume{Cond: cfg.Any{Of: ghostType, Note: ignored}})
	if op, ok := st.sync.(cfg.Lock); ok && op.To != nil {
		none = append(none, cfg.Havoc{To: op.To})
	}
	return append(steps, &step{from: st.from, to: st.to, pos: st.pos, ops: none})
}

// lockOne is the steps of a Lock or an Unlock of m, each after pre.
func (b *builder) lockOne(in *instance, st *step, m *mutex, pre []cfg.Op) []*step {
	me := number(in.identity())
	alternative := func(ops ...cfg.Op) *step {
		return &step{from: st.from, to: st.to, pos: st.pos, ops: append(pre[:len(pre):len(pre)], ops...)}
	}
	free := isZero(m.owner)
	if m.readers != nil {
		free = both(free, isZero(m.readers))
	}
	op, ok := st.sync.(cfg.Lock)
	if !ok {
		return []*step{alternative(m.release(me, st.sync.(cfg.Unlock).Kind)...)}
	}
	var can cfg.Expr
	var take []cfg.Op
	switch op.Kind {
	case cfg.Recursive:
		mine := equal(load(m.owner), me)
		can = either(isZero(m.owner), mine)
		take = []cfg.Op{
			set(m.depth, cfg.Cond{If: mine, Then: plus(load(m.depth), 1), Else: number(0)}),
			set(m.owner, me),
		}
	case cfg.ReadLock:
		can = isZero(m.owner)
		take = []cfg.Op{set(m.readers, plus(load(m.readers), 1))}
	default:
		can, take = free, []cfg.Op{set(m.owner, me)}
	}
	if !op.Try {
		return []*step{alternative(append([]cfg.Op{cfg.Assume{Cond: can}}, take...)...)}
	}
	done := append([]cfg.Op{cfg.Assume{Cond: can}}, take...)
	failed := []cfg.Op{cfg.Assume{Cond: can, Negate: true}}
	if op.To != nil {
		done = append(done, cfg.Assign{To: op.To, Value: constant(0, op.To.Type())})
		failed = append(failed, cfg.Assign{To: op.To, Value: constant(busyError, op.To.Type())})
	}
	return []*step{alternative(done...), alternative(failed...)}
}

// release is what unlocking m does for thread me.
func (m *mutex) release(me cfg.Expr, kind cfg.LockKind) []cfg.Op {
	switch {
	case kind == cfg.Recursive:
		last := isZero(m.depth)
		return []cfg.Op{
			set(m.owner, cfg.Cond{If: last, Then: number(0), Else: load(m.owner)}),
			set(m.depth, cfg.Cond{If: last, Then: number(0), Else: plus(load(m.depth), -1)}),
		}
	case m.readers != nil && (kind == cfg.ReadLock || kind == cfg.WriteLock):
		// One function unlocks both kinds.
		mine := equal(load(m.owner), me)
		return []cfg.Op{
			set(m.readers, cfg.Cond{If: either(mine, isZero(m.readers)), Then: load(m.readers), Else: plus(load(m.readers), -1)}),
			set(m.owner, cfg.Cond{If: mine, Then: number(0), Else: load(m.owner)}),
		}
	}
	return []cfg.Op{set(m.owner, number(0))}
}

// Expressions over ghosts.

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
