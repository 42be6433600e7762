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
		"pthread_detach":     detachThread,
		"thrd_detach":        detachThread,
		"pthread_exit":       exitThread,
		"thrd_exit":          exitThread,
		"pthread_self":       selfThread,
		"__cornet_self":      selfThread,
		"pthread_key_create": createKey,

		"__cornet_cleanup_push": func(b *builder, c *callSite) cfg.Expr { return b.voidValue() },
		"tss_create":            createKey,
		"thrd_current":          selfThread,
		"pthread_equal":         equalThreads,
		"thrd_equal":            equalThreads,
	}
}

// createThread is the model of pthread_create. start and arg are the positions of the function and
// its argument.
func createThread(start, arg int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, arg+1)
		var op cfg.Create
		if !isNull(args[0]) {
			op.Thread = b.deref(c.n, args[0])
		}
		op.Arg = args[arg]
		if op.Arg.Type().Kind != cfg.Pointer {
			op.Arg = b.convertAt(c.n, op.Arg, b.types.pointer(b.types.void()))
		}
		if f, ok := cfg.StripCasts(args[start]).(cfg.FuncAddr); ok {
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

// createKey is the model of pthread_key_create. Its body is in include/models.c.
func createKey(b *builder, c *callSite) cfg.Expr {
	c.values = b.atLeast(c, 2)
	c.call = nil // the arguments have been evaluated
	if !isNull(b.convertAt(c.n, c.values[1], b.types.pointer(b.types.void()))) {
		switch b.destructors = true; {
		case b.threads:
			b.refuse(c.n, "a destructor of thread-specific data, in a program with threads,")
		case b.exits:
			b.refuse(c.n, "a destructor of thread-specific data, in a program with pthread_exit,")
		}
	}
	return b.callFunction(c, b.funcs["__cornet_pthread_key_create"])
}

// joinThread is the model of pthread_join(thread, place).
func joinThread(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	switch x := cfg.StripCasts(args[0]).(type) {
	case cfg.AddrOf, cfg.Const:
		b.assume(c.n, "%s of a value that is no thread's identity returns at once, with an error", c.name)
		if x, ok := x.(cfg.Const); ok && x.Of.Kind != cfg.Pointer && x.Value.Sign() != 0 {
			b.refuse(c.n, "%s of a constant", c.name)
		}
	}
	op := cfg.Join{Thread: args[0], Detached: b.mayBeDetached(c)}
	if len(args) > 1 && !isZero(args[1]) {
		op.To = b.deref(c.n, args[1])
	}
	if c.used {
		op.Status = cfg.VarPlace{Var: b.temp(b.types.int())}
	}
	b.emit(op)
	return b.status(c, op.Status)
}

func detachThread(b *builder, c *callSite) cfg.Expr {
	b.atLeast(c, 1)
	return b.voidOrInt(c)
}

// mayBeDetached reports whether a thread may have been detached, based on the variables that hold
// identities.
func (b *builder) mayBeDetached(c *callSite) bool {
	var d *cc.Declarator
	if len(c.args) > 0 {
		d = identityIn(c.args[0])
	}
	return b.detached[nil] || b.detached[d] || d == nil && len(b.detached) > 0
}

// identityIn returns the variable, a pthread_t or an array of them, from which an expression
// evidently reads an identity, or nil.
func identityIn(e cc.ExpressionNode) *cc.Declarator {
	d := rootOf(e)
	if d == nil || d.IsParam() || d.Type().Kind() == cc.Ptr {
		return nil
	}
	return d
}

// rootOf returns the variable that an expression like &v.f[i] points into, or that holds the
// pointer, or nil.
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

func isZero(x cfg.Expr) bool {
	c, ok := x.(cfg.Const)
	return ok && c.Value.Sign() == 0
}

func exitThread(b *builder, c *callSite) cfg.Expr {
	if b.exitHandlers {
		b.refuse(c.n, "%s, in a program with pthread_cleanup_push, whose handlers it would run,", c.name)
	}
	args := b.arguments(c)
	if !b.threads { // the end of the only thread ends the program
		if b.exits = true; b.destructors {
			b.refuse(c.n, "%s, in a program with destructors of thread-specific data, which it would run,", c.name)
		}
		b.runHandlers()
		b.end(cfg.Stop{Exit: true})
		return b.voidValue()
	}
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
	args := b.atLeast(c, 2)
	return b.compare(cfg.Eq, args[0], args[1])
}

// semaphoreModels returns the models of semaphores. A semaphore is a number, in the first integer
// member of sem_t.
func semaphoreModels() map[string]model {
	return map[string]model{
		"sem_init": func(b *builder, c *callSite) cfg.Expr {
			args := b.atLeast(c, 3)
			l := b.semaphore(c, args[0])
			b.emit(cfg.Assign{To: l, Value: b.convertAt(c.n, args[2], unqualified(l.Type()))})
			return b.voidOrInt(c)
		},
		"sem_post": func(b *builder, c *callSite) cfg.Expr {
			l := b.semaphore(c, b.atLeast(c, 1)[0])
			b.atomically(func() { b.addTo(l, 1) })
			return b.voidOrInt(c)
		},
		"sem_wait": func(b *builder, c *callSite) cfg.Expr {
			l := b.semaphore(c, b.atLeast(c, 1)[0])
			b.atomically(func() {
				b.emit(cfg.Assume{Cond: b.compare(cfg.Gt, cfg.Load{From: l}, b.constant(0, b.types.int())), Wait: "a semaphore"})
				b.addTo(l, -1)
			})
			return b.voidOrInt(c)
		},
		"sem_trywait":   semTry,
		"sem_timedwait": semTry,
		"sem_clockwait": semTry,
		"sem_getvalue": func(b *builder, c *callSite) cfg.Expr {
			args := b.atLeast(c, 2)
			x := b.spill(cfg.Load{From: b.semaphore(c, args[0])})
			b.emit(cfg.Assign{To: b.deref(c.n, args[1]), Value: b.convertAt(c.n, x, b.types.int())})
			return b.voidOrInt(c)
		},
	}
}

// semTry is the model of sem_trywait. It returns -1 if it would have to wait.
func semTry(b *builder, c *callSite) cfg.Expr {
	l := b.semaphore(c, b.atLeast(c, 1)[0])
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

// addTo adds a constant to the value in a place.
func (b *builder) addTo(l cfg.Place, n int64) {
	t := unqualified(l.Type())
	b.emit(cfg.Assign{To: l, Value: b.binary(cfg.Add, cfg.Load{From: l}, b.constant(n, t), t)})
}

// atomically emits the operations of f as an atomic block.
func (b *builder) atomically(f func()) { b.block(cfg.AtomicBegin{Inner: true}, f) }

// together emits the operations of f as an atomic block. C does not regard their accesses as
// atomic.
func (b *builder) together(f func()) { b.block(cfg.AtomicBegin{Inner: true, Plain: true}, f) }

// indivisibly emits the operations of f, which are one atomic access to l in C.
func (b *builder) indivisibly(l cfg.Place, f func()) {
	if l.Type().Atomic || !b.o.Races {
		f()
		return
	}
	b.atomically(f)
}

func (b *builder) block(begin cfg.AtomicBegin, f func()) {
	if !b.threads {
		f()
		return
	}
	b.emit(begin)
	f()
	b.emit(cfg.AtomicEnd(begin))
}

// semaphore returns the place of the number in a semaphore.
func (b *builder) semaphore(c *callSite, x cfg.Expr) cfg.Place {
	l := b.deref(c.n, x)
	if number := numberIn(l); number != nil {
		return number
	}
	b.refuse(c.n, "%s on %v", c.name, l.Type())
	return nil
}

// numberIn returns the place of the first signed integer in an object of the library, or nil.
func numberIn(l cfg.Place) cfg.Place {
	if l.Type().Kind == cfg.Int {
		return l
	}
	for i, f := range l.Type().Fields {
		if f.Type.Kind == cfg.Int && f.Type.Signed {
			return cfg.FieldPlace{In: l, Index: i}
		}
	}
	return nil
}
