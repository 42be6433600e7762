// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"reflect"
	"strings"

	"cornet/encode/cfg"
)

// A mutex represents one mutex or read-write lock of the source.
type mutex struct {
	place   cfg.Place
	owner   *cfg.Var // identity of the thread that holds it, or 0
	depth   *cfg.Var // how often it is held minus one, if it is recursive
	readers *cfg.Var // the number of threads that hold it for reading, if it is a read-write lock
	number  int      // number of the variable owner as an object
	// it has operations other than lock and unlock, so it may not protect anything
	special bool
}

var ghostType = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}

func sameExpr(x, y cfg.Expr) bool { return reflect.DeepEqual(x, y) }

// ghost makes a variable of the product.
func (b *builder) ghost(what string, l cfg.Place) *cfg.Var {
	v := &cfg.Var{Name: what, Type: ghostType, Kind: cfg.Global, ID: b.nextVar}
	if root := cfg.Root(l); root != nil {
		v.Name += "(" + root.Name + ")"
	}
	b.nextVar++
	b.ghosts[v] = true
	return v
}

// mutex returns the mutex that pointer points to, if it is evident. The first call makes the mutex.
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

// covers reports whether one of two places is a part of the other, or they are the same.
func covers(k, l cfg.Place) bool {
	x, ok1 := placeKey(k) // the last part is the root
	y, ok2 := placeKey(l)
	return !ok1 || !ok2 || strings.HasSuffix(x, y) || strings.HasSuffix(y, x)
}

// resetOverwritten makes mutexes free where they are overwritten as variables: at their
// declaration, in each call and iteration, and at their initialisation. The state of a copied mutex
// is unknown.
func (b *builder) resetOverwritten() {
	at := map[*cfg.Var][]*mutex{}
	for _, m := range b.locks {
		if v := cfg.Root(m.place); v != nil {
			at[v] = append(at[v], m)
		}
	}
	for _, st := range b.steps() {
		for _, op := range st.ops {
			cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
				if d, ok := l.(cfg.Deref); ok && kind == cfg.Write {
					l = b.addresses.pointee(d.Pointer)
				}
				if kind != cfg.Write || l == nil {
					return
				}
				for _, m := range at[cfg.Root(l)] {
					if covers(l, m.place) {
						b.reset(st, op, m)
					}
				}
			})
		}
	}
}

// reset makes m free after op, a part of st, has overwritten it.
func (b *builder) reset(st *step, op cfg.Op, m *mutex) {
	owner := number(0)
	if isCopy(op) {
		const copied = "the state of a mutex that has been copied is not known"
		b.notes = append(b.notes, cfg.Note{Pos: st.pos, What: copied, Inexact: true})
		owner = cfg.Any{Of: ghostType, Note: copied}
	}
	st.ops = append(st.ops[:len(st.ops):len(st.ops)], m.reset(owner)...)
	st.resets = m
	m.special = m.special || isCopy(op)
}

// isCopy reports whether op copies a value that may be a mutex.
func isCopy(op cfg.Op) bool {
	switch o := op.(type) {
	case cfg.Copy:
		return true
	case cfg.Assign:
		_, isLoad := o.Value.(cfg.Load) // the value may be a part of a mutex
		return isLoad
	}
	return false
}

// reset makes m free, or held by owner.
func (m *mutex) reset(owner cfg.Expr) []cfg.Op {
	ops := []cfg.Op{set(m.owner, owner)}
	for _, v := range []*cfg.Var{m.depth, m.readers} {
		if v != nil {
			ops = append(ops, set(v, number(0)))
		}
	}
	return ops
}

// mutexOf returns the mutex of a Lock, an Unlock or an InitLock, its kind, and where the result
// goes. The mutex of other operations is nil.
func mutexOf(op cfg.Op) (pointer cfg.Expr, kind cfg.LockKind, to cfg.Place) {
	switch op := op.(type) {
	case cfg.Lock:
		return op.Mutex, op.Kind, op.To
	case cfg.Unlock:
		return op.Mutex, op.Kind, op.To
	case cfg.InitLock:
		return op.Mutex, 0, nil
	}
	return nil, 0, nil
}

// lock returns the steps of a Lock, an Unlock or an InitLock, for each mutex that the pointer may
// point to.
func (b *builder) lock(in *instance, st *step) []*step {
	pointer, _, to := mutexOf(st.sync)
	if m := b.mutex(pointer); m != nil {
		return b.lockOne(in, st, m, nil)
	}
	var steps []*step
	var none []cfg.Op // pointer points to no known mutex
	for _, m := range b.locks {
		m.special = true
		same := cfg.Binary{Operator: cfg.Eq, X: pointer, Y: cfg.AddrOf{Place: m.place, Of: pointer.Type()}, Of: ghostType}
		steps = append(steps, b.lockOne(in, st, m, []cfg.Op{cfg.Assume{Cond: same}})...)
		none = append(none, cfg.Assume{Cond: same, Negate: true})
	}
	const ignored = "a mutex that is not a variable may be ignored"
	switch op := st.sync.(type) {
	case cfg.Lock:
		if v := b.slots[st]; v != nil {
			for _, ops := range b.hold(v, op) {
				steps = append(steps, &step{from: st.from, to: st.to, pos: st.pos, site: st.site, ops: append(none[:len(none):len(none)], ops...)})
			}
			none = append(none, cfg.Assume{Cond: isNull(v), Negate: true})
		}
	case cfg.Unlock:
		if op.Kind == cfg.Mutex && len(b.slotted) > 0 {
			ops := append(none[:len(none):len(none)], b.give(op)...)
			return append(steps, &step{from: st.from, to: st.to, pos: st.pos, site: st.site, ops: ops})
		}
	}
	if _, ok := st.sync.(cfg.InitLock); !ok {
		b.note(cfg.Note{Pos: st.pos, What: ignored, Inexact: true})
		// The condition is arbitrary. It marks counterexamples that depend on it.
		none = append(none, cfg.Assume{Cond: cfg.Any{Of: ghostType, Note: ignored}})
	}
	if to != nil {
		none = append(none, cfg.Havoc{To: to})
	}
	if len(none) == 0 {
		none = []cfg.Op{cfg.Skip{}}
	}
	return append(steps, &step{from: st.from, to: st.to, pos: st.pos, ops: none})
}

// lockOne returns the steps of a Lock, an Unlock or an InitLock of m. The operations pre come first
// in each.
func (b *builder) lockOne(in *instance, st *step, m *mutex, pre []cfg.Op) []*step {
	me := identity(in, ghostType)
	alternative := func(ops ...cfg.Op) *step {
		return &step{from: st.from, to: st.to, pos: st.pos, site: st.site, ops: append(pre[:len(pre):len(pre)], ops...)}
	}
	switch op := st.sync.(type) {
	case cfg.Lock:
		var steps []*step
		plain := op.Kind == cfg.Mutex && !op.Try && !op.Timed
		m.special = m.special || !plain
		for _, ops := range m.acquire(me, op) {
			st := alternative(ops...)
			st.acquires = m
			steps = append(steps, st)
		}
		return steps
	case cfg.Unlock:
		m.special = m.special || op.Kind != cfg.Mutex
		st := alternative(m.release(me, op)...)
		st.releases = m
		return []*step{st}
	}
	init := alternative(m.reset(number(0))...)
	init.resets = m
	return []*step{init}
}

// acquire returns the ways in which op, of thread me, can end.
func (m *mutex) acquire(me cfg.Expr, op cfg.Lock) [][]cfg.Op {
	mine := equal(load(m.owner), me)
	can := isZero(m.owner)
	take := []cfg.Op{set(m.owner, me)}
	switch {
	case op.Kind == cfg.Recursive:
		can = either(can, mine)
		take = append([]cfg.Op{set(m.depth, cfg.Cond{If: mine, Then: plus(load(m.depth), 1), Else: number(0)})}, take...)
	case op.Kind == cfg.ReadLock:
		take = []cfg.Op{set(m.readers, plus(load(m.readers), 1))}
	case m.readers != nil:
		can = both(can, isZero(m.readers))
	}
	end := func(code int64, ops ...cfg.Op) []cfg.Op {
		if op.To != nil {
			ops = append(ops[:len(ops):len(ops)], cfg.Assign{To: op.To, Value: constant(code, op.To.Type())})
		}
		return ops
	}
	ways := [][]cfg.Op{end(0, append([]cfg.Op{cfg.Assume{Cond: can}}, take...)...)}
	others, own := op.Failure(), op.SelfFailure()
	if others == own {
		if others != 0 {
			ways = append(ways, end(others, cfg.Assume{Cond: can, Negate: true}))
		}
		return ways
	}
	ways = append(ways, end(own, cfg.Assume{Cond: mine}))
	if others != 0 {
		ways = append(ways, end(others, cfg.Assume{Cond: either(can, mine), Negate: true}))
	}
	return ways
}

// release returns the effect of op, of thread me.
func (m *mutex) release(me cfg.Expr, op cfg.Unlock) []cfg.Op {
	code := number(0)
	mine := equal(load(m.owner), me)
	var ops []cfg.Op
	switch {
	case op.Kind == cfg.Recursive:
		last := isZero(m.depth)
		code = cfg.Cond{If: mine, Then: number(0), Else: number(cfg.EPERM)}
		// After the release, the owner is not me, and depth is 0 already.
		ops = []cfg.Op{
			set(m.owner, cfg.Cond{If: both(mine, last), Then: number(0), Else: load(m.owner)}),
			set(m.depth, cfg.Cond{If: either(last, apply(cfg.Ne, load(m.owner), me)), Then: load(m.depth), Else: plus(load(m.depth), -1)}),
		}
	case op.Kind == cfg.ErrorCheck:
		code = cfg.Cond{If: mine, Then: number(0), Else: number(cfg.EPERM)}
		ops = []cfg.Op{set(m.owner, cfg.Cond{If: mine, Then: number(0), Else: load(m.owner)})}
	case m.readers != nil && (op.Kind == cfg.ReadLock || op.Kind == cfg.WriteLock):
		// One function unlocks both kinds.
		ops = []cfg.Op{
			set(m.readers, cfg.Cond{If: either(mine, isZero(m.readers)), Then: load(m.readers), Else: plus(load(m.readers), -1)}),
			set(m.owner, cfg.Cond{If: mine, Then: number(0), Else: load(m.owner)}),
		}
	default:
		ops = []cfg.Op{set(m.owner, number(0))}
	}
	if op.To != nil { // comes first, since the rest changes the owner
		ops = append([]cfg.Op{cfg.Assign{To: op.To, Value: converted(code, op.To.Type())}}, ops...)
	}
	return ops
}
