// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// threadModels create, join and end threads.
func threadModels() map[string]model {
	return map[string]model{
		"pthread_create":     createThread(2, 3),
		"thrd_create":        createThread(1, 2),
		"pthread_join":       joinThread,
		"thrd_join":          joinThread,
		"pthread_exit":       exitThread,
		"thrd_exit":          exitThread,
		"pthread_self":       selfThread,
		"pthread_key_create": createKey,
		"thrd_current":       selfThread,
		"pthread_equal":      equalThreads,
		"thrd_equal":         equalThreads,
	}
}

// createThread is pthread_create; start and arg are the positions of the function and of its argument.
func createThread(start, arg int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.need(c, arg+1)
		var op cfg.Create
		if !isNull(args[0]) {
			op.Thread = b.deref(c.n, args[0])
		}
		op.Arg = args[arg]
		if op.Arg.Type().Kind != cfg.Pointer {
			op.Arg = b.convertAt(c.n, op.Arg, b.types.pointer(b.types.void()))
		}
		if f, ok := stripCasts(args[start]).(cfg.FuncAddr); ok {
			if f.Func == nil {
				b.refuse(c.n, "a thread that runs function %s, which is not defined", f.Name)
			}
			op.Callee = f.Func
			if len(f.Func.Params) == 0 {
				op.Arg = nil
			} else {
				op.Arg = b.convertAt(c.n, op.Arg, unqualified(f.Func.Params[0].Type))
			}
		} else {
			op.Fun = args[start]
		}
		b.emit(op)
		return b.voidOrInt(c)
	}
}

// createKey is pthread_key_create, of which include/models.c has the body.
func createKey(b *builder, c *callSite) cfg.Expr {
	c.values = b.need(c, 2)
	c.call = nil // they have been evaluated
	if !isNull(b.convertAt(c.n, c.values[1], b.types.pointer(b.types.void()))) {
		b.assume(c.n, "destructors of thread-specific data do not run")
	}
	return b.callFunction(c, b.funcs["__cornet_pthread_key_create"])
}

func stripCasts(x cfg.Expr) cfg.Expr {
	for {
		y, ok := x.(cfg.Cast)
		if !ok {
			return x
		}
		x = y.X
	}
}

// joinThread is pthread_join(thread, place).
func joinThread(b *builder, c *callSite) cfg.Expr {
	args := b.need(c, 1)
	op := cfg.Join{Thread: args[0]}
	if len(args) > 1 && !isZero(args[1]) {
		op.To = b.deref(c.n, args[1])
	}
	b.emit(op)
	return b.voidOrInt(c)
}

func isZero(x cfg.Expr) bool {
	c, ok := x.(cfg.Const)
	return ok && c.Value.Sign() == 0
}

func exitThread(b *builder, c *callSite) cfg.Expr {
	args := b.arguments(c)
	var op cfg.ExitThread
	if len(args) > 0 {
		op.Value = args[0]
	}
	b.end(op)
	return b.voidValue()
}

func selfThread(b *builder, c *callSite) cfg.Expr {
	v := b.temp(b.result(c))
	b.emit(cfg.Self{To: cfg.VarPlace{Var: v}})
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

func equalThreads(b *builder, c *callSite) cfg.Expr {
	args := b.need(c, 2)
	return b.compare(cfg.Eq, args[0], args[1])
}

// lockModels are mutexes, read-write locks, spin locks and condition variables.
func lockModels() map[string]model {
	m := map[string]model{
		"pthread_cond_wait":      waitFor,
		"pthread_cond_timedwait": waitFor,
		"cnd_wait":               waitFor,
		"cnd_timedwait":          waitFor,
		"pthread_cond_signal":    signal(false),
		"cnd_signal":             signal(false),
		"pthread_cond_broadcast": signal(true),
		"cnd_broadcast":          signal(true),
	}
	for _, l := range []struct {
		prefix, lock, try, unlock string
		kind                      cfg.LockKind
	}{
		{"pthread_mutex_", "lock", "trylock", "unlock", cfg.Mutex},
		{"mtx_", "lock", "trylock", "unlock", cfg.Mutex},
		{"pthread_spin_", "lock", "trylock", "unlock", cfg.Mutex},
		{"pthread_rwlock_", "rdlock", "tryrdlock", "unlock", cfg.ReadLock},
		{"pthread_rwlock_", "wrlock", "trywrlock", "unlock", cfg.WriteLock},
	} {
		m[l.prefix+l.lock] = lock(l.kind, false)
		m[l.prefix+l.try] = lock(l.kind, true)
		m[l.prefix+l.unlock] = unlock(l.kind)
	}
	// A lock with a time limit may fail at any time.
	m["pthread_mutex_timedlock"] = lock(cfg.Mutex, true)
	m["mtx_timedlock"] = lock(cfg.Mutex, true)
	return m
}

func lock(kind cfg.LockKind, try bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.need(c, 1)
		op := cfg.Lock{Mutex: args[0], Kind: b.lockKind(c, kind), Try: try}
		if !try {
			b.emit(op)
			return b.voidOrInt(c)
		}
		v := b.temp(b.types.int())
		op.To = cfg.VarPlace{Var: v}
		b.emit(op)
		return cfg.Load{From: op.To}
	}
}

func unlock(kind cfg.LockKind) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.need(c, 1)
		b.emit(cfg.Unlock{Mutex: args[0], Kind: b.lockKind(c, kind)})
		return b.voidOrInt(c)
	}
}

// lockKind is Recursive instead of Mutex for the mutexes that the program makes recursive.
func (b *builder) lockKind(c *callSite, kind cfg.LockKind) cfg.LockKind {
	if kind != cfg.Mutex || len(b.recursive) == 0 {
		return kind
	}
	var d *cc.Declarator
	if len(c.args) > 0 {
		d = rootOf(c.args[0])
	}
	if b.recursive[d] {
		return cfg.Recursive
	}
	if d == nil || d.IsParam() || d.Type().Kind() == cc.Ptr {
		b.note(c.n, true, "this mutex may be a recursive one, and is taken for one")
		return cfg.Recursive
	}
	return kind
}

// rootOf is the variable of which an expression like &v.f[i] is the address, or which holds
// the pointer; nil if there is none.
func rootOf(e cc.ExpressionNode) *cc.Declarator {
	for {
		switch n := inner(e).(type) {
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionAddrof {
				return nil
			}
			e = n.CastExpression
		case *cc.CastExpression:
			e = n.CastExpression
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionSelect && n.Case != cc.PostfixExpressionIndex {
				return nil
			}
			e = n.PostfixExpression
		case *cc.PrimaryExpression:
			return declaratorOf(n)
		default:
			return nil
		}
	}
}

// recursiveKind is PTHREAD_MUTEX_RECURSIVE.
const recursiveKind = 1

// scanRecursive finds the mutexes that are made with an attribute set to recursive, or with the
// static initialiser of a recursive mutex.
func (u *unit) scanRecursive(bodies []*cc.CompoundStatement) {
	attrs := map[*cc.Declarator]bool{}
	calls := func(visit func(name string, args []cc.ExpressionNode)) {
		for _, body := range bodies {
			walk(body, func(n cc.Node) bool {
				if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
					var args []cc.ExpressionNode
					for l := call.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
						args = append(args, l.AssignmentExpression)
					}
					visit(calleeName(call), args)
				}
				return true
			})
		}
	}
	calls(func(name string, args []cc.ExpressionNode) {
		if name == "pthread_mutexattr_settype" && len(args) == 2 {
			if v, ok := integerOf(args[1].Value()); !ok || v.Int64() == recursiveKind {
				attrs[rootOf(args[0])] = true
			}
		}
	})
	calls(func(name string, args []cc.ExpressionNode) {
		if name == "pthread_mutex_init" && len(args) == 2 {
			if d := rootOf(args[1]); d != nil && attrs[d] {
				u.recursive[rootOf(args[0])] = true
			}
		}
	})
	for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		d := tu.ExternalDeclaration
		if d.Case != cc.ExternalDeclarationDecl || d.Declaration.Case != cc.DeclarationDecl {
			continue
		}
		for l := d.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			v := l.InitDeclarator.Declarator
			if td := v.Type().Typedef(); td == nil || td.Name() != "pthread_mutex_t" || l.InitDeclarator.Initializer == nil {
				continue
			}
			walk(l.InitDeclarator.Initializer, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok {
					if x, isInt := integerOf(p.Value()); isInt && x.Int64() == recursiveKind {
						u.recursive[v] = true
					}
				}
				return true
			})
		}
	}
}

func waitFor(b *builder, c *callSite) cfg.Expr {
	args := b.need(c, 2)
	b.emit(cfg.Wait{Cond: args[0], Mutex: args[1]})
	if len(args) > 2 { // it may time out
		return b.indeterminate(c)
	}
	return b.voidOrInt(c)
}

func signal(all bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.need(c, 1)
		b.emit(cfg.Signal{Cond: args[0], All: all})
		return b.voidOrInt(c)
	}
}

// semaphoreModels are semaphores: a number, in the first integer member of sem_t.
func semaphoreModels() map[string]model {
	return map[string]model{
		"sem_init": func(b *builder, c *callSite) cfg.Expr {
			args := b.need(c, 3)
			l := b.semaphore(c, args[0])
			b.emit(cfg.Assign{To: l, Value: b.convertAt(c.n, args[2], unqualified(l.Type()))})
			return b.voidOrInt(c)
		},
		"sem_post": func(b *builder, c *callSite) cfg.Expr {
			l := b.semaphore(c, b.need(c, 1)[0])
			b.atomically(func() { b.addTo(l, 1) })
			return b.voidOrInt(c)
		},
		"sem_wait": func(b *builder, c *callSite) cfg.Expr {
			l := b.semaphore(c, b.need(c, 1)[0])
			b.atomically(func() {
				b.emit(cfg.Assume{Cond: b.compare(cfg.Gt, cfg.Load{From: l}, b.constant(0, b.types.int()))})
				b.addTo(l, -1)
			})
			return b.voidOrInt(c)
		},
		"sem_trywait":   semTry,
		"sem_timedwait": semTry,
		"sem_getvalue": func(b *builder, c *callSite) cfg.Expr {
			args := b.need(c, 2)
			x := b.spill(cfg.Load{From: b.semaphore(c, args[0])})
			b.emit(cfg.Assign{To: b.deref(c.n, args[1]), Value: b.convertAt(c.n, x, b.types.int())})
			return b.voidOrInt(c)
		},
	}
}

// semTry is sem_trywait: it returns -1 if it would have to wait.
func semTry(b *builder, c *callSite) cfg.Expr {
	l := b.semaphore(c, b.need(c, 1)[0])
	v := b.temp(b.types.int())
	b.atomically(func() {
		free, busy, after := b.node(), b.node(), b.node()
		b.branch(b.compare(cfg.Gt, cfg.Load{From: l}, b.constant(0, b.types.int())), free, busy)
		b.cur = free
		b.addTo(l, -1)
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.constant(0, v.Type)})
		b.jump(after)
		b.cur = busy
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.constant(-1, v.Type)})
		b.label(after)
	})
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// addTo adds a constant to what is in a place.
func (b *builder) addTo(l cfg.Place, n int64) {
	t := unqualified(l.Type())
	b.emit(cfg.Assign{To: l, Value: b.binary(cfg.Add, cfg.Load{From: l}, b.constant(n, t), t)})
}

// atomically emits what f does as an atomic block.
func (b *builder) atomically(f func()) {
	if !b.threads {
		f()
		return
	}
	b.emit(cfg.AtomicBegin{})
	f()
	b.emit(cfg.AtomicEnd{})
}

// semaphore is the place of the number in a semaphore.
func (b *builder) semaphore(c *callSite, x cfg.Expr) cfg.Place {
	l := b.deref(c.n, x)
	if l.Type().Kind == cfg.Int {
		return l
	}
	for i, f := range l.Type().Fields {
		if f.Type.Kind == cfg.Int && f.Type.Signed {
			return cfg.FieldPlace{In: l, Index: i}
		}
	}
	b.refuse(c.n, "%s on %v", c.name, l.Type())
	return nil
}
