// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Kinds of mutexes: the values of PTHREAD_MUTEX_NORMAL and so on.
const (
	normalMutex = iota
	recursiveMutex
	errorCheckMutex
	adaptiveMutex // spins before it blocks, which makes no difference
	mutexKinds
)

// mutexKindNames are enumerators. A program that uses one of them has mutexes that are not normal.
var mutexKindNames = map[string]bool{
	"PTHREAD_MUTEX_RECURSIVE": true, "PTHREAD_MUTEX_RECURSIVE_NP": true,
	"PTHREAD_MUTEX_ERRORCHECK": true, "PTHREAD_MUTEX_ERRORCHECK_NP": true,
}

// recursiveBit is mtx_recursive, in the type of a mutex of C11.
const recursiveBit = 1

// Results of the functions of C11's threads. Success is 0.
const (
	thrdBusy     = 1
	thrdError    = 2
	thrdTimedOut = 4
)

// lockModels returns the models of mutexes, read-write locks, spin locks and condition variables.
func lockModels() map[string]model {
	m := map[string]model{
		"pthread_cond_wait":      waitFor(false),
		"pthread_cond_timedwait": waitFor(true),
		"pthread_cond_clockwait": waitFor(true),
		"cnd_wait":               waitFor(false),
		"cnd_timedwait":          waitFor(true),
		"pthread_cond_signal":    signal(false),
		"cnd_signal":             signal(false),
		"pthread_cond_broadcast": signal(true),
		"cnd_broadcast":          signal(true),
		"pthread_mutex_destroy":  destroyMutex,
	}
	for name, op := range map[string]cfg.Lock{
		"pthread_mutex_lock":         {},
		"pthread_mutex_trylock":      {Try: true},
		"pthread_mutex_timedlock":    {Timed: true},
		"pthread_mutex_clocklock":    {Timed: true},
		"mtx_lock":                   {},
		"mtx_trylock":                {Try: true},
		"mtx_timedlock":              {Timed: true},
		"pthread_spin_lock":          {},
		"pthread_spin_trylock":       {Try: true},
		"pthread_rwlock_rdlock":      {Kind: cfg.ReadLock},
		"pthread_rwlock_tryrdlock":   {Kind: cfg.ReadLock, Try: true},
		"pthread_rwlock_timedrdlock": {Kind: cfg.ReadLock, Timed: true},
		"pthread_rwlock_clockrdlock": {Kind: cfg.ReadLock, Timed: true},
		"pthread_rwlock_wrlock":      {Kind: cfg.WriteLock},
		"pthread_rwlock_trywrlock":   {Kind: cfg.WriteLock, Try: true},
		"pthread_rwlock_timedwrlock": {Kind: cfg.WriteLock, Timed: true},
		"pthread_rwlock_clockwrlock": {Kind: cfg.WriteLock, Timed: true},
	} {
		m[name] = lock(op)
	}
	for name, kind := range map[string]cfg.LockKind{
		"pthread_mutex_unlock": cfg.Mutex, "mtx_unlock": cfg.Mutex, "pthread_spin_unlock": cfg.Mutex, "pthread_rwlock_unlock": cfg.WriteLock,
	} {
		m[name] = unlock(kind)
	}
	for _, name := range []string{"pthread_rwlock_init", "pthread_spin_init", "pthread_mutex_init", "mtx_init"} {
		m[name] = initLock
	}
	return m
}

// mutexAttributeModels returns the models of the functions that set and read attributes of mutexes.
func mutexAttributeModels() map[string]model {
	m := map[string]model{
		"pthread_mutexattr_init":    initMutexAttribute,
		"pthread_mutexattr_settype": setMutexKind,
		"pthread_mutexattr_gettype": mutexKindOf,
	}
	// The attributes that these functions set do not matter for these constants.
	for name, harmless := range map[string]int64{
		"pthread_mutexattr_setpshared":   1, // the program is one process
		"pthread_mutexattr_setprotocol":  1, // PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT
		"pthread_mutexattr_setrobust":    0, // PTHREAD_MUTEX_STALLED
		"pthread_mutexattr_setrobust_np": 0,
	} {
		m[name] = func(b *builder, c *callSite) cfg.Expr {
			args := b.atLeast(c, 2)
			if v, ok := cfg.Fold(args[1], nil); !ok || v.Sign() < 0 || v.Int64() > harmless {
				b.refuse(c.n, "%s with this value", c.name)
			}
			return b.voidOrInt(c)
		}
	}
	return m
}

// status returns the value of a call that stored an error number in a place, or nil if the value is
// not used. Functions of C11 have codes of their own.
func (b *builder) status(c *callSite, l cfg.Place) cfg.Expr {
	if l == nil {
		return b.voidOrInt(c)
	}
	x := cfg.Expr(cfg.Load{From: l})
	if strings.HasPrefix(c.name, "pthread_") {
		return x
	}
	code := func(v int64) cfg.Expr { return b.constant(v, b.types.int()) }
	is := func(v int64) cfg.Expr { return b.compare(cfg.Eq, x, code(v)) }
	return cfg.Cond{If: is(0), Then: code(0), Else: cfg.Cond{
		If: is(cfg.EBUSY), Then: code(thrdBusy), Else: cfg.Cond{
			If: is(cfg.ETIMEDOUT), Then: code(thrdTimedOut), Else: code(thrdError)}}}
}

// lock acquires a lock as op says.
func lock(op cfg.Lock) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 1)
		var to cfg.Place
		if c.used && (op.Kind != cfg.Mutex || op.Failure() != 0 || b.hasKinds(c)) {
			to = cfg.VarPlace{Var: b.temp(b.types.int())}
		}
		b.ofKind(c, op.Kind, args[0], func(kind cfg.LockKind, mutex cfg.Expr) {
			op := op
			op.Mutex, op.Kind, op.To = mutex, kind, to
			b.emit(op)
		})
		return b.status(c, to)
	}
}

func unlock(kind cfg.LockKind) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 1)
		var to cfg.Place
		if c.used && b.hasKinds(c) {
			to = cfg.VarPlace{Var: b.temp(b.types.int())}
		}
		b.ofKind(c, kind, args[0], func(kind cfg.LockKind, mutex cfg.Expr) {
			b.emit(cfg.Unlock{Mutex: mutex, Kind: kind, To: to})
		})
		return b.status(c, to)
	}
}

// hasKinds reports whether the mutex of a call may be other than normal.
func (b *builder) hasKinds(c *callSite) bool {
	return b.kinds && !strings.HasPrefix(c.name, "pthread_spin_") && !strings.HasPrefix(c.name, "pthread_rwlock_")
}

// ofKind emits the operations of f for the kind of a mutex. If the program has mutexes that are not
// normal, the kind is read from the mutex.
func (b *builder) ofKind(c *callSite, kind cfg.LockKind, mutex cfg.Expr, f func(cfg.LockKind, cfg.Expr)) {
	if kind != cfg.Mutex || !b.hasKinds(c) {
		f(kind, mutex)
		return
	}
	if !stable(mutex) {
		mutex = b.spill(mutex)
	}
	is := b.spill(b.mutexKind(c, mutex))
	after := b.node()
	for _, k := range []struct {
		value int64
		kind  cfg.LockKind
	}{{recursiveMutex, cfg.Recursive}, {errorCheckMutex, cfg.ErrorCheck}} {
		yes, no := b.node(), b.node()
		b.branch(b.compare(cfg.Eq, is, b.constant(k.value, b.types.int())), yes, no)
		b.cur = yes
		f(k.kind, mutex)
		b.jump(after)
		b.cur = no
	}
	f(cfg.Mutex, mutex)
	b.label(after)
}

// mutexKind returns the kind that is stored in a mutex.
func (b *builder) mutexKind(c *callSite, mutex cfg.Expr) cfg.Expr {
	if l := kindIn(b.deref(c.n, mutex)); l != nil {
		return b.convert(b.read(c.n, l), b.types.int())
	}
	const what = "the kind of a mutex of this type is not known"
	b.note(c.n, true, what)
	return cfg.Any{Of: b.types.int(), Note: what}
}

// kindIn returns the place of the kind in a mutex, or nil.
func kindIn(l cfg.Place) cfg.Place {
	if k := memberNamed(l, "__kind"); k != nil {
		return k
	}
	return numberIn(l)
}

// memberNamed returns the member with a name in a struct or union, or in its members, or nil.
func memberNamed(l cfg.Place, name string) cfg.Place {
	for i, f := range l.Type().Fields {
		k := cfg.FieldPlace{In: l, Index: i}
		if f.Name == name && f.Type.Kind == cfg.Int {
			return k
		}
		if m := memberNamed(k, name); m != nil {
			return m
		}
	}
	return nil
}

// initLock makes a lock that is free. It stores the kind of a mutex in it.
func initLock(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	if b.hasKinds(c) {
		if l := kindIn(b.deref(c.n, args[0])); l != nil {
			kind := b.initialKind(c, args[1])
			// A computed kind does not count as a copy of a mutex.
			if _, ok := kind.(cfg.Const); !ok {
				kind = b.binary(cfg.BitAnd, kind, b.constant(mutexKinds-1, b.types.int()), b.types.int())
			}
			b.emit(cfg.Assign{To: l, Value: b.convert(kind, unqualified(l.Type()))})
		}
	}
	b.emit(cfg.InitLock{Mutex: args[0]})
	return b.voidOrInt(c)
}

// initialKind returns the kind of a new mutex: that of its attributes, or that of C11's type
// argument.
func (b *builder) initialKind(c *callSite, x cfg.Expr) cfg.Expr {
	normal := b.constant(normalMutex, b.types.int())
	switch {
	case c.name == "mtx_init":
		return b.binary(cfg.BitAnd, b.convert(x, b.types.int()), b.constant(recursiveBit, b.types.int()), b.types.int())
	case isNull(x) || isZero(x):
		return normal
	}
	read := func() cfg.Expr {
		l := numberIn(b.deref(c.n, x))
		if l == nil {
			const what = "the kind in attributes of this type is not known"
			b.note(c.n, true, what)
			return cfg.Any{Of: b.types.int(), Note: what}
		}
		return b.convert(b.read(c.n, l), b.types.int())
	}
	if _, ok := cfg.StripCasts(x).(cfg.AddrOf); ok {
		return read()
	}
	x = b.spill(x)
	v := b.temp(b.types.int())
	none, some, after := b.node(), b.node(), b.node()
	b.branch(b.truth(x), some, none)
	b.cur = some
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: read()})
	b.jump(after)
	b.cur = none
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: normal})
	b.label(after)
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// destroyMutex fails for a mutex that is held.
func destroyMutex(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	if !c.used {
		return b.voidOrInt(c)
	}
	to := cfg.VarPlace{Var: b.temp(b.types.int())}
	held, free := b.node(), b.node()
	b.emit(cfg.AtomicBegin{Inner: true})
	b.emit(cfg.Lock{Mutex: args[0], Try: true, To: to})
	b.branch(cfg.Load{From: to}, held, free)
	b.cur = free
	b.emit(cfg.Unlock{Mutex: args[0]})
	b.label(held)
	b.emit(cfg.AtomicEnd{Inner: true})
	return b.status(c, to)
}

func initMutexAttribute(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	if l := b.attribute(c, args[0]); l != nil {
		b.emit(cfg.Assign{To: l, Value: b.constant(normalMutex, unqualified(l.Type()))})
	}
	return b.voidOrInt(c)
}

// attribute returns the place of the kind in the attributes of a mutex, or nil if kinds do not
// matter.
func (b *builder) attribute(c *callSite, attr cfg.Expr) cfg.Place {
	if !b.kinds {
		return nil
	}
	return numberIn(b.deref(c.n, attr))
}

// setMutexKind is the model of pthread_mutexattr_settype(attributes, kind).
func setMutexKind(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	v, ok := cfg.Fold(args[1], nil)
	if !ok || v.Sign() < 0 || v.Int64() >= mutexKinds {
		b.refuse(c.n, "%s with a kind that is not one of the constants", c.name)
	}
	if l := b.attribute(c, args[0]); l != nil {
		b.emit(cfg.Assign{To: l, Value: b.constant(v.Int64(), unqualified(l.Type()))})
	}
	return b.voidOrInt(c)
}

// mutexKindOf is the model of pthread_mutexattr_gettype(attributes, place).
func mutexKindOf(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	kind := cfg.Expr(b.constant(normalMutex, b.types.int()))
	if l := b.attribute(c, args[0]); l != nil {
		kind = b.read(c.n, l)
	}
	to := b.deref(c.n, args[1])
	b.emit(cfg.Assign{To: to, Value: b.convertAt(c.n, kind, unqualified(to.Type()))})
	return b.voidOrInt(c)
}

// waitFor waits for a condition variable. timed is set if the wait may time out.
func waitFor(timed bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 2)
		var to cfg.Place
		if c.used && (timed || b.hasKinds(c)) {
			v := b.temp(b.types.int())
			to = cfg.VarPlace{Var: v}
		}
		set := func(x cfg.Expr) {
			if to != nil {
				b.emit(cfg.Assign{To: to, Value: x})
			}
		}
		end := func() { // emits the end of the wait
			success := cfg.Expr(b.constant(0, b.types.int()))
			if timed && to != nil {
				late := cfg.VarPlace{Var: b.temp(b.types.bool())}
				b.emit(cfg.Havoc{To: late})
				success = cfg.Cond{If: cfg.Load{From: late}, Then: b.constant(cfg.ETIMEDOUT, b.types.int()), Else: success}
			}
			set(success)
		}
		b.ofKind(c, cfg.Mutex, args[1], func(kind cfg.LockKind, mutex cfg.Expr) {
			if kind == cfg.Mutex {
				b.emit(cfg.Wait{Cond: args[0], Mutex: mutex, Timed: timed})
				end()
				return
			}
			if b.o.Deadlocks {
				b.refuse(c.n, "%s, where deadlocks are looked for and mutexes may be recursive or errors may be checked,", c.name)
			}
			// A thread does not wait with a mutex that it does not hold. A recursive mutex that is
			// held twice stays held.
			code := cfg.VarPlace{Var: b.temp(b.types.int())}
			b.emit(cfg.Unlock{Mutex: mutex, Kind: kind, To: code})
			failed, waits, after := b.node(), b.node(), b.node()
			b.branch(cfg.Load{From: code}, failed, waits)
			b.cur = failed
			set(cfg.Load{From: code})
			b.jump(after)
			b.cur = waits
			b.emit(cfg.Lock{Mutex: mutex, Kind: kind})
			end()
			b.label(after)
		})
		return b.status(c, to)
	}
}

func signal(all bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 1)
		b.emit(cfg.Signal{Cond: args[0], All: all})
		return b.voidOrInt(c)
	}
}

// scanLocks determines whether the program makes mutexes of several kinds, and which threads are
// detached.
func (u *unit) scanLocks(body cc.Node) {
	walk(body, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Enumerator: // an enumerator may be defined by another one
			return false
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionIdent && mutexKindNames[n.Token.SrcStr()] {
				u.kinds = true
			}
		case *cc.InitDeclarator:
			u.scanMutex(n)
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionCall {
				u.scanLockCall(n)
			}
		}
		return true
	})
}

// scanMutex examines the initialiser of a mutex. Unless it is all zeros, the mutex may be of any
// kind.
func (u *unit) scanMutex(n *cc.InitDeclarator) {
	if n.Initializer == nil {
		return
	}
	if td := n.Declarator.Type().Typedef(); td == nil || td.Name() != "pthread_mutex_t" {
		return
	}
	walk(n.Initializer, func(m cc.Node) bool {
		if p, ok := m.(*cc.PrimaryExpression); ok {
			if x, isInt := integerOf(p.Value()); isInt && x.Sign() != 0 {
				u.kinds = true
			}
		}
		return true
	})
}

func (u *unit) scanLockCall(n *cc.PostfixExpression) {
	args := arguments(n)
	constant := func(i int) int64 {
		if i < len(args) {
			if v, ok := integerOf(args[i].Value()); ok {
				return v.Int64()
			}
		}
		return -1
	}
	switch name := calleeName(n); name {
	case "pthread_mutexattr_settype", "pthread_mutexattr_setkind_np":
		k := constant(1)
		u.kinds = u.kinds || k != normalMutex && k != adaptiveMutex
	case "__cornet_cleanup_push":
		u.exitHandlers = true
	case "mtx_init":
		k := constant(1)
		u.kinds = u.kinds || k < 0 || k&recursiveBit != 0
	case "pthread_attr_setdetachstate":
		if constant(1) != 0 {
			u.detached[nil] = true
		}
	case "pthread_detach", "thrd_detach":
		if len(args) > 0 {
			u.detached[identityIn(args[0])] = true
		}
	}
}
